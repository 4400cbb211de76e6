package rung.completion.order;

import java.util.Arrays;
import java.util.stream.IntStream;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Workers;

/**
 * What rises and falls along an order in each line across it, estimated from what a low-rank matrix left of a table:
 *
 * <pre>residual_tj = f_j(t) + e_tj,   f_j an Ornstein-Uhlenbeck process of variance s_j·ratio,   e_tj ~ N(0, s_j/w_tj)</pre>
 *
 * <p>The length of the process and the ratio are the same for all lines across; s_j is each line's own. All come from the data by
 * maximum likelihood, found by Kalman's filter: linear in the number of observations. The weights of the observations are the w_tj; one
 * of weight 0 is ignored. The result does not depend on the number of threads, bit for bit. Immutable.
 *
 * <p>One length is enough: with a second one, or with a smoother process (Matérn 3/2), neither likelihood nor error was better on a week
 * of traffic.
 */
public final class LocalPart {
    /** The gain in log likelihood of an observation below which errors fall by no more than a fifth of a percent. */
    private static final double OF_USE = 0.002;

    /** The most observations that length and ratio are estimated from: a larger table is represented by lines spread over it. */
    public static final int SAMPLE = 200_000;

    /** The most stretches of one line that they are estimated from: a longer line is represented by stretches spread over it. */
    private static final int STRETCHES = 10;

    /**
     * A line's own noise counts as if this many more observations had had the common noise, so that a line with few observations, or
     * with constant ones, gets a sensible one.
     */
    public static final double PRIOR = 5;

    private static final double SHORTEST = 0.1; // in typical gaps between neighbors
    private static final double LONGEST = 10; // in the distance from the first line to the last
    private static final double LOWEST = 1e-4;
    private static final double HIGHEST = 1e6;
    private static final double[] LENGTHS = {1, 4, 16, 64};
    private static final double[] RATIOS = {0.3, 3};
    private static final double STEP = 0.8; // of the search, in logarithms, at the beginning
    private static final double LAST_STEP = 0.02;
    private static final int MANY = 5_000; // observations from which on a search without a trace is worth leaving out
    private static final double[] TRACE_LENGTHS = {1, 4, 16, 64, 256, 1024};
    private static final double LEVEL_STEP = 100; // of the search for the variance of levels, a factor
    private static final long WORK = 30; // multiplications for each cell, an exponential among them

    private final Residuals residuals;
    private final Order order;
    private final LocalProcess process;
    private final Scales scales;
    private final double whiteLogLikelihood;
    private final Workers workers;

    private LocalPart(
            Residuals residuals,
            Order order,
            LocalProcess process,
            Scales scales,
            double whiteLogLikelihood,
            Workers workers) {
        this.residuals = residuals;
        this.order = order;
        this.process = process;
        this.scales = scales;
        this.whiteLogLikelihood = whiteLogLikelihood;
        this.workers = workers;
    }

    /**
     * Estimates the process and the noise of each line.
     *
     * @param residuals what is left of the observed entries, around 0; their weights are relative precisions
     * @param order the order
     * @param workers the threads
     * @return the local part
     * @throws IllegalArgumentException if the order does not fit the table
     */
    public static LocalPart fit(Observations residuals, Order order, Workers workers) {
        order.require(residuals);
        return fit(Residuals.of(residuals, order), order, workers);
    }

    private static LocalPart fit(Residuals residuals, Order order, Workers workers) {
        Search search = new Search(residuals, order, workers);
        for (double length : LENGTHS) {
            for (double ratio : RATIOS) {
                search.attempt(Math.log(length * order.typicalGap()), Math.log(ratio));
            }
        }
        return of(residuals, order, search.refined(), workers);
    }

    /**
     * Estimates the process alone, if the order tells something, see {@link #isInformative}. Where many residuals show no trace of an
     * order, nothing is searched.
     *
     * @param residuals what is left of the observed entries, around 0; their weights are relative precisions
     * @param order the order
     * @param workers the threads
     * @return the process; {@link LocalProcess#NONE} if the order tells nothing
     * @throws IllegalArgumentException if the order does not fit the table
     */
    public static LocalProcess informative(Observations residuals, Order order, Workers workers) {
        order.require(residuals);
        Residuals all = Residuals.of(residuals, order);
        if (all.count() >= MANY && !new Search(all, order, workers).findsTrace()) {
            return LocalProcess.NONE;
        }
        LocalPart fitted = fit(all, order, workers);
        return fitted.isInformative() ? fitted.process() : LocalProcess.NONE;
    }

    /**
     * Estimates the process and the noise of each line, beginning with a process that was found for similar residuals: faster.
     *
     * @param residuals what is left of the observed entries, around 0; their weights are relative precisions
     * @param order the order
     * @param start the process to begin with
     * @param workers the threads
     * @return the local part
     * @throws IllegalArgumentException if the order does not fit the table
     */
    public static LocalPart fit(Observations residuals, Order order, LocalProcess start, Workers workers) {
        order.require(residuals);
        return fit(Residuals.of(residuals, order), order, start, workers);
    }

    static LocalPart fit(Residuals residuals, Order order, LocalProcess start, Workers workers) {
        if (!(start.ratio() > 0)) {
            return fit(residuals, order, workers);
        }
        Search search = new Search(residuals, order, workers);
        search.attempt(Math.log(start.length()), Math.log(start.ratio()));
        return of(residuals, order, search.refined(), workers);
    }

    /**
     * Takes a known process and estimates only the noise of each line.
     *
     * @param residuals what is left of the observed entries, around 0; their weights are relative precisions
     * @param order the order
     * @param process the process; {@link LocalProcess#NONE} for white noise alone
     * @param workers the threads
     * @return the local part
     * @throws IllegalArgumentException if the order does not fit the table
     */
    public static LocalPart of(Observations residuals, Order order, LocalProcess process, Workers workers) {
        order.require(residuals);
        return of(Residuals.of(residuals, order), order, process, workers);
    }

    static LocalPart of(Residuals residuals, Order order, LocalProcess process, Workers workers) {
        Scales scales = Scales.of(residuals, order, process, workers);
        double white = process.ratio() == 0
                ? scales.logLikelihood
                : Scales.of(residuals, order, LocalProcess.NONE, workers).logLikelihood;
        return new LocalPart(residuals, order, process, scales, white, workers);
    }

    /**
     * The process that all lines across share.
     *
     * @return length and ratio
     */
    public LocalProcess process() {
        return process;
    }

    /**
     * The variance of the white noise in a line across the order, for an observation of weight 1.
     *
     * @param line the column if the rows are ordered, the row if the columns are
     * @return the variance, above 0
     */
    public double noise(int line) {
        return scales.noise[line];
    }

    /**
     * The logarithm of the density of all residuals under this process and noise.
     *
     * @return the log-likelihood
     */
    public double logLikelihood() {
        return scales.logLikelihood;
    }

    /**
     * The logarithm of the density of all residuals under white noise alone, whose variance is again each line's own.
     *
     * @return the log-likelihood of noise
     */
    public double whiteLogLikelihood() {
        return whiteLogLikelihood;
    }

    /**
     * The logarithm of the density of all residuals if each line across has a level of its own and white noise around it, which says
     * nothing about an order: the greatest over all variances of the levels.
     *
     * @return the log-likelihood without an order, not below {@link #whiteLogLikelihood}
     */
    public double unorderedLogLikelihood() {
        double best = whiteLogLikelihood;
        double ratio = LOWEST;
        for (double step = LEVEL_STEP; step > 1 + LAST_STEP; step = Math.sqrt(step)) {
            boolean moved = true;
            while (moved) {
                double higher = levelLogLikelihood(ratio * step);
                double lower = ratio / step < LOWEST ? best : levelLogLikelihood(ratio / step);
                moved = Math.max(higher, lower) > best;
                ratio = !moved ? ratio : higher > lower ? ratio * step : ratio / step;
                best = Math.max(best, Math.max(higher, lower));
            }
        }
        return best;
    }

    private double levelLogLikelihood(double ratio) {
        LocalProcess level = new LocalProcess(Double.MAX_VALUE, ratio);
        return Scales.of(residuals, order, level, workers).logLikelihood;
    }

    /**
     * Whether the order tells something: the process makes the residuals likelier than they are without an order, by more than its two
     * parameters would by chance, by the criterion of Schwarz, and by enough to be of use.
     *
     * @return true if {@link #logLikelihood} is above {@link #unorderedLogLikelihood} by more than the logarithm of the number of
     *     observations, by more than 0.002 for each of them, and by more than 1
     */
    public boolean isInformative() {
        double needed = Math.max(1, Math.max(Math.log(residuals.count()), OF_USE * residuals.count()));
        return scales.logLikelihood - whiteLogLikelihood > needed
                && scales.logLikelihood - unorderedLogLikelihood() > needed;
    }

    /**
     * Estimates the local part f at every cell of the table.
     *
     * @return the mean and the variance of each cell, without its noise
     */
    public CellEstimates everywhere() {
        return at(Pattern.full(residuals.pattern().rows(), residuals.pattern().columns()));
    }

    /**
     * Estimates the local part f at some cells.
     *
     * @param cells the cells, observed or not
     * @return the mean and the variance of each cell, without its noise
     */
    public CellEstimates at(Pattern cells) {
        if (cells.rows() != residuals.pattern().rows()
                || cells.columns() != residuals.pattern().columns()) {
            throw new IllegalArgumentException(
                    "the cells must be those of a " + residuals.pattern().rows() + "×"
                            + residuals.pattern().columns() + " table, got " + cells.rows() + "×" + cells.columns());
        }
        double[] means = new double[cells.count()];
        double[] variances = new double[cells.count()];
        if (process.ratio() > 0) {
            Pattern.Lines across = residuals.across();
            Pattern.Lines asked = order.across(cells);
            workers.run(across.count(), line -> WORK * (across.before(line) + asked.before(line)), () -> {
                LineFilter filter = new LineFilter(order, process);
                return (from, to) -> {
                    for (int line = from; line < to; line++) {
                        filter.smooth(residuals, line, asked, scales.noise[line], means, variances);
                    }
                };
            });
        }
        return new CellEstimates(cells, means, variances);
    }

    /**
     * Estimates the local part f at each observed cell as if the cell lay in a hole, see {@link Holes}.
     *
     * @param holes how far away the nearest observations count as being
     * @return the mean and the variance of each observed cell, without its noise
     */
    CellEstimates leavingOut(Holes holes) {
        Pattern.Lines across = residuals.across();
        double[] means = new double[residuals.count()];
        double[] variances = new double[residuals.count()];
        if (process.ratio() > 0) {
            workers.run(across.count(), line -> 2 * WORK * across.before(line), () -> {
                LineFilter filter = new LineFilter(order, process);
                return (from, to) -> {
                    for (int line = from; line < to; line++) {
                        filter.leaveOut(
                                residuals, line, scales.noise[line], holes.before(), holes.after(), means, variances);
                    }
                };
            });
        }
        return new CellEstimates(residuals.pattern(), means, variances);
    }

    @Override
    public String toString() {
        return "a local part of length " + process.length() + " and ratio " + process.ratio();
    }

    /** The noise of each line across, and how likely the residuals are with it. */
    private static final class Scales {
        private final double[] noise;
        private final double logLikelihood;

        private Scales(double[] noise, double logLikelihood) {
            this.noise = noise;
            this.logLikelihood = logLikelihood;
        }

        static Scales of(Residuals residuals, Order order, LocalProcess process, Workers workers) {
            return of(residuals, order, process, 1, Integer.MAX_VALUE, workers);
        }

        /* Looks at every stride-th line across, and at this many stretches of it at most. */
        static Scales of(
                Residuals residuals, Order order, LocalProcess process, int stride, int stretches, Workers workers) {
            Pattern.Lines across = residuals.across();
            int lines = (across.count() + stride - 1) / stride;
            double[] quadratics = new double[lines];
            double[] logDeterminants = new double[lines];
            int[] counts = new int[lines];
            workers.run(lines, k -> WORK * across.before(Math.min(across.count(), k * stride)), () -> {
                LineFilter filter = new LineFilter(order, process);
                return (from, to) -> {
                    for (int k = from; k < to; k++) {
                        filter.filter(residuals, k * stride, every(across.size(k * stride), stretches));
                        quadratics[k] = filter.quadratic();
                        logDeterminants[k] = filter.logDeterminant();
                        counts[k] = filter.count();
                    }
                };
            });
            double observations = Arrays.stream(counts).sum();
            double common = Arrays.stream(quadratics).sum() / Math.max(1, observations);
            double sum = 0;
            for (int k = 0; k < lines; k++) {
                double noise = Math.max((quadratics[k] + PRIOR * common) / (counts[k] + PRIOR), Double.MIN_NORMAL);
                sum -= 0.5 * (counts[k] * Math.log(2 * Math.PI * noise) + logDeterminants[k] + quadratics[k] / noise);
                quadratics[k] = noise;
            }
            return new Scales(quadratics, sum);
        }

        private static int every(int size, int stretches) {
            int all = (size + LineFilter.STRETCH - 1) / LineFilter.STRETCH;
            return Math.max(1, (int) Math.ceil((double) all / stretches));
        }
    }

    /** Finds the likeliest length and ratio: the best of a coarse grid, then steps along each axis that are halved when none helps. */
    private static final class Search {
        private final Residuals residuals;
        private final Order order;
        private final Workers workers;
        private final int stride;
        private final double shortest;
        private final double longest;
        private double length;
        private double ratio;
        private double best = Double.NEGATIVE_INFINITY;

        Search(Residuals residuals, Order order, Workers workers) {
            this.residuals = residuals;
            this.order = order;
            this.workers = workers;
            Pattern.Lines across = residuals.across();
            long count = IntStream.range(0, across.count())
                    .mapToLong(line -> Math.min(across.size(line), STRETCHES * LineFilter.STRETCH))
                    .sum();
            this.stride = (int) Math.max(1, (count + SAMPLE - 1) / SAMPLE);
            this.shortest = Math.log(SHORTEST * order.typicalGap());
            this.longest = Math.log(LONGEST * Math.max(order.span(), order.typicalGap()));
        }

        /*
         * Whether residuals are likelier under a weak process of any length than under white noise. The likelihood of a stronger process
         * rises from there, too; so this takes one step for each length, and the search some forty. A process of length l and small ratio
         * q gains q²/2·Σ exp(−2k/l) for each observation, over k ≥ 1; the ratio here is the least that is of use.
         */
        boolean findsTrace() {
            double white = likelihood(LocalProcess.NONE);
            for (double length : TRACE_LENGTHS) {
                double least = Math.sqrt(2 * OF_USE * Math.expm1(2 / length));
                if (likelihood(new LocalProcess(length * order.typicalGap(), least)) > white) {
                    return true;
                }
            }
            return false;
        }

        private double likelihood(LocalProcess process) {
            return Scales.of(residuals, order, process, stride, STRETCHES, workers).logLikelihood;
        }

        /* Keeps these logarithms if they are likelier than all before. */
        boolean attempt(double logLength, double logRatio) {
            double l = Math.max(shortest, Math.min(longest, logLength));
            double r = Math.max(Math.log(LOWEST), Math.min(Math.log(HIGHEST), logRatio));
            double likelihood = likelihood(process(l, r));
            if (!(likelihood > best)) {
                return false;
            }
            best = likelihood;
            length = l;
            ratio = r;
            return true;
        }

        LocalProcess refined() {
            for (double step = STEP; step > LAST_STEP; step /= 2) {
                boolean moved = true;
                while (moved) {
                    moved = attempt(length + step, ratio)
                            || attempt(length - step, ratio)
                            || attempt(length, ratio + step)
                            || attempt(length, ratio - step)
                            || attempt(length + step, ratio + step)
                            || attempt(length - step, ratio - step);
                }
            }
            return process(length, ratio);
        }

        private static LocalProcess process(double logLength, double logRatio) {
            return new LocalProcess(Math.exp(logLength), Math.exp(logRatio));
        }
    }
}
