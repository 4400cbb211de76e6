package rung.engine.bayes;

import rung.linalg.Side;

/**
 * Normal noise of one variance for all entries.
 *
 * @param variance the variance s²
 * @param targets the observed values
 */
record NormalNoise(double variance, Targets targets) implements Noise {
    @Override
    public void load(Side side, int from, int n, double[] to) {
        // all weights are one
    }

    @Override
    public double[] weights() {
        return null;
    }

    @Override
    public double energy() {
        return 0.5 * targets.count() * Math.log(variance);
    }

    @Override
    public Noise refitted(Posterior left, Posterior right, double squares) {
        return new NormalNoise(Math.max(squares / Math.max(1, targets.count()), Double.MIN_NORMAL), targets);
    }
}
