package rung.ratings;

/**
 * How far predictions are from ratings.
 *
 * @param rmse the root of the mean squared error, in the unit of the ratings
 * @param mae the mean absolute error, in the unit of the ratings
 * @param count the number of ratings that were predicted
 * @param cold the number of them whose user or item the model does not know
 */
public record Evaluation(double rmse, double mae, long count, long cold) {
    /** Adds up errors. */
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
