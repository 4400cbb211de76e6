package rung.ratings.forecast;

import rung.Stage;
import rung.Step;
import rung.forecast.Range;

/** How much work the training of ratings still has to do, by what its steps have shown. */
final class RatingsOutlook {
    /** A climb has mostly found its best rank if this many ranks beyond it were no better. */
    private static final int SETTLED = 3;

    /**
     * The first error is that of biases alone, which is not told. That of rank 1 is lower by this part at most; and so is that of biases after
     * all draws.
     */
    private static final double UNSURE = 0.015;

    /** What runs now, or will run first. */
    private enum Phase {
        CLIMBS,
        CHECK_OF_BIASES,
        CHECK,
        FIT,
        END
    }

    private final Plan.Ratings plan;
    private final Cost part;
    private final Cost all;
    private Phase phase;
    private int climb; // the number of climbs that have begun
    private int rank; // of the last step
    private int steps; // of this part
    private int reached; // the last rank of this climb
    private int bestOfClimb; // the rank with the least error in this climb
    private double leastOfClimb;
    private int shortest = Integer.MAX_VALUE; // where climbs have ended
    private int longest;
    private double first = Double.NaN; // the error at rank 1
    private double least = Double.POSITIVE_INFINITY;
    private int best; // the rank with the least error of all

    RatingsOutlook(Plan plan) {
        this.plan = plan.ratings();
        this.part = new Cost(plan.part(), plan.users(), plan.items());
        this.all = new Cost(plan.entries(), plan.users(), plan.items());
        this.phase = !this.plan.isTrained() ? Phase.END : this.plan.isChosen() ? Phase.CLIMBS : Phase.FIT;
    }

    /** The rank that has been the best so far. */
    int rank() {
        return plan.isChosen() ? best : rank;
    }

    /** Learns from a step, and returns its work. */
    double learn(Stage stage, Step step) {
        boolean isFirst = step.step() == 1;
        steps = step.step();
        rank = step.rank();
        return switch (stage) {
            case CHOOSING -> choose(step, isFirst);
            case CHECKING -> check(isFirst);
            default -> fit(isFirst);
        };
    }

    private double choose(Step step, boolean isFirst) {
        if (isFirst) {
            endClimb();
            climb++;
            leastOfClimb = Double.POSITIVE_INFINITY;
        }
        double error = step.heldOut().orElse(Double.NaN);
        first = Double.isNaN(first) ? error : first;
        if (error < leastOfClimb) {
            leastOfClimb = error;
            bestOfClimb = rank;
        }
        if (error < least) {
            least = error;
            best = rank;
        }
        reached = rank;
        return part.climbStep(rank) + (isFirst ? beforeClimb(part) : 0);
    }

    private void endClimb() {
        if (climb > 0) {
            shortest = Math.min(shortest, reached);
            longest = Math.max(longest, reached);
        }
    }

    private double check(boolean isFirst) {
        phase = rank == 0 ? Phase.CHECK_OF_BIASES : Phase.CHECK;
        return part.round(rank) + (isFirst ? before(part, rank) : 0);
    }

    private double fit(boolean isFirst) {
        phase = Phase.FIT;
        boolean isClimb = !plan.isChosen() && steps <= plan.maxRank();
        double work = isClimb ? all.climbStep(rank) : all.round(rank);
        double before = plan.isChosen() ? before(all, rank) : beforeClimb(all);
        return work + (isFirst ? before : 0);
    }

    private double beforeClimb(Cost cost) {
        return cost.start() + (plan.climbs() > 1 ? cost.jointFit() : 0);
    }

    private static double before(Cost cost, int at) {
        return at == 0 ? cost.start() : cost.change();
    }

    /** What is left. */
    Range rest() {
        return switch (phase) {
            case CLIMBS -> climbs().plus(checks()).plus(wholeFit());
            case CHECK_OF_BIASES ->
                Range.of(part.rounds(left(plan.roundsOfPart()), 0))
                        .plus(secondCheck(best))
                        .plus(wholeFit());
            case CHECK -> Range.of(part.rounds(left(plan.roundsOfPart()), best)).plus(wholeFit());
            case FIT -> Range.of(restOfFit());
            case END -> Range.NONE;
        };
    }

    private int left(int rounds) {
        return Math.max(0, rounds - steps);
    }

    private double restOfFit() {
        if (plan.isChosen()) {
            return all.rounds(left(plan.rounds()), rank);
        }
        double before = steps == 0 ? beforeClimb(all) : 0;
        int climbed = Math.min(steps, plan.maxRank());
        int drawn = steps - climbed;
        return before + all.climb(climbed, plan.maxRank()) + all.rounds(plan.rounds() - drawn, plan.maxRank());
    }

    /* This climb, and those that come. */
    private Range climbs() {
        Range left = Range.NONE;
        if (climb > 0) {
            left = Range.of(part.climb(reached, leastEnd())).or(Range.of(part.climb(reached, mostEnd())));
        }
        boolean isFirst = longest == 0;
        double shortOne = part.climb(0, Math.min(shortest, leastEnd()));
        double longOne = part.climb(0, isFirst ? mostEnd() : Math.max(longest, leastEnd()));
        int others = plan.climbs() - climb;
        return left.plus(
                Range.of(others * (beforeClimb(part) + shortOne)).or(Range.of(others * (beforeClimb(part) + longOne))));
    }

    private int sinceBest() {
        return climb == 0 ? 0 : reached - bestOfClimb;
    }

    private int leastEnd() {
        return Math.min(plan.maxRank(), (climb == 0 ? 1 : bestOfClimb) + plan.patience());
    }

    private int mostEnd() {
        return sinceBest() >= SETTLED ? leastEnd() : plan.maxRank();
    }

    /* The lowest rank that may be chosen. */
    private int lowest() {
        return Math.max(1, best);
    }

    /* The highest rank that may be chosen. */
    private int highest() {
        boolean isOpen = phase == Phase.CLIMBS && sinceBest() < SETTLED && (longest == 0 || bestOfClimb == best);
        return isOpen ? Math.max(lowest(), longest == 0 ? plan.maxRank() : longest) : lowest();
    }

    /* The part of the first error that is left. */
    private double ratio() {
        return least / first;
    }

    /* Whether the climbs have shown what they can: errors fall no more. */
    private boolean isSettled() {
        return highest() == lowest();
    }

    private Range checks() {
        if (ratio() < plan.doubtful() - UNSURE / 2) {
            return Range.NONE;
        }
        Range biases = Range.of(part.start() + part.rounds(plan.roundsOfPart(), 0));
        Range both = biases.plus(secondCheck(lowest())).or(biases.plus(secondCheck(highest())));
        boolean isSure = isSettled() && ratio() > plan.doubtful() + UNSURE;
        return isSure ? both : Range.upTo(both.most());
    }

    private Range secondCheck(int at) {
        if (at == 0 || ratio() < plan.clear() - UNSURE) {
            return Range.NONE;
        }
        double check = part.change() + part.rounds(plan.roundsOfPart(), at);
        return isSettled() && ratio() > plan.clear() ? Range.of(check) : Range.upTo(check);
    }

    /* The last fit, at a rank that may not be chosen yet. After a check it may be that of biases alone. */
    private Range wholeFit() {
        Range fit = Range.of(wholeFit(lowest())).or(Range.of(wholeFit(highest())));
        boolean isOpen = ratio() > 1 - UNSURE;
        return isOpen ? fit.or(Range.of(wholeFit(0))) : fit;
    }

    private double wholeFit(int at) {
        return before(all, at) + all.rounds(plan.rounds(), at);
    }
}
