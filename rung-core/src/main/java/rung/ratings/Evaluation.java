package rung.ratings;

/**
 * How far predictions are from ratings.
 *
 * @param rmse the root of the mean squared error
 * @param mae the mean absolute error
 * @param count how many ratings were predicted
 * @param cold how many of them have a user or item that the model does not know
 */
public record Evaluation(double rmse, double mae, long count, long cold) {
    /** Sums errors up. */
    static final class Sum {
        private double squares;
        private double absolutes;
        private long count;
        private long cold;

        void add(double error, boolean isCold) {
            squares += error * error;
            absolutes += Math.abs(error);
            count++;
            cold += isCold ? 1 : 0;
        }

        Evaluation total() {
            return new Evaluation(Math.sqrt(squares / count), absolutes / count, count, cold);
        }
    }
}
