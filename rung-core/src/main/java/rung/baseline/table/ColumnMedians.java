package rung.baseline.table;

import rung.data.Median;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Workers;

/**
 * The median of the observed values of each column, which gross errors do not move. A column without any gets the median of the whole
 * table.
 */
public record ColumnMedians() implements TableFill {
    @Override
    public String name() {
        return "Column medians";
    }

    @Override
    public String settings() {
        return "nothing to choose";
    }

    @Override
    public double[] fill(Observations data, Pattern cells, Workers workers) {
        return ColumnCenters.spread(ColumnCenters.of(data, Median::of), cells);
    }
}
