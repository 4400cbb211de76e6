package rung.completion;

import java.util.List;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Compares errors on held-out stretches. Those in a stretch are alike, so that it says little more than a single cell. */
final class StretchErrors {
    /** With fewer stretches than this, which of two fits has less error on them is often chance. */
    private static final int FEW = 100;

    private final int[] stretch; // of each cell, split after split in row order
    private final int count;

    private StretchErrors(int[] stretch, int count) {
        this.stretch = stretch;
        this.count = count;
    }

    /** Finds the stretches of what each split holds out. */
    static StretchErrors of(List<Observations.Split> splits, Order order) {
        int cells = splits.stream().mapToInt(split -> split.heldOut().count()).sum();
        int[] stretch = new int[cells];
        int next = -1;
        int before = 0;
        for (Observations.Split split : splits) {
            Pattern.Lines across = split.heldOut().pattern().lines(order.side() == Side.LEFT ? Side.RIGHT : Side.LEFT);
            for (int line = 0; line < across.count(); line++) {
                for (int k = 0; k < across.size(line); k++) {
                    boolean goesOn = k > 0 && across.other(line, k) - across.other(line, k - 1) <= 1;
                    next += goesOn ? 0 : 1;
                    stretch[before + across.position(line, k)] = next;
                }
            }
            before += split.heldOut().count();
        }
        return new StretchErrors(stretch, next + 1);
    }

    /** Returns whether there are so few stretches that a difference on them is often chance. */
    boolean areFew() {
        return count < FEW;
    }

    /**
     * Returns whether errors are less than others by more than a standard error of that difference: in mean square, each stretch
     * compared with itself.
     *
     * @param errors the error of each cell, split after split in row order
     * @param others the errors of another fit there
     */
    boolean areClearlyLess(double[] errors, double[] others) {
        double[] gains = new double[count];
        for (int c = 0; c < stretch.length; c++) {
            gains[stretch[c]] += others[c] * others[c] - errors[c] * errors[c];
        }
        double sum = 0;
        double squares = 0;
        for (double gain : gains) {
            sum += gain;
            squares += gain * gain;
        }
        return sum > Math.sqrt(Math.max(0, squares - sum * sum / count));
    }
}
