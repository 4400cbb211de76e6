package rung.completion.order;

import rung.linalg.PositiveDefinite;
import rung.linalg.Workers;

/** An Ornstein-Uhlenbeck process by definition: the covariance matrix of all observations, inverted. */
final class DenseProcess {
    private final double[] positions;
    private final double[] values;
    private final PositiveDefinite inverse;
    private final double variance;
    private final double length;
    private double logDeterminant;

    /** Observations at positions with noise of given variances. */
    DenseProcess(double[] positions, double[] values, double[] noise, double variance, double length) {
        int n = positions.length;
        this.positions = positions;
        this.values = values;
        this.variance = variance;
        this.length = length;
        this.inverse = new PositiveDefinite(n);
        double[][] l = new double[n][n];
        for (int i = 0; i < n; i++) {
            double[] row = new double[n];
            for (int j = 0; j <= i; j++) {
                row[j] = covariance(positions[i], positions[j]) + (i == j ? noise[i] : 0);
            }
            inverse.setRow(i, row);
            for (int j = 0; j <= i; j++) { // Cholesky, for the determinant
                double sum = row[j];
                for (int k = 0; k < j; k++) {
                    sum -= l[i][k] * l[j][k];
                }
                l[i][j] = i == j ? Math.sqrt(sum) : sum / l[j][j];
            }
            logDeterminant += 2 * Math.log(l[i][i]);
        }
        inverse.invert(Workers.ONE);
    }

    private double covariance(double s, double t) {
        return variance * Math.exp(-Math.abs(s - t) / length);
    }

    double mean(double position) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                sum += covariance(position, positions[i]) * inverse.get(i, j) * values[j];
            }
        }
        return sum;
    }

    double variance(double position) {
        double sum = variance;
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                sum -= covariance(position, positions[i]) * inverse.get(i, j) * covariance(position, positions[j]);
            }
        }
        return sum;
    }

    double logLikelihood() {
        double quadratic = 0;
        for (int i = 0; i < values.length; i++) {
            for (int j = 0; j < values.length; j++) {
                quadratic += values[i] * inverse.get(i, j) * values[j];
            }
        }
        return -0.5 * (values.length * Math.log(2 * Math.PI) + logDeterminant + quadratic);
    }
}
