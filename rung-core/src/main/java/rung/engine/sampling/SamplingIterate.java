package rung.engine.sampling;

import rung.Candidate;
import rung.Iterate;
import rung.LowRankMatrix;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.block.LineScale;
import rung.engine.sampling.posterior.LinePrior;
import rung.engine.sampling.posterior.Moments;
import rung.linalg.LineRandom;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * The iterate of {@link Sampling}: the chain of draws. It has the last draw of each side and the means so far, in {@link
 * SampledFactors}, and the variance of the noise.
 *
 * @param <F> where the draws are kept: in memory, or spread over machines
 */
public final class SamplingIterate<F extends SampledFactors<F>> implements Iterate<SamplingIterate<F>> {
    /** The most draws of both sides' biases before the first column. */
    private static final int BIAS_ROUNDS = 20;

    /** The biases' variances are known once another draw changes them by less than this part. */
    private static final double KNOWN = 0.05;

    /**
     * Once the noise falls below this part of the most that it was since the means began, the draws until then were still far from the
     * posterior, and the means begin anew. Ratings, whose noise hardly falls, keep all draws. The most, because a chain with little noise
     * that continues on other entries may lose its way before it settles, perhaps with other signs.
     */
    private static final double SETTLED = 0.5;

    /**
     * The noise is never believed to be below this part of the variance of the entries. A chain with next to no noise is frozen: each side is
     * bound to the other, so that it can follow neither a new column nor the ratings that join it once the rank is chosen.
     */
    private static final double LEAST_NOISE = 1e-4;

    private final F factors;
    private final double mean;
    private final double leastNoise;
    private final ChainSettings settings;
    private final PairSearch<F> pairs;
    private double noise;
    private double value = Double.NaN; // unknown
    private int drawn;
    private double noiseOfMeans; // the most noise since the means began
    private ColumnBalance balance = ColumnBalance.none();

    private SamplingIterate(
            F factors,
            double mean,
            double leastNoise,
            ChainSettings settings,
            PairSearch<F> pairs,
            double noise,
            int drawn) {
        this.factors = factors;
        this.mean = mean;
        this.leastNoise = leastNoise;
        this.settings = settings;
        this.pairs = pairs;
        this.noise = noise;
        this.drawn = drawn;
        this.noiseOfMeans = noise;
    }

    /**
     * Begins a chain: draws the biases of both sides, which are all that rank 0 has.
     *
     * @param <F> where the draws are kept
     * @param factors factors of rank 0, not drawn yet, for entries less their mean
     * @param mean the mean μ of the entries
     * @param squares the sum of the squares of the entries less their mean
     * @param settings seed, ridge and penalty
     * @return the iterate of rank 0
     */
    public static <F extends SampledFactors<F>> SamplingIterate<F> start(
            F factors, double mean, double squares, ChainSettings settings) {
        double noise = Math.max(squares / factors.count(), Float.MIN_NORMAL);
        SamplingIterate<F> a = new SamplingIterate<>(
                factors,
                mean,
                Math.max(LEAST_NOISE * noise, Float.MIN_NORMAL),
                settings,
                new PairSearch<>(settings),
                noise,
                0);
        double before = Double.NaN;
        double now = a.drawBiases();
        for (int k = 1; k < BIAS_ROUNDS && !(Math.abs(now - before) < KNOWN * now); k++) {
            before = now;
            now = a.drawBiases();
        }
        a.resetMeans();
        return a;
    }

    /* Draws the biases of both sides; returns the sum of their variances. */
    private double drawBiases() {
        refitBoth();
        return factors.moments(Side.LEFT).meanSquares()[0]
                + factors.moments(Side.RIGHT).meanSquares()[0];
    }

    @Override
    public int rank() {
        return factors.rank();
    }

    /** Half of the squared residuals of the last draw. */
    @Override
    public double value() {
        if (Double.isNaN(value)) {
            value = 0.5 * factors.squares();
        }
        return value;
    }

    /**
     * Finds a start for the next column, which the draws that follow will change. Each call gives another direction, see {@link
     * PairSearch}. Most are sought in scaled residuals, so that u and v are not unit vectors, see {@link LineScale}.
     */
    @Override
    public SingularPair steepest() {
        return pairs.next(factors, noise).gathered();
    }

    @Override
    public Candidate<SamplingIterate<F>> candidate() {
        ColumnPair<F> pair = pairs.next(factors, noise);
        return Candidate.of(pair.sigma(), a -> {
            double s = scale(pair.sigma(), pair.squaredNorm());
            if (s > 0) {
                pair.appendTo(a.factors, s);
                a.value = Double.NaN;
            }
            return s > 0;
        });
    }

    private static double scale(double sigma, double squaredNorm) {
        return squaredNorm > 0 ? sigma / squaredNorm : 0;
    }

    @Override
    public double lineSearch(SingularPair pair) {
        return scale(pair.sigma(), factors.squaredNorm(pair));
    }

    @Override
    public void append(SingularPair pair, double s) {
        factors.append(pair, s);
        value = Double.NaN;
    }

    @Override
    public void remove(int i) {
        factors.remove(i);
        balance = balance.without(i);
        value = Double.NaN;
    }

    @Override
    public double[] weights() {
        double[] squares = factors.moments(Side.LEFT).squares();
        double[] others = factors.moments(Side.RIGHT).squares();
        double[] out = new double[rank()];
        for (int k = 0; k < out.length; k++) {
            out[k] = Math.sqrt(squares[k] * others[k]);
        }
        return out;
    }

    /** Draws every line of the side from its posterior, then sets the noise that fits the draw. */
    @Override
    public void refit(Side side) {
        NextDraw next = nextDraw(side).at(noise);
        setNoise(factors.draw(side, next.prior(), next.scale(), next.key()));
        if (rule().resetsMeans(noise)) {
            resetMeans();
        }
    }

    @Override
    public void refitBoth() {
        NoiseRule rule = rule();
        double[] sums = factors.drawBoth(nextDraw(Side.LEFT).at(noise), nextDraw(Side.RIGHT), rule);
        setNoise(sums[0]);
        if (rule.resetsMeans(noise)) {
            noiseOfMeans = noise; // the factors have begun their means anew
        }
        setNoise(sums[1]);
        if (rule().resetsMeans(noise)) {
            resetMeans();
        }
    }

    private NextDraw nextDraw(Side side) {
        long seed = settings.seed();
        long key = (seed * 0x9e3779b97f4a7c15L + drawn++) << 32 ^ (seed >>> 32) * 0x9e3779b97f4a7c15L;
        Moments moments = factors.moments(side);
        balance = balance.before(side, moments.squares());
        LinePrior prior = LinePrior.of(moments, noise, settings.ridge(), LineRandom.of(~key, 0));
        return new NextDraw(prior, balance.scale(side), key);
    }

    private NoiseRule rule() {
        return new NoiseRule(factors.count(), leastNoise, SETTLED * noiseOfMeans);
    }

    private void setNoise(double squares) {
        noise = rule().noise(squares);
        noiseOfMeans = Math.max(noiseOfMeans, noise);
        value = 0.5 * squares;
    }

    /** Begins the means anew. */
    private void resetMeans() {
        factors.resetMeans();
        noiseOfMeans = noise;
    }

    @Override
    public SamplingIterate<F> copy() {
        SamplingIterate<F> copy =
                new SamplingIterate<>(factors.copy(), mean, leastNoise, settings, pairs.copy(), noise, drawn);
        copy.value = value;
        copy.noiseOfMeans = noiseOfMeans;
        copy.balance = balance;
        return copy;
    }

    @Override
    public void release() {
        factors.release();
    }

    /**
     * Continues with the same draws on other entries; the means begin anew.
     *
     * @param others the same draws with the other entries
     * @return a new iterate
     */
    public SamplingIterate<F> on(F others) {
        SamplingIterate<F> a =
                new SamplingIterate<>(others, mean, leastNoise, settings, new PairSearch<>(settings), noise, drawn);
        a.balance = balance;
        a.resetMeans();
        return a;
    }

    /**
     * The factors that are drawn.
     *
     * @return both sides and their entries
     */
    public F factors() {
        return factors;
    }

    /**
     * The mean μ of the entries.
     *
     * @return μ
     */
    public double mean() {
        return mean;
    }

    /**
     * The ridge λ.
     *
     * @return λ; 0 for none
     */
    public double ridge() {
        return settings.ridge();
    }

    /**
     * The variance of the noise, as the last draw left it.
     *
     * @return the variance
     */
    public double noise() {
        return noise;
    }

    /** The product of the means, with the biases and μ in it: its factors have two columns more than the rank. */
    @Override
    public LowRankMatrix matrix() {
        return factors.matrix(mean);
    }

    /**
     * The root mean squared error of the means' predictions on entries that were held out.
     *
     * @param heldOut the entries, at least one
     * @param low the lowest prediction
     * @param high the highest prediction
     * @return the error
     */
    public double rmse(HeldOutEntries heldOut, double low, double high) {
        return Math.sqrt(factors.squaredErrors(heldOut, mean, low, high) / heldOut.values().length);
    }

    /**
     * Makes the model to keep: the means of the columns, and each row's posterior given them. So a new row is folded in by exactly the
     * problem that was solved for the old rows; except for a ridge, which the model does not keep.
     *
     * @return the model
     */
    public BiasedFactors posteriorModel() {
        return factors.posteriorModel(mean, noise, settings.ridge());
    }
}
