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
import rung.linalg.Side;
import rung.linalg.SingularPair;
import rung.linalg.SparseMatrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;

/**
 * The iteration of [MHT10] on sparse data: missing entries are filled in from Z, and the singular values of the result are thresholded.
 *
 * <pre>Z ← S(Z + P_Ω(M − Z))</pre>
 *
 * <p>where S either lowers the singular values by λ or keeps the first few. With weights, or entries observed more than once, the
 * residual is that of each observation times its weight, and the step is divided by the largest total weight of an entry.
 *
 * <p>Differs from [MHT10]: steps are extrapolated, with a new start whenever that raises the objective; the minimum is the same.
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

    /** The least number of columns of the block beyond those that are needed. */
    private static final int SPARE = 8;

    /** The number of steps in a row that may fail to lower the objective before the iteration ends. */
    private static final int FAILURES = 3;

    private final Pattern pattern;
    private final double[] values;
    private final double[] weights;
    private final double step; // 1/L
    private final int maxRank;
    private final Workers workers;
    private final SplittableRandom random;
    private Matrix block; // X
    private Low blockOf; // the solution whose right singular vectors are the first columns of the block
    private boolean grown; // whether the block was too narrow in the last step

    /**
     * Prepares the iteration.
     *
     * @param centers what is subtracted from the values first
     */
    Imputation(Observations data, LowRankMatrix centers, int maxRank, FitOptions options) {
        pattern = data.pattern();
        workers = new Workers(options.threads());
        weights = data.weights().orElse(null);
        values = data.values().clone();
        if (centers.rank() > 0) {
            double[] taken = SampledProduct.of(centers.left(), centers.right(), pattern, workers);
            for (int k = 0; k < values.length; k++) {
                values[k] -= taken[k];
            }
        }
        step = 1 / largestWeight(pattern, weights);
        this.maxRank = Math.min(maxRank, Math.min(data.rows(), data.columns()));
        random = new SplittableRandom(options.seed());
        block = new Matrix(data.columns(), 0);
        grow(SPARE);
    }

    /* The largest total weight of an entry; 1 if there is none. */
    private static double largestWeight(Pattern pattern, double[] weights) {
        Pattern.Lines lines = pattern.lines(Side.LEFT);
        double largest = 0;
        for (int row = 0; row < lines.count(); row++) {
            int at = (int) lines.before(row);
            double total = 0;
            for (int k = 0; k < lines.size(row); k++) {
                boolean again = k > 0 && lines.other(row, k) == lines.other(row, k - 1);
                total = (again ? total : 0) + (weights == null ? 1 : weights[at + k]);
                largest = Math.max(largest, total);
            }
        }
        return largest > 0 ? largest : 1;
    }

    /**
     * A matrix Z = U·Rᵀ.
     *
     * @param u the left factor, with orthonormal columns
     * @param r the right factor, with orthogonal columns
     * @param sigma the norms of the columns of R, which are the singular values
     * @param fitted the entries on Ω, in row order
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

    /** Computes λ_max = ‖P_Ω(M)‖₂; for this λ and larger ones Z = 0 minimizes. */
    double largestLambda() {
        return new Lanczos(1e-10, 2_000)
                .top(residual(zero().fitted), random.nextLong())
                .sigma();
    }

    /* The weighted residual P_Ω(M − Z). */
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
     * @param before the solution before Z on the path; the first step extrapolates from it through Z
     * @param beta how far the first step extrapolates, as a part of Z − before
     */
    Low soften(Low z, Low before, double beta, double lambda, double tolerance, int maxIterations) {
        Iterations run = new Iterations(z, lambda, maxRank);
        int left = maxIterations - run.iterate(before, beta, tolerance, maxIterations);
        while (left > 0 && run.z.rank() < maxRank && enters(run.z, lambda * (1 + 100 * tolerance), tolerance)) {
            left -= run.iterate(run.z, 0, tolerance, left);
        }
        return run.z;
    }

    /** Lowers ½‖P_Ω(M − Z)‖² from Z over matrices of a rank. */
    Low truncate(Low z, int rank, double tolerance, int maxIterations) {
        Iterations run = new Iterations(z, 0, rank);
        run.iterate(z, 0, tolerance, maxIterations);
        return run.z;
    }

    /** The iterations with one λ and one bound on the rank. */
    private final class Iterations {
        private final double lambda;
        private final int rank;
        private Low z;
        private double value;

        Iterations(Low start, double lambda, int rank) {
            this.lambda = lambda;
            this.rank = rank;
            z = start.rank() > rank ? first(start, rank) : start;
            value = z.value(lambda);
        }

        /** Iterates until Z changes by less than a fraction of its norm; returns how many steps it took. */
        int iterate(Low last, double firstBeta, double tolerance, int maxIterations) {
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

    /** The result of a step, and the overlap U⁺ᵀ·U, from which its distance to the start of the step is computed. */
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
            u = TallProducts.beside(u, before.u);
            double[] scale = new double[u.columns()];
            Arrays.fill(scale, 0, z.rank(), 1 + beta);
            Arrays.fill(scale, z.rank(), scale.length, -beta);
            r = TallProducts.beside(r, before.r).scaledColumns(scale);
        }
        SparseMatrix residual = residual(fitted);
        Matrix p = TallProducts.orthonormal(span(residual, z), workers);
        Matrix cross = TallProducts.transposedProduct(u, p, workers);
        Matrix b = TallProducts.product(r, cross, workers).plus(step, residual.multiplyTransposed(p)); // Aᵀ·P
        return thresholded(p, b, cross, z.rank(), lambda * step, rank);
    }

    /*
     * Computes columns that span nearly what A·X does. Where X begins with the right singular vectors of Z, as it does unless the last
     * step was rejected, Z·X is just U with its columns scaled; what Z makes of the other columns is in the span of U, and nearly so is
     * what the extrapolation adds.
     */
    private Matrix span(SparseMatrix residual, Low z) {
        Matrix sparse = residual.multiply(block);
        if (z != blockOf) {
            return TallProducts.product(z.u, TallProducts.transposedProduct(z.r, block, workers), workers)
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
        Matrix gram = TallProducts.gram(b, workers);
        if (!gram.isFinite()) {
            Low none = new Low(p.firstColumns(0), b.firstColumns(0), new double[0], new double[0], Double.NaN);
            return new Candidate(none, new Matrix(0, before));
        }
        SymmetricEigen eigen = SymmetricEigen.of(gram);
        int width = eigen.vectors().columns();
        double[] sigma = new double[width];
        double[] inverse = new double[width];
        int above = 0;
        for (int k = 0; k < width; k++) {
            sigma[k] = Math.sqrt(Math.max(0, eigen.value(k)));
            inverse[k] = sigma[k] > 0 ? 1 / sigma[k] : 0;
            above += sigma[k] > tau ? 1 : 0;
        }
        block = TallProducts.product(b, eigen.vectors().scaledColumns(inverse), workers); // V
        int kept = Math.min(above, rank);
        double[] shrunk = new double[kept];
        for (int k = 0; k < kept; k++) {
            shrunk[k] = sigma[k] - tau;
        }
        Matrix w = eigen.vectors().firstColumns(kept);
        Low low = low(
                TallProducts.product(p, w, workers), block.firstColumns(kept).scaledColumns(shrunk), shrunk);
        blockOf = low;
        grown = grow(tau > 0 ? Math.min(above, maxRank) : rank);
        Matrix overlap = w.multiplyTransposed(firstRows(cross, before).transposed());
        return new Candidate(low, overlap);
    }

    private static Matrix firstRows(Matrix a, int rows) {
        return new Matrix(rows, a.columns(), Arrays.copyOf(a.array(), rows * a.columns()));
    }

    /*
     * Widens the block if it has fewer spare columns than half of SPARE, to one and a half times the number needed; returns whether it
     * did. A fourth instead of a half takes a fifth more iterations on MovieLens 100K.
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
        block = TallProducts.beside(block, Matrix.gaussian(pattern.columns(), wider - width, random));
        return true;
    }

    /* Returns whether a pair outside of Z has a singular value of the residual above a limit; if so the pair joins the block. */
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
        block = TallProducts.beside(block, Matrix.column(pair.v()));
        int width = Math.min(pattern.rows(), pattern.columns());
        if (block.columns() > width) {
            block = block.withoutColumn(block.columns() - 2);
        }
        return true;
    }

    /** The operator (I − U·Uᵀ)·G·(I − V·Vᵀ), known by its products. */
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

    /* Computes ‖Z⁺ − Z‖ from the products of the factors. */
    private double distance(Candidate candidate, Low z) {
        double[] left = candidate.overlap.array();
        double[] right =
                TallProducts.transposedProduct(candidate.low.r, z.r, workers).array();
        double inner = 0;
        for (int k = 0; k < left.length; k++) {
            inner += left[k] * right[k];
        }
        double a = Matrix.norm(candidate.low.sigma);
        double b = Matrix.norm(z.sigma);
        return Math.sqrt(Math.max(0, a * a + b * b - 2 * inner));
    }

    /**
     * Replaces the singular values by those that minimize ½‖P_Ω(M − U·diag(d)·Vᵀ)‖², with the same singular vectors. If these values
     * are not unique, it takes those nearest to the old ones.
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

    /** Adds to Z what was subtracted from the data. */
    static LowRankMatrix restored(Low z, LowRankMatrix centers) {
        return LowRankMatrix.of(TallProducts.beside(z.u, centers.left()), TallProducts.beside(z.r, centers.right()));
    }
}
