package rung.completion;

import java.util.SplittableRandom;
import rung.data.Observations;

/** Takes some rows of a table that has many. */
final class SomeRows {
    private SomeRows() {}

    /** Rows chosen at random, in their order; all of them if there are no more than {@code most}. */
    static Observations of(Observations data, int most, long seed) {
        if (data.rows() <= most) {
            return data;
        }
        SplittableRandom random = new SplittableRandom(seed);
        Observations.Builder some = Observations.builder(most, data.columns());
        int[] taken = new int[data.rows()];
        for (int i = 0, next = 0; i < taken.length; i++) { // all sets of rows are equally likely
            boolean isTaken = random.nextInt(data.rows() - i) < most - next;
            taken[i] = isTaken ? next++ : -1;
        }
        data.forEach((i, j, value, weight) -> {
            if (taken[i] >= 0) {
                some.add(taken[i], j, value);
            }
        });
        return some.build();
    }
}
