package rung.engine.sampling;

/**
 * Counts residuals, rating minus prediction, in bins whose width is between a tenth and a hundredth of the spread of the ratings, with an
 * edge at zero.
 */
public final class ResidualBins {
    private final double perUnit;
    private final int most;
    private final long[] counts;

    /**
     * Makes empty bins.
     *
     * @param low the lowest rating or prediction
     * @param high the highest rating or prediction, above {@code low}
     */
    public ResidualBins(double low, double high) {
        double spread = high - low;
        int digits = 1 - (int) Math.floor(Math.log10(spread));
        this.perUnit = Math.pow(10, digits);
        this.most = (int) Math.ceil(spread * perUnit);
        this.counts = new long[2 * most + 1];
    }

    /**
     * Counts a residual.
     *
     * @param residual the rating minus the prediction
     */
    public void add(double residual) {
        counts[most + (int) Math.floor(residual * perUnit)]++;
    }

    /**
     * Adds what was counted in bins of the same bounds.
     *
     * @param others the numbers that {@link #counts()} of these bins gave
     */
    public void add(long[] others) {
        for (int bin = 0; bin < counts.length; bin++) {
            counts[bin] += others[bin];
        }
    }

    /** {@return the number of residuals in each bin} */
    public long[] counts() {
        return counts.clone();
    }

    /**
     * Says how many residuals each bin has, from the first bin that has any to the last, as docs/MODEL-FORMAT.md has it. At least one must
     * have been counted.
     *
     * @return the text of a model's fact
     */
    public String inWords() {
        int first = 0;
        while (counts[first] == 0) {
            first++;
        }
        int last = counts.length - 1;
        while (counts[last] == 0) {
            last--;
        }
        StringBuilder text = new StringBuilder("from " + (first - most) / perUnit + " by " + 1 / perUnit + ":");
        for (int bin = first; bin <= last; bin++) {
            text.append(' ').append(counts[bin]);
        }
        return text.toString();
    }
}
