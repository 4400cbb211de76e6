package rung.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.data.Meaning;
import rung.engine.IterateContract;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.linalg.Matrix;
import rung.spark.Generated;
import rung.spark.block.DuplicatePairs;
import rung.spark.block.RatingBlocks;

/** Draws on a cluster of lines with few ratings, whose pairs are those of a joint fit, against the contract of every iterate. */
@Tag("slow")
class SpreadShortLinesTest extends IterateContract<SamplingIterate<SpreadFactors>> {
    private static final Generated GENERATED = Generated.of(150, 90, 10, 4, 0.3, 1);
    private static final RatingBlocks DATA = RatingBlocks.of(
            GENERATED.chunks(2, 2),
            2,
            2,
            DuplicatePairs.ERROR,
            Meaning.RATING,
            StorageLevel.MEMORY_ONLY(),
            Generated.UNREFUSED);

    @AfterAll
    static void release() {
        DATA.unpersist();
    }

    @Override
    protected SpreadSampling problem() {
        SpreadFactors.Storage storage = new SpreadFactors.Storage(StorageLevel.MEMORY_AND_DISK(), 1, true);
        return new SpreadSampling(DATA, storage, ChainSettings.of(7))
                .alternatives()
                .get(0);
    }

    /** Half of the squared residuals of the last draw. */
    @Override
    protected double loss(SamplingIterate<SpreadFactors> a) {
        return a.value();
    }

    @Override
    protected double precision() {
        return 1e-5;
    }

    /* Those of the residuals are not of unit length. */
    @Test
    void thePairsComeFromTheJointFit() {
        SamplingIterate<SpreadFactors> a = problem().start();
        for (int k = 0; k <= STEPS; k++) {
            assertThat(Matrix.norm(a.steepest().v())).isCloseTo(1, within(1e-6));
        }
    }
}
