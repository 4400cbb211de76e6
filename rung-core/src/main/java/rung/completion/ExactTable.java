package rung.completion;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.engine.bayes.ColumnFactors;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;

/**
 * A small table without noise: a matrix of the least rank that reproduces all of its cells to rounding, though it has fewer numbers to
 * choose than there are cells, which no chance brings about. Then nothing is to be weighed: the errors of all higher ranks are rounding, too,
 * and say nothing of the rank; and what is held out of a small table may leave the rest undetermined, at any rank.
 *
 * <p>A matrix is taken only if it determines each hole: none can be changed without a change of a cell that is known. So a column that is the
 * sum of two others, in a table with noise, decides nothing about the holes of the rest.
 *
 * <p>The squared residuals are minimized over the factors of the shorter side, those of the longer side being the best for them, by the
 * damped method of Gauss and Newton: mean-field updates stop short where the evidence of a noisy matrix of lower rank is
 * in the way. With p numbers on the shorter side of n, an iteration costs m·n²·p + p³/3.
 */
final class ExactTable {
    /** A residual below this part of the spread of its column, in mean square over all, is rounding. */
    private static final double ROUNDING = 1e-10;

    /** The most numbers on the shorter side: what a table with noise takes to be told from an exact one is then some milliseconds. */
    private static final int MOST = 60;

    /** The part of the squares of all cells that the residuals of too high a rank, which are lowered slowly in the end, must be below. */
    private static final double SMALL = 1e-8;

    /** The number of beginnings that show whether there is noise: with two, one of a thousand exact tables was missed. */
    private static final int BEGINNINGS = 3;

    private static final int ITERATIONS = 60;

    /** An iteration that lowers the residuals by less than this part, in mean square, leads to no exact matrix. */
    private static final double SLOW = 1e-3;

    /** The most that rounding may be enlarged by on its way to a hole. */
    private static final double MOST_ENLARGED = 1e3;

    /** A part of a direction below this is none. */
    private static final double NONE = 1e-6;

    /** Eigenvalues below this part of the largest belong to changes of factors that change no cell. */
    private static final double SINGULAR = 1e-11;

    private static final double FIRST_DAMPING = 1e-2;

    /** The rounding of a number of size 1. */
    private static final double EPSILON = 0x1p-52;

    private final Observations data;
    private final double[] sizes; // of the columns
    private final LowRankMatrix matrix;
    private final Matrix enlarged; // the variance of each cell if that of the known cells is 1
    private final double[]
            errors; // of each cell if it were not known, in row order; infinite if nothing else determines it

    private ExactTable(Observations data, LowRankMatrix matrix, double[] errors, Matrix enlarged) {
        this.data = data;
        this.sizes = sizes(data);
        this.enlarged = enlarged;
        this.matrix = matrix;
        this.errors = errors;
    }

    /** Returns the matrix. */
    LowRankMatrix matrix() {
        return matrix;
    }

    /** Returns by how much the cells of each column would be missed if they were not known, one at a time. */
    ColumnErrors columnErrors() {
        double[] sums = new double[data.columns()];
        int[] counts = new int[data.columns()];
        data.forEach((i, j, value, weight) -> {
            sums[j] += value;
            counts[j]++;
        });
        ColumnErrors columns = new ColumnErrors(data.columns());
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double error = errors[next[0]++];
            if (Double.isFinite(error) && counts[j] > 1) {
                columns.add(j, error, value - (sums[j] - value) / (counts[j] - 1));
            }
        });
        return columns;
    }

    /** Returns the standard error of a cell if the known cells are rounded. */
    double standardError(int i, int j) {
        return EPSILON * sizes[j] * Math.sqrt(1 + enlarged.get(i, j));
    }

    /** Returns what the errors of the known cells say of these standard errors. */
    Calibration calibration() {
        double[] relative = new double[errors.length];
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double error = Math.abs(errors[next[0]]);
            relative[next[0]++] = error / standardError(i, j);
        });
        return Calibration.of(Arrays.stream(relative).filter(Double::isFinite).toArray());
    }

    /** Returns what the matrix says of the columns, rounding being the noise. */
    ColumnFactors columnFactors() {
        Svd svd = matrix.orthonormal();
        int n = matrix.columns();
        int r = matrix.rank();
        int m = matrix.rows();
        double[] numbers = new double[3 + 2 * r + 4 * n + n * r + n * r * (r + 1) / 2];
        numbers[0] = n;
        numbers[1] = r;
        numbers[2] = 1;
        int at = 3 + 2 * r + 3 * n;
        for (int j = 0; j < n; j++) {
            numbers[at++] = Math.pow(EPSILON * sizes[j], 2);
        }
        for (int a = 0; a < r; a++) {
            double root = Math.sqrt(svd.sigma(a));
            double mean = Arrays.stream(svd.u().column(a)).average().orElse(0) * root;
            numbers[3 + a] = mean;
            numbers[3 + r + a] = Math.max(svd.sigma(a) / m - mean * mean, NONE * svd.sigma(a) / m);
        }
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < r; a++) {
                numbers[at++] = svd.v().get(j, a) * Math.sqrt(svd.sigma(a));
            }
        }
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < r; a++) {
                for (int b = 0; b <= a; b++) {
                    numbers[at++] = svd.v().get(j, a) * svd.v().get(j, b) * Math.sqrt(svd.sigma(a) * svd.sigma(b));
                }
            }
        }
        return ColumnFactors.of(numbers);
    }

    /**
     * Finds the matrix; empty if there is none.
     *
     * @param highest the highest rank that is allowed
     * @param seed the seed of the random beginnings
     */
    static Optional<ExactTable> of(Observations data, int highest, long seed) {
        boolean isTall = data.rows() >= data.columns();
        Pattern.Lines lines = data.pattern().lines(isTall ? Side.LEFT : Side.RIGHT);
        Pattern.Lines across = data.pattern().lines(isTall ? Side.RIGHT : Side.LEFT);
        int least = Math.min(shortest(lines), shortest(across));
        double[] units = spreads(data);
        if (data.count() >= (long) data.rows() * data.columns()
                || Arrays.stream(units).noneMatch(unit -> unit > 0)) {
            return Optional.empty();
        }
        Search search = new Search(data, lines, units, seed);
        int most = Math.min(Math.min(highest, least), MOST / across.count());
        while (most > 0 && !isOverdetermined(data, most)) {
            most--;
        }
        Optional<Fit> highestFit = most == 0 ? Optional.empty() : search.nearlyExact(most);
        for (int rank = 1; highestFit.isPresent() && rank <= most; rank++) {
            Optional<Fit> fit = search.exact(rank, highestFit.get());
            if (fit.isPresent()) {
                return fit.get().determined(data);
            }
        }
        return Optional.empty();
    }

    /* Whether a table has more cells than a matrix has numbers, by more than its rank. */
    private static boolean isOverdetermined(Observations data, int rank) {
        return data.count() - rank * (data.rows() + data.columns() - rank) > rank;
    }

    private static int shortest(Pattern.Lines lines) {
        return IntStream.range(0, lines.count()).map(lines::size).min().orElse(0);
    }

    /* The standard deviation of each column, by which its residuals are measured; the size of a constant one. */
    private static double[] spreads(Observations data) {
        double[] sums = new double[data.columns()];
        double[] sizes = sizes(data);
        int[] counts = new int[data.columns()];
        data.forEach((i, j, value, weight) -> {
            sums[j] += value;
            counts[j]++;
        });
        double[] squares = new double[data.columns()];
        data.forEach((i, j, value, weight) -> squares[j] += Math.pow(value - sums[j] / counts[j], 2));
        double[] spreads = new double[data.columns()];
        Arrays.setAll(spreads, j -> Math.sqrt(squares[j] / counts[j]));
        boolean isConstant = Arrays.stream(spreads).allMatch(spread -> spread == 0);
        Arrays.setAll(spreads, j -> spreads[j] > 0 || isConstant ? spreads[j] : sizes[j]);
        return spreads;
    }

    /* The root of the mean square of each column; 1 if that is 0. */
    private static double[] sizes(Observations data) {
        double[] squares = new double[data.columns()];
        int[] counts = new int[data.columns()];
        data.forEach((i, j, value, weight) -> {
            squares[j] += value * value;
            counts[j]++;
        });
        double[] sizes = new double[squares.length];
        Arrays.setAll(sizes, j -> squares[j] > 0 ? Math.sqrt(squares[j] / counts[j]) : 1);
        return sizes;
    }

    /** The search for a matrix of one rank after the other, in a table whose columns are of one size. */
    private static final class Search {
        private final Pattern.Lines lines; // of the longer side
        private final boolean isTall;
        private final int n; // the length of the shorter side
        private final double[][] x; // line by line
        private final double[][] units; // of the residuals
        private final double[] sizes;
        private final SplittableRandom random;

        Search(Observations data, Pattern.Lines lines, double[] spreads, long seed) {
            this.lines = lines;
            this.isTall = data.rows() >= data.columns();
            this.n = Math.min(data.rows(), data.columns());
            this.sizes = sizes(data);
            this.random = new SplittableRandom(seed);
            this.x = new double[lines.count()][];
            this.units = new double[lines.count()][];
            for (int i = 0; i < x.length; i++) {
                x[i] = new double[lines.size(i)];
                units[i] = new double[lines.size(i)];
                for (int k = 0; k < x[i].length; k++) {
                    int column = isTall ? lines.other(i, k) : i;
                    x[i][k] = data.values()[lines.position(i, k)] / sizes[column];
                    units[i][k] = spreads[column] / sizes[column];
                }
            }
        }

        /** Returns a fit of the highest rank if its residuals are so small that there may be an exact one of this rank or a lower one. */
        Optional<Fit> nearlyExact(int highest) {
            double all = Arrays.stream(x)
                    .flatMapToDouble(Arrays::stream)
                    .map(each -> each * each)
                    .sum();
            return IntStream.range(0, BEGINNINGS)
                    .mapToObj(k -> k == 0 ? byProducts(highest) : Matrix.gaussian(n, highest, random))
                    .map(factors -> descend(new Fit(this, factors)))
                    .filter(fit -> fit.squares <= SMALL * all)
                    .findFirst();
        }

        /** Returns the fit of a rank whose residuals are rounding, beginning with the first directions of a fit of a higher rank. */
        Optional<Fit> exact(int rank, Fit higher) {
            Matrix directions = Svd.ofProduct(higher.u, higher.v).v().firstColumns(rank);
            return Stream.of(directions, byProducts(rank), Matrix.gaussian(n, rank, random))
                    .map(factors -> descend(new Fit(this, factors)))
                    .filter(Fit::isRounding)
                    .findFirst();
        }

        private Fit descend(Fit start) {
            Fit fit = start;
            double damping = FIRST_DAMPING;
            for (int k = 0; k < ITERATIONS && damping < 1 / ROUNDING; k++) {
                Fit next = new Fit(this, fit.step(damping));
                boolean isLower = next.squares < fit.squares;
                damping *= isLower ? 0.1 : 4;
                if (isLower) {
                    boolean isSlow = next.squares > (1 - SLOW) * fit.squares;
                    fit = next;
                    if (isSlow) {
                        break;
                    }
                }
            }
            return fit;
        }

        /* The first directions of what lines across have in common, each two of them where both are known. */
        private Matrix byProducts(int rank) {
            double[][] sums = new double[n][n];
            int[][] counts = new int[n][n];
            for (int i = 0; i < x.length; i++) {
                for (int k = 0; k < x[i].length; k++) {
                    for (int l = 0; l < x[i].length; l++) {
                        sums[lines.other(i, k)][lines.other(i, l)] += x[i][k] * x[i][l];
                        counts[lines.other(i, k)][lines.other(i, l)]++;
                    }
                }
            }
            Matrix products = new Matrix(n, n);
            for (int j = 0; j < n; j++) {
                for (int l = 0; l < n; l++) {
                    products.set(j, l, sums[j][l] / Math.max(1, counts[j][l]));
                }
            }
            SymmetricEigen eigen = SymmetricEigen.of(products);
            boolean isAscending = eigen.value(0) < eigen.value(n - 1);
            Matrix first = new Matrix(n, rank);
            for (int k = 0; k < rank; k++) {
                for (int j = 0; j < n; j++) {
                    first.set(j, k, eigen.vectors().get(j, isAscending ? n - 1 - k : k));
                }
            }
            return first;
        }
    }

    /** Factors of the shorter side, and the best factors of the longer side for them. */
    private static final class Fit {
        private final Search search;
        private final int r;
        private final Matrix v; // of the shorter side, orthonormal
        private final Matrix u; // of the longer side
        private final Qr[] known; // of the factors of the known cells of each line
        private final double[][] residuals;
        private final double squares; // of the residuals

        Fit(Search search, Matrix factors) {
            this.search = search;
            this.r = factors.columns();
            this.v = Qr.of(factors).q();
            this.u = new Matrix(search.x.length, r);
            this.known = new Qr[search.x.length];
            this.residuals = new double[search.x.length][];
            double sum = 0;
            for (int i = 0; i < known.length; i++) {
                double[] x = search.x[i];
                Matrix of = new Matrix(x.length, r);
                for (int k = 0; k < x.length; k++) {
                    for (int a = 0; a < r; a++) {
                        of.set(k, a, v.get(search.lines.other(i, k), a));
                    }
                }
                known[i] = Qr.of(of);
                residuals[i] = x.clone();
                double[] c = new double[r];
                for (int a = 0; a < r; a++) {
                    for (int k = 0; k < x.length; k++) {
                        c[a] += known[i].q().get(k, a) * x[k];
                    }
                    for (int k = 0; k < x.length; k++) {
                        residuals[i][k] -= known[i].q().get(k, a) * c[a];
                    }
                }
                for (int a = r - 1; a >= 0; a--) {
                    double rest = c[a];
                    for (int b = a + 1; b < r; b++) {
                        rest -= known[i].r().get(a, b) * u.get(i, b);
                    }
                    double pivot = known[i].r().get(a, a);
                    u.set(i, a, pivot == 0 ? 0 : rest / pivot);
                }
                sum += Arrays.stream(residuals[i]).map(e -> e * e).sum();
            }
            this.squares = sum;
        }

        boolean isRounding() {
            double sum = 0;
            int count = 0;
            for (int i = 0; i < residuals.length; i++) {
                for (int k = 0; k < residuals[i].length; k++, count++) {
                    double unit = search.units[i][k];
                    sum += residuals[i][k] == 0 ? 0 : Math.pow(residuals[i][k] / unit, 2);
                }
            }
            return sum <= ROUNDING * ROUNDING * count;
        }

        /* The curvature of the squares in the factors of the shorter side, those of the longer side following them. */
        private Matrix curvature() {
            Matrix s = new Matrix(search.n * r, search.n * r);
            for (int i = 0; i < known.length; i++) {
                for (int k = 0; k < residuals[i].length; k++) {
                    for (int l = 0; l < residuals[i].length; l++) {
                        double part = k == l ? 1 : 0;
                        for (int a = 0; a < r; a++) {
                            part -= known[i].q().get(k, a) * known[i].q().get(l, a);
                        }
                        int from = search.lines.other(i, k) * r;
                        int to = search.lines.other(i, l) * r;
                        for (int a = 0; a < r; a++) {
                            for (int b = 0; b < r; b++) {
                                int at = (from + a) * search.n * r + to + b;
                                s.array()[at] += part * u.get(i, a) * u.get(i, b);
                            }
                        }
                    }
                }
            }
            return s;
        }

        /** Returns factors of the shorter side that are better if the damping is high enough. */
        Matrix step(double damping) {
            int p = search.n * r;
            Matrix s = curvature();
            double[] way = new double[p];
            for (int i = 0; i < known.length; i++) {
                for (int k = 0; k < residuals[i].length; k++) {
                    for (int a = 0; a < r; a++) {
                        way[search.lines.other(i, k) * r + a] += residuals[i][k] * u.get(i, a);
                    }
                }
            }
            double trace = 0;
            for (int k = 0; k < p; k++) {
                trace += s.get(k, k);
            }
            for (int k = 0; k < p; k++) {
                s.set(k, k, s.get(k, k) + (damping + SINGULAR) * trace / p);
            }
            solve(s, way);
            Matrix next = v.copy();
            for (int k = 0; k < p; k++) {
                next.array()[k] += way[k];
            }
            return next;
        }

        /* Solves by Cholesky's factor, in place. */
        private static void solve(Matrix s, double[] b) {
            int p = b.length;
            for (int j = 0; j < p; j++) {
                for (int i = j; i < p; i++) {
                    double sum = s.get(i, j);
                    for (int k = 0; k < j; k++) {
                        sum -= s.get(i, k) * s.get(j, k);
                    }
                    s.set(i, j, i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / s.get(j, j));
                }
                for (int k = 0; k < j; k++) {
                    b[j] -= s.get(j, k) * b[k];
                }
                b[j] /= s.get(j, j);
            }
            for (int j = p - 1; j >= 0; j--) {
                for (int k = j + 1; k < p; k++) {
                    b[j] -= s.get(k, j) * b[k];
                }
                b[j] /= s.get(j, j);
            }
        }

        /** Returns the table if the known cells determine every hole, up to rounding that is not enlarged much. */
        Optional<ExactTable> determined(Observations data) {
            SymmetricEigen eigen = SymmetricEigen.of(curvature());
            double most = Math.max(eigen.value(0), eigen.value(eigen.values().length - 1));
            double[] errors = new double[data.count()];
            Matrix variances = new Matrix(data.rows(), data.columns());
            for (int i = 0; i < known.length; i++) {
                int next = 0;
                for (int j = 0; j < search.n; j++) {
                    double enlarged = enlarged(i, j, eigen, most);
                    variances.set(search.isTall ? i : j, search.isTall ? j : i, enlarged);
                    boolean isHole = next == residuals[i].length || search.lines.other(i, next) != j;
                    if (isHole && !(enlarged <= MOST_ENLARGED * MOST_ENLARGED)) {
                        return Optional.empty();
                    }
                    for (; next < residuals[i].length && search.lines.other(i, next) == j; next++) {
                        double left = 1 - enlarged;
                        errors[search.lines.position(i, next)] = left > NONE
                                ? residuals[i][next] / left * search.sizes[search.isTall ? j : i]
                                : Double.POSITIVE_INFINITY;
                    }
                }
            }
            return Optional.of(new ExactTable(data, matrix(), errors, variances));
        }

        private LowRankMatrix matrix() {
            Matrix left = search.isTall ? u.copy() : v.copy();
            Matrix right = search.isTall ? v.copy() : u.copy();
            for (int j = 0; j < right.rows(); j++) {
                for (int a = 0; a < r; a++) {
                    right.set(j, a, search.sizes[j] * right.get(j, a));
                }
            }
            return LowRankMatrix.of(left, right);
        }

        /* The variance of a cell if that of the known cells is 1; infinite if they do not determine it. */
        private double enlarged(int i, int j, SymmetricEigen eigen, double most) {
            double[] w = new double[r]; // R⁻ᵀ·v_j
            double sum = 0;
            for (int a = 0; a < r; a++) {
                double rest = v.get(j, a);
                for (int b = 0; b < a; b++) {
                    rest -= known[i].r().get(b, a) * w[b];
                }
                double pivot = known[i].r().get(a, a);
                w[a] = Math.abs(pivot) < SINGULAR ? Double.POSITIVE_INFINITY : rest / pivot;
                sum += w[a] * w[a];
            }
            if (!Double.isFinite(sum)) {
                return Double.POSITIVE_INFINITY;
            }
            double[] change = new double[search.n * r];
            double size = 0;
            for (int a = 0; a < r; a++) {
                change[j * r + a] += u.get(i, a);
                size += u.get(i, a) * u.get(i, a);
            }
            for (int k = 0; k < residuals[i].length; k++) {
                double part = 0;
                for (int a = 0; a < r; a++) {
                    part += known[i].q().get(k, a) * w[a];
                }
                for (int a = 0; a < r; a++) {
                    change[search.lines.other(i, k) * r + a] -= part * u.get(i, a);
                }
            }
            double free = 0;
            for (int e = 0; e < change.length; e++) {
                double along = 0;
                for (int k = 0; k < change.length; k++) {
                    along += change[k] * eigen.vectors().get(k, e);
                }
                if (eigen.value(e) > SINGULAR * most) {
                    sum += along * along / eigen.value(e);
                } else {
                    free += along * along;
                }
            }
            return free > NONE * NONE * size ? Double.POSITIVE_INFINITY : sum;
        }
    }
}
