package rung.engine.bayes;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Step;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Workers;

/**
 * Computes the mean of the product U·Vᵀ under the posterior, by Gibbs sampling from where mean-field updates ended.
 *
 * <p>Mean-field updates treat both sides as independent, which they are not where there is much noise. A side is drawn, given a draw of
 * the other, by a mean-field update whose other side is certain, followed by a draw from the result. The mean of many products has
 * nearly all its weight in as many directions as the factors have columns; it is cut to these.
 */
final class PosteriorMean {
    private static final Kernels KERNELS = KernelChoice.active();

    /** The part of the draws that is left out at the beginning. */
    private static final double BURN_IN = 0.1;

    /**
     * The least number of draws that are of use. With fewer the mean is no better than mean-field updates: in the setting r* = 6, p =
     * 0.5, SNR = 1 of tables the error is 0.2967 with 100 draws, and 0.2968 without any.
     */
    static final int FEWEST = 100;

    /** The number of projections of the mean to the space of its largest singular values. */
    private static final int PROJECTIONS = 3;

    private final Workers workers;
    private final long seed;
    private final int r;
    private final Matrix sum;
    private int drawn;
    private int added;

    PosteriorMean(int rows, int columns, int r, long seed, Workers workers) {
        this.workers = workers;
        this.seed = seed;
        this.r = r;
        this.sum = new Matrix(rows, columns);
    }

    /**
     * Draws both sides again and again, beginning with the iterate's, which is changed, and adds their products up.
     *
     * @return how many draws were done before the listener ended them
     */
    int draw(BayesianIterate a, int draws, Listener listener) {
        long began = System.nanoTime();
        int from = (int) (BURN_IN * draws);
        for (int k = 0; k < draws; k++) {
            Matrix expected = a.draw(this);
            if (k >= from) {
                add(a.left().mean(), expected);
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            Step step = new Step(k + 1, r, a.value(), OptionalDouble.empty(), elapsed, OptionalDouble.empty());
            Progress progress = new Progress(step, draws, a);
            listener.onStep(progress);
            if (progress.stopped) {
                return k + 1;
            }
        }
        return draws;
    }

    /** Returns the mean of all draws so far, cut to as many directions as the last draw has. */
    LowRankMatrix matrix(BayesianIterate last) {
        return cut(last.right().mean());
    }

    private final class Progress implements Listener.Progress {
        private final Step step;
        private final int steps;
        private final BayesianIterate a;
        private boolean stopped;

        Progress(Step step, int steps, BayesianIterate a) {
            this.step = step;
            this.steps = steps;
            this.a = a;
        }

        @Override
        public OptionalInt steps() {
            return OptionalInt.of(steps);
        }

        @Override
        public Step step() {
            return step;
        }

        @Override
        public LowRankMatrix matrix() {
            return added > 0 ? PosteriorMean.this.matrix(a) : a.matrix();
        }

        @Override
        public void stop() {
            stopped = true;
        }
    }

    private void add(Matrix u, Matrix v) {
        Matrix transposed = v.transposed();
        int n = sum.columns();
        workers.run(sum.rows(), row -> (long) row * n * r, (from, to) -> {
            double[] row = new double[n];
            for (int i = from; i < to; i++) {
                KERNELS.product(u.array(), i * r, 1, r, transposed.array(), n, row, 0);
                KERNELS.axpy(1, row, 0, sum.array(), i * n, n);
            }
        });
        added++;
    }

    private LowRankMatrix cut(Matrix start) {
        Matrix v = start;
        Matrix u = null;
        for (int k = 0; k < PROJECTIONS; k++) {
            u = Qr.of(sum.multiply(v)).q();
            v = sum.multiplyTransposed(u);
        }
        double[] scale = new double[v.columns()];
        Arrays.fill(scale, 1.0 / added);
        return LowRankMatrix.of(u, v.scaledColumns(scale));
    }

    /** Draws each row, and returns the draw as a posterior without variance. */
    Posterior certain(Posterior conditional) {
        return Posterior.certain(
                PosteriorDraw.of(conditional, seed * 0x9e3779b97f4a7c15L + drawn++, workers), conditional.observed());
    }
}
