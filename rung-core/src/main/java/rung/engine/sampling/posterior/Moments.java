package rung.engine.sampling.posterior;

/**
 * Sums over the lines x of a side, bias last: all that the prior of the side depends on.
 *
 * @param lines the number of lines
 * @param squares Σ over the lines of the square of each of their numbers
 * @param strengths Σ over the lines of the square of each of their traits t, see {@link Presence}, which are orthogonal: Σ t·tᵀ is
 *     diagonal
 * @param products Σ x·tᵀ over the lines, row by row; empty if there are no traits
 */
public record Moments(int lines, double[] squares, double[] strengths, double[] products) {
    /**
     * The moments of lines without traits.
     *
     * @param lines the number of lines
     * @param squares Σ over the lines of the square of each of their numbers
     * @return the moments
     */
    public static Moments of(int lines, double[] squares) {
        return new Moments(lines, squares, new double[0], new double[0]);
    }

    /**
     * The mean square of each number of a line.
     *
     * @return r + 1 means, bias last
     */
    public double[] meanSquares() {
        double[] means = squares.clone();
        for (int k = 0; k < means.length; k++) {
            means[k] /= Math.max(1, lines);
        }
        return means;
    }
}
