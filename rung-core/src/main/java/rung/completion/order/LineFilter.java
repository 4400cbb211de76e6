package rung.completion.order;

import java.util.Arrays;
import rung.linalg.Pattern;

/**
 * Kalman's filter and the smoother of Rauch, Tung and Striebel for one line across the order:
 *
 * <pre>y_t = f(t) + e_t,   f an Ornstein-Uhlenbeck process of variance ratio,   e_t ~ N(0, 1/w_t)</pre>
 *
 * <p>All variances are in units of the line's noise. Costs a few multiplications and one exponential for each cell, observed or asked
 * for. Not for several threads.
 */
final class LineFilter {
    /** Numbers between 1/{@value} and {@value} are multiplied before a logarithm is taken of the product. */
    private static final double LARGE = 1e100;

    /** The number of distances whose correlations are kept; a power of two. */
    private static final int SLOTS = 64;

    /** The number of observations of a stretch. */
    static final int STRETCH = 1_000;

    private final Order order;
    private final LocalProcess process;
    private final double[] distances = new double[SLOTS];
    private final double[] correlations = new double[SLOTS];
    private double[] predicted = new double[0]; // mean of the state before the cell is seen
    private double[] spread = new double[0]; // and its variance
    private double[] filtered = new double[0]; // mean of the state after it was seen
    private double[] left = new double[0]; // and its variance
    private double[] fade = new double[0]; // correlation with the cell before
    private int[] target = new int[0]; // where the estimate of a cell goes; −1 if the cell is an observation
    private double quadratic;
    private double logDeterminant;
    private int count;

    LineFilter(Order order, LocalProcess process) {
        this.order = order;
        this.process = process;
        Arrays.fill(distances, Double.NaN);
    }

    /** The quadratic form yᵀ·K⁻¹·y of the line that was filtered last, K the covariance in units of the noise. */
    double quadratic() {
        return quadratic;
    }

    /** The logarithm of det K. */
    double logDeterminant() {
        return logDeterminant;
    }

    /** The number of observations of that line, those of weight 0 not counted. */
    int count() {
        return count;
    }

    /**
     * Filters the observations of a line, or stretches of {@value #STRETCH} of them: the first, and then one of each {@code every}, as if the
     * others were not observed.
     */
    void filter(Residuals residuals, int line, int every) {
        Pattern.Lines across = residuals.across();
        double[] values = residuals.values();
        double[] weights = residuals.weights();
        double[] doubts = residuals.doubts();
        quadratic = 0;
        logDeterminant = 0;
        count = 0;
        double product = 1; // of what the logarithms are still to be taken of
        double mean = 0;
        double variance = process.ratio();
        double at = Double.NEGATIVE_INFINITY;
        int begin = (int) across.before(line);
        int size = across.size(line);
        for (int n = 0, k = 0; k < size; n++, k += n % STRETCH == 0 ? 1 + (every - 1) * STRETCH : 1) {
            double noise = weights == null ? 1 : 1 / weights[begin + k];
            if (noise < Double.POSITIVE_INFINITY) {
                double position = order.position(across.other(line, k));
                double c = correlation(position - at);
                at = position;
                mean *= c;
                variance = advance(variance, c);
                double innovation = values[begin + k] - mean;
                double total = variance + noise;
                double gain = variance / total;
                double doubt = doubts == null ? 0 : doubts[begin + k];
                quadratic += (innovation * innovation + doubt) / total;
                double longer = product * total;
                boolean isTame = longer > 1 / LARGE && longer < LARGE;
                logDeterminant += isTame ? 0 : Math.log(product);
                product = isTame ? longer : total;
                count++;
                mean += gain * innovation;
                variance = gain * noise;
            }
        }
        logDeterminant += Math.log(product);
    }

    /**
     * Estimates asked cells of a line from its observations.
     *
     * @param asked the asked cells, cut into lines across
     * @param noise the variance of the line's noise
     * @param means receives the mean of each asked cell, in row order
     * @param variances receives its variance, the noise not included
     */
    void smooth(Residuals residuals, int line, Pattern.Lines asked, double noise, double[] means, double[] variances) {
        Pattern.Lines across = residuals.across();
        double[] weights = residuals.weights();
        int begin = (int) across.before(line);
        int observed = across.size(line);
        int wanted = asked.size(line);
        reserve(observed + wanted);
        double mean = 0;
        double variance = process.ratio();
        double at = Double.NEGATIVE_INFINITY;
        int cells = 0;
        for (int k = 0, a = 0; k < observed || a < wanted; cells++) { // both ascend; observations first
            boolean isAsked = k == observed || a < wanted && asked.other(line, a) < across.other(line, k);
            double position = order.position(isAsked ? asked.other(line, a) : across.other(line, k));
            double c = correlation(position - at);
            at = position;
            mean *= c;
            variance = advance(variance, c);
            fade[cells] = c;
            predicted[cells] = mean;
            spread[cells] = variance;
            target[cells] = isAsked ? asked.position(line, a) : -1;
            if (isAsked) {
                a++;
            } else {
                int cell = begin + k++;
                double weight = weights == null ? 1 : weights[cell];
                if (weight > 0) {
                    double total = variance + 1 / weight;
                    mean += variance / total * (residuals.values()[cell] - mean);
                    variance = variance / total / weight;
                }
            }
            filtered[cells] = mean;
            left[cells] = variance;
        }
        for (int t = cells - 1; t >= 0; t--) {
            if (t < cells - 1 && spread[t + 1] > 0) {
                double gain = left[t] * fade[t + 1] / spread[t + 1];
                mean = filtered[t] + gain * (mean - predicted[t + 1]);
                variance = left[t] + gain * gain * (variance - spread[t + 1]);
            }
            if (target[t] >= 0) {
                means[target[t]] = mean;
                variances[target[t]] = Math.max(0, variance) * noise;
            }
        }
    }

    /**
     * Estimates each observed cell of a line as if it lay in a hole: from the observations that are at least given distances away.
     *
     * @param noise the variance of the line's noise
     * @param before the distance from each cell of the line to the last observation before it that counts, in the order of the residuals
     * @param after the same for the first observation after it
     * @param means receives the mean of each cell, in row order
     * @param variances receives its variance, the noise not included
     */
    void leaveOut(
            Residuals residuals,
            int line,
            double noise,
            double[] before,
            double[] after,
            double[] means,
            double[] variances) {
        Pattern.Lines across = residuals.across();
        int begin = (int) across.before(line);
        int size = across.size(line);
        reserve(size);
        pass(residuals, line, true, filtered, left);
        pass(residuals, line, false, predicted, spread);
        double ratio = process.ratio();
        for (int k = 0; k < size; k++) {
            double position = order.position(across.other(line, k));
            int last = lastUpTo(across, line, position - before[begin + k], k);
            int next = firstFrom(across, line, position + after[begin + k], k);
            double mean = 0;
            double precision = 1 / ratio;
            if (last >= 0) {
                double c = correlation(position - order.position(across.other(line, last)));
                double variance = advance(left[last], c);
                mean += c * filtered[last] / variance;
                precision += 1 / variance - 1 / ratio;
            }
            if (next < size) {
                double c = correlation(order.position(across.other(line, next)) - position);
                double variance = advance(spread[next], c);
                mean += c * predicted[next] / variance;
                precision += 1 / variance - 1 / ratio;
            }
            int cell = across.position(line, k);
            means[cell] = mean / precision;
            variances[cell] = noise / precision;
        }
    }

    /* The last observation at or before a position, among those before number k; −1 if there is none. */
    private int lastUpTo(Pattern.Lines across, int line, double position, int k) {
        int low = 0;
        int high = k;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.position(across.other(line, middle)) <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /* The first observation at or after a position, among those after number k; the number of observations if there is none. */
    private int firstFrom(Pattern.Lines across, int line, double position, int k) {
        int low = k + 1;
        int high = across.size(line);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.position(across.other(line, middle)) < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /* The mean and the variance of the state at each observation, given it and all before it, or all after it. */
    private void pass(Residuals residuals, int line, boolean isForth, double[] ofMeans, double[] ofVariances) {
        Pattern.Lines across = residuals.across();
        double[] weights = residuals.weights();
        int begin = (int) across.before(line);
        int size = across.size(line);
        double mean = 0;
        double variance = process.ratio();
        double at = Double.NaN;
        for (int step = 0; step < size; step++) {
            int k = isForth ? step : size - 1 - step;
            double position = order.position(across.other(line, k));
            double c = step == 0 ? 0 : correlation(Math.abs(position - at));
            at = position;
            mean *= c;
            variance = advance(variance, c);
            double weight = weights == null ? 1 : weights[begin + k];
            if (weight > 0) {
                double total = variance + 1 / weight;
                mean += variance / total * (residuals.values()[begin + k] - mean);
                variance = variance / total / weight;
            }
            ofMeans[k] = mean;
            ofVariances[k] = variance;
        }
    }

    /* The variance of the state one cell further. */
    private double advance(double variance, double c) {
        return c == 1 ? variance : variance * c * c + process.ratio() * (1 - c * c);
    }

    /* Most distances are a few gaps, so they come again and again. */
    private double correlation(double distance) {
        int slot = Double.hashCode(distance) >>> 16 & SLOTS - 1;
        if (distances[slot] != distance) {
            distances[slot] = distance;
            correlations[slot] = process.correlation(distance);
        }
        return correlations[slot];
    }

    private void reserve(int cells) {
        if (predicted.length < cells) {
            predicted = new double[cells];
            spread = new double[cells];
            filtered = new double[cells];
            left = new double[cells];
            fade = new double[cells];
            target = new int[cells];
        }
        Arrays.fill(target, 0, cells, -1);
    }
}
