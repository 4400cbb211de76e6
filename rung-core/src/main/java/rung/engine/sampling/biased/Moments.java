package rung.engine.sampling.biased;

/**
 * All that the prior of a side has to know of its lines x, bias last.
 *
 * @param lines how many there are
 * @param squares Σ over the lines of the squares of each of their numbers
 * @param strengths Σ over the lines of the square of each of their traits t, see {@link Presence}, which are orthogonal: Σ t·tᵀ is diagonal
 * @param products Σ x·tᵀ over the lines, row by row; empty if there are no traits
 */
public record Moments(int lines, double[] squares, double[] strengths, double[] products) {
    /** Without traits. */
    public static Moments of(int lines, double[] squares) {
        return new Moments(lines, squares, new double[0], new double[0]);
    }

    /** The mean square of each number. */
    public double[] meanSquares() {
        double[] means = squares.clone();
        for (int k = 0; k < means.length; k++) {
            means[k] /= Math.max(1, lines);
        }
        return means;
    }
}
