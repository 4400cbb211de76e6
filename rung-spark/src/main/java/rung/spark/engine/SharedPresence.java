package rung.spark.engine;

import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;
import rung.spark.block.RatingBlocks;

/** What can be learned from which entries are observed, see {@link Presence}; the cluster keeps it while factors use it. */
final class SharedPresence {
    private final Presence<SpreadNumbers> presence;
    private int holders;

    private SharedPresence(Presence<SpreadNumbers> presence) {
        this.presence = presence;
    }

    /** Learns from the pattern of these ratings; nobody holds the result yet. */
    static SharedPresence of(RatingBlocks data, SpreadFactors.Storage storage, long seed) {
        return new SharedPresence(SpreadPattern.presence(data, storage, seed));
    }

    /** Learns nothing: the pattern is ignored. */
    static SharedPresence nothing(RatingBlocks data, SpreadFactors.Storage storage) {
        return new SharedPresence(SpreadPattern.nothing(data, storage));
    }

    Presence.SideTraits<SpreadNumbers> side(Side side) {
        return side == Side.LEFT ? presence.rows() : presence.columns();
    }

    /** The traits of the lines of a side, block by block. */
    JavaRDD<float[]> scores(Side of) {
        return side(of).traits().scores();
    }

    void hold() {
        holders++;
    }

    void release() {
        if (--holders == 0) {
            Stream.of(presence.rows(), presence.columns()).forEach(side -> {
                side.traits().release();
                side.loadings().release();
            });
        }
    }
}
