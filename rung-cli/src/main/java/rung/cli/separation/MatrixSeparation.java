package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import rung.LowRankMatrix;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.objective.Tiles;
import rung.page.HeatMap;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.separation.Separation;
import rung.video.VideoSeparation;

/** {@code rung separate} of a matrix. */
final class MatrixSeparation {
    private static final List<String> ENDINGS = List.of(".csv", ".tsv", ".tab", ".txt", ".mtx", ".npy");

    /** Of the largest entry: some units in the last place of single precision. */
    private static final double ROUNDING = 0x1p-20;

    private final Separate command;
    private final Terminal terminal;

    MatrixSeparation(Separate command, Terminal terminal) {
        this.command = command;
        this.terminal = terminal;
    }

    /** Whether an input is a matrix, by its name. */
    static boolean isMatrix(Path input) {
        return Files.isRegularFile(input) && !ending(input).isEmpty();
    }

    /** The ending that tells the format, without that of a compressed file. */
    private static String ending(Path input) {
        String name = input.getFileName().toString().toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return ENDINGS.stream().filter(plain::endsWith).findFirst().orElse("");
    }

    /** What is written of an input, besides the factors. */
    static List<String> names(Path input) {
        return Stream.of("low", "sparse", "mask")
                .map(name -> name + ending(input))
                .toList();
    }

    Separate.Result run(Separation separation, OutputFolder folder, long began) throws IOException {
        refuseOptionsOfVideos();
        Table table = read();
        table.notes().forEach(terminal::note);
        Matrix values = table.values();
        int rows = values.rows();
        int columns = values.columns();
        if (rows < 1 || columns < 1) {
            throw new InputException(command.input + ": has no entries");
        }
        if (Arrays.stream(values.array()).allMatch(Double::isNaN)) {
            throw new InputException(command.input + ": all of its " + rows + "×" + columns + " entries are missing");
        }
        requireRank(Math.min(rows, columns));
        terminal.stage("%s (%.1f s)", table.description(), Seconds.since(began));
        double read = Seconds.since(began);
        Separation.Separated separated = separate(separation, values);
        double found = Seconds.since(began);
        Matrix low = separated.low().toDense();
        double threshold = threshold(separated, low);
        String ending = ending(command.input);
        write(folder, "low" + ending, table, low::get);
        write(folder, "sparse" + ending, table, (i, j) -> values.get(i, j) - low.get(i, j));
        write(folder, "mask" + ending, table, (i, j) -> {
            double s = Math.abs(values.get(i, j) - low.get(i, j));
            return Double.isNaN(s) ? s : s > threshold ? 1 : 0;
        });
        factors(folder, separated.low());
        double share = share(values, low, threshold);
        Map<String, Object> facts = command.facts(separated);
        facts.put("rows", rows);
        facts.put("columns", columns);
        facts.put("threshold", threshold);
        facts.put("share", share);
        facts.put("seconds", Seconds.since(began));
        facts.put("output", command.output.toString());
        facts.put("trace", Separate.trace(separated.path()));
        if (command.report != null) {
            Map<String, Double> timings = new LinkedHashMap<>();
            timings.put("reading", read);
            timings.put("separating", found - read);
            timings.put("writing", Seconds.since(began) - found);
            report(separated, values, low, threshold, share, timings);
        }
        return new Separate.Result(
                facts,
                List.of(
                        command.sentence(separated),
                        String.format(
                                Locale.ROOT,
                                "%.2f %% of the entries are sparse: |S| above %s",
                                100 * share,
                                NumberText.general(threshold)),
                        String.format(Locale.ROOT, "%s   (%.1f s)", command.output, Seconds.since(began))));
    }

    private Table read() throws IOException {
        try {
            return TableFile.read(command.input, Table.TextColumns.REFUSE);
        } catch (FormatException e) {
            throw new InputException(e.getMessage().replace("; drop it, or carry text columns through", "; drop it"));
        }
    }

    private void refuseOptionsOfVideos() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--size", command.size != null);
        given.put("--color", command.color);
        given.put("--region", command.region != null);
        given.put("--window", command.window != null);
        given.put("--truth", command.truth != null);
        given.put("--as", command.form != null);
        given.forEach((option, isGiven) -> {
            if (isGiven) {
                throw command.usage(option + " is for frames, but " + command.input + " is a matrix");
            }
        });
    }

    private void requireRank(int least) {
        if (command.rank != null && command.rank > least) {
            throw command.usage(
                    "--rank must be between 1 and " + least + " (the smaller side of the matrix), got " + command.rank);
        }
    }

    private Separation.Separated separate(Separation separation, Matrix values) {
        try {
            return separation.separate(Tiles.of(values));
        } catch (IllegalArgumentException e) {
            throw new InputException(command.input + ": " + e.getMessage());
        }
    }

    /** As for a video; where the residuals vanish, whatever rounding to single precision cannot explain. */
    private double threshold(Separation.Separated separated, Matrix low) {
        double largest = Arrays.stream(low.array())
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return command.threshold != null
                ? command.threshold
                : Math.max(VideoSeparation.THRESHOLD * separated.scale(), ROUNDING * largest);
    }

    private static double share(Matrix values, Matrix low, double threshold) {
        long sparse = 0;
        long all = 0;
        for (int k = 0; k < values.array().length; k++) {
            double s = Math.abs(values.array()[k] - low.array()[k]);
            all += Double.isNaN(s) ? 0 : 1;
            sparse += s > threshold ? 1 : 0;
        }
        return (double) sparse / Math.max(1, all);
    }

    private static void write(OutputFolder folder, String name, Table table, Table.CellValues values)
            throws IOException {
        TableFile.write(
                folder.file(name),
                table.values().rows(),
                table.values().columns(),
                values,
                table.columnNames(),
                table.rowLabels());
    }

    /** U and V. */
    static void factors(OutputFolder folder, LowRankMatrix low) throws IOException {
        Matrix left = low.left();
        Matrix right = low.right();
        TableFile.write(folder.file("left.npy"), left.rows(), left.columns(), left::get);
        TableFile.write(folder.file("right.npy"), right.rows(), right.columns(), right::get);
    }

    private void report(
            Separation.Separated separated,
            Matrix values,
            Matrix low,
            double threshold,
            double share,
            Map<String, Double> timings)
            throws IOException {
        Matrix sparse = values.plus(-1, low);
        double[] sizes = new double[sparse.array().length];
        for (int k = 0; k < sizes.length; k++) {
            sizes[k] = Math.abs(sparse.array()[k]);
        }
        List<HeatMap> maps = new ArrayList<>();
        if (Math.max(values.rows(), values.columns()) <= HeatMap.LARGEST) {
            maps.addAll(HeatMap.of(values, low, sparse));
        }
        SeparationReport.write(
                command.page,
                new SeparationReport.Input(
                        command.input.getFileName().toString(),
                        new SeparationReport.Table(values.rows(), values.columns(), maps),
                        new SeparationReport.Result(
                                separated.low().rank(),
                                separated.delta(),
                                threshold,
                                share,
                                separated.low().singularValues(),
                                Histogram.of(sizes)),
                        command.options(),
                        timings,
                        Separate.steps(separated.path()),
                        List.of(),
                        command.provenance()));
    }
}
