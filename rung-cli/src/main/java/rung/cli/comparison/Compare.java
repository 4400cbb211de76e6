package rung.cli.comparison;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Failure;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.TableOptions;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.comparison.Compared;
import rung.comparison.Comparison;
import rung.comparison.Contestant;
import rung.comparison.Contestants;
import rung.comparison.ListContestant;
import rung.comparison.ListContestants;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.data.Observations;
import rung.data.Ratings;
import rung.file.CarriedColumn;
import rung.file.Spelling;
import rung.file.Table;
import rung.file.ratings.RatingsFile;
import rung.page.Json;
import rung.page.NumberText;
import rung.ratings.Recommender;

/** {@code rung compare}: all methods on one's own data, by the same rules. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares all methods on your own ratings or table.",
            "",
            "Reads ratings or choices as 'rung train' does, or a table as 'rung complete' does. Splits the data"
                    + " several times into a test part and the rest. On each split, every method tries the same"
                    + " number of configurations on the rest, and a tenth of the rest chooses the best one and"
                    + " when to stop. Then the method is fitted to all of the rest with that choice and"
                    + " measured once on the test part. Rung's default has nothing to choose.",
            "",
            "Prints each method's error and its standard error over the splits, rank, time and"
                    + " memory. Writes a folder with report.html, comparison.json, comparison.csv, and plots of"
                    + " error by rank and by time as SVG and PNG. Errors are root mean squares; those of a"
                    + " table are in standard deviations of its columns. Ctrl-C stops and writes what is finished.",
            "",
            "Cells of a table that 'rung complete' takes for gross errors are named, and no method is measured on"
                    + " them: a few would decide the comparison. --all-cells measures them, too.",
            "",
            "On ratings, compares lists of recommendations too, by nDCG, recall, coverage and novelty as 'rung"
                    + " evaluate --lists' measures them, on the same splits by the same rules. On choices without"
                    + " ratings, compares lists alone. Adds lists.csv to the folder. EASE, which needs a number for"
                    + " each two items, is left out if memory is too small for that."
        },
        footer = {
            "",
            "Methods: mean (of the columns of a table), biases, rung, stopped-early (Fast Greedy with few inner iterations), fast-greedy and"
                    + " fast-local-search (to the letter of the paper), greedy (GECO), soft-impute, hard-impute, als, svd and"
                    + " svd-biases (by stochastic gradients), svd-plus-plus (SVD++, which learns from which entries are there"
                    + " too), nmf.",
            "Methods for tables alone: median (of the columns), interpolation (linear along the rows of each column),"
                    + " neighbors (the nearest rows, as many as the validation part says).",
            "Methods for lists: popular (the most popular items), rung, item-neighbors, ease, implicit-als (alternating"
                    + " least squares with implicit zeros), bpr (Bayesian personalized ranking).",
            "",
            "Examples:",
            "  rung compare ratings.csv -o shoot-out --methods rung,svd-biases,als",
            "  rung compare table.csv -o shoot-out --quick"
        })
public final class Compare implements Callable<Integer> {
    /** What a file holds. */
    enum Content {
        RATINGS,
        TABLE
    }

    /** The words of {@code --as}. */
    static final class ContentChoice extends Choice<Content> {
        ContentChoice() {
            super(Content.values());
        }
    }

    /** What is compared on ratings. */
    enum Target {
        RATINGS,
        LISTS
    }

    /** The words of {@code --only}. */
    static final class TargetChoice extends Choice<Target> {
        TargetChoice() {
            super(Target.values());
        }
    }

    private static final int QUICK_SPLITS = 1;
    private static final int QUICK_TRIALS = 2;
    private static final int QUICK_RANK = 10;

    @Parameters(paramLabel = "FILE", description = "The ratings or the table.")
    private InputFile input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTDIR",
            required = true,
            description = "The folder for the results.")
    private Path output;

    @Option(
            names = "--as",
            paramLabel = "WHAT",
            converter = ContentChoice.class,
            description = "What the file holds: ratings or table (default: decided by its first lines).")
    private Content data;

    @Option(
            names = "--splits",
            paramLabel = "N",
            description = "How many times to split the data (default: " + Comparison.SPLITS + ").")
    private Integer splits;

    @Option(
            names = "--trials",
            paramLabel = "N",
            description =
                    "How many configurations each method may try on each split (default: " + Comparison.TRIALS + ").")
    private Integer trials;

    @Option(
            names = "--max-rank",
            paramLabel = "N",
            description = "The highest rank of any method (default: " + Recommender.MAX_RANK + " for ratings, "
                    + Comparison.TABLE_RANK + " for tables, as 'rung complete' has it, or the smaller side if that is"
                    + " less, or what memory allows).")
    private Integer maxRank;

    @Option(
            names = "--methods",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = MethodNames.class,
            description = "The methods to compare, separated by commas (default: all of those below).")
    private List<String> methods;

    @Option(
            names = "--only",
            paramLabel = "WHAT",
            converter = TargetChoice.class,
            description = "On ratings, compare predicted ratings or lists alone: ratings or lists (default: both).")
    private Target only;

    @Option(
            names = "--test",
            paramLabel = "F",
            description = "The fraction of the data in the test part (default: " + Comparison.TEST + ").")
    private Double test;

    @Option(
            names = "--quick",
            description = "A first look: " + QUICK_SPLITS + " split, " + QUICK_TRIALS + " trials and ranks up to "
                    + QUICK_RANK + ", unless these are given.")
    private boolean quick;

    @Option(names = "--all-cells", description = "On a table, measure methods on cells that look like errors, too.")
    private boolean allCells;

    @Mixin
    private ColumnOptions columns;

    @Mixin
    private BadLineOptions badLines;

    @Mixin
    private TableOptions layout;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    private volatile boolean isComparing;

    /**
     * The data that methods are compared on.
     *
     * @param words a sentence on what the file holds
     * @param taken how the file was understood, if that was a guess; may be empty
     * @param unmeasured the cells that look like errors
     */
    private record Subject(
            Comparison comparison, String words, String taken, List<ComparisonFiles.Unmeasured> unmeasured) {}

    /** The names of all methods. */
    static final class MethodNames implements Iterable<String> {
        static Set<String> all() {
            Set<String> names = new LinkedHashSet<>();
            Contestants.forRatings().forEach(each -> names.add(each.key()));
            Contestants.forTables().forEach(each -> names.add(each.key()));
            ListContestants.all().forEach(each -> names.add(each.key()));
            return names;
        }

        @Override
        public Iterator<String> iterator() {
            return all().iterator();
        }
    }

    /** Creates the command; picocli sets its options. */
    public Compare() {}

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        checkOptions();
        input.requireReadable();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        try (Interruption interruption = new Interruption(
                        how -> {
                            terminal.say(
                                    isComparing
                                            ? "stopping after this step; what is finished will be written" + how
                                            : "stopped before anything was compared: nothing was written");
                            return isComparing;
                        },
                        why -> terminal.say("%s: nothing was written", why));
                OutputFolder folder = OutputFolder.begin(output, ComparisonFiles.NAMES, List.of(input.given()))) {
            interruption.cleanUpBy(folder::abandon);
            try {
                return compare(terminal, interruption, folder, began);
            } catch (IOException | RuntimeException e) {
                terminal.clear();
                Exception named = e instanceof IOException io ? folder.named(io) : e;
                if (interruption.isEnding()) {
                    return ExitStatus.INTERRUPTED;
                }
                if (interruption.isRequested()) {
                    return Failure.report(named, spec.commandLine().getErr());
                }
                if (named instanceof IOException io) {
                    throw io;
                }
                throw e;
            }
        }
    }

    private int compare(Terminal terminal, Interruption interruption, OutputFolder folder, long began)
            throws IOException {
        Subject subject = read(terminal);
        double read = Seconds.since(began);
        terminal.stage("%s%s", subject.words, subject.taken);
        int rounds = subject.comparison.contestants().size()
                + subject.comparison.listContestants().size();
        ComparisonProgress progress =
                new ComparisonProgress(terminal, began, subject.comparison.splits(), rounds, () -> {
                    interruption.noteProgress();
                    return interruption.isRequested();
                });
        isComparing = true;
        Compared compared;
        try {
            compared = subject.comparison
                    .withListener(progress)
                    .withResults(progress)
                    .compare();
        } catch (IllegalArgumentException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
        terminal.clear();
        if (compared.best().isEmpty() && compared.bestLists().isEmpty() && compared.stopped()) {
            terminal.say("stopped before any method was done: nothing was written");
            return ExitStatus.INTERRUPTED;
        }
        interruption.beginWriting();
        ComparisonFiles files = new ComparisonFiles(
                new ComparisonFiles.Data(input.name(), subject.words, subject.unmeasured),
                compared,
                RunOptions.given(spec));
        files.write(folder);
        folder.finish();
        if (run.printsSummary()) {
            if (run.isJson()) {
                spec.commandLine().getOut().println(Json.object(files.facts()));
            } else {
                files.table().forEach(spec.commandLine().getOut()::println);
                Terminal.result(
                        spec.commandLine().getOut(),
                        "%s   (%s: %s to read%s, %s to compare, with two more fits of each method, for its memory and"
                                + " its error over time)",
                        output.resolve(ComparisonFiles.PAGE),
                        NumberText.duration(Seconds.since(began)),
                        NumberText.duration(read),
                        compared.isTable() && !allCells ? " and to look for errors in the table" : "",
                        NumberText.duration(compared.seconds()));
            }
        }
        return interruption.isRequested() ? ExitStatus.INTERRUPTED : 0;
    }

    private Subject read(Terminal terminal) throws IOException {
        boolean isRatings = data == null
                ? columns.areGiven()
                        || badLines.areSkipped()
                        || !layout.areGiven() && RatingsFile.looksLikeRatings(input.path())
                : data == Content.RATINGS;
        if (isRatings && layout.areGiven()) {
            throw new UsageException("the layout of a table was given, such as --header, but the file holds ratings;"
                    + " --as table reads it as a table");
        }
        String taken = data != null
                ? ""
                : isRatings
                        ? ", taken as ratings (--as table reads it as a table)"
                        : ", taken as a table (--as ratings reads it as ratings)";
        if (!isRatings && badLines.areSkipped()) {
            throw new UsageException("--skip-bad is for files of ratings, not for a table");
        }
        return isRatings ? ratings(terminal, taken) : table(terminal, taken);
    }

    private Subject ratings(Terminal terminal, String taken) throws IOException {
        RatingsFile.FullReading reading = badLines.read(skipsBad -> RatingsFile.readFully(
                input.path(), columns.columns(), Optional.empty(), run.threads(), skipsBad, false));
        reading.notes().forEach(terminal::note);
        Ratings ratings = reading.ratings();
        return new Subject(
                configured(Comparison.ofRatings(ratings)),
                String.format(
                        Locale.ROOT,
                        "%s: %s, %s, %s",
                        input.name(),
                        Words.count(ratings.users().size(), "user"),
                        Words.count(ratings.items().size(), "item"),
                        Words.described(ratings)),
                taken,
                List.of());
    }

    private Subject table(Terminal terminal, String taken) throws IOException {
        Table table = layout.read(input, UnaryOperator.identity());
        TableOptions.notes(table).forEach(terminal::note);
        List<String> categories = table.carriedColumns().stream()
                .filter(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                .map(CarriedColumn::name)
                .toList();
        if (!categories.isEmpty()) {
            terminal.note("left out, since methods are compared on numbers alone: " + Words.list(categories));
        }
        Observations cells = Observations.withHoles(table.values());
        if (cells.count() == 0) {
            throw new InputException(input + ": every cell is a hole, there is nothing to go by");
        }
        terminal.progress("%s: looking for cells that look like errors", input.name());
        List<GrossError> errors = allCells ? List.of() : errors(cells);
        terminal.clear();
        return new Subject(
                configured(Comparison.ofTable(cells).withUnmeasured(errors)),
                TableOptions.description(table),
                taken,
                errors.stream()
                        .map(error -> new ComparisonFiles.Unmeasured(table.place(error.row(), error.column()), error))
                        .toList());
    }

    /** What Rung's default, fitted to the whole table, takes for gross errors. */
    private List<GrossError> errors(Observations cells) {
        return Completion.byDefault()
                .withSeed(run.seed())
                .withThreads(run.threads())
                .complete(cells)
                .grossErrors();
    }

    /** The comparison with the options that were given. */
    private Comparison configured(Comparison comparison) {
        Comparison configured = comparison.withSeed(run.seed()).withThreads(run.threads());
        configured =
                quick || splits != null ? configured.withSplits(splits == null ? QUICK_SPLITS : splits) : configured;
        configured =
                quick || trials != null ? configured.withTrials(trials == null ? QUICK_TRIALS : trials) : configured;
        configured =
                quick || maxRank != null ? configured.withMaxRank(maxRank == null ? QUICK_RANK : maxRank) : configured;
        configured = test == null ? configured : configured.withTestFraction(test);
        List<Contestant> values = configured.contestants().stream()
                .filter(each -> only != Target.LISTS && isWanted(each.key()))
                .toList();
        List<ListContestant> lists = configured.listContestants().stream()
                .filter(each -> only != Target.RATINGS && isWanted(each.key()))
                .toList();
        if (values.isEmpty() && lists.isEmpty()) {
            throw new InputException(input + ": there is no method left to compare; "
                    + (configured.contestants().isEmpty()
                            ? "without ratings there are lists alone"
                            : configured.listContestants().isEmpty()
                                    ? "a table has no lists"
                                    : only != null ? "--only leaves none" : "those of --methods are for tables"));
        }
        return configured.withMethods(values, lists);
    }

    private boolean isWanted(String key) {
        return methods == null || methods.contains(key);
    }

    private void checkOptions() {
        requireAtLeastOne("--splits", splits);
        requireAtLeastOne("--trials", trials);
        requireAtLeastOne("--max-rank", maxRank);
        if (test != null && !(test > 0 && test < 1)) {
            throw usage("--test must be between 0 and 1, got " + test);
        }
        Set<String> known = MethodNames.all();
        for (String method : methods == null ? List.<String>of() : methods) {
            if (!known.contains(method)) {
                throw usage("--methods has no '" + method + "'"
                        + Spelling.nearest(known, method)
                                .map(nearest -> ", did you mean " + nearest + "? There are ")
                                .orElse("; there are ")
                        + known.stream().collect(Collectors.joining(", ")));
            }
        }
    }

    private void requireAtLeastOne(String option, Integer value) {
        if (value != null && value < 1) {
            throw usage(option + " must be at least 1, got " + value);
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
