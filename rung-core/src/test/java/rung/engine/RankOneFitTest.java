package rung.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.loss.Loss;

/** A pair that is fitted alone before it enters, and what it finds where few lines have most entries. */
class RankOneFitTest {
    private static final double NOISE = 0.5;

    /* A direction that all lines share, at places most of which are in a few lines. */
    private static Observations.Split skewed(int n, int count, SplittableRandom random) {
        double[] u = Matrix.gaussian(n, 1, random).array();
        double[] v = Matrix.gaussian(n, 1, random).array();
        Observations.Builder data = Observations.builder(n, n);
        for (int k = 0; k < count; k++) {
            int i = (int) (n * Math.pow(random.nextDouble(), 1.5));
            int j = (int) (n * Math.pow(random.nextDouble(), 2.5));
            data.add(i, j, u[i] * v[j] + NOISE * random.nextGaussian());
        }
        return data.build().split(0.2, 1);
    }

    /* Who finds nothing has an error of about 1.1, the standard deviation of the entries. */
    @Test
    void whatAllLinesShareIsFoundWhereFewHaveMostEntries() {
        Observations.Split split = skewed(1_000, 8_000, new SplittableRandom(7));
        LowRankMatrix bayesian = new FastGreedy(Settings.ofRank(1).withRefits(8))
                .minimize(Bayesian.of(split.train()))
                .matrix();
        assertThat(split.heldOut().rmse(bayesian)).isBetween(NOISE, 0.85);
        LowRankMatrix ridge = FastGreedy.ofRank(1)
                .minimize(Entrywise.of(split.train(), Loss.squared()).withRidge(0.2, 1))
                .matrix();
        assertThat(split.heldOut().rmse(ridge)).isBetween(NOISE, 0.9);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theFitLowersTheLossFurtherThanTheTopPairAndIsTheSameOnAnyThreads(int threads) {
        Observations data = skewed(300, 3_000, new SplittableRandom(3)).train();
        Entrywise problem = Entrywise.of(data, Loss.squared()).withRidge(0.1, 1);
        EntrywiseIterate top = problem.start();
        SingularPair steepest = top.steepest(1e-2);
        SingularPair fitted = problem.withThreads(threads).start().fitted(steepest);
        near(Matrix.norm(fitted.u()), 1, 1e-12);
        near(Matrix.norm(fitted.v()), 1, 1e-12);
        assertThat(fitted.u()).isEqualTo(top.fitted(steepest).u());
        EntrywiseIterate other = problem.start();
        top.append(steepest, top.lineSearch(steepest));
        other.append(fitted, other.lineSearch(fitted));
        assertThat(other.value()).isLessThan(top.value());
    }

    /* Where every entry is observed the lines are alike; without a penalty the fit would follow the noise. */
    @Test
    void theTopPairOfAFullMatrixStaysAndThatOfALossWithoutPenalty() {
        Observations data = Observations.dense(Instances.lowRank(9, 7, 2, new SplittableRandom(1)));
        Observations some = skewed(30, 200, new SplittableRandom(3)).train();
        for (Entrywise problem : new Entrywise[] {
            Entrywise.of(data, Loss.squared()).withRidge(0.1, 1), Entrywise.of(some, Loss.squared())
        }) {
            EntrywiseIterate a = problem.start();
            SingularPair pair = a.steepest(1e-10);
            assertThat(a.fitted(pair)).isSameAs(pair);
        }
    }
}
