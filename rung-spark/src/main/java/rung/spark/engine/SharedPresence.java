package rung.spark.engine;

import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Presence;
import rung.linalg.Side;
import rung.spark.block.RatingBlocks;

/** What can be learned from which entries are observed, see {@link Presence}; the cluster keeps it while factors use it. */
final class SharedPresence {
    private final Presence<SpreadNumbers> presence;
    private final int given; // how many numbers of each line were given; 0 if traits come from the pattern
    private int holders;

    private SharedPresence(Presence<SpreadNumbers> presence, int given) {
        this.presence = presence;
        this.given = given;
    }

    /** Learns from the pattern of these ratings; nobody holds the result yet. */
    static SharedPresence of(RatingBlocks data, SpreadFactors.Storage storage, long seed) {
        return new SharedPresence(SpreadPattern.presence(data, storage, seed), 0);
    }

    /** Learns nothing: the pattern is ignored. */
    static SharedPresence nothing(RatingBlocks data, SpreadFactors.Storage storage) {
        return new SharedPresence(SpreadPattern.nothing(data, storage), 0);
    }

    /** Learns from numbers that are given, and nothing from the pattern. */
    static SharedPresence given(RatingBlocks data, SpreadFactors.Storage storage, GivenTraits numbers) {
        return new SharedPresence(SpreadPattern.given(data, storage, numbers), numbers.count());
    }

    /** What links the expected factors of a line to the numbers that were given; empty if none were. */
    float[] links(Side of, LinePrior prior, int rank) {
        float[] wide = side(of).links(prior.links(), rank);
        int width = wide.length / (rank + 1);
        float[] links = new float[wide.length == 0 ? 0 : (rank + 1) * given];
        for (int k = 0; k * given < links.length; k++) {
            System.arraycopy(wide, k * width, links, k * given, given);
        }
        return links;
    }

    Presence.SideTraits<SpreadNumbers> side(Side side) {
        return side == Side.LEFT ? presence.rows() : presence.columns();
    }

    /** The traits of the lines of a side, block by block. */
    JavaRDD<float[]> scores(Side of) {
        return side(of).traits().scores();
    }

    /** How many floats the row of a line's traits has; 0 if there are none. */
    int width(Side of) {
        return side(of).traits().width();
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
