package rung.engine;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.engine.preference.PreferenceIterate;
import rung.engine.preference.Preferences;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.loss.Loss;
import rung.objective.Entries;
import rung.objective.Ridge;

/** The engine for preferences keeps the contract of exact iterates, against the same function written out entry by entry. */
class PreferenceIterateTest {
    /** Some seen entries of a matrix, and the engine on them; in single precision. */
    abstract static class OnEvents extends ExactIterateContract<PreferenceIterate> {
        private static final int ROWS = 30;
        private static final int COLUMNS = 24;

        private final int[] i;
        private final int[] j;
        private final float[] weights;
        private final float[] targets;
        private final double alpha;
        private final double lambda;
        private final double nu;

        OnEvents(boolean isWeighted, double alpha, double lambda, double nu) {
            SplittableRandom random = random();
            Matrix likes = Matrix.gaussian(ROWS, 3, random).multiplyByTransposed(Matrix.gaussian(COLUMNS, 3, random));
            int[] all = random.ints(0, ROWS * COLUMNS)
                    .distinct()
                    .filter(k -> k / COLUMNS != 5 && likes.array()[k] > 0.3) // row 5 has seen nothing
                    .limit(200)
                    .toArray();
            this.i = new int[all.length];
            this.j = new int[all.length];
            this.weights = new float[all.length];
            this.targets = new float[all.length];
            for (int k = 0; k < all.length; k++) {
                i[k] = all[k] / COLUMNS;
                j[k] = all[k] % COLUMNS;
                weights[k] = isWeighted ? (float) (0.2 + 3 * random.nextDouble()) : 1;
                targets[k] = isWeighted ? (float) (likes.array()[all[k]] + 0.3 * random.nextGaussian()) : 1;
            }
            this.alpha = alpha;
            this.lambda = lambda;
            this.nu = nu;
        }

        @Override
        protected Preferences problem() {
            return Preferences.of(ROWS, COLUMNS, i, j, weights, targets)
                    .withAlpha(alpha)
                    .withRidge(lambda, nu);
        }

        @Override
        Preferences transposed() {
            return Preferences.of(COLUMNS, ROWS, j, i, weights, targets)
                    .withAlpha(alpha)
                    .withRidge(lambda, nu);
        }

        @Override
        ConvexFunction function() {
            Observations.Builder data = Observations.builder(ROWS, COLUMNS);
            for (int k = 0; k < i.length; k++) {
                data.add(i[k], j[k], targets[k], weights[k]);
            }
            return new Ridge(new Entries(data.build(), Loss.squared()), alpha);
        }

        private double coefficient(int line, Side side) {
            double sum = alpha * (side == Side.LEFT ? COLUMNS : ROWS);
            for (int k = 0; k < i.length; k++) {
                sum += (side == Side.LEFT ? i[k] : j[k]) == line ? weights[k] : 0;
            }
            return lambda == 0 ? 0 : lambda * Math.pow(sum, nu);
        }

        @Override
        Matrix penaltyGradient(Matrix factor, Side side) {
            Matrix g = factor.copy();
            for (int k = 0; k < g.array().length; k++) {
                g.array()[k] *= coefficient(k / g.columns(), side);
            }
            return g;
        }

        @Override
        double penalty(LowRankMatrix a) {
            double sum = 0;
            for (Side side : Side.values()) {
                Matrix factor = side == Side.LEFT ? a.left() : a.right();
                double[] g = penaltyGradient(factor, side).array();
                for (int k = 0; k < g.length; k++) {
                    sum += 0.5 * g[k] * factor.array()[k];
                }
            }
            return sum;
        }

        @Override
        protected double precision() {
            return 1e-5;
        }
    }

    @Nested
    class Chosen extends OnEvents {
        Chosen() {
            super(false, 0.3, 0, 0);
        }
    }

    @Nested
    class ChosenWithRidge extends OnEvents {
        ChosenWithRidge() {
            super(false, 0.4, 0.2, 0.25);
        }
    }

    @Nested
    class WeightedTargets extends OnEvents {
        WeightedTargets() {
            super(true, 0.5, 0, 0);
        }
    }

    @Nested
    class WeightedTargetsWithRidge extends OnEvents {
        WeightedTargetsWithRidge() {
            super(true, 0.1, 0.3, 0.5);
        }
    }

    /** The same engine as a pair that climbs by many columns at once. */
    @Nested
    class AsAClimb extends PreferenceClimbContract<PreferenceIterate> {
        private static final int ROWS = 60;
        private static final int COLUMNS = 40;
        private static final double ALPHA = 0.3;

        private final int[] i;
        private final int[] j;

        AsAClimb() {
            SplittableRandom random = new SplittableRandom(5);
            Matrix likes = Matrix.gaussian(ROWS, 6, random).multiplyByTransposed(Matrix.gaussian(COLUMNS, 6, random));
            int[] all = random.ints(0, ROWS * COLUMNS)
                    .distinct()
                    .filter(k -> likes.array()[k] > 1)
                    .limit(700)
                    .toArray();
            i = Arrays.stream(all).map(k -> k / COLUMNS).toArray();
            j = Arrays.stream(all).map(k -> k % COLUMNS).toArray();
        }

        @Override
        protected PreferenceIterate start() {
            return Preferences.of(ROWS, COLUMNS, i, j)
                    .withAlpha(ALPHA)
                    .withRidge(0.5, 0.5)
                    .start();
        }

        @Override
        protected double loss(LowRankMatrix a) {
            double sum = 0;
            for (int row = 0; row < ROWS; row++) {
                for (int column = 0; column < COLUMNS; column++) {
                    sum += ALPHA * a.get(row, column) * a.get(row, column) / 2;
                }
            }
            for (int e = 0; e < i.length; e++) {
                double rest = 1 - a.get(i[e], j[e]);
                sum += rest * rest / 2;
            }
            return sum;
        }
    }
}
