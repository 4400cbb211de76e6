package rung.ratings.forecast;

import rung.Step;
import rung.forecast.Range;
import rung.preferences.PenaltyChoice;
import rung.preferences.PreferenceFit;
import rung.preferences.PreferenceTrainer;

/** How much work the training of lists still has to do, by what its steps have shown. */
final class ListsOutlook {
    /** The number of penalties after which the choice has mostly ended. */
    private static final int USUAL = 8;

    /** The most penalties that usually follow one that was the best, and one that was not. */
    private static final int AFTER_BEST = 3;

    private static final int AFTER_OTHER = 2;

    private final Plan.Lists plan;
    private final Cost part;
    private final Cost all;
    private int tried; // the number of penalties
    private int best; // the number of penalties up to the best one
    private double least = Double.POSITIVE_INFINITY; // the error of the best one
    private int rank;
    private int fitted = -1; // the rounds of the last fit; -1 before it
    private boolean isDone;

    ListsOutlook(Plan plan) {
        this.plan = plan.lists();
        this.part = new Cost(plan.part(), plan.users(), plan.items());
        this.all = new Cost(plan.entries(), plan.users(), plan.items());
        this.isDone = !this.plan.isTrained();
    }

    /** The rank, as it is now. */
    int rank() {
        return rank;
    }

    /** Learns from a step of the choice, and returns its work. */
    double choose(Step step) {
        double work = penalty(tried, rank, step.rank());
        tried = step.step();
        rank = step.rank();
        double error = step.heldOut().orElse(Double.NaN);
        if (error < least) {
            least = error;
            best = tried;
        }
        return work;
    }

    /** Learns from a step of the last fit, and returns its work. */
    double fit(Step step) {
        double work = all.refit(step.rank()) + (step.step() == 1 ? beforeFit(step.rank()) : 0);
        fitted = step.step();
        rank = step.rank();
        return work;
    }

    /** Ends the lists, and returns what was done after their last step. */
    double end() {
        double work = isDone || fitted < 0 ? 0 : rest().least();
        isDone = true;
        return work;
    }

    /** What is left. */
    Range rest() {
        if (isDone) {
            return Range.NONE;
        }
        if (fitted >= 0) {
            int rounds = Math.max(0, PreferenceFit.ROUNDS - fitted);
            return Range.of(rounds * all.refit(rank) + all.exactRefit(rank));
        }
        if (!plan.isChosen()) {
            return Range.of(wholeFit(plan.maxRank()));
        }
        return choices(leastPenalties(), rank)
                .or(choices(mostPenalties(), plan.maxRank()))
                .plus(lastFit());
    }

    /* A penalty is tried: columns are appended, both sides are refitted, and lists are measured. */
    private double penalty(int before, int from, int to) {
        int columns = Math.min(PenaltyChoice.columns(before), plan.maxRank() - from);
        return part.append(columns) + PenaltyChoice.rounds(before) * part.refit(to) + measure(to);
    }

    private double measure(int at) {
        return part.measureLists(PreferenceTrainer.JUDGES, at);
    }

    /* Penalties that may add columns up to a rank. */
    private Range choices(int count, int highest) {
        double sum = 0;
        int at = rank;
        for (int k = tried; k < tried + count; k++) {
            int next = Math.max(at, Math.min(highest, at + PenaltyChoice.columns(k)));
            sum += penalty(k, at, next);
            at = next;
        }
        return Range.of(sum);
    }

    private int sinceBest() {
        return tried - best;
    }

    private boolean isOver() {
        return sinceBest() >= PenaltyChoice.PATIENCE || tried >= PenaltyChoice.MOST;
    }

    /* Popular items, whose error is not told, may have been better than all penalties: then the choice is over. */
    private boolean mayBePopular() {
        return tried <= PenaltyChoice.PATIENCE;
    }

    private int leastPenalties() {
        int worse = mayBePopular() ? tried : sinceBest();
        return isOver() ? 0 : PenaltyChoice.PATIENCE - worse;
    }

    private int mostPenalties() {
        if (isOver()) {
            return 0;
        }
        int usual = sinceBest() == 0 ? Math.max(AFTER_BEST, USUAL - tried) : AFTER_OTHER;
        return Math.min(PenaltyChoice.MOST - tried, usual);
    }

    /* The last fit costs next to nothing at rank 0, where lists are no better than popular items. */
    private Range lastFit() {
        int lowest = Math.max(1, rank);
        Range fit = Range.of(wholeFit(lowest)).or(Range.of(wholeFit(isOver() ? lowest : plan.maxRank())));
        return mayBePopular() ? fit.or(Range.of(wholeFit(0))) : fit;
    }

    private double wholeFit(int at) {
        return beforeFit(at) + PreferenceFit.ROUNDS * all.refit(at) + all.exactRefit(at);
    }

    /* What comes before the first round: lists of both kinds are measured, weights are tried, columns are appended. */
    private double beforeFit(int at) {
        double measured = plan.isChosen() ? 2 * measure(at) : 0;
        double weights =
                plan.isChosen() && plan.hasCounts() ? 2 * (PreferenceFit.ROUNDS * part.refit(at) + measure(at)) : 0;
        int from = plan.isChosen() ? Math.min(at, rank) : 0;
        return measured + weights + (at > 0 ? all.append(plan.maxRank() - from) : 0);
    }
}
