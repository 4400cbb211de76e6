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
        double[][] cells = new double[12][8];
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < cells[i].length; j++) {
                cells[i][j] = (i + 1) * (j + 1);
            }
        }
        cells[2][3] = 60; // in place of 3·4 = 12

        Solution solution =
                FastGreedy.ofRank(1).minimize(Entrywise.of(Observations.dense(Matrix.of(cells)), new LogCosh()));

        System.out.printf("instead of 60: %.2f%n", solution.matrix().get(2, 3)); // near 12
    }
}
