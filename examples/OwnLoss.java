import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** A loss of one's own takes two methods: its value, and its derivative by the fitted entry a. */
public final class OwnLoss {
    private OwnLoss() {}

    /** log cosh(a − b): squared near zero, absolute far away. */
    static final class LogCosh implements Loss {
        @Override
        public double value(double a, double b) {
            double d = Math.abs(a - b);
            return d + Math.log1p(Math.exp(-2 * d)) - Math.log(2);
        }

        @Override
        public double derivative(double a, double b) {
            return Math.tanh(a - b);
        }
    }

    public static void main(String[] args) {
        Matrix table =
                Matrix.of(new double[][] {{1, 2, 3}, {2, 4, 6}, {3, 6, 90}, {4, 8, 12}, {5, 10, 15}, {6, 12, 18}});

        Solution solution = FastGreedy.ofRank(1).minimize(Entrywise.of(Observations.dense(table), new LogCosh()));

        System.out.printf("instead of 90: %.2f%n", solution.matrix().get(2, 2)); // near 9
    }
}
