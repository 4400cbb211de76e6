package rung.completion.kind;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** How often each label is observed in a category: all that is known of a cell about which the rest of its row says nothing. Immutable. */
public final class LabelShares {
    private final double[][] sorted; // the labels of each category, as often as they are there; none for others
    private final double[] mostFrequent;
    private final double[] others;

    private LabelShares(int columns) {
        this.sorted = new double[columns][0];
        this.mostFrequent = new double[columns];
        this.others = new double[columns];
    }

    /**
     * Counts the labels of a table.
     *
     * @param data the observed entries
     * @param kinds the kinds of the columns
     * @return the shares
     */
    public static LabelShares of(Observations data, List<ColumnKind> kinds) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        LabelShares shares = new LabelShares(kinds.size());
        double[] column = new double[columns.longest()];
        for (int j = 0; j < kinds.size(); j++) {
            if (kinds.get(j) == ColumnKind.CATEGORY) {
                columns.load(data.values(), j, column);
                shares.set(j, Arrays.copyOf(column, columns.size(j)));
            }
        }
        return shares;
    }

    private void set(int column, double[] labels) {
        Arrays.sort(labels);
        sorted[column] = labels;
        int most = 0;
        int different = 0;
        for (int from = 0, to; from < labels.length; from = to, different++) {
            to = from;
            while (to < labels.length && labels[to] == labels[from]) {
                to++;
            }
            if (to - from > most) {
                most = to - from;
                mostFrequent[column] = labels[from];
            }
        }
        others[column] = different == 0 ? 0 : 1 - (most + 1.0) / (labels.length + different);
    }

    /**
     * The most frequent label of each category, the least of equally frequent ones.
     *
     * @return a label for each column, in an array of the caller's own; 0 for one that is no category
     */
    public double[] mostFrequent() {
        return mostFrequent.clone();
    }

    /**
     * The probability that a cell has another label than the most frequent one, each label counted once more than it is there.
     *
     * @param column a category
     * @return the probability; 0 if there is no other label
     */
    public double another(int column) {
        return others[column];
    }

    /**
     * Draws a label as often as it is observed.
     *
     * @param column a category
     * @param random the source of random numbers
     * @return the label; 0 if the column has none
     */
    public double drawn(int column, SplittableRandom random) {
        return sorted[column].length == 0 ? 0 : sorted[column][random.nextInt(sorted[column].length)];
    }
}
