package rung.cuda.engine;

import java.util.Arrays;
import java.util.Random;
import rung.cuda.device.Device;
import rung.engine.sampling.Sampling;
import rung.linalg.SingularPair;

/** Generated ratings: biases, some planted columns and noise, at places that are skewed, so that the first lines have most entries. */
final class Planted {
    private final int rows;
    private final int columns;
    private final int[] i;
    private final int[] j;
    private final float[] values;
    private final double[][] u;
    private final double[][] v;

    Planted(int rows, int columns, int count, int rank, double noise, long seed) {
        Random random = new Random(seed);
        this.rows = rows;
        this.columns = columns;
        this.i = new int[count];
        this.j = new int[count];
        this.values = new float[count];
        this.u = normal(rows, rank, random);
        this.v = normal(columns, rank, random);
        for (int k = 0; k < count; k++) {
            i[k] = (int) (rows * Math.pow(random.nextDouble(), 2));
            j[k] = (int) (columns * Math.pow(random.nextDouble(), 3));
            values[k] = (float) (truth(i[k], j[k]) + noise * random.nextGaussian());
        }
    }

    private static double[][] normal(int n, int rank, Random random) {
        double[][] x = new double[n][rank];
        for (double[] row : x) {
            Arrays.setAll(row, k -> random.nextGaussian());
        }
        return x;
    }

    /** The value without noise. */
    double truth(int row, int column) {
        double y = 3.5 + 0.3 * Math.sin(row) + 0.4 * Math.cos(column);
        for (int l = 0; l < u[row].length; l++) {
            y += u[row][l] * v[column][l] / Math.sqrt(u[row].length);
        }
        return y;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    int[] i() {
        return i;
    }

    int[] j() {
        return j;
    }

    float[] values() {
        return values;
    }

    Sampling inMemory() {
        return Sampling.of(rows, columns, i, j, values);
    }

    DeviceSampling on(Device device) {
        return DeviceSampling.of(device, rows, columns, i, j, values);
    }

    DeviceEntries entries(Device device) {
        return DeviceEntries.of(device, rows, columns, i, j, values, Double.NaN);
    }

    /** Random vectors, to be appended as a column. */
    SingularPair pair(long seed) {
        Random random = new Random(seed);
        double[] x = new double[rows];
        double[] y = new double[columns];
        Arrays.setAll(x, k -> random.nextGaussian());
        Arrays.setAll(y, k -> random.nextGaussian());
        return new SingularPair(1, x, y);
    }
}
