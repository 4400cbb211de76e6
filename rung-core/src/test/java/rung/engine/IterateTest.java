package rung.engine;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import rung.ConvexFunction;
import rung.Instances;
import rung.LowRankMatrix;
import rung.RatingInstance;
import rung.data.Observations;
import rung.data.Tiles;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.engine.convex.AnyConvex;
import rung.engine.convex.ConvexIterate;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.engine.robust.Reweighted;
import rung.engine.robust.ReweightedIterate;
import rung.engine.sampling.MemoryFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.loss.Loss;
import rung.objective.Entries;
import rung.objective.ReducedRankRegression;
import rung.objective.Ridge;

/** Every engine against the contract of its type, and the exact ones on every kind of data. */
class IterateTest {
    private static Matrix noisy(int m, int n, SplittableRandom random) {
        Matrix a = Instances.lowRank(m, n, 4, random);
        Matrix noise = Matrix.gaussian(m, n, random);
        for (int k = 0; k < a.array().length; k++) {
            a.array()[k] += 0.5 * noise.array()[k];
        }
        return a;
    }

    /** A contract on observed entries, by the engine made for them. */
    abstract static class OnEntries extends ExactIterateContract<EntrywiseIterate> {
        private final Observations data = observations();

        abstract Observations observations();

        Loss loss() {
            return Loss.squared();
        }

        Entrywise engine(Observations observations) {
            return Entrywise.of(observations, loss());
        }

        @Override
        protected Entrywise problem() {
            return engine(data);
        }

        @Override
        ConvexFunction function() {
            return new Entries(data, loss());
        }

        @Override
        Entrywise transposed() {
            return engine(data.transposed());
        }
    }

    static Observations sparse() {
        SplittableRandom random = ExactIterateContract.random();
        return Instances.sampled(noisy(30, 22, random), 0.6, random);
    }

    @Nested
    class SparseSquared extends OnEntries {
        @Override
        Observations observations() {
            return sparse();
        }
    }

    @Nested
    class DenseSquared extends OnEntries {
        @Override
        Observations observations() {
            return Observations.dense(noisy(18, 25, random()));
        }
    }

    @Nested
    class DenseWeighted extends OnEntries {
        @Override
        Observations observations() {
            SplittableRandom random = random();
            return Observations.dense(noisy(18, 25, random), Instances.weights(18, 25, 0.5, 4, random));
        }
    }

    @Nested
    class SparseWeighted extends OnEntries {
        @Override
        Observations observations() {
            SplittableRandom random = random();
            Matrix m = noisy(26, 20, random);
            Observations.Builder builder = Observations.builder(26, 20);
            for (int k = 0; k < 400; k++) { // some entries are observed twice
                int i = random.nextInt(26);
                int j = random.nextInt(20);
                builder.add(i, j, m.get(i, j) + random.nextGaussian(), 0.2 + random.nextDouble());
            }
            return builder.build();
        }
    }

    abstract static class WithRidge extends OnEntries {
        private static final double LAMBDA = 0.7;
        private static final double ALPHA = 0.5;

        @Override
        Entrywise engine(Observations observations) {
            return super.engine(observations).withRidge(LAMBDA, ALPHA);
        }

        private double coefficient(int line, Side side) {
            Pattern.Lines lines = observations().pattern().lines(side);
            return LAMBDA * Math.pow(lines.size(line), ALPHA);
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
                Matrix g = penaltyGradient(factor, side);
                for (int k = 0; k < g.array().length; k++) {
                    sum += 0.5 * g.array()[k] * factor.array()[k];
                }
            }
            return sum;
        }
    }

    @Nested
    class SparseSquaredWithRidge extends WithRidge {
        @Override
        Observations observations() {
            return sparse();
        }
    }

    @Nested
    class DenseHuberWithRidge extends WithRidge {
        @Override
        Observations observations() {
            return Observations.dense(noisy(12, 15, random()));
        }

        @Override
        Loss loss() {
            return Loss.huber(0.8);
        }
    }

    @Nested
    class SparseHuber extends OnEntries {
        @Override
        Observations observations() {
            return sparse();
        }

        @Override
        Loss loss() {
            return Loss.huber(1);
        }
    }

    @Nested
    class SparseAbsolute extends OnEntries {
        @Override
        Observations observations() {
            return sparse();
        }

        @Override
        Loss loss() {
            return Loss.absolute(0.5);
        }
    }

    @Nested
    class SparseQuantile extends OnEntries {
        @Override
        Observations observations() {
            return sparse();
        }

        @Override
        Loss loss() {
            return Loss.quantile(0.7, 0.5);
        }
    }

    @Nested
    class DenseLogisticWithRidge extends WithRidge { // without one the rows may be separable and have no minimum
        @Override
        Observations observations() {
            SplittableRandom random = random();
            Matrix m = noisy(20, 24, random);
            for (int k = 0; k < m.array().length; k++) {
                m.array()[k] = random.nextDouble() < 1 / (1 + Math.exp(-m.array()[k])) ? 1 : 0;
            }
            return Observations.dense(m);
        }

        @Override
        Loss loss() {
            return Loss.logistic();
        }
    }

    @Nested
    class DensePoisson extends OnEntries {
        @Override
        Observations observations() {
            SplittableRandom random = random();
            Matrix m = noisy(20, 24, random);
            for (int k = 0; k < m.array().length; k++) {
                m.array()[k] = 1 + Math.rint(Math.exp(0.5 * m.array()[k])) % 10;
            }
            return Observations.dense(m);
        }

        @Override
        Loss loss() {
            return Loss.poisson();
        }
    }

    @Nested
    class OwnLossOfTwoMethods extends OnEntries {
        @Override
        Observations observations() {
            return sparse();
        }

        @Override
        Loss loss() {
            return new Loss() { // log cosh(a−b), its curvature left to the difference quotient
                @Override
                public double value(double a, double b) {
                    double x = Math.abs(a - b);
                    return x + Math.log1p(Math.exp(-2 * x)) - Math.log(2);
                }

                @Override
                public double derivative(double a, double b) {
                    return Math.tanh(a - b);
                }
            };
        }
    }

    /** The engine for any convex function, on functions of every kind. */
    abstract static class OnAnyConvex extends ExactIterateContract<ConvexIterate> {
        abstract ConvexFunction make(boolean transposed);

        @Override
        protected AnyConvex problem() {
            return AnyConvex.of(make(false));
        }

        @Override
        ConvexFunction function() {
            return make(false);
        }

        @Override
        AnyConvex transposed() {
            return AnyConvex.of(make(true));
        }
    }

    @Nested
    class AnySquared extends OnAnyConvex {
        @Override
        ConvexFunction make(boolean transposed) {
            return new Entries(transposed ? sparse().transposed() : sparse(), Loss.squared());
        }
    }

    @Nested
    class AnyHuberWithMatrixRidge extends OnAnyConvex {
        @Override
        ConvexFunction make(boolean transposed) {
            return new Ridge(new Entries(transposed ? sparse().transposed() : sparse(), Loss.huber(1)), 0.3);
        }
    }

    @Nested
    class AnyRegression extends OnAnyConvex {
        @Override
        ConvexFunction make(boolean transposed) {
            SplittableRandom random = random();
            Matrix x = Matrix.gaussian(40, 12, random);
            ReducedRankRegression regression = new ReducedRankRegression(x, Matrix.gaussian(40, 9, random));
            return transposed ? new Transposed(regression) : regression;
        }
    }

    /** Huber's loss on dense tiles in single precision. */
    @Nested
    class RobustTiles extends ExactIterateContract<ReweightedIterate> {
        private static final double DELTA = 0.8;
        private final Matrix m = rounded(noisy(40, 30, random()));

        private static Matrix rounded(Matrix m) {
            for (int k = 0; k < m.array().length; k++) {
                m.array()[k] = (float) m.array()[k];
            }
            return m;
        }

        @Override
        protected Reweighted problem() {
            return Reweighted.of(Tiles.of(m), DELTA);
        }

        @Override
        ConvexFunction function() {
            return new Entries(Observations.dense(m), Loss.huber(DELTA));
        }

        @Override
        Reweighted transposed() {
            return Reweighted.of(Tiles.of(m.transposed()), DELTA);
        }

        @Override
        protected double precision() {
            return 2e-4;
        }
    }

    /** Variational Bayes, whose value is a free energy, and whose refits lower that. */
    @Nested
    class VariationalBayes extends IterateContract<BayesianIterate> {
        private final Observations data = sparse();

        @Override
        protected Bayesian problem() {
            return Bayesian.of(data);
        }

        @Override
        protected double loss(BayesianIterate a) {
            return new Entries(data, Loss.squared()).value(a.matrix());
        }
    }

    /** Posterior draws in single precision, whose value is the loss of the last draw. */
    @Nested
    class PosteriorDraws extends IterateContract<SamplingIterate<MemoryFactors>> {
        private final RatingInstance data = RatingInstance.of(120, 90, 4, 0.5, 0.4, 3);

        @Override
        protected Sampling problem() {
            return Sampling.of(120, 90, data.i, data.j, data.values).withSeed(5);
        }

        @Override
        protected double loss(SamplingIterate<MemoryFactors> a) {
            return a.value();
        }

        @Override
        protected double precision() {
            return 1e-5;
        }
    }

    /** R(Aᵀ). */
    record Transposed(ConvexFunction function) implements ConvexFunction {
        @Override
        public int rows() {
            return function.columns();
        }

        @Override
        public int columns() {
            return function.rows();
        }

        @Override
        public double value(LowRankMatrix a) {
            return function.value(a.transposed());
        }

        @Override
        public LinearOperator gradient(LowRankMatrix a) {
            return ExactIterateContract.dense(function.gradient(a.transposed())).transposed();
        }
    }
}
