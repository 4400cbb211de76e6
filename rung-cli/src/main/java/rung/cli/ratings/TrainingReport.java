package rung.cli.ratings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import rung.Step;
import rung.cli.output.ClimbFigures;
import rung.cli.output.MadeWith;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.lists.ListQuality;
import rung.lists.Measured;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;
import rung.page.TrainingCharts;
import rung.preferences.HeldOutLists;
import rung.ratings.Model;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** The web page about a training: how the recommender was trained, and what came out. */
final class TrainingReport {
    /** Facts that the page does not show: charts and tables show what was measured, and settings are for those who read code. */
    private static final Set<String> LEFT_OUT =
            Set.of("held-out errors", "held-out residuals", "held-out lists", "settings");

    private final Input input;
    private final Model model;

    /**
     * What the page is made of.
     *
     * @param source the name of the ratings or choices, usually of a file
     * @param ratings all that were read
     * @param options how the command was called: names and values
     * @param timings the parts of the work and their seconds, in order; together they are the time
     * @param residuals rating minus prediction
     * @param residualsOf which ratings these are, to follow "Of": "the ratings held out"
     * @param tested the error on ratings that were not in training, if there are any
     * @param baselines the errors of simple guesses on the ratings by which the rank was chosen, if they were measured
     * @param titles the titles of items; empty for none
     */
    record Input(
            String source,
            Recommender.Trained trained,
            Ratings ratings,
            Map<String, String> options,
            Map<String, Double> timings,
            Histogram residuals,
            String residualsOf,
            Optional<TestFigures> tested,
            Optional<BaselineErrors> baselines,
            Map<String, String> titles) {
        Input {
            titles = Map.copyOf(titles);
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
        }

        /** Computes the residuals of all ratings, if the model predicts any, which takes about as long as predicting each. */
        Input(
                String source,
                Recommender.Trained trained,
                Ratings ratings,
                Map<String, String> options,
                Map<String, Double> timings) {
            this(
                    source,
                    trained,
                    ratings,
                    options,
                    timings,
                    trained.model().ratings().isPresent()
                            ? Histogram.ofResiduals(trained.model(), ratings)
                            : Histogram.of(new double[0]),
                    "all ratings, on which the model was trained",
                    Optional.empty(),
                    Optional.empty(),
                    Map.of());
        }

        Input withTested(TestFigures figures) {
            return new Input(
                    source,
                    trained,
                    ratings,
                    options,
                    timings,
                    residuals,
                    residualsOf,
                    Optional.of(figures),
                    baselines,
                    titles);
        }

        Input withResiduals(Histogram others, String of) {
            return new Input(source, trained, ratings, options, timings, others, of, tested, baselines, titles);
        }

        Input withBaselines(BaselineErrors errors) {
            return new Input(
                    source,
                    trained,
                    ratings,
                    options,
                    timings,
                    residuals,
                    residualsOf,
                    tested,
                    Optional.of(errors),
                    titles);
        }

        Input withTitles(Map<String, String> ofItems) {
            return new Input(
                    source, trained, ratings, options, timings, residuals, residualsOf, tested, baselines, ofItems);
        }
    }

    private TrainingReport(Input input) {
        this.input = input;
        this.model = input.trained.model();
    }

    /** Writes the page; if that fails, a file that was there stays. */
    static void write(Path file, Input input) throws IOException {
        page(input).write(file);
    }

    static Page page(Input input) {
        return new TrainingReport(input).page();
    }

    private Page page() {
        Page page = new Page(input.source);
        page.paragraph("A recommender of rank " + rank() + ", trained by Rung"
                + (hasRatings()
                        ? "."
                        : isUnreached()
                                ? " on which items people rated. It was stopped before it learned from the ratings themselves."
                                : " on what people chose, without ratings."));
        if (input.trained.stopped()) {
            page.notice("The training was stopped before its end. The model is the best until then.");
        }
        TrainingSummary.doubt(input.trained)
                .ifPresent(words -> page.notice(Character.toUpperCase(words.charAt(0)) + words.substring(1) + "."));
        page.facts(facts());
        page.heading(entries("Ratings", "Choices")).figures(dataFigures());
        if (hasRatings()) {
            input.baselines
                    .filter(errors -> input.trained.heldOutError().isPresent())
                    .ifPresent(errors -> page.heading("Beside simple guesses").figures(List.of(errorsBeside(errors))));
            page.heading("Fit").figures(List.of(errorByRank(), errorByStep(), spectrum(), residuals()));
        }
        input.trained
                .heldOutLists()
                .ifPresent(lists ->
                        page.heading("Lists").figures(List.of(Page.figure(listQuality(lists)), listsByStep())));
        List<Page.Table> users = new ExampleUsers(model, input.ratings, input.titles).tables();
        if (!users.isEmpty()) {
            page.heading("Some users").tables(users);
        }
        page.heading("Time").figures(hasRatings() ? List.of(timings(), elapsed()) : List.of(timings()));
        page.heading("How it was made").paragraph(story());
        Page.Table made = MadeWith.table(provenance());
        page.tables(input.options.isEmpty() ? List.of(made) : List.of(Page.Table.of("Options", input.options), made));
        if (!input.trained.choosing().isEmpty()) {
            page.details(ClimbFigures.path("The climb that chose the rank, step by step", input.trained.choosing()));
        }
        if (!model.path().isEmpty()) {
            page.details(ClimbFigures.path("The climb of the model, step by step", model.path(), trainedOn()));
        }
        return page;
    }

    private boolean hasRatings() {
        return model.ratings().isPresent();
    }

    /** Whether the training was stopped before it learned from the ratings that there are. */
    private boolean isUnreached() {
        return !hasRatings()
                && input.trained.stopped()
                && input.ratings.meaning() == Meaning.RATING
                && !Part.PREFERENCES.name().equalsIgnoreCase(input.options.get("--only"));
    }

    /** Whether what was given counts as ratings, and not as choices. */
    private boolean areRatings() {
        return hasRatings() || isUnreached();
    }

    /* What the model was trained on is called. */
    private String entries(String ratings, String choices) {
        return areRatings() ? ratings : choices;
    }

    private int rank() {
        return model.ratings()
                .map(part -> part.factors().rank())
                .orElseGet(() -> model.preferences().orElseThrow().rank());
    }

    private static Page.Table listQuality(HeldOutLists lists) {
        ListQuality ours = lists.ours();
        ListQuality popular = lists.popular();
        return TrainingCharts.listQuality(
                ours.length(),
                ours.users(),
                List.of(
                        measure("nDCG", ours.ndcg(), popular.ndcg()),
                        measure("recall", ours.recall(), popular.recall()),
                        measure("hit rate", ours.hitRate(), popular.hitRate()),
                        measure("coverage", ours.coverage(), popular.coverage())));
    }

    private static TrainingCharts.ListMeasure measure(String name, Measured ours, Measured popular) {
        return new TrainingCharts.ListMeasure(name, ours.value(), popular.value());
    }

    private Page.Figure listsByStep() {
        List<Step> steps = input.trained.lists();
        Plot plot = Plot.lines(
                        "Held-out nDCG while the penalty was chosen",
                        "step, from strong to weak penalties",
                        "nDCG",
                        List.of(ClimbFigures.heldOut("held-out nDCG", steps, Step::step, error -> 1 - error)))
                .whole();
        return Page.chart(
                plot,
                "The higher, the better. Each step keeps more of the differences between people, and of what is chance.",
                "No penalty was tried.");
    }

    /** How many ratings the model was trained on: fewer than there are, if it was stopped while the rank was chosen. */
    private long trainedOn() {
        return model.seen().count();
    }

    private List<Page.Fact> facts() {
        Ratings ratings = input.ratings;
        int users = ratings.users().size();
        int items = ratings.items().size();
        OptionalDouble heldOut = input.trained.heldOutError();
        List<Page.Fact> facts = new ArrayList<>();
        facts.add(new Page.Fact("Users", NumberText.count(users), ""));
        facts.add(new Page.Fact("Items", NumberText.count(items), ""));
        facts.add(new Page.Fact(
                entries("Ratings", "Choices"),
                NumberText.count(ratings.count()),
                ratings.count() > 0 && areRatings() == (ratings.meaning() == Meaning.RATING) ? range(ratings) : ""));
        facts.add(new Page.Fact(
                "Density", NumberText.percent(ratings.count() / ((double) users * items)), "of all pairs"));
        if (hasRatings()) {
            facts.add(new Page.Fact(
                    "Rank",
                    NumberText.count(rank()),
                    input.trained.choosing().isEmpty() ? "not chosen by error" : "chosen by error"));
            facts.add(new Page.Fact(
                    "Held-out RMSE",
                    NumberText.error(heldOut),
                    heldOut.isEmpty() ? "nothing held out" : "while choosing"));
        }
        model.preferences()
                .ifPresent(part -> facts.add(new Page.Fact("Rank of preferences", NumberText.count(part.rank()), "")));
        input.trained.heldOutLists().ifPresent(lists -> {
            String popular = NumberText.error(lists.popular().ndcg().value()) + " by popularity";
            facts.add(new Page.Fact(
                    "Held-out nDCG@" + lists.ours().length(),
                    NumberText.error(lists.ours().ndcg().value()),
                    popular));
        });
        input.tested.ifPresent(tested -> {
            String on = "of " + tested.of();
            tested.rmse().ifPresent(rmse -> facts.add(new Page.Fact("Test RMSE", plusMinus(rmse), on)));
            tested.mae().ifPresent(mae -> facts.add(new Page.Fact("Test MAE", plusMinus(mae), on)));
            tested.ndcg().ifPresent(ndcg -> facts.add(new Page.Fact("Test nDCG@20", plusMinus(ndcg), on)));
        });
        double seconds =
                input.timings.values().stream().mapToDouble(Double::doubleValue).sum();
        facts.add(new Page.Fact("Time", input.timings.isEmpty() ? NumberText.NONE : NumberText.duration(seconds), ""));
        return facts;
    }

    /** Between which values ratings are, or the weights of choices; nothing is said of choices that all count once. */
    private static String range(Ratings ratings) {
        boolean isWeighted = ratings.meaning() == Meaning.WEIGHT;
        if (ratings.lowest() == ratings.highest()) {
            return isWeighted && ratings.lowest() == 1
                    ? ""
                    : (isWeighted ? "all of weight " : "all ") + shortest(ratings.lowest());
        }
        return (isWeighted ? "with weights from " : "from ") + shortest(ratings.lowest()) + " to "
                + shortest(ratings.highest());
    }

    private static String plusMinus(Measured measured) {
        return NumberText.error(measured.value())
                + (measured.standardError().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT, " ± %.4f", measured.standardError().getAsDouble()));
    }

    private List<Page.Figure> dataFigures() {
        Page.Figure popularity = DataFigures.popularity(input.ratings, entries("ratings", "choices"));
        return hasRatings() ? List.of(DataFigures.values(input.ratings), popularity) : List.of(popularity);
    }

    /** The error by which the rank was chosen, beside those of simple guesses on the same ratings. */
    private Page.Figure errorsBeside(BaselineErrors errors) {
        double ours = input.trained.heldOutError().orElseThrow();
        List<Page.Bar> bars = List.of(
                new Page.Bar("mean", errors.mean(), NumberText.error(errors.mean())),
                new Page.Bar("biases", errors.biases(), NumberText.error(errors.biases())),
                new Page.Bar("this model", ours, NumberText.error(ours)));
        return Page.bars(
                "RMSE on the ratings held out",
                bars,
                "Mean: the same guess for all. Biases: what is usual for the user and for the item. The same ratings chose the"
                        + " rank, so the last figure is a little low; a test tells more.",
                "Nothing was held out.");
    }

    /** How the model came about, in a few sentences. */
    private String story() {
        Map<String, String> facts = model.facts();
        StringBuilder story = new StringBuilder("Trained on " + NumberText.count(input.ratings.count())
                + entries(" ratings", " choices") + " from " + input.source + ". ");
        if (!input.trained.choosing().isEmpty()) {
            story.append("A part of the ratings was held out to choose among ranks 1 to ")
                    .append(input.trained.choosing().stream()
                            .mapToInt(Step::rank)
                            .max()
                            .orElse(0))
                    .append("; then all were trained on. ");
        }
        if (facts.containsKey("lists")) {
            story.append("Lists are ranked by ")
                    .append(inWords("lists", facts.get("lists")))
                    .append(". ");
        }
        return story.append(
                        input.trained.stopped()
                                ? "It was stopped before its end: how far it came depends on time, so the same ratings, options and seed need"
                                        + " not give the same model again."
                                : "The same ratings, options and seed give the same model again, on any number of processors.")
                .toString();
    }

    private static String shortest(float value) {
        return value == Math.rint(value) && Math.abs(value) < 1e7f
                ? String.valueOf((int) value)
                : String.valueOf(value);
    }

    private Page.Figure errorByRank() {
        SortedMap<Integer, Double> errors = new TreeMap<>();
        input.trained
                .choosing()
                .forEach(step -> step.heldOut().ifPresent(error -> errors.putIfAbsent(step.rank(), error)));
        return TrainingCharts.errorByRank(errors, rank())
                .figure("No ratings were held out to choose the rank: it was given, or there were too few.");
    }

    private Page.Figure errorByStep() {
        return TrainingCharts.errorByStep(model.path(), rank(), trainedOn())
                .figure("There is no path: the model was not trained step by step.");
    }

    private Page.Figure spectrum() {
        return TrainingCharts.spectrum(model.factors())
                .figure("The model has no factors beside the mean and the biases.");
    }

    private Page.Figure residuals() {
        return TrainingCharts.residuals(input.residuals, input.residualsOf)
                .figure("There are no ratings to compare with.");
    }

    private Page.Figure timings() {
        return Page.durations("Where the time went", input.timings, "", "No times were taken.");
    }

    private Page.Figure elapsed() {
        List<Plot.Series> series = new ArrayList<>();
        if (!input.trained.choosing().isEmpty()) {
            series.add(ClimbFigures.elapsed("choosing", input.trained.choosing()));
        }
        series.add(ClimbFigures.elapsed("training", model.path()));
        return Page.chart(
                Plot.lines("Seconds against step", "step", "seconds since the climb began", series)
                        .whole(),
                "",
                "There is no path: the model was not trained step by step.");
    }

    /* What training recorded, as 'rung inspect' says it; what lists are ranked by, without these words. */
    private static String inWords(String name, String fact) {
        return Inspect.inWords(name, fact).replaceFirst("^ranked by ", "");
    }

    private Map<String, String> provenance() {
        Map<String, String> facts = new LinkedHashMap<>();
        model.facts().forEach((name, value) -> {
            if (!LEFT_OUT.contains(name)) {
                facts.put(name, inWords(name, value));
            }
        });
        return facts;
    }
}
