package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.minus;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Algorithm;
import rung.Instances;
import rung.Limits;
import rung.Settings;
import rung.Solution;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** Low-rank matrices found again from some of their entries. */
class RecoveryTest {
    @ParameterizedTest
    @CsvSource({"40, 40, 2, 0.5", "60, 30, 3, 0.6", "30, 70, 1, 0.3", "50, 50, 5, 0.7"})
    void noiselessMatricesAreRecoveredExactly(int m, int n, int rank, double p) {
        for (long seed = 0; seed < 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Instances.lowRank(m, n, rank, random);
            Observations some = Instances.sampled(truth, p, random);
            Settings thorough = Settings.ofRank(rank)
                    .withRefits(400)
                    .withLimits(Limits.NONE.withSteps(rank + 10).withUntilNoDecrease(true));
            Solution solution = new FastLocalSearch(thorough).minimize(Entrywise.of(some, Loss.squared()));
            near(solution.matrix().toDense(), truth, 1e-6);
        }
    }

    @Test
    void grossErrorsDoNotHideALowRankMatrixFromTheAbsoluteLoss() {
        SplittableRandom random = new SplittableRandom(8);
        Matrix truth = Instances.lowRank(40, 30, 2, random);
        Matrix spoilt = truth.copy();
        for (int k = 0; k < spoilt.array().length; k++) {
            if (random.nextDouble() < 0.05) {
                spoilt.array()[k] += random.nextDouble() < 0.5 ? 30 : -30;
            }
        }
        Solution solution = new FastGreedy(Settings.ofRank(2).withRefits(60))
                .minimize(Entrywise.of(Observations.dense(spoilt), Loss.absolute(1e-3)));
        near(solution.matrix().toDense(), truth, 1e-3);
        Solution squared = new FastGreedy(Settings.ofRank(2).withRefits(60))
                .minimize(Entrywise.of(Observations.dense(spoilt), Loss.squared()));
        assertThat(squared.matrix().toDense().norm()).isFinite();
        assertThat(minus(squared.matrix().toDense(), truth).norm()).isGreaterThan(0.1 * truth.norm());
    }

    /** The paper's setting: 100×100, r* = 5, p = 0.2, SNR = 10 as a ratio of standard deviations. */
    @Test
    void theDefaultHasNoSpikeWhereThePapersVariantHasOne() {
        double[] ours = new double[13];
        double[] literal = new double[13];
        for (long seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix truth = Instances.lowRank(100, 100, 5, random);
            Matrix noisy = truth.copy();
            double deviation = truth.norm() / 100 / 10;
            for (int k = 0; k < noisy.array().length; k++) {
                noisy.array()[k] += deviation * random.nextGaussian();
            }
            Entrywise problem = Entrywise.of(Instances.sampled(noisy, 0.2, random), Loss.squared());
            for (int r = 3; r <= 12; r++) {
                ours[r] += error(FastGreedy.ofRank(r), problem, truth);
                literal[r] += error(FastGreedy.asInPaper(r, 3), problem, truth);
            }
        }
        double largestRise = 0;
        for (int r = 4; r <= 12; r++) {
            largestRise = Math.max(largestRise, ours[r] / ours[r - 1]);
        }
        assertThat(largestRise)
                .as("rises of the default's error from rank to rank")
                .isLessThan(1.35);
        assertThat(Math.max(literal[6] / literal[5], literal[7] / literal[6]))
                .as("the paper's spike")
                .isGreaterThan(1.35);
        assertThat(ours[7]).isLessThan(0.3 * literal[7]);
    }

    private static double error(Algorithm algorithm, Entrywise problem, Matrix truth) {
        return minus(algorithm.minimize(problem).matrix().toDense(), truth).norm() / truth.norm();
    }
}
