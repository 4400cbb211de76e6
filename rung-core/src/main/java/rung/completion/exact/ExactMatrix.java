package rung.completion.exact;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * A matrix of the least rank that reproduces all cells of a small table to rounding, though it has fewer numbers to choose than there are
 * cells, which no chance brings about. Then nothing is to be weighed: the errors of all higher ranks are rounding, too,
 * and say nothing of the rank; and what is held out of a small table may leave the rest undetermined, at any rank.
 *
 * <p>A matrix is taken only if it determines each hole: none can be changed without a change of a cell that is known. So a column that is the
 * sum of two others, in a table with noise, decides nothing about the holes of the rest.
 *
 * <p>The squared residuals are minimized over the factors of the shorter side, those of the longer side being the best for them, by the
 * damped method of Gauss and Newton: mean-field updates stop short where the evidence of a noisy matrix of lower rank is
 * in the way. With p numbers on the shorter side of n, an iteration costs m·n²·p + p³/3.
 */
public final class ExactMatrix {
    /** The most numbers on the shorter side: what a table with noise takes to be told from an exact one is then some milliseconds. */
    private static final int MOST = 60;

    /** The least different sizes of lines that are proportional in a table of few cells. */
    private static final int LEAST_SIZES = 3;

    /** Sizes whose difference is below this part of the larger are the same. */
    private static final double ALIKE = 1e-6;

    /** A size below this part of the largest is 0. */
    private static final double ZERO = 1e-12;

    private final LowRankMatrix matrix;
    private final double[] errors;
    private final Matrix enlarged;

    ExactMatrix(LowRankMatrix matrix, double[] errors, Matrix enlarged) {
        this.matrix = matrix;
        this.errors = errors;
        this.enlarged = enlarged;
    }

    /**
     * The matrix.
     *
     * @return the matrix
     */
    public LowRankMatrix matrix() {
        return matrix;
    }

    /**
     * By how much each known cell would be missed if it were not known.
     *
     * @return the errors, row after row; infinite where nothing else determines a cell
     */
    public double[] errors() {
        return errors.clone();
    }

    /**
     * How much rounding is enlarged on its way to a cell.
     *
     * @param i the row
     * @param j the column
     * @return the variance of the cell if that of the known cells is 1
     */
    public double enlarged(int i, int j) {
        return enlarged.get(i, j);
    }

    /**
     * Finds the matrix; empty if there is none.
     *
     * @param data the observed entries
     * @param highest the highest rank that is allowed
     * @param seed the seed of the random beginnings
     * @return the matrix
     */
    public static Optional<ExactMatrix> of(Observations data, int highest, long seed) {
        boolean isTall = data.rows() >= data.columns();
        Pattern.Lines lines = data.pattern().lines(isTall ? Side.LEFT : Side.RIGHT);
        Pattern.Lines across = data.pattern().lines(isTall ? Side.RIGHT : Side.LEFT);
        int least = Math.min(shortest(lines), shortest(across));
        double[] units = spreads(data);
        if (data.count() >= (long) data.rows() * data.columns()
                || Arrays.stream(units).noneMatch(unit -> unit > 0)) {
            return Optional.empty();
        }
        ExactSearch search = new ExactSearch(ScaledTable.of(data, lines, units), seed);
        int most = Math.min(Math.min(highest, least), MOST / across.count());
        while (most > 0 && !isOverdetermined(data, most)) {
            most--;
        }
        Optional<ExactFit> highestFit = most == 0 ? Optional.empty() : search.nearlyExact(most);
        for (int rank = 1; highestFit.isPresent() && rank <= most; rank++) {
            Optional<ExactFit> fit = search.exact(rank, highestFit.get());
            if (fit.isPresent()) {
                return fit.get().determined(data);
            }
        }
        return Optional.empty();
    }

    /**
     * Finds the matrix of a table with hardly more cells than a matrix of rank 1 has numbers; empty if there is none, or if small whole numbers
     * may agree by chance. Two coincidences are enough if they concern three lines of different sizes, and not just equal cells: three answers from
     * 1 to 5, say, are often the same as three others, but never in any other proportion.
     *
     * @param data the observed entries
     * @param seed the seed of the random beginnings
     * @return the matrix, of rank 1
     */
    public static Optional<ExactMatrix> ofFew(Observations data, long seed) {
        return of(data, 1, seed).filter(exact -> {
            boolean isTall = data.rows() >= data.columns();
            int ofRows = differentSizes(exact.matrix.left(), data.pattern().lines(Side.LEFT));
            int ofColumns = differentSizes(exact.matrix.right(), data.pattern().lines(Side.RIGHT));
            return (isTall ? ofRows : ofColumns) >= LEAST_SIZES && (isTall ? ofColumns : ofRows) > 1;
        });
    }

    /* How many different sizes lines with two cells or more have, those of zeros aside. */
    private static int differentSizes(Matrix factors, Pattern.Lines lines) {
        double[] sizes = IntStream.range(0, lines.count())
                .filter(i -> lines.size(i) > 1)
                .mapToDouble(i -> factors.get(i, 0))
                .sorted()
                .toArray();
        double most = Arrays.stream(sizes).map(Math::abs).max().orElse(0);
        int different = 0;
        double last = Double.NaN;
        for (double size : sizes) {
            boolean isNew = Math.abs(size) > ZERO * most
                    && !(Math.abs(size - last) <= ALIKE * Math.max(Math.abs(size), Math.abs(last)));
            different += isNew ? 1 : 0;
            last = isNew ? size : last;
        }
        return different;
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

    /**
     * The root of the mean square of each column.
     *
     * @param data the observed entries
     * @return the sizes; 1 for a column of zeros or without entries
     */
    public static double[] sizes(Observations data) {
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
}
