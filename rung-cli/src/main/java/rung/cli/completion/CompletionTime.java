package rung.cli.completion;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.cli.terminal.TimeLeft;
import rung.completion.Preparation;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * How long the parts of a completion usually take, by the size of the table and by what its columns hold. The seconds are those of tables
 * between 300×12 and 20,000×12 on two fast cores; another machine is slower or faster by one factor, more or less, and {@link TimeLeft}
 * measures it.
 */
final class CompletionTime {
    /** The last attempt to choose that is expected; more are rare. */
    private static final int ATTEMPTS = 5;

    /** The attempts of which each table has some: one for each way to prepare columns. The others climb higher. */
    private static final int SURE_ATTEMPTS = 4;

    /** Tables with fewer known cells are looked through for gross errors; so are larger ones whose columns are skewed. */
    private static final int FEW_FOR_ERRORS = 50_000;

    /** The rank by which the time of draws is told until one is known. */
    static final int USUAL_RANK = 10;

    /** The draws that show whether their mean is better, and the most for the table; fewer than the first are of no use. */
    private static final int DRAWS_TO_CHOOSE_BY = 300;

    private static final int MOST_DRAWS = 800;

    /** Draws are made while they are affordable: while their number times {@link #work} is at most this. */
    private static final double WORK = 3e9;

    /** Of a table with more rows, what is chosen is chosen by some of them. */
    private static final double MANY_ROWS = 20_000;

    /* The names of parts; of those that check, they are the tasks that a completion tells. */
    static final String COMPLETING = "completing";
    static final String AVERAGING = "averaging";
    private static final String GROSS_ERRORS = "for gross errors";
    private static final String ALL_CELLS = "against a fit that listens to all cells";
    static final String CLIMB = "the climb";
    static final String DRAWS = "the mean of draws";
    static final String NEIGHBORS = "whether neighbors are alike";
    static final String KINDS_CHOOSING = "choosing kinds of columns";
    static final String KINDS_CHECKING = "checking kinds of columns";
    static final String KINDS_FITTING = "fitting kinds of columns";
    private static final String END = "end";

    /** The part of what it takes to ask neighbors that is the climb before. */
    static final double CLIMB_BEFORE_NEIGHBORS = 0.1;

    /** What the last fit with neighbors takes, as a part of what the check takes whether they are alike, which makes two. */
    static final double NEIGHBORS_ONCE = 0.6;

    /** What is chosen is chosen by at most this many rows. Draws are made for tables that have no more. */
    private static final double ROWS_TO_CHOOSE_BY = 5000;

    /** The part of the last fit of a tall table that is the climb with some of its rows; then all of them are fitted. */
    static final double SOME_ROWS_OF_TALL = 0.35;

    /** What is fitted by kinds in the end goes faster than what was tried by them before, which the JVM had to compile first. */
    private static final double WARM = 0.75;

    /** Neighbors are expected to be asked if what is left of cells without the levels of rows and columns is so correlated. */
    private static final double ALIKE = 0.3;

    private final double rows;
    private final int columns; // without categories
    private final double known; // cells of these columns
    private final double encoded; // known cells of the fit by kinds, where a category has a column for each label
    private final boolean hasKinds;
    private final boolean isSkewed;

    /**
     * Looks at a table.
     *
     * @param kinds the kind of each column
     */
    CompletionTime(Observations data, List<ColumnKind> kinds) {
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
        this.rows = data.rows();
        this.columns = some;
        this.known = cells;
        this.encoded = all;
        this.hasKinds = kinds.stream().anyMatch(kind -> kind != ColumnKind.NUMBER);
        this.isSkewed = kinds.contains(ColumnKind.POSITIVE) || kinds.contains(ColumnKind.COUNT);
    }

    /**
     * The usual seconds of each part, in order.
     *
     * @param isOrdered whether neighbors will probably be asked
     */
    Map<String, Double> usual(boolean isOrdered) {
        double cells = rows * columns;
        Map<String, Double> usual = new LinkedHashMap<>();
        usual.put(TimeLeft.START, 0.7 + 0.5e-6 * cells);
        usual.put(attempt(1), 0.4 + 2 * climb()); // the JVM is slow at first
        for (int k = 2; k <= ATTEMPTS; k++) {
            usual.put(attempt(k), k <= SURE_ATTEMPTS ? climb() : climb() / 3);
        }
        if (known < FEW_FOR_ERRORS || isSkewed) {
            usual.put(ALL_CELLS, climb());
            usual.put(GROSS_ERRORS, 0.15 + 2 * climb());
        }
        usual.put(CLIMB, 0.0);
        usual.put(DRAWS, 0.0);
        usual.put(NEIGHBORS, isOrdered ? 2 + 11e-6 * cells : 0);
        usual.put(COMPLETING, isOrdered ? NEIGHBORS_ONCE * usual.get(NEIGHBORS) : completing());
        usual.put(AVERAGING, 0.0);
        usual.putAll(draws(USUAL_RANK));
        if (hasKinds) {
            double part = Math.min(1, ROWS_TO_CHOOSE_BY / rows);
            double fit = 0.12 + 16e-6 * part * encoded;
            usual.put(KINDS_CHOOSING, fit);
            usual.put(KINDS_CHECKING, part * climb());
            usual.put(KINDS_FITTING, fit * lastFitOfKinds());
        }
        usual.put(END, 0.1 + 0.6e-6 * rows * columns + 15e-6 * rows);
        return usual;
    }

    /** Whether the last fit is a climb with some rows, and then a second one that begins with what the first has found. */
    boolean isTall() {
        return rows >= 2 * MANY_ROWS;
    }

    private double climb() {
        return 0.035 + 1e-6 * known + 6e-6 * (rows + columns);
    }

    /** The usual seconds of the last fit, if no neighbors are asked. */
    double completing() {
        return climb() * (1 + Math.min(1, rows / MANY_ROWS));
    }

    /** The usual seconds of what is about draws, for a table of some rank: 0 if draws are not affordable there, or the table is too large for them to be of use. */
    Map<String, Double> draws(int rank) {
        double draws = Math.min(MOST_DRAWS, WORK / work(rank));
        boolean pays = rank > 0 && rows <= ROWS_TO_CHOOSE_BY && draws >= DRAWS_TO_CHOOSE_BY;
        double each = 0.6e-6 * (rows + columns) + 0.5e-9 * work(rank);
        return Map.of(
                CLIMB, pays ? 0.1 + climb() : 0,
                DRAWS, pays ? 0.2 + DRAWS_TO_CHOOSE_BY * each : 0,
                AVERAGING, pays ? 0.1 + draws * each : 0);
    }

    /* The operations of one draw. */
    private double work(int rank) {
        return (known * rank + (rows + columns) * rank * rank + rows * columns) * rank;
    }

    /** What the last fit by kinds takes, as a multiple of one with as many steps to the rows that are chosen by. */
    double lastFitOfKinds() {
        return WARM * (1 + Math.max(1, rows / ROWS_TO_CHOOSE_BY)) / 2;
    }

    private static int labels(Observations data, int column) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] values = new double[columns.longest()];
        columns.load(data.values(), column, values);
        return (int) Math.max(
                1, Arrays.stream(values, 0, columns.size(column)).distinct().count());
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

    /** The name of an attempt to choose, counted from 1. */
    static String attempt(int number) {
        return "attempt " + Math.min(number, ATTEMPTS);
    }
}
