package rung.completion.exact;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;

/** The search for a matrix of one rank after the other, in a table without noise. */
final class ExactSearch {
    /** The part of the squares of all cells that the residuals of too high a rank, which are lowered slowly in the end, must be below. */
    private static final double SMALL = 1e-8;

    /** The number of beginnings that show whether there is noise: with two, one of a thousand exact tables was missed. */
    private static final int BEGINNINGS = 3;

    private static final int ITERATIONS = 60;

    /** An iteration that lowers the residuals by less than this part, in mean square, leads to no exact matrix. */
    private static final double SLOW = 1e-3;

    private static final double FIRST_DAMPING = 1e-2;

    private final ScaledTable table;
    private final SplittableRandom random;

    ExactSearch(ScaledTable table, long seed) {
        this.table = table;
        this.random = new SplittableRandom(seed);
    }

    /** Returns a fit of the highest rank if its residuals are so small that there may be an exact one of this rank or a lower one. */
    Optional<ExactFit> nearlyExact(int highest) {
        double all = Arrays.stream(table.x())
                .flatMapToDouble(Arrays::stream)
                .map(each -> each * each)
                .sum();
        return IntStream.range(0, BEGINNINGS)
                .mapToObj(k -> k == 0 ? byProducts(highest) : Matrix.gaussian(table.n(), highest, random))
                .map(factors -> descend(new ExactFit(table, factors)))
                .filter(fit -> fit.squares() <= SMALL * all)
                .findFirst();
    }

    /** Returns the fit of a rank whose residuals are rounding, beginning with the first directions of a fit of a higher rank. */
    Optional<ExactFit> exact(int rank, ExactFit higher) {
        Matrix directions = Svd.ofProduct(higher.longer(), higher.shorter()).v().firstColumns(rank);
        return Stream.of(directions, byProducts(rank), Matrix.gaussian(table.n(), rank, random))
                .map(factors -> descend(new ExactFit(table, factors)))
                .filter(ExactFit::isRounding)
                .findFirst();
    }

    private ExactFit descend(ExactFit start) {
        ExactFit fit = start;
        double damping = FIRST_DAMPING;
        for (int k = 0; k < ITERATIONS && damping < 1 / ExactFit.ROUNDING; k++) {
            ExactFit next = new ExactFit(table, fit.step(damping));
            boolean isLower = next.squares() < fit.squares();
            damping *= isLower ? 0.1 : 4;
            if (isLower) {
                boolean isSlow = next.squares() > (1 - SLOW) * fit.squares();
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
        int n = table.n();
        double[][] x = table.x();
        Pattern.Lines lines = table.lines();
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
