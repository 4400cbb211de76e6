package rung.separation;

import rung.data.Tiles;

/** What the shape of a matrix says about the ranks that can be told from noise. */
final class RankLimits {
    private RankLimits() {}

    /** The length of the smaller side. */
    static int smallerSide(Tiles m) {
        return Math.min(m.rows(), m.columns());
    }

    /** The highest rank to choose from: with half of the smaller side half of the entries can be met, and their median tells nothing. */
    static int mostRanks(Tiles m) {
        return Math.min(Separation.MAX_RANK, Math.max(1, (smallerSide(m) - 1) / 2));
    }

    /**
     * The part of the typical residual that rank k takes from noise alone: of the square sum σ²·m·n it is at most the norm's square,
     * σ²·(√m + √n)², and a median falls faster, down to 0 where half of the entries can be met.
     */
    static double gainOfNoise(Tiles m, int k) {
        if (smallerSide(m) <= 2) {
            return 0; // too few to tell noise by
        }
        double sides = 1 / Math.sqrt(m.rows() - k + 1) + 1 / Math.sqrt(m.columns() - k + 1);
        return sides * sides / Math.max(0, 1 - 2.0 * k / smallerSide(m));
    }
}
