package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.RatingsCommands;

/** Which column is what, as the commands are told or see for themselves. */
class ColumnOptionsTest extends RatingsCommands {
    /** The file with its columns in another order, and a header. */
    private Path shuffled(Path file) throws Exception {
        StringBuilder text = new StringBuilder("points,moment,thing,who\n");
        for (String[] line : lines(file)) {
            text.append(String.join(",", line[2], String.valueOf(978_300_000 + line[3].length()), line[1], line[0]))
                    .append('\n');
        }
        return Files.writeString(folder.resolve("shuffled.csv"), text);
    }

    private static final List<String> NAMES =
            List.of("--user-col", "who", "--item-col", "thing", "--rating-col", "points", "--time-col", "moment");

    private static Object[] with(List<String> options, Object... command) {
        Object[] all = new Object[command.length + options.size()];
        System.arraycopy(command, 0, all, 0, command.length);
        System.arraycopy(options.toArray(), 0, all, command.length, options.size());
        return all;
    }

    @Test
    void columnsAreNamedOrNumbered() throws Exception {
        Path file = shuffled(test);
        String expected = rung("evaluate", model, test).out();
        assertThat(rung(with(NAMES, "evaluate", model, file)).out()).isEqualTo(expected);
        assertThat(rung("evaluate", model, file, "--user-col", 4, "--item-col", 3, "--rating-col", 1)
                        .out())
                .isEqualTo(expected);
        Path one = folder.resolve("one.rung");
        Commands.Result result = rung(with(NAMES, "train", shuffled(train), "-o", one, "--max-rank", 4));
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .startsWith("rung: " + folder.resolve("shuffled.csv")
                        + ": column 4 ('who') is the user, column 3 ('thing') the item, column 1")
                .contains("/shuffled.csv: 90 users, 60 items, ")
                .contains(" ratings from 1.");
        assertThat(rung("evaluate", one, test).out()).isEqualTo(expected);
        Path mine = Files.writeString(folder.resolve("mine.csv"), "stars,film\n5,m1\n1,m2\n");
        Path plain = Files.writeString(folder.resolve("plain.csv"), "m1,5\nm2,1\n");
        assertThat(rung("fold-in", model, mine, "--item-col", "film").out())
                .isEqualTo(rung("fold-in", model, plain).out())
                .isNotEmpty();
    }

    @Test
    void whatPeopleChoseIsReadAndSaid() throws Exception {
        Path times = Files.writeString(
                folder.resolve("times.csv"),
                "1,7,978300760\n1,8,978302109\n2,7,978302109\n2,9,978302110\n1,7,978302111\n");
        Path out = folder.resolve("m.rung");
        assertThat(rung("train", times, "-o", out, "--rank", 1).err())
                .startsWith("rung: " + times
                        + ": no header; column 3 looks like a time, so there are no ratings: every line"
                        + " counts as one choice\nrung: " + times
                        + ": if that is wrong, --user-col, --item-col, --rating-col, --weight and --time-col say"
                        + " which column is what\n" + times
                        + ": 2 users, 3 items, 4 choices with weights from 1 to 2 (");
        assertThat(rung("train", times, "-o", out, "--rank", 1, "--duplicates", "last")
                        .err())
                .contains("times.csv: 2 users, 3 items, 4 choices (");
        Path moments =
                Files.writeString(folder.resolve("moments.csv"), "u1,m7,978300760\nu1,m8,978302109\nu2,m7,978302109\n");
        assertThat(rung("evaluate", model, moments).err())
                .contains("moments.csv: has no ratings that predictions could be compared with\n");
        Path liked = Files.writeString(folder.resolve("liked.csv"), "m1\nm2\n");
        Commands.Result result = rung("fold-in", model, liked, "-n", 3);
        assertThat(result.err()).isEqualTo(noPreferences());
        assertThat(result.out().lines()).hasSize(3);
    }

    @Test
    void equalRatingsCanBeComparedWith() throws Exception {
        Path equal = Files.writeString(folder.resolve("equal.csv"), "u1,m1,4\nu2,m2,4\n");
        assertThat(rung("evaluate", model, equal).out()).startsWith("RMSE ").contains("2 ratings");
    }

    @Test
    void aTypoIsASentence() throws Exception {
        Path plays = Files.writeString(folder.resolve("plays.csv"), "user,item,plays\na,x,3\nb,y,4\n");
        Path out = folder.resolve("out");
        Object[][] commands = {
            {"train", plays, "-o", out},
            {"evaluate", model, plays},
            {"fold-in", model, plays},
            {"compare", plays, "-o", out}
        };
        for (Object[] command : commands) {
            Commands.Result result = rung(with(List.of("--user-col", "usr"), command));
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err())
                    .isEqualTo("rung: " + plays
                            + ": there is no column 'usr'; there are: user, item, plays; did you mean" + " 'user'?\n");
            Commands.Result both = rung(with(List.of("--rating-col", "3", "--weight", "3"), command));
            assertThat(both.status()).isEqualTo(2);
            assertThat(both.err()).contains("--rating-col and --weight do not go together");
        }
        assertThat(out).doesNotExist();
    }
}
