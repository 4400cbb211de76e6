package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;

/** A model of a table knows which signs stand beside the numbers that it was learned from, and rows with others are told. */
class SignsOfModelsTest {
    @TempDir
    private Path folder;

    private Path model;

    @BeforeEach
    void learn() throws Exception {
        StringBuilder text = new StringBuilder("p,q\n");
        for (int i = 1; i <= 12; i++) {
            text.append(8 * i).append("%,").append(i == 4 ? "" : i + 0.5).append('\n');
        }
        model = folder.resolve("p.rung");
        Path in = Files.writeString(folder.resolve("in.csv"), text);
        assertThat(rung("complete", in, "-o", folder.resolve("o.csv"), "--model", model)
                        .status())
                .isZero();
    }

    private Commands.Result with(String text) throws Exception {
        Path later = Files.writeString(folder.resolve("later.csv"), text);
        return rung("complete", later, "-o", folder.resolve("later-o.csv"), "--with", model);
    }

    @Test
    void theSameSignIsNothingToSay() throws Exception {
        assertThat(with("p,q\n50%,\n90%,\n").err()).doesNotContain("in the model");
    }

    @Test
    void aSignThatIsLackingIsSaid() throws Exception {
        Commands.Result result = with("p,q\n0.5,\n0.9,\n,5\n");
        assertThat(result.status()).isZero();
        assertThat(result.err())
                .contains("the numbers of column 'p' have % in the model and no sign here: 0.5 is taken for 0.5 %");
    }

    @Test
    void aSignThatTheModelLacksIsSaid() throws Exception {
        assertThat(with("p,q\n50%,$1\n90%,\n,$5\n").err())
                .contains("the numbers of column 'q' have $ here and no sign in the model: 1 $ is taken for 1");
    }

    @Test
    void anotherSignIsRefused() throws Exception {
        Commands.Result result = with("p,q\n50‰,\n90‰,\n");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err())
                .contains(
                        "later.csv: the numbers of column 'p' have ‰ here and % in the model, which does not tell what is ‰");
    }
}
