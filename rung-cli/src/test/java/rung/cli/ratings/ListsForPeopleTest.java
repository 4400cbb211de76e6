package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.cli.terminal.Words;
import rung.file.model.ModelFile;
import rung.lists.Scored;
import rung.ratings.By;
import rung.ratings.Model;

/** Lists as people read them: ties, titles, widths, users like one another. */
class ListsForPeopleTest extends RatingsCommands {
    /** Users of even numbers like items of even numbers, the others the others. */
    private Path enthusiasts() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (int user = 0; user < 60; user++) {
            for (int item = 0; item < 40; item++) {
                if ((user * 7 + item * 3) % 5 != 0) {
                    text.append("u" + user + ",i" + item + "," + (item % 2 == user % 2 ? 5 : 1) + "\n");
                }
            }
        }
        return Files.writeString(folder.resolve("enthusiasts.csv"), text);
    }

    /** Ratings that rise with user and item, and are cut at 5. */
    private Path generous() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (int user = 0; user < 60; user++) {
            for (int item = 0; item < 40; item++) {
                if ((user * 7 + item * 3) % 5 != 0) {
                    double rating = 1 + user % 10 / 2.0 + item % 10 / 2.0;
                    text.append("u" + user + ",i" + item + "," + Math.min(5, rating) + "\n");
                }
            }
        }
        return Files.writeString(folder.resolve("generous.csv"), text);
    }

    @Test
    void whatIsExpectedBeyondTheHighestRatingIsToldApart() throws Exception {
        Path trained = folder.resolve("generous.rung");
        rung("train", generous(), "-o", trained, "--rank", 1);
        Commands.Result list = rung("recommend", trained, "--all", "-n", 4, "--by", "rating");
        assertThat(list.status()).as(list.err()).isZero();
        Model known = ModelFile.read(trained);
        long beyond = 0;
        double last = Double.NaN;
        String lastUser = "";
        for (String line : list.out().lines().toList()) {
            String[] fields = line.split("\t");
            double shown = Double.parseDouble(fields[2]);
            double score = Double.parseDouble(fields[3]);
            beyond += score > 5 ? 1 : 0;
            assertThat(known.predict(fields[0], fields[1]).value()).isCloseTo(shown, within(1e-5));
            assertThat(shown).isBetween(1.0, 5.0).isCloseTo(Math.min(5, Math.max(1, score)), within(1e-5));
            if (fields[0].equals(lastUser)) {
                assertThat(score).as(line).isLessThanOrEqualTo(last);
            }
            last = score;
            lastUser = fields[0];
        }
        assertThat(beyond).as("else this shows nothing").isGreaterThan(50);
        Commands.Result ofOne = rung("recommend", trained, "--user", "u9", "-n", 3, "--by", "rating");
        assertThat(ofOne.out().lines())
                .as("position, item, score, and the expected rating, which is the highest")
                .hasSize(3)
                .allMatch(line -> line.matches(" +\\d  i\\d+ +5\\.\\d*[1-9]\\d*  +5\\.000( .*)?"));
        Map<?, ?> json = (Map<?, ?>)
                new JsonReader(rung("recommend", trained, "--user", "u9", "-n", 3, "--by", "rating", "--json")
                                .out())
                        .read();
        for (Object each : (List<?>) json.get("recommendations")) {
            Map<?, ?> row = (Map<?, ?>) each;
            assertThat((Double) row.get("score"))
                    .isCloseTo((Double) row.get("unclipped"), within(1e-5))
                    .isGreaterThan(5);
            assertThat(row.get("prediction")).isEqualTo(5.0);
        }
        Path csv = folder.resolve("lists.csv");
        rung("recommend", trained, "--all", "-o", csv);
        assertThat(Files.readAllLines(csv).get(0)).isEqualTo("user,item,prediction,score");
    }

    /* Users choose even items or odd ones, so that there are reasons. */
    @Test
    void reasonsWithCommasAreToldApart() throws Exception {
        StringBuilder pairs = new StringBuilder("user,item\n");
        StringBuilder titled = new StringBuilder("item,title\n");
        SplittableRandom random = new SplittableRandom(2);
        for (int user = 0; user < 100; user++) {
            for (int item = 0; item < 30; item++) {
                pairs.append(
                        random.nextDouble() < (user % 2 == item % 2 ? 0.5 : 0.03)
                                ? "u" + user + ",i" + item + "\n"
                                : "");
            }
        }
        for (int item = 0; item < 30; item++) {
            titled.append("i" + item + ",\"Film " + item + ", The\"\n");
        }
        Path groups = folder.resolve("groups.rung");
        rung("train", Files.writeString(folder.resolve("groups.csv"), pairs), "-o", groups);
        Path names = Files.writeString(folder.resolve("names.csv"), titled);
        assertThat(rung("recommend", groups, "--user", "u1", "-n", 3, "--titles", names)
                        .out())
                .containsPattern("because of Film \\d+, The; Film \\d+, The; Film \\d+, The\n");
        assertThat(rung("recommend", groups, "--user", "u1", "-n", 3).out())
                .containsPattern("because of i\\d+, i\\d+, i\\d+\n");
        Path same =
                Files.writeString(folder.resolve("same.csv"), titled.toString().replaceAll("Film \\d+, The", "Dune"));
        assertThat(rung("recommend", groups, "--user", "u1", "-n", 3, "--titles", same)
                        .out())
                .containsPattern("because of Dune\n")
                .doesNotContain("Dune, Dune");
    }

    @Test
    void aFileOfRatingsForTitlesIsDoubted() throws Exception {
        Path ratings = Files.writeString(
                folder.resolve("numbers.csv"),
                "m0,242,3\n" + "m1,302,3\nm2,377,1\nm3,51,2\nm4,346,1\nm5,474,4\nm6,265,2\nm7,465,5\n");
        Commands.Result doubted = rung("recommend", model, "--user", "u1", "--titles", ratings);
        assertThat(doubted.status()).isZero();
        assertThat(doubted.err()).contains("8 of the 8 titles are numbers, so this may be a file of ratings");
        assertThat(rung("recommend", model, "--user", "u1", "--titles", titles).err())
                .isEqualTo(noPreferences());
    }

    @Test
    void longTitlesFitTheWidth() {
        TitledRows rows = new TitledRows("item", List.of("rating"), "because of");
        rows.add("1", "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb", "a, b", 4.512);
        rows.add("1193", "Ran", "", 4.1);
        for (int columns : new int[] {40, 60, 80, 200}) {
            StringWriter out = new StringWriter();
            rows.print(new PrintWriter(out, true), columns, true);
            assertThat(out.toString().lines()).hasSize(3).allMatch(line -> line.length() <= columns);
            assertThat(out.toString()).startsWith("   #  item  title");
            assertThat(out.toString().split("because of", -1)).as("said once").hasSizeLessThanOrEqualTo(2);
            assertThat(out.toString()).contains("4.512").contains("1193").contains("4.100");
            assertThat(out.toString().contains("…")).isEqualTo(columns < 120);
        }
    }

    @Test
    void namesThatGoOverSeveralLinesAreShownOnOne() {
        TitledRows rows = new TitledRows("item", List.of("rating"), "because of");
        rows.add("Film\r\n2", "A\tB", "C\nD", 4.5);
        StringWriter text = new StringWriter();
        rows.print(new PrintWriter(text), Integer.MAX_VALUE, false);
        assertThat(text.toString()).isEqualTo("   1  Film 2  A B  4.500  because of C D" + System.lineSeparator());
    }

    @Test
    void longNamesLeaveTheNumbersInSight() {
        TitledRows rows = new TitledRows("item", List.of("score", "rating"), "because of");
        rows.add("The Very Long Title of a Film That Nobody Could Remember ".repeat(3), "", "a", 0.5, 4.512);
        rows.add("東京物語", "", "", 0.25, 4.1);
        for (int columns : new int[] {60, 80}) {
            StringWriter out = new StringWriter();
            rows.print(new PrintWriter(out, true), columns, true);
            List<String> lines = out.toString().lines().toList();
            assertThat(lines).allMatch(line -> Words.width(line) <= columns);
            assertThat(lines.get(1)).contains("…").contains("0.500").contains("4.512");
            assertThat(Words.width(lines.get(2).substring(0, lines.get(2).indexOf("0.250"))))
                    .as("numbers stand below each other")
                    .isEqualTo(
                            Words.width(lines.get(1).substring(0, lines.get(1).indexOf("0.500"))));
        }
        assertThat(Words.shortened("東京物語", 5)).isEqualTo("東京…");
        assertThat(Words.width("e\u0301")).isEqualTo(1);
    }

    @Test
    void candidatesAreAllThatIsListed() throws Exception {
        Path some = Files.writeString(folder.resolve("some.csv"), "item,title\nm3,a\n\"m5\",b\nm7,c\nm999,d\n");
        Commands.Result list =
                rung("recommend", model, "--all", "-n", 5, "--candidates", some, "--with-seen", "--by", "rating");
        assertThat(list.out().lines().map(line -> line.split("\t")[1]).distinct())
                .containsExactlyInAnyOrder("m3", "m5", "m7");
        assertThat(list.err()).contains("some.csv: 1 item that the model does not know is left out: 'm999'\n");
        Path none = Files.writeString(folder.resolve("none.csv"), "\n");
        assertThat(rung("recommend", model, "--user", "u1", "--candidates", none)
                        .err())
                .endsWith("rung: " + none + ": is empty\n");
        assertThat(rung("recommend", model, "--user", "u1", "--candidates", folder)
                        .err())
                .contains("is a folder, not a file");
    }

    @Test
    void zeroHasNoSign() {
        TitledRows rows = new TitledRows("item", List.of("score", "prediction"), "");
        rows.add("a", "", "", -0.0004, -0.3);
        StringWriter out = new StringWriter();
        rows.print(new PrintWriter(out, true), Integer.MAX_VALUE, false);
        assertThat(out.toString().strip()).isEqualTo("1  a  0.000  -0.300");
    }

    @Test
    void anEmptyListIsNoLineAndIsSaid() throws Exception {
        Path trained = folder.resolve("few.rung");
        rung("train", enthusiasts(), "-o", trained, "--rank", 1);
        Path one = Files.writeString(folder.resolve("one.txt"), "i1\n"); // which u0 has rated
        Commands.Result list = rung("recommend", trained, "--user", "u0", "--candidates", one);
        assertThat(list.status()).isZero();
        assertThat(list.out()).isEmpty();
        assertThat(list.err())
                .contains("no item is left to list: each was chosen by the user, is excluded, or is no candidate\n");
        Path users = Files.writeString(folder.resolve("users.txt"), "u0\n");
        Commands.Result several = rung("recommend", trained, "--users", users, "--candidates", one);
        assertThat(several.status()).isZero();
        assertThat(several.out()).isEmpty();
        assertThat(several.err())
                .contains("no item is left to list for 1 of 1 user: each was chosen by the user, is excluded, or is no"
                        + " candidate\n");
        assertThat(rung("recommend", trained, "--user", "u0", "--min-ratings", 4000)
                        .err())
                .containsPattern(
                        "no item is left to list: --min-ratings is 4000, and no item has more than \\d+ users\n");
    }

    @Test
    void usersAreLikeThoseWhoChooseAlike() throws Exception {
        StringBuilder text = new StringBuilder("user,item\n");
        for (int user = 0; user < 80; user++) {
            for (int item = user % 2; item < 60; item += 2) {
                if ((user * 7 + item * 11) % 3 != 0) {
                    text.append("u" + user + ",i" + item + "\n");
                }
            }
        }
        Path trained = folder.resolve("chosen.rung");
        rung("train", Files.writeString(folder.resolve("chosen.csv"), text), "-o", trained);
        String out = rung("similar", trained, "--user", "u4", "-n", 20).out();
        assertThat(out.lines().map(line -> line.strip().split(" +")[1].substring(1)))
                .hasSize(20)
                .allMatch(number -> Integer.parseInt(number) % 2 == 0);
    }

    @Test
    void usersAreLikeThoseWhoRateAlike() throws Exception {
        Path trained = folder.resolve("two.rung");
        rung("train", enthusiasts(), "-o", trained, "--rank", 2);
        String out = rung("similar", trained, "--user", "u4", "-n", 20, "--by", "rating")
                .out();
        assertThat(out.lines().map(line -> line.strip().split(" +")[1].substring(1)))
                .as("users of even numbers like even items")
                .allMatch(number -> Integer.parseInt(number) % 2 == 0)
                .doesNotContain("4");
        Model known = ModelFile.read(trained);
        int four = known.users().find("u4").orElseThrow();
        Scored first = known.similarUsers(four, 1, By.RATING).get(0);
        assertThat(known.similarUsers(first.item(), 59, By.RATING))
                .as("a cosine is the same from both sides")
                .anyMatch(each -> each.item() == four && each.score() == first.score());
        assertThat(rung("similar", trained, "-n", 3).err()).contains("there must be --item or --user, got neither");
    }
}
