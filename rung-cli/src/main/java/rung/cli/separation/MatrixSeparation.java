package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.LowRankMatrix;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.data.Tiles;
import rung.file.CarriedColumn;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.page.HeatMap;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.separation.Separation;
import rung.video.VideoSeparation;

/**
 * {@code rung separate} of a matrix: reads it, separates it, writes its parts {@code low}, {@code sparse} and {@code mask}, their
 * factors and the page, and sums up.
 */
final class MatrixSeparation {
    /** The smallest threshold as a part of the largest entry: some units in the last place of single precision. */
    private static final double ROUNDING = 0x1p-20;

    /** Columns whose sizes differ by more than this are said to. */
    private static final double WIDE = 100;

    private final SeparationOptions options;
    private final Terminal terminal;
    private final SeparationProgress shown;

    MatrixSeparation(SeparationOptions options, Terminal terminal, SeparationProgress shown) {
        this.options = options;
        this.terminal = terminal;
        this.shown = shown;
    }

    /** What was found: M = L + S. */
    private record Parts(Separation.Separated separated, Matrix values, Matrix low, double threshold, double share) {}

    /** The names of what is written, besides the factors. */
    static List<String> names(SeparationOptions options) {
        return Stream.of("low", "sparse", "mask")
                .map(name -> name + options.matrixEnding())
                .toList();
    }

    /**
     * Separates the matrix and writes the results.
     *
     * @param page where the page about it goes, if there is one
     * @param began when the command did, by {@link System#nanoTime()}
     */
    SeparationSummary run(Separation separation, OutputFolder folder, Optional<Path> page, long began)
            throws IOException {
        Table table = read();
        terminal.state(table.description() + " (" + NumberText.duration(Seconds.since(began)) + ")");
        noteLeftOut(table);
        noteScales(table);
        double read = Seconds.since(began);
        int columns = table.values().columns();
        shown.begin(new SeparationProgress.Size(
                table.values().rows(), columns, columns, Optional.empty(), page.isPresent()));
        Parts parts = separate(separation, table.values());
        double found = Seconds.since(began);
        write(folder, table, parts);
        Map<String, Object> facts = facts(parts, Seconds.since(began));
        if (page.isPresent()) {
            Map<String, Double> timings = new LinkedHashMap<>();
            timings.put("reading", read);
            timings.put("separating", found - read);
            timings.put("writing", Seconds.since(began) - found);
            report(page.get(), parts, timings);
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(SeparationSummary.sentence(options, parts.separated));
        sentences.add(String.format(
                Locale.ROOT,
                "%.2f %% of the entries are sparse: |S| above %s",
                100 * parts.share,
                NumberText.general(parts.threshold)));
        sentences.addAll(SeparationSummary.lastLines(options, Seconds.since(began)));
        return new SeparationSummary(facts, sentences);
    }

    private void noteLeftOut(Table table) {
        List<String> names =
                TableFile.leftOut(table).stream().map(CarriedColumn::name).toList();
        if (!options.carryText() && !names.isEmpty()) {
            terminal.note("left out, since " + (names.size() == 1 ? "it is" : "they are") + " no numbers: "
                    + Words.list(names) + "; --carry-text carries "
                    + (names.size() == 1 ? "it" : "them") + " through");
        }
    }

    /** Says so if columns are of so different sizes that the small ones count for nothing. */
    private void noteScales(Table table) {
        Matrix values = table.values();
        int largest = -1;
        int smallest = -1;
        double[] sizes = new double[values.columns()];
        for (int j = 0; j < sizes.length; j++) {
            sizes[j] = size(values, j);
            if (sizes[j] > 0) {
                largest = largest < 0 || sizes[j] > sizes[largest] ? j : largest;
                smallest = smallest < 0 || sizes[j] < sizes[smallest] ? j : smallest;
            }
        }
        if (largest >= 0 && sizes[largest] > WIDE * sizes[smallest]) {
            terminal.note(String.format(
                    Locale.ROOT,
                    "columns differ in size: half of the values are above %s in column %s, above %s in column %s; the large"
                            + " ones decide; bring columns to one scale first if all should count",
                    NumberText.general(sizes[largest]),
                    table.name(largest),
                    NumberText.general(sizes[smallest]),
                    table.name(smallest)));
        }
    }

    /** The median size of the values of a column that are not 0; 0 if there are none. */
    private static double size(Matrix values, int column) {
        double[] sizes = IntStream.range(0, values.rows())
                .mapToDouble(i -> Math.abs(values.get(i, column)))
                .filter(size -> size > 0)
                .sorted()
                .toArray();
        return sizes.length == 0 ? 0 : sizes[sizes.length / 2];
    }

    /** Says what to change in the file where a sentence advises to declare something: there are no options for that. */
    private static String inTheFile(String sentence) {
        return sentence.replace("declare it as their labels", "make texts of its numbers, such as r1")
                .replace("declare a decimal comma", "write the numbers without it")
                .replaceAll("declare it as one;|declare them as \"[^\"]*\";", "leave such cells empty;");
    }

    private Table read() throws IOException {
        Table table;
        try {
            table = TableFile.read(options.input().path());
        } catch (FormatException e) {
            throw new InputException(inTheFile(e.getMessage()));
        }
        table.notes().stream().map(MatrixSeparation::inTheFile).forEach(terminal::note);
        int rows = table.values().rows();
        int columns = table.values().columns();
        if (rows < 1 || columns < 1) {
            throw new InputException(options.input() + ": has no entries");
        }
        if (Arrays.stream(table.values().array()).allMatch(Double::isNaN)) {
            throw new InputException(options.input() + ": all of its " + rows + "×" + columns + " entries are missing");
        }
        int least = Math.min(rows, columns);
        if (options.fit().rank().isPresent() && options.fit().rank().get() > least) {
            throw new UsageException("--rank must be between 1 and " + least + " (the smaller side of the matrix), got "
                    + options.fit().rank().get());
        }
        return table;
    }

    private Parts separate(Separation separation, Matrix values) {
        Separation.Separated separated;
        try {
            separated = separation.separate(Tiles.of(values));
        } catch (IllegalArgumentException e) {
            throw new InputException(options.input() + ": " + e.getMessage());
        }
        Matrix low = separated.low().toDense();
        double threshold = options.threshold().orElseGet(() -> threshold(separated, low));
        return new Parts(separated, values, low, threshold, share(values, low, threshold));
    }

    /** As for a video; where the residuals vanish, whatever rounding to single precision cannot explain. */
    private static double threshold(Separation.Separated separated, Matrix low) {
        double largest = Arrays.stream(low.array())
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Math.max(VideoSeparation.THRESHOLD * separated.scale(), ROUNDING * largest);
    }

    /** The part of the entries that are there whose |S| is above the threshold. */
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

    private void write(OutputFolder folder, Table table, Parts parts) throws IOException {
        Matrix values = parts.values;
        Matrix low = parts.low;
        CellValues known = withoutEmptyLines(values, low);
        List<CellValues> cells = List.of(known, (i, j) -> values.get(i, j) - low.get(i, j), (i, j) -> {
            double s = Math.abs(values.get(i, j) - low.get(i, j));
            return Double.isNaN(s) ? s : s > parts.threshold ? 1 : 0;
        });
        List<String> names = names(options);
        for (int k = 0; k < names.size(); k++) {
            TableFile.writeReplaced(folder.file(names.get(k)), table, cells.get(k), options.carryText());
        }
        Matrix left = parts.separated.low().left();
        Matrix right = parts.separated.low().right();
        TableFile.write(folder.file("left.npy"), left.rows(), left.columns(), left::get);
        TableFile.write(folder.file("right.npy"), right.rows(), right.columns(), right::get);
    }

    /* What is expected of each entry; nothing where a whole row or column is missing, since nothing is known of it. */
    private CellValues withoutEmptyLines(Matrix values, Matrix low) {
        boolean[] rows = new boolean[values.rows()];
        boolean[] columns = new boolean[values.columns()];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < columns.length; j++) {
                boolean isThere = !Double.isNaN(values.get(i, j));
                rows[i] |= isThere;
                columns[j] |= isThere;
            }
        }
        noteEmpty(rows, "row");
        noteEmpty(columns, "column");
        return (i, j) -> rows[i] && columns[j] ? low.get(i, j) : Double.NaN;
    }

    private void noteEmpty(boolean[] isKnown, String noun) {
        int empty = 0;
        for (boolean each : isKnown) {
            empty += each ? 0 : 1;
        }
        if (empty > 0) {
            terminal.note(
                    Words.count(empty, noun) + (empty == 1 ? " is empty, and stays" : " are empty, and stay") + " so");
        }
    }

    private Map<String, Object> facts(Parts parts, double seconds) {
        Map<String, Object> facts = SeparationSummary.facts(options, parts.separated);
        facts.put("rows", parts.values.rows());
        facts.put("columns", parts.values.columns());
        facts.put("threshold", parts.threshold);
        facts.put("share", parts.share);
        facts.put("seconds", seconds);
        facts.put("output", options.output().toString());
        facts.put("trace", SeparationSummary.trace(parts.separated.path()));
        return facts;
    }

    private void report(Path page, Parts parts, Map<String, Double> timings) throws IOException {
        Matrix values = parts.values;
        Matrix sparse = values.plus(-1, parts.low);
        double[] sizes = new double[sparse.array().length];
        for (int k = 0; k < sizes.length; k++) {
            sizes[k] = Math.abs(sparse.array()[k]);
        }
        List<HeatMap> maps = new ArrayList<>();
        if (Math.max(values.rows(), values.columns()) <= HeatMap.LARGEST) {
            maps.addAll(HeatMap.of(values, parts.low, sparse));
        }
        LowRankMatrix low = parts.separated.low();
        SeparationReport.write(
                page,
                new SeparationReport.Input(
                        options.input().name(),
                        new SeparationReport.Table(values.rows(), values.columns(), maps),
                        new SeparationReport.Result(
                                low.rank(),
                                parts.separated.delta(),
                                parts.threshold,
                                parts.share,
                                low.singularValues(),
                                Histogram.of(sizes)),
                        options.given(),
                        timings,
                        SeparationReport.steps(parts.separated.path()),
                        List.of(),
                        options.provenance()));
    }
}
