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
import rung.data.Ratings;

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
