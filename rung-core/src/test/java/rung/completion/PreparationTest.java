package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Workers;

/** What is taken off a table, by definition. */
class PreparationTest {
    /* Columns of twenty rows, so that their scales are their own; and a last row with one entry, far above its column's mean. */
    private static Observations table() {
        Observations.Builder data = Observations.builder(21, 2);
        for (int i = 0; i < 20; i++) {
            data.add(i, 0, i % 2 == 0 ? 1 : -1);
            data.add(i, 1, i % 2 == 0 ? -30 : 10);
        }
        return data.add(20, 0, 4).build();
    }

    /* As if two more entries had been average: a row with one entry z keeps z/(1 + 2), one with two their sum over 2 + 2. */
    @Test
    void aRowOfFewEntriesKeepsAPartOfItsLevel() {
        Observations data = table();
        double mean = 4.0 / 21;
        double squares = 20 * 1 + 16 - 21 * mean * mean;
        double scale = Math.sqrt(squares / 20);
        double other = Math.sqrt((10 * 900 + 10 * 100 - 20 * 100) / 19.0);
        LowRankMatrix levels =
                Preparation.ROWS_AND_COLUMNS.fit(data, Workers.ONE).restore(LowRankMatrix.zero(21, 2));
        near(levels.get(20, 0), mean + (4 - mean) / 3, 1e-12);
        near(levels.get(20, 1), -10 + other * (4 - mean) / scale / 3, 1e-12);
        near(levels.get(0, 0), mean + scale * ((1 - mean) / scale + (-30 + 10) / other) / 4, 1e-12);
    }

    @Test
    void whatWasTakenOffIsPutBack() {
        Observations data = table();
        for (Preparation preparation : Preparation.values()) {
            Preparation.Fitted fitted = preparation.fit(data, Workers.ONE);
            Observations prepared = fitted.apply(data);
            LowRankMatrix back = fitted.restore(LowRankMatrix.zero(21, 2));
            double[] at = new double[2];
            prepared.forEach((i, j, z, weight) -> {
                if (i == 20) {
                    at[0] = z;
                    at[1] = back.get(i, j) + z * fitted.scale(j);
                }
            });
            near(at[1], 4, 1e-12);
            assertThat(at[0]).as("%s", preparation).isFinite();
        }
    }
}
