package rung.completion.forecast;

import java.util.function.IntUnaryOperator;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * What a table's fits cost, in nanoseconds of one usual core. The constants are those of tables between 130×13 and 54,000×18, of ranks 1 to
 * 100; what counts is how they compare, since a run measures its own speed.
 *
 * @param rows the number of rows
 * @param columns the number of columns
 * @param known the number of observed entries
 * @param refitsOf the number of refits after each insertion, for a number of observed entries
 * @param growth the part of its rank by which a climb grows at each step
 * @param likelihood what an entry costs in addition at each refit: columns of other kinds than numbers have likelihoods of their own
 */
record Cost(double rows, double columns, double known, IntUnaryOperator refitsOf, double growth, double likelihood) {
    /** What the likelihood of a count or a label costs. */
    private static final double OF_KINDS = 200;

    /** What a step and a draw cost however small the table is: threads are called, and memory is taken. */
    private static final double OF_STEP = 1.5e6;

    private static final double OF_DRAW = 0.15e6;

    /** What fits of no table cost. */
    static final Cost NONE = new Cost(0, 0, 0, known -> 0, 0, 0);

    static Cost of(Observations data, IntUnaryOperator refitsOf, double growth) {
        return new Cost(data.rows(), data.columns(), data.count(), refitsOf, growth, 0);
    }

    static Cost of(Observations data, IntUnaryOperator columnsOf, IntUnaryOperator refitsOf, double growth) {
        Pattern.Lines lines = data.pattern().lines(Side.RIGHT);
        double columns = 0;
        double known = 0;
        for (int j = 0; j < data.columns(); j++) {
            columns += columnsOf.applyAsInt(j);
            known += (double) columnsOf.applyAsInt(j) * lines.size(j);
        }
        return new Cost(data.rows(), columns, known, refitsOf, growth, OF_KINDS);
    }

    /** What fits of some of the rows cost; of all rows, if there are no more. */
    Cost ofRows(double most) {
        double part = rows > 0 ? Math.min(1, most / rows) : 1;
        return new Cost(part * rows, columns, part * known, refitsOf, growth, likelihood);
    }

    /** What fits with another number of refits cost. */
    Cost withRefits(IntUnaryOperator newRefitsOf) {
        return new Cost(rows, columns, known, newRefitsOf, growth, likelihood);
    }

    private double lines() {
        return rows + columns;
    }

    /** One step of a climb, which leads to a rank. */
    double step(double rank) {
        return OF_STEP + 200 * known + refitsOf.applyAsInt((int) known) * refit(rank);
    }

    /** Some rounds of refits of both sides, which add no rank. */
    double rounds(int number, double rank) {
        return 2 * number * refit(rank);
    }

    private double refit(double rank) {
        double square = rank * rank;
        return known * (likelihood + 0.42 * square) + lines() * (600 + 15 * square);
    }

    /** The steps of a climb from one rank to another, or to the highest that the table can have. */
    double climb(int from, int to) {
        double sum = 0;
        for (int rank = next(from); rank <= Math.min(to, highest()); rank = next(rank)) {
            sum += step(rank);
        }
        return sum;
    }

    /** The highest rank that the table can have. */
    int highest() {
        return (int) Math.min(rows, columns);
    }

    private int next(int rank) {
        return rank + Math.max(1, (int) (growth * rank));
    }

    /** The rank that a climb has reached a number of steps after a rank. */
    int after(int rank, int steps) {
        int reached = rank;
        for (int k = 0; k < steps; k++) {
            reached = next(reached);
        }
        return reached;
    }

    /** One draw from the posterior. */
    double draw(double rank) {
        double square = rank * rank;
        return OF_DRAW + known * (12 + 0.5 * square) + lines() * (300 + 15 * square) + 0.6 * rows * columns * rank;
    }

    /** One round of a fit with neighbors. */
    double round(double rank) {
        return rows * columns * 420 + known * 0.8 * rank * rank;
    }

    /** What follows the last step: the bounds of columns, and what is known of rows without entries. */
    double ending() {
        return 200 * known;
    }

    /** The rank from which on there are fewer entries than parameters. */
    int highestOfUse() {
        return (int) Math.max(1, 1.2 * known / lines());
    }
}
