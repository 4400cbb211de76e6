package rung.engine.robust;

import java.util.SplittableRandom;
import rung.Instances;
import rung.LowRankMatrix;
import rung.linalg.Matrix;

/** What the tests of the engine for robust losses share: data with gross errors, and value and gradient by their definitions. */
abstract class ReweightedCase {
    static final double DELTA = 0.3;

    /** Low rank, a little noise, a tenth of gross errors; some entries missing if so wanted. Numbers are floats. */
    static Matrix data(int m, int n, boolean isFull, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix data = Instances.lowRank(m, n, Math.min(3, Math.min(m, n)), random);
        for (int k = 0; k < data.array().length; k++) {
            data.array()[k] += 0.1 * random.nextGaussian() + (random.nextInt(10) == 0 ? 10 * random.nextGaussian() : 0);
            data.array()[k] = isFull || random.nextInt(4) > 0 ? (float) data.array()[k] : Double.NaN;
        }
        return data;
    }

    static LowRankMatrix factors(int m, int n, int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LowRankMatrix.of(Matrix.gaussian(m, r, random), Matrix.gaussian(n, r, random));
    }

    static double loss(RobustLoss loss, double rho, double width) {
        double size = Math.abs(rho);
        return loss == RobustLoss.HUBER
                ? size <= width ? rho * rho / 2 : width * size - width * width / 2
                : width * width / 2 * Math.log1p(rho * rho / (width * width));
    }

    static double derivative(RobustLoss loss, double rho, double width) {
        return loss == RobustLoss.HUBER
                ? Math.max(-width, Math.min(width, rho))
                : rho / (1 + rho * rho / (width * width));
    }

    static double value(Matrix data, LowRankMatrix a, RobustLoss loss, double width) {
        double sum = 0;
        for (int i = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++) {
                double rho = data.get(i, j) - a.get(i, j);
                sum += Double.isNaN(rho) ? 0 : loss(loss, rho, width);
            }
        }
        return sum;
    }

    static Matrix gradient(Matrix data, LowRankMatrix a, RobustLoss loss, double width) {
        Matrix g = new Matrix(data.rows(), data.columns());
        for (int i = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++) {
                double rho = data.get(i, j) - a.get(i, j);
                g.set(i, j, Double.isNaN(rho) ? 0 : -derivative(loss, rho, width));
            }
        }
        return g;
    }

    static ReweightedIterate start(Reweighted problem, LowRankMatrix a) {
        return problem.withStart(a.left(), a.right()).start();
    }
}
