package rung.completion.forecast;

/**
 * How often a table is split into a part to fit and a part that is held out.
 *
 * @param plan what the completion goes by
 * @param cells the number of observed numbers
 * @param cellsOfKinds the number of observed cells of all kinds
 * @param stretches the number of splits that hold stretches out; 0 until any are
 */
record Splits(Plan plan, double cells, double cellsOfKinds, int stretches) {
    private int of(int wanted) {
        return plan.splits(wanted, cells);
    }

    /** Returns the splits by which the preparation is chosen, and what was chosen is fitted again. */
    int toChoose() {
        return stretches > 0 ? stretches : of(plan.cellsToPrepareBy());
    }

    /** Returns the splits that hold stretches out, if it comes to that. */
    int byStretches() {
        return stretches > 0 ? stretches : of(plan.cellsToCheckBy());
    }

    /** Returns the splits by which the rank of a fit by kinds is chosen. */
    int ofKinds() {
        return plan.splits(plan.cellsToPrepareBy(), cellsOfKinds);
    }

    /** Returns the splits in which gross errors are looked for in any case. */
    int toCheck() {
        return of(plan.cellsToCheckBy());
    }

    /** Returns the splits in which gross errors are looked for in addition, if there may be some. */
    int toBeSure() {
        return of(plan.cellsToBeSureBy()) - toCheck();
    }

    /** Returns the further splits that leave every cell of a table out once, if there are gross errors and the table is not large. */
    int toJudge() {
        return cells > plan.cellsToBeSureBy() ? 0 : plan.splits() - of(plan.cellsToBeSureBy());
    }
}
