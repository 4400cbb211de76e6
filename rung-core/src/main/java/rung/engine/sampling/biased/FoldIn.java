package rung.engine.sampling.biased;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
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
        BiasedFactors.Lines.Wide wide = other.wide();
        this.hints = wide.hints();
        this.expected = new float[SampledSide.width(model.rank())];
        this.posterior = model.iterations() > 0
                ? null
                : new LinePosterior(
                        wide.rows(), wide.variances(), model.rank(), LinePrior.of(own.priors(), model.noise()));
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

    /**
     * Fits a known line anew, to what it was fitted to and to more observations. The values of the old ones need not be known: the normal
     * equations A·x = b depend on them through b alone, which is A times the old factors. So x moves by the d that solves, with A and e as
     * they are now,
     *
     * <pre>A·d = Σ over the new observations of (f·(y − f·x) − S·x) + s²·(e − e_before)/a</pre>
     *
     * <p>and the result is what all observations together would give. Where a place is observed again, the value before is not known
     * either; it is taken to have been what the model expects there. A model that fits by some LSQR iterations takes that at all old places.
     *
     * @param before the factors and the bias of the line as they are
     * @param known the lines of the other side at which it was observed before, ascending
     * @param index the lines of the other side that were observed since, each once
     * @param values the value observed at each of them
     * @param traits how much what is known of the line from elsewhere has changed since, number by number; empty if the model was trained
     *     without
     * @return the factors and the bias
     */
    public Line again(Line before, int[] known, int[] index, float[] values, float[] traits) {
        Map<Integer, Float> since = new HashMap<>();
        for (int k = 0; k < index.length; k++) {
            since.put(index[k], values[k]);
        }
        int[] all = IntStream.concat(Arrays.stream(known), Arrays.stream(index))
                .sorted()
                .distinct()
                .toArray();
        float[] guessed = new float[all.length]; // what makes an old observation agree with the line as it is
        for (int k = 0; k < all.length; k++) {
            Float value = since.get(all[k]);
            guessed[k] = value != null ? value : (float) predicted(before, all[k]);
        }
        if (posterior == null) {
            return leastSquares(all, guessed);
        }
        for (int k = 0; k < all.length; k++) {
            guessed[k] = (float) (guessed[k] - predicted(before, all[k]) + other.bias(all[k]));
        }
        posterior.condition(all, guessed, 0, all.length, shift(before, known, all, traits));
        float[] factors = before.factors();
        for (int k = 0; k < factors.length; k++) {
            factors[k] += posterior.mean()[k];
        }
        return new Line(factors, before.bias() + posterior.mean()[factors.length]);
    }

    private double predicted(Line line, int at) {
        double sum = model.mean() + line.bias() + other.bias(at);
        for (int k = 0; k < model.rank(); k++) {
            sum += line.factor(k) * other.factor(at, k);
        }
        return sum;
    }

    /* How far what is expected of a line moves by new places, and by how uncertain these are: −Σ S·x as a shift of what is expected. */
    private float[] shift(Line before, int[] known, int[] all, float[] traits) {
        float[] shift = new float[expected.length];
        if (hints.length > 0) {
            Presence.gather(hints, expected.length, known, 0, known.length, expected);
            Presence.gather(hints, expected.length, all, 0, all.length, shift);
            for (int k = 0; k < shift.length; k++) {
                shift[k] -= expected[k];
            }
        } else {
            own.expect(traits, shift);
        }
        double[] uncertain = new double[model.rank()];
        Arrays.stream(all)
                .filter(at -> Arrays.binarySearch(known, at) < 0)
                .mapToObj(other::variances)
                .forEach(variances -> {
                    for (int k = 0; k < variances.length; k++) {
                        uncertain[k] += variances[k];
                    }
                });
        double[] priors = own.priors();
        for (int k = 0; k < uncertain.length && model.noise() > 0; k++) {
            shift[k] -= (float) (uncertain[k] * before.factor(k) * priors[k] / model.noise());
        }
        return shift;
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
