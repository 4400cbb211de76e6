package rung.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rung.data.Ratings;
import rung.lists.ItemScorer;

/**
 * LIBMF as a command, where it is to be had: {@code -Dlibmf=FOLDER} says where mf-train and mf-predict are. It is run in turn with
 * ours, since the speed of a shared machine changes from minute to minute. Linux only.
 */
final class Libmf {
    private static final Pattern RMSE = Pattern.compile("RMSE = ([0-9.]+)");

    /** Ticks of the system's clock in a second. */
    private static final double TICKS = 100;

    private final Path folder;
    private final List<String> options;

    private Libmf(Path folder, List<String> options) {
        this.folder = folder;
        this.options = options;
    }

    /** What it needed: CPU seconds of the whole command, and of one that has but the first iteration to do. */
    record Result(double rmse, double cpu, double cpuOfFirst) {
        /** Without text, the preparation and the first iteration. */
        double training() {
            return cpu - cpuOfFirst;
        }
    }

    /** The command, or null where there is none. */
    static Libmf given(String... options) {
        String folder = System.getProperty("libmf");
        return folder == null ? null : new Libmf(Path.of(folder), List.of(options));
    }

    static boolean isGiven() {
        return System.getProperty("libmf") != null;
    }

    Result run(Ratings train, Ratings test) {
        return withText(train, test, this::run);
    }

    /** The root of the mean squared error on the test part. */
    double error(Ratings train, Ratings test) {
        return withText(
                train,
                test,
                (trainFile, testFile) -> withModel((model, out) -> {
                    train(trainFile, model);
                    return error(testFile, model, out);
                }));
    }

    /**
     * What a training gave.
     *
     * @param wall seconds of the whole command, reading and writing of text included, less those of one that has but the first iteration to do
     * @param users the factors of each user
     * @param items the factors of each item
     */
    record Factors(double wall, float[][] users, float[][] items) {
        ItemScorer scorer() {
            return products(users, items);
        }
    }

    /** Trains on what is there and reads the factors; users and items without any have zeros. */
    Factors factors(Ratings train) {
        try {
            Path file = text(train);
            try {
                return withModel((model, out) -> {
                    double first = wall(file, model, "-t", "1");
                    double wall = wall(file, model) - first;
                    float[][] users = new float[train.users().size()][0];
                    float[][] items = new float[train.items().size()][0];
                    try (Stream<String> lines = Files.lines(model)) {
                        lines.filter(line -> line.startsWith("p") || line.startsWith("q"))
                                .forEach(line -> put(line, line.startsWith("p") ? users : items));
                    }
                    return new Factors(wall, users, items);
                });
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double wall(Path file, Path model, String... last) throws IOException {
        long start = System.nanoTime();
        train(file, model, last);
        return (System.nanoTime() - start) / 1e9;
    }

    /* A line is the side and the number, T if it was trained, and its factors. */
    private static void put(String line, float[][] factors) {
        String[] words = line.trim().split(" ");
        float[] values = new float[words.length - 2];
        for (int k = 0; k < values.length && words[1].equals("T"); k++) {
            values[k] = Float.parseFloat(words[k + 2]);
        }
        factors[Integer.parseInt(words[0].substring(1))] = values;
    }

    /** Scores items by products of factors; who has none has zeros. */
    static ItemScorer products(float[][] users, float[][] items) {
        return (user, scores) -> {
            for (int item = 0; item < items.length; item++) {
                float sum = 0;
                for (int k = 0; k < Math.min(users[user].length, items[item].length); k++) {
                    sum += users[user][k] * items[item][k];
                }
                scores[item] = sum;
            }
        };
    }

    /** Something to do with two files. */
    private interface FilesTask<T> {
        T run(Path one, Path other) throws IOException;
    }

    private static <T> T withText(Ratings train, Ratings test, FilesTask<T> task) {
        try {
            Path trainFile = text(train);
            Path testFile = text(test);
            try {
                return task.run(trainFile, testFile);
            } finally {
                Files.delete(trainFile);
                Files.delete(testFile);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result run(Path train, Path test) throws IOException {
        return withModel((model, out) -> {
            double first = train(train, model, "-t", "1");
            double all = train(train, model);
            return new Result(error(test, model, out), all, first);
        });
    }

    private static <T> T withModel(FilesTask<T> task) throws IOException {
        Path model = Files.createTempFile("libmf", ".model");
        Path out = Files.createTempFile("libmf", ".out");
        try {
            return task.run(model, out);
        } finally {
            Files.delete(model);
            Files.delete(out);
        }
    }

    private double error(Path test, Path model, Path out) throws IOException {
        String said = said(folder.resolve("mf-predict").toString(), test.toString(), model.toString(), out.toString());
        Matcher matcher = RMSE.matcher(said);
        if (!matcher.find()) {
            throw new IOException("mf-predict must say the RMSE, said: " + said);
        }
        return Double.parseDouble(matcher.group(1));
    }

    private double train(Path train, Path model, String... last) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("mf-train").toString()));
        command.addAll(options);
        command.addAll(List.of(last)); // the last of two equal options counts
        command.addAll(List.of(train.toString(), model.toString()));
        double before = cpuOfChildren();
        said(command.toArray(new String[0]));
        return cpuOfChildren() - before;
    }

    private static String said(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return said;
    }

    /* User and system time of all children that ended: fields 16 and 17, counted from the name, which is in brackets. */
    private static double cpuOfChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS;
    }

    private static Path text(Ratings ratings) throws IOException {
        Path file = Files.createTempFile("libmf", ".txt");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int e = 0; e < ratings.count(); e++) {
                out.write(ratings.user()[e] + " " + ratings.item()[e] + " " + ratings.value()[e] + "\n");
            }
        }
        return file;
    }
}
