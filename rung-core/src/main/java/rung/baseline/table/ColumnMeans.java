package rung.baseline.table;

import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Workers;

/** The mean of the observed values of each column. A column without any gets the mean of the whole table. */
public record ColumnMeans() implements TableFill {
    @Override
    public String name() {
        return "Column means";
    }

    @Override
    public String settings() {
        return "nothing to choose";
    }

    @Override
    public double[] fill(Observations data, Pattern cells, Workers workers) {
        return ColumnCenters.spread(of(data), cells);
    }

    static double[] of(Observations data) {
        return ColumnCenters.of(data, ColumnMeans::mean);
    }

    private static double mean(double[] values, int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += values[k];
        }
        return sum / count;
    }
}
