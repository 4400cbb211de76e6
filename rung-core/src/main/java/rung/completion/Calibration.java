package rung.completion;

import java.util.Arrays;
import java.util.List;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;

/**
 * How errors on held-out entries compare to what the posterior expects of them. Under a perfect model an error divided by its standard
 * error is a standard normal number; here it is whatever it is, and the quantiles of its size say how wide an interval must be.
 */
final class Calibration {
    /** The part of all sizes that count as they are for the mean square. */
    private static final double TAME = 0.99;

    /** The number of sizes that say all there is to say. */
    private static final int MOST_KEPT = 2_001;

    private final double[] sizes; // |error| over standard error, ascending
    private final double squares;
    private final double scale;

    private Calibration(double[] sizes) {
        this.sizes = sizes;
        Arrays.sort(sizes);
        this.squares = Arrays.stream(sizes).map(x -> x * x).sum();
        double most = quantile(TAME);
        this.scale = sizes.length == 0
                ? 1
                : Math.sqrt(Arrays.stream(sizes)
                                .map(x -> Math.min(x, most))
                                .map(x -> x * x)
                                .sum()
                        / sizes.length);
    }

    /** Measures a climb on entries that it has not seen. */
    static Calibration of(Preparation.Fitted prepared, BayesianIterate found, Observations heldOut) {
        double[] sizes = new double[heldOut.count()];
        Observations z = prepared.apply(heldOut);
        int[] next = {0};
        z.forEach((i, j, value, weight) -> {
            double error = Math.abs(value - found.mean(i, j));
            sizes[next[0]++] = error == 0 ? 0 : error / Math.sqrt(found.variance(i, j));
        });
        return new Calibration(sizes);
    }

    /** Takes sizes of errors, each over its standard error. */
    static Calibration of(double[] sizes) {
        return new Calibration(sizes.clone());
    }

    /** Some of the sizes, evenly chosen, from the least to the greatest. */
    double[] toNumbers() {
        int count = Math.min(sizes.length, MOST_KEPT);
        double[] kept = new double[count];
        for (int k = 0; k < count; k++) {
            kept[k] = sizes[(int) ((long) k * (sizes.length - 1) / Math.max(1, count - 1))];
        }
        return kept;
    }

    /** Puts the entries of several splits together. */
    static Calibration of(List<Calibration> parts) {
        return of(parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.sizes))
                .toArray());
    }

    /**
     * The number of expected standard errors that a standard error is: the root of the mean square of all sizes, of which those above
     * a high quantile count as that quantile. Else a few cells would rule it.
     */
    double scale() {
        return scale;
    }

    /** The mean fourth power relative to the square of the mean square: 3 for normal errors, more if a few are far off. */
    double tails() {
        double fourth = Arrays.stream(sizes).map(x -> x * x * x * x).sum();
        return squares > 0 ? fourth * sizes.length / (squares * squares) : 0;
    }

    /**
     * The number of expected standard errors that a part of all errors does not exceed. One error more than were seen is counted, of
     * unknown size, so that an interval holds its promise for the next entry.
     */
    double quantile(double part) {
        int rank = (int) Math.ceil(part * (sizes.length + 1));
        return sizes.length == 0 ? Double.POSITIVE_INFINITY : sizes[Math.max(0, Math.min(rank, sizes.length) - 1)];
    }
}
