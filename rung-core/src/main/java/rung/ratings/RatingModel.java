package rung.ratings;

import rung.engine.sampling.biased.BiasedFactors;

/**
 * The part of a {@link Model} that predicts ratings.
 *
 * @param factors the factors and biases: rows are users, columns are items
 * @param low the lowest prediction
 * @param high the highest prediction
 */
public record RatingModel(BiasedFactors factors, double low, double high) {
    /** Checks the bounds. */
    public RatingModel {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low must not be above high, got " + low + " and " + high);
        }
    }

    double clipped(double value) {
        return Math.min(high, Math.max(low, value));
    }
}
