package rung.cli.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.comparison.Compared;
import rung.comparison.Estimate;
import rung.comparison.ListRound;
import rung.comparison.ListStanding;
import rung.lists.ListEvaluation;
import rung.lists.ListQuality;
import rung.lists.Measured;
import rung.page.NumberText;
import rung.page.Page;

/** What a comparison found out about lists: a table for people, facts and lines for programs, a part of the page. */
final class ListResults {
    /** The figures that programs get, by their names. */
    private static final Map<String, Function<ListQuality, Measured>> FIGURES = figures();

    private final Compared compared;

    ListResults(Compared compared) {
        this.compared = compared;
    }

    private static Map<String, Function<ListQuality, Measured>> figures() {
        Map<String, Function<ListQuality, Measured>> figures = new LinkedHashMap<>();
        figures.put("ndcg", ListQuality::ndcg);
        figures.put("recall", ListQuality::recall);
        figures.put("map", ListQuality::map);
        figures.put("hitRate", ListQuality::hitRate);
        figures.put("coverage", ListQuality::coverage);
        figures.put("novelty", ListQuality::novelty);
        return figures;
    }

    private boolean hasLiked() {
        return compared.liked().isPresent();
    }

    private Optional<Estimate> behind(ListStanding standing) {
        return compared.bestLists().flatMap(standing::behind);
    }

    private List<ListStanding> finished() {
        return compared.rankedLists().stream()
                .filter(each -> !each.hasFailed() && !each.rounds().isEmpty())
                .toList();
    }

    /** All results, as facts for programs. */
    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("n", ListEvaluation.LENGTH);
        facts.put("liked", compared.liked());
        facts.put("methods", compared.rankedLists().stream().map(this::facts).toList());
        return facts;
    }

    private Map<String, Object> facts(ListStanding standing) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("key", standing.key());
        facts.put("name", standing.name());
        facts.put("failure", standing.failure());
        FIGURES.forEach((name, figure) -> put(facts, name, standing.chosen(figure)));
        if (hasLiked()) {
            put(facts, "likedNdcg", standing.liked(ListQuality::ndcg));
            put(facts, "likedRecall", standing.liked(ListQuality::recall));
        }
        put(facts, "behindBest", behind(standing));
        facts.putAll(ComparisonFiles.seconds(standing.fit(), standing.tuning()));
        facts.put("peakLiveBytes", standing.memory());
        facts.put("splits", standing.rounds().stream().map(ListResults::facts).toList());
        return facts;
    }

    private static void put(Map<String, Object> facts, String name, Optional<Estimate> estimate) {
        facts.put(name, estimate.map(Estimate::mean));
        facts.put(name + "StandardError", estimate.map(Estimate::standardError));
    }

    private static Map<String, Object> facts(ListRound round) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("split", round.split() + 1);
        facts.put("users", round.chosen().users());
        FIGURES.forEach(
                (name, figure) -> facts.put(name, figure.apply(round.chosen()).value()));
        round.liked().ifPresent(liked -> facts.put("likedNdcg", liked.ndcg().value()));
        facts.put("validationNdcg", round.validation());
        facts.put("configuration", round.configuration());
        facts.put("trials", round.trials());
        facts.putAll(ComparisonFiles.seconds(Optional.of(round.fit()), Optional.of(round.tuning())));
        return facts;
    }

    /** The results as CSV, a line for each method. */
    String csv() {
        StringBuilder csv = new StringBuilder(
                "key,name,ndcg,ndcg_standard_error,behind_best,behind_best_standard_error,recall,recall_standard_error,"
                        + "liked_ndcg,liked_ndcg_standard_error,coverage,novelty,splits,"
                        + "fit_seconds,fit_cpu_seconds,tuning_seconds,tuning_cpu_seconds,peak_live_bytes,failure\n");
        for (ListStanding standing : compared.rankedLists()) {
            csv.append(String.join(
                            ",",
                            standing.key(),
                            ComparisonFiles.quoted(standing.name()),
                            ComparisonFiles.fields(standing.ndcg()),
                            ComparisonFiles.fields(behind(standing)),
                            ComparisonFiles.fields(standing.chosen(ListQuality::recall)),
                            ComparisonFiles.fields(standing.liked(ListQuality::ndcg)),
                            ComparisonFiles.field(standing.chosen(ListQuality::coverage)),
                            ComparisonFiles.field(standing.chosen(ListQuality::novelty)),
                            String.valueOf(standing.rounds().size()),
                            ComparisonFiles.times(standing.fit()),
                            ComparisonFiles.times(standing.tuning()),
                            standing.memory().isPresent()
                                    ? String.valueOf(standing.memory().getAsLong())
                                    : "",
                            ComparisonFiles.quoted(standing.failure().orElse(""))))
                    .append('\n');
        }
        return csv.toString();
    }

    private List<String> head() {
        List<String> head = new ArrayList<>(List.of("Method", "nDCG@" + ListEvaluation.LENGTH, "Behind"));
        if (hasLiked()) {
            head.add("Liked");
        }
        head.addAll(List.of("Recall", "Coverage", "Novelty", "Fit", "CPU", "Tuning", "Memory"));
        return head;
    }

    private List<String> cells(ListStanding standing) {
        boolean isBest = compared.bestLists().orElse(null) == standing;
        List<String> cells = new ArrayList<>();
        cells.add(standing.name());
        cells.add(ComparisonFiles.estimate(standing.ndcg()));
        cells.add(isBest ? "best" : ComparisonFiles.estimate(behind(standing)));
        if (hasLiked()) {
            cells.add(ComparisonFiles.estimate(standing.liked(ListQuality::ndcg)));
        }
        cells.add(ComparisonFiles.estimate(standing.chosen(ListQuality::recall)));
        cells.add(String.format(
                Locale.ROOT,
                "%.3f",
                standing.chosen(ListQuality::coverage).orElseThrow().mean()));
        cells.add(String.format(
                Locale.ROOT,
                "%.2f",
                standing.chosen(ListQuality::novelty).orElseThrow().mean()));
        cells.add(NumberText.duration(standing.fit().orElseThrow().seconds()));
        cells.add(NumberText.duration(standing.fit().orElseThrow().cpuSeconds()));
        cells.add(
                standing.rounds().get(0).trials() > 1
                        ? NumberText.duration(standing.tuning().orElseThrow().seconds())
                        : NumberText.NONE);
        cells.add(ComparisonFiles.memory(standing.memory()));
        return cells;
    }

    /** The table that is printed, line by line. */
    List<String> table() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(head());
        finished().forEach(standing -> rows.add(cells(standing)));
        List<String> lines = new ArrayList<>(rows.size() > 1 ? ComparisonFiles.aligned(rows) : List.of());
        others().forEach(each -> lines.add(Words.wrapped(each, Terminal.outputColumns())));
        if (rows.size() == 1) {
            return lines;
        }
        lines.add(Words.wrapped(
                ComparisonFiles.stopped(compared) + "Lists of " + ListEvaluation.LENGTH + " on the test part"
                        + (compared.parts().size() > 1
                                ? ", ± standard error over " + compared.parts().size() + " splits"
                                : ", on one split")
                        + hints() + ".",
                Terminal.outputColumns()));
        return lines;
    }

    /** What the columns mean, as the rest of a sentence. */
    private String hints() {
        return "; recall is hits divided by the most there could be"
                + (hasLiked()
                        ? "; liked is the nDCG where only ratings of "
                                + Words.plain(compared.liked().getAsDouble()) + " or more are hits"
                        : "")
                + "; coverage is the share of items in some list; novelty is in bits";
    }

    /** The methods without lists, and why. */
    private List<String> others() {
        List<String> others = new ArrayList<>();
        List<String> unfinished = new ArrayList<>();
        for (ListStanding standing : compared.rankedLists()) {
            if (standing.hasFailed()) {
                others.add(standing.name() + ": left out, " + standing.failure().get());
            } else if (standing.rounds().isEmpty()) {
                unfinished.add(standing.name());
            }
        }
        return ComparisonFiles.withUnfinished(others, unfinished);
    }

    /** The table of the page. */
    Page.Table standings() {
        List<ListStanding> finished = finished();
        Page.Table table = new Page.Table(
                        "Lists of " + ListEvaluation.LENGTH + " on the test part",
                        1,
                        head(),
                        finished.stream().map(this::cells).toList())
                .withHighest(
                        1,
                        finished.stream()
                                .mapToDouble(each -> each.ndcg().orElseThrow().mean())
                                .toArray())
                .withNote("A list has the " + ListEvaluation.LENGTH
                        + " items with the highest scores, without those of the training part; a hit is an item of the test part"
                        + hints()
                        + ". Methods with nothing to choose, and Rung's default, which chooses during the fit, have no"
                        + " tuning.");
        for (String other : others()) {
            table = table.withNote(other + ".");
        }
        return table;
    }

    /** The table of what was chosen. */
    Page.Table choices() {
        List<List<String>> rows = new ArrayList<>();
        for (ListStanding each : finished()) {
            for (ListRound round : each.rounds()) {
                rows.add(List.of(
                        each.name(),
                        round.configuration().isEmpty() ? NumberText.NONE : round.configuration(),
                        String.valueOf(round.split() + 1),
                        String.valueOf(round.trials()),
                        NumberText.error(round.validation()),
                        NumberText.error(round.chosen().ndcg().value())));
            }
        }
        return new Page.Table(
                "What was chosen for lists",
                2,
                List.of("Method", "Configuration", "Split", "Trials", "Validation nDCG", "Test nDCG"),
                rows);
    }
}
