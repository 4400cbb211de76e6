package rung.spark;

import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * The entries in two parts. What is trained on the first is measured on the second, to choose a penalty, a rank, and how much expected ratings
 * count.
 *
 * @param train the entries that are not held out
 * @param heldOut those that are, by user
 * @param count how many are held out
 */
record HeldOutPart(RatingBlocks train, JavaRDD<LineBlock> heldOut, long count) {
    /** Holds entries out; nothing if they are too few to choose by. */
    static Optional<HeldOutPart> of(FitInput input) {
        HeldOutPairs pairs = new HeldOutPairs(input.parameters().getHeldOutFraction(), input.seed());
        RatingBlocks train = input.data().without(pairs, input.level());
        HeldOutPart part = new HeldOutPart(
                train, input.data().heldOut(pairs, input.level()), input.data().count() - train.count());
        if (part.count < Recommender.LEAST_TO_CHOOSE_BY || train.count() == 0) {
            part.release();
            return Optional.empty();
        }
        return Optional.of(part);
    }

    /** Tells the cluster that both parts are not needed any more. */
    void release() {
        train.unpersist();
        heldOut.unpersist(false);
    }
}
