package rung.spark;

import java.util.stream.Stream;
import rung.Side;
import rung.engine.sampling.biased.Presence;

/** What the pattern of some ratings tells, kept by the cluster for as long as factors use it. */
final class SharedPresence {
    private final Presence<SpreadNumbers> told;
    private int holders;

    private SharedPresence(Presence<SpreadNumbers> told) {
        this.told = told;
    }

    /** Held by nobody yet. */
    static SharedPresence of(RatingBlocks data, SpreadFactors.Storage storage, long seed) {
        return new SharedPresence(SpreadPattern.presence(data, storage, seed));
    }

    /** Tells nothing. */
    static SharedPresence nothing(RatingBlocks data, SpreadFactors.Storage storage) {
        return new SharedPresence(SpreadPattern.nothing(data, storage));
    }

    Presence.OneSide<SpreadNumbers> side(Side side) {
        return side == Side.LEFT ? told.rows() : told.columns();
    }

    void hold() {
        holders++;
    }

    void release() {
        if (--holders == 0) {
            Stream.of(told.rows(), told.columns()).forEach(side -> {
                side.traits().release();
                side.loadings().release();
            });
        }
    }
}
