package rung.completion.forecast;

/**
 * The constants of the completion that decide how much work there will be. The completion itself goes by them; the forecast has them from
 * there.
 *
 * @param rows the most rows by which a preparation and a rank are chosen
 * @param lowRanks the highest rank up to which all ways to prepare columns are tried
 * @param finalists the most ways to prepare columns that are tried at higher ranks, too
 * @param patience the number of steps by which a climb goes on beyond the rank with the least error
 * @param growth the part of its rank by which a climb grows at each step
 * @param cheap the rank up to which a climb goes on however little the error falls
 * @param worth the part by which the error must fall each time that the rank doubles, for a climb to go on at higher ranks
 * @param alike the part of an error by which another one may differ and is the same
 * @param alikeForErrors the part by which the error of a fit for gross errors may be higher than the least, for a lower rank
 * @param highestForErrors the highest rank of a search for gross errors
 * @param highestWithNeighbors the highest rank of a fit with neighbors
 * @param roundsToCompare the number of rounds after which fits with neighbors are compared
 * @param rounds the number of rounds of a whole fit with neighbors
 * @param trialDraws the number of draws that show whether draws are of use
 * @param splits the most splits of a small table
 * @param cellsToPrepareBy the preparation is chosen by enough splits for this many observed cells, all splits together
 * @param cellsToCheckBy gross errors are looked for in enough splits for this many observed cells; stretches are held out by as many
 * @param cellsToBeSureBy where the first splits look as if there were gross errors, there are enough splits for this many observed cells
 * @param fitsWithoutErrors the most fits of a search for gross errors, each of which leaves out the errors that the fit before has found
 * @param large the number of observed cells from which on the last fit begins where the choice has ended
 * @param roundsFromKnown the number of rounds of refits of a fit that begins so
 * @param tall the number of rows that a last fit climbs with where there are at least twice as many
 * @param roundsOfTall the number of rounds of refits with all rows of such a table
 */
public record Plan(
        int rows,
        int lowRanks,
        int finalists,
        int patience,
        double growth,
        int cheap,
        double worth,
        double alike,
        double alikeForErrors,
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
        int large,
        int roundsFromKnown,
        int tall,
        int roundsOfTall) {
    /** Returns the number of splits of a table, so that all of them together have a number of observed cells. */
    int splits(int cells, double observed) {
        return (int) Math.max(1, Math.min(splits, Math.ceil(cells / Math.max(1, observed))));
    }
}
