package rung.completion.forecast;

/**
 * What the last fit of a table costs. It climbs from zero, or goes on from the columns that the choice has found; and where there are very
 * many rows, some of them do so, and all rows are then fitted beginning with what these have found.
 *
 * @param plan what the completion goes by
 * @param table what fits of the whole table cost
 * @param isFromKnown whether it goes on from what the choice has found
 */
record LastFit(Plan plan, Cost table, boolean isFromKnown) {
    private boolean isTall() {
        return table.rows() >= 2.0 * plan.tall();
    }

    /** What the first fit costs by: some of the rows of a tall table. */
    private Cost first() {
        return isTall() ? table.ofRows(plan.tall()) : table;
    }

    /** Returns what it costs at a rank. */
    double whole(int rank) {
        double climb = isFromKnown ? first().rounds(plan.roundsFromKnown(), rank) : first().climb(0, rank);
        int rounds = isFromKnown ? plan.roundsFromKnown() - 1 : plan.roundsOfTall();
        return climb + (isTall() ? table.rounds(rounds, rank) : 0);
    }

    /**
     * Returns what a step costs.
     *
     * @param rank the rank after it
     * @param climb the number of the climb that it belongs to, from 1
     * @param isRound whether it refits both sides once and adds no rank
     */
    double step(int rank, int climb, boolean isRound) {
        Cost fitted = climb == 1 ? first() : table;
        return isRound ? fitted.rounds(1, rank) : fitted.step(rank);
    }
}
