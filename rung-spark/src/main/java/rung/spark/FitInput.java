package rung.spark;

import java.time.Duration;
import java.util.Set;
import org.apache.spark.storage.StorageLevel;
import rung.Limits;
import rung.ratings.Part;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingFrame;
import rung.spark.engine.SpreadFactors;

/**
 * What a fit is given.
 *
 * @param parameters how to train
 * @param frame the entries with their ids
 * @param data the same entries in blocks
 * @param level where blocks are stored
 * @param end after this no step begins, if there is a limit, by {@link System#nanoTime}
 */
record FitInput(RankConstrained parameters, RatingFrame frame, RatingBlocks data, StorageLevel level, long end) {
    static FitInput of(RankConstrained parameters, RatingFrame frame, RatingBlocks data, StorageLevel level) {
        long end = System.nanoTime() + (long) (1e9 * parameters.getMaxSeconds());
        return new FitInput(parameters, frame, data, level, end);
    }

    /** The parts of the model to train. */
    Set<Part> parts() {
        return parameters.wantedParts();
    }

    /** The highest rank that the data can have. */
    int limit() {
        return Math.min(data.rows(), data.columns());
    }

    long seed() {
        return parameters.getSeed();
    }

    SpreadFactors.Storage storage(boolean biases) {
        return new SpreadFactors.Storage(level, parameters.getCheckpointInterval(), biases);
    }

    /** When a stage that begins now must end. */
    Limits limits() {
        Limits limits = Limits.NONE.withTolerance(parameters.getTol());
        return parameters.getMaxSeconds() > 0
                ? limits.withTime(Duration.ofNanos(Math.max(1, end - System.nanoTime())))
                : limits;
    }
}
