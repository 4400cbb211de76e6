package rung.ratings;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How far predictions are from ratings.
 *
 * @param rmse the root of the mean squared error, in the unit of the ratings
 * @param mae the mean absolute error, in the unit of the ratings
 * @param count the number of ratings that were predicted, at least 1
 * @param cold the number of them whose user or item the model does not know
 * @param rmseStandardError the standard error of {@code rmse}, as if users were drawn anew; empty if there are fewer than two
 * @param maeStandardError the standard error of {@code mae}, in the same sense
 */
public record Evaluation(
        double rmse,
        double mae,
        long count,
        long cold,
        OptionalDouble rmseStandardError,
        OptionalDouble maeStandardError) {
    /** Adds up errors, those of each user apart: errors of one user are alike, so users are what is independent. */
    static final class Sum {
        /** The errors of one user. */
        private static final class OfUser {
            private double squares;
            private double absolutes;
            private long count;
        }

        private final Map<Integer, OfUser> users = new HashMap<>();
        private double squares;
        private double absolutes;
        private long count;
        private long cold;

        void add(int user, double error, boolean isCold) {
            OfUser own = users.computeIfAbsent(user, u -> new OfUser());
            own.squares += error * error;
            own.absolutes += Math.abs(error);
            own.count++;
            squares += error * error;
            absolutes += Math.abs(error);
            count++;
            cold += isCold ? 1 : 0;
        }

        /*
         * A mean over ratings is a ratio of sums over users, Σs/Σn. To first order its variance is Σ(s − mean·n)² / (Σn)², times
         * k/(k−1) for k users. The standard error of a root is that of what is under it, divided by twice the root.
         */
        Evaluation total() {
            if (count == 0) {
                throw new IllegalArgumentException("the model knows user and item of none of these ratings");
            }
            double meanSquare = squares / count;
            double mean = absolutes / count;
            double ofSquares = 0;
            double ofAbsolutes = 0;
            for (OfUser own : users.values()) {
                ofSquares += Math.pow(own.squares - meanSquare * own.count, 2);
                ofAbsolutes += Math.pow(own.absolutes - mean * own.count, 2);
            }
            double k = users.size();
            double rmse = Math.sqrt(meanSquare);
            if (k < 2) {
                return new Evaluation(rmse, mean, count, cold, OptionalDouble.empty(), OptionalDouble.empty());
            }
            double scale = Math.sqrt(k / (k - 1)) / count;
            return new Evaluation(
                    rmse,
                    mean,
                    count,
                    cold,
                    OptionalDouble.of(rmse == 0 ? 0 : scale * Math.sqrt(ofSquares) / (2 * rmse)),
                    OptionalDouble.of(scale * Math.sqrt(ofAbsolutes)));
        }
    }
}
