package rung.engine.bayes;

import java.util.SplittableRandom;
import rung.kernel.Kernels;
import rung.linalg.LineRandom;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/** Draws the rows of one side from their posterior. */
final class PosteriorDraw {
    private PosteriorDraw() {}

    /**
     * Draws each row.
     *
     * @param key tells one draw from another
     */
    static Matrix of(Posterior posterior, long key, Workers workers) {
        int r = posterior.rank();
        Matrix draw = new Matrix(posterior.rows(), r);
        workers.run(posterior.rows(), row -> (long) row * r * r * r, () -> {
            int w = Kernels.padded(r);
            double[] factor = new double[w * w];
            double[] z = new double[r];
            return (from, to) -> {
                for (int row = from; row < to; row++) {
                    draw(posterior, row, LineRandom.of(key << 32, row), factor, w, z, draw.array());
                }
            };
        });
        return draw;
    }

    /* Computes x = mean + L·z, where L·Lᵀ is the covariance; or the mean, if rounding has left no positive definite covariance. */
    private static void draw(
            Posterior of, int row, SplittableRandom random, double[] l, int w, double[] z, double[] x) {
        int r = of.rank();
        double[] mean = of.mean().array();
        double[] moments = of.moments().array();
        int at = row * of.moments().columns();
        boolean isRegular = true;
        for (int k = 0; k < r && isRegular; k++) {
            for (int c = 0; c <= k; c++) {
                double rest = moments[at + Posterior.at(k, c)] - mean[row * r + k] * mean[row * r + c];
                for (int e = 0; e < c; e++) {
                    rest -= l[k * w + e] * l[c * w + e];
                }
                isRegular &= c < k || rest > 0;
                l[k * w + c] = c < k ? rest / l[c * w + c] : Math.sqrt(rest);
            }
        }
        for (int k = 0; k < r; k++) {
            z[k] = random.nextGaussian();
            double sum = mean[row * r + k];
            for (int c = 0; c <= k && isRegular; c++) {
                sum += l[k * w + c] * z[c];
            }
            x[row * r + k] = sum;
        }
    }
}
