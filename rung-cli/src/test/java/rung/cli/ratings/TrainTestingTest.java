package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;
import rung.file.ratings.RatingsFile;
import rung.ratings.Model;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** What {@code train} measures beside training: on a file, on folds, on what came last; and bad lines that are skipped. */
class TrainTestingTest extends RatingsCommands {
    private Path output() {
        return folder.resolve("m.rung");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> tested(Object... more) {
        Object[] args = Stream.concat(
                        Stream.of("train", train, "-o", output(), "--max-rank", 4, "--json"), Stream.of(more))
                .toArray();
        Commands.Result result = rung(args);
        assertThat(result.status()).as(result.err()).isZero();
        return (Map<String, Object>) JsonReader.readObject(result.out()).get("test");
    }

    private static double number(Map<String, Object> facts, String name) {
        return ((Number) facts.get(name)).doubleValue();
    }

    @Test
    void aTestFileIsMeasuredAsEvaluateDoesAndChangesNothing() throws Exception {
        Map<String, Object> test = tested("--test", RatingsCommands.test);
        Map<String, Object> evaluated = JsonReader.readObject(
                rung("evaluate", model, RatingsCommands.test, "--json").out());
        assertThat(number(test, "rmse")).isEqualTo(number(evaluated, "rmse"));
        assertThat(number(test, "mae")).isEqualTo(number(evaluated, "mae"));
        assertThat(number(test, "rmseStandardError")).isBetween(0.001, 0.05);
        assertThat(number(test, "ndcg")).isBetween(0.0, 1.0);
        assertThat(Files.size(output())).isEqualTo(Files.size(model));
    }

    @Test
    void aTestOfOtherIdsIsDoubted() throws Exception {
        Path others = Files.writeString(folder.resolve("others.csv"), "user,item,rating\nq1,z1,4\nq2,z2,3\n");
        assertThat(rung("train", train, "-o", output(), "--max-rank", 2, "--test", others)
                        .out())
                .contains(
                        "others.csv: no line has a user and an item that the model knows, to compare lists with; are these the"
                                + " same ids?\n");
        Path choices = Files.writeString(folder.resolve("choices.csv"), "user,item\nq1,z1\nq2,z2\n");
        assertThat(rung("train", train, "-o", output(), "--max-rank", 2, "--test", choices)
                        .out())
                .contains(
                        "choices.csv: nothing to measure: it has no ratings to compare predictions with, and no line has a"
                                + " user and an item that the model knows");
        assertThat(rung("train", train, "-o", output(), "--only", "preferences", "--test", others)
                        .out())
                .contains(
                        "others.csv: nothing to measure: the model predicts no ratings, and no line has a user and an item");
    }

    @Test
    void whatWasTrainedOnIsLeftOutOfTheTest() {
        Map<String, Object> test = tested("--test", train);
        assertThat(number(test, "count")).isZero();
        assertThat(test).doesNotContainKey("rmse");
        assertThat(number(test, "seen")).isGreaterThan(1000);
        assertThat(rung("train", train, "-o", output(), "--max-rank", 2, "--test", train)
                        .out())
                .contains(": nothing to measure, because the model was trained on all of its ")
                .doesNotContain("on 0 ");
    }

    @Test
    void foldsAreMeasuredOnWhatTheyWereNotTrainedOn() {
        Map<String, Object> folds = tested("--cross-validate", 3, "--seed", 1);
        Map<String, Object> test = tested("--test", RatingsCommands.test);
        assertThat(number(folds, "rmse"))
                .as("fewer ratings, a little worse; with leaks it would be better than the noise of 0.2")
                .isGreaterThan(0.2)
                .isCloseTo(number(test, "rmse"), within(0.1));
        assertThat(folds.get("standardErrorsOver")).isEqualTo("folds");
        assertThat(number(folds, "rmseStandardError")).isBetween(1e-5, 0.05);
    }

    @Test
    void stagesTellTheirOwnTimes() {
        Commands.Result result = rung("train", train, "-o", output(), "--max-rank", 4, "--json", "--cross-validate", 5);
        double[] seconds = result.err()
                .lines()
                .filter(line -> line.endsWith(" s)"))
                .mapToDouble(line -> Double.parseDouble(line.replaceFirst(".*\\((.*) s\\)$", "$1")))
                .toArray();
        assertThat(seconds).hasSizeGreaterThan(20);
        assertThat(Arrays.stream(seconds).sum())
                .as("all stages together take no longer than the whole, but for their rounding")
                .isLessThanOrEqualTo(number(JsonReader.readObject(result.out()), "seconds") + 0.051 * seconds.length);
    }

    @Test
    void theLastRatingsOfEachUserAreHeldOut() throws Exception {
        // what users rate last is rated by a rule of its own, so only a split by time sees large errors
        StringBuilder text = new StringBuilder("user,item,rating,time\n");
        for (int user = 0; user < 60; user++) {
            for (int item = 0; item < 30; item++) {
                boolean isLast = (item + user) % 5 == 0;
                int rating = isLast ? 1 + 4 * ((user + item) % 2) : 3;
                String time = String.format("2024-01-%02d", isLast ? 20 + item % 9 : 1 + item % 15);
                text.append(user + "," + item + "," + rating + "," + time + "\n");
            }
        }
        Path file = Files.writeString(folder.resolve("timed.csv"), text);
        Commands.Result byTime = rung("train", file, "-o", output(), "--rank", 1, "--split", "time", "--json");
        assertThat(byTime.status()).as(byTime.err()).isZero();
        @SuppressWarnings("unchecked")
        Map<String, Object> test =
                (Map<String, Object>) JsonReader.readObject(byTime.out()).get("test");
        assertThat(test.get("of")).isEqualTo("the last ratings of each user");
        assertThat(number(test, "count")).isEqualTo(60 * 6.0);
        assertThat(number(test, "rmse")).isGreaterThan(1.9);
        assertThat(byTime.err()).doesNotContain("same time");
        Path ofADay =
                Files.writeString(folder.resolve("day.csv"), text.toString().replaceAll("2024-01-..", "2024-01-01"));
        assertThat(rung("train", ofADay, "-o", output(), "--rank", 1, "--split", "time")
                        .err())
                .contains("day.csv: 360 of about 360 ratings that are held out have the same time as one that stays");
        Commands.Result without = rung("train", folder.resolve("none.csv"), "-o", output(), "--split", "time");
        assertThat(without.status()).isEqualTo(2);
        Files.writeString(folder.resolve("none.csv"), "user,item,rating\n1,2,3\n2,2,4\n");
        assertThat(rung("train", folder.resolve("none.csv"), "-o", output(), "--split", "time")
                        .err())
                .contains("none.csv: has no column of times")
                .contains("--time-col")
                .contains("--split random");
    }

    @Test
    void partsOfACrossValidationAreSaidToBe() {
        TestOptions options = new TestOptions();
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
        line.addMixin("test", options);
        line.parseArgs("--cross-validate", "3");
        assertThat(options.words(3)).isEqualTo("3-fold cross-validation");
        assertThat(options.words(1)).isEqualTo("1 of 3 parts of cross-validation");
        assertThat(options.unfinished(1)).startsWith("errors are those of 1 of 3 parts");
        assertThat(options.unfinished(0)).isEqualTo("no error is known");
    }

    /** A training that ends before the ratings has lists alone, and says so if there were ratings to learn. */
    @Test
    void aModelThatWasStoppedSaysWhatItLacks() throws Exception {
        Model lists = Recommender.byDefault()
                .withOnly(Part.PREFERENCES)
                .train(RatingsFile.read(train))
                .model();
        assertThat(TrainingSummary.parts(lists, true, true))
                .startsWith(", which predicts no ratings yet and makes lists");
        assertThat(TrainingSummary.parts(lists, false, true)).doesNotContain("ratings");
        assertThat(TrainingSummary.parts(ModelFile.read(model), true, true)).doesNotContain("yet");
        Model ratings = Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withRank(1)
                .train(RatingsFile.read(train))
                .model();
        assertThat(TrainingSummary.parts(ratings, true, true)).endsWith(" and has no lists yet");
        assertThat(TrainingSummary.parts(ratings, true, false)).isEqualTo(", which predicts ratings by rank 1");
    }

    @Test
    void zerosThatMayMeanNothingAreDoubted() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        StringBuilder answers = new StringBuilder("user,item,rating\n");
        for (int line = 0; line < 100; line++) {
            text.append(line % 10 + "," + line % 9 + "," + Math.max(0, line % 8 - 2) + "\n");
            answers.append(line % 10 + "," + line % 9 + "," + line % 2 + "\n");
        }
        Path file = Files.writeString(folder.resolve("zeros.csv"), text);
        assertThat(rung("train", file, "-o", output(), "--rank", 1).err())
                .contains(" ratings are 0 and the others from 1 to 5; if 0 means that something was not rated, leave"
                        + " these lines out\n");
        for (int[] counts : new int[][] {{20, 5, 15, 20, 25, 15}, {15, 17, 17, 17, 17, 17}, {2, 1, 27, 30, 20, 20}}) {
            StringBuilder scale = new StringBuilder("user,item,rating\n");
            int line = 0;
            for (int rating = 0; rating <= 5; rating++) {
                for (int k = 0; k < counts[rating]; k++, line++) {
                    scale.append(line % 10 + "," + line / 10 + "," + rating + "\n");
                }
            }
            Path apart = Files.writeString(folder.resolve("scale.csv"), scale);
            String said = rung("train", apart, "-o", output(), "--rank", 1).err();
            assertThat(said.contains("20 of 100 ratings are 0 and the others from 1 to 5"))
                    .as(said)
                    .isEqualTo(counts[0] == 20);
            assertThat(said.contains("not rated")).isEqualTo(counts[0] == 20);
        }
        Path few = Files.writeString(folder.resolve("answers.csv"), answers);
        assertThat(rung("train", few, "-o", output(), "--rank", 1).err()).doesNotContain("not rated");
    }

    @Test
    void badLinesAreSkippedOnRequestCountedAndListed() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n1,2\n");
        for (int line = 0; line < 200; line++) {
            text.append(line % 20)
                    .append(',')
                    .append(line % 13)
                    .append(',')
                    .append(1 + line % 5)
                    .append('\n');
        }
        text.append("1,2,good\n,7,3\n");
        Path file = Files.writeString(folder.resolve("bad.csv"), text);
        Commands.Result refused = rung("train", file, "-o", output());
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("bad.csv:2: ").contains("; --skip-bad passes such lines over");
        Commands.Result skipped = rung("train", file, "-o", output(), "--skip-bad", "--rank", 1);
        assertThat(skipped.status()).as(skipped.err()).isZero();
        assertThat(rung("train", file, "-o", output(), "--skip-bad", "--rank", 1, "-q")
                        .err())
                .isEqualTo("rung: " + file + ": 3 lines are wrong and were skipped\n");
        assertThat(skipped.err())
                .contains("bad.csv: 3 lines are wrong and were skipped:")
                .contains("bad.csv:2: expected 3 fields, found 2")
                .contains("bad.csv:203: the rating in column 3 ('rating') must be a number, got 'good'")
                .contains("bad.csv:204: the user is empty");
        assertThat(JsonReader.readObject(rung("train", file, "-o", output(), "--skip-bad", "--rank", 1, "--json")
                                .out())
                        .get("skipped"))
                .isEqualTo(3.0);
    }

    @Test
    void columnsAreSaidAndTheRankIsLimitedForBothParts() throws Exception {
        Path file = folder.resolve("limited.rung");
        Commands.Result result = rung("train", train, "-o", file, "--max-rank", 3);
        assertThat(result.err())
                .contains(" is the user, ")
                .contains(" the item, ")
                .contains(" the rating");
        Model limited = ModelFile.read(file);
        assertThat(limited.factors().rank()).isLessThanOrEqualTo(3);
        assertThat(limited.preferences().orElseThrow().rank()).isLessThanOrEqualTo(3);
    }

    @Test
    void oneWayToMeasureIsEnough() {
        for (List<Object> words : List.of(
                List.<Object>of("--test", train, "--split", "time"),
                List.<Object>of("--cross-validate", 1),
                List.<Object>of("--test-part", 0.3),
                List.<Object>of("--split", "time", "--test-part", 2))) {
            Object[] args = Stream.concat(Stream.of("train", train, "-o", output()), words.stream())
                    .toArray();
            assertThat(rung(args).status()).as("%s", words).isEqualTo(2);
        }
    }
}
