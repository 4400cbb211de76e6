package rung.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import rung.RatingInstance;
import rung.engine.IterateContract;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;

/** Posterior draws of lines with few entries, whose pairs are those of a joint fit, against the contract of every iterate. */
class ShortLinesTest extends IterateContract<SamplingIterate<MemoryFactors>> {
    private final RatingInstance data = RatingInstance.of(200, 150, 4, 0.06, 0.4, 3);

    @Override
    protected Sampling problem() {
        return Sampling.of(200, 150, data.i, data.j, data.values).withSeed(5);
    }

    @Override
    protected double loss(SamplingIterate<MemoryFactors> a) {
        return a.value();
    }

    @Override
    protected double precision() {
        return 1e-5;
    }

    @Test
    void thePairsComeFromTheJointFit() {
        SamplingIterate<MemoryFactors> a = problem().start();
        List<SingularPair> fitted = JointFit.pairs(a.factors(), a.noise(), ChainSettings.of(5)).stream()
                .map(ColumnPair::gathered)
                .toList();
        assertThat(fitted).hasSizeGreaterThan(STEPS);
        for (SingularPair expected : fitted) {
            SingularPair pair = a.steepest();
            assertThat(pair.v()).isEqualTo(expected.v());
            assertThat(Math.abs(pair.u()[0])).isEqualTo(Math.abs(expected.u()[0])); // turned downhill
        }
        assertThat(Matrix.norm(a.steepest().v())).isLessThan(0.5); // of the residuals, scaled
    }
}
