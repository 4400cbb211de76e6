package rung.cli.ratings;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.comparison.Estimate;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.lists.ListEvaluation;
import rung.lists.ListQuality;
import rung.lists.Measured;
import rung.ratings.By;
import rung.ratings.Evaluation;
import rung.ratings.Model;

/**
 * How good a model is on ratings or choices that it was not trained on.
 *
 * @param of what was measured, as a sentence begins with it: "test.csv", "5-fold cross-validation"
 * @param over what standard errors are taken over: "users" or "folds"
 * @param rmse the root mean squared error; empty without ratings
 * @param mae the mean absolute error; empty without ratings
 * @param ndcg nDCG@20 of lists; empty if no user has anything that a list could hit
 * @param recall recall@20 of lists, as far as there is nDCG
 * @param count the number of ratings or choices that were measured
 * @param cold how many of them have a user or item that the model does not know
 * @param seen how many were left out, since the model was trained on the same user and item
 * @param missing why figures are missing that could be there, in parts of a sentence
 */
record TestFigures(
        String of,
        String over,
        Optional<Measured> rmse,
        Optional<Measured> mae,
        Optional<Measured> ndcg,
        Optional<Measured> recall,
        long count,
        long cold,
        int seen,
        List<String> missing) {
    /**
     * Measures a model.
     *
     * @param test ratings or choices; those of a user and an item that the model was trained on are left out
     * @param of what is measured
     */
    static TestFigures measure(Model model, Ratings test, String of) {
        int[] user = ListFigures.numbers(test.users(), model.users());
        int[] item = ListFigures.numbers(test.items(), model.items());
        Ratings.Split split = test.split(e -> {
            int u = user[test.user()[e]];
            int i = item[test.item()[e]];
            return u >= 0 && i >= 0 && model.seen().has(u, i);
        });
        Ratings fresh = split.train();
        Optional<Evaluation> errors =
                model.ratings().isPresent() && fresh.meaning() == Meaning.RATING && fresh.count() > 0
                        ? Optional.of(model.evaluate(fresh, true))
                        : Optional.empty();
        Optional<ListQuality> lists = lists(model, fresh);
        return new TestFigures(
                of,
                "users",
                errors.map(found -> new Measured(found.rmse(), found.rmseStandardError())),
                errors.map(found -> new Measured(found.mae(), found.maeStandardError())),
                lists.map(ListQuality::ndcg),
                lists.map(ListQuality::recall),
                fresh.count(),
                errors.map(Evaluation::cold).orElse(0L),
                split.heldOut().count(),
                missing(model, fresh, lists.isEmpty()));
    }

    private static List<String> missing(Model model, Ratings fresh, boolean hasNoLists) {
        List<String> missing = new ArrayList<>();
        boolean isRated = fresh.meaning() == Meaning.RATING;
        if (model.ratings().isPresent() && !isRated) {
            missing.add("it has no ratings to compare predictions with");
        } else if (model.ratings().isEmpty() && isRated && hasNoLists) {
            missing.add("the model predicts no ratings");
        }
        if (hasNoLists) {
            missing.add("no line has a user and an item that the model knows, to compare lists with");
        }
        return missing;
    }

    private static Optional<ListQuality> lists(Model model, Ratings fresh) {
        Ratings known = ListFigures.known(model, fresh);
        if (known.count() == 0) {
            return Optional.empty();
        }
        ListEvaluation evaluation = ListEvaluation.of(model.seen(), known).withSeed(0);
        return evaluation.users() == 0 ? Optional.empty() : Optional.of(evaluation.measure(model.scorers(By.BOTH)));
    }

    /** The means of several measurements, with standard errors over them. */
    static TestFigures mean(List<TestFigures> folds, String of) {
        return new TestFigures(
                of,
                "folds",
                mean(folds, TestFigures::rmse),
                mean(folds, TestFigures::mae),
                mean(folds, TestFigures::ndcg),
                mean(folds, TestFigures::recall),
                folds.stream().mapToLong(TestFigures::count).sum(),
                folds.stream().mapToLong(TestFigures::cold).sum(),
                folds.stream().mapToInt(TestFigures::seen).sum(),
                List.of());
    }

    private static Optional<Measured> mean(List<TestFigures> folds, Function<TestFigures, Optional<Measured>> figure) {
        double[] values = folds.stream()
                .flatMap(fold -> figure.apply(fold).stream())
                .mapToDouble(Measured::value)
                .toArray();
        if (values.length == 0) {
            return Optional.empty();
        }
        Estimate estimate = Estimate.of(values);
        return Optional.of(new Measured(estimate.mean(), estimate.standardError()));
    }

    /** The figures as facts for programs. */
    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("of", of);
        facts.put("count", count);
        facts.put("cold", cold);
        facts.put("seen", seen);
        put(facts, "rmse", rmse);
        put(facts, "mae", mae);
        put(facts, "ndcg", ndcg);
        put(facts, "recall", recall);
        facts.put("standardErrorsOver", over);
        return facts;
    }

    private static void put(Map<String, Object> facts, String name, Optional<Measured> figure) {
        figure.ifPresent(measured -> {
            facts.put(name, measured.value());
            facts.put(name + "StandardError", measured.standardError());
        });
    }

    /** Prints the figures for people, in two lines; in a sentence why there are none. */
    void print(PrintWriter out) {
        if (count == 0) {
            Terminal.result(out, "%s: nothing to measure, %s", of, nothing());
            return;
        }
        List<String> figures = new ArrayList<>();
        rmse.ifPresent(measured -> figures.add("RMSE " + text(measured)));
        mae.ifPresent(measured -> figures.add("MAE " + text(measured)));
        ndcg.ifPresent(measured -> figures.add("nDCG@20 " + text(measured)));
        recall.ifPresent(measured -> figures.add("recall@20 " + text(measured)));
        String why = String.join(", and ", missing) + (ndcg.isEmpty() ? "; are these the same ids?" : "");
        if (figures.isEmpty()) {
            Terminal.result(out, "%s: nothing to measure: %s", of, why);
            return;
        }
        if (!missing.isEmpty()) {
            Terminal.result(out, "%s: %s", of, why);
        }
        Terminal.result(out, "%s: %s", of, String.join(", ", figures));
        Terminal.result(
                out,
                "  on %s%s%s%s",
                Words.count(count, rmse.isPresent() ? "rating" : "choice"),
                cold > 0 ? ", " + cold + " of them of unknown users or items" : "",
                seen > 0 ? "; " + seen + " left out that were trained on" : "",
                hasErrors() ? "; ± standard error over " + over : "");
    }

    private boolean hasErrors() {
        return Stream.of(rmse, mae, ndcg, recall)
                .flatMap(Optional::stream)
                .anyMatch(measured -> measured.standardError().isPresent());
    }

    private String nothing() {
        return seen == 0
                ? "it is empty"
                : "because the model was trained on " + (seen == 1 ? "its only line" : "all of its " + seen + " lines")
                        + "; errors are measured on what was not seen in training";
    }

    private static String text(Measured measured) {
        return measured.standardError().isEmpty()
                ? String.format(Locale.ROOT, "%.4f", measured.value())
                : String.format(
                        Locale.ROOT,
                        "%.4f ± %.4f",
                        measured.value(),
                        measured.standardError().getAsDouble());
    }
}
