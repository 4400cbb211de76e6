package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @Test
    void everyCommandWorks(@TempDir Path folder) throws IOException {
        assertThat(Rehearsal.run(folder)).isTrue();
        assertThat(folder.toFile().list()).contains("model.rung", "t.html", "o.csv", "c.html");
    }
}
