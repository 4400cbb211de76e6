package rung.completion.forecast;

import java.util.ArrayList;
import java.util.List;
import rung.RankRange;
import rung.Step;

/**
 * The rank that a choice will probably take. The choice climbs without some cells, and the errors on these cells tell which ranks are good
 * so far, and whether higher ones may be better.
 */
final class LikelyRank {
    private final Plan plan;
    private int highest = Integer.MAX_VALUE; // the highest rank that is allowed
    private final List<Step> climb = new ArrayList<>(); // the steps of the climb that runs
    private double leastError = Double.POSITIVE_INFINITY;
    private int best; // the rank with the least error
    private int asGood; // the highest rank with an error that is as good
    private int likely; // the rank that will probably be chosen
    private int earlier; // the rank of an earlier choice: the least that is expected until the first climb has ended
    private int reached; // where the first climb at higher ranks has ended, as the second one will; 0 if none has ended
    private double slack; // the part of the least error by which another one may be higher and is as good
    private int more; // by how many ranks a rank may be higher that is as good
    private boolean isChosen; // whether the likely rank was chosen for good
    private boolean isOpenAbove; // whether the error was still falling at the last rank that was tried

    LikelyRank(Plan plan) {
        this.plan = plan;
        this.best = plan.lowRanks() / 2;
        this.asGood = best;
        this.likely = plan.lowRanks() - 1;
    }

    /** Takes the ranks that are allowed. */
    void allow(RankRange ranks) {
        highest = ranks.highest();
        best = Math.min(best, highest);
        asGood = Math.min(asGood, highest);
        likely = Math.min(likely, highest);
        if (ranks.isExact()) {
            best = highest;
            choose(highest);
        }
    }

    /**
     * Sets what is as good as the least error.
     *
     * @param slack the part of the least error by which another one may be higher
     * @param more the number of ranks by which its rank may be higher
     */
    void asGood(double slack, int more) {
        this.slack = slack;
        this.more = more;
    }

    /** Forgets the errors of earlier climbs, because a choice by other cells begins. */
    void restart() {
        boolean isFirst = Double.isInfinite(leastError);
        endClimb();
        earlier = isFirst ? earlier : likely;
        leastError = Double.POSITIVE_INFINITY;
    }

    /** Ends the climb that runs: what a longer one might have found does not count any more. */
    void endClimb() {
        if (!climb.isEmpty() && !isChosen) {
            likely = asGood;
            earlier = 0;
        }
        climb.clear();
    }

    /** Takes a rank that a search with other errors has found: what climbs have told so far was misled. */
    void expect(int rank) {
        if (!isChosen) {
            best = rank;
            asGood = rank;
            likely = rank;
            isOpenAbove = false;
        }
    }

    /** Takes a rank that was chosen for good. */
    void choose(int rank) {
        likely = rank;
        isChosen = true;
    }

    /** Learns from a step of a climb of the choice; {@code isHigher} if the climb goes on beyond low ranks. */
    void learn(Step step, boolean isHigher) {
        if (isChosen) {
            return;
        }
        if (step.step() == 1) {
            boolean isSecond = !climb.isEmpty();
            endClimb();
            reached = isHigher && isSecond ? likely : 0;
        }
        climb.add(step);
        double least = climb.stream().mapToDouble(LikelyRank::error).min().orElseThrow();
        if (least > leastError) {
            return;
        }
        leastError = least;
        learnBest();
        boolean goesOn = !isHigher && step.rank() < best + plan.patience();
        int far = Math.max(asGood, Math.min(plan.lowRanks(), best + plan.patience()));
        likely = Math.max(earlier, goesOn ? far : asGood);
        isOpenAbove = best == step.rank() && best >= plan.lowRanks() && isFalling();
    }

    private void learnBest() {
        int lowest = Integer.MAX_VALUE; // the lowest rank whose error is the least, differences aside that say nothing
        for (Step each : climb) {
            best = error(each) == leastError ? each.rank() : best;
            lowest = error(each) <= (1 + plan.alike()) * leastError ? Math.min(lowest, each.rank()) : lowest;
        }
        for (Step each : climb) {
            boolean isNear = each.rank() <= lowest + (long) more;
            asGood = isNear && error(each) <= (1 + slack) * leastError ? each.rank() : asGood;
        }
    }

    private static double error(Step step) {
        return step.heldOut().orElseThrow();
    }

    private boolean isFalling() {
        int last = climb.size() - 1;
        if (last < 2) {
            return true;
        }
        Step before = climb.get(last - 2);
        double doublings = Math.log((double) climb.get(last).rank() / before.rank()) / Math.log(2);
        return Math.log(error(before) / error(climb.get(last))) > plan.worth() * doublings;
    }

    /** Returns the rank with the least error so far. */
    int best() {
        return best;
    }

    /** Returns the rank that will probably be chosen. */
    int likely() {
        return likely;
    }

    boolean isChosen() {
        return isChosen;
    }

    /** Returns the lowest rank that may be chosen for a table. */
    int lowest(Cost table) {
        if (isChosen || reached > 0) {
            return isChosen ? likely : reached;
        }
        return Math.min(Math.min(highest, table.highest()), isOpenAbove ? table.after(best, 1) : asGood);
    }

    /** Returns the highest rank that may be chosen for a table: where ranks that were not tried may be as good, they will be tried. */
    int highest(Cost table) {
        if (isChosen || reached > 0) {
            return lowest(table);
        }
        int most = isOpenAbove ? table.highestOfUse() : table.after(Math.max(plan.lowRanks(), best), plan.patience());
        return Math.max(
                lowest(table), Math.min(Math.min(highest, table.highest()), likely < plan.lowRanks() ? likely : most));
    }
}
