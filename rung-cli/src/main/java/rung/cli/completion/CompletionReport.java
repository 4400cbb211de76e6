package rung.cli.completion;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import rung.Provenance;
import rung.Step;
import rung.cli.output.ClimbFigures;
import rung.cli.output.MadeWith;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;
import rung.page.Spectrum;

/** The web page about a completion: how the holes of a table were filled. */
final class CompletionReport {
    /** The page lists at most this many columns. */
    static final int LISTED = 8;

    /** The chart of errors ends at this multiple of the error of column means. */
    private static final double CEILING = 1.5;

    /** Errors that differ by less than this part are the same one. */
    private static final double SAME = 1e-9;

    /** The most cells that look like errors to list. */
    private static final int MOST_ERRORS = 20;

    /** The most columns of which the page says what they are taken for. */
    private static final int MOST_COLUMNS = 60;

    /** The most filled cells to show. */
    private static final int MOST_PREVIEWED = 12;

    /** Singular values below this part of the largest count as zero. */
    private static final double SHRUNK_AWAY = 1e-6;

    private final Input input;
    private final Completion.Completed completed;
    private final Observations data;

    /**
     * What the page is made of.
     *
     * @param source the name of the table, usually of a file
     * @param columnNames one for each column
     * @param kinds what each column is taken for, in words
     * @param texts what a value of a column stands for: a number, or the label of a category
     * @param data the observed cells
     * @param options how the command was called: names and values
     * @param timings the parts of the work and their seconds, in order; together they are the time
     */
    record Input(
            String source,
            List<String> columnNames,
            List<String> kinds,
            Texts texts,
            Observations data,
            Completion.Completed completed,
            Map<String, String> options,
            Map<String, Double> timings) {
        Input {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
        }
    }

    /** Says what a value of a column stands for. */
    @FunctionalInterface
    interface Texts {
        String of(int column, double value);
    }

    private CompletionReport(Input input) {
        this.input = input;
        this.completed = input.completed;
        this.data = input.data;
    }

    /** Writes the page; if that fails, a file that was there stays. */
    static void write(Path file, Input input) throws IOException {
        page(input).write(file);
    }

    static Page page(Input input) {
        return new CompletionReport(input).page();
    }

    private Page page() {
        Page page = new Page(input.source);
        boolean hasHoles = data.count() < (long) data.rows() * data.columns();
        page.paragraph(
                (hasHoles ? "A table with holes, completed by Rung" : "A table without holes, of which Rung learned")
                        + (isByKindsAlone()
                                ? ": a matrix of rank " + completed.rank() + ", with a likelihood for each column."
                                : ": columns " + completed.preparation() + ", then rank " + completed.rank() + ".")
                        + " Errors are in standard deviations of columns.");
        if (completed.columns().stream().allMatch(column -> column.error().isEmpty())) {
            page.notice(
                    "There were too few cells to hold any out: "
                            + (hasHoles ? "the holes were filled by" : "what was learned is")
                            + " the levels of rows and columns, and standard errors are what single cells are off when they are left out.");
        }
        completed
                .order()
                .ifPresent(order -> page.paragraph("Neighboring " + (order.side() == Side.LEFT ? "rows" : "columns")
                        + " tell about each other: what is filled in is the low-rank matrix, and beside it what the"
                        + " neighbors say."));
        completed
                .outages()
                .ifPresent(outages -> page.paragraph("Rows with no or few values, " + outages.count()
                        + " of them, are filled from the rows around them; how sure that is comes from other rows that"
                        + " were left out whole."));
        EmptyRowHoles.of(data, completed)
                .filter(rows -> completed.heldOutError().isPresent())
                .ifPresent(rows -> page.notice(rows.sentence("The held-out error") + " standard deviations."));
        if (completed.isLimited()) {
            page.notice("The rank stopped at its limit while the error still fell.");
        }
        page.facts(facts());
        page.heading("Fit")
                .figures(
                        isByKindsAlone() ? List.of(holes()) : List.of(errorByRank(), spectrum(), residuals(), holes()));
        page.heading("Columns")
                .tables(hasHoles ? List.of(columns(MOST_PREVIEWED), preview()) : List.of(columns(MOST_PREVIEWED)));
        if (data.columns() > MOST_PREVIEWED) {
            page.details(columns(MOST_COLUMNS));
        }
        if (!completed.grossErrors().isEmpty()) {
            page.heading("Known cells that look like errors").tables(List.of(grossErrors()));
        }
        page.heading("Time")
                .figures(
                        completed.solution().trace().size() > 1 && !isByKindsAlone()
                                ? List.of(timings(), elapsed())
                                : List.of(timings()));
        page.heading("How it was made")
                .tables(List.of(Page.Table.of("Options", input.options), MadeWith.table(provenance())));
        if (completed.matrix().rank() > 0) {
            page.details(ClimbFigures.path(
                    "The climb on all cells, step by step", completed.solution().trace()));
        }
        return page;
    }

    /* Whether too few columns hold numbers for a matrix of their own: all is filled by one with a likelihood for each column, which is not drawn here. */
    private boolean isByKindsAlone() {
        return completed.matrix().rank() == 0 && completed.rank() > 0;
    }

    /* What each column is taken for, and how well its held-out cells are predicted, in its own unit. */
    private Page.Table columns(int most) {
        Pattern.Lines lines = data.pattern().lines(Side.RIGHT);
        List<List<String>> rows = IntStream.range(0, Math.min(most, data.columns()))
                .mapToObj(j -> {
                    Completion.Column column = completed.columns().get(j);
                    boolean isShare = column.kind() == ColumnKind.CATEGORY;
                    return List.of(
                            input.columnNames.get(j),
                            input.kinds.get(j),
                            NumberText.count(data.rows() - lines.size(j)),
                            error(column.error(), isShare),
                            error(column.errorOfMean(), isShare));
                })
                .toList();
        return new Page.Table(
                        "Error on held-out cells of " + which(rows.size()),
                        2,
                        List.of("Column", "Taken for", "Holes", "Error", "Of its mean"),
                        rows)
                .withNote("In the unit of the column; of labels, the share of wrong ones.");
    }

    private String which(int shown) {
        return shown == data.columns()
                ? "each column"
                : "the first " + shown + " of " + NumberText.count(data.columns()) + " columns";
    }

    private static String error(OptionalDouble error, boolean isShare) {
        return error.isEmpty()
                ? NumberText.NONE
                : isShare ? NumberText.percent(error.getAsDouble()) : inUnit(error.getAsDouble());
    }

    /* A number in the unit of a column, with four digits: more are not known of it. */
    private static String inUnit(double value) {
        return NumberText.general(
                new BigDecimal(value).round(new MathContext(4)).doubleValue());
    }

    /* The first filled cells of some rows, one of each row. */
    private Page.Table preview() {
        boolean[] known = new boolean[data.columns()];
        List<List<String>> rows = new ArrayList<>();
        Pattern.Lines lines = data.pattern().lines(Side.LEFT);
        for (int i = 0; i < data.rows() && rows.size() < MOST_PREVIEWED; i++) {
            Arrays.fill(known, false);
            for (int k = 0; k < lines.size(i); k++) {
                known[lines.other(i, k)] = true;
            }
            int row = i;
            IntStream.range(0, known.length)
                    .map(k -> (row + k) % known.length) // not always the same column
                    .filter(j -> !known[j])
                    .findFirst()
                    .ifPresent(j -> rows.add(previewed(row, j)));
        }
        return new Page.Table(
                "Some filled cells, and how sure they are",
                2,
                List.of("Row", "Column", "Value", "Standard error"),
                rows);
    }

    private List<String> previewed(int row, int column) {
        Optional<Double> error = completed
                .uncertainty()
                .map(sure -> sure.standardError(row, column))
                .filter(known -> !known.isNaN());
        boolean isLabel = completed.columns().get(column).kind() == ColumnKind.CATEGORY;
        return List.of(
                String.valueOf(row + 1),
                input.columnNames.get(column),
                isLabel ? input.texts.of(column, completed.fill(row, column)) : inUnit(completed.fill(row, column)),
                error.map(known -> isLabel ? NumberText.percent(known) + " for another" : inUnit(known))
                        .orElse(NumberText.NONE));
    }

    private Page.Table grossErrors() {
        List<List<String>> rows = completed.grossErrors().stream()
                .limit(MOST_ERRORS)
                .map(error -> List.of(
                        String.valueOf(error.row() + 1),
                        input.columnNames.get(error.column()),
                        NumberText.error(error.value()),
                        NumberText.error(error.expected()),
                        String.format(Locale.ROOT, "%.0f", error.deviations())))
                .toList();
        int more = completed.grossErrors().size() - rows.size();
        return new Page.Table(
                "They were left out of account" + (more > 0 ? "; " + more + " more are not shown" : ""),
                2,
                List.of("Row", "Column", "Value", "Expected", "Standard deviations off"),
                rows);
    }

    private List<Page.Fact> facts() {
        long cells = (long) data.rows() * data.columns();
        OptionalDouble error = completed.heldOutError();
        double seconds =
                input.timings.values().stream().mapToDouble(Double::doubleValue).sum();
        return List.of(
                new Page.Fact("Rows", NumberText.count(data.rows()), ""),
                new Page.Fact(
                        "Columns",
                        NumberText.count(data.columns()),
                        completed.preparation().toString()),
                new Page.Fact(
                        "Holes",
                        NumberText.count(cells - data.count()),
                        NumberText.percent((cells - data.count()) / (double) cells) + " of all cells"),
                new Page.Fact(
                        "Rank", NumberText.count(completed.rank()), error.isEmpty() ? "" : "chosen by held-out error"),
                new Page.Fact(
                        "Held-out error",
                        NumberText.error(error),
                        error.isEmpty()
                                ? isByKindsAlone() ? "of labels: see Columns" : "nothing held out"
                                : "column means: "
                                        + NumberText.error(
                                                completed.baselineError().orElseThrow())),
                new Page.Fact("Time", input.timings.isEmpty() ? NumberText.NONE : NumberText.duration(seconds), ""));
    }

    private Page.Figure errorByRank() {
        List<Plot.Series> series = new ArrayList<>();
        OptionalDouble error = completed.heldOutError();
        double chosen = Double.NaN;
        double least = Double.NaN; // of the way that was chosen
        int climbed = completed.rank();
        for (Completion.Trial trial : completed.trials()) {
            double[] errors =
                    trial.errors().stream().mapToDouble(Double::doubleValue).toArray();
            double[] ranks = IntStream.range(0, errors.length).asDoubleStream().toArray();
            series.add(new Plot.Series(trial.preparation().toString(), ranks, errors));
            boolean isChosen = trial.preparation() == completed.preparation();
            if (isChosen) {
                climbed = Math.min(completed.rank(), errors.length - 1);
                chosen = errors[climbed];
                least = trial.error();
            }
        }
        boolean hasLastStage = error.isPresent() && Math.abs(error.getAsDouble() - least) > SAME * least;
        if (hasLastStage) {
            series.add(new Plot.Series(
                    lastStage(), new double[] {climbed, completed.rank()}, new double[] {chosen, error.getAsDouble()}));
        }
        Plot plot = Plot.lines("Held-out error against rank", "rank", "error in standard deviations", series)
                .whole();
        if (completed.baselineError().isPresent()) { // hopeless ways to prepare columns would hide the others
            plot = plot.below(CEILING * completed.baselineError().getAsDouble());
        }
        return Page.chart(
                plot.withMark(
                        completed.rank(),
                        hasLastStage ? error.getAsDouble() : chosen,
                        "chosen: rank " + completed.rank()),
                "A tenth of the observed cells was held out"
                        + (completed.selection().isByStretches() ? ", in stretches as long as the holes," : "")
                        + " to choose how the table is prepared and the rank; a rank a little above the best may be taken if it is as"
                        + " good. Then all cells were climbed on."
                        + (hasLastStage
                                ? " The last step, from the curve to the mark, is the " + lastStage() + "."
                                : ""),
                error.isPresent()
                        ? "A matrix of rank " + completed.rank()
                                + " reproduces all known cells to rounding, so there was" + " nothing to choose."
                        : "There were too few cells to hold any out.");
    }

    /* What follows the climb that was chosen. */
    private String lastStage() {
        boolean areNumbers = completed.columns().stream().allMatch(column -> column.kind() == ColumnKind.NUMBER);
        return completed.order().isPresent()
                ? "fit with neighbors"
                : areNumbers ? "mean of draws" : "fit of all kinds of columns";
    }

    private Page.Figure spectrum() {
        double[] sigma = completed.rank() == 0
                ? new double[0]
                : completed.solution().matrix().singularValues();
        double[] alive =
                Arrays.stream(sigma).filter(s -> s > SHRUNK_AWAY * sigma[0]).toArray();
        Plot plot = Spectrum.plot("Singular values of the completed table", alive);
        StringBuilder note = new StringBuilder("Of the low-rank part");
        note.append(after(completed.preparation())).append('.');
        note.append(plot.isLogarithmic() ? " The axis is logarithmic." : "");
        if (alive.length < sigma.length) {
            note.append(" Shrunk away: ").append(sigma.length - alive.length).append(" more.");
        }
        return Page.chart(
                plot,
                note.toString(),
                "There is no low-rank part: "
                        + (completed.order().isPresent() ? "neighbors" : "levels of rows and columns")
                        + " say all that can be said.");
    }

    private static String after(Preparation preparation) {
        return switch (preparation) {
            case NONE -> "";
            case COLUMNS -> ", after the columns were centered and scaled";
            case ROWS_AND_COLUMNS -> ", after the columns were centered and scaled and the rows leveled";
            case MEAN -> ", after the mean of the table was taken off";
            case LEVELS -> ", after the levels of rows and columns were taken off";
        };
    }

    private Page.Figure residuals() {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(data);
        boolean hasNeighbors = completed.order().isPresent();
        double[] all = new double[data.count()];
        int[] next = new int[1];
        data.forEach((i, j, value, weight) -> {
            if (completed.columns().get(j).kind() != ColumnKind.CATEGORY) {
                double fitted =
                        hasNeighbors ? completed.fill(i, j) : completed.matrix().get(i, j);
                all[next[0]++] = (fitted - value) / columns.scale(j);
            }
        });
        double[] residuals = Arrays.copyOf(all, next[0]);
        Histogram histogram = Histogram.of(residuals);
        long beyond = residuals.length - histogram.total();
        return Page.chart(
                Plot.histogram(
                        "Residuals of the observed cells",
                        "completed minus observed",
                        "cells",
                        histogram.edges(),
                        histogram.counts()),
                "What the low-rank matrix " + (hasNeighbors ? "and the neighbors say" : "says") + " of the "
                        + NumberText.count(residuals.length)
                        + " observed cells, which are written as they are, in standard deviations of their columns."
                        + (hasNeighbors
                                ? " The fit knows these cells; cells that it does not know are in the held-out error."
                                : "")
                        + (beyond == 0 ? "" : " Not shown: " + NumberText.count(beyond) + " that lie far outside."),
                "The residuals are not finite.");
    }

    private Page.Figure timings() {
        return Page.durations("Where the time went", input.timings, "", "No times were taken.");
    }

    private Page.Figure elapsed() {
        List<Step> steps = completed.solution().trace();
        return Page.chart(
                Plot.lines(
                                "Seconds against rank",
                                "rank",
                                "seconds since the climb began",
                                List.of(new Plot.Series(
                                        "completing",
                                        steps.stream().mapToDouble(Step::rank).toArray(),
                                        steps.stream()
                                                .mapToDouble(Step::seconds)
                                                .toArray())))
                        .whole(),
                "Of the climb on all cells.",
                "There was no climb.");
    }

    private Page.Figure holes() {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        List<Integer> order = IntStream.range(0, data.columns())
                .filter(j -> columns.size(j) < data.rows())
                .boxed()
                .sorted(Comparator.comparingInt(columns::size))
                .toList();
        List<Page.Bar> bars = new ArrayList<>();
        for (int j : order.subList(0, Math.min(LISTED, order.size()))) {
            int missing = data.rows() - columns.size(j);
            String part = NumberText.percent(missing / (double) data.rows());
            bars.add(new Page.Bar(input.columnNames.get(j), missing, NumberText.count(missing) + " (" + part + ")"));
        }
        return Page.bars(
                "Columns with most holes",
                bars,
                bars.size() < order.size()
                        ? "Not shown: " + NumberText.count(order.size() - bars.size()) + " more with holes."
                        : "",
                "No column has a hole.");
    }

    private Map<String, String> provenance() {
        Provenance provenance = completed.solution().provenance();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("algorithm", provenance.algorithm());
        facts.put("problem", provenance.problem());
        facts.put("seed", String.valueOf(provenance.seed()));
        facts.put("stop", completed.solution().stop().sentence());
        facts.put("rung", provenance.version());
        facts.put("java", provenance.java());
        facts.put("system", provenance.system());
        facts.put("processor", provenance.cpu());
        facts.put("kernels", provenance.kernels());
        return facts;
    }
}
