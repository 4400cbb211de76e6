package rung.completion.forecast;

import java.util.function.IntToDoubleFunction;
import rung.forecast.Range;

/** How much work each part of a completion is, as a whole and step by step. The unit is that of {@link Cost}. */
final class Workload {
    /** What a step under heavy tails costs, as a multiple of a usual one. */
    private static final double ROBUST = 1.8;

    /** What a fit with neighbors costs before its first round, and after its last one, in rounds. */
    private static final double ROUNDS_BEFORE = 5;

    private static final double ROUNDS_AFTER = 2;

    private final Plan plan;
    private final Outlook outlook;

    Workload(Plan plan, Outlook outlook) {
        this.plan = plan;
        this.outlook = outlook;
    }

    /**
     * A step, a round or a draw of a part.
     *
     * @param rank the rank that it leads to
     * @param isRound whether it refits both sides once and adds no rank
     * @param climb the number of the climb that it belongs to since the part has begun, from 1
     * @param steps the number of steps since then, this one included
     */
    record Position(int rank, boolean isRound, int climb, int steps) {}

    /** Returns what a step, a round or a draw of a part costs. */
    double step(Part part, Position at) {
        int rank = at.rank;
        return switch (part) {
            case COMPARISON, COMPARISON_WITHOUT_ERRORS ->
                outlook.comparedNumbers().step(rank);
            case CHOICE, CHOICE_WITHOUT_ERRORS, HIGHER_RANKS, CLIMB_WITHOUT_KINDS ->
                outlook.someNumbers().step(rank);
            case ROBUST_CLIMB, CLOSER_ROBUST_CLIMB, JUDGMENT, FITS_WITHOUT_FAR ->
                ROBUST * numbers().step(rank);
            case TRIAL_ROUNDS, ROUNDS ->
                (1 + (isFirstRound(part, at.steps) ? ROUNDS_BEFORE : 0))
                        * numbers().round(rank);
            case TRIAL_DRAWS, DRAWS -> numbers().draw(rank);
            case CHOICE_OF_KINDS, CALIBRATION_OF_KINDS -> someKinds().step(rank);
            case FIT_OF_KINDS -> fitOfKinds().step(rank, at.climb, at.isRound);
            case FIT -> fit().step(rank, at.climb, at.isRound);
            default -> numbers().step(rank);
        };
    }

    private boolean isFirstRound(Part part, int steps) {
        return steps == 1 || part == Part.TRIAL_ROUNDS && steps == plan.roundsToCompare() + 1;
    }

    /**
     * Returns what a whole part will probably have cost; nothing if it is not expected to come.
     *
     * @param part the part
     * @param running the part that runs
     */
    Range whole(Part part, Part running) {
        if (part != running && !isExpected(part)) {
            return Range.NONE;
        }
        return switch (part) {
            case COMPARISON, COMPARISON_WITHOUT_ERRORS ->
                Range.of(lowRanks(outlook.comparedNumbers(), Math.min(plan.lowRanks(), outlook.lowRanks())));
            case CHOICE, CHOICE_WITHOUT_ERRORS -> Range.of(choice());
            case USUAL_CLIMB -> Range.of(outlook.splits().toCheck() * forErrors());
            case ROBUST_CLIMB -> Range.of(outlook.splits().toCheck() * ROBUST * forErrors());
            case CLOSER_USUAL_CLIMB -> Range.of(outlook.splits().toBeSure() * forErrors());
            case CLOSER_ROBUST_CLIMB -> Range.of(outlook.splits().toBeSure() * ROBUST * forErrors());
            case JUDGMENT -> Range.of(outlook.splits().toJudge() * withoutErrors());
            case FITS_WITHOUT_FAR ->
                Range.of(outlook.search().leastFits() * withoutErrors())
                        .or(Range.of(outlook.search().mostFits() * withoutErrors()));
            case CHOICE_BY_STRETCHES -> choiceByStretches();
            case NEIGHBORS -> beginningWithNeighbors();
            case TRIAL_ROUNDS -> trialRounds(running);
            case CLIMB_WITHOUT_NEIGHBORS ->
                Range.of(outlook.splits().byStretches() * numbers().climb(0, outlook.rankBesideNeighbors()));
            case FIT_WITH_NEIGHBORS -> withNeighbors(at -> numbers().climb(0, at));
            case ROUNDS ->
                withNeighbors(at -> (plan.rounds() + ROUNDS_BEFORE + ROUNDS_AFTER)
                        * numbers().round(at));
            case HIGHER_RANKS -> higherRanks(running);
            case CLIMB_TO_DRAW_FROM -> atRank(this::climbsToDrawFrom);
            case TRIAL_DRAWS -> atRank(at -> ifDrawn(at, trialDraws(at)));
            case FIT -> atRank(at -> fit().whole(at));
            case DRAWS -> draws(running);
            case CHOICE_OF_KINDS -> choiceOfKinds(running);
            case CALIBRATION_OF_KINDS ->
                byKinds(running, at -> outlook.splits().ofKinds() * someKinds().climb(0, at));
            case CLIMB_WITHOUT_KINDS ->
                Range.of(outlook.splits().ofKinds()
                        * outlook.someNumbers().climb(0, outlook.rank().likely()));
            case FIT_OF_KINDS -> byKinds(running, at -> fitOfKinds().whole(at));
        };
    }

    /** Returns how often a part takes turns with the one that follows it: once for each split. */
    int turns(Part part) {
        return switch (part) {
            case NEIGHBORS -> outlook.splits().byStretches();
            case CLIMB_TO_DRAW_FROM -> outlook.splits().toChoose();
            case CHOICE_OF_KINDS -> outlook.splits().ofKinds();
            default -> 1;
        };
    }

    private boolean isExpected(Part part) {
        return switch (part) {
            case COMPARISON -> outlook.hasComparison();
            case USUAL_CLIMB, ROBUST_CLIMB -> outlook.search().answer() != Outlook.Errors.NONE;
            case COMPARISON_WITHOUT_ERRORS ->
                outlook.hasComparison() && outlook.search().answer() == Outlook.Errors.SURE;
            case CLOSER_USUAL_CLIMB, CLOSER_ROBUST_CLIMB, JUDGMENT, FITS_WITHOUT_FAR, CHOICE_WITHOUT_ERRORS ->
                outlook.search().answer() == Outlook.Errors.SURE;
            case CHOICE_BY_STRETCHES, NEIGHBORS, TRIAL_ROUNDS -> outlook.neighbors() != Outlook.Neighbors.UNLIKELY;
            case CLIMB_WITHOUT_NEIGHBORS -> outlook.neighbors() == Outlook.Neighbors.LIKELY;
            case CHOICE_OF_KINDS, CLIMB_WITHOUT_KINDS, CALIBRATION_OF_KINDS, FIT_OF_KINDS -> outlook.hasKinds();
            default -> true;
        };
    }

    private Cost numbers() {
        return outlook.numbers();
    }

    /* What it costs to try all ways to prepare columns at low ranks. */
    private double lowRanks(Cost each, int highest) {
        return outlook.preparations() * each.climb(0, highest);
    }

    private double choice() {
        Cost each = outlook.someNumbers();
        int highest = outlook.lowRanks();
        return outlook.hasComparison()
                ? each.climb(0, highest)
                : outlook.splits().toChoose() * lowRanks(each, highest);
    }

    private Range choiceByStretches() {
        double low = outlook.splits().byStretches() * lowRanks(numbers(), outlook.lowRanks());
        double higher = outlook.splits().byStretches()
                * outlook.finalists()
                * numbers().climb(plan.lowRanks(), plan.highestWithNeighbors());
        boolean mayBeHigher = outlook.rank().likely() >= plan.lowRanks() && !outlook.isRankExact();
        return Range.of(low).plus(Range.upTo(mayBeHigher ? higher : 0));
    }

    private double forErrors() {
        return numbers().climb(0, outlook.search().end(numbers(), outlook.rank().best()));
    }

    private double withoutErrors() {
        return ROBUST
                * numbers()
                        .climb(
                                0,
                                outlook.search().rank(numbers(), outlook.rank().best()));
    }

    private Range beginningWithNeighbors() {
        int splits = outlook.splits().byStretches();
        return outlook.allWithNeighbors(withNeighbors(at ->
                splits * numbers().climb(splits == 1 && !outlook.isRankExact() ? plan.lowRanks() : 0, at)));
    }

    /* The rounds of two fits with neighbors, of which one goes on. Where the order says nothing, the trial is over before its first round. */
    private Range trialRounds(Part running) {
        double rounds = plan.roundsToCompare() + plan.rounds() + 2 * ROUNDS_BEFORE + ROUNDS_AFTER;
        Range work = outlook.allWithNeighbors(withNeighbors(
                at -> outlook.splits().byStretches() * rounds * numbers().round(at)));
        boolean isSure = running == Part.TRIAL_ROUNDS || outlook.neighbors() == Outlook.Neighbors.LIKELY;
        return isSure ? work : Range.upTo(work.most());
    }

    /* What is done beside neighbors, at a rank that may not be known yet. */
    private Range withNeighbors(IntToDoubleFunction work) {
        Range likely = Range.of(work.applyAsDouble(outlook.rankWithNeighbors(outlook.rankBesideNeighbors())));
        Range best = Range.of(
                work.applyAsDouble(outlook.rankWithNeighbors(outlook.rank().best())));
        return outlook.isRankBesideNeighborsKnown() ? likely : likely.or(best);
    }

    private Range higherRanks(Part running) {
        LikelyRank rank = outlook.rank();
        boolean isTried = running == Part.HIGHER_RANKS || rank.likely() >= plan.lowRanks();
        int splits = outlook.splits().toChoose();
        int from = splits == 1 ? plan.lowRanks() : 0;
        return isTried && !rank.isChosen()
                ? atRank(to ->
                        outlook.finalists() * splits * outlook.someNumbers().climb(from, to))
                : Range.NONE;
    }

    /* What is done at the rank that will be chosen. */
    private Range atRank(IntToDoubleFunction work) {
        LikelyRank rank = outlook.rank();
        return Range.of(work.applyAsDouble(rank.lowest(numbers())))
                .or(Range.of(work.applyAsDouble(rank.highest(numbers()))));
    }

    private double ifDrawn(int at, double work) {
        return outlook.drawsAt(at) > 0 ? work : 0;
    }

    /* Several splits, and stretches, are fitted again even if nothing is drawn. */
    private double climbsToDrawFrom(int at) {
        int splits = outlook.splits().toChoose();
        double work = splits * numbers().climb(0, at);
        return splits > 1 || outlook.areStretchesHeldOut() ? work : ifDrawn(at, work);
    }

    private double trialDraws(int at) {
        return outlook.splits().toChoose() * plan.trialDraws() * numbers().draw(at);
    }

    private LastFit fit() {
        return new LastFit(plan, numbers(), outlook.isFromKnown());
    }

    private LastFit fitOfKinds() {
        return new LastFit(plan, kinds(), false);
    }

    /* The mean of draws is mostly better than the fit, but nobody knows of columns of other kinds than numbers. */
    private Range draws(Part running) {
        Range work = atRank(at -> ifDrawn(at, outlook.drawsAt(at) * numbers().draw(at)));
        boolean isOpen = outlook.kinds().isPresent() && !outlook.areDrawsSure() && running != Part.DRAWS;
        return isOpen ? Range.upTo(work.most()) : work;
    }

    private Cost kinds() {
        return outlook.kinds().orElse(numbers());
    }

    private Cost someKinds() {
        return outlook.someKinds().orElse(numbers());
    }

    /* A climb may end at its best rank, or wait for a better one, but not at ranks that cost much. */
    private Range choiceOfKinds(Part running) {
        Cost each = someKinds();
        if (outlook.rankOfKinds().isChosen()) {
            return Range.of(outlook.splits().ofKinds()
                    * each.climb(0, outlook.rankOfKinds().likely()));
        }
        Range best = byKinds(running, at -> outlook.splits().ofKinds() * each.climb(0, at));
        Range farthest = byKinds(running, at -> {
            int waited = Math.min(each.after(at, plan.patience()), each.after(plan.cheap(), 1));
            return outlook.splits().ofKinds() * each.climb(0, Math.max(at, waited));
        });
        return best.or(farthest);
    }

    /* What is done at the rank of a fit by kinds. The climb may go on for long at ranks that are cheap. */
    private Range byKinds(Part running, IntToDoubleFunction work) {
        LikelyRank rank = outlook.rankOfKinds();
        if (rank.isChosen()) {
            return Range.of(work.applyAsDouble(rank.likely()));
        }
        LikelyRank ofNumbers = outlook.rank();
        int least = running.isOfKinds() ? rank.best() : Math.min(ofNumbers.best(), ofNumbers.likely());
        int most = running == Part.CLIMB_WITHOUT_KINDS
                ? least
                : Math.max(least, Math.min(plan.cheap(), kinds().highest()));
        return Range.of(work.applyAsDouble(least)).or(Range.of(work.applyAsDouble(most)));
    }
}
