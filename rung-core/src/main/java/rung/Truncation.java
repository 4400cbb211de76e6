package rung;

/** Which piece a local search gives up for a new one. */
public enum Truncation {
    /** The smallest singular value of U·Vᵀ: TRUNCATE of the paper. */
    SMALLEST_SINGULAR_VALUE("gives up the smallest singular value"),
    /** The column with the smallest ‖U·1ᵢ‖·‖V·1ᵢ‖: TRUNCATE_FAST of the paper. */
    SMALLEST_WEIGHT("gives up the smallest column"),
    /** The column whose removal raises R the least, found by trying all r, as GECO does [SGS11]. */
    BEST_REMOVAL("gives up the column that is needed least");

    private final String words;

    Truncation(String words) {
        this.words = words;
    }

    /**
     * Reduces the rank of an iterate by one.
     *
     * @param <A> the engine's iterate
     * @param a the iterate, of rank 1 or more
     */
    public <A extends ExactIterate<A>> void truncate(A a) {
        switch (this) {
            case SMALLEST_SINGULAR_VALUE -> a.truncate();
            case SMALLEST_WEIGHT -> a.remove(smallest(a.weights()));
            case BEST_REMOVAL -> {
                double[] values = new double[a.rank()];
                for (int i = 0; i < values.length; i++) {
                    A without = a.copy();
                    without.remove(i);
                    values[i] = without.value();
                    without.release();
                }
                a.remove(smallest(values));
            }
        }
    }

    private static int smallest(double[] x) {
        int smallest = 0;
        for (int i = 1; i < x.length; i++) {
            if (x[i] < x[smallest]) {
                smallest = i;
            }
        }
        return smallest;
    }

    /** Says it in words: "gives up the smallest column". */
    @Override
    public String toString() {
        return words;
    }
}
