package rung.cli;

import static rung.cli.Commands.rung;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of the commands for ratings share: made-up ratings of rank two, and a model of them, trained once. */
public abstract class RatingsCommands {
    protected static final int USERS = 90;
    protected static final int ITEMS = 60;

    protected static Path train;
    protected static Path test;
    protected static Path model;
    protected static Path titles;
    protected static Commands.Result trained;

    @TempDir
    protected Path folder;

    static {
        try {
            Path shared = Files.createTempDirectory("rung-test");
            shared.toFile().deleteOnExit();
            make(shared);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file that goes when the JVM does. */
    private static Path file(Path shared, String name, CharSequence text) throws IOException {
        Path file = Files.writeString(shared.resolve(name), text);
        file.toFile().deleteOnExit();
        return file;
    }

    private static void make(Path shared) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        double[] u = random.doubles(2 * USERS, -1, 1).toArray();
        double[] v = random.doubles(2 * ITEMS, -1, 1).toArray();
        StringBuilder known = new StringBuilder();
        StringBuilder held = new StringBuilder();
        for (int i = 0; i < USERS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double value =
                        3 + 1.2 * (u[2 * i] * v[2 * j] + u[2 * i + 1] * v[2 * j + 1]) + 0.2 * random.nextGaussian();
                String line = String.format(
                        Locale.ROOT, "u%d\tm%d\t%.2f\t%d%n", i, j, Math.min(5, Math.max(1, value)), 1000 * i + j);
                double draw = random.nextDouble();
                (draw < 0.58 ? known : draw < 0.7 ? held : new StringBuilder()).append(line);
            }
        }
        StringBuilder names = new StringBuilder("item\ttitle\n");
        for (int j = 0; j < ITEMS; j++) {
            names.append("m").append(j).append("\tThe \"").append(j).append("\" film\n");
        }
        train = file(shared, "ratings.tsv", known);
        test = file(shared, "test.tsv", held);
        titles = file(shared, "titles.tsv", names);
        model = file(shared, "model.rung", "");
        trained = rung("train", train, "-o", model, "--max-rank", 4);
    }

    /** What is said of lists of the model: its users chose at random what to rate, so there are no preferences to learn. */
    protected static String noPreferences() {
        return "rung: " + model
                + ": no better list than the most popular items was found, so lists differ between users by the expected rating"
                + " alone, and have no reasons\n";
    }

    protected static double highest() throws Exception {
        return lines(train).stream()
                .mapToDouble(line -> Double.parseDouble(line[2]))
                .max()
                .orElseThrow();
    }

    protected static List<String[]> lines(Path file) throws Exception {
        return Files.readAllLines(file).stream().map(line -> line.split("\t")).toList();
    }

    protected static Set<String> seen(String user) throws Exception {
        return lines(train).stream()
                .filter(line -> line[0].equals(user))
                .map(line -> line[1])
                .collect(Collectors.toSet());
    }
}
