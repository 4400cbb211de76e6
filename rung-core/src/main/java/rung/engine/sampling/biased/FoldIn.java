package rung.engine.sampling.biased;

import java.util.Arrays;
import rung.engine.sampling.block.SampledSide;
import rung.engine.sampling.posterior.LinePosterior;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Lsqr;
import rung.linalg.Matrix;

/**
 * Finds the factors of a row, or column, that was not there in training, from its observations. It solves the problem that was solved
 * for each row of the model at the end of training. For one thread at a time.
 */
public final class FoldIn {
    private final BiasedFactors model;
    private final BiasedFactors.Lines own;
    private final BiasedFactors.Lines other;
    private final LinePosterior posterior;
    private final float[] hints;
    private final float[] expected;

    /**
     * The factors and the bias of a new line.
     *
     * @param factors as many as the rank
     * @param bias the bias
     */
    public record Line(float[] factors, float bias) {
        /** Copies the factors. */
        public Line {
            factors = factors.clone();
        }

        /** {@return a copy of the factors} */
        @Override
        public float[] factors() {
            return factors.clone();
        }

        /**
         * One of the factors.
         *
         * @param k its number, from 0
         * @return the factor
         */
        public float factor(int k) {
            return factors[k];
        }
    }

    FoldIn(BiasedFactors model, BiasedFactors.Lines own, BiasedFactors.Lines other) {
        this.model = model;
        this.own = own;
        this.other = other;
        this.hints = other.wideHints();
        this.expected = new float[SampledSide.width(model.rank())];
        this.posterior = model.iterations() > 0
                ? null
                : new LinePosterior(
                        other.wideRows(),
                        other.wideVariances(),
                        model.rank(),
                        LinePrior.of(own.priors(), model.noise()));
    }

    /**
     * Fits a new line to its observations.
     *
     * @param index the lines of the other side that were observed
     * @param values the value observed at each of them
     * @return the factors and the bias
     */
    public Line of(int[] index, float[] values) {
        return of(index, values, new float[0]);
    }

    /**
     * Fits a new line to its observations and to what is known of it from elsewhere.
     *
     * @param index the lines of the other side that were observed
     * @param values the value observed at each of them
     * @param traits what is known of the line from elsewhere: as many numbers as the model was trained with, see {@link
     *     BiasedFactors.Lines#links}
     * @return the factors and the bias
     */
    public Line of(int[] index, float[] values, float[] traits) {
        return posterior == null ? leastSquares(index, values) : posteriorMean(index, values, traits);
    }

    private Line posteriorMean(int[] index, float[] values, float[] traits) {
        float[] centered = new float[values.length];
        for (int k = 0; k < values.length; k++) {
            centered[k] = (float) (values[k] - model.mean());
        }
        if (hints.length > 0) {
            Presence.gather(hints, expected.length, index, 0, index.length, expected);
        } else {
            own.expect(traits, expected);
        }
        posterior.condition(index, centered, 0, index.length, expected);
        float[] factors = new float[model.rank()];
        System.arraycopy(posterior.mean(), 0, factors, 0, factors.length);
        return new Line(factors, posterior.mean()[factors.length]);
    }

    private Line leastSquares(int[] index, float[] values) {
        int r = model.rank();
        Matrix a = new Matrix(index.length, r);
        double[] b = new double[index.length];
        for (int k = 0; k < index.length; k++) {
            b[k] = values[k] - model.mean();
            for (int l = 0; l < r; l++) {
                a.set(k, l, other.factor(index[k], l));
            }
        }
        double[] x = new double[r];
        new Lsqr().solve(equations(a), b, model.iterations(), 0, x);
        float[] factors = new float[r];
        for (int l = 0; l < r; l++) {
            factors[l] = (float) x[l];
        }
        return new Line(factors, 0);
    }

    private static Lsqr.Equations equations(Matrix a) {
        return new Lsqr.Equations() {
            @Override
            public int rows() {
                return a.rows();
            }

            @Override
            public int columns() {
                return a.columns();
            }

            @Override
            public void multiply(double[] x, double[] y) {
                copy(a.multiply(Matrix.column(Arrays.copyOf(x, a.columns()))), y);
            }

            @Override
            public void multiplyTransposed(double[] y, double[] x) {
                copy(a.multiplyTransposed(Matrix.column(Arrays.copyOf(y, a.rows()))), x);
            }

            private void copy(Matrix from, double[] to) {
                System.arraycopy(from.array(), 0, to, 0, from.array().length);
            }
        };
    }
}
