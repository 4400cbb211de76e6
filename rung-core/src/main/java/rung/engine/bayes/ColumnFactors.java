package rung.engine.bayes;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.Workers;
import rung.loss.Loss;
import rung.objective.Entries;

/** What a fit knows of the columns of a table, and what it expects of a row: enough for rows that it has not seen. Immutable. */
public final class ColumnFactors {
    /** The number of updates of rows whose entries are not all normal; a normal row is settled by one. */
    private static final int ROUNDS = 20;

    private final Posterior right;
    private final Prior prior;
    private final MixedNoise.Columns columns;

    private ColumnFactors(Posterior right, Prior prior, MixedNoise.Columns columns) {
        this.right = right;
        this.prior = prior;
        this.columns = columns;
    }

    /**
     * The rank of the matrix behind the columns.
     *
     * @return the rank
     */
    public int rank() {
        return right.rank();
    }

    static ColumnFactors of(Posterior left, Posterior right, Noise noise) {
        int n = right.rows();
        double[] dispersions = new double[n];
        Arrays.setAll(dispersions, j -> noise.variance(j, 0, 0) / noise.variance());
        MixedNoise.Columns columns = noise instanceof MixedNoise mixed
                ? mixed.columns()
                : new MixedNoise.Columns(
                        Collections.nCopies(n, Likelihood.NORMAL),
                        new double[n],
                        new double[n],
                        dispersions,
                        noise.variance());
        return new ColumnFactors(right, left.prior(), columns);
    }

    /**
     * What is known of the columns of a matrix that is certain.
     *
     * @param matrix the matrix
     * @param noise the variance of the noise of each column
     * @return the columns; each direction's singular value is shared by both sides
     */
    public static ColumnFactors certain(LowRankMatrix matrix, double[] noise) {
        Svd svd = matrix.orthonormal();
        double[] roots = Arrays.stream(svd.sigma()).map(Math::sqrt).toArray();
        boolean[] rows = new boolean[matrix.rows()];
        boolean[] columns = new boolean[matrix.columns()];
        Arrays.fill(rows, true);
        Arrays.fill(columns, true);
        Posterior left = Posterior.certain(svd.u().scaledColumns(roots), rows);
        Posterior right = Posterior.certain(svd.v().scaledColumns(roots), columns);
        int n = columns.length;
        return new ColumnFactors(
                right,
                left.prior(),
                new MixedNoise.Columns(
                        Collections.nCopies(n, Likelihood.NORMAL), new double[n], new double[n], noise.clone(), 1));
    }

    /**
     * The number of columns.
     *
     * @return the number
     */
    public int columns() {
        return right.rows();
    }

    /**
     * Finds the factors of other rows of the same columns, with what is known of the columns as it is.
     *
     * @param rows the observed entries of these rows
     * @param workers the threads
     * @return the iterate of these rows
     */
    public BayesianIterate fit(Observations rows, Workers workers) {
        return fit(rows, 0, workers);
    }

    /** The same; the seed is that of searches for pairs. */
    BayesianIterate fit(Observations rows, long seed, Workers workers) {
        if (rows.columns() != columns()) {
            throw new IllegalArgumentException(
                    "there must be " + columns() + " columns as in the fit, got " + rows.columns());
        }
        Entries entries = new Entries(rows, Loss.squared(), workers);
        Pattern.Lines lines = rows.pattern().lines(Side.LEFT);
        boolean isNormal = columns.likelihoods().stream().allMatch(each -> each == Likelihood.NORMAL);
        Posterior left = Posterior.of(prior, lines);
        double[] weights = Arrays.stream(columns.dispersions())
                .map(dispersion -> dispersion > 0 ? 1 / dispersion : 1)
                .toArray();
        Noise noise = isNormal
                ? NormalNoise.of(rows.pattern(), Targets.of(rows.values(), entries), columns.variance(), weights)
                : MixedNoise.of(entries, columns, left, right);
        for (int k = 0; k < (isNormal ? 1 : ROUNDS); k++) {
            left = new BayesianUpdate(Side.LEFT, lines, right, left, prior, noise).run(workers);
            noise = isNormal ? noise : MixedNoise.of(entries, columns, left, right);
        }
        return new BayesianIterate(entries, BayesianIterate.Space.of(rows.count()), seed, left, right, noise);
    }

    /**
     * All of this as numbers: columns n, rank r, the variance of the noise, means and variances of the prior (r each), likelihood,
     * offset, factor and dispersion of each column (n each; that of a normal column is its noise over that variance), the means of the columns' factors (n·r, column after column), and for each
     * column the lower triangle of their second moments, row after row.
     *
     * @return the numbers, in an array of the caller's own
     */
    public double[] toNumbers() {
        int n = columns();
        int r = right.rank();
        int triangle = Posterior.at(r, 0);
        DoubleBuffer numbers = DoubleBuffer.allocate(length(n, r));
        numbers.put(n).put(r).put(columns.variance());
        numbers.put(prior.means()).put(prior.variances());
        columns.likelihoods().forEach(likelihood -> numbers.put(likelihood.ordinal()));
        numbers.put(columns.offsets()).put(columns.factors()).put(columns.dispersions());
        numbers.put(right.mean().array());
        for (int j = 0; j < n; j++) {
            numbers.put(right.moments().array(), j * right.moments().columns(), triangle);
        }
        return numbers.array();
    }

    /**
     * Reads what {@link #toNumbers} gave.
     *
     * @param numbers the numbers
     * @return the columns
     * @throws IllegalArgumentException if they are not what it gives
     */
    public static ColumnFactors of(double... numbers) {
        DoubleBuffer in = DoubleBuffer.wrap(numbers);
        int n = numbers.length < 3 ? -1 : whole(in.get(), 1);
        int r = numbers.length < 3 ? -1 : whole(in.get(), 0);
        if (n < 0 || r < 0 || r > n || numbers.length != length(n, r)) {
            throw new IllegalArgumentException("these must be the numbers of a fit's columns, got " + numbers.length);
        }
        double variance = in.get();
        double[] means = take(in, r);
        double[] variances = take(in, r);
        List<Likelihood> likelihoods = new ArrayList<>();
        for (int j = 0; j < n; j++) {
            int ordinal = whole(in.get(), 0);
            if (ordinal < 0 || ordinal >= Likelihood.values().length) {
                throw new IllegalArgumentException(
                        "a likelihood must be one of " + List.of(Likelihood.values()) + ", got number " + ordinal);
            }
            likelihoods.add(Likelihood.values()[ordinal]);
        }
        MixedNoise.Columns columns =
                new MixedNoise.Columns(List.copyOf(likelihoods), take(in, n), take(in, n), take(in, n), variance);
        Matrix mean = new Matrix(n, r, take(in, n * r));
        Matrix moments = new Matrix(n, Posterior.width(r));
        for (int j = 0; j < n; j++) {
            in.get(moments.array(), j * moments.columns(), Posterior.at(r, 0));
        }
        boolean[] observed = new boolean[n];
        Arrays.fill(observed, true);
        return new ColumnFactors(new Posterior(mean, moments, observed, 0), new Prior(means, variances, 1, 0), columns);
    }

    private static int length(int n, int r) {
        return Math.toIntExact(3L + 2L * r + 4L * n + (long) n * r + (long) n * Posterior.at(r, 0));
    }

    private static int whole(double number, int least) {
        return number >= least && number < 1e9 && number == Math.rint(number) ? (int) number : -1;
    }

    private static double[] take(DoubleBuffer in, int count) {
        double[] taken = new double[count];
        in.get(taken);
        return taken;
    }
}
