package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;
import rung.video.Frames;

/** What {@code separate} and {@code compare} say of their input before they work on it. */
class SaidBeforeSeparatingTest {
    @TempDir
    private Path folder;

    private Path table(double scale) throws Exception {
        StringBuilder text = new StringBuilder("a,b,town\n");
        for (int i = 0; i < 20; i++) {
            text.append(i % 5 + 1.5)
                    .append(',')
                    .append(scale * (i % 5 + 1.5))
                    .append(i % 2 == 0 ? ",Rome\n" : ",Oslo\n");
        }
        return Files.writeString(folder.resolve("t.csv"), text);
    }

    @Test
    void columnsOfVeryDifferentSizesAreSaid() throws Exception {
        Path parts = folder.resolve("parts");
        assertThat(rung("separate", table(300), "-o", parts, "--rank", 1).err())
                .contains(
                        "columns differ in size: half of the values are above 1,050 in column b, above 3.5 in column a");
        assertThat(rung("separate", table(90), "-o", folder.resolve("more"), "--rank", 1)
                        .err())
                .doesNotContain("differ in size");
    }

    @Test
    void adviceIsWhatCanBeDone() throws Exception {
        Path counting = Files.writeString(folder.resolve("three.csv"), "1,2,3\n2,,6\n3,6,9\n");
        assertThat(rung("separate", counting, "-o", folder.resolve("parts")).err())
                .contains("if it names the rows, make texts of its numbers, such as r1")
                .doesNotContain("declare");
        Path words = Files.writeString(folder.resolve("words.csv"), "a,b\n1,2\n2,x\n3,6\n4,7\n5,8\n6,9\n7,9\n");
        assertThat(rung("separate", words, "-o", folder.resolve("others")).err())
                .contains("leave such cells empty")
                .doesNotContain("declare");
    }

    @Test
    void compareNamesTheCategoriesThatItLeavesOut() throws Exception {
        Commands.Result result =
                rung("compare", table(2), "-o", folder.resolve("compared"), "--quick", "--methods", "mean");
        assertThat(result.err()).contains("left out, since methods are compared on numbers alone: town");
    }

    @Test
    void videosAreRefusedBeforeTheWorkIfNothingWritesThem() throws Exception {
        assumeFalse(Frames.hasVideos(), "the ffmpeg program is here");
        Path images = Files.createDirectory(folder.resolve("images"));
        for (int k = 0; k < 3; k++) {
            ImageIO.write(
                    new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY),
                    "png",
                    images.resolve(k + ".png").toFile());
        }
        Path parts = folder.resolve("parts");
        Commands.Result result = rung("separate", images, "-o", parts, "--as", "mp4");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err())
                .contains(parts.resolve("background.mp4") + ": writing videos needs the ffmpeg program");
        assertThat(result.err()).doesNotContain("folder of 3 images");
    }
}
