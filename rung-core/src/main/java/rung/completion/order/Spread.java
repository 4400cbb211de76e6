package rung.completion.order;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
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
 * <p>A table of few cells has several fits, each without other cells, and the held-out cells of all of them say the rest together.
 *
 * <p>What a fit says of its own noise depends on how closely it follows what it has seen, so the standard errors are those of the fit
 * that did not see these cells, even if a fit that saw them fills the table. Immutable.
 */
public final class Spread {
    /** The number of passes over the sorts of factors, each of which takes the others as known. */
    private static final int PASSES = 5;

    private final Order order;
    private final List<Part> parts;
    private final ErrorFactors ofLines;
    private final ErrorFactors ofColumns;
    private final ErrorFactors ofDistances;
    private final double[] sizes;
    private final int[] stretches; // of these

    private Spread(List<OrderedFit> fits, List<double[]> fitted, List<Observations> heldOut) {
        this.order = fits.get(0).order();
        boolean isByRow = order.side() == Side.LEFT;
        int n = heldOut.stream().mapToInt(Observations::count).sum();
        int[] stretch = new int[n]; // of each cell, part after part, line after line across the order
        int[] line = new int[n];
        int[] column = new int[n];
        int[] along = new int[n];
        int c = 0;
        for (Observations part : heldOut) {
            Pattern.Lines across = order.across(part.pattern());
            for (int l = 0; l < across.count(); l++) {
                for (int k = 0; k < across.size(l); k++, c++) {
                    along[c] = across.other(l, k);
                    boolean goesOn = k > 0 && along[c] - across.other(l, k - 1) <= 1;
                    stretch[c] = c == 0 ? 0 : stretch[c - 1] + (goesOn ? 0 : 1);
                    line[c] = l;
                    column[c] = isByRow ? l : along[c];
                }
            }
        }
        this.stretches = stretch;
        int typical = n == 0 ? 1 : n / (1 + stretch[n - 1]);
        this.parts = IntStream.range(0, fits.size())
                .mapToObj(k -> Part.of(fits.get(k), fitted.get(k), heldOut.get(k), typical))
                .toList();
        int[] distance = parts.stream()
                .flatMapToInt(part -> Arrays.stream(part.ofHeldOut))
                .toArray();
        double[] squares = parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.squares))
                .toArray();
        boolean isObserved = parts.stream().allMatch(part -> part.observed.isPresent());
        int lines = order.across(heldOut.get(0).pattern()).count();
        this.ofLines = new ErrorFactors(isObserved ? 0 : lines, line, stretch);
        boolean hasFactor = isByRow || isObserved; // a column is a line, across or along
        this.ofColumns = new ErrorFactors(hasFactor ? 0 : heldOut.get(0).columns(), column, stretch);
        this.ofDistances = new ErrorFactors(Distances.CLASSES, distance, stretch);
        for (int pass = 0; pass < PASSES; pass++) {
            ofDistances.improve(squares);
            ofLines.improve(squares);
            ofColumns.improve(squares);
        }
        this.sizes = new double[n];
        Arrays.setAll(sizes, cell -> Math.sqrt(squares[cell] * ofLines.loss(cell) * ofColumns.loss(cell)));
    }

    /**
     * Compares fits of parts of a table with entries that they have not seen.
     *
     * @param fits the fits, one or more, which must not go on after this
     * @param heldOut observed entries that each of them has not seen
     * @return the standard errors: what the fits expect on average, in mean square
     */
    public static Spread of(List<OrderedFit> fits, List<Observations> heldOut) {
        return of(
                fits,
                IntStream.range(0, fits.size())
                        .mapToObj(k -> fits.get(k).at(heldOut.get(k).pattern()))
                        .toList(),
                heldOut);
    }

    /**
     * Compares what is filled in with the help of fits of parts of a table with entries that they have not seen.
     *
     * @param fits the fits, one or more, which must not go on after this; they say which errors are larger than others
     * @param fitted what is filled into the entries that each of them has not seen, in row order
     * @param heldOut these entries
     * @return the standard errors: what the fits expect on average, in mean square
     */
    public static Spread of(List<OrderedFit> fits, List<double[]> fitted, List<Observations> heldOut) {
        return new Spread(fits, fitted, heldOut);
    }

    /**
     * A fit, and what it says of entries that it has not seen.
     *
     * @param ofHeldOut the class of the distance of each of these, line after line across the order
     * @param squares the square of the error of each over what is expected of it
     */
    private record Part(
            OrderedFit fit, Distances distances, Optional<ObservedErrors> observed, int[] ofHeldOut, double[] squares) {
        static Part of(OrderedFit fit, double[] fitted, Observations heldOut, int typical) {
            Order order = fit.order();
            Pattern.Lines across = order.across(heldOut.pattern());
            Distances distances = new Distances(fit);
            int n = heldOut.count();
            Optional<ObservedErrors> observed = n == 0
                    ? Optional.empty()
                    : fit.leavingOut(Holes.like(heldOut, fit.data(), order))
                            .map(squares -> new ObservedErrors(fit, squares, typical));
            double[] expected = fit.variances(heldOut.pattern());
            Part part = new Part(fit, distances, observed, new int[n], new double[n]);
            for (int l = 0, c = 0; l < across.count(); l++) {
                for (int k = 0; k < across.size(l); k++, c++) {
                    int cell = across.position(l, k);
                    double error = heldOut.values()[cell] - fitted[cell];
                    int along = across.other(l, k);
                    part.ofHeldOut[c] = distances.classOf(l, along);
                    part.squares[c] = error * error / expected[cell] / part.factor(l, along);
                }
            }
            return part;
        }

        double factor(int line, int along) {
            return observed.map(each -> each.factor(line, along)).orElse(1.0);
        }
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
     * The stretch of cells that each error of {@link #sizes} is in.
     *
     * @return a number for each, ascending: the array itself, not to be changed
     */
    public int[] stretches() {
        return stretches;
    }

    /**
     * The standard errors of what would be observed with weight 1, noise included.
     *
     * @return the standard error of each cell, computed when it is asked for
     */
    public CellValues standardErrors() {
        List<CellValues> expected =
                parts.stream().map(part -> part.fit.variances()).toList();
        boolean isByRow = order.side() == Side.LEFT;
        return (i, j) -> {
            int line = isByRow ? j : i;
            int along = isByRow ? i : j;
            double sum = 0;
            for (int k = 0; k < parts.size(); k++) {
                Part part = parts.get(k);
                sum += expected.get(k).at(i, j)
                        * part.factor(line, along)
                        * ofDistances.factor(part.distances.classOf(line, along));
            }
            return Math.sqrt(sum / parts.size() * ofLines.factor(line) * ofColumns.factor(j));
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
