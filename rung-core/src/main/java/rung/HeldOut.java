package rung;

/**
 * Data kept back from the fit, by which the best point of the path is chosen.
 *
 * @param error of a matrix on that data, lower is better
 * @param patience the run ends after so many steps in a row that do not improve on the best error
 */
public record HeldOut(Error error, int patience) {
    /** Measures a matrix on data that the fit does not see. */
    @FunctionalInterface
    public interface Error {
        double of(LowRankMatrix a);

        /** The same where the matrix is not made for it: overridden for engines that do not keep it in one place. */
        default double of(Iterate a) {
            return of(a.matrix());
        }
    }

    public HeldOut {
        if (patience < 1) {
            throw new IllegalArgumentException("patience must be at least 1, got " + patience);
        }
    }

    /** Goes through the whole path, then keeps the best. */
    public static HeldOut of(Error error) {
        return new HeldOut(error, Integer.MAX_VALUE);
    }
}
