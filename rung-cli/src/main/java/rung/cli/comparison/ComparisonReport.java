package rung.cli.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import rung.Provenance;
import rung.cli.output.MadeWith;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Words;
import rung.comparison.Compared;
import rung.comparison.Comparison;
import rung.comparison.Estimate;
import rung.comparison.ListStanding;
import rung.comparison.Round;
import rung.comparison.Standing;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;

/** The web page about a comparison: how each method did. */
final class ComparisonReport {
    /** Charts are cut off at this multiple of the error of predicting the mean. */
    private static final double CEILING = 1.03;

    /** Charts show at most this many methods, the best ones. */
    private static final int DRAWN = 10;

    /** Shorter times are drawn at this one, in seconds, so that they do not squeeze the others on a logarithmic axis. */
    private static final double LEAST_SECONDS = 1e-3;

    private static final double LEAST_BYTES = 1e4;

    private static final String BAND = "± one standard error";

    private final ComparisonFiles.Data data;
    private final Compared compared;
    private final Map<String, String> options;
    private final List<Standing> finished;
    private final ComparisonFiles files;
    private final ListResults lists;

    ComparisonReport(ComparisonFiles.Data data, Compared compared, Map<String, String> options) {
        this.data = data;
        this.compared = compared;
        this.options = options;
        this.finished = compared.ranked().stream()
                .filter(each -> !each.hasFailed() && !each.rounds().isEmpty())
                .toList();
        this.files = new ComparisonFiles(data, compared, options);
        this.lists = new ListResults(compared);
    }

    Page page() {
        Page page = new Page(data.source());
        long methods = Stream.concat( // one may predict ratings and make lists
                        finished.stream().map(Standing::key),
                        compared.lists().stream()
                                .filter(each -> !each.hasFailed())
                                .map(ListStanding::key))
                .distinct()
                .count();
        page.paragraph(data.words() + ". " + Words.count(methods, "method")
                + " compared by Rung on the same splits, each tuned inside of the"
                + " training part with the same budget.");
        if (compared.stopped()) {
            page.notice(ComparisonFiles.stopped(compared).strip());
        }
        data.errors().ifPresent(errors -> page.notice(errors + "."));
        page.facts(facts());
        if (!compared.standings().isEmpty()) {
            page.heading("Who is best").tables(List.of(standings()));
            page.heading("At what price").figures(List.of(rankFigure(), timeFigure(), costFigure(), memoryFigure()));
        }
        if (!compared.lists().isEmpty()) {
            page.heading("Whose lists are best").tables(List.of(lists.standings()));
        }
        page.heading("By what rules");
        protocol().forEach(page::paragraph);
        if (!compared.standings().isEmpty()) {
            page.details(choices());
        }
        if (!compared.lists().isEmpty()) {
            page.details(lists.choices());
        }
        page.heading("How it was made")
                .tables(List.of(Page.Table.of("Options", options), MadeWith.table(provenance())));
        return page;
    }

    private String error() {
        return compared.isTable() ? "error" : "RMSE";
    }

    private List<Page.Fact> facts() {
        Compared.Parts part = compared.parts().get(0);
        int all = part.fitted() + part.validation() + part.test();
        return List.of(
                compared.standings().isEmpty() ? bestLists() : best(),
                new Page.Fact(
                        compared.isTable() ? "Cells" : compared.hasRatings() ? "Ratings" : "Choices",
                        NumberText.count(all),
                        "observed"),
                new Page.Fact(
                        "Splits",
                        NumberText.count(compared.parts().size()),
                        NumberText.percent(compared.testFraction()) + " for the test"),
                new Page.Fact(
                        "Trials", NumberText.count(compared.budget().trials()), "for each method and split, at most"),
                new Page.Fact("Ranks", "up to " + compared.budget().maxRank(), ""),
                new Page.Fact(
                        "Time",
                        NumberText.duration(compared.seconds()),
                        "of comparing, " + Words.count(compared.threads(), "thread")));
    }

    private Page.Fact best() {
        return new Page.Fact(
                "Best",
                compared.best().map(Standing::name).orElse(NumberText.NONE),
                compared.best()
                        .map(best -> "test " + error() + " " + ComparisonFiles.estimate(best.error()))
                        .orElse(""));
    }

    private Page.Fact bestLists() {
        return new Page.Fact(
                "Best",
                compared.bestLists().map(ListStanding::name).orElse(NumberText.NONE),
                compared.bestLists()
                        .map(best -> "test nDCG " + ComparisonFiles.estimate(best.ndcg()))
                        .orElse(""));
    }

    private Page.Table standings() {
        List<List<String>> rows = finished.stream().map(files::cells).toList();
        int done = compared.parts().size();
        Page.Table table = new Page.Table(
                        compared.isTable()
                                ? "Error on the test part, in standard deviations of columns"
                                : "RMSE on the test part",
                        1,
                        ComparisonFiles.HEAD,
                        rows)
                .withLowest(
                        1,
                        finished.stream()
                                .mapToDouble(each -> each.error().orElseThrow().mean())
                                .toArray());
        if (done > 1) {
            table = table.withNote("Error: mean ± standard error over " + done
                    + " splits. Behind: mean ± standard error of the difference to the best on the same split, which is less"
                    + " uncertain than either error.");
        }
        table = table.withNote(
                "Fit: seconds on the wall, and of CPU with all threads, of the fit with everything chosen; tuning:"
                        + " seconds for all trials on a split; medians over the splits. Rung's default goes on from what it found while"
                        + " choosing. Memory: the most that one fit kept alive beside the data, seen by collecting garbage again and"
                        + " again during a fit that is not timed.");
        for (String other : files.others()) {
            table = table.withNote(other + ".");
        }
        return table;
    }

    /** The methods that charts show: as many as can be told apart by color and marker. */
    private List<Standing> drawn() {
        return finished.subList(0, Math.min(DRAWN, finished.size()));
    }

    private int look(Standing standing) {
        return finished.indexOf(standing);
    }

    private String drawnOnly() {
        return finished.size() > DRAWN ? " The " + DRAWN + " best are drawn." : "";
    }

    /** The plot with its axis cut off, so that a few large errors do not squash the others. */
    private Plot cut(Plot plot) {
        OptionalDouble mean = finished.stream()
                .filter(each -> each.key().equals("mean"))
                .flatMap(each -> each.errorByRank().values().stream())
                .mapToDouble(Estimate::mean)
                .max();
        return mean.orElse(0) > 0 ? plot.below(CEILING * mean.getAsDouble()) : plot;
    }

    /** The chart of the validation error against the rank. */
    Plot byRank() {
        List<Plot.Series> lines = new ArrayList<>();
        for (Standing each : drawn()) {
            SortedMap<Integer, Estimate> errors = each.errorByRank();
            if (!errors.isEmpty()) {
                lines.add(byRank(each, errors).withLook(look(each)));
            }
        }
        return cut(Plot.lines("Error against rank", "rank", "validation " + error(), lines)
                .whole());
    }

    /** The curve of one method: a horizontal line if it has no rank; points if it tried only a few ranks. */
    private Plot.Series byRank(Standing standing, SortedMap<Integer, Estimate> errors) {
        boolean isFlat = errors.size() == 1 && errors.firstKey() == 0;
        double[] x = isFlat
                ? new double[] {0, compared.budget().maxRank()}
                : errors.keySet().stream().mapToDouble(rank -> rank).toArray();
        double[] y = new double[x.length];
        double[] reach = new double[x.length];
        int k = 0;
        for (Estimate estimate : errors.values()) {
            y[k] = estimate.mean();
            reach[k++] = estimate.standardError().orElse(Double.NaN);
        }
        if (isFlat) {
            y[1] = y[0];
            reach[1] = reach[0];
        }
        boolean isPath = isFlat || errors.size() > compared.budget().trials();
        Plot.Series series =
                isPath ? new Plot.Series(standing.name(), x, y) : Plot.Series.points(standing.name(), x, y);
        return compared.parts().size() > 1 ? series.withBand(reach, BAND) : series;
    }

    /** The chart of the validation error against time. */
    Plot byTime() {
        List<Plot.Series> lines = new ArrayList<>();
        for (Standing each : drawn()) {
            List<Standing.Moment> moments = each.errorOverTime();
            if (!moments.isEmpty()) {
                double[] x = moments.stream()
                        .mapToDouble(moment -> Math.max(LEAST_SECONDS, Seconds.of(moment.elapsed())))
                        .toArray();
                double[] y = moments.stream()
                        .mapToDouble(Standing.Moment::validationError)
                        .toArray();
                lines.add((x.length == 1
                                ? Plot.Series.point(each.name(), x[0], y[0])
                                : new Plot.Series(each.name(), x, y))
                        .withLook(look(each)));
            }
        }
        return cut(Plot.lines("Error against time", "seconds", "validation " + error(), lines)
                .logarithmicX());
    }

    private Page.Figure rankFigure() {
        return Page.chart(
                byRank(),
                "The least validation error of any trial at each rank that was tried on every split."
                        + " Points are methods whose trials each have a rank and other numbers." + drawnOnly(),
                "no method has a rank");
    }

    private Page.Figure timeFigure() {
        return Page.chart(
                byTime(),
                "One fit of each method with what was best for it, on the first split without its test part: the validation error"
                        + " after each step, against the time since the fit began." + drawnOnly(),
                "how the error fell was not kept");
    }

    private Page.Figure costFigure() {
        return Page.chart(
                byPrice(
                        "Test error against the time of a fit",
                        "seconds",
                        each -> Math.max(LEAST_SECONDS, each.fit().orElseThrow().seconds())),
                "With everything chosen. The lower left is where one wants to be." + drawnOnly(),
                "no method finished");
    }

    private Page.Figure memoryFigure() {
        return Page.chart(
                byPrice(
                        "Test error against memory",
                        "MB",
                        each -> each.memory().isPresent()
                                ? Math.max(LEAST_BYTES, each.memory().getAsLong()) / 1e6
                                : Double.NaN),
                "The most that a fit kept alive, on the first split, beside the data." + drawnOnly(),
                "it was not measured");
    }

    /** The chart of the test error against time or memory. */
    private Plot byPrice(String title, String unit, ToDoubleFunction<Standing> price) {
        List<Plot.Series> points = new ArrayList<>();
        for (Standing each : drawn()) {
            Estimate error = each.error().orElseThrow();
            Plot.Series point = Plot.Series.point(each.name(), price.applyAsDouble(each), error.mean());
            points.add((error.standardError().isPresent()
                            ? point.withBand(new double[] {error.standardError().getAsDouble()}, BAND)
                            : point)
                    .withLook(look(each)));
        }
        return Plot.lines(title, unit, "test " + error(), points).logarithmicX();
    }

    private List<String> protocol() {
        Compared.Parts part = compared.parts().get(0);
        List<String> rules = new ArrayList<>();
        rules.add(String.format(
                "Of the %s %s observed, each split sets a random part aside as the test part (%s in the first). A random tenth of the"
                        + " rest, the validation part (%s), chooses; what is then left (%s) is fitted. All methods get the same"
                        + " parts.",
                NumberText.count((long) part.fitted() + part.validation() + part.test()),
                compared.isTable() ? "cells" : compared.hasRatings() ? "ratings" : "choices",
                NumberText.count(part.test()),
                NumberText.count(part.validation()),
                NumberText.count(part.fitted())));
        if (!compared.standings().isEmpty()) {
            errorRules(part, rules);
        }
        if (!compared.lists().isEmpty()) {
            rules.add("Of the methods that make lists, each may try "
                    + Words.count(compared.budget().trials(), "configuration")
                    + " on each split, and the nDCG of its lists on the validation part chooses. Then it is fitted to all of the"
                    + " training part, and its lists are measured once on the test part, for the users with a choice there. Items"
                    + " that are not in the training part count too, though hardly a method lists them.");
        }
        return rules;
    }

    private void errorRules(Compared.Parts part, List<String> rules) {
        rules.add(
                "Each method may try " + Words.count(compared.budget().trials(), "configuration")
                        + " on each split. The validation error is measured after each step, be it an iteration, a rank or a penalty of a"
                        + " path; a trial ends after " + Comparison.PATIENCE
                        + " steps without improvement, or " + Comparison.PATIENCE_WITH_EPOCHS
                        + " epochs of stochastic gradients. The best configuration is then fitted to all of the training part, fitted and"
                        + " validation part together, for as many steps as were best, and measured once on the test part. Nothing looks at"
                        + " the test part before. Rung's default is told nothing: it holds out a tenth of the training part itself.");
        rules.add(
                compared.isTable()
                        ? "Errors are root mean squares in standard deviations of each column in the training part, so units do not"
                                + " matter; cells of columns that are constant there are not measured, nor, for any method, those that look like errors to"
                                + " Rung's default fitted to the whole table ("
                                + part.leftOut()
                                + " in the first split). Rung's default, column means and medians, interpolation and nearest neighbors"
                                + " get the table as it is, all others columns with mean 0 and standard deviation 1; NMF gets columns"
                                + " that are scaled only."
                        : "Errors are root mean squares; predictions are clipped to the range of the training part. Where a user or item"
                                + " is not in the training part, every method predicts its mean ("
                                + Words.count(part.leftOut(), "rating") + " of the first split).");
    }

    private Page.Table choices() {
        List<List<String>> rows = new ArrayList<>();
        for (Standing each : finished) {
            for (Round round : each.rounds()) {
                rows.add(List.of(
                        each.name(),
                        round.configuration(),
                        String.valueOf(round.split() + 1),
                        String.valueOf(round.trials()),
                        round.steps() > 0 ? String.valueOf(round.steps()) : NumberText.NONE,
                        String.valueOf(round.rank()),
                        NumberText.error(round.validationError()),
                        NumberText.error(round.testError())));
            }
        }
        return new Page.Table(
                "What was chosen",
                2,
                List.of("Method", "Configuration", "Split", "Trials", "Steps", "Rank", "Validation", "Test"),
                rows);
    }

    private Map<String, String> provenance() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("version", Provenance.libraryVersion());
        facts.put("platform", Provenance.platform());
        facts.put("seed", String.valueOf(compared.seed()));
        facts.put("threads", String.valueOf(compared.threads()));
        return facts;
    }
}
