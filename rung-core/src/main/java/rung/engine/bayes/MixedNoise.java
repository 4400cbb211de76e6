package rung.engine.bayes;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.objective.Entries;

/**
 * Entries of several kinds: each column has a likelihood of its own. For θ_ij = b_j + c_j·u_i·v_j, an entry that is 0 or 1 is 1 with
 * probability 1/(1 + e^−θ), and a count has the mean e^θ. Each such entry acts on the factors as a number with normal noise would:
 *
 * <pre>0 or 1:   ω = tanh(ξ/2)/(2ξ),  ξ² = E[θ²]:   precision ω,   target (x − ½)/ω          [JJ00]
 * counts:   κ = E[e^θ]:                          precision κ/φ, target E[θ] + (x − κ)/κ</pre>
 *
 * <p>The first is a bound of the likelihood, which every update raises. Of counts there is no such bound: it is Newton's method, with
 * the curvature raised where an entry is far above what is expected, so that no step is longer than 2. Counts vary more than Poisson's
 * law says by the factor φ_j ≥ 1; the noise of normal columns has the variance s²·φ_j, see {@link ColumnVariances}. The offsets b_j and the dispersions φ_j are estimated, the factors c_j are fixed: they bring columns
 * of all kinds to the same scale, since their factors have one prior.
 */
final class MixedNoise implements Noise {
    /** The scale of log odds: normal columns have variance one, noise included, and that of the logistic distribution is π²/3. */
    private static final double LOG_ODDS = 2;

    /** The least standard deviation of the logarithm of a rate that is assumed. */
    private static final double LEAST_LOG_RATE = 0.2;

    /** Exponents beyond this are cut off: no table holds such counts. */
    private static final double MAX_EXPONENT = 50;

    /** Odds are between 1 to e^{@value} and e^{@value} to 1 for the mean of a column, whatever it holds. */
    private static final double MAX_LOG_ODDS = 12;

    private final Entries entries;
    private final List<Likelihood> likelihoods;
    private final double[] offsets;
    private final double[] factors;
    private final double[] dispersions;
    private final double variance;
    private final double energy;
    private final Targets weights;
    private final Targets targets;

    private MixedNoise(
            Entries entries,
            List<Likelihood> likelihoods,
            double[] offsets,
            double[] factors,
            double[] dispersions,
            double variance,
            double energy,
            Targets weights,
            Targets targets) {
        this.entries = entries;
        this.likelihoods = likelihoods;
        this.offsets = offsets;
        this.factors = factors;
        this.dispersions = dispersions;
        this.variance = variance;
        this.energy = energy;
        this.weights = weights;
        this.targets = targets;
    }

    /** What is known at rank 0, where the product is zero. */
    static Noise of(Entries entries, List<Likelihood> likelihoods, Posterior left, Posterior right) {
        int n = likelihoods.size();
        Pattern.Lines columns = entries.data().pattern().lines(Side.RIGHT);
        double[] offsets = new double[n];
        double[] factors = new double[n];
        double[] dispersions = new double[n];
        for (int j = 0; j < n; j++) {
            double sum = 0;
            double squares = 0;
            for (int k = 0; k < columns.size(j); k++) {
                double value = entries.data().values()[columns.position(j, k)];
                sum += value;
                squares += value * value;
            }
            double mean = (sum + 0.5) / (columns.size(j) + 1);
            double excess = columns.size(j) == 0 ? 0 : squares / columns.size(j) - mean * mean - mean;
            dispersions[j] = 1;
            switch (likelihoods.get(j)) {
                case NORMAL -> factors[j] = 1;
                case LOGISTIC -> {
                    offsets[j] = Math.log(mean / (1 - mean));
                    factors[j] = LOG_ODDS;
                }
                case POISSON -> {
                    offsets[j] = Math.log(mean);
                    factors[j] = Math.max(LEAST_LOG_RATE, Math.sqrt(Math.log1p(Math.max(0, excess) / (mean * mean))));
                }
            }
        }
        return new MixedNoise(entries, likelihoods, offsets, factors, dispersions, 1, 0, null, null)
                .refitted(left, right, null);
    }

    /** The same columns with other rows: nothing of the columns is estimated. */
    static Noise of(Entries entries, Columns columns, Posterior left, Posterior right) {
        return new MixedNoise(
                        entries,
                        columns.likelihoods(),
                        columns.offsets(),
                        columns.factors(),
                        columns.dispersions(),
                        columns.variance(),
                        0,
                        null,
                        null)
                .seen(left, right, true);
    }

    /**
     * What is known of the columns.
     *
     * @param likelihoods the likelihood of each
     * @param offsets b_j
     * @param factors c_j
     * @param dispersions φ_j
     * @param variance the variance of normal noise
     */
    record Columns(
            List<Likelihood> likelihoods, double[] offsets, double[] factors, double[] dispersions, double variance) {}

    Columns columns() {
        return new Columns(likelihoods, offsets, factors, dispersions, variance);
    }

    @Override
    public double variance() {
        return variance;
    }

    @Override
    public void load(Side side, int line, int from, int n, double[] to) {
        System.arraycopy(weights.of(side), from, to, 0, n);
    }

    @Override
    public double[] weights() {
        return weights.byRow();
    }

    @Override
    public Targets targets() {
        return targets;
    }

    @Override
    public double energy() {
        return energy;
    }

    @Override
    public double expected(int column, double mean, double uncertainty) {
        double c = factors[column];
        double theta = offsets[column] + c * mean;
        return switch (likelihoods.get(column)) {
            case NORMAL -> mean;
            case LOGISTIC -> 1 / (1 + Math.exp(-theta / Math.sqrt(1 + Math.PI / 8 * c * c * uncertainty)));
            case POISSON -> rate(theta, c * c * uncertainty);
        };
    }

    @Override
    public double variance(int column, double mean, double uncertainty) {
        double expected = expected(column, mean, uncertainty);
        double c = factors[column];
        return switch (likelihoods.get(column)) {
            case NORMAL -> variance * dispersions[column] + uncertainty;
            case LOGISTIC -> expected * (1 - expected);
            case POISSON ->
                dispersions[column] * expected
                        + expected * expected * Math.expm1(Math.min(MAX_EXPONENT, c * c * uncertainty));
        };
    }

    @Override
    public double drawn(int column, double product, SplittableRandom random) {
        double expected = expected(column, product, 0);
        return switch (likelihoods.get(column)) {
            case NORMAL -> product + Math.sqrt(variance * dispersions[column]) * random.nextGaussian();
            case LOGISTIC -> random.nextDouble() < expected ? 1 : 0;
            case POISSON -> CountDraw.of(expected, dispersions[column], random);
        };
    }

    /* The mean of e^θ for a normal θ. */
    private static double rate(double mean, double variance) {
        return Math.exp(Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, mean + 0.5 * variance)));
    }

    @Override
    public Noise refitted(Posterior left, Posterior right, BayesianUpdate update) {
        return seen(left, right, false);
    }

    /* Weights and targets as these posteriors see them, with the columns refitted or as they are. */
    private Noise seen(Posterior left, Posterior right, boolean areColumnsFixed) {
        EntryMoments product = EntryMoments.of(entries, left, right);
        Pattern.Lines columns = entries.data().pattern().lines(Side.RIGHT);
        Refit refit = new Refit(product, columns, areColumnsFixed);
        double[] energies = new double[columns.count()];
        entries.workers().run(columns.count(), columns::before, (from, to) -> {
            for (int j = from; j < to; j++) {
                energies[j] = switch (likelihoods.get(j)) {
                    case NORMAL -> 0; // all of them together below
                    case LOGISTIC -> refit.logistic(j);
                    case POISSON -> refit.poisson(j);
                };
            }
        });
        double energy = refit.normalEnergy;
        for (double one : energies) {
            energy += one;
        }
        return new MixedNoise(
                entries,
                likelihoods,
                refit.b,
                factors,
                refit.phi,
                refit.s2,
                energy,
                Targets.of(refit.w, entries),
                Targets.of(refit.t, entries));
    }

    /** Sets offsets, dispersions, weights and targets column by column. Each method returns its part of the free energy. */
    private final class Refit {
        private final double[] means;
        private final double[] squares;
        private final Pattern.Lines columns;
        private final double s2;
        private final double normalEnergy;
        private final boolean isFixed;
        private final double[] x = entries.data().values();
        private final double[] b = offsets.clone();
        private final double[] phi = dispersions.clone();
        private final double[] w = new double[x.length];
        private final double[] t = new double[x.length];

        Refit(EntryMoments product, Pattern.Lines columns, boolean isFixed) {
            this.means = product.means();
            this.squares = product.squares();
            this.columns = columns;
            this.isFixed = isFixed;
            int[] normal = IntStream.range(0, columns.count())
                    .filter(j -> likelihoods.get(j) == Likelihood.NORMAL)
                    .toArray();
            double[] residuals =
                    Arrays.stream(normal).mapToDouble(this::squaredResiduals).toArray();
            int[] counts = Arrays.stream(normal).map(columns::size).toArray();
            int count = Arrays.stream(counts).sum();
            if (isFixed) {
                this.s2 = variance;
                this.normalEnergy = energy(normal, residuals, counts) - 0.5 * count;
            } else {
                ColumnVariances found = ColumnVariances.of(residuals, counts);
                this.s2 = count == 0 ? 1 : found.variance();
                this.normalEnergy = found.energy() - 0.5 * count;
                for (int k = 0; k < normal.length; k++) {
                    phi[normal[k]] = 1 / found.weight(k);
                }
            }
            for (int j : normal) {
                setNormal(j);
            }
        }

        /* Minus the logarithm of the density of columns whose variances are known. */
        private double energy(int[] normal, double[] residuals, int[] counts) {
            double sum = 0;
            for (int k = 0; k < normal.length; k++) {
                double known = variance * phi[normal[k]];
                sum += 0.5 * (counts[k] * Math.log(known) + residuals[k] / known);
            }
            return sum;
        }

        private double squaredResiduals(int j) {
            double sum = 0;
            for (int k = 0; k < columns.size(j); k++) {
                int at = columns.position(j, k);
                sum += Math.max(0, x[at] * (x[at] - 2 * means[at]) + squares[at]);
            }
            return sum;
        }

        private void setNormal(int j) {
            for (int k = 0; k < columns.size(j); k++) {
                int at = columns.position(j, k);
                w[at] = 1 / phi[j];
                t[at] = x[at];
            }
        }

        double logistic(int j) {
            double c = factors[j];
            double above = 0;
            double below = 0;
            for (int k = 0; k < columns.size(j) && !isFixed; k++) {
                int at = columns.position(j, k);
                double omega = curvature(size(j, at));
                above += x[at] - 0.5 - omega * c * means[at];
                below += omega;
            }
            b[j] = below > 0 ? Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, above / below)) : b[j];
            double energy = 0;
            for (int k = 0; k < columns.size(j); k++) {
                int at = columns.position(j, k);
                double xi = size(j, at);
                double omega = curvature(xi);
                w[at] = s2 * c * c * omega;
                t[at] = ((x[at] - 0.5) / omega - b[j]) / c;
                energy += Math.log1p(Math.exp(-xi)) + 0.5 * xi - (x[at] - 0.5) * (b[j] + c * means[at]);
            }
            return energy;
        }

        /* The root of E[θ²]. */
        private double size(int j, int at) {
            double c = factors[j];
            return Math.sqrt(Math.max(0, b[j] * (b[j] + 2 * c * means[at]) + c * c * squares[at]));
        }

        private static double curvature(double xi) {
            return xi < 1e-4 ? 0.25 : Math.tanh(0.5 * xi) / (2 * xi);
        }

        double poisson(int j) {
            double c = factors[j];
            double observed = 0;
            double expected = 0;
            for (int k = 0; k < columns.size(j) && !isFixed; k++) {
                int at = columns.position(j, k);
                observed += x[at];
                expected += rate(j, at);
            }
            b[j] += observed > 0 ? Math.log(observed / expected) : 0;
            double distance = 0;
            for (int k = 0; k < columns.size(j) && !isFixed; k++) {
                int at = columns.position(j, k);
                double kappa = rate(j, at);
                distance += (x[at] - kappa) * (x[at] - kappa) / kappa;
            }
            phi[j] = isFixed ? phi[j] : Math.max(1, distance / Math.max(1, columns.size(j)));
            double energy = 0;
            for (int k = 0; k < columns.size(j); k++) {
                int at = columns.position(j, k);
                double kappa = rate(j, at);
                double steepness = Math.max(kappa, 0.5 * (x[at] + kappa));
                w[at] = s2 * c * c * steepness / phi[j];
                t[at] = means[at] + (x[at] - kappa) / (steepness * c);
                energy += (kappa - x[at] * (b[j] + c * means[at])) / phi[j];
            }
            return energy;
        }

        private double rate(int j, int at) {
            double c = factors[j];
            double uncertainty = Math.max(0, squares[at] - means[at] * means[at]);
            return MixedNoise.rate(b[j] + c * means[at], c * c * uncertainty);
        }
    }
}
