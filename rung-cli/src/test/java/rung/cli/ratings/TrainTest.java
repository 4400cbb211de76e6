package rung.cli.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.cli.Commands;
import rung.cli.JsonReader;
import rung.cli.RatingsCommands;
import rung.file.model.ModelFile;
import rung.preferences.PreferenceModel;
import rung.ratings.Model;

/** {@code rung train}. */
class TrainTest extends RatingsCommands {
    /* Half of the users choose even items and half odd ones; how often is drawn at random, or says which items are their own. */
    @Test
    void countsThatHaveNoEffectAreSaidTo() throws Exception {
        for (boolean isTelling : new boolean[] {false, true}) {
            SplittableRandom random = new SplittableRandom(5);
            StringBuilder text = new StringBuilder("user,item,plays\n");
            for (int user = 0; user < 120; user++) {
                for (int item = 0; item < 40; item++) {
                    boolean isOwn = user % 2 == item % 2;
                    if (random.nextDouble() < (isOwn ? 0.5 : isTelling ? 0.25 : 0.15)) {
                        int plays = isTelling ? (isOwn ? 60 : 1) : 1 + random.nextInt(60);
                        text.append("u" + user + ",i" + item + "," + plays + "\n");
                    }
                }
            }
            Path file = Files.writeString(folder.resolve("plays.csv"), text);
            Commands.Result result = rung("train", file, "-o", folder.resolve("plays.rung"));
            PreferenceModel part =
                    ModelFile.read(folder.resolve("plays.rung")).preferences().orElseThrow();
            assertThat(result.out().contains("counts: not used"))
                    .as(result.out())
                    .isEqualTo(part.typical() == 0);
            assertThat(part.typical() == 0).as(result.out()).isEqualTo(!isTelling);
            assertThat(result.out())
                    .containsPattern("held-out nDCG@20 0\\.\\d{4} \\(0\\.\\d{4} by popularity\\)")
                    .containsPattern("lists: rank [1-9]");
        }
        Path once = Files.writeString(
                folder.resolve("once.csv"),
                Files.readString(folder.resolve("plays.csv")).replaceAll(",\\d+\n", ",1\n"));
        assertThat(rung("train", once, "-o", folder.resolve("once.rung")).out()).doesNotContain("counts:");
    }

    @Test
    void trainSumsUp() throws Exception {
        assertThat(trained.status()).as(trained.err()).isZero();
        int count = Files.readAllLines(train).size();
        assertThat(count).isBetween(2900, 3400);
        assertThat(trained.out())
                .startsWith("90 users, 60 items, " + count + " ratings\n")
                .containsPattern(
                        "ratings: rank [1-4], held-out RMSE 0\\.\\d{4}, predictions from 1(\\.\\d+)? to \\d(\\.\\d+)?\n")
                .containsPattern(
                        "lists: rank 0, held-out nDCG@20 0\\.\\d{4}, that of the most popular items; no better list was found\n")
                .contains(model + "   (");
        assertThat(trained.err().lines().filter(line -> line.matches(".*\\([0-9.]+ s\\)")))
                .as("a line for each stage; others come with time only")
                .hasSizeBetween(5, 7)
                .anyMatch(line -> line.startsWith(train + ": 90 users, 60 items, " + count + " ratings from "))
                .anyMatch(line -> line.matches("choosing the rank: 1 to \\d tried, least error 0\\.\\d+ at rank .*"))
                .anyMatch(line -> line.matches("training: rank \\d, \\d+ steps .*"));
        Commands.Result json = rung("train", train, "-o", folder.resolve("m.rung"), "--rank", 3, "--min", 0, "--json");
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(json.out()).read();
        assertThat(facts.get("users")).isEqualTo(90.0);
        assertThat(facts.get("items")).isEqualTo(60.0);
        assertThat(facts.get("ratings")).isEqualTo((double) count);
        assertThat(facts.get("duplicates")).isEqualTo(0.0);
        assertThat(facts.get("rank")).isEqualTo(3.0);
        assertThat(facts.get("heldOutRmse")).isNull();
        assertThat(facts.get("min")).isEqualTo(0.0);
        assertThat(facts.get("max")).isEqualTo(highest());
        assertThat(facts.get("stopped")).isEqualTo(false);
        assertThat(facts.get("output")).isEqualTo(folder.resolve("m.rung").toString());
    }

    @Test
    void quietIsQuietAndThreadsDoNotShow() throws Exception {
        Path one = folder.resolve("one.rung");
        Path two = folder.resolve("two.rung");
        Commands.Result first = rung("train", train, "-o", one, "--max-rank", 4, "--threads", 1, "-q");
        Commands.Result second = rung("train", train, "-o", two, "--max-rank", 4, "--threads", 2, "--quiet");
        assertThat(first.out() + first.err() + second.out() + second.err()).isEmpty();
        Model a = ModelFile.read(one);
        Model b = ModelFile.read(two);
        assertThat(a.factors().rows().factors()).isEqualTo(b.factors().rows().factors());
        assertThat(a.factors().columns().factors())
                .isEqualTo(b.factors().columns().factors());
        Path p = folder.resolve("p.tsv");
        Path q = folder.resolve("q.tsv");
        assertThat(rung("predict", one, test, "-o", p).status()).isZero();
        assertThat(rung("predict", two, test, "-o", q).status()).isZero();
        assertThat(p).hasSameBinaryContentAs(q);
    }

    @Test
    void duplicatesAreMergedOrRefused() throws Exception {
        Path twice = Files.writeString(folder.resolve("twice.csv"), "a,x,1\na,y,2\nb,x,3\nb,y,5\na,x,4\n");
        Path out = folder.resolve("d.rung");
        assertThat(rung("train", twice, "-o", out, "--rank", 1).out()).contains("4 ratings (1 duplicate merged");
        Commands.Result refused = rung("train", twice, "-o", folder.resolve("no.rung"), "--duplicates", "error");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "rung: " + folder.resolve("twice.csv") + ":5: user 'a' has rated item 'x' in line 1 already\n");
        assertThat(folder.resolve("no.rung")).doesNotExist();
        assertThat(rung("train", twice, "-o", out, "--duplicates", "first").err())
                .contains("must be one of last, mean, sum, error, got 'first'");
    }

    @Test
    void aSingleRatingIsRefusedAndFewAreSaidToBeFew() throws Exception {
        Path out = folder.resolve("f.rung");
        Path one = Files.writeString(folder.resolve("one.csv"), "user,item,rating\nann,film,4\n");
        Commands.Result refused = rung("train", one, "-o", out);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("one.csv: holds only one rating, which says nothing about other users");
        Path choice = Files.writeString(folder.resolve("choice.csv"), "user,item\nann,film\nann,film\n");
        assertThat(rung("train", choice, "-o", out).err()).contains("choice.csv: holds only one choice, which says");
        assertThat(out).doesNotExist();

        Path few = Files.writeString(folder.resolve("few.csv"), "user,item,rating\nann,film,4\nbob,film,3\n");
        Commands.Result result = rung("train", few, "-o", out);
        assertThat(result.status()).isZero();
        assertThat(result.err())
                .contains("few.csv: 2 ratings are too few to hold some out: nothing was chosen by them, and no error");
        assertThat(rung("train", few, "-o", out, "--rank", 1).err()).doesNotContain("too few");
        Commands.Result folds = rung("train", few, "-o", out, "--cross-validate", 2);
        assertThat(folds.out()).contains("2-fold cross-validation: RMSE ");
        assertThat(folds.err()).contains("nothing was chosen by them\n").doesNotContain("no error is known");
    }

    @Test
    void severalFilesAreReadAsOne() throws Exception {
        List<String> lines = Files.readAllLines(train);
        int half = lines.size() / 2;
        Path first = Files.write(folder.resolve("first.tsv"), lines.subList(0, half));
        StringBuilder log = new StringBuilder("user,item,rating,timestamp\n");
        for (String line : lines.subList(half, lines.size())) {
            log.append(line.replace('\t', ',')).append('\n');
        }
        Path second = Files.writeString(folder.resolve("log.csv"), log);
        Path of = folder.resolve("joint.rung");
        Path page = folder.resolve("page.html");
        Commands.Result result = rung("train", first, second, "-o", of, "--max-rank", 4, "--report", page);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .contains(first + ": column 1 is the user")
                .contains(second + ": ")
                .contains(first + " and " + second + ": " + USERS + " users, ");
        assertThat(Files.readString(page)).contains("first.tsv and log.csv");
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "u1,m2\nu7,m30\nu80,m59\n");
        assertThat(rung("predict", of, pairs).out())
                .isEqualTo(rung("predict", model, pairs).out());

        assertThat(rung("train", first, first, "-o", of).err()).contains("first.tsv: is named twice");
        assertThat(rung("train", first, second, "-o", second).err()).contains("must be another file than the input");
        assertThat(rung("train", "-", "-", "-o", of).status()).isEqualTo(2);
        assertThat(rung("train", "-o", of).err()).contains("RATINGS");
    }

    @Test
    void tooLittleToHoldOutIsTheOptionsFault() {
        Commands.Result result =
                rung("train", train, "-o", folder.resolve("m.rung"), "--held-out", "0.0001", "--max-rank", 2);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err())
                .contains(": --held-out 0.0001 of ")
                .contains(" ratings is too little to choose by: nothing was chosen by them, and no error is known\n")
                .doesNotContain("too few");
    }

    /* One item, or the same items for all: there is no rank by which users would differ. */
    @Test
    void listsThatDoNotDifferAreSaidAtARankAboveZero() throws Exception {
        Path out = folder.resolve("alike.rung");
        Path rated = Files.writeString(folder.resolve("rated.csv"), "user,item,rating\nann,film,4\nbob,film,3\n");
        assertThat(rung("train", rated, "-o", out).out())
                .contains(
                        "lists: rank 1, held-out nDCG@20 not measured; the model's preferences hardly tell users apart,"
                                + " so lists differ between users by the expected rating alone\n");
        Path single = Files.writeString(folder.resolve("one.csv"), "user,item,rating\nann,film,4\nann,book,3\n");
        assertThat(rung("train", single, "-o", out).out()).doesNotContain("tell users apart");
        Path chosen = Files.writeString(folder.resolve("same.csv"), "user,item\nann,film\nbob,film\n");
        assertThat(rung("train", chosen, "-o", out).out())
                .contains(
                        "lists: rank 1, held-out nDCG@20 not measured; the model's preferences hardly tell users apart,"
                                + " so lists are nearly the same for all\n");
    }

    @Test
    void linesThatRepeatEachOtherAreNoCounts() throws Exception {
        StringBuilder likes = new StringBuilder();
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < 1500; k++) {
            int user = random.nextInt(100);
            int item = random.nextInt(40);
            int liked = random.nextInt(10) < 7 ? item / 4 * 4 + user % 4 : item;
            likes.append("u").append(user).append(",i").append(liked).append('\n');
        }
        Path file = Files.writeString(folder.resolve("likes.csv"), likes);
        Path out = folder.resolve("likes.rung");
        String said = rung("train", file, "-o", out, "--max-rank", 3).out();
        PreferenceModel part = ModelFile.read(out).preferences().orElseThrow();
        assertThat(part.typical() == 0 || part.rank() == 0)
                .as("the test is of use")
                .isTrue();
        assertThat(said).contains("merged into others").doesNotContain("counts:");
        Path counted = Files.writeString(
                folder.resolve("counted.csv"),
                "user,item,plays\n" + likes.toString().replace("\n", ",1\n") + "u1,i1,2\n");
        String ofCounts = rung("train", counted, "-o", out, "--max-rank", 3).out();
        assertThat(ofCounts.contains("counts:"))
                .isEqualTo(ModelFile.read(out).preferences().orElseThrow().typical() == 0);
    }

    @Test
    void aModelThatIsNoBetterThanTheMeanIsDoubtedEvenIfQuiet() throws Exception {
        StringBuilder noise = new StringBuilder("user,item,rating\n");
        SplittableRandom random = new SplittableRandom(5);
        for (int k = 0; k < 2500; k++) {
            int slip = k % 500 == 7 ? 500 : 1 + random.nextInt(5);
            noise.append("u")
                    .append(k % 50)
                    .append(",i")
                    .append(k / 50)
                    .append(',')
                    .append(slip)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("noise.csv"), noise);
        Path out = folder.resolve("noise.rung");
        Path page = folder.resolve("noise.html");
        Commands.Result trained =
                rung("train", file, "-o", out, "--only", "ratings", "--max-rank", 3, "--json", "-q", "--report", page);
        Map<?, ?> facts = (Map<?, ?>) new JsonReader(trained.out()).read();
        double ours = (Double) facts.get("heldOutRmse");
        double mean = (Double) facts.get("heldOutRmseOfMean");
        assertThat(trained.err().contains("warning: the model predicts ratings no better than the mean"))
                .isEqualTo(ours >= mean);
        assertThat(Files.readString(page).contains("no better than the mean")).isEqualTo(ours >= mean);
        assertThat(ours).as("the test is of use").isGreaterThan(mean);
    }

    @Test
    void titlesAreRefusedAndRepetitionsDoubted() throws Exception {
        StringBuilder titled = new StringBuilder("movieId,title,genres\n");
        StringBuilder repeated = new StringBuilder();
        for (int k = 0; k < 40; k++) {
            titled.append(k + ",Film " + k + ",drama\n");
            repeated.append("u" + k % 4 + ",i" + k % 3 + "," + (1 + k % 5) + "\n");
        }
        Path out = folder.resolve("t.rung");
        Commands.Result refused = rung("train", Files.writeString(folder.resolve("titles.csv"), titled), "-o", out);
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("every user and every item is there only once, as in a file of titles");
        assertThat(out).doesNotExist();
        Path many = Files.writeString(folder.resolve("many.csv"), repeated);
        Commands.Result doubted = rung("train", many, "-o", out, "--rank", 1, "--only", "ratings");
        assertThat(doubted.status()).as(doubted.err()).isZero();
        assertThat(doubted.err())
                .contains("28 of 40 lines repeat the user and the item of another, and there are only 3 items, so");
        Path turned = Files.writeString(
                folder.resolve("turned.csv"), repeated.toString().replaceAll("(u\\d),(i\\d)", "$2,$1"));
        assertThat(rung("train", turned, "-o", out, "--rank", 1, "--only", "ratings")
                        .err())
                .contains("28 of 40 lines repeat the user and the item of another, and there are only 3 users, so");
    }

    @Test
    void whatIsAskedForAsJsonIsPrintedQuietlyToo() throws Exception {
        Path page = folder.resolve("page.html");
        Path out = folder.resolve("q.rung");
        Path few = Files.writeString(folder.resolve("few.csv"), "a,x,1\na,y,2\nb,x,3\nb,y,5\n");
        Commands.Result quiet = rung("train", few, "-o", out, "--rank", 1, "-q", "--json");
        assertThat(quiet.err()).isEmpty();
        assertThat(quiet.out()).startsWith("{").contains("\"rank\"");
        assertThat(rung("train", few, "-o", out, "--rank", 1, "-q").out()).isEmpty();
        assertThat(rung("train", few, "-o", out, "--rank", 1, "--report", page).out())
                .contains("report: " + page + System.lineSeparator());
    }

    @Test
    void whatHadToBeAssumedIsSaid() throws Exception {
        Path mixed =
                Files.writeString(folder.resolve("mixed.csv"), "rating,thing,user\n5,a,u1\n4,b,u1\n3,a,u2\n1,b,u2\n");
        Path out = folder.resolve("m.rung");
        assertThat(rung("train", mixed, "-o", out, "--rank", 1).err())
                .startsWith(
                        "rung: " + mixed + ": the header does not name the item: column 2 (thing) is taken for it\n"
                                + "rung: " + mixed
                                + ": if that is wrong, --user-col, --item-col, --rating-col, --weight and --time-col say which");
        assertThat(ModelFile.read(out).items().find("b")).isPresent();
        byte[] latin = "u\u00e9,a,1\nv,a,2\nv,b,3\n".getBytes(StandardCharsets.ISO_8859_1);
        Path old = Files.write(folder.resolve("old.csv"), latin);
        String note =
                "rung: " + folder.resolve("old.csv") + ":1: is not valid UTF-8; the names are read as ISO-8859-1\n";
        assertThat(rung("train", old, "-o", out, "--rank", 1).err()).contains(note);
        assertThat(rung("train", old, "-o", out, "--rank", 1, "-q").err()).isEmpty();
        assertThat(rung("evaluate", out, old).err())
                .isEqualTo(note + "rung: " + old
                        + ": 3 of 3 of these ratings were in the training file; an error on them says"
                        + " little about new ones\n");
        assertThat(rung("evaluate", model, test).err()).doesNotContain("training file");
        assertThat(trained.err()).contains(" is the user, ").doesNotContain("taken for");
    }
}
