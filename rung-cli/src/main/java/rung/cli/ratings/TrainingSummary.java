package rung.cli.ratings;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.page.Json;
import rung.page.NumberText;
import rung.preferences.HeldOutLists;
import rung.preferences.PreferenceModel;
import rung.ratings.Model;
import rung.ratings.Recommender;

/**
 * What {@code train} says at its end.
 *
 * @param reading what was read
 * @param trained what was trained
 * @param tested how good it is on what it was not trained on, if that was asked for
 * @param output where the model is
 * @param report where the page is, if it was asked for
 * @param seconds how long it took
 */
record TrainingSummary(
        RatingsFile.FullReading reading,
        Recommender.Trained trained,
        Optional<TestFigures> tested,
        String output,
        Optional<String> report,
        double seconds) {
    void print(PrintWriter out, boolean isJson) {
        Ratings ratings = reading.ratings();
        Model model = trained.model();
        if (isJson) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("users", ratings.users().size());
            facts.put("items", ratings.items().size());
            facts.put("ratings", ratings.count());
            facts.put("duplicates", ratings.duplicates());
            facts.put("skipped", reading.skipped());
            model.ratings().ifPresent(part -> {
                facts.put("rank", part.factors().rank());
                facts.put("heldOutRmse", trained.heldOutError());
                facts.put("heldOutRmseOfMean", trained.errorOfMean());
                facts.put("min", (float) part.low());
                facts.put("max", (float) part.high());
            });
            model.preferences().ifPresent(part -> {
                facts.put("preferenceRank", part.rank());
                facts.put("heldOutNdcg", trained.heldOutNdcg());
            });
            tested.ifPresent(figures -> facts.put("test", figures.facts()));
            facts.put("stopped", trained.stopped());
            facts.put("seconds", seconds);
            facts.put("output", output);
            out.println(Json.object(facts));
            return;
        }
        Terminal.result(
                out,
                "%s, %s, %s%s",
                Words.count(ratings.users().size(), "user"),
                Words.count(ratings.items().size(), "item"),
                Words.count(ratings.count(), ratings.meaning() == Meaning.RATING ? "rating" : "choice"),
                ratings.duplicates() == 0
                        ? ""
                        : " (" + Words.count(ratings.duplicates(), "duplicate") + " merged into others)");
        model.ratings()
                .ifPresent(part -> Terminal.result(
                        out,
                        "ratings: rank %d, held-out RMSE %s%s, predictions from %s to %s",
                        part.factors().rank(),
                        figure(trained.heldOutError()),
                        trained.isNoBetterThanMean()
                                ? " (the mean alone has " + figure(trained.errorOfMean()) + ")"
                                : "",
                        Words.plain(part.low()),
                        Words.plain(part.high())));
        model.preferences()
                .ifPresent(part -> Terminal.result(
                        out,
                        "lists: rank %d, held-out nDCG@20 %s%s",
                        part.rank(),
                        figure(trained.heldOutNdcg()),
                        trained.heldOutLists()
                                        .map(lists -> besidePopularity(part, lists))
                                        .orElse("")
                                + (part.rank() == 0 && trained.heldOutLists().isPresent()
                                        ? ""
                                        : ListChoice.caveat(model)
                                                .map(words -> "; " + words)
                                                .orElse(""))));
        model.preferences().filter(part -> hasCounts(ratings)).ifPresent(part -> printCounts(out, part));
        tested.ifPresent(figures -> figures.print(out));
        report.ifPresent(page -> Terminal.result(out, "report: %s", page));
        Terminal.result(out, "%s   (%s)", output, NumberText.duration(seconds));
    }

    /* What lists of the most popular items have on the same held-out choices. */
    private static String besidePopularity(PreferenceModel preferences, HeldOutLists lists) {
        return preferences.rank() == 0
                ? ", that of the most popular items; no better list was found"
                : " (" + figure(OptionalDouble.of(lists.popular().ndcg().value())) + " by popularity)";
    }

    /** A sentence, without its end, about a model that predicts ratings no better than their mean does; empty if it does. */
    static Optional<String> doubt(Recommender.Trained trained) {
        return trained.isNoBetterThanMean()
                ? Optional.of(
                        "the model predicts ratings no better than the mean of the ratings does: on ratings held out, its RMSE is "
                                + figure(trained.heldOutError()) + ", and that of the mean "
                                + figure(trained.errorOfMean())
                                + "; look for wrong ratings and wrong columns before you use it")
                : Optional.empty();
    }

    /** Whether choices had counts in the file; if not, they are the numbers of lines that repeat each other. */
    private static boolean hasCounts(Ratings choices) {
        if (choices.meaning() != Meaning.WEIGHT || choices.lowest() == choices.highest()) {
            return false;
        }
        double sum = 0;
        for (float weight : choices.value()) {
            sum += weight;
        }
        return sum != choices.count() + (double) choices.duplicates();
    }

    /** Says if counts were given that changed nothing. */
    private static void printCounts(PrintWriter out, PreferenceModel part) {
        if (part.typical() == 0) {
            Terminal.result(out, "counts: not used, because choices held out were told no better with them");
        } else if (part.rank() == 0) {
            Terminal.result(out, "counts: without effect, because popular is what many users chose, however often");
        }
    }

    /**
     * What a model of a training that was stopped can do.
     *
     * @param hasRatings whether ratings were to be learned
     * @param hasLists whether lists were to be learned
     */
    static String parts(Model model, boolean hasRatings, boolean hasLists) {
        List<String> parts = new ArrayList<>();
        model.ratings()
                .ifPresentOrElse(
                        part -> parts.add(
                                "predicts ratings by rank " + part.factors().rank()),
                        () -> parts.add(hasRatings ? "predicts no ratings yet" : ""));
        model.preferences()
                .ifPresentOrElse(
                        part -> parts.add("makes lists by rank " + part.rank()),
                        () -> parts.add(hasLists ? "has no lists yet" : ""));
        parts.removeIf(String::isEmpty);
        return parts.isEmpty() ? "" : ", which " + String.join(" and ", parts);
    }

    private static String figure(OptionalDouble value) {
        return value.isEmpty() ? "not measured" : String.format(Locale.ROOT, "%.4f", value.getAsDouble());
    }
}
