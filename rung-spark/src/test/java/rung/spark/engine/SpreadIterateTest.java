package rung.spark.engine;

import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import rung.data.Meaning;
import rung.engine.IterateContract;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.spark.Generated;
import rung.spark.block.DuplicatePairs;
import rung.spark.block.RatingBlocks;

/** Draws on a cluster against the contract of every iterate. */
@Tag("slow")
class SpreadIterateTest extends IterateContract<SamplingIterate<SpreadFactors>> {
    private static final Generated GENERATED = Generated.of(120, 60, 25, 3, 0.3, 1);
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
        return new SpreadSampling(
                DATA, new SpreadFactors.Storage(StorageLevel.MEMORY_AND_DISK(), 1, true), ChainSettings.of(7));
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
}
