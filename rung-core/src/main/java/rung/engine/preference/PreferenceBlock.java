package rung.engine.preference;

import java.util.SplittableRandom;
import rung.Refit;
import rung.linalg.LineRandom;
import rung.linalg.Matrix;
import rung.linalg.Workers;

/**
 * Some lines of one side of {@link Preferences} with their entries, and the arithmetic of the engine on these lines. The lines of the
 * other side that the entries name must be at hand, and only these: an index of an entry is a row of what is given as the other side.
 * With it the engine runs where no machine has all lines. The methods work on the calling thread.
 */
public final class PreferenceBlock {
    /** Spreads the keys of searches that begin at different ranks. */
    private static final long KEY = 0x9e3779b97f4a7c15L;

    private final EventLines lines;

    private PreferenceBlock(EventLines lines) {
        this.lines = lines;
    }

    /**
     * A block whose entries all have the weight 1. The target of an entry is the product of the scales of its two lines.
     *
     * @param start where the entries of each line begin, and at the end the number of entries; not copied
     * @param index for each entry the row of its line on the other side; not copied
     * @param ownScales the scale of each line; not copied
     * @param otherScales the scale of each row of the other side; not copied
     * @return the block
     */
    public static PreferenceBlock of(int[] start, int[] index, float[] ownScales, float[] otherScales) {
        return new PreferenceBlock(new EventLines(start, index, null, null, ownScales, otherScales));
    }

    /**
     * A copy whose entries have weights.
     *
     * @param weights the weight of each entry, at least 0; not copied
     * @return the block
     */
    public PreferenceBlock withWeights(float[] weights) {
        return new PreferenceBlock(new EventLines(
                lines.start(), lines.index(), weights, lines.targets(), lines.ownScale(), lines.otherScale()));
    }

    /**
     * The coefficient of each line in the penalty: λ·(the sum of its weights + α·its length)^ν.
     *
     * @param lambda λ
     * @param nu ν
     * @param unseen α times the number of all lines of the other side
     * @return a number for each line
     */
    public double[] ridge(double lambda, double nu, double unseen) {
        return LineRidge.coefficients(lambda, nu, unseen, lines);
    }

    /**
     * Refits all lines.
     *
     * @param own the factors of the lines
     * @param other the factors of the other side's lines
     * @param common α·FᵀF, where F has all lines of the other side, also those that are not at hand
     * @param ridge the coefficient of each line, see {@link #ridge}
     * @param refit how exactly
     * @return the new factors of the lines
     */
    public FactorRows refit(FactorRows own, FactorRows other, double[] common, double[] ridge, Refit refit) {
        FactorRows moved = own.copy();
        new PreferenceLineSolver(lines, other, common, ridge, refit).solve(0, lines.count(), moved.values());
        return moved;
    }

    /**
     * What these lines add to the loss ½·Σ w·(t − A)².
     *
     * @param own the factors of the lines
     * @param other the factors of the other side's lines
     * @return the loss
     */
    public double loss(FactorRows own, FactorRows other) {
        double[] losses = new double[lines.count()];
        lines.residuals(own, other, 0, lines.count(), new float[lines.index().length], losses);
        double sum = 0;
        for (double loss : losses) {
            sum += loss;
        }
        return sum;
    }

    /**
     * Multiplies these lines of the gradient S + α·U·Vᵀ by some vectors, in single precision.
     *
     * @param own the factors of the lines
     * @param other the factors of the other side's lines
     * @param vectors for each of the other side's lines at hand the numbers that the vectors have there
     * @param inner α·Fᵀ·X, where F has all lines of the other side and X the numbers of all vectors there: r numbers for each vector, one
     *     vector after another
     * @return a row for each line, and in it a product for each vector
     */
    public Matrix timesGradient(FactorRows own, FactorRows other, FactorRows vectors, double[] inner) {
        float[] s = new float[lines.index().length];
        lines.residuals(own, other, 0, lines.count(), s, new double[lines.count()]);
        Matrix product = new Matrix(lines.count(), vectors.rank());
        new GradientProduct(lines, s, own, vectors, inner).multiply(0, lines.count(), product);
        return product;
    }

    /**
     * For each of some pairs of vectors x and y: what these lines add to Σ w·(x_i·y_j)² over the seen entries.
     *
     * @param x the numbers of the vectors x at these lines, as columns
     * @param squares the squares of the numbers of the vectors y at the other side's lines
     * @return a sum for each pair
     */
    public double[] curvatures(Matrix x, FactorRows squares) {
        return lines.curvatures(x, squares, 0, lines.count());
    }

    /**
     * Makes the random block that the search for pairs of {@link PreferenceIterate#appendTop} begins with, or a part of it: a line's
     * numbers do not depend on who makes them.
     *
     * @param first the number of the first line
     * @param count the number of lines
     * @param columns the number of columns
     * @param seed the seed of the problem
     * @param rank the rank from which the search begins
     * @return standard normal numbers
     */
    public static Matrix randomBlock(int first, int count, int columns, long seed, int rank) {
        Matrix block = new Matrix(count, columns);
        for (int line = 0; line < count; line++) {
            SplittableRandom random = LineRandom.of((seed + rank) * KEY, first + line);
            for (int k = 0; k < columns; k++) {
                block.set(line, k, random.nextGaussian());
            }
        }
        return block;
    }

    /**
     * The scale s of a pair of unit vectors x and y as it enters, √s·x and √s·y: the minimum of R along the pair.
     *
     * @param sigma the slope of R without the penalty
     * @param slope half the sum of the penalty's coefficients times x_i² and y_j²
     * @param curvature Σ w·(x_i·y_j)² over the seen entries plus α
     * @return the scale; 0 if no multiple of the pair lowers R
     */
    public static double step(double sigma, double slope, double curvature) {
        double step = (sigma - slope) / curvature;
        return step > 0 && step < Double.POSITIVE_INFINITY ? step : 0;
    }

    /**
     * Computes XᵀX of some lines' factors.
     *
     * @param rows the factors X
     * @return r×r numbers, row by row
     */
    public static double[] gram(FactorRows rows) {
        return rows.gram(Workers.ONE);
    }
}
