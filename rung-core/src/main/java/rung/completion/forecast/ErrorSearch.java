package rung.completion.forecast;

import java.util.Map;
import java.util.TreeMap;
import rung.Step;

/** What is known of a search for gross errors: how far its climbs go, and how often it fits the table without the errors that it found. */
final class ErrorSearch {
    /** The usual number of fits without errors, of which the second finds no more than the first; and how many more there may be. */
    private static final int USUAL_FITS = 2;

    private static final int MORE_FITS = 1;

    private final Plan plan;
    private Outlook.Errors answer = Outlook.Errors.NONE;
    private int before; // the rank with the least error of the climb before; 0 before the first has ended
    private final Map<Integer, Double> climb = new TreeMap<>(); // the errors of the climb that runs, by rank
    private int chosen; // the rank of the fits that find errors; 0 until it is known
    private int fits = USUAL_FITS;

    ErrorSearch(Plan plan) {
        this.plan = plan;
    }

    void expect(Outlook.Errors newAnswer) {
        answer = newAnswer;
    }

    Outlook.Errors answer() {
        return answer;
    }

    /** Takes the rank of the fits that find errors. */
    void choose(int rank) {
        chosen = Math.max(1, rank);
    }

    /** Takes the number of the fit without errors that begins. */
    void beginFit(int number) {
        fits = Math.max(USUAL_FITS, number);
    }

    /** Learns from a step of a climb that measures errors. */
    void learn(Step step) {
        if (step.step() == 1) {
            before = climb.isEmpty() ? 0 : lowest(0);
            climb.clear();
        }
        climb.put(step.rank(), step.heldOut().orElseThrow());
    }

    /* The lowest rank of the climb whose error is the least, or higher by no more than a part of it. */
    private int lowest(double slack) {
        double least = climb.values().stream().min(Double::compare).orElseThrow();
        return climb.entrySet().stream()
                .filter(each -> each.getValue() <= (1 + slack) * least)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    /**
     * Returns the rank of the fits that find errors.
     *
     * @param table the table
     * @param likely the rank with the least error of fits without such a search
     */
    int rank(Cost table, int likely) {
        return chosen > 0 ? chosen : Math.min(highest(table), best(likely, plan.alikeForErrors()));
    }

    /** Returns the rank at which climbs end: they wait for a better one. */
    int end(Cost table, int likely) {
        return Math.min(highest(table), table.after(best(likely, 0), plan.patience()));
    }

    /* The rank with the least error. Where there are errors, the fits that know nothing of them end too soon. */
    private int best(int likely, double slack) {
        int expected = before > 0 ? before : likely;
        int least = answer == Outlook.Errors.SURE ? plan.lowRanks() / 2 : 1;
        return Math.max(climb.isEmpty() ? 1 : lowest(slack), Math.max(least, expected));
    }

    private int highest(Cost table) {
        return Math.min(plan.highestForErrors(), table.highest());
    }

    /** Returns the least number of fits without errors that is expected. */
    int leastFits() {
        return fits;
    }

    /** Returns the most fits without errors that are expected. */
    int mostFits() {
        return Math.min(plan.fitsWithoutErrors(), Math.max(USUAL_FITS + MORE_FITS, fits));
    }
}
