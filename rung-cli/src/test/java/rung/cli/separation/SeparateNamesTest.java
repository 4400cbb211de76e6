package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;

/** What {@code separate} keeps of its input: names of frames, columns of text; and what it says to files for folders. */
class SeparateNamesTest {
    @TempDir
    private Path folder;

    /* Nothing is known of a row without numbers, so that it has no background; and what is not written is said. */
    @Test
    void emptyRowsStayEmptyAndWhatIsLeftOutIsSaid() throws Exception {
        StringBuilder text = new StringBuilder("site,kind,a,b,c,d\n");
        for (int i = 0; i < 30; i++) {
            text.append("s").append(i).append(i % 2 == 0 ? ",x" : ",y");
            for (int j = 1; j <= 4; j++) {
                text.append(',').append(i == 11 ? "" : String.valueOf((3 + i % 7) * j));
            }
            text.append('\n');
        }
        Path table = Files.writeString(folder.resolve("t.csv"), text);
        Commands.Result result = rung("separate", table, "-o", folder.resolve("p"));
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .contains("1 row is empty, and stays so")
                .contains("left out, since it is no numbers: kind; --carry-text carries it through");
        assertThat(Files.readAllLines(folder.resolve("p/low.csv")))
                .hasSize(31)
                .contains("s11,,,,")
                .noneMatch(line -> line.startsWith("s12,,"));
    }

    @Test
    void framesKeepTheirNames() throws Exception {
        Path input = Files.createDirectory(folder.resolve("input"));
        for (int k = 0; k < 12; k++) {
            BufferedImage image = new BufferedImage(24, 16, BufferedImage.TYPE_BYTE_GRAY);
            for (int x = 0; x < 24; x++) {
                for (int y = 0; y < 16; y++) {
                    boolean isMoving = k == 7 && x > 8 && x < 16 && y > 4 && y < 12;
                    image.getRaster().setSample(x, y, 0, isMoving ? 250 : 60 + 3 * x + 2 * y + (x * y + k) % 2);
                }
            }
            ImageIO.write(
                    image, "png", input.resolve("shot-" + (100 + k) + ".png").toFile());
        }
        Path parts = folder.resolve("parts");
        Path page = folder.resolve("page.html");
        for (int again = 0; again < 2; again++) {
            Commands.Result result = rung("separate", input, "-o", parts, "--report", page);
            assertThat(result.status()).as(result.err()).isZero();
        }
        for (String part : new String[] {"background", "foreground", "mask"}) {
            try (var files = Files.list(parts.resolve(part))) {
                assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith(".")))
                        .hasSize(12)
                        .contains("shot-100.png", "shot-111.png");
            }
        }
        assertThat(Files.readString(page)).as("the frame where something moves").contains("\"start\": 7,");
    }

    /** A first column of dates names the rows, and columns without a value stay as they are: nothing is left out then. */
    @Test
    void whatStaysIsNotSaidToBeLeftOutAndThePageIsSaid() throws Exception {
        StringBuilder text = new StringBuilder("day,a,b,note,c\n");
        for (int k = 1; k <= 20; k++) {
            text.append(String.format("2024-01-%02d,%d.5,%d.25,,%d%n", k, k, 2 * k, k == 9 ? 999 : 3 * k));
        }
        Path table = Files.writeString(folder.resolve("t.csv"), text);
        Path page = folder.resolve("page.html");
        Commands.Result result = rung("separate", table, "-o", folder.resolve("p"), "--rank", 1, "--report", page);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("day (times), note (empty)").doesNotContain("left out");
        assertThat(result.out()).contains("also written: " + page + "\n");
        assertThat(Files.readAllLines(folder.resolve("p/low.csv")))
                .contains("day,a,b,note,c")
                .allMatch(line -> line.matches("day.*|2024-01-\\d\\d,[-.\\d]+,[-.\\d]+,,[-.\\d]+"));
    }

    @Test
    void textIsCarriedOnRequest() throws Exception {
        StringBuilder text = new StringBuilder("day,place,a,b,c\n");
        for (int k = 1; k <= 20; k++) {
            text.append(
                    String.format("2024-01-%02d,town %d,%d.5,%d.25,%d%n", k, k % 3, k, 2 * k, k == 9 ? 999 : 3 * k));
        }
        Path table = Files.writeString(folder.resolve("t.csv"), text);
        Path parts = folder.resolve("parts");
        assertThat(rung("separate", table, "-o", parts, "--rank", 1, "--carry-text")
                        .status())
                .isZero();
        assertThat(Files.readAllLines(parts.resolve("low.csv")))
                .startsWith("day,place,a,b,c")
                .anyMatch(line -> line.startsWith("2024-01-09,town 0,"));
        assertThat(Files.readAllLines(parts.resolve("mask.csv")).get(9)).isEqualTo("2024-01-09,town 0,0,0,1");
    }

    @Test
    void theFormOfATableStays() throws Exception {
        StringBuilder text = new StringBuilder("\ufeffDatum;Größe;Länge;Höhe\n");
        for (int i = 1; i <= 12; i++) {
            text.append("Tag " + i + ";" + i + ",5;" + (2 * i + 1) + ";" + (i == 9 ? "9,25" : 4 * i + 2) + "\n");
        }
        Path table = Files.writeString(folder.resolve("german.csv"), text.toString());
        Path parts = folder.resolve("deutsch");
        assertThat(rung("separate", table, "-o", parts, "--rank", 1).status()).isZero();
        assertThat(Files.readAllLines(parts.resolve("low.csv")))
                .startsWith("\ufeffDatum;Größe;Länge;Höhe")
                .allMatch(line -> line.matches("Tag \\d+;\\d+,?\\d*;\\d+,?\\d*;\\d+,?\\d*|\ufeffDatum.*"));
        assertThat(Files.readAllLines(parts.resolve("mask.csv")).get(9)).matches("Tag 9;[01];[01];[01]");
    }

    @Test
    void aFolderForAFileAndAFileForAFolderAreSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("a.csv"), "1.5,2\n2,4\n3,6\n");
        assertThat(rung("separate", file, "-o", file).err()).contains("a.csv: is a file, the output needs a folder");
        assertThat(rung("complete", folder, "-o", folder.resolve("x.csv")).err())
                .contains("is a folder, not a table");
        assertThat(rung("train", folder, "-o", folder.resolve("m.rung")).err())
                .contains("is a folder, not a file of ratings");
        assertThat(rung("inspect", folder).err()).contains("is a folder, not a model");
        assertThat(rung("complete", file, "-o", folder).err()).contains("is a folder, the output needs a file name");
    }
}
