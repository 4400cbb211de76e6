package rung.completion.order;

import java.util.Arrays;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Svd;
import rung.linalg.Workers;

/**
 * The rows of a completed table as processes along their order:
 *
 * <pre>z_tj = Σ_k s_k(t)·v_jk + f_j(t) + e_tj</pre>
 *
 * <p>Here z is the table, each column less its mean and over its standard deviation. The directions v_k are the principal ones of the
 * low-rank matrix that completed the table, so each s_k is known wherever a row is. Each s_k is an Ornstein-Uhlenbeck process with a
 * length of its own and white noise around it, and so is what the directions leave of the observed cells, with one length for all
 * columns, see {@link LocalPart}. Where the order says nothing, a process is white noise alone; then a row is expected to be the mean.
 */
final class RowProcesses {
    /** The most directions with a process of their own: together with the rest of the columns, more are of no use. */
    private static final int MOST = 30;

    /** A singular value below this part of the largest is rounding. */
    private static final double RELATIVE_ZERO = 1e-6;

    private final Order order;
    private final boolean[] isKnown;
    private final double[] center;
    private final double[] scale;
    private final Matrix directions; // a column for each
    private final Matrix scores; // a column for each direction; 0 in rows that are not known
    private final Observations rest; // what the directions leave of the observed cells of known rows
    private final LocalProcess[] ofScores;
    private final LocalProcess ofRest;
    private final Workers workers;

    /**
     * Estimates the processes.
     *
     * @param data the observed entries
     * @param filled the completed table
     * @param matrix the low-rank part of it
     * @param isKnown which rows to take for known
     * @param order the order of the rows
     */
    RowProcesses(
            Observations data,
            CellValues filled,
            LowRankMatrix matrix,
            boolean[] isKnown,
            Order order,
            Workers workers) {
        this.order = order;
        this.isKnown = isKnown;
        this.workers = workers;
        this.center = new double[data.columns()];
        this.scale = new double[data.columns()];
        Matrix z = standardized(data, filled);
        this.directions = directions(matrix);
        this.scores = z.multiply(directions);
        this.rest = rest(data);
        this.ofScores = new LocalProcess[directions.columns()];
        for (int k = 0; k < ofScores.length; k++) {
            ofScores[k] = process(score(k, isKnown));
        }
        this.ofRest = process(rest);
    }

    /* The completed rows that are known, each column less its mean and over its standard deviation; zeros in the others. */
    private Matrix standardized(Observations data, CellValues filled) {
        int n = data.columns();
        Matrix z = new Matrix(data.rows(), n);
        int count = 0;
        for (int t = 0; t < data.rows(); t++) {
            count += isKnown[t] ? 1 : 0;
            for (int j = 0; j < n && isKnown[t]; j++) {
                z.set(t, j, filled.at(t, j));
            }
        }
        data.forEach((t, j, value, weight) -> z.set(t, j, isKnown[t] ? value : 0));
        for (int j = 0; j < n; j++) {
            for (int t = 0; t < data.rows(); t++) {
                center[j] += z.get(t, j) / count;
            }
            double square = 0;
            for (int t = 0; t < data.rows(); t++) {
                double difference = isKnown[t] ? z.get(t, j) - center[j] : 0;
                square += difference * difference;
            }
            scale[j] = square > 0 ? Math.sqrt(square / Math.max(1, count - 1)) : 1;
            for (int t = 0; t < data.rows(); t++) {
                z.set(t, j, isKnown[t] ? (z.get(t, j) - center[j]) / scale[j] : 0);
            }
        }
        return z;
    }

    /* The principal directions of the known rows of a matrix, in units of the columns' standard deviations. */
    private Matrix directions(LowRankMatrix matrix) {
        Matrix left = matrix.left().copy();
        Matrix right = matrix.right().copy();
        for (int k = 0; k < matrix.rank(); k++) {
            double mean = 0;
            int count = 0;
            for (int t = 0; t < isKnown.length; t++) {
                mean += isKnown[t] ? left.get(t, k) : 0;
                count += isKnown[t] ? 1 : 0;
            }
            for (int t = 0; t < isKnown.length; t++) {
                left.set(t, k, isKnown[t] ? left.get(t, k) - mean / count : 0);
            }
            for (int j = 0; j < scale.length; j++) {
                right.set(j, k, right.get(j, k) / scale[j]);
            }
        }
        Svd svd = LowRankMatrix.of(left, right).orthonormal();
        double least = RELATIVE_ZERO * Arrays.stream(svd.sigma()).max().orElse(0);
        long many = Arrays.stream(svd.sigma()).filter(s -> s > least).count();
        return svd.first((int) Math.min(MOST, many)).v();
    }

    private Observations rest(Observations data) {
        Observations.Builder left = Observations.builder(data.rows(), data.columns());
        data.forEach((t, j, value, weight) -> {
            if (isKnown[t]) {
                left.add(t, j, standardized(j, value) - product(t, j));
            }
        });
        return left.build();
    }

    private double product(int t, int j) {
        double sum = 0;
        for (int k = 0; k < directions.columns(); k++) {
            sum += scores.get(t, k) * directions.get(j, k);
        }
        return sum;
    }

    /* The scores of some rows in one direction, as a table of one column. */
    private Observations score(int k, boolean[] rows) {
        Observations.Builder series = Observations.builder(rows.length, 1);
        for (int t = 0; t < rows.length; t++) {
            if (rows[t]) {
                series.add(t, 0, scores.get(t, k));
            }
        }
        return series.build();
    }

    private LocalProcess process(Observations series) {
        return LocalPart.informative(series, order, workers);
    }

    /** The number of standard deviations that a value lies above the mean of its column. */
    double standardized(int column, double value) {
        return (value - center[column]) / scale[column];
    }

    /** The standard deviation of a column. */
    double scale(int column) {
        return scale[column];
    }

    /** The value that is some standard deviations above the mean of its column. */
    double value(int column, double standardized) {
        return center[column] + scale[column] * standardized;
    }

    /** Whether the order says anything about any row. */
    boolean isInformative() {
        return ofRest.ratio() > 0 || Arrays.stream(ofScores).anyMatch(each -> each.ratio() > 0);
    }

    /** What the known rows say of others, if they are not asked themselves. */
    Between between(boolean[] isAsked) {
        return new Between(isAsked);
    }

    /** Rows between known ones. Standard deviations of columns are the unit. */
    final class Between {
        private final int[] number; // of each row among those asked; −1 if it is none of them
        private final Matrix means; // of the scores
        private final Matrix variances;
        private final CellEstimates local;
        private final double[] noise; // of the columns, beside the directions

        private Between(boolean[] isAsked) {
            int m = isAsked.length;
            int n = scale.length;
            boolean[] isGiven = new boolean[m];
            this.number = new int[m];
            Observations.Builder points = Observations.builder(m, 1);
            Observations.Builder cells = Observations.builder(m, n);
            int asked = 0;
            for (int t = 0; t < m; t++) {
                isGiven[t] = isKnown[t] && !isAsked[t];
                number[t] = isAsked[t] ? asked++ : -1;
                for (int j = 0; j < n && isAsked[t]; j++) {
                    cells.add(t, j, 0);
                }
                if (isAsked[t]) {
                    points.add(t, 0, 0);
                }
            }
            this.means = new Matrix(asked, ofScores.length);
            this.variances = new Matrix(asked, ofScores.length);
            Pattern rows = points.build().pattern();
            for (int k = 0; k < ofScores.length; k++) {
                LocalPart part = LocalPart.of(score(k, isGiven), order, ofScores[k], workers);
                CellEstimates found = part.at(rows);
                for (int a = 0; a < asked; a++) {
                    means.set(a, k, found.means()[a]);
                    variances.set(a, k, found.variances()[a] + part.noise(0));
                }
            }
            Observations.Builder given = Observations.builder(m, n);
            rest.forEach((t, j, value, weight) -> {
                if (isGiven[t]) {
                    given.add(t, j, value);
                }
            });
            LocalPart part = LocalPart.of(given.build(), order, ofRest, workers);
            this.local = part.at(cells.build().pattern());
            this.noise = new double[n];
            Arrays.setAll(noise, part::noise);
        }

        /**
         * Estimates a row from the known rows, and from what is known of it itself.
         *
         * @param row one of the rows that were asked
         * @param columns the columns of which it is known
         * @param values what is known, standardized
         * @param mean receives the mean of each column
         * @param variance receives the variance of what would be observed in each
         */
        void estimate(int row, int[] columns, double[] values, double[] mean, double[] variance) {
            int a = number[row];
            int n = scale.length;
            for (int j = 0; j < n; j++) {
                mean[j] = local.means()[a * n + j];
                variance[j] = local.variances()[a * n + j] + noise[j] + covariance(a, j, j);
                for (int k = 0; k < ofScores.length; k++) {
                    mean[j] += directions.get(j, k) * means.get(a, k);
                }
            }
            int r = columns.length;
            double[] inverse = new double[r * r];
            if (r == 0 || !Packed.invert(covariances(a, columns, variance), r, inverse, new double[r * r])) {
                return;
            }
            double[] innovation = new double[r];
            Arrays.setAll(innovation, c -> values[c] - mean[columns[c]]);
            double[] with = new double[r];
            for (int j = 0; j < n; j++) {
                int column = j;
                Arrays.setAll(with, c -> covariance(a, column, columns[c]));
                double explained = 0;
                for (int c = 0; c < r; c++) {
                    double weight = 0;
                    for (int d = 0; d < r; d++) {
                        weight += inverse[c * r + d] * with[d];
                    }
                    mean[j] += weight * innovation[c];
                    explained += weight * with[c];
                }
                variance[j] = Math.max(noise[j], variance[j] - explained);
            }
        }

        /* What the directions say of how two columns vary together. */
        private double covariance(int a, int j, int other) {
            double sum = 0;
            for (int k = 0; k < ofScores.length; k++) {
                sum += directions.get(j, k) * variances.get(a, k) * directions.get(other, k);
            }
            return sum;
        }

        private double[] covariances(int a, int[] columns, double[] variance) {
            int r = columns.length;
            double[] square = new double[r * r];
            for (int c = 0; c < r; c++) {
                for (int d = 0; d < r; d++) {
                    square[c * r + d] = c == d ? variance[columns[c]] : covariance(a, columns[c], columns[d]);
                }
            }
            return square;
        }
    }
}
