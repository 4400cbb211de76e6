package rung.baseline.lists;

import java.util.Arrays;
import java.util.function.Supplier;
import rung.LowRankMatrix;
import rung.algorithm.Recorder;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.LineRandom;
import rung.linalg.Matrix;
import rung.lists.ItemScorer;

/**
 * Factors of users and of items, and a bias of each item: the score of i for u is x_u·y_i + b_i.
 *
 * @param users the rows x_u
 * @param items the rows y_i
 * @param biases b_i
 */
record Factors(Matrix users, Matrix items, double[] biases) {
    /** Normal factors of a standard deviation, and no biases; each line has a random stream of its own. */
    static Factors random(int users, int items, int rank, double deviation, long seed) {
        return new Factors(
                normal(users, rank, deviation, 2 * seed),
                normal(items, rank, deviation, 2 * seed + 1),
                new double[items]);
    }

    private static Matrix normal(int lines, int rank, double deviation, long key) {
        Matrix factor = new Matrix(lines, rank);
        for (int line = 0; line < lines; line++) {
            var random = LineRandom.of(key << 32, line);
            for (int k = 0; k < rank; k++) {
                factor.set(line, k, deviation * random.nextGaussian());
            }
        }
        return factor;
    }

    /** How a {@link Recorder} keeps factors that change from step to step. */
    static Recorder.Keeping<Factors> keeping() {
        return new Recorder.Keeping<>() {
            @Override
            public Factors copy(Factors a) {
                return new Factors(a.users.copy(), a.items.copy(), a.biases.clone());
            }

            @Override
            public void release(Factors a) {}

            @Override
            public LowRankMatrix matrix(Factors a) {
                double[] ones = new double[a.users.rows()];
                Arrays.fill(ones, 1);
                return LowRankMatrix.of(a.users.withColumn(ones, 1), a.items.withColumn(a.biases, 1));
            }
        };
    }

    /** Makes scorers, in single precision. */
    Supplier<ItemScorer> scorers() {
        FloatKernels kernels = KernelChoice.single();
        int w = FloatKernels.padded(users.columns() + 1);
        float[] x = padded(users, w);
        float[] y = padded(items, w);
        for (int item = 0; item < items.rows(); item++) {
            y[item * w + items.columns()] = (float) biases[item];
        }
        for (int user = 0; user < users.rows(); user++) {
            x[user * w + users.columns()] = 1;
        }
        return () -> (user, scores) -> kernels.multiply(y, items.rows(), w, x, user * w, scores);
    }

    private static float[] padded(Matrix factor, int w) {
        float[] rows = new float[Math.multiplyExact(factor.rows(), w)];
        for (int line = 0; line < factor.rows(); line++) {
            for (int k = 0; k < factor.columns(); k++) {
                rows[line * w + k] = (float) factor.get(line, k);
            }
        }
        return rows;
    }
}
