package rung.completion.order;

import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.Workers;

class OrderedFactorsTest {
    private static final int M = 30;
    private static final int N = 8;

    /* A table of which a third is missing; the observation of a given number has weight 0. */
    private static Observations table(int ignored) {
        SplittableRandom random = new SplittableRandom(4);
        Observations.Builder data = Observations.builder(M, N);
        for (int i = 0, c = 0; i < M; i++) {
            for (int j = 0; j < N; j++) {
                double value = random.nextGaussian();
                double weight = 0.5 + random.nextDouble();
                if (random.nextDouble() < 0.7) {
                    data.add(i, j, value, c++ == ignored ? 0 : weight);
                }
            }
        }
        return data.build();
    }

    /* What is estimated without a cell is what the factors are without the observation there. */
    @Test
    void leavingOutIsEstimatingWithoutTheObservation() {
        SplittableRandom random = new SplittableRandom(5);
        LowRankMatrix start = LowRankMatrix.of(Matrix.gaussian(M, 3, random), Matrix.gaussian(N, 3, random));
        for (Side side : Side.values()) {
            Order order = Order.of(side, side == Side.LEFT ? M : N);
            Observations all = table(-1);
            LocalPart local = LocalPart.of(all, order, new LocalProcess(2, 1), Workers.ONE);
            CellEstimates found = new OrderedFactors(all, start, order, FactorPrior.SMOOTH, Workers.ONE)
                    .leavingOut(all.values(), local)
                    .orElseThrow();
            for (int c = 0; c < all.count(); c += 7) {
                CellEstimates without = new OrderedFactors(table(c), start, order, FactorPrior.SMOOTH, Workers.ONE)
                        .leavingOut(all.values(), local)
                        .orElseThrow();
                near(found.means()[c], without.means()[c], 1e-8);
                near(found.variances()[c], without.variances()[c], 1e-8);
            }
        }
    }
}
