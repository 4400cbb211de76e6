package rung.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Svd;

/** HardImpute by the theorem of Eckart and Young, by recovery and as a fixed point. */
class HardImputeTest {
    private static HardImpute tight(int rank) {
        return HardImpute.ofRank(rank).withTolerance(1e-7).withMaxIterations(5_000);
    }

    private static final FitOptions ONE = FitOptions.byDefault().withThreads(1);

    @ParameterizedTest
    @CsvSource({"9, 7, 3", "7, 9, 7", "30, 25, 4", "1, 1, 1", "5, 1, 1"})
    void isTheTruncatedSingularValueDecompositionWhereAllIsObserved(int m, int n, int rank) {
        Matrix a = Matrix.gaussian(m, n, new SplittableRandom(m * 31 + n));
        FitOptions each = ONE.withListener(progress -> near(
                progress.matrix().toDense(),
                Instances.ejmlTruncated(a, progress.step().step()),
                1e-5));
        Solution solution = tight(rank).fit(Observations.dense(a), each);
        assertThat(solution.trace()).hasSize(rank);
        assertThat(solution.stop()).isEqualTo(StopReason.RANK_REACHED);
    }

    @Test
    void recoversALowRankMatrixWithoutNoise() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix a = Instances.lowRank(60, 50, 3, random);
        Observations data = Instances.sampled(a, 0.5, random);
        near(tight(3).fit(data, ONE).matrix().toDense(), a, 1e-5);
    }

    @Test
    void isAFixedPointOfTheIteration() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix a = Instances.lowRank(40, 30, 3, random).plus(0.5, Matrix.gaussian(40, 30, random));
        Observations data = Instances.sampled(a, 0.6, random);
        LowRankMatrix z = tight(3).fit(data, ONE).matrix();
        Matrix filled = z.toDense();
        data.forEach((i, j, value, weight) -> filled.set(i, j, value));
        near(Instances.ejmlTruncated(filled, 3), z.toDense(), 1e-4);
        Svd svd = z.orthonormal();
        Matrix g = filled.plus(-1, z.toDense());
        assertThat(g.multiply(svd.v()).norm()).isLessThan(1e-4 * g.norm()); // so the gradient vanishes on both sides
        assertThat(g.multiplyTransposed(svd.u()).norm()).isLessThan(1e-4 * g.norm());
    }

    @Test
    void theErrorFallsWithTheRank() {
        SplittableRandom random = new SplittableRandom(3);
        Matrix a = Instances.lowRank(40, 30, 3, random).plus(0.5, Matrix.gaussian(40, 30, random));
        double before = Double.POSITIVE_INFINITY;
        for (Step step :
                HardImpute.ofRank(8).fit(Instances.sampled(a, 0.5, random), ONE).trace()) {
            assertThat(step.rank()).isEqualTo(step.step());
            assertThat(step.value()).isLessThan(before);
            before = step.value();
        }
    }

    @Test
    void threadsDoNotMatter() {
        SplittableRandom random = new SplittableRandom(4);
        Observations data = Instances.sampled(Instances.lowRank(400, 300, 6, random), 0.2, random);
        HardImpute hard = HardImpute.ofRank(4).withCentering(Centering.MEAN);
        assertThat(hard.fit(data, ONE.withThreads(3)).matrix())
                .isEqualTo(hard.fit(data, ONE).matrix());
    }

    @Test
    void refusals() {
        assertThatThrownBy(() -> HardImpute.ofRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() ->
                        HardImpute.ofRank(4).fit(Observations.builder(3, 5).build(), ONE))
                .hasMessage("rank must be between 1 and 3 (the smaller side of the 3×5 matrix), got 4");
    }
}
