package rung.cli.completion;

import java.util.LinkedHashMap;
import java.util.Map;
import rung.cli.terminal.TimeLeft;
import rung.data.Observations;

/**
 * How long the parts of a completion usually take, by the size of the table. The seconds are those of tables between 300×40 and 1500×800
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
    private static final String CLIMB = "the climb";
    static final String DRAWS = "the mean of draws";
    static final String NEIGHBORS = "whether neighbors are alike";
    private static final String END = "end";

    private CompletionTime() {}

    /** The usual seconds of each part, in order. */
    static Map<String, Double> usual(Observations data) {
        double known = data.count();
        double cells = (double) data.rows() * data.columns();
        double lines = (double) data.rows() + data.columns();
        double climb = 0.035 + 1e-6 * known + 6e-6 * lines;
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
        usual.put(NEIGHBORS, 0.0);
        usual.put(COMPLETING, climb * (1 + Math.min(1, data.rows() / MANY_ROWS)));
        usual.put(AVERAGING, draws ? 0.2 + 80e-6 * known : 0);
        usual.put(END, 0.1 + 0.6e-6 * cells + 15e-6 * data.rows());
        return usual;
    }

    /** The usual seconds of a fit by which neighboring rows tell about each other. */
    static double ofNeighbors(Observations data) {
        return 60e-6 * data.rows() * data.columns();
    }

    /** The name of an attempt to choose, counted from 1. */
    static String attempt(int number) {
        return "attempt " + Math.min(number, ATTEMPTS);
    }
}
