package rung.completion.kind;

import java.util.Arrays;
import java.util.List;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The most frequent label of each category. */
public final class MostFrequent {
    private MostFrequent() {}

    /**
     * The label for each column, the least of equally frequent ones.
     *
     * @param data the observed entries
     * @param kinds the kinds of the columns
     * @return a label for each column; 0 for one that is no category
     */
    public static double[] of(Observations data, List<ColumnKind> kinds) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] labels = new double[kinds.size()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < labels.length; j++) {
            if (kinds.get(j) == ColumnKind.CATEGORY) {
                columns.load(data.values(), j, column);
                Arrays.sort(column, 0, columns.size(j));
                labels[j] = mostFrequent(column, columns.size(j));
            }
        }
        return labels;
    }

    private static double mostFrequent(double[] sorted, int count) {
        double best = 0;
        int most = 0;
        for (int from = 0, to; from < count; from = to) {
            to = from;
            while (to < count && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from > most) {
                most = to - from;
                best = sorted[from];
            }
        }
        return best;
    }
}
