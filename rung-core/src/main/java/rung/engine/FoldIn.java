package rung.engine;

/**
 * The factors of a row, or column, that was not there in training, from its observations: the problem that was solved for each
 * row of the model at the end of training. One thread at a time.
 */
public final class FoldIn {
    private final LinePosterior posterior;
    private final double mean;
    private final int rank;

    /**
     * What is believed of the new line.
     *
     * @param factors as many as the rank
     * @param bias the line's own
     */
    public record Line(float[] factors, float bias) {}

    FoldIn(BiasedFactors model, BiasedFactors.Lines own, BiasedFactors.Lines other) {
        this.mean = model.mean();
        this.rank = model.rank();
        this.posterior = new LinePosterior(other.asFactor(), other.wideVariances(), rank, own.priors(), model.noise());
    }

    /** @param index which lines of the other side were observed, and {@code values} what was observed there */
    public Line of(int[] index, float[] values) {
        float[] centred = new float[values.length];
        for (int k = 0; k < values.length; k++) {
            centred[k] = (float) (values[k] - mean);
        }
        posterior.condition(index, centred, 0, index.length);
        float[] factors = new float[rank];
        System.arraycopy(posterior.mean(), 0, factors, 0, rank);
        return new Line(factors, posterior.mean()[rank]);
    }
}
