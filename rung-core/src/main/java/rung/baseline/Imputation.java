package rung.baseline;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Lanczos;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;

/**
 * The iteration of [MHT10] on sparse data: what is missing is filled in from Z, and the singular values of the result are
 * thresholded.
 *
 * <pre>Z ← S(Z + P_Ω(M − Z))</pre>
 *
 * <p>where S either lowers the singular values by λ or keeps the first few. With weights, or entries observed more than once,
 * the residual is that of each observation times its weight, and the step is divided by the largest total weight of an entry.
 *
 * <p>Differs from [MHT10]: steps are extrapolated, with a new start whenever that raises the objective; the minimum is the
 * same.
 */
final class Imputation {
    /*
     * Z = U·Rᵀ, where U has orthonormal columns, R orthogonal ones, their norms being the singular values. The filled matrix
     * A = Z + P_Ω(M − Z) is only multiplied, as low rank plus sparse. Its singular vectors come from one step of a subspace
     * iteration that goes on from where the last one ended:
     *
     *   P = orth(A·X),   B = Aᵀ·P,   B = V·Σ·Wᵀ,   U = P·W,   X = V
     *
     * X has some columns more than Z, which turn to the pairs that will enter next.
     */

    /** Columns of the block beyond those that are needed, at least. */
    private static final int SPARE = 8;

    /** Steps in a row that may fail to lower the objective before the iteration is at its end. */
    private static final int FAILURES = 3;

    private final Pattern pattern;
    private final double[] values;
    private final double[] weights;
    private final double step; // 1/L
    private final int maxRank;
    private final Workers workers;
    private final SplittableRandom random;
    private Matrix block; // X
    private Low blockOf; // the solution with whose right singular vectors it begins
    private boolean grown; // whether the block was too narrow in the last step

    /** @param centers what is taken away from the values first */
    Imputation(Observations data, LowRankMatrix centers, int maxRank, Course course) {
        pattern = data.pattern();
        workers = new Workers(course.threads());
        weights = data.weights();
        values = data.values().clone();
        if (centers.rank() > 0) {
            double[] taken = SampledProduct.of(centers.left(), centers.right(), pattern, workers);
            for (int k = 0; k < values.length; k++) {
                values[k] -= taken[k];
            }
        }
        step = 1 / largestWeight(pattern, weights);
        this.maxRank = Math.min(maxRank, Math.min(data.rows(), data.columns()));
        random = new SplittableRandom(course.seed());
        block = new Matrix(data.columns(), 0);
        grow(SPARE);
    }

    /* The largest total weight of an entry; 1 if there is none. */
    private static double largestWeight(Pattern pattern, double[] weights) {
        Pattern.Lines lines = pattern.lines(true);
        double largest = 0;
        for (int row = 0; row < lines.count(); row++) {
            int at = (int) lines.before(row);
            double total = 0;
            for (int k = at; k < at + lines.size(row); k++) {
                boolean again = lines.index() != null && k > at && lines.index()[k] == lines.index()[k - 1];
                total = (again ? total : 0) + (weights == null ? 1 : weights[k]);
                largest = Math.max(largest, total);
            }
        }
        return largest > 0 ? largest : 1;
    }

    /**
     * A solution Z = U·Rᵀ.
     *
     * @param u with orthonormal columns
     * @param r with orthogonal columns
     * @param sigma the norms of these
     * @param fitted the entries on Ω in row order
     * @param loss ½·‖P_Ω(M − Z)‖²
     */
    record Low(Matrix u, Matrix r, double[] sigma, double[] fitted, double loss) {
        int rank() {
            return sigma.length;
        }

        double nuclearNorm() {
            double sum = 0;
            for (double s : sigma) {
                sum += s;
            }
            return sum;
        }

        double value(double lambda) {
            return loss + (lambda > 0 ? lambda * nuclearNorm() : 0);
        }
    }

    Low zero() {
        return low(new Matrix(pattern.rows(), 0), new Matrix(pattern.columns(), 0), new double[0]);
    }

    private Low low(Matrix u, Matrix r, double[] sigma) {
        double[] fitted = SampledProduct.of(u, r, pattern, workers);
        double loss = 0;
        for (int k = 0; k < fitted.length; k++) {
            double residual = values[k] - fitted[k];
            loss += 0.5 * weight(k) * residual * residual;
        }
        return new Low(u, r, sigma, fitted, loss);
    }

    private double weight(int k) {
        return weights == null ? 1 : weights[k];
    }

    /** λ_max = ‖P_Ω(M)‖₂, at and above which Z = 0 minimizes. */
    double largestLambda() {
        return new Lanczos(1e-10, 2_000)
                .top(residual(zero().fitted), random.nextLong())
                .sigma();
    }

    /* P_Ω(M − Z), weighted. */
    private SparseMatrix residual(double[] fitted) {
        double[] out = new double[fitted.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = weight(k) * (values[k] - fitted[k]);
        }
        return new SparseMatrix(pattern, out, workers);
    }

    /**
     * Minimizes ½‖P_Ω(M − Z)‖² + λ‖Z‖_* from Z over matrices of rank at most {@code maxRank}.
     *
     * @param before the solution before Z on the path, from which the first step extrapolates
     * @param beta by so much of the difference
     */
    Low soften(Low z, Low before, double beta, double lambda, double tolerance, int maxIterations) {
        Converging run = new Converging(z, lambda, maxRank);
        int left = maxIterations - run.to(before, beta, tolerance, maxIterations);
        while (left > 0 && run.z.rank() < maxRank && enters(run.z, lambda * (1 + 100 * tolerance), tolerance)) {
            left -= run.to(run.z, 0, tolerance, left);
        }
        return run.z;
    }

    /** Lowers ½‖P_Ω(M − Z)‖² from Z over matrices of a rank. */
    Low truncate(Low z, int rank, double tolerance, int maxIterations) {
        Converging run = new Converging(z, 0, rank);
        run.to(z, 0, tolerance, maxIterations);
        return run.z;
    }

    /** Iterations with one λ. */
    private final class Converging {
        private final double lambda;
        private final int rank;
        private Low z;
        private double value;

        Converging(Low start, double lambda, int rank) {
            this.lambda = lambda;
            this.rank = rank;
            z = start.rank() > rank ? first(start, rank) : start;
            value = z.value(lambda);
        }

        /** Iterates until Z changes by less than a fraction of its norm; returns how many steps it took. */
        int to(Low last, double firstBeta, double tolerance, int maxIterations) {
            Low before = last;
            double beta = firstBeta;
            double t = 1;
            int failures = 0;
            for (int k = 1; k <= maxIterations; k++) {
                Candidate candidate = step(z, before, beta, lambda, rank);
                double candidateValue = candidate.low.value(lambda);
                if (!(candidateValue <= value)) {
                    if (beta == 0 && ++failures == FAILURES) {
                        return k;
                    }
                    before = z;
                    beta = 0;
                    t = 1;
                    continue;
                }
                failures = 0;
                double change = distance(candidate, z);
                before = z;
                z = candidate.low;
                value = candidateValue;
                double next = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
                beta = (t - 1) / next;
                t = next;
                if (!grown && change <= tolerance * Matrix.norm(z.sigma)) {
                    return k;
                }
            }
            return maxIterations;
        }
    }

    private Low first(Low z, int rank) {
        double[] sigma = Arrays.copyOf(z.sigma, rank);
        return low(z.u.firstColumns(rank), z.r.firstColumns(rank), sigma);
    }

    /** What a step leads to, and U⁺ᵀ·U, by which the distance from where it began is found. */
    private record Candidate(Low low, Matrix overlap) {}

    /* One step from Y = Z + β·(Z − Z_before), whose entries on Ω need no new product. */
    private Candidate step(Low z, Low before, double beta, double lambda, int rank) {
        double[] fitted = z.fitted;
        Matrix u = z.u;
        Matrix r = z.r;
        if (beta > 0) {
            fitted = new double[fitted.length];
            for (int k = 0; k < fitted.length; k++) {
                fitted[k] = z.fitted[k] + beta * (z.fitted[k] - before.fitted[k]);
            }
            u = Tall.beside(u, before.u);
            double[] scale = new double[u.columns()];
            Arrays.fill(scale, 0, z.rank(), 1 + beta);
            Arrays.fill(scale, z.rank(), scale.length, -beta);
            r = Tall.beside(r, before.r).scaledColumns(scale);
        }
        SparseMatrix residual = residual(fitted);
        Matrix p = Tall.orthonormal(span(residual, z), workers);
        Matrix cross = Tall.transposedProduct(u, p, workers);
        Matrix b = Tall.product(r, cross, workers).plus(step, residual.multiplyTransposed(p)); // Aᵀ·P
        return thresholded(p, b, cross, z.rank(), lambda * step, rank);
    }

    /*
     * Columns that span nearly what A·X does. Where X begins with the right singular vectors of Z, as it does unless the last
     * step was given up, Z·X is nothing but U with its columns scaled; what Z makes of the rest is in the span of U, and so is
     * nearly what the extrapolation adds.
     */
    private Matrix span(SparseMatrix residual, Low z) {
        Matrix sparse = residual.multiply(block);
        if (z != blockOf) {
            return Tall.product(z.u, Tall.transposedProduct(z.r, block, workers), workers)
                    .plus(step, sparse);
        }
        int k = z.rank();
        int w = block.columns();
        for (int i = 0; i < sparse.rows(); i++) {
            for (int a = 0; a < w; a++) {
                double low = a < k ? z.u.array()[i * k + a] * z.sigma[a] : 0;
                sparse.array()[i * w + a] = low + step * sparse.array()[i * w + a];
            }
        }
        return sparse;
    }

    private Candidate thresholded(Matrix p, Matrix b, Matrix cross, int before, double tau, int rank) {
        Matrix gram = Tall.gram(b, workers);
        if (!gram.isFinite()) {
            Low none = new Low(p.firstColumns(0), b.firstColumns(0), new double[0], new double[0], Double.NaN);
            return new Candidate(none, new Matrix(0, before));
        }
        SymmetricEigen eigen = SymmetricEigen.of(gram);
        int width = eigen.values().length;
        double[] sigma = new double[width];
        double[] inverse = new double[width];
        int above = 0;
        for (int k = 0; k < width; k++) {
            sigma[k] = Math.sqrt(Math.max(0, eigen.values()[k]));
            inverse[k] = sigma[k] > 0 ? 1 / sigma[k] : 0;
            above += sigma[k] > tau ? 1 : 0;
        }
        block = Tall.product(b, eigen.vectors().scaledColumns(inverse), workers); // V
        int kept = Math.min(above, rank);
        double[] shrunk = new double[kept];
        for (int k = 0; k < kept; k++) {
            shrunk[k] = sigma[k] - tau;
        }
        Matrix w = eigen.vectors().firstColumns(kept);
        Low low = low(Tall.product(p, w, workers), block.firstColumns(kept).scaledColumns(shrunk), shrunk);
        blockOf = low;
        grown = grow(tau > 0 ? Math.min(above, maxRank) : rank);
        Matrix overlap = w.multiplyTransposed(firstRows(cross, before).transposed());
        return new Candidate(low, overlap);
    }

    private static Matrix firstRows(Matrix a, int rows) {
        return new Matrix(rows, a.columns(), Arrays.copyOf(a.array(), rows * a.columns()));
    }

    /*
     * Widens the block, if there are fewer columns to spare than half of SPARE, to half as many again as are needed; says
     * whether it did. A fourth instead of a half takes a fifth more iterations on MovieLens 100K.
     */
    private boolean grow(int needed) {
        int least = Math.min(pattern.rows(), pattern.columns());
        int width = block.columns();
        if (width >= Math.min(least, needed + SPARE / 2)) {
            return false;
        }
        int wider = Math.min(least, Math.min(needed + Math.max(SPARE, needed / 2), maxRank + SPARE));
        if (wider <= width) {
            return false;
        }
        block = Tall.beside(block, Matrix.gaussian(pattern.columns(), wider - width, random));
        return true;
    }

    /* Whether a pair outside Z has a singular value of the residual above a limit; if so it joins the block. */
    private boolean enters(Low z, double limit, double tolerance) {
        double[] inverse = new double[z.rank()];
        for (int k = 0; k < inverse.length; k++) {
            inverse[k] = 1 / z.sigma[k];
        }
        LinearOperator rest = new Outside(residual(z.fitted), z.u, z.r.scaledColumns(inverse));
        SingularPair pair = new Lanczos(Math.max(1e-8, 10 * tolerance), 200).top(rest, random.nextLong());
        if (!(pair.sigma() > limit)) {
            return false;
        }
        block = Tall.beside(block, Matrix.column(pair.v()));
        int width = Math.min(pattern.rows(), pattern.columns());
        if (block.columns() > width) {
            block = block.withoutColumn(block.columns() - 2);
        }
        return true;
    }

    /** (I − U·Uᵀ)·G·(I − V·Vᵀ). */
    private record Outside(LinearOperator g, Matrix u, Matrix v) implements LinearOperator {
        @Override
        public int rows() {
            return g.rows();
        }

        @Override
        public int columns() {
            return g.columns();
        }

        @Override
        public Matrix multiply(Matrix x) {
            return outside(u, g.multiply(outside(v, x)));
        }

        @Override
        public Matrix multiplyTransposed(Matrix y) {
            return outside(v, g.multiplyTransposed(outside(u, y)));
        }

        private static Matrix outside(Matrix q, Matrix x) {
            return x.plus(-1, q.multiply(q.multiplyTransposed(x)));
        }
    }

    /* ‖Z⁺ − Z‖, from the products of the factors. */
    private double distance(Candidate candidate, Low z) {
        double[] left = candidate.overlap.array();
        double[] right = Tall.transposedProduct(candidate.low.r, z.r, workers).array();
        double inner = 0;
        for (int k = 0; k < left.length; k++) {
            inner += left[k] * right[k];
        }
        double a = Matrix.norm(candidate.low.sigma);
        double b = Matrix.norm(z.sigma);
        return Math.sqrt(Math.max(0, a * a + b * b - 2 * inner));
    }

    /**
     * The same singular vectors with the values that minimize ½‖P_Ω(M − U·diag(d)·Vᵀ)‖²; where these are not unique, those
     * nearest to the ones before.
     */
    Low debiased(Low z) {
        int k = z.rank();
        double[] inverse = new double[k];
        for (int a = 0; a < k; a++) {
            inverse[a] = 1 / z.sigma[a];
        }
        Matrix v = z.r.scaledColumns(inverse);
        double[] d = NormalEquations.improve(pattern, weights, residual(z.fitted), z.u, v, z.sigma, workers);
        return low(z.u, v.scaledColumns(d), d);
    }

    /** Z with what was taken away put back. */
    static LowRankMatrix restored(Low z, LowRankMatrix centers) {
        return LowRankMatrix.of(Tall.beside(z.u, centers.left()), Tall.beside(z.r, centers.right()));
    }
}
