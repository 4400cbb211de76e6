package rung.cli.completion;

import java.util.Arrays;
import java.util.List;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * How long the steps of a completion usually take, by the size of the table and by what its columns hold. The seconds are those of sixteen
 * tables between 40×8 and 60,000×10, of one to sixty ranks, on two fast cores; another machine is slower or faster by one factor, more or
 * less, and {@link CompletionForecast} measures it.
 *
 * @param rows the number of rows
 * @param columns the number of columns that are no categories
 * @param known the known cells of these columns
 * @param encoded the known cells of the fit by kinds, where a category has a column for each label
 * @param hasKinds whether there are columns that are no plain numbers
 * @param isSkewed whether there are positive and skewed columns, or counts
 */
record CompletionTime(double rows, double columns, double known, double encoded, boolean hasKinds, boolean isSkewed) {
    /** Tables with fewer known cells are looked through for gross errors; so are larger ones whose columns are skewed. */
    private static final double FEW_FOR_ERRORS = 50_000;

    /** The number of draws that show whether their mean is better, and the most for the table; fewer than the first are of no use. */
    static final int DRAWS_TO_CHOOSE_BY = 300;

    private static final int MOST_DRAWS = 800;

    /** Draws are made while they are affordable: while their number times {@link #work} is at most this. */
    private static final double WORK = 3e9;

    /** The most rows to choose by. */
    private static final double ROWS_TO_CHOOSE_BY = 5_000;

    /** The most rows of the first of two climbs to the last fit. */
    private static final double ROWS_OF_TALL = 20_000;

    /** A table with fewer known cells is divided several times to choose by. */
    private static final double CELLS_TO_CHOOSE_BY = 1_000;

    private static final double MANY_CELLS = 100_000;

    /** What a step takes that listens to no gross errors, as a multiple of one that listens to all cells. */
    private static final double ROBUST = 2.5;

    /** Neighbors are expected to be asked if what is left of cells without the levels of rows and columns is so correlated. */
    private static final double ALIKE = 0.3;

    /**
     * Looks at a table.
     *
     * @param kinds the kind of each column
     */
    static CompletionTime of(Observations data, List<ColumnKind> kinds) {
        Pattern.Lines of = data.pattern().lines(Side.RIGHT);
        int some = 0;
        double cells = 0;
        double all = 0;
        for (int j = 0; j < kinds.size(); j++) {
            boolean isCategory = kinds.get(j) == ColumnKind.CATEGORY;
            some += isCategory ? 0 : 1;
            cells += isCategory ? 0 : of.size(j);
            all += (double) (isCategory ? labels(data, j) : 1) * of.size(j);
        }
        return new CompletionTime(
                data.rows(),
                some,
                cells,
                all,
                kinds.stream().anyMatch(kind -> kind != ColumnKind.NUMBER),
                kinds.contains(ColumnKind.POSITIVE) || kinds.contains(ColumnKind.COUNT));
    }

    private static int labels(Observations data, int column) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] values = new double[columns.longest()];
        columns.load(data.values(), column, values);
        return (int) Math.max(
                1, Arrays.stream(values, 0, columns.size(column)).distinct().count());
    }

    boolean hasCategories() {
        return encoded > known;
    }

    /** The highest rank that the table can have. */
    int highestRank() {
        return (int) Math.min(Completion.MAX_RANK, Math.min(rows, columns));
    }

    /** The number of times that the table is divided to choose by. */
    int splits() {
        return (int) Math.max(1, Math.min(Completion.MAX_SPLITS, Math.ceil(CELLS_TO_CHOOSE_BY / known)));
    }

    /** Whether the table will be looked through for gross errors. */
    boolean mayHaveErrors() {
        return known < FEW_FOR_ERRORS || isSkewed;
    }

    /** Whether the last fit begins with what the choice has found. */
    boolean beginsWithKnown() {
        return known > MANY_CELLS;
    }

    /** Whether the last fit is a climb with some rows, and then a second one that begins with what the first has found. */
    boolean isTall() {
        return rows >= 2 * ROWS_OF_TALL;
    }

    /** The seconds before the first step, but for starting the JVM. */
    double start() {
        return 0.4 + 0.0023 * Math.sqrt(rows * columns);
    }

    /** The seconds that a step takes more, because the JVM has not compiled yet what it does. */
    double warmUp(int stepsBefore) {
        return 0.13 * Math.pow(0.85, stepsBefore) * Math.min(1, 0.35 + known / 50_000);
    }

    /** The seconds of a step of a climb to choose by, without neighbors. */
    double choosingStep(int rank) {
        return step(0.9 * known * Math.min(1, ROWS_TO_CHOOSE_BY / rows), Math.min(rows, ROWS_TO_CHOOSE_BY), rank);
    }

    /** The seconds between two climbs to choose by. */
    double betweenAttempts() {
        return 0.005 + 1.5e-7 * known * Math.min(1, ROWS_TO_CHOOSE_BY / rows);
    }

    /** The seconds of a look whether neighbors are alike at all. */
    double lookAtNeighbors() {
        return 0.02 + 1.5e-6 * known;
    }

    /** The seconds of a step of a climb with most of the known cells. */
    double checkingStep(int rank) {
        return step(0.9 * known, rows, rank);
    }

    /** The seconds of a step of the search for gross errors. */
    double robustStep(int rank) {
        return ROBUST * checkingStep(rank);
    }

    /** The seconds of a step of the last fit. */
    double fittingStep(int rank) {
        return step(known, rows, rank);
    }

    private double step(double cells, double lines, int rank) {
        return 0.001 + refits(cells) * (cells * (1e-8 + 6e-9 * rank) + 3e-10 * (lines + columns) * rank * rank * rank);
    }

    /** The seconds of a step of a fit by kinds, to choose or, with all cells, the last one. */
    double kindsStep(boolean isLast, int rank) {
        double cells = isLast ? encoded : 0.9 * encoded * Math.min(1, ROWS_TO_CHOOSE_BY / rows);
        return 0.005 + refits(cells) * cells * (2e-7 + 1.5e-8 * rank);
    }

    private static int refits(double cells) {
        return cells < CELLS_TO_CHOOSE_BY
                ? Completion.REFITS_OF_SMALL
                : cells > MANY_CELLS ? Completion.REFITS_OF_LARGE : Completion.REFITS;
    }

    /** How many times as many draws are affordable as are of use, for a table of some rank; none are made below 1. */
    double affordableDraws(int rank) {
        return rank > 0 && splits() == 1 && rows <= ROWS_TO_CHOOSE_BY ? WORK / work(rank) / DRAWS_TO_CHOOSE_BY : 0;
    }

    /** The number of draws for the table, if they are made. */
    double draws(int rank) {
        return Math.max(DRAWS_TO_CHOOSE_BY, Math.min(MOST_DRAWS, WORK / work(rank)));
    }

    /** Ranks are as good as the best whose error is larger by at most this part. */
    double slack() {
        return Completion.SLACK * Math.min(1, Math.sqrt(CELLS_TO_CHOOSE_BY / (Completion.HELD_OUT * known)));
    }

    /** The seconds of a draw. */
    double draw(int rank) {
        return 6e-4 + 6e-7 * (rows + columns) + 5e-10 * work(rank);
    }

    /* The operations of one draw. */
    private double work(int rank) {
        return (known * rank + (rows + columns) * rank * rank + rows * columns) * rank;
    }

    /** The seconds of asking neighbors beside a matrix of some rank, with each of two priors. */
    double neighbors(int rank) {
        double r = rank;
        return 0.3 + 4.2e-8 * (rows + columns) * r * r * r + 1.45e-8 * known * r * r;
    }

    /** The seconds of asking neighbors for the last fit, under the prior that was chosen. */
    double neighborsOnce(int rank) {
        return 0.5 * neighbors(rank);
    }

    /** The seconds after the last step: what is filled in, and writing. */
    double end(int rank) {
        double cells = rows * columns;
        return 0.1 + 6e-7 * cells + 1.5e-5 * rows + 2e-8 * cells * rank;
    }

    /**
     * Whether neighboring rows look alike beyond the levels of rows and columns, so that they will probably be asked. Only a fit tells for
     * certain.
     */
    static boolean looksOrdered(Observations data) {
        Preparation.Fitted levels = Preparation.LEVELS.fit(data);
        Observations rest = levels.apply(data);
        double[] before = new double[data.columns()]; // of the last row with this column
        int[] rowBefore = new int[data.columns()];
        Arrays.fill(rowBefore, -2);
        double[] sums = new double[2]; // of products of neighbors, and of squares
        rest.forEach((i, j, value, weight) -> {
            if (rowBefore[j] == i - 1) {
                sums[0] += before[j] * value;
                sums[1] += (before[j] * before[j] + value * value) / 2;
            }
            before[j] = value;
            rowBefore[j] = i;
        });
        return sums[0] > ALIKE * sums[1];
    }
}
