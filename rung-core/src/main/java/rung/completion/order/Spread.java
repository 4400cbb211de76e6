package rung.completion.order;

import java.util.Arrays;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The standard errors of the cells of a table: what a fit expects, corrected by the errors of cells that it has not seen. There is a
 * factor for each line across the order, for each column, and for each distance from the nearest observation along the order.
 *
 * <pre>standard error = expected standard error · line · column · distance</pre>
 *
 * <p>What a fit says of its own noise depends on how closely it follows what it has seen, so the standard errors are those of the fit
 * that did not see these cells, even if a fit that saw them fills the table. Immutable.
 */
public final class Spread {
    /** The number of passes over the sorts of factors, each of which takes the others as known. */
    private static final int PASSES = 5;

    private final OrderedFit fit;
    private final ErrorFactors ofLines;
    private final ErrorFactors ofColumns;
    private final ErrorFactors ofDistances;
    private final Distances distances;
    private final double[] sizes;

    private Spread(OrderedFit fit, Observations heldOut) {
        Order order = fit.order();
        Pattern.Lines across = order.across(heldOut.pattern());
        boolean isByRow = order.side() == Side.LEFT;
        this.fit = fit;
        this.distances = new Distances(fit);
        int n = heldOut.count();
        int[] cell = new int[n]; // its place in row order, of each cell, line after line across the order
        int[] stretch = new int[n];
        int[] line = new int[n];
        int[] column = new int[n];
        int[] distance = new int[n];
        for (int l = 0, c = 0; l < across.count(); l++) {
            for (int k = 0; k < across.size(l); k++, c++) {
                int along = across.other(l, k);
                boolean goesOn = k > 0 && along - across.other(l, k - 1) <= 1;
                stretch[c] = c == 0 ? 0 : stretch[c - 1] + (goesOn ? 0 : 1);
                cell[c] = across.position(l, k);
                line[c] = l;
                column[c] = isByRow ? l : along;
                distance[c] = distances.classOf(l, along);
            }
        }
        this.ofLines = new ErrorFactors(across.count(), line, stretch);
        this.ofColumns =
                new ErrorFactors(isByRow ? 0 : heldOut.columns(), column, stretch); // by row a column is a line
        this.ofDistances = new ErrorFactors(Distances.CLASSES, distance, stretch);
        double[] fitted = fit.at(heldOut.pattern());
        double[] expected = fit.variances(heldOut.pattern());
        double[] squares = new double[n];
        Arrays.setAll(squares, c -> square(heldOut.values()[cell[c]] - fitted[cell[c]]) / expected[cell[c]]);
        for (int pass = 0; pass < PASSES; pass++) {
            ofDistances.improve(squares);
            ofLines.improve(squares);
            ofColumns.improve(squares);
        }
        this.sizes = new double[n];
        Arrays.setAll(sizes, c -> Math.sqrt(squares[c] * ofLines.loss(c) * ofColumns.loss(c)));
    }

    private static double square(double x) {
        return x * x;
    }

    /**
     * Compares a fit with entries that it has not seen.
     *
     * @param fit the fit, which must not go on after this
     * @param heldOut observed entries that it has not seen
     * @return the standard errors
     */
    public static Spread of(OrderedFit fit, Observations heldOut) {
        return new Spread(fit, heldOut);
    }

    /**
     * The size of each error that was seen, over what its standard error is without the stretch that it is in.
     *
     * @return the sizes, line after line across the order: the array itself, not to be changed
     */
    public double[] sizes() {
        return sizes;
    }

    /**
     * The standard errors of what would be observed with weight 1, noise included.
     *
     * @return the standard error of each cell, computed when it is asked for
     */
    public CellValues standardErrors() {
        CellValues expected = fit.variances();
        boolean isByRow = fit.order().side() == Side.LEFT;
        return (i, j) -> {
            int line = isByRow ? j : i;
            int along = isByRow ? i : j;
            double corrected = expected.at(i, j)
                    * ofLines.factor(line)
                    * ofColumns.factor(j)
                    * ofDistances.factor(distances.classOf(line, along));
            return Math.sqrt(corrected);
        };
    }

    /** How far the cells of a table are from what a fit has seen. */
    private static final class Distances {
        /** The number of classes: 1 gap, 2 to 3, 4 to 7, and so on. The last one is for a line without any observation. */
        static final int CLASSES = 24;

        private final Order order;
        private final Pattern.Lines observed;
        private final double gap;

        Distances(OrderedFit fit) {
            this.order = fit.order();
            this.observed = order.across(fit.data().pattern());
            this.gap = order.typicalGap();
        }

        /** The class of the distance of a cell from the nearest observation in its line across. */
        int classOf(int line, int at) {
            int low = 0; // in the end the first observation at or after the cell
            int high = observed.size(line);
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (observed.other(line, middle) < at) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            double nearest = Double.POSITIVE_INFINITY;
            if (low > 0) {
                nearest = order.position(at) - order.position(observed.other(line, low - 1));
            }
            if (low < observed.size(line)) {
                nearest = Math.min(nearest, order.position(observed.other(line, low)) - order.position(at));
            }
            return Math.min(CLASSES - 1, Math.getExponent(Math.max(1, nearest / gap)));
        }
    }
}
