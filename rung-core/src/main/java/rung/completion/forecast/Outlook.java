package rung.completion.forecast;

import java.util.Optional;
import java.util.function.IntUnaryOperator;
import rung.data.Observations;

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

    private final Plan plan;
    private Cost numbers = Cost.NONE;
    private IntUnaryOperator drawsAt = each -> 0;
    private boolean areDrawsSure;
    private int rowsToCompare;
    private int finalists;
    private int splitsByStretches; // 0 until stretches are held out
    private Optional<Cost> kinds = Optional.empty();
    private int cellsOfKinds;
    private boolean areKindsSure;
    private Errors errors = Errors.NONE;
    private Neighbors neighbors = Neighbors.UNLIKELY;
    private int rankOfErrors; // 0 until it is known
    private int rankBesideNeighbors = -1; // negative until it is known
    private final LikelyRank rank;
    private final LikelyRank rankOfKinds;

    Outlook(Plan plan) {
        this.plan = plan;
        this.finalists = plan.finalists();
        this.rank = new LikelyRank(plan);
        this.rankOfKinds = new LikelyRank(plan);
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
     * @param finalists the number of ways to prepare columns that are tried at higher ranks, too
     * @param slack the part of the least error by which another one may be higher and is as good
     * @param more the number of ranks by which a rank may be higher that is as good
     */
    public void expectChoice(int rowsToCompare, int finalists, double slack, int more) {
        this.rowsToCompare = rowsToCompare;
        this.finalists = finalists;
        rank.asGood(slack, more);
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
        errors = answer;
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
        rankOfErrors = Math.max(1, chosen);
    }

    /**
     * Tells the rank without neighbors, beside which these are tried.
     *
     * @param chosen the rank
     */
    public void expectRankBesideNeighbors(int chosen) {
        rankBesideNeighbors = chosen;
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
        return numbers.ofRows(rowsToCompare);
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

    Errors errors() {
        return errors;
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

    /** Returns the rank of the fits that find errors. */
    int rankOfErrors() {
        return rankOfErrors > 0 ? rankOfErrors : Math.min(plan.highestForErrors(), Math.max(1, rank.best()));
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
        return without < plan.lowRanks()
                ? without
                : Math.max(1, Math.min(plan.highestWithNeighbors(), (int) numbers.columns() / 2));
    }

    private int splits(int cells) {
        return plan.splits(cells, numbers.known());
    }

    boolean areStretchesHeldOut() {
        return splitsByStretches > 0;
    }

    /** Returns the splits by which the preparation is chosen, and what was chosen is fitted again. */
    int splitsToChoose() {
        return areStretchesHeldOut() ? splitsByStretches : splits(plan.cellsToPrepareBy());
    }

    /** Returns the splits that hold stretches out, if it comes to that. */
    int splitsByStretches() {
        return areStretchesHeldOut() ? splitsByStretches : splits(plan.cellsToCheckBy());
    }

    /** Returns the splits by which the rank of a fit by kinds is chosen. */
    int splitsOfKinds() {
        return plan.splits(plan.cellsToPrepareBy(), cellsOfKinds);
    }

    /** Returns the splits in which gross errors are looked for in any case. */
    int splitsToCheck() {
        return splits(plan.cellsToCheckBy());
    }

    /** Returns the splits in which gross errors are looked for in addition, if there may be some. */
    int splitsToBeSure() {
        return splits(plan.cellsToBeSureBy()) - splitsToCheck();
    }

    /** Returns the further splits that leave every cell of a table out once, if there are gross errors and the table is not large. */
    int splitsToJudge() {
        return numbers.known() > plan.cellsToBeSureBy() ? 0 : plan.splits() - splits(plan.cellsToBeSureBy());
    }

    /** Returns whether the last fit begins where the choice has ended. */
    boolean isFromKnown() {
        return numbers.known() > plan.large();
    }
}
