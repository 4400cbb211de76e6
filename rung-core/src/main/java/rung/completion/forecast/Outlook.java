package rung.completion.forecast;

import java.util.Optional;
import java.util.function.IntUnaryOperator;
import rung.RankRange;
import rung.data.Observations;
import rung.forecast.Range;

/**
 * What is known of a table and of the answers that its completion has found so far. The completion tells each fact as soon as it knows
 * it; until then the likelier answer is expected, or both are.
 */
public final class Outlook {
    /** Whether neighbors will inform each other. */
    public enum Neighbors {
        /** They will not, or hardly. */
        UNLIKELY,
        /** They will be tried, and nobody knows what comes of it. */
        OPEN,
        /** They will. */
        LIKELY
    }

    /** Whether there are gross errors. */
    public enum Errors {
        /** None are looked for. */
        NONE,
        /** They are looked for, and few tables have any. */
        OPEN,
        /** There are some. */
        SURE
    }

    /** The usual number of ways to prepare columns that are tried. */
    private static final int PREPARATIONS = 4;

    private final Plan plan;
    private RankRange ranks = RankRange.atMost(Integer.MAX_VALUE);
    private Cost numbers = Cost.NONE;
    private IntUnaryOperator drawsAt = each -> 0;
    private boolean areDrawsSure;
    private Optional<Boolean> isFromKnown = Optional.empty(); // until it is known
    private IntUnaryOperator refitsToCompare = known -> 0;
    private int rowsToCompare;
    private int finalists;
    private int preparations = PREPARATIONS;
    private int splitsByStretches; // 0 until stretches are held out
    private Optional<Cost> kinds = Optional.empty();
    private int cellsOfKinds;
    private boolean areKindsSure;
    private final ErrorSearch search;
    private Neighbors neighbors = Neighbors.UNLIKELY;
    private int rankBesideNeighbors = -1; // negative until it is known
    private int leastMoreWithNeighbors;
    private int mostMoreWithNeighbors;
    private final LikelyRank rank;
    private final LikelyRank rankOfKinds;

    Outlook(Plan plan) {
        this.plan = plan;
        this.finalists = plan.finalists();
        this.search = new ErrorSearch(plan);
        this.rank = new LikelyRank(plan);
        this.rankOfKinds = new LikelyRank(plan);
    }

    /**
     * Tells which ranks are allowed.
     *
     * @param allowed the ranks
     */
    public void expectRanks(RankRange allowed) {
        ranks = allowed;
        rank.allow(allowed);
        rankOfKinds.allow(allowed);
    }

    /**
     * Tells the size of a table, or of the part of it that is numbers.
     *
     * @param data the observed entries
     * @param refitsOf the number of refits in a step, for a number of observed entries
     * @param drawsAt the number of draws for each rank that may be chosen
     */
    public void expectNumbers(Observations data, IntUnaryOperator refitsOf, IntUnaryOperator drawsAt) {
        this.numbers = Cost.of(data, refitsOf, plan.growth());
        this.drawsAt = drawsAt;
    }

    /**
     * Tells what trial draws have shown.
     *
     * @param areOfUse whether there will be draws around the last fit
     */
    public void expectDraws(boolean areOfUse) {
        areDrawsSure = areOfUse;
        drawsAt = areOfUse ? drawsAt : each -> 0;
    }

    /**
     * Tells how the preparation and the rank will be chosen.
     *
     * @param rowsToCompare the number of rows by which ways to prepare columns are compared, before all rows try the best of them; 0 if all
     *     rows try each
     * @param refitsToCompare the number of refits in a step of that, for a number of observed entries
     * @param finalists the number of ways to prepare columns that are tried at higher ranks, too
     * @param slack the part of the least error by which another one may be higher and is as good
     * @param more the number of ranks by which a rank may be higher that is as good
     */
    public void expectChoice(
            int rowsToCompare, IntUnaryOperator refitsToCompare, int finalists, double slack, int more) {
        this.rowsToCompare = rowsToCompare;
        this.refitsToCompare = refitsToCompare;
        this.finalists = finalists;
        rank.asGood(slack, more);
    }

    /**
     * Tells how many ways to prepare columns a choice tries that is not led by a comparison.
     *
     * @param number the number of ways
     */
    public void expectPreparations(int number) {
        preparations = number;
    }

    /**
     * Tells that stretches are held out from now on.
     *
     * @param splits the number of splits
     * @param finalists the number of ways to prepare columns that are tried at higher ranks, too
     */
    public void expectStretches(int splits, int finalists) {
        this.splitsByStretches = splits;
        this.finalists = finalists;
    }

    /**
     * Tells that the table will be fitted by the kinds of its columns, too.
     *
     * @param data the observed entries
     * @param columnsOf the number of columns that stand for each column: one for each label of a category
     * @param refitsOf the number of refits in a step, for a number of observed entries
     * @param isSure whether it will even if neighbors inform each other
     */
    public void expectKinds(Observations data, IntUnaryOperator columnsOf, IntUnaryOperator refitsOf, boolean isSure) {
        kinds = Optional.of(Cost.of(data, columnsOf, refitsOf, plan.growth()));
        cellsOfKinds = data.count();
        areKindsSure = isSure;
    }

    /**
     * Tells whether there are gross errors.
     *
     * @param answer what is known of it by now
     */
    public void expectErrors(Errors answer) {
        search.expect(answer);
    }

    /**
     * Tells whether neighbors inform each other.
     *
     * @param answer what is known of it by now
     */
    public void expectNeighbors(Neighbors answer) {
        neighbors = answer;
    }

    /**
     * Tells the rank that was chosen for good for numbers.
     *
     * @param chosen the rank
     */
    public void expectRank(int chosen) {
        rank.choose(chosen);
    }

    /**
     * Tells whether the last fit begins where the choice has ended.
     *
     * @param isKnown whether the choice has found something to begin with
     */
    public void expectFit(boolean isKnown) {
        isFromKnown = Optional.of(isKnown);
    }

    /**
     * Tells the rank that was chosen for good for the fit by the kinds of columns.
     *
     * @param chosen the rank
     */
    public void expectRankOfKinds(int chosen) {
        rankOfKinds.choose(chosen);
    }

    /**
     * Tells the rank of the fits that find errors.
     *
     * @param chosen the rank
     */
    public void expectRankOfErrors(int chosen) {
        search.choose(chosen);
        rank.expect(Math.max(1, chosen));
    }

    /**
     * Tells that a fit without the errors begins that were found so far.
     *
     * @param number the number of such fits, this one included
     */
    public void expectFitWithoutErrors(int number) {
        search.beginFit(number);
    }

    /**
     * Tells the rank without neighbors, beside which these are tried.
     *
     * @param chosen the rank
     */
    public void expectRankBesideNeighbors(int chosen) {
        rankBesideNeighbors = chosen;
    }

    /**
     * Tells how many more fits with neighbors are tried than the one beside that rank.
     *
     * @param least the number that is tried in any case
     * @param most the number that is tried if each is better than the one before
     */
    public void expectMoreWithNeighbors(int least, int most) {
        leastMoreWithNeighbors = least;
        mostMoreWithNeighbors = most;
    }

    /** Returns the work of all trials with neighbors, from that of one. */
    Range allWithNeighbors(Range one) {
        return one.plus(
                Range.of(leastMoreWithNeighbors * one.least()).or(Range.of(mostMoreWithNeighbors * one.most())));
    }

    /** Returns the highest rank up to which all ways to prepare columns are tried. */
    int lowRanks() {
        return ranks.isExact() ? ranks.highest() : Math.min(plan.lowRanks(), ranks.highest());
    }

    boolean isRankExact() {
        return ranks.isExact();
    }

    Cost numbers() {
        return numbers;
    }

    /** Returns what fits of the rows cost by which the preparation and the rank are chosen. */
    Cost someNumbers() {
        return numbers.ofRows(plan.rows());
    }

    /** Returns what fits of the rows cost by which ways to prepare columns are compared; nothing if all rows try each. */
    Cost comparedNumbers() {
        return numbers.ofRows(rowsToCompare).withRefits(refitsToCompare);
    }

    boolean hasComparison() {
        return rowsToCompare > 0;
    }

    /** Returns what fits by the kinds of columns cost; a category counts as a column for each label. */
    Optional<Cost> kinds() {
        return kinds;
    }

    /** Returns what fits by kinds of the rows cost by which the rank of such a fit is chosen. */
    Optional<Cost> someKinds() {
        return kinds.map(all -> all.ofRows(plan.rows()));
    }

    /** Returns whether a fit by the kinds of columns will probably be tried. */
    boolean hasKinds() {
        return kinds.isPresent() && (areKindsSure || neighbors != Neighbors.LIKELY);
    }

    ErrorSearch search() {
        return search;
    }

    Neighbors neighbors() {
        return neighbors;
    }

    LikelyRank rank() {
        return rank;
    }

    LikelyRank rankOfKinds() {
        return rankOfKinds;
    }

    int preparations() {
        return preparations;
    }

    int finalists() {
        return finalists;
    }

    /** Returns whether trial draws have shown that draws are of use. */
    boolean areDrawsSure() {
        return areDrawsSure;
    }

    int drawsAt(int chosen) {
        return drawsAt.applyAsInt(chosen);
    }

    boolean isRankBesideNeighborsKnown() {
        return rankBesideNeighbors >= 0;
    }

    /** Returns the rank without neighbors, beside which these are tried. */
    int rankBesideNeighbors() {
        return isRankBesideNeighborsKnown() ? rankBesideNeighbors : rank.likely();
    }

    /** Returns the rank of fits with neighbors for a table that is best fitted at another rank without them. */
    int rankWithNeighbors(int without) {
        return without < plan.lowRanks() || ranks.isExact()
                ? without
                : Math.max(1, Math.min(plan.highestWithNeighbors(), (int) numbers.columns() / 2));
    }

    /** Returns how often the table is split. */
    Splits splits() {
        return new Splits(plan, numbers.known(), cellsOfKinds, splitsByStretches);
    }

    boolean areStretchesHeldOut() {
        return splitsByStretches > 0;
    }

    /** Returns whether the last fit begins where the choice has ended. */
    boolean isFromKnown() {
        boolean hasClimbed = splits().toChoose() == 1 && !ranks.isExact() && rank.best() <= rank.likely();
        return isFromKnown.orElse(hasClimbed && numbers.known() > plan.large());
    }
}
