package rung.engine.sampling.biased;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** All who fold in rows of a model read the same copy of its columns, and leave it as it is. */
class SharedFoldInTest {
    private static final int RANK = 5;
    private static final int COUNT = 30;

    private static BiasedFactors.Lines lines(SplittableRandom random, boolean hasHints) {
        return new BiasedFactors.Lines(
                RANK,
                floats(random, COUNT * RANK),
                floats(random, COUNT),
                floats(random, COUNT * RANK),
                new double[] {1, 1, 1, 1, 1, 1},
                hasHints ? floats(random, COUNT * (RANK + 1)) : new float[0]);
    }

    private static float[] floats(SplittableRandom random, int count) {
        float[] floats = new float[count];
        for (int k = 0; k < count; k++) {
            floats[k] = (float) random.nextDouble(0.1, 1);
        }
        return floats;
    }

    private static BiasedFactors model(boolean hasHints) {
        SplittableRandom random = new SplittableRandom(5);
        return new BiasedFactors(3, 0.5, lines(random, false), lines(random, hasHints), 0);
    }

    @Test
    void theColumnsAreCopiedOnceAndNotChanged() {
        for (boolean hasHints : new boolean[] {false, true}) {
            BiasedFactors model = model(hasHints);
            BiasedFactors.Lines.Wide shared = model.columns().wide();
            float[] rows = shared.rows().clone();
            float[] variances = shared.variances().clone();
            float[] hints = shared.hints().clone();
            FoldIn one = model.rowFoldIn();
            FoldIn other = model.rowFoldIn();
            for (int k = 0; k < 10; k++) {
                int[] index = {k, k + 7, k + 19};
                float[] values = {1, 5, 2 + k / 10f};
                FoldIn.Line line = one.of(index, values);
                other.of(new int[] {29 - k}, new float[] {4}); // between, on its own work space
                FoldIn.Line again = one.of(index, values);
                FoldIn.Line fresh = model(hasHints).rowFoldIn().of(index, values);
                assertThat(line.factors()).isEqualTo(again.factors()).isEqualTo(fresh.factors());
                assertThat(line.bias()).isEqualTo(again.bias()).isEqualTo(fresh.bias());
            }
            assertThat(model.columns().wide()).isSameAs(shared);
            assertThat(Arrays.equals(rows, shared.rows())).isTrue();
            assertThat(Arrays.equals(variances, shared.variances())).isTrue();
            assertThat(Arrays.equals(hints, shared.hints())).isTrue();
        }
    }
}
