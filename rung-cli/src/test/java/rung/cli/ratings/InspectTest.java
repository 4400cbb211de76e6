package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import rung.Step;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.cli.terminal.Terminal;
import rung.file.model.ModelFile;
import rung.ratings.Model;

/** {@code rung inspect}. */
class InspectTest extends RatingsCommands {
    @Test
    void smallFilesHaveASize() throws Exception {
        double kilobytes = Files.size(model) / 1e3;
        assertThat(kilobytes).isLessThan(100);
        assertThat(rung("inspect", model).out()).contains(String.format(Locale.ROOT, ", %.1f kB, format", kilobytes));
    }

    @Test
    void inspectTellsWhatIsThere() throws Exception {
        Model m = ModelFile.read(model);
        String text = rung("inspect", model).out();
        assertThat(text)
                .contains("90 users, 60 items, rank " + m.factors().rank())
                .contains("format version 2")
                .contains("singular values")
                .contains(String.format(
                        Locale.ROOT, "constant         %.4f", m.factors().mean()))
                .contains(
                        "about lists      no better list than the most popular items was found, so lists differ between users by ")
                .contains("seed ")
                .contains("one rank after the other up to " + m.factors().rank())
                .doesNotContain("LINE_SEARCH")
                .doesNotContain("SMALLEST_SINGULAR_VALUE");
        Map<?, ?> facts =
                (Map<?, ?>) new JsonReader(rung("inspect", model, "--json").out()).read();
        assertThat(facts.get("bytes")).isEqualTo((double) Files.size(model));
        long ranks = m.path().stream().mapToInt(Step::rank).distinct().count();
        assertThat((List<?>) facts.get("path")).hasSize((int) ranks);
        List<?> sigma = (List<?>) facts.get("singularValues");
        assertThat(sigma).hasSize(m.factors().rank());
        double squares = 0;
        for (int i = 0; i < USERS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double product = m.factors().get(i, j)
                        - m.factors().mean()
                        - m.factors().rows().biases()[i]
                        - m.factors().columns().biases()[j];
                squares += product * product;
            }
        }
        double sum = sigma.stream().mapToDouble(s -> (Double) s * (Double) s).sum();
        assertThat(sum).as("‖UVᵀ‖²").isCloseTo(squares, within(1e-5 * squares));
        Map<?, ?> all = (Map<?, ?>)
                new JsonReader(rung("inspect", model, "--json", "--path").out()).read();
        assertThat((List<?>) all.get("path")).hasSize(m.path().size());
    }

    /* What orders the lists of fold-in is said in the same words where the model is shown. */
    @Test
    void theOrderOfListsIsOneTruth() throws Exception {
        Path mine = Files.writeString(folder.resolve("mine.csv"), "m1,5\n");
        String place = "rung: " + model + ": ";
        String note = rung("fold-in", model, mine)
                .err()
                .lines()
                .filter(line -> line.startsWith(place))
                .findFirst()
                .orElseThrow();
        String shown = rung("inspect", model).out();
        Matcher order = Pattern.compile("lists +ranked by (preference .*)").matcher(shown);
        assertThat(order.find()).as(shown).isTrue();
        assertThat(note).contains("so lists differ between users by the expected rating alone");
        String sentence = note.substring(place.length()).replace(", and have no reasons", "");
        assertThat(shown).contains("about lists      " + sentence + System.lineSeparator());
    }

    /* Ratings of biases and noise: of a few such files, one at least has no better rank than 0. */
    @Test
    void rankZeroIsExplained() throws Exception {
        Path noise = folder.resolve("noise.rung");
        String text = "";
        for (int seed = 0; seed < 10 && !text.contains("40 users, 40 items, rank 0"); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[] bias = random.doubles(80, -1, 1).toArray();
            StringBuilder lines = new StringBuilder("user,item,rating\n");
            for (int k = 0; k < 900; k++) {
                int user = k < 40 ? k : random.nextInt(40);
                int item = k < 40 ? k : random.nextInt(40);
                long rating = Math.round(3 + bias[user] + bias[40 + item] + 0.8 * random.nextGaussian());
                lines.append("u" + user + ",i" + item + "," + Math.min(5, Math.max(1, rating)) + "\n");
            }
            Path file = Files.writeString(folder.resolve("noise.csv"), lines);
            rung("train", file, "-o", noise, "--only", "ratings", "-q");
            text = rung("inspect", noise).out();
        }
        assertThat(text)
                .contains("40 users, 40 items, rank 0\n")
                .contains(
                        "why rank 0       on ratings held out, no rank was clearly better than the biases of users and items"
                                + " alone\n")
                .doesNotContain("singular values");
    }

    @Test
    void factsAreWrappedBelowEachOtherOnATerminal() {
        System.setProperty(Terminal.COLUMNS, "60");
        System.setProperty(Terminal.OUTPUT_PROPERTY, "true");
        String narrow;
        try {
            narrow = rung("inspect", model).out();
        } finally {
            System.clearProperty(Terminal.COLUMNS);
            System.clearProperty(Terminal.OUTPUT_PROPERTY);
        }
        assertThat(narrow.lines())
                .allMatch(line -> line.length() <= 60 || !line.substring(17).contains(" "));
        assertThat(narrow.replaceAll("\\R {2,17}(?=\\S)", " ").replaceAll(" +", " "))
                .isEqualTo(rung("inspect", model)
                        .out()
                        .replaceAll("\\R {2,17}(?=\\S)", " ")
                        .replaceAll(" +", " "));
    }

    @Test
    void aModelOfATableTellsItsColumns() throws Exception {
        StringBuilder text = new StringBuilder("height,city\n");
        for (int i = 0; i < 40; i++) {
            text.append(i % 7 == 0 ? "" : String.valueOf(150 + i)).append(i % 2 == 0 ? ",Rome\n" : ",Oslo\n");
        }
        Path table = Files.writeString(folder.resolve("people.csv"), text);
        Path learned = folder.resolve("people.rung");
        assertThat(rung("complete", table, "-o", folder.resolve("out.csv"), "--model", learned)
                        .status())
                .isZero();
        assertThat(rung("inspect", learned).out())
                .contains("2 columns, rank ")
                .contains("height  numbers")
                .containsPattern("city    a category: (Rome, Oslo|Oslo, Rome)");
    }
}
