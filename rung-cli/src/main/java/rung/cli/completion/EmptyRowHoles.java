package rung.cli.completion;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.Uncertainty;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The holes in rows without any value, or that are filled from the rows around them: no held-out cell is in such a row, so the error on
 * held-out cells says nothing of them.
 *
 * @param count how many there are in columns that are no categories
 * @param error what they are expected to be off: the root of the mean square of their standard errors, in units of each column's standard
 *     deviation
 */
record EmptyRowHoles(long count, double error) {
    /** Finds them; empty if there are none, or if it is not known how sure they are. */
    static Optional<EmptyRowHoles> of(Observations data, Completion.Completed completed) {
        Pattern.Lines rows = data.pattern().lines(Side.LEFT);
        int[] columns = IntStream.range(0, data.columns())
                .filter(j -> completed.columns().get(j).kind() != ColumnKind.CATEGORY)
                .toArray();
        if (completed.uncertainty().isEmpty()) {
            return Optional.empty();
        }
        Uncertainty sure = completed.uncertainty().get();
        Preparation.Fitted scales = Preparation.COLUMNS.fit(data);
        boolean[] isKnown = new boolean[data.columns()];
        double squares = 0;
        long count = 0;
        for (int i = 0; i < data.rows(); i++) {
            int row = i;
            boolean isBetween =
                    completed.outages().map(outages -> outages.has(row)).orElse(false);
            if (rows.size(i) > 0 && !isBetween) {
                continue;
            }
            Arrays.fill(isKnown, false);
            for (int k = 0; k < rows.size(i); k++) {
                isKnown[rows.other(i, k)] = true;
            }
            for (int j : columns) {
                double error = isKnown[j] ? Double.NaN : sure.standardError(i, j) / scales.scale(j);
                if (Double.isFinite(error)) {
                    squares += error * error;
                    count++;
                }
            }
        }
        return count == 0 ? Optional.empty() : Optional.of(new EmptyRowHoles(count, Math.sqrt(squares / count)));
    }

    /**
     * What to say of them beside an error on held-out cells.
     *
     * @param held what the reader calls that error
     */
    String sentence(String held) {
        return String.format(
                Locale.ROOT,
                "%s says nothing of the %s in rows without values, which %s expected to be off by %.3f",
                held,
                count == 1 ? "1 hole" : count + " holes",
                count == 1 ? "is" : "are",
                error);
    }
}
