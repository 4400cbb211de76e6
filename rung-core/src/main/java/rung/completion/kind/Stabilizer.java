package rung.completion.kind;

import java.util.List;
import rung.data.Observations;

/**
 * Brings columns of all kinds to a scale on which noise does not grow with the value, so that one that is far off can be told: the
 * logarithm of skewed numbers, the root of counts.
 */
public final class Stabilizer {
    /** What makes the variance of the root of a Poisson number nearly constant. */
    private static final double ANSCOMBE = 0.375;

    private final List<ColumnKind> kinds;

    /**
     * Creates it for a table.
     *
     * @param kinds the kinds of the columns
     */
    public Stabilizer(List<ColumnKind> kinds) {
        this.kinds = kinds;
    }

    /**
     * Brings observations to that scale.
     *
     * @param data the observed entries
     * @return the same entries on the scale of their columns
     */
    public Observations apply(Observations data) {
        if (kinds.stream().noneMatch(kind -> kind == ColumnKind.POSITIVE || kind == ColumnKind.COUNT)) {
            return data;
        }
        double[] stable = new double[data.count()];
        int[] next = {0};
        data.forEach((i, j, value, weight) -> stable[next[0]++] = switch (kinds.get(j)) {
            case POSITIVE -> Math.log(value);
            case COUNT -> 2 * Math.sqrt(value + ANSCOMBE);
            default -> value;
        });
        return data.withValues(stable);
    }

    /**
     * The value that a stable one stands for.
     *
     * @param column the column
     * @param stable a value on the scale of the column
     * @return the value itself
     */
    public double restore(int column, double stable) {
        return switch (kinds.get(column)) {
            case POSITIVE -> Math.exp(stable);
            case COUNT -> Math.max(0, 0.25 * stable * Math.abs(stable) - ANSCOMBE);
            default -> stable;
        };
    }
}
