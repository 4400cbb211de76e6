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
 * How long the parts of a completion usually take, by the size of the table and by what its columns hold. The seconds are those of tables between 300×40 and 1500×800
 * on two fast cores; another machine is slower or faster by one factor, more or less, and {@link TimeLeft} measures it.
 */
final class CompletionTime {
    /** The last attempt to choose that is expected; more are rare. */
    private static final int ATTEMPTS = 5;

    /** The attempts of which each table has some: one for each way to prepare columns. The others climb higher. */
    private static final int SURE_ATTEMPTS = 4;

    /** Tables with fewer known cells are looked through for gross errors. */
    private static final int FEW_FOR_ERRORS = 50_000;

    /** Tables with fewer known cells get a mean of draws. */
    private static final int FEW_FOR_DRAWS = 20_000;

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

    /** Columns of several kinds are fitted to at most this many rows to choose by. */
    private static final double ROWS_TO_CHOOSE_BY = 5000;

    /** More columns than these do not make climbs longer. */
    private static final int MOST_TO_CLIMB = 100;

    /** Neighbors are expected to be asked if what is left of cells without the levels of rows and columns is so correlated. */
    private static final double ALIKE = 0.3;

    private CompletionTime() {}

    /**
     * The usual seconds of each part, in order.
     *
     * @param kinds the kind of each column
     * @param isOrdered whether neighbors will probably be asked
     */
    static Map<String, Double> usual(Observations data, List<ColumnKind> kinds, boolean isOrdered) {
        Pattern.Lines of = data.pattern().lines(Side.RIGHT);
        int columns = 0;
        double known = 0;
        int wide = 0; // columns of the fit by kinds, where a category has one for each label
        double encoded = 0; // and the cells that it knows
        for (int j = 0; j < kinds.size(); j++) {
            boolean isCategory = kinds.get(j) == ColumnKind.CATEGORY;
            columns += isCategory ? 0 : 1;
            known += isCategory ? 0 : of.size(j);
            int each = isCategory ? labels(data, j) : 1;
            wide += each;
            encoded += (double) each * of.size(j);
        }
        double cells = (double) data.rows() * columns;
        double lines = (double) data.rows() + columns;
        double climb = climb(known, lines);
        Map<String, Double> usual = new LinkedHashMap<>();
        usual.put(TimeLeft.START, 0.7 + 0.5e-6 * cells);
        usual.put(attempt(1), 0.4 + 2 * climb); // the JVM is slow at first
        for (int k = 2; k <= ATTEMPTS; k++) {
            usual.put(attempt(k), k <= SURE_ATTEMPTS ? climb : climb / 3);
        }
        if (known < FEW_FOR_ERRORS) {
            usual.put(ALL_CELLS, climb);
            usual.put(GROSS_ERRORS, 0.15 + 2 * climb);
        }
        boolean draws = known < FEW_FOR_DRAWS;
        usual.put(CLIMB, draws ? 0.1 + climb : 0);
        usual.put(DRAWS, draws ? 0.2 + 30e-6 * known : 0);
        usual.put(NEIGHBORS, isOrdered ? 2 + 11e-6 * cells : 0);
        usual.put(COMPLETING, isOrdered ? NEIGHBORS_ONCE * usual.get(NEIGHBORS) : completing(data));
        usual.put(AVERAGING, draws ? 0.2 + 80e-6 * known : 0);
        if (kinds.stream().anyMatch(kind -> kind != ColumnKind.NUMBER)) {
            double rows = Math.min(1, ROWS_TO_CHOOSE_BY / data.rows());
            double fit = 0.65e-6 * Math.min(wide, MOST_TO_CLIMB) * rows * encoded; // more columns let it climb higher
            usual.put(KINDS_CHOOSING, 0.03 + fit);
            usual.put(KINDS_CHECKING, rows * climb);
            usual.put(KINDS_FITTING, 0.02 + 0.6 * fit + 1e-6 * encoded);
        }
        usual.put(END, 0.1 + 0.6e-6 * data.rows() * data.columns() + 15e-6 * data.rows());
        return usual;
    }

    private static double climb(double known, double lines) {
        return 0.035 + 1e-6 * known + 6e-6 * lines;
    }

    /** The usual seconds of the last fit, if no neighbors are asked. */
    static double completing(Observations data) {
        double lines = (double) data.rows() + data.columns();
        return climb(data.count(), lines) * (1 + Math.min(1, data.rows() / MANY_ROWS));
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
