package rung.completion;

import java.util.ArrayList;
import java.util.List;
import rung.Execution;
import rung.completion.forecast.Outlook;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.ColumnSpan;
import rung.completion.kind.Stabilizer;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Signs of gross errors in a table, before they are looked for: what can be seen without a fit, or from the errors of a usual one. */
final class ErrorSigns {
    /**
     * The mean fourth power of held-out errors, each over its standard error, relative to the square of the mean square, beyond which
     * gross errors are looked for. It is 3 for normal errors and 6 for those of a Laplace distribution.
     */
    private static final double TAILS = 6;

    /** In a table with fewer observations than this the held-out ones may hold no error though others do. */
    private static final int FEW = 50_000;

    private ErrorSigns() {}

    /** Returns whether it is worth while to look for errors. */
    static boolean mayBeIn(Observations data, Calibration calibration) {
        return isSmall(data) || calibration.tails() > TAILS;
    }

    /**
     * Guesses whether there are errors, before any fit: probably, where numbers lie farther out in their columns than even heavy tails have
     * it.
     */
    static Outlook.Errors guess(Observations data, List<ColumnKind> kinds, Execution execution) {
        Observations some = new Stabilizer(kinds).apply(data.someRows(PreparationChoice.ROWS, execution.seed()));
        double[] sizes =
                Preparation.COLUMNS.fit(some, execution.workers()).apply(some).values();
        if (Calibration.tails(sizes) > 2 * TAILS) {
            return Outlook.Errors.SURE;
        }
        return isSmall(data) ? Outlook.Errors.OPEN : Outlook.Errors.NONE;
    }

    /** Returns whether it is worth while in any case. */
    static boolean isSmall(Observations data) {
        return data.count() < FEW;
    }

    /**
     * Returns numbers that lie beyond all others of their column by several times what these span, most distant first: such as one whose decimal
     * point was lost. No fit is needed to see them.
     */
    static List<GrossError> beyondAll(Observations data, List<ColumnKind> kinds) {
        Stabilizer stabilizer = new Stabilizer(kinds);
        Observations stable = stabilizer.apply(data);
        Pattern.Lines columns = stable.pattern().lines(Side.RIGHT);
        double[] column = new double[columns.longest()];
        ColumnSpan[] spans = new ColumnSpan[columns.count()];
        for (int j = 0; j < spans.length; j++) {
            columns.load(stable.values(), j, column);
            spans[j] = kinds.get(j) == ColumnKind.COUNT ? ColumnSpan.ALL : ColumnSpan.of(column, columns.size(j));
        }
        List<GrossError> beyond = new ArrayList<>();
        int[] next = {0};
        data.forEach((i, j, value, weight) -> {
            double x = stable.values()[next[0]++];
            ColumnSpan span = spans[j];
            if (!span.contains(x)) {
                double distance = x - span.median();
                double deviations = distance / Math.max(span.deviation(), GrossErrors.NOISELESS * Math.abs(distance));
                beyond.add(new GrossError(i, j, value, stabilizer.restore(j, span.median()), deviations));
            }
        });
        return GrossError.mostDistantFirst(beyond);
    }
}
