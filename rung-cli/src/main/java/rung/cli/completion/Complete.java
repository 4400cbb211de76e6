package rung.cli.completion;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.Step;
import rung.cli.output.OutputFile;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.TableOptions;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.completion.Completion;
import rung.completion.Smoothness;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.file.AtomicFile;
import rung.file.Table;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.page.Json;

/** {@code rung complete}: reads a table with holes and writes it with the holes filled. */
@Command(
        name = "complete",
        mixinStandardHelpOptions = true,
        description = {
            "Fills the holes of a numeric table.",
            "",
            "Reads CSV, TSV and the like, JSON lines, MatrixMarket or NumPy (.npy, .npz); text in UTF-8 or"
                    + " UTF-16, plain or compressed with gzip. A hole is an empty cell, or one that holds NA, N/A,"
                    + " #N/A, <NA>, NaN, null, None, missing, ?, -, --, a lone period or the like. Header,"
                    + " delimiter, decimal mark, separators of thousands, labels, ids, dates and other columns of"
                    + " text are recognized and said; the options below decide them.",
            "",
            "Writes the table in the format it was read in; columns that are no data, headers and known cells"
                    + " stay exactly as they are. The delimiter is a tab in a .tsv file, and a comma in a .csv"
                    + " file made from one that is not. A MatrixMarket coordinate file, whose missing entries are"
                    + " the holes, becomes an array. The input is never replaced.",
            "",
            "There is nothing to tune: a tenth of the known cells is held out to choose the rank and"
                    + " the regularization, and whether neighboring rows, such as times, tell about each other."
                    + " Known cells that are gross errors are left out of account. What is filled in stays"
                    + " within what a column can hold. Ctrl-C completes the table with what was found so far."
        })
public final class Complete implements Callable<Integer> {
    @Parameters(paramLabel = "IN", description = "The table.")
    private Path input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "The file for the completed table.")
    private Path output;

    @Option(
            names = "--rank",
            paramLabel = "N",
            description = "The rank, exactly (default: chosen on cells that are held out).")
    private Integer rank;

    @Option(
            names = "--max-rank",
            paramLabel = "N",
            description = "The highest rank to choose from (default: " + Completion.MAX_RANK
                    + ", or the smaller side of the table).")
    private Integer maxRank;

    @Option(
            names = "--smooth",
            paramLabel = "SIDE",
            description =
                    "Which neighbors may tell about each other: rows, columns or none (default: rows, if known cells"
                            + " say so; at the times of a column of dates, if there is one).")
    private String smooth;

    @Option(
            names = "--unbounded",
            description = "Fill in what comes out, also if a column cannot hold it, such as a share above 1.")
    private boolean unbounded;

    @Option(names = "--round", description = "Fill in whole numbers in columns that hold nothing else.")
    private boolean round;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description = "Also write how sure each filled cell is, with tabs between the fields: row, column, value,"
                    + " standard error, and an interval that holds nine out of ten.")
    private Path sureness;

    @Option(
            names = "--outliers",
            paramLabel = "FILE",
            description =
                    "Also write the known cells that are taken for gross errors, with tabs between the fields: row,"
                            + " column, value, what was expected, and how many standard deviations it is off.")
    private Path outliers;

    @Option(
            names = "--report",
            paramLabel = "PAGE",
            description = "Also write an HTML page about the completion: error by rank, singular values, residuals,"
                    + " time, and the columns with most holes.")
    private Path report;

    @Mixin
    private TableOptions layout;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    private volatile boolean isCompleting;

    /** Creates the command; picocli sets its options. */
    public Complete() {}

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        Completion completion = completion();
        if (!Files.isReadable(input) || Files.isDirectory(input)) {
            throw new InputException(input + ": there is no such file, or it cannot be read");
        }
        checkOutput();
        Table table = layout.read(input);
        table.requireTarget(output);
        Matrix values = table.values();
        Observations data = Observations.withHoles(values);
        if (data.count() == 0) {
            throw new InputException(input + ": every cell is a hole, there is nothing to go by");
        }
        requireEveryColumn(table, data);
        requireRank(data);
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        table.notes().forEach(terminal::note);
        terminal.stage("%s", table.description());
        if (data.count() == values.array().length) {
            table.writeCompleted(output, values::get);
            if (report != null) {
                terminal.say("%s: not written, there are no holes to report on", report);
            }
            if (!run.isQuiet()) {
                spec.commandLine()
                        .getOut()
                        .println(run.isJson() ? Json.object(Map.of("holes", 0)) : "no holes: copied as it is");
            }
            return 0;
        }
        try (Interruption interruption = new Interruption(
                () -> {
                    terminal.say(
                            isCompleting
                                    ? "stopping after this step; the table will be completed with what was found so far (Ctrl-C again: end now)"
                                    : "stopped before the first step was done: nothing was written");
                    return isCompleting;
                },
                () -> terminal.say("the step takes too long: nothing was written"))) {
            return complete(table, values, data, smooth(completion, table), terminal, interruption, began);
        }
    }

    private int complete(
            Table table,
            Matrix values,
            Observations data,
            Completion completion,
            Terminal terminal,
            Interruption interruption,
            long began)
            throws IOException {
        double read = Seconds.since(began);
        CompletionProgress progress = new CompletionProgress(terminal, began, () -> {
            isCompleting = true;
            interruption.noteProgress();
            return interruption.isRequested();
        });
        Completion.Completed completed = complete(completion.withListener(progress), data);
        progress.finishStage();
        terminal.clear();
        double done = Seconds.since(began);
        interruption.beginWriting();
        FilledCells filled = new FilledCells(values, completed, round, j -> columnName(table, j));
        table.writeCompleted(output, filled::at);
        if (sureness != null) {
            filled.writeSureness(sureness);
        }
        if (outliers != null) {
            filled.writeOutliers(outliers);
        }
        if (report != null) {
            double completing = completing(completed);
            Map<String, Double> timings = new LinkedHashMap<>();
            timings.put("reading", read);
            timings.put("choosing", done - read - completing);
            timings.put("completing", completing);
            timings.put("writing", Seconds.since(began) - done);
            CompletionReport.write(
                    report,
                    new CompletionReport.Input(
                            input.getFileName().toString(),
                            IntStream.range(0, data.columns())
                                    .mapToObj(j -> columnName(table, j))
                                    .toList(),
                            data,
                            completed,
                            RunOptions.given(spec),
                            timings));
        }
        if (!run.isQuiet()) {
            summary(data, completed, Seconds.since(began));
        }
        if (interruption.isRequested()) {
            terminal.say(
                    completed.stopped()
                            ? "stopped early: %s is completed with what was found so far, rank %d"
                            : "%s is complete, rank %d",
                    output,
                    completed.rank());
            return ExitStatus.INTERRUPTED;
        }
        return 0;
    }

    /** How many seconds the climb on all known cells took. */
    private static double completing(Completion.Completed completed) {
        List<Step> climb = completed.solution().trace();
        return climb.isEmpty() ? 0 : Seconds.of(climb.get(climb.size() - 1).elapsed());
    }

    private static String columnName(Table table, int column) {
        return table.columnNames().map(names -> names.get(column)).orElseGet(() -> String.valueOf(column + 1));
    }

    private void checkOutput() throws IOException {
        if (output.toString().equals("-")) {
            throw new InputException("-: the output must be a file; standard output is for the summary");
        }
        if (Files.exists(output) && Files.isSameFile(output, input)) {
            throw new InputException(output + ": the output must be another file than the input, or it would be lost"
                    + " which cells were holes");
        }
        AtomicFile.check(output);
        for (Path other : Stream.of(sureness, outliers).filter(Objects::nonNull).toList()) {
            OutputFile.check(other, input);
            OutputFile.requireDifferent(other.equals(sureness) ? "--errors" : "--outliers", other, "--output", output);
        }
        if (sureness != null && outliers != null) {
            OutputFile.requireDifferent("--errors", sureness, "--outliers", outliers);
        }
        if (report != null) {
            OutputFile.check(report, input);
            OutputFile.requireDifferent("--report", report, "--output", output);
        }
    }

    /** Checks that every column has a value: an empty column could only be filled with an invention. */
    private void requireEveryColumn(Table table, Observations data) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        for (int j = 0; j < data.columns(); j++) {
            if (columns.size(j) == 0) {
                String name = columnName(table, j);
                name = table.columnNames().isPresent() ? "'" + name + "'" : name;
                throw new InputException(
                        input + ": column " + name + " has no value at all to go by; leave it" + " out with --ignore");
            }
        }
    }

    private void requireRank(Observations data) {
        int least = Math.min(data.rows(), data.columns());
        if (rank != null && rank > least) {
            throw new UsageException("--rank must be between 1 and " + least + " (the smaller side of the "
                    + data.rows() + "×" + data.columns() + " table), got " + rank);
        }
    }

    /* Rows with times that ascend lie at these times. */
    private Completion smooth(Completion completion, Table table) {
        Optional<Order> times = table.rowTimes()
                .filter(at -> IntStream.range(1, at.length).allMatch(i -> at[i] > at[i - 1]))
                .map(at -> Order.of(Side.LEFT, at));
        if (smooth == null) {
            return times.map(order -> completion.withSmoothness(Smoothness.along(order)))
                    .orElse(completion);
        }
        return completion.withSmoothness(
                switch (smooth) {
                    case "rows" -> times.map(Smoothness::along).orElseGet(() -> Smoothness.along(Side.LEFT));
                    case "columns" -> Smoothness.along(Side.RIGHT);
                    default -> Smoothness.none();
                });
    }

    private Completion completion() {
        if (smooth != null && !Set.of("rows", "columns", "none").contains(smooth)) {
            throw new UsageException("--smooth must be rows, columns or none, got " + smooth);
        }
        if (rank != null && maxRank != null) {
            throw new UsageException("--rank leaves nothing to choose, so --max-rank does not go with it");
        }
        Completion completion = Completion.byDefault().withSeed(run.seed()).withBounds(!unbounded);
        try {
            completion = rank == null ? completion : completion.withRank(rank);
            completion = maxRank == null ? completion : completion.withMaxRank(maxRank);
            return completion.withThreads(run.threads());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage());
        }
    }

    private Completion.Completed complete(Completion completion, Observations data) {
        try {
            return completion.complete(data);
        } catch (IllegalArgumentException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
    }

    private static String side(Order order) {
        return order.side() == Side.LEFT ? "rows" : "columns";
    }

    private List<String> remarks(Completion.Completed completed) {
        List<String> remarks = new ArrayList<>();
        completed.order().ifPresent(order -> remarks.add("neighboring " + side(order) + " tell about each other"));
        int errors = completed.grossErrors().size();
        if (errors > 0) {
            remarks.add((errors == 1
                            ? "one known cell looks like an error and was"
                            : errors + " known cells look like errors and were")
                    + " left out of account"
                    + (outliers == null ? "; --outliers FILE lists " + (errors == 1 ? "it" : "them") : ""));
        }
        if (completed.isLimited()) {
            remarks.add("the rank stopped at its limit while the error still fell; --max-rank raises it");
        }
        if (completed.heldOutError().orElseThrow()
                > 1.01 * completed.baselineError().orElseThrow()) {
            remarks.add("WARNING: column means would do better than this; look at the table, its header and its"
                    + " outliers, or leave out --rank");
        }
        return remarks;
    }

    private void summary(Observations data, Completion.Completed completed, double seconds) {
        long cells = (long) data.rows() * data.columns();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", data.rows());
        facts.put("columns", data.columns());
        facts.put("holes", cells - data.count());
        facts.put("rank", completed.rank());
        facts.put("preparation", completed.preparation().name().toLowerCase(Locale.ROOT));
        facts.put("heldOutError", completed.heldOutError().orElse(Double.NaN));
        facts.put("baselineError", completed.baselineError().orElse(Double.NaN));
        facts.put("grossErrors", completed.grossErrors().size());
        facts.put("smooth", completed.order().map(order -> side(order)).orElse("none"));
        facts.put("stopped", completed.stopped());
        facts.put("seconds", seconds);
        facts.put("output", output.toString());
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            out.println(Json.object(facts));
            return;
        }
        long holes = cells - data.count();
        out.printf(
                Locale.ROOT,
                "%d %s of %d cells filled (%.1f %%), rank at most %d, columns %s%n",
                holes,
                holes == 1 ? "hole" : "holes",
                cells,
                100.0 * holes / cells,
                completed.rank(),
                completed.preparation());
        if (completed.heldOutError().isEmpty()) {
            out.println("too few cells to estimate the error: filled by the levels of rows and columns");
        } else {
            out.printf(
                    Locale.ROOT,
                    "error on held-out cells %.3f standard deviations of their columns (column means: %.3f)%n",
                    completed.heldOutError().getAsDouble(),
                    completed.baselineError().orElseThrow());
            remarks(completed).forEach(out::println);
        }
        out.printf(Locale.ROOT, "%s   (%.1f s)%n", output, seconds);
    }
}
