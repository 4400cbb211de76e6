package rung.cli.completion;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
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
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.TableOptions;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.Smoothness;
import rung.completion.TableModel;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.file.Table;
import rung.file.model.TableModelFile;
import rung.file.ratings.RatingsFile;
import rung.linalg.Side;
import rung.page.Json;
import rung.page.NumberText;

/** {@code rung complete}: reads a table with holes and writes it with the holes filled. */
@Command(
        name = "complete",
        mixinStandardHelpOptions = true,
        description = {
            "Fills the holes of a table.",
            "",
            "Reads CSV, TSV and the like, JSON lines, MatrixMarket or NumPy (.npy, .npz); text in UTF-8 or"
                    + " UTF-16, plain or compressed with gzip. A hole is an empty cell, or one that holds NA, N/A,"
                    + " #N/A, <NA>, NaN, null, missing, ?, -, --, a lone period or the like; among numbers also None,"
                    + " which among labels is one of them. Header, delimiter, decimal mark, separators of"
                    + " thousands, labels, ids, dates and other columns of text are recognized and said; the options below decide them. Above the header there may be"
                    + " lines that begin with # and Excel's sep=;, which stay.",
            "",
            "Writes the table in the format it was read in; columns that are no data, headers and known cells"
                    + " stay exactly as they are. The delimiter is a tab in a .tsv file, and a comma in a .csv"
                    + " file made from one that is not. A MatrixMarket coordinate file, whose missing entries are"
                    + " the holes, becomes an array. The input is never replaced. A table without holes is copied;"
                    + " --model, --outliers and --report learn from it all the same. A column without any value is"
                    + " carried through.",
            "",
            "There is nothing to tune: a tenth of the known cells is held out to choose the rank and"
                    + " the regularization, and whether neighboring rows, such as times, tell about each other."
                    + " Known cells that are gross errors are left out of account. What is filled in stays"
                    + " within what a column can hold. Ctrl-C completes the table with what was found so far.",
            "",
            "Columns of two values, counts, positive and skewed numbers, and text with few different values are"
                    + " recognized, and filled as such: with a probability, the count to expect, a number above 0, the"
                    + " likeliest label, which a table may hold alone. The error on held-out cells that is printed says"
                    + " nothing of rows without any value, whose own expected error stands beside it."
        },
        footer = {
            "",
            "Examples:",
            "  rung complete in.csv -o out.csv",
            "  rung complete in.csv -o out.csv --errors sure.tsv --report page.html",
            "  rung complete in.csv -o out.csv --model in.rung",
            "  rung complete new.csv -o new-out.csv --with in.rung"
        })
public final class Complete implements Callable<Integer> {
    @Parameters(paramLabel = "IN", description = "The table.")
    private InputFile input;

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
            converter = Neighbors.Word.class,
            description =
                    "Which neighbors may tell about each other: rows, columns or none (default: rows, if known cells"
                            + " say so; at the times of a column of dates, if there is one).")
    private Neighbors smooth;

    @Option(
            names = "--unbounded",
            description = "Fill in what comes out, also if a column cannot hold it, such as a share above 1.")
    private boolean unbounded;

    @Option(names = "--round", description = "Fill in whole numbers in columns that hold nothing else.")
    private boolean round;

    @Option(
            names = "--with",
            paramLabel = "FILE",
            description = "Learn nothing from this table: complete its rows by what --model kept of another table with"
                    + " the same columns, in any order.")
    private InputFile with;

    @Mixin
    private CompletionOutputs outputs;

    @Mixin
    private KindOptions kinds;

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
        if (!input.isStandardInput() && Files.isDirectory(input.given())) {
            throw new InputException(input + ": is a folder, not a table");
        }
        input.requireReadable();
        outputs.check(input);
        Optional<TableModelFile.Named> model =
                with == null ? Optional.empty() : Optional.of(TableModelFile.read(with.path()));
        Table table = layout.read(
                input,
                form -> form.withCategoriesAlone()
                        .withCategories(
                                model.map(TableModelFile.Named::categories).orElse(List.of()))
                        .withNumeric(model.map(TableModelFile.Named::numbers).orElse(List.of()))
                        .withKeptLabels(model.stream()
                                .flatMap(named -> named.labels().stream().flatMap(List::stream))
                                .toList())
                        .withLeftOut(model.map(TableModelFile.Named::leftOut).orElse(List.of())));
        outputs.requireTarget(table);
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        if (model.isPresent()) {
            return completeRows(table, model.get(), terminal, began);
        }
        kinds.requireColumns(table, terminal::note);
        TableData source = TableData.of(table, kinds, input);
        outputs.requireNames(source);
        Observations data = Observations.withHoles(source.values());
        requireRank(data);
        TableOptions.notes(table).forEach(terminal::note);
        terminal.state(TableOptions.description(table));
        source.staying().forEach(terminal::note);
        source.alikeLabels().forEach(terminal::note);
        source.noteOfEmptyRows().ifPresent(terminal::note);
        if (source.holes() == 0 && !outputs.isMoreThanTable()) {
            outputs.write(source, source.values()::get, input.name());
            if (RatingsFile.looksLikeRatings(input.path())) {
                terminal.note(input + ": looks like ratings, which 'rung train' learns from");
            }
            if (run.printsSummary()) {
                outputs.summary(spec).println(run.isJson() ? Json.object(facts(source)) : source.whyNoHoles());
            }
            return 0;
        }
        try (Interruption interruption = new Interruption(
                how -> {
                    terminal.say(
                            isCompleting
                                    ? "stopping after this step; the table will be completed with what was found so far"
                                            + how
                                    : "stopped before the first step was done: nothing was written");
                    return isCompleting;
                },
                why -> terminal.say("%s: nothing was written", why))) {
            Completion told = source.with(kinds.with(smooth(completion, table), table, source));
            return complete(source, data, told, terminal, interruption, began);
        }
    }

    private int complete(
            TableData source,
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
        FilledCells filled = new FilledCells(source, completed.filling(), completed.uncertainty(), round);
        outputs.write(source, filled, input.name(), spec.commandLine().getOut());
        outputs.write(source, completed, spec.commandLine().getOut());
        if (outputs.report().isPresent()) {
            double completing = completing(completed);
            Map<String, Double> timings = new LinkedHashMap<>();
            timings.put("reading", read);
            timings.put("choosing", done - read - completing);
            timings.put("completing", completing);
            timings.put("writing", Seconds.since(began) - done);
            CompletionReport.Input about = new CompletionReport.Input(
                    input.name(),
                    source.names(),
                    kinds.words(source, completed),
                    source::text,
                    data,
                    completed,
                    RunOptions.given(spec),
                    timings);
            outputs.writeReport(file -> CompletionReport.write(file, about));
        }
        if (source.holes() == 0) {
            outputs.unneeded().ifPresent(terminal::note);
        }
        if (run.printsSummary()) {
            new CompletionSummary(source, data, completed, kinds, outputs, smooth, round, rank != null)
                    .print(outputs.summary(spec), run.isJson(), Seconds.since(began));
        }
        if (interruption.isRequested()) {
            terminal.say(
                    completed.stopped()
                            ? "stopped early: %s is completed with what was found so far, rank %d"
                            : "%s is complete, rank %d",
                    outputs.table(),
                    completed.rank());
            return ExitStatus.INTERRUPTED;
        }
        return 0;
    }

    /** Completes rows by what was learned from others. */
    private int completeRows(Table table, TableModelFile.Named named, Terminal terminal, long began)
            throws IOException {
        TableData source = TableData.of(table, named, input);
        outputs.requireNames(source);
        TableOptions.notes(table).forEach(terminal::note);
        terminal.state(TableOptions.description(table));
        TableData.leftOut(table, named)
                .ifPresent(columns -> terminal.note("left out, as where " + with + " was learned: " + columns));
        Set<String> unknown = source.unknownLabels();
        if (!unknown.isEmpty()) {
            terminal.note(
                    "the model does not know these labels, and makes nothing of them: " + String.join(", ", unknown));
        }
        source.lackingSigns(named).forEach(terminal::note);
        source.noteOfEmptyRows().ifPresent(terminal::note);
        Observations data = Observations.withHoles(source.values());
        named.model().misfit(data).ifPresent(cell -> {
            throw new InputException(source.place(cell.row(), cell.column()) + ": the model knows "
                    + cell.kind().words() + " there, got " + Words.plain(cell.value()));
        });
        TableModel.Rows rows = named.model().complete(data, run.threads());
        FilledCells filled = new FilledCells(source, rows.filling(), Optional.of(rows.uncertainty()), round);
        outputs.write(source, filled, input.name(), spec.commandLine().getOut());
        if (run.printsSummary()) {
            long cells = (long) data.rows() * data.columns();
            PrintWriter out = outputs.summary(spec);
            if (run.isJson()) {
                Map<String, Object> facts = facts(source);
                facts.put("model", with.toString());
                out.println(Json.object(facts));
            } else {
                Terminal.result(out, "%d of %d cells filled by what %s knows", source.holes(), cells, with);
                outputs.others().ifPresent(others -> Terminal.result(out, "%s", others));
                Terminal.result(out, "%s   (%s)", outputs.table(), NumberText.duration(Seconds.since(began)));
            }
        }
        return 0;
    }

    /** What is known of a table without learning from it. */
    private Map<String, Object> facts(TableData source) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", source.values().rows());
        facts.put("columns", source.values().columns());
        facts.put("holes", source.holes());
        facts.put("output", outputs.table().toString());
        return facts;
    }

    /** How many seconds the climb on all known cells took. */
    private static double completing(Completion.Completed completed) {
        List<Step> climb = completed.solution().trace();
        return climb.isEmpty() ? 0 : climb.get(climb.size() - 1).seconds();
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
            return times.map(order -> completion.withSmoothness(Smoothness.automatic(order)))
                    .orElse(completion);
        }
        return completion.withSmoothness(
                switch (smooth) {
                    case ROWS -> times.map(Smoothness::along).orElseGet(() -> Smoothness.along(Side.LEFT));
                    case COLUMNS -> Smoothness.along(Side.RIGHT);
                    case NONE -> Smoothness.none();
                });
    }

    private Completion completion() {
        if (rank != null && maxRank != null) {
            throw new UsageException("--rank leaves nothing to choose, so --max-rank does not go with it");
        }
        if (rank != null && rank == 0) {
            throw new UsageException("--rank must be at least 1, got 0; with --max-rank 1 the table chooses between"
                    + " rank 0, which is the levels of rows and columns alone, and rank 1");
        }
        boolean isTold = Stream.of(rank, maxRank, smooth).anyMatch(Objects::nonNull);
        if (with != null && (isTold || outputs.isOfLearning())) {
            throw new UsageException("--with learns nothing, so --rank, --max-rank, --smooth, --outliers, --report and"
                    + " --model do not go with it");
        }
        kinds.check();
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
}
