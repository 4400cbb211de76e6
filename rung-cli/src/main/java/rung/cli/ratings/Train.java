package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.Algorithm;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.output.WrittenFiles;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.DeviceOption;
import rung.cli.terminal.DuplicatesChoice;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Failure;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.Pace;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.WarmUp;
import rung.cli.terminal.Words;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.device.DeviceException;
import rung.file.model.ModelFile;
import rung.file.ratings.RatingsFile;
import rung.page.NumberText;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Model;
import rung.ratings.PaperRecommender;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** {@code rung train}: trains a recommender on a file of ratings and writes the model. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = {
            "Trains a recommender on ratings and writes it to a model file, and a page about it if --report asks for one.",
            "",
            "Each line of the input holds a user, an item, a rating and perhaps a time; further fields are ignored."
                    + " Fields are separated by tabs, commas, semicolons, spaces, | or ::, and may be in quotes; or"
                    + " lines are JSON objects such as {\"user\":1,\"item\":2,\"rating\":3}. The file may have a"
                    + " header and may be compressed with gzip. Columns are told by their names in the header,"
                    + " as in movieId,userId,rating, and by what they hold, so they may be in any order; what"
                    + " had to be assumed is said, and --user-col, --item-col, --rating-col, --weight and --time-col decide it.",
            "",
            "A rating is a number such as 4.5, 4,5 or 4½, stars, or a fraction such as 4/5, which is 4; yes, ja, oui, true, up and like are 1, and no,"
                    + " nein, non, false, down and dislike are 0. In 1,234.5 a comma separates thousands.",
            "",
            "A file without ratings says what people chose: each line holds a user and an item, with or"
                    + " without a count or a play time, and perhaps a time. A column named plays, count,"
                    + " minutes or the like is recognized, or named by --weight. Without one, each line counts"
                    + " as one choice. So it is if all ratings are equal. Lines with a count of 0 are passed over.",
            "",
            "Several files are read one after the other, each with its own form and header; users and items of the same"
                    + " name are the same, so the log of 'rung serve --log' is learned from, too. If a user has rated an item"
                    + " more than once, the latest rating counts: by the column of times, such as 978300760, 2024-01-05 10:11 or 5 Jan 2024, where a"
                    + " rating without a time comes before all others; or without such a column, the last one read.",
            "",
            "The model learns how users would rate items, and which items they would choose. From a file"
                    + " without ratings it learns the second alone.",
            "",
            "There is nothing to tune. A tenth of the ratings is held out to choose the rank, then"
                    + " the model is trained on all ratings; noise and regularization are estimated from them."
                    + " Ctrl-C stops the training and writes the best model so far; a second Ctrl-C ends at"
                    + " once and writes nothing."
        },
        footer = {
            "",
            "Examples:",
            "  rung train ratings.csv -o movies.rung",
            "  rung train ratings.csv -o movies.rung --cross-validate 5 --report page.html",
            "  rung train ratings.csv new-ratings.csv -o movies.rung",
            "  zcat plays.tsv.gz | rung train - -o songs.rung --weight plays"
        })
public final class Train implements Callable<Integer> {
    /** The words of {@code --only}. */
    static final class PartChoice extends Choice<Part> {
        PartChoice() {
            super(Part.values());
        }
    }

    /** The work after the last step, and what an entry adds: the model is written, and the process ends. */
    private static final double END = 0.3e9;

    private static final double END_OF_ENTRY = 100;

    /** The same of a report: most of it is code that runs for the first time. */
    private static final double REPORT = 0.4e9;

    private static final double REPORT_OF_ENTRY = 2_000;

    @Parameters(
            arity = "1..*",
            paramLabel = "RATINGS",
            description = "The file of ratings; or several, which are read as if they were one.")
    private List<InputFile> inputs;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            required = true,
            description = "The model file to write.")
    private OutputFile output;

    @Option(
            names = "--only",
            paramLabel = "PART",
            converter = PartChoice.class,
            description = "Train only one part: 'ratings' (how users would rate items) or 'preferences' (what they"
                    + " would choose). By default both, if there are ratings.")
    private Part only;

    @Option(
            names = "--rank",
            paramLabel = "N",
            description = "Train exactly this rank for ratings, or for lists if they are all that is trained.")
    private Integer rank;

    @Option(
            names = "--max-rank",
            paramLabel = "N",
            description =
                    "Choose among ranks up to this one, for ratings and for lists (default: " + Recommender.MAX_RANK
                            + " for ratings and " + PreferenceTrainer.MAX_RANK
                            + " for lists, or the number of users or items if that is smaller).")
    private Integer maxRank;

    @Option(
            names = "--held-out",
            paramLabel = "F",
            description = "The fraction of the ratings that is held out to choose the rank (default: "
                    + Recommender.HELD_OUT + ").")
    private Double heldOut;

    @Option(
            names = "--duplicates",
            paramLabel = "WHICH",
            converter = DuplicatesChoice.class,
            description =
                    "If a user has the same item more than once: 'last' keeps the latest rating by time, or the last one read if there are no times, 'mean'"
                            + " averages them, 'sum' adds them up, 'error' stops with a message (default: last for"
                            + " ratings, sum for counts and play times).")
    private Duplicates duplicates;

    @Option(
            names = "--min",
            paramLabel = "V",
            description = "The lowest value that is predicted (default: the lowest rating).")
    private Double low;

    @Option(
            names = "--max",
            paramLabel = "V",
            description = "The highest value that is predicted (default: the highest rating).")
    private Double high;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "fast-greedy",
            description = "fast-greedy; or fast-local-search, with --paper only (default: ${DEFAULT-VALUE}).")
    private String algorithm;

    @Option(
            names = "--paper",
            description = "For comparison, train exactly as in the paper: no biases, no averaging, "
                    + PaperRecommender.ITERATIONS + " LSQR iterations, and rank " + PaperRecommender.RANK
                    + " unless --rank is given.")
    private boolean paper;

    @Option(
            names = "--report",
            paramLabel = "PAGE",
            description =
                    "Also write an HTML page about the training: the ratings, errors beside simple guesses and by rank,"
                            + " lists of some users, time.")
    private OutputFile report;

    @Option(
            names = "--titles",
            paramLabel = "FILE",
            description = "With --report: a file with an item and its title in each line, for the page.")
    private InputFile titles;

    @Mixin
    private BadLineOptions badLines;

    @Mixin
    private TestOptions testing;

    @Mixin
    private ColumnOptions columns;

    @Mixin
    private DeviceOption device;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    private RatingsInput input;
    private volatile boolean isTraining;

    /** Creates the command; picocli sets its options. */
    public Train() {}

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        input = new RatingsInput(inputs);
        Recommender recommender = recommender();
        testing.check();
        device.check(spec, paper ? "--paper" : "");
        if (titles != null && report == null) {
            throw usage("--titles is for the page: add --report");
        }
        input.requireDifferent();
        output.check(Written.MODEL, input.files());
        if (report != null) {
            report.check(Written.PAGE, input.files());
            report.requireDifferent("--report", "--output", output);
        }
        if (output.toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
            throw new InputException(output + ": the name must not end in .gz, a model is used as it is");
        }
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        try (Interruption interruption = new Interruption(
                how -> {
                    terminal.say(
                            isTraining
                                    ? "stopping after this step; the best model so far will be kept" + how
                                    : "stopped while the ratings were read, before the first step: no model was written");
                    return isTraining;
                },
                why -> terminal.say("%s: no model was written", why))) {
            try {
                return readAndTrain(recommender, terminal, interruption, began);
            } catch (IOException | RuntimeException e) {
                terminal.clear();
                if (interruption.isRequested()) {
                    return Failure.report(e, spec.commandLine().getErr()); // printed before the JVM ends
                }
                throw e;
            }
        }
    }

    private int readAndTrain(Recommender recommender, Terminal terminal, Interruption interruption, long began)
            throws IOException {
        RatingsFile.FullReading reading = TrainingData.read(
                input,
                badLines,
                skipsBad -> RatingsFile.readFully(
                        input.paths(),
                        columns.columns(),
                        Optional.ofNullable(duplicates),
                        run.threads(),
                        skipsBad,
                        testing.isByTime()));
        TrainingData.check(input, reading, terminal);
        Ratings ratings = reading.ratings();
        Optional<Ratings> test = testing.file().isPresent()
                ? Optional.of(testing.read(columns, badLines, run.threads(), terminal))
                : Optional.empty();
        testing.requireFolds(ratings);
        testing.ties(reading).ifPresent(ties -> terminal.note(input + ": " + ties));
        requireRank(ratings);
        boolean hasRatings = ratings.meaning() == Meaning.RATING && only != Part.PREFERENCES;
        if (!hasRatings && (paper || low != null || high != null)) {
            throw new InputException(input + ": nothing is learned from ratings here, so "
                    + (paper ? "--paper" : low != null ? "--min" : "--max")
                    + " has nothing to say");
        }
        Recommender bounded = bounded(recommender, ratings);
        terminal.stageOf(
                "",
                input,
                ": " + Words.count(ratings.users().size(), "user")
                        + ", " + Words.count(ratings.items().size(), "item")
                        + ", " + Words.described(ratings)
                        + " (" + NumberText.duration(Seconds.since(began)) + ")");
        isTraining = true;
        return train(bounded, reading, test, terminal, interruption, began);
    }

    private Recommender recommender() {
        requireAtLeastOne("--rank", rank);
        requireAtLeastOne("--max-rank", maxRank);
        if (rank != null && (maxRank != null || heldOut != null)) {
            throw usage("--rank leaves nothing to choose, so " + (maxRank != null ? "--max-rank" : "--held-out")
                    + " does not go with it");
        }
        if (!List.of("fast-greedy", "fast-local-search").contains(algorithm)) {
            throw usage("--algorithm must be fast-greedy or fast-local-search, got '" + algorithm + "'");
        }
        if (!paper && algorithm.equals("fast-local-search")) {
            throw usage("--algorithm fast-local-search is there with --paper only: draws have no piece to swap");
        }
        if (paper && only == Part.PREFERENCES) {
            throw usage("--paper trains ratings, so --only preferences does not go with it");
        }
        if (paper && (maxRank != null || heldOut != null || low != null || high != null)) {
            throw usage("--paper takes --rank, --seed and --threads, but not --max-rank, --held-out, --min or --max");
        }
        if (heldOut != null && !(heldOut > 0 && heldOut < 1)) {
            throw usage("--held-out must be between 0 and 1, got " + heldOut);
        }
        requireFinite("--min", low);
        requireFinite("--max", high);
        if (low != null && high != null && low > high) {
            throw usage("--min must not be above --max, got " + Words.plain(low) + " and " + Words.plain(high));
        }
        Recommender recommender = device.on(Recommender.byDefault()).withSeed(run.seed());
        recommender = rank == null ? recommender : recommender.withRank(rank);
        recommender = maxRank == null ? recommender : recommender.withMaxRank(maxRank);
        recommender = heldOut == null ? recommender : recommender.withHeldOut(heldOut);
        recommender = only == null ? recommender : recommender.withOnly(only);
        return recommender.withThreads(run.threads());
    }

    private void requireAtLeastOne(String option, Integer value) {
        if (value != null && value < 1) {
            throw usage(option + " must be at least 1, got " + value);
        }
    }

    private void requireFinite(String option, Double value) {
        if (value != null && !Double.isFinite(value)) {
            throw usage(option + " must be finite, got " + value);
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private void requireRank(Ratings ratings) {
        int least = Math.min(ratings.users().size(), ratings.items().size());
        if (rank != null && rank > least) {
            throw usage("--rank must be between 1 and " + least + " (the smaller of "
                    + ratings.users().size() + " users and " + ratings.items().size() + " items), got " + rank);
        }
    }

    private Recommender bounded(Recommender recommender, Ratings ratings) {
        if (low == null && high == null) {
            return recommender;
        }
        double from = low == null ? ratings.lowest() : low;
        double to = high == null ? ratings.highest() : high;
        if (from > to) {
            throw usage(
                    low == null
                            ? "--max must not be below the lowest rating, " + Words.plain(from)
                                    + ", unless there is --min, got " + Words.plain(to)
                            : "--min must not be above the highest rating, " + Words.plain(to)
                                    + ", unless there is --max, got " + Words.plain(from));
        }
        return recommender.withBounds(from, to);
    }

    /** Returns the work that follows the last step of a training, a report not included: the model of {@code ratings} ratings is written. */
    static double endOf(int ratings) {
        return END + END_OF_ENTRY * ratings;
    }

    /** Returns the work of writing a report on a training with {@code ratings} ratings. */
    static double reportOf(int ratings) {
        return REPORT + REPORT_OF_ENTRY * ratings;
    }

    /** What shows the progress of all trainings on these ratings: that of the model, and those that only measure. */
    private TrainingProgress progress(
            RatingsFile.FullReading reading,
            Optional<Ratings> test,
            Terminal terminal,
            Interruption interruption,
            long began) {
        Ratings ratings = reading.ratings();
        double measuring = test.map(measured -> TrainingWork.measuring(ratings, measured.count()))
                .orElse(0.0);
        double reporting = report == null ? 0 : reportOf(ratings.count());
        TrainingWork work = new TrainingWork(
                new TrainingWork.Trainings(
                        !paper && only != Part.RATINGS,
                        ratings.meaning() == Meaning.RATING && only != Part.PREFERENCES,
                        testing.runs(),
                        1 - testing.measuredPart(),
                        TrainingWork.measuring(ratings, testing.measuredPart() * ratings.count())),
                endOf(ratings.count()) + measuring + reporting);
        return new TrainingProgress(terminal, work, new Pace(0, WarmUp.NONE), began, interruption::isRequested);
    }

    private Recommender.Trained train(Recommender recommender, Ratings ratings, TrainingProgress progress) {
        try {
            Recommender.Trained trained = paper
                    ? PaperRecommender.train(ratings, literal(ratings, progress), run.seed(), run.threads())
                    : recommender.withListener(progress).train(ratings);
            progress.finishRun();
            return trained;
        } catch (IllegalArgumentException | DeviceException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
    }

    /**
     * Measures the model on another file, or models like it on parts of the ratings that they are not trained on. Nothing is chosen by
     * what is measured on.
     */
    private Optional<TestFigures> measure(
            Recommender recommender,
            RatingsFile.FullReading reading,
            Optional<Ratings> test,
            Model model,
            Terminal terminal,
            TrainingProgress progress) {
        if (test.isPresent()) {
            terminal.beginWith("measuring on ", testing.file().orElseThrow());
            return Optional.of(TestFigures.measure(
                    model, test.get(), testing.file().orElseThrow().name()));
        }
        List<Ratings.Split> splits = testing.splits(reading, run.seed());
        List<TestFigures> figures = new ArrayList<>();
        for (Ratings.Split split : splits) {
            terminal.stage("measuring: part %d of %d", figures.size() + 1, splits.size());
            Recommender.Trained trained = train(recommender, split.train(), progress);
            if (trained.stopped()) {
                break;
            }
            figures.add(TestFigures.measure(trained.model(), split.heldOut(), testing.words()));
        }
        if (figures.size() < splits.size()) {
            terminal.say("stopped while measuring: %s", testing.unfinished(figures.size()));
        }
        return figures.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        testing.folds().isPresent()
                                ? TestFigures.mean(figures, testing.words(figures.size()))
                                : figures.get(0));
    }

    private int train(
            Recommender recommender,
            RatingsFile.FullReading reading,
            Optional<Ratings> test,
            Terminal terminal,
            Interruption interruption,
            long began)
            throws IOException {
        Ratings ratings = reading.ratings();
        double read = Seconds.since(began);
        TrainingProgress progress = progress(reading, test, terminal, interruption, began);
        Recommender.Trained trained = train(recommender, ratings, progress);
        terminal.clear();
        noteTooFew(trained, ratings, terminal);
        double done = Seconds.since(began);
        Map<String, Double> timings = progress.timings(read, done);
        interruption.beginWriting();
        terminal.beginWith("writing ", output);
        WrittenFiles files = new WrittenFiles();
        files.write(output, () -> output.write("model.rung", file -> ModelFile.write(file, trained.model())));
        double written = Seconds.since(began);
        Optional<TestFigures> tested = trained.stopped()
                ? Optional.empty()
                : measure(recommender, reading, test, trained.model(), terminal, progress);
        terminal.clear();
        if (report != null) {
            terminal.begin("making the report");
            timings.put("writing", written - done);
            if (tested.isPresent()) {
                timings.put("measuring", Seconds.since(began) - written);
            }
            TrainingReport.Input about = report(trained, ratings, tested, timings);
            files.write(report, () -> report.write("page.html", file -> TrainingReport.write(file, about)));
            terminal.clear();
        }
        if (run.printsSummary()) {
            Optional<String> page = Optional.ofNullable(report).map(OutputFile::toString);
            new TrainingSummary(reading, trained, tested, output.toString(), page, Seconds.since(began))
                    .print(summaryOutput(), run.isJson());
        }
        TrainingSummary.doubt(trained).ifPresent(words -> terminal.say("%s: warning: %s", input, words));
        if (interruption.isRequested()) {
            terminal.say(
                    trained.stopped()
                            ? "stopped early: %s holds the best model so far%s"
                            : "%s holds the whole model%s",
                    output,
                    TrainingSummary.parts(
                            trained.model(),
                            ratings.meaning() == Meaning.RATING && only != Part.PREFERENCES,
                            !paper && only != Part.RATINGS));
            return ExitStatus.INTERRUPTED;
        }
        return 0;
    }

    /** Says if nothing was held out, although there was something to choose. */
    private void noteTooFew(Recommender.Trained trained, Ratings ratings, Terminal terminal) {
        boolean isUnmeasured =
                trained.heldOutError().isEmpty() && trained.heldOutNdcg().isEmpty();
        if (isUnmeasured && rank == null && !paper && !trained.stopped()) {
            String entries = Words.count(ratings.count(), ratings.meaning() == Meaning.RATING ? "rating" : "choice");
            boolean isMeasured = testing.runs() > 0 || testing.file().isPresent();
            terminal.note(input + ": "
                    + (heldOut == null
                            ? entries + " are too few to hold some out"
                            : "--held-out "
                                    + BigDecimal.valueOf(heldOut)
                                            .stripTrailingZeros()
                                            .toPlainString() + " of " + entries + " is too little to choose by")
                    + (isMeasured
                            ? ": nothing was chosen by them"
                            : ": nothing was chosen by them, and no error is known"));
        }
    }

    private TrainingReport.Input report(
            Recommender.Trained trained, Ratings ratings, Optional<TestFigures> tested, Map<String, Double> timings)
            throws IOException {
        TrainingReport.Input about =
                new TrainingReport.Input(input.name(), trained, ratings, RunOptions.given(spec), timings);
        about = tested.isPresent() ? about.withTested(tested.get()) : about;
        about = titles == null ? about : about.withTitles(RatingsFile.titles(titles.path()));
        if (trained.heldOutError().isEmpty()) {
            return about;
        }
        double part = heldOut == null ? Recommender.HELD_OUT : heldOut; // the part by which the rank was chosen
        return about.withBaselines(BaselineErrors.of(ratings.split(part, run.seed())));
    }

    private Algorithm literal(Ratings ratings, TrainingProgress progress) {
        int least = Math.min(ratings.users().size(), ratings.items().size());
        int to = rank == null ? Math.min(least, PaperRecommender.RANK) : rank;
        Algorithm literal = algorithm.equals("fast-greedy")
                ? FastGreedy.asInPaper(to, PaperRecommender.ITERATIONS)
                : FastLocalSearch.asInPaper(to, PaperRecommender.ITERATIONS);
        return literal.with(settings -> settings.withListener(progress));
    }

    /** Where the summary goes: to standard output, unless a result does. */
    private PrintWriter summaryOutput() {
        boolean isTaken = output.isStandardOutput() || report != null && report.isStandardOutput();
        return isTaken ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }
}
