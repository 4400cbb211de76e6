package rung.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.ConvexFunction;
import rung.Instances;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Svd;
import rung.loss.Loss;

/** Where ρ⁻ is known it is the best one: R(D) − R(0) − ⟨∇R(0), D⟩ = ρ⁻/2·‖D‖² along some D. */
class StrongConvexityTest {
    private static final SplittableRandom RANDOM = new SplittableRandom(21);

    private static void attainedAlong(ConvexFunction f, double[] u, double[] v) {
        LowRankMatrix zero = LowRankMatrix.zero(f.rows(), f.columns());
        Matrix left = Matrix.column(u);
        Matrix right = Matrix.column(v);
        double slope = left.multiplyTransposed(f.gradient(zero).multiply(right)).get(0, 0);
        double norm = left.norm() * right.norm();
        double rest = f.value(LowRankMatrix.of(left, right)) - f.value(zero) - slope;
        near(rest, 0.5 * f.strongConvexity() * norm * norm, 1e-9);
        assertThat(f.strongConvexity()).isPositive();
    }

    @Test
    void ofReducedRankRegression() {
        Matrix x = Matrix.gaussian(9, 4, RANDOM);
        for (int k = 0; k < x.array().length; k++) {
            x.array()[k] *= 3;
        }
        Matrix y = Matrix.gaussian(9, 3, RANDOM);
        Svd svd = Instances.ejmlSvd(x);
        ConvexFunction f = new ReducedRankRegression(x, y);
        near(f.strongConvexity(), svd.sigma()[3] * svd.sigma()[3], 1e-12);
        attainedAlong(f, svd.v().column(3), new double[] {0, 2, 0});
    }

    @Test
    void fewerSamplesThanPredictorsLeaveNone() {
        ConvexFunction f = new ReducedRankRegression(Matrix.gaussian(3, 5, RANDOM), Matrix.gaussian(3, 4, RANDOM));
        assertThat(f.strongConvexity()).isZero();
    }

    @Test
    void ofWeightedEntriesAndOfARidgeOnTop() {
        Matrix weights = Instances.weights(5, 4, 1, 2, RANDOM);
        weights.set(3, 1, 0.25);
        ConvexFunction f = new Entries(Observations.dense(Matrix.gaussian(5, 4, RANDOM), weights), Loss.squared());
        double[] u = {0, 0, 0, 2, 0};
        double[] v = {0, 1.5, 0, 0};
        attainedAlong(f, u, v);
        attainedAlong(new Ridge(f, 0.7), u, v);
        ConvexFunction huber = new Entries(Observations.dense(Matrix.gaussian(5, 4, RANDOM)), Loss.huber(1));
        assertThat(new Ridge(huber, 0.7).strongConvexity()).isEqualTo(0.7);
    }
}
