package rung.separation;

import rung.data.Tiles;

/** Limits on the rank that follow from the shape of a matrix: which ranks can be told from noise. */
final class RankLimits {
    private RankLimits() {}

    /** The length of the smaller side. */
    static int smallerSide(Tiles m) {
        return Math.min(m.rows(), m.columns());
    }

    /**
     * The highest rank to choose from. At half of the smaller side half of the entries can be met exactly, and the median of the
     * residuals says nothing.
     */
    static int mostRanks(Tiles m) {
        return Math.min(Separation.MAX_RANK, Math.max(1, (smallerSide(m) - 1) / 2));
    }

    /**
     * The part of the typical residual that rank k takes from noise alone. Of the square sum σ²·m·n it takes at most the square of the
     * norm, σ²·(√m + √n)²; a median falls faster, down to 0 where half of the entries can be met.
     */
    static double gainOfNoise(Tiles m, int k) {
        if (smallerSide(m) <= 2) {
            return 0; // too few to tell noise by
        }
        double sides = 1 / Math.sqrt(m.rows() - k + 1) + 1 / Math.sqrt(m.columns() - k + 1);
        return sides * sides / Math.max(0, 1 - 2.0 * k / smallerSide(m));
    }
}
