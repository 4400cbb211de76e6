package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;
import rung.ratings.Model;

/** {@code rung predict}, and {@code rung evaluate} beside it. */
class PredictTest extends RatingsCommands {
    @Test
    void ratingsOfOtherIdsAreNotEvaluated() throws Exception {
        StringBuilder others = new StringBuilder();
        for (String[] line : lines(test)) {
            others.append("x" + line[0] + "\ty" + line[1] + "\t" + line[2] + "\n");
        }
        Path none = Files.writeString(folder.resolve("none.tsv"), others);
        for (Object[] command : new Object[][] {{"evaluate", model, none}, {"evaluate", model, none, "--lists"}}) {
            Commands.Result result = rung(command);
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .contains("none.tsv: the model knows none of these users and items, such as user 'xu")
                    .contains("it knows such as user 'u")
                    .contains("Are these the same ids?");
        }
        Path items = Files.writeString(folder.resolve("items.tsv"), "u1\tz1\t3\nu2\tz2\t4\n");
        assertThat(rung("evaluate", model, items).err())
                .contains(
                        "the model knows user and item of none of these 2 lines: it knows none of the items, such as 'z1'");
        int known = lines(test).size() / 3;
        StringBuilder some = new StringBuilder(others);
        lines(test).stream()
                .limit(known)
                .forEach(line -> some.append(String.join("\t", line[0], line[1], line[2]) + "\n"));
        Path few = Files.writeString(folder.resolve("few.tsv"), some);
        Commands.Result part = rung("evaluate", model, few);
        assertThat(part.status()).isZero();
        assertThat(part.err())
                .contains("the model knows user and item of " + known + " of these "
                        + (known + lines(test).size()) + " lines only\n");
        assertThat(rung("evaluate", model, test).err()).doesNotContain("only");
    }

    @Test
    void predictKeepsTheOrderAndEvaluateAgreesWithIt() throws Exception {
        Path out = folder.resolve("p.tsv");
        Commands.Result result = rung("predict", model, test, "-o", out);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        List<String[]> asked = lines(test);
        List<String[]> told = lines(out);
        assertThat(result.out()).startsWith(asked.size() + " predictions: " + out);
        assertThat(told).hasSameSizeAs(asked);
        double squares = 0;
        double absolutes = 0;
        for (int k = 0; k < asked.size(); k++) {
            assertThat(told.get(k)).hasSize(3);
            assertThat(told.get(k)).startsWith(asked.get(k)[0], asked.get(k)[1]);
            double error = Double.parseDouble(told.get(k)[2]) - Double.parseDouble(asked.get(k)[2]);
            squares += error * error;
            absolutes += Math.abs(error);
        }
        Map<?, ?> facts = (Map<?, ?>)
                new JsonReader(rung("evaluate", model, test, "--json").out()).read();
        assertThat((Double) facts.get("rmse")).isCloseTo(Math.sqrt(squares / asked.size()), within(1e-6));
        assertThat((Double) facts.get("mae")).isCloseTo(absolutes / asked.size(), within(1e-6));
        assertThat(facts.get("count")).isEqualTo((double) asked.size());
        assertThat(facts.get("cold")).isEqualTo(0.0);
        assertThat((Double) facts.get("rmse")).as("the noise is 0.2").isLessThan(0.3);
        assertThat(rung("evaluate", model, test).out().replaceAll(" ± [0-9.]+", ""))
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "RMSE %.4f%nMAE  %.4f%n%d ratings%n",
                        (Double) facts.get("rmse"),
                        (Double) facts.get("mae"),
                        asked.size()));
    }

    @Test
    void coldPairs() throws Exception {
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "u1,m1\nnobody,m1\nu1,nothing\nnobody,nothing\n");
        Path out = folder.resolve("p.tsv");
        Commands.Result bias = rung("predict", model, pairs, "-o", out);
        assertThat(bias.err())
                .isEqualTo("rung: 3 pairs have a user or item that the model does not know: predicted from the"
                        + " mean and what bias is known\n");
        assertThat(lines(out)).hasSize(4).allMatch(line -> line.length == 3);
        Model m = ModelFile.read(model);
        assertThat(Double.parseDouble(lines(out).get(1)[2]))
                .isCloseTo(
                        m.factors().mean()
                                + m.factors()
                                        .columns()
                                        .biases()[m.items().find("m1").orElseThrow()],
                        within(1e-5));
        assertThat(Double.parseDouble(lines(out).get(3)[2]))
                .isCloseTo(m.factors().mean(), within(1e-5));
        rung("predict", model, pairs, "-o", out, "--unknown", "flag");
        assertThat(lines(out).stream()
                        .map(line -> line.length == 4 ? line[3] : "")
                        .toList())
                .containsExactly("", "cold", "cold", "cold");
        assertThat(rung("predict", model, pairs, "-o", out, "--unknown", "drop").err())
                .contains("left out");
        assertThat(lines(out)).hasSize(1);
        Path rated = Files.writeString(folder.resolve("rated.csv"), "u1,m1,3\nnobody,m1,4\n");
        assertThat(rung("evaluate", model, rated).out())
                .endsWith("2 ratings, 1 of them with a user or item that the model does not know\n");
        assertThat(rung("evaluate", model, rated, "--unknown", "drop").out())
                .endsWith("1 rating, 1 more left out whose user or item the model does not know\n");
        Path strangers = Files.writeString(folder.resolve("strangers.csv"), "x,m1,3\ny,m1,4\n");
        Commands.Result none = rung("evaluate", model, strangers, "--unknown", "drop");
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err()).contains("the model knows user and item of none of these ratings");
    }

    @Test
    void badLinesArePassedOverOnRequest() throws Exception {
        Path pairs = Files.writeString(folder.resolve("some.csv"), "u1,m1\nu2\n,m1\nu2,m1\n");
        assertThat(rung("predict", model, pairs).err())
                .contains(
                        "some.csv:2: expected user and item in 2 or more fields, found 1; --skip-bad passes such lines"
                                + " over");
        Commands.Result some = rung("predict", model, pairs, "--skip-bad");
        assertThat(some.status()).as(some.err()).isZero();
        assertThat(some.out().lines()).hasSize(2);
        assertThat(some.err())
                .contains("2 lines are wrong and were skipped:")
                .contains("some.csv:3: the user is empty");
        Path rated = Files.writeString(folder.resolve("some-rated.csv"), "user,item,stars\nu1,m1,3\nu2,m1,good\n");
        assertThat(rung("evaluate", model, rated).err())
                .contains(
                        "some-rated.csv:3: the rating in column 3 ('stars') must be a number, got 'good'; write words as numbers, such as 1 for good and 0 for bad; --skip-bad"
                                + " passes such lines over");
        Commands.Result one = rung("evaluate", model, rated, "--skip-bad");
        assertThat(one.out()).endsWith("1 rating\n");
        assertThat(one.err()).contains("1 line is wrong and was skipped:");
    }

    @Test
    void onePrediction() throws Exception {
        Commands.Result one = rung("predict", model, "--user", "u1", "--item", "m1");
        assertThat(one.err()).isEmpty();
        assertThat(Double.parseDouble(one.out()))
                .isCloseTo(ModelFile.read(model).predict("u1", "m1").value(), within(1e-4));
        Commands.Result cold = rung("predict", model, "--user", "nobody", "--item", "m1", "--unknown", "flag");
        assertThat(cold.status()).isZero();
        assertThat(cold.out()).endsWith("\tcold\n");
        assertThat(cold.err())
                .isEqualTo("rung: " + model + ": the model knows no user 'nobody'; it knows "
                        + ModelFile.read(model).users().size() + ", such as 'u0'\nrung: " + model
                        + ": the number is what users in general are expected to give item 'm1'\n");
    }

    @Test
    void aNameThatIsMistypedIsLikeOthers() {
        Commands.Result user = rung("predict", model, "--user", "u1x", "--item", "m1");
        assertThat(user.err()).contains("the model knows no user 'u1x'; close to it: 'u1'");
        Commands.Result item = rung("predict", model, "--user", "u1", "--item", "m1x");
        assertThat(item.err())
                .contains("the model knows no item 'm1x'; close to it: 'm1")
                .contains("the number is what user 'u1' is expected to give items in general");
        Commands.Result both = rung("predict", model, "--user", "xyz", "--item", "xyz");
        assertThat(both.err())
                .endsWith(
                        "the number is the constant that predictions begin with, which is near the mean of the ratings\n");
        assertThat(both.out()).isNotEmpty();
        Commands.Result none = rung("predict", model, "--user", "xyz", "--item", "m1", "--unknown", "drop");
        assertThat(none.err()).endsWith("nothing is predicted\n");
        assertThat(none.out()).isEmpty();
    }

    @Test
    void anItemMayBeNamedByItsTitle() throws Exception {
        String number =
                rung("predict", model, "--user", "u1", "--item", "m5").out().strip();
        Commands.Result titled = rung("predict", model, "--user", "u1", "--item", "the \"5\" film", "--titles", titles);
        assertThat(titled.err()).isEmpty();
        assertThat(titled.out()).isEqualTo(number + "\tThe \"5\" film\n");
        assertThat(rung("predict", model, "--user", "u1", "--item", "The \"5\" film", "--titles", titles, "--json")
                        .out())
                .contains("\"item\": \"m5\", \"title\": \"The \\\"5\\\" film\"");
        Path twice =
                Files.writeString(folder.resolve("twice.csv"), "item,title\nm1,Twins\nm2,Twins\nm3,Three\nx,Three\n");
        Commands.Result ambiguous = rung("predict", model, "--user", "u1", "--item", "twins", "--titles", twice);
        assertThat(ambiguous.status()).isEqualTo(2);
        assertThat(ambiguous.err())
                .contains("twice.csv: 2 items have the title 'twins', so one must be named: 'm1', 'm2'");
        assertThat(rung("predict", model, "--user", "u1", "--item", "three", "--titles", twice)
                        .out())
                .as("the model does not know the other item")
                .isEqualTo(rung("predict", model, "--user", "u1", "--item", "m3")
                                .out()
                                .strip() + "\tThree\n");
    }

    /* The same pairs in other columns, by name and by number, with and without a header. */
    @Test
    void columnsMayBeSaid() throws Exception {
        Path plain = Files.writeString(folder.resolve("plain.tsv"), "u1\tm2\nu3\tm4\n");
        String expected = rung("predict", model, plain).out();
        assertThat(expected).startsWith("u1\tm2\t");
        Path named = Files.writeString(folder.resolve("named.csv"), "when,what,who\n1,m2,u1\n2,m4,u3\n");
        assertThat(rung("predict", model, named, "--user-col", "who", "--item-col", "what")
                        .out())
                .isEqualTo(expected);
        Path swapped = Files.writeString(folder.resolve("swapped.tsv"), "m2\tu1\nm4\tu3\n");
        assertThat(rung("predict", model, swapped, "--user-col", "2").out()).isEqualTo(expected);
        assertThat(rung("predict", model, named, "--user-col", "whom", "--item-col", "what")
                        .err())
                .contains("named.csv", "there is no column 'whom'", "did you mean 'who'?");
        assertThat(rung("predict", model, swapped, "--user-col", "2", "--item-col", "2")
                        .err())
                .contains("must be different columns");
        assertThat(rung("predict", model, "--user", "u1", "--item", "m2", "--user-col", "2")
                        .err())
                .contains("columns are for a file of pairs");
    }
}
