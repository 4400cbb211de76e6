package rung.completion;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.SampledProduct;
import rung.linalg.Workers;

/**
 * Entries that a fit did not know, and what it says of them, in units of their columns' scales.
 *
 * @param entries the entries
 * @param columns their columns
 * @param errors how far the entries are off
 * @param uncertainty the variances of the fit there
 */
record Unseen(Observations entries, int[] columns, double[] errors, double[] uncertainty) {
    static Unseen of(Observations entries, Preparation.Fitted prepared, BayesianIterate fit, Workers workers) {
        double[] uncertainty = new double[entries.count()];
        int[] next = {0};
        entries.forEach((i, j, value, weight) -> uncertainty[next[0]++] = fit.uncertainty(i, j));
        double[] errors = errors(entries, prepared.restore(fit.matrix()), prepared, workers);
        return new Unseen(entries, columns(entries), errors, uncertainty);
    }

    /** How far entries are from a table, row after row. */
    static double[] errors(Observations entries, LowRankMatrix table, Preparation.Fitted units, Workers workers) {
        double[] errors = SampledProduct.of(table.left(), table.right(), entries.pattern(), workers);
        int[] next = {0};
        entries.forEach((i, j, value, weight) -> {
            int k = next[0]++;
            errors[k] = (value - errors[k]) / units.scale(j);
        });
        return errors;
    }

    /** The columns of entries, row after row. */
    static int[] columns(Observations entries) {
        int[] columns = new int[entries.count()];
        int[] next = {0};
        entries.forEach((i, j, value, weight) -> columns[next[0]++] = j);
        return columns;
    }

    /** The columns of the entries of all parts. */
    static int[] columns(List<Unseen> parts) {
        return parts.stream().flatMapToInt(part -> Arrays.stream(part.columns)).toArray();
    }

    /** Numbers of the entries of all parts. */
    static double[] join(List<Unseen> parts, Function<Unseen, double[]> numbers) {
        return parts.stream()
                .flatMapToDouble(part -> Arrays.stream(numbers.apply(part)))
                .toArray();
    }
}
