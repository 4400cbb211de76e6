package rung.completion.forecast;

/**
 * What a completion goes by, as far as it says how much work there will be. The completion has these numbers; here they are only told.
 *
 * @param rows the most rows to choose by
 * @param lowRanks all ways to prepare columns are tried up to this rank
 * @param finalists the number of ways that are tried at higher ranks, too
 * @param patience the number of steps that a climb goes on beyond the best
 * @param growth the part of its rank by which a climb grows at each step
 * @param cheap up to this rank a climb goes on whatever it is worth
 * @param worth a climb goes on at higher ranks while the error falls by this part each time that the rank doubles
 * @param highestForErrors the highest rank of a search for gross errors
 * @param highestWithNeighbors the highest rank of a fit with neighbors
 * @param roundsToCompare the number of rounds after which fits with neighbors are compared
 * @param rounds the number of rounds of a whole fit with neighbors
 * @param trialDraws the number of draws that show whether draws are of use
 * @param splits the most times that a small table is split, so that enough cells are held out
 * @param cellsToPrepareBy the observed cells of all splits together by which the preparation is chosen
 * @param cellsToCheckBy the same of stretches, and where gross errors are looked for
 * @param cellsToBeSureBy the same where there may be some
 * @param fitsWithoutErrors the most fits that each say anew which cells are errors
 * @param large the entries from which on the last fit begins where the choice ended
 */
public record Plan(
        int rows,
        int lowRanks,
        int finalists,
        int patience,
        double growth,
        int cheap,
        double worth,
        int highestForErrors,
        int highestWithNeighbors,
        int roundsToCompare,
        int rounds,
        int trialDraws,
        int splits,
        int cellsToPrepareBy,
        int cellsToCheckBy,
        int cellsToBeSureBy,
        int fitsWithoutErrors,
        int large) {
    /** The times that a table is split. */
    int splits(int cells, double known) {
        return (int) Math.max(1, Math.min(splits, Math.ceil(cells / Math.max(1, known))));
    }
}
