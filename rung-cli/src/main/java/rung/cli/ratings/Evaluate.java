package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.linalg.Workers;
import rung.lists.ListEvaluation;
import rung.page.Json;
import rung.ratings.Evaluation;
import rung.ratings.Model;

/** {@code rung evaluate}: measures the error of a model, or its lists, on ratings it was not trained on. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how well a model predicts ratings, or lists items, that it was not trained on.",
            "",
            "Reads ratings as 'rung train' does. Prints the root mean squared error (RMSE) and the"
                    + " mean absolute error (MAE) of the predictions, each ± its standard error over users. If the model does"
                    + " not know the user or the item of a rating, it predicts from the overall mean and from the"
                    + " bias of the one it knows; --unknown drop leaves such ratings out.",
            "",
            "With --lists, measures lists of the N best items instead, without those that the user chose in"
                    + " training, against the items that the user chose in RATINGS: recall (hits, divided by the"
                    + " most there could be), nDCG, mean average precision (MAP), hit rate (users with a hit),"
                    + " coverage (the share of the model's items that appear in some list) and novelty (the mean"
                    + " of -log2 of the share of users who chose a listed item), each with its standard error over"
                    + " users, beside the most popular items and random ones. If RATINGS has ratings, prints the"
                    + " same for the items that were liked. Lines with a user or an item that the model does not"
                    + " know are left out and counted, as are items that the user chose in training; so are users"
                    + " without any other line."
        },
        footer = {
            "",
            "Examples:",
            "  rung evaluate movies.rung test.csv",
            "  rung evaluate movies.rung test.csv --lists -n 10"
        })
public final class Evaluate implements Callable<Integer> {
    /** Whether the error counts ratings whose user or item the model does not know. */
    enum UnknownRatings {
        INCLUDE,
        DROP
    }

    /** The words of {@code --unknown}. */
    static final class UnknownRatingsChoice extends Choice<UnknownRatings> {
        UnknownRatingsChoice() {
            super(UnknownRatings.values());
        }
    }

    @Mixin
    private ModelArgument argument;

    @Parameters(index = "1", paramLabel = "RATINGS", description = "The file of ratings to compare with.")
    private InputFile input;

    @Option(
            names = "--unknown",
            paramLabel = "WHAT",
            defaultValue = "include",
            converter = UnknownRatingsChoice.class,
            description = "Whether ratings count whose user or item the model does not know: include or drop (default:"
                    + " ${DEFAULT-VALUE}).")
    private UnknownRatings unknown;

    @Mixin
    private BadLineOptions badLines;

    @Mixin
    private ColumnOptions columns;

    @Option(names = "--lists", description = "Measure lists of the best items instead of predicted ratings.")
    private boolean lists;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "With --lists: how many items a list has (default: " + ListEvaluation.LENGTH + ").")
    private Integer count;

    @Option(
            names = "--liked",
            paramLabel = "V",
            description = "With --lists: the lowest rating of an item that was liked (default: the mean of RATINGS,"
                    + " rounded up to a whole number: 4 for MovieLens).")
    private Double liked;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Evaluate() {}

    @Override
    public Integer call() throws IOException {
        checkOptions();
        Model model = argument.read();
        RatingsFile.FullReading reading = badLines.read(skipsBad -> RatingsFile.readFully(
                input.path(),
                columns.columns().keepingEqualRatings(),
                Optional.of(Duplicates.LAST),
                Workers.all().threads(),
                skipsBad,
                false));
        reading.notes().forEach(each -> Terminal.note(spec.commandLine().getErr(), each));
        Ratings test = reading.ratings();
        Ratings known = ListFigures.known(model, test);
        requireOnScale(model, test);
        requireSameIds(model, test, known.count());
        if (lists) {
            return measureLists(model, test);
        }
        if (model.ratings().isEmpty()) {
            throw new InputException(
                    argument.file()
                            + ": the model was trained on choices without ratings, or stopped before it came to them; --lists measures it");
        }
        if (test.meaning() == Meaning.WEIGHT) {
            throw new InputException(input + ": has no ratings that predictions could be compared with");
        }
        warnOfTraining(ListFigures.alreadySeen(model, known), test.count());
        Evaluation evaluation = evaluation(model, test);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("rmse", evaluation.rmse());
            facts.put("mae", evaluation.mae());
            facts.put("rmseStandardError", evaluation.rmseStandardError());
            facts.put("maeStandardError", evaluation.maeStandardError());
            facts.put("count", evaluation.count());
            facts.put("cold", evaluation.cold());
            facts.put("dropped", test.count() - evaluation.count());
            facts.put("duplicates", test.duplicates());
            facts.put("skipped", reading.skipped());
            out.println(Json.object(facts));
            return 0;
        }
        long dropped = test.count() - evaluation.count();
        out.printf(Locale.ROOT, "RMSE %.4f%s%n", evaluation.rmse(), plusMinus(evaluation.rmseStandardError()));
        out.printf(Locale.ROOT, "MAE  %.4f%s%n", evaluation.mae(), plusMinus(evaluation.maeStandardError()));
        Terminal.result(
                out,
                "%s%s%s",
                Words.count(evaluation.count(), "rating"),
                dropped > 0
                        ? ", " + dropped + " more left out whose user or item the model does not know"
                        : evaluation.cold() == 0
                                ? ""
                                : ", " + evaluation.cold()
                                        + " of them with a user or item that the model does not know",
                test.duplicates() == 0
                        ? ""
                        : ", " + Words.count(test.duplicates(), "duplicate") + " merged into others");
        return 0;
    }

    /** Refuses ratings of other users and other items than the model's, and says if few have a user and an item that it knows. */
    private void requireSameIds(Model model, Ratings test, int known) {
        boolean hasUsers = hasAny(test.users(), model.users());
        boolean hasItems = hasAny(test.items(), model.items());
        if (test.count() > 0 && !hasUsers && !hasItems) {
            throw new InputException(input + ": the model knows none of these users and items, such as user "
                    + first(test.users()) + " and item " + first(test.items()) + "; it knows such as user "
                    + first(model.users()) + " and item " + first(model.items()) + ". Are these the same ids?");
        }
        if (2 * known < test.count()) {
            String other = hasUsers && hasItems
                    ? ""
                    : ": it knows none of the " + (hasUsers ? "items" : "users") + ", such as "
                            + first(hasUsers ? test.items() : test.users());
            Terminal.note(
                    spec.commandLine().getErr(),
                    input + ": the model knows user and item of "
                            + (known == 0 ? "none" : known) + " of these "
                            + Words.count(test.count(), "line") + (known == 0 ? "" : " only") + other);
        }
    }

    /** Refuses ratings for --liked that nobody can give. */
    private void requireOnScale(Model model, Ratings test) {
        if (liked == null || test.meaning() == Meaning.WEIGHT || test.count() == 0) {
            return;
        }
        boolean isRated = model.ratings().isPresent();
        double low = isRated ? Math.min(model.low(), test.lowest()) : test.lowest();
        double high = isRated ? Math.max(model.high(), test.highest()) : test.highest();
        if (liked < low || liked > high) {
            throw usage("--liked must be between " + Words.plain(low) + " and " + Words.plain(high)
                    + ", the lowest and the highest rating, got " + Words.plain(liked));
        }
    }

    private static boolean hasAny(Ids names, Ids known) {
        return IntStream.range(0, names.size())
                .anyMatch(k -> known.find(names.name(k)).isPresent());
    }

    private static String first(Ids names) {
        return "'" + names.name(0) + "'";
    }

    private Evaluation evaluation(Model model, Ratings test) {
        try {
            return model.evaluate(test, unknown == UnknownRatings.INCLUDE);
        } catch (IllegalArgumentException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
    }

    /** Warns if the model was trained on most of what it is measured on. */
    private void warnOfTraining(int seen, int all) {
        if (2 * seen > all) {
            new Terminal(spec.commandLine().getErr(), false)
                    .note(input + ": " + seen + " of " + all + " of these ratings were in the training"
                            + " file; an error on them says little about new ones");
        }
    }

    private static String plusMinus(OptionalDouble standardError) {
        return standardError.isEmpty() ? "" : String.format(Locale.ROOT, " ± %.4f", standardError.getAsDouble());
    }

    private void checkOptions() {
        if (!lists && (count != null || liked != null)) {
            throw usage((count != null ? "-n" : "--liked") + " is for lists: add --lists");
        }
        if (count != null && count < 1) {
            throw usage("-n must be at least 1, got " + count);
        }
        if (liked != null && !Double.isFinite(liked)) {
            throw usage("--liked must be finite, got " + liked);
        }
    }

    private ParameterException usage(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private int measureLists(Model model, Ratings test) {
        ListFigures figures;
        try {
            figures = new ListFigures(
                    model,
                    test,
                    count == null ? ListEvaluation.LENGTH : count,
                    liked == null ? OptionalDouble.empty() : OptionalDouble.of(liked));
        } catch (InputException e) {
            throw new InputException(input + ": " + e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.object(figures.facts()));
        } else {
            figures.print(out);
        }
        return 0;
    }
}
