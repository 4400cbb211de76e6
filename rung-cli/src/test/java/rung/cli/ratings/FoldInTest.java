package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;
import rung.ratings.Model;

/** {@code rung fold-in}. */
class FoldInTest extends RatingsCommands {
    @Test
    void foldingInATrainingUserGivesThatUsersPredictions() throws Exception {
        StringBuilder two = new StringBuilder("item,rating\n");
        StringBuilder four = new StringBuilder();
        for (String[] line : lines(train)) {
            if (line[0].equals("u8")) {
                two.append(line[1]).append(',').append(line[2]).append('\n');
                four.append("new\t")
                        .append(line[1])
                        .append('\t')
                        .append(line[2])
                        .append("\t77\n");
            }
        }
        Path mine = Files.writeString(folder.resolve("mine.csv"), two);
        Commands.Result folded = rung("fold-in", model, mine, "-n", 1000, "--json");
        assertThat(folded.err()).isEqualTo(noPreferences());
        Map<?, ?> user = (Map<?, ?>) ((List<?>) ((Map<?, ?>) new JsonReader(folded.out()).read()).get("users")).get(0);
        List<?> list = (List<?>) user.get("recommendations");
        Set<String> seen = seen("u8");
        Model m = ModelFile.read(model);
        assertThat(list).hasSize(m.items().size() - seen.size());
        assertThat(user.get("ratings")).isEqualTo((double) seen.size());
        for (Object row : list) {
            String item = (String) ((Map<?, ?>) row).get("item");
            assertThat(seen).doesNotContain(item);
            assertThat((Double) ((Map<?, ?>) row).get("prediction"))
                    .isCloseTo(m.predict("u8", item).value(), within(1e-3));
        }
        Path long4 = Files.writeString(folder.resolve("four.tsv"), four);
        assertThat(rung("fold-in", model, long4, "-n", 5).out())
                .isEqualTo(rung("fold-in", model, mine, "-n", 5).out());
    }

    @Test
    void foldInOfSeveralUsersAndUnknownItems() throws Exception {
        Path some = Files.writeString(folder.resolve("some.csv"), "a,m1,5\na,strange,4\nb,m2,1\nb,m3,2\n");
        Commands.Result result = rung("fold-in", model, some, "-n", 2);
        assertThat(result.status()).isZero();
        assertThat(result.err()).contains("some.csv: 1 item skipped that the model does not know: 'strange'");
        assertThat(result.out()).startsWith("user 'a', from 1 rating:\n").contains("user 'b', from 2 ratings:\n");
        assertThat(result.out().lines()).hasSize(6);
        Path none = Files.writeString(folder.resolve("none.csv"), "x,5\ny,4\n");
        Commands.Result refused = rung("fold-in", model, none);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("none.csv: the model knows none of the items there, such as 'x'");
        Path bad = Files.writeString(folder.resolve("bad.csv"), "m1,5\nm2,good\n");
        assertThat(rung("fold-in", model, bad).err())
                .isEqualTo(
                        "rung: " + bad
                                + ":2: the rating in column 2 must be a number, got 'good'; write words as numbers, such as 1 for good and 0 for bad\n");
        for (String first : List.of("m1,five\n", "m1,five\nm4,2\n")) {
            Path begins = Files.writeString(folder.resolve("begins.csv"), first);
            assertThat(rung("fold-in", model, begins).err())
                    .as("an item is no header")
                    .isEqualTo(
                            "rung: " + begins
                                    + ":1: the rating in column 2 must be a number, got 'five'; write words as numbers, such as 1 for good and 0 for bad\n");
        }
    }

    @Test
    void itemsMayBeCalledByTheirTitles() throws Exception {
        Path names = Files.writeString(
                folder.resolve("titles.csv"),
                "item,title\nm1,Alien\nm2,\"Matrix, The (1999)\"\nm3,Twice\nm4,twice\nx,Unseen\n");
        String byName = foldedIn("m1,5\nm2,2\n", names).out();
        for (String text : List.of(
                "item,rating\nAlien,5\n\"Matrix, The (1999)\",2\n",
                "alien,5\n\"Matrix, The (1999)\",2\n",
                "title;rating\nAlien;5\nMatrix, The (1999);2\n",
                "new user,m1,5\nnew user,\"Matrix, The (1999)\",2\n")) {
            assertThat(foldedIn(text, names).out()).as(text).isEqualTo(byName).isNotEmpty();
        }
        Commands.Result both = foldedIn("m1,3\nAlien,5\nm2,2\n", names);
        assertThat(both.out()).isEqualTo(byName);
        assertThat(both.err()).contains("1 rating repeats another of the same user and item: the latest counts");
        assertThat(foldedIn("Twice,5\nm1,3\n", names).err()).contains("2 items have the title 'Twice'");
        assertThat(foldedIn("Unseen,5\nm1,3\n", names).err())
                .contains("1 item skipped that the model does not know: 'Unseen'");
        Path plays = folder.resolve("plays.rung");
        StringBuilder chosen = new StringBuilder("user,item\n");
        for (int k = 0; k < 90; k++) {
            chosen.append("u" + k % 10 + ",m" + (k * k + k / 10) % 13 + "\n");
        }
        rung("train", Files.writeString(folder.resolve("plays.csv"), chosen), "-o", plays, "-q");
        String list = rung("fold-in", plays, Files.writeString(folder.resolve("l"), "m1\nm2\n"), "--titles", names)
                .out();
        assertThat(rung(
                                "fold-in",
                                plays,
                                Files.writeString(folder.resolve("l"), "Alien\nMatrix, The (1999)\n"),
                                "--titles",
                                names)
                        .out())
                .isEqualTo(list)
                .isNotEmpty();
    }

    private Commands.Result foldedIn(String text, Path names) throws Exception {
        return rung("fold-in", model, Files.writeString(folder.resolve("mine.csv"), text), "--titles", names);
    }

    @Test
    void ofRatingsThatAreGivenTwiceTheLastCounts() throws Exception {
        Path twice = Files.writeString(folder.resolve("twice.csv"), "m1,5\nm2,3\nm1,1\n");
        Commands.Result result = rung("fold-in", model, twice, "--json");
        assertThat(result.err())
                .contains(twice + ": 1 rating repeats another of the same user and item: the latest counts\n");
        assertThat(((Map<?, ?>) new JsonReader(result.out()).read()).get("duplicates"))
                .isEqualTo(1.0);
        Path last = Files.writeString(folder.resolve("last.csv"), "m2,3\nm1,1\n");
        assertThat(rung("fold-in", model, last).out())
                .isEqualTo(rung("fold-in", model, twice).out());
    }

    @Test
    void oneItemInEachLineWithSpacesInIt() throws Exception {
        StringBuilder plays = new StringBuilder("user,item\n");
        for (int u = 0; u < 40; u++) {
            for (int i = u % 3; i < 15; i += 1 + u % 4) {
                plays.append("u" + u + ",song " + i + "\n");
            }
        }
        Path songs = folder.resolve("songs.rung");
        rung("train", Files.writeString(folder.resolve("plays.csv"), plays), "-o", songs, "-q");
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "me,song 3\nme,song 12\nyou,song 4\n");
        Commands.Result expected = rung("fold-in", songs, pairs, "-n", 3);
        assertThat(expected.out()).startsWith("user 'me', from 2 choices:\n").contains("user 'you', from 1 choice:\n");
        String mine = expected.out().lines().skip(1).limit(3).reduce("", (all, line) -> all + line + "\n");
        for (String text : List.of(
                "song 3\nsong 12\n",
                "item\nsong 3\nsong 12\n",
                "item\nsong 12\nsong 3\nsong 99\n",
                "\"song 3\"\n\"song 12\"\n",
                "{\"item\":\"song 3\"}\n{\"item\":\"song 12\"}\n")) {
            Commands.Result result =
                    rung("fold-in", songs, Files.writeString(folder.resolve("mine.txt"), text), "-n", 3);
            assertThat(result.out()).as(text).isEqualTo(mine);
        }
        Path empty = Files.writeString(folder.resolve("empty.tsv"), "song 3\t\nsong 12\t5\n");
        Commands.Result refused = rung("fold-in", songs, empty);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("empty.tsv:1: the rating in column 2 is empty");
        Path strange = Files.writeString(folder.resolve("strange.txt"), "tune 3\ntune 4\n");
        assertThat(rung("fold-in", songs, strange).err())
                .contains("the model knows none of the items there, such as 'tune'");
    }

    @Test
    void foldingInATrainingItemGivesItsPredictions() throws Exception {
        StringBuilder text = new StringBuilder();
        Set<String> raters = new HashSet<>();
        for (String[] line : lines(train)) {
            if (line[1].equals("m9")) {
                text.append(line[0]).append(",new,").append(line[2]).append('\n');
                raters.add(line[0]);
            }
        }
        Path file = Files.writeString(folder.resolve("items.csv"), text);
        Commands.Result result = rung("fold-in", model, file, "--items", "-n", 1000, "--json");
        Map<?, ?> item = (Map<?, ?>) ((List<?>) ((Map<?, ?>) new JsonReader(result.out()).read()).get("items")).get(0);
        Model m = ModelFile.read(model);
        List<?> users = (List<?>) item.get("users");
        assertThat(users).hasSize(USERS - raters.size());
        for (Object row : users) {
            String user = (String) ((Map<?, ?>) row).get("user");
            assertThat(raters).doesNotContain(user);
            assertThat((Double) ((Map<?, ?>) row).get("prediction"))
                    .as("users were settled after items, so that this is not the same to the digit")
                    .isCloseTo(m.predict(user, "m9").value(), within(0.03));
        }
        double mean = 0;
        for (int user = 0; user < USERS; user++) {
            mean += m.predict(user, m.items().find("m9").orElseThrow()).value() / USERS;
        }
        assertThat((Double) item.get("mean")).isCloseTo(mean, within(0.01));
        assertThat(rung("fold-in", model, file, "--items", "-n", 3).out())
                .startsWith("item 'new', from " + raters.size() + " ratings: predicted mean ");
    }

    @Test
    void oneNewItemNeedsNoName() throws Exception {
        Path named = Files.writeString(folder.resolve("named.csv"), "u1,new item,4\nu2,new item,2\nu3,new item,4\n");
        Path lines = Files.writeString(folder.resolve("lines.csv"), "u1,4\nu2,2\nu3,4\n");
        Commands.Result result = rung("fold-in", model, lines, "--items");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith("item 'new item', from 3 ratings: predicted mean ")
                .isEqualTo(rung("fold-in", model, named, "--items").out());
    }

    @Test
    void whomTheModelKnowsAlreadyIsCountedInOneLine() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int user = 0; user < 57; user++) {
            text.append("u").append(user).append(",m1,4\n");
        }
        Path known = Files.writeString(folder.resolve("known.csv"), text);
        assertThat(rung("fold-in", model, known).err().lines().filter(line -> line.contains("already")))
                .containsExactly(
                        "rung: " + known
                                + ": the model knows 57 users already ('u0', 'u1', 'u2', …); only the ratings given here count");
        Path one = Files.writeString(folder.resolve("one.csv"), "u5,m1,4\nu5,m2,3\n");
        assertThat(rung("fold-in", model, one).err())
                .contains("the model knows user 'u5' already; only the ratings given here count\n");
    }

    @Test
    void foldInSaysWhatMayNotBeMeant() throws Exception {
        Model m = ModelFile.read(model);
        String user = m.users().name(0);
        String item = m.items().name(0);
        Path odd = Files.writeString(folder.resolve("odd.tsv"), user + "\t" + item + "\t500\n");
        Commands.Result beyond = rung("fold-in", model, odd);
        assertThat(beyond.err())
                .contains("1 rating outside ")
                .contains(", the scale of the model, counts as the nearer end of it")
                .contains("knows user '" + user + "' already");
        Path end = Files.writeString(folder.resolve("end.tsv"), user + "\t" + item + "\t" + m.high() + "\n");
        assertThat(beyond.out()).isEqualTo(rung("fold-in", model, end).out()).isNotEmpty();
        Path fine = Files.writeString(folder.resolve("fine.tsv"), "somebody\t" + item + "\t" + m.low() + "\n");
        assertThat(rung("fold-in", model, fine).err()).isEqualTo(noPreferences());
    }
}
