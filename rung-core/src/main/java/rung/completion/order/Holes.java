package rung.completion.order;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.Pattern;

/**
 * How far from the nearest observations of its line each observed cell of a table would be, if it lay in a hole as the held-out cells do.
 * Each observed cell gets the distances of one held-out cell, chosen so that all of these are used about equally often in every line.
 *
 * @param before the distance to the last observation before it, line after line across the order; infinite if there is none
 * @param after the distance to the first observation after it
 */
record Holes(double[] before, double[] after) {
    /** The fractional part of the golden ratio: its multiples spread evenly. */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /** Takes the holes that held-out cells lie in. */
    static Holes like(Observations heldOut, Observations data, Order order) {
        Pattern.Lines asked = order.across(heldOut.pattern());
        Pattern.Lines observed = order.across(data.pattern());
        double[] lasts = new double[heldOut.count()];
        double[] nexts = new double[heldOut.count()];
        for (int line = 0, c = 0; line < asked.count(); line++) {
            int next = 0; // the first observation after the cell
            for (int k = 0; k < asked.size(line); k++, c++) {
                int at = asked.other(line, k);
                while (next < observed.size(line) && observed.other(line, next) < at) {
                    next++;
                }
                double position = order.position(at);
                lasts[c] = next == 0
                        ? Double.POSITIVE_INFINITY
                        : position - order.position(observed.other(line, next - 1));
                nexts[c] = next == observed.size(line)
                        ? Double.POSITIVE_INFINITY
                        : order.position(observed.other(line, next)) - position;
            }
        }
        double[] before = new double[data.count()];
        double[] after = new double[data.count()];
        Arrays.setAll(before, c -> lasts[number(c, lasts.length)]);
        Arrays.setAll(after, c -> nexts[number(c, nexts.length)]);
        return new Holes(before, after);
    }

    private static int number(int cell, int count) {
        double part = (cell + 1) * GOLDEN;
        return (int) ((part - Math.floor(part)) * count);
    }
}
