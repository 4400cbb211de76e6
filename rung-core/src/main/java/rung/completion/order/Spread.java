package rung.completion.order;

import java.util.Arrays;
import java.util.Optional;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The standard errors of the cells of a table: what a fit expects, corrected by the errors that it makes. There is a factor for each
 * line across the order and for each one along it, for each column, and for each distance from the nearest observation along the order.
 *
 * <pre>standard error = expected standard error · line across · line along · column · distance</pre>
 *
 * <p>Held-out cells are few: a line across has some stretches of them, or none, and a long stretch says little more than a single cell.
 * So the factors of the lines come from all observed cells, each estimated without what its own line says nearby, see {@link Holes}. The
 * held-out cells say the rest. In tables with outages of 20 to 48 rows the errors of a column were 1.20 to 1.8 times off what was expected
 * of them, in root mean square, where factors of held-out stretches alone had 1.3 to 2.
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
    private final Optional<ObservedErrors> observed;
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
        int[] along = new int[n];
        int[] distance = new int[n];
        for (int l = 0, c = 0; l < across.count(); l++) {
            for (int k = 0; k < across.size(l); k++, c++) {
                along[c] = across.other(l, k);
                boolean goesOn = k > 0 && along[c] - across.other(l, k - 1) <= 1;
                stretch[c] = c == 0 ? 0 : stretch[c - 1] + (goesOn ? 0 : 1);
                cell[c] = across.position(l, k);
                line[c] = l;
                column[c] = isByRow ? l : along[c];
                distance[c] = distances.classOf(l, along[c]);
            }
        }
        int typical = n == 0 ? 1 : n / (1 + stretch[n - 1]);
        this.observed = n == 0
                ? Optional.empty()
                : fit.leavingOut(Holes.like(heldOut, fit.data(), order))
                        .map(squares -> new ObservedErrors(fit, squares, typical));
        this.ofLines = new ErrorFactors(observed.isPresent() ? 0 : across.count(), line, stretch);
        boolean hasFactor = isByRow || observed.isPresent(); // a column is a line, across or along
        this.ofColumns = new ErrorFactors(hasFactor ? 0 : heldOut.columns(), column, stretch);
        this.ofDistances = new ErrorFactors(Distances.CLASSES, distance, stretch);
        double[] fitted = fit.at(heldOut.pattern());
        double[] expected = fit.variances(heldOut.pattern());
        double[] squares = new double[n];
        Arrays.setAll(
                squares,
                c -> square(heldOut.values()[cell[c]] - fitted[cell[c]])
                        / expected[cell[c]]
                        / factor(line[c], along[c]));
        for (int pass = 0; pass < PASSES; pass++) {
            ofDistances.improve(squares);
            ofLines.improve(squares);
            ofColumns.improve(squares);
        }
        this.sizes = new double[n];
        Arrays.setAll(sizes, c -> Math.sqrt(squares[c] * ofLines.loss(c) * ofColumns.loss(c)));
    }

    private double factor(int line, int along) {
        return observed.map(each -> each.factor(line, along)).orElse(1.0);
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
                    * factor(line, along)
                    * ofLines.factor(line)
                    * ofColumns.factor(j)
                    * ofDistances.factor(distances.classOf(line, along));
            return Math.sqrt(corrected);
        };
    }

    /**
     * What the errors of observed cells, each estimated as if it lay in a hole, say of the lines on both sides: which columns have larger
     * errors than the fit expects, and at which times.
     */
    private static final class ObservedErrors {
        private final ErrorFactors ofLines;
        private final ErrorFactors ofAlong;

        /**
         * Finds the factors.
         *
         * @param errors the square of each error over what was expected of it, in row order
         * @param together the number of neighboring cells in a line whose errors are alike, so that they count as one
         */
        ObservedErrors(OrderedFit fit, double[] errors, int together) {
            Order order = fit.order();
            Pattern.Lines across = order.across(fit.data().pattern());
            int n = errors.length;
            int[] line = new int[n];
            int[] along = new int[n];
            int[] stretch = new int[n];
            double[] squares = new double[n];
            for (int l = 0, c = 0; l < across.count(); l++) {
                for (int k = 0; k < across.size(l); k++, c++) {
                    line[c] = l;
                    along[c] = across.other(l, k);
                    stretch[c] = along[c] / together;
                    squares[c] = errors[across.position(l, k)];
                }
            }
            this.ofLines = new ErrorFactors(across.count(), line, stretch);
            this.ofAlong = new ErrorFactors(order.lines(), along, stretch);
            for (int pass = 0; pass < PASSES; pass++) {
                ofLines.improve(squares);
                ofAlong.improve(squares);
            }
        }

        double factor(int line, int along) {
            return ofLines.factor(line) * ofAlong.factor(along);
        }
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
