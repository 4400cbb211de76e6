package rung.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rung.page.Canvas.Letters;

/**
 * Where everything in a chart of a given size goes: the axes, the lines, the bands and the names. All places are in pixels, x to
 * the right and y downward. {@link Drawing} draws what is laid out here.
 */
final class PlotLayout {
    /** The space between an axis and its numbers. */
    static final int GAP = 7;

    /** The height of a line of text. */
    static final int ROW = 20;

    /** The length of the piece of a line beside its name. */
    static final int SWATCH = 22;

    /** The space between numbers on an axis, at least. */
    private static final int TICKS_EVERY_DOWN = 48;

    private static final int TICKS_EVERY_ACROSS = 56;

    /** The most names of lines inside the chart; more stand in a legend below it. */
    private static final int NAMED_INSIDE = 4;

    /** A tolerance for rounding, so that what lies on the end of an axis is not cut off. */
    private static final double HAIR = 1e-6;

    private final Plot plot;
    private final Plot.Size size;
    private final AxisScale xs;
    private final AxisScale ys;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;

    /** For each series its pieces, as far as they are within the axes. */
    private final List<List<double[]>> lines = new ArrayList<>();

    /** For each series the box of its name, as left, top, right, bottom; empty if the names are not inside the chart. */
    private final List<double[]> names = new ArrayList<>();

    private final boolean hasLegend;

    /**
     * Lays out a chart.
     *
     * @param hasTitle whether there is room for the title above it
     */
    PlotLayout(Plot plot, Plot.Size size, boolean hasTitle) {
        this.plot = plot;
        this.size = size;
        top = (hasTitle ? 34 : 0) + (plot.marks().isEmpty() ? 32 : 28 + ROW);
        bottom = size.height() - 2 * ROW - 2;
        ys = yScale();
        double widest = Arrays.stream(ys.labels())
                .mapToDouble(Letters.SOFT::width)
                .max()
                .orElse(0);
        left = Math.ceil(widest) + GAP + 2;
        right = size.width() - 14;
        xs = xScale();
        for (Plot.Series series : plot.series()) {
            lines.add(pieces(series));
        }
        hasLegend = plot.series().size() > 1 && (hasLines() || !placeNames());
    }

    /** Whether a series is a line, so that its name might be taken for that of another: names of lines stand below the chart. */
    private boolean hasLines() {
        return plot.series().stream().anyMatch(series -> series.form() == Plot.Form.LINE);
    }

    /** The x axis. */
    AxisScale xs() {
        return xs;
    }

    /** The y axis. */
    AxisScale ys() {
        return ys;
    }

    /** Where the x axis begins. */
    double left() {
        return left;
    }

    /** Where the x axis ends. */
    double right() {
        return right;
    }

    /** Where the y axis ends. */
    double top() {
        return top;
    }

    /** Where the y axis begins. */
    double bottom() {
        return bottom;
    }

    /** The pieces of a series within the axes, each as x, y, x, y, …. */
    List<double[]> pieces(int s) {
        return lines.get(s);
    }

    /** Whether the names of the series stand inside the chart. */
    boolean hasNames() {
        return !names.isEmpty();
    }

    /** The box of the name of a series, as left, top, right, bottom. */
    double[] name(int s) {
        return names.get(s);
    }

    /** Whether the names of the series stand below the chart. */
    boolean hasLegend() {
        return hasLegend;
    }

    private AxisScale yScale() {
        double[] y = range(false);
        int ticks = (int) Math.max(2, (bottom - top) / TICKS_EVERY_DOWN);
        boolean isLogarithmic = plot.axes().isYLogarithmic();
        double lowest = plot.axes().lowest().orElse(Double.NaN); // NaN cuts nothing
        double highest = plot.axes().highest().orElse(Double.NaN);
        boolean isLowCut = AxisScale.isDrawable(lowest, isLogarithmic) && y[0] < lowest;
        boolean isHighCut = AxisScale.isDrawable(highest, isLogarithmic) && y[1] > highest;
        double high = isHighCut ? highest : isLowCut ? Math.max(y[1], beyond(lowest, true)) : y[1];
        double low = isLowCut ? lowest : isHighCut ? Math.min(y[0], beyond(highest, false)) : y[0];
        AxisScale whole = isLogarithmic
                ? AxisScale.logarithmic(low, high, ticks)
                : AxisScale.linear(low, high, ticks, hasCounts(), true);
        return isLowCut || isHighCut
                ? whole.cut(isLowCut ? lowest : whole.low(), isHighCut ? highest : whole.high())
                : whole;
    }

    /** A value beyond a limit, for an axis that needs a length where all values lie on one side of it. */
    private double beyond(double limit, boolean isUp) {
        return plot.axes().isYLogarithmic()
                ? isUp ? 2 * limit : limit / 2
                : limit + (isUp ? 1 : -1) * Math.max(1e-3, Math.abs(limit) / 10);
    }

    private AxisScale xScale() {
        double[] x = range(true);
        int ticks = (int) Math.max(2, (right - left) / TICKS_EVERY_ACROSS);
        return plot.axes().isXLogarithmic()
                ? AxisScale.logarithmic(x[0], x[1], Math.max(2, 2 * ticks / 3))
                : AxisScale.linear(x[0], x[1], ticks, plot.axes().isWhole(), false);
    }

    private boolean hasCounts() {
        return !plot.bars().isEmpty() && plot.bars().stream().allMatch(bar -> bar.height() == Math.rint(bar.height()));
    }

    /** The lowest and the highest value of everything that can be drawn. */
    private double[] range(boolean isX) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Plot.Series line : plot.series()) {
            for (int k = 0; isX && k < line.count(); k++) {
                if (plot.isDrawable(line.x(k), line.y(k))) {
                    low = Math.min(low, line.x(k));
                    high = Math.max(high, line.x(k));
                }
            }
            double least = isX ? Double.NaN : plot.ends(line, true);
            if (!Double.isNaN(least)) {
                low = Math.min(low, least);
                high = Math.max(high, plot.ends(line, false));
            }
        }
        for (Plot.Bar bar : plot.bars()) {
            if (plot.isDrawable(bar)) {
                low = Math.min(low, isX ? bar.from() : Math.min(0, bar.height()));
                high = Math.max(high, isX ? bar.to() : Math.max(0, bar.height()));
            }
        }
        return low <= high ? new double[] {low, high} : new double[] {1, 1};
    }

    /** The place of a value on the x axis, in pixels from the left. */
    double x(double value) {
        double margin = plot.series().stream().anyMatch(line -> line.form() == Plot.Form.POINTS) ? 12 : 4;
        return left + margin + xs.place(value) * (right - left - 2 * margin);
    }

    /** The place of a value on the y axis, in pixels from the top. */
    double y(double value) {
        return bottom - ys.place(value) * (bottom - top);
    }

    /** Whether a height is between the ends of the y axis. */
    boolean isWithin(double y) {
        return y >= top - HAIR && y <= bottom + HAIR;
    }

    /** The pieces of a series, each as x, y, x, y, …: it breaks where a value is missing or cut off, or after each point if they are not joined. */
    private List<double[]> pieces(Plot.Series line) {
        List<double[]> pieces = new ArrayList<>();
        double[] piece = new double[2 * line.count()];
        int length = 0;
        for (int k = 0; k <= line.count(); k++) {
            boolean isDrawable = k < line.count() && plot.isDrawable(line.x(k), line.y(k));
            if (isDrawable) {
                piece[length++] = x(line.x(k));
                piece[length++] = y(line.y(k));
            }
            if (length > 0 && (!isDrawable || line.form() == Plot.Form.POINTS)) {
                pieces.addAll(Clipping.line(Arrays.copyOf(piece, length), top - HAIR, bottom + HAIR));
                length = 0;
            }
        }
        return pieces;
    }

    /** Finds a place inside the chart for the name of each series; returns false if there is not enough room. */
    private boolean placeNames() {
        boolean arePoints = plot.series().stream().allMatch(line -> line.form() == Plot.Form.POINTS);
        if (!arePoints && plot.series().size() > NAMED_INSIDE) {
            return false;
        }
        LabelPlacement labels = new LabelPlacement(left, top, right, bottom);
        plot.marks().stream()
                .filter(this::isShown)
                .forEach(mark -> labels.avoid(new double[] {x(mark.x()), top, x(mark.x()), bottom}));
        lines.forEach(pieces -> pieces.forEach(labels::avoid));
        List<List<double[]>> whiskers =
                plot.series().stream().map(this::whiskers).toList();
        whiskers.forEach(strokes -> strokes.forEach(labels::avoid));
        for (int s = 0; s < lines.size(); s++) {
            double width = Letters.PLAIN.width(plot.series().get(s).name());
            List<double[]> own = new ArrayList<>(lines.get(s));
            own.addAll(whiskers.get(s));
            names.add(
                    isPoint(s)
                            ? labels.beside(width, ROW - 4, lines.get(s).get(0), own)
                            : labels.place(SWATCH + 6 + width, ROW - 2, own));
        }
        if (labels.isCrowded()) {
            names.clear();
        }
        return !names.isEmpty();
    }

    /** The strokes through single points that show their bands. */
    private List<double[]> whiskers(Plot.Series line) {
        return bands(line).stream()
                .filter(sides -> sides.size() == 1)
                .map(sides -> sides.get(0))
                .flatMap(side -> Clipping.line(new double[] {side[0], side[1], side[0], side[2]}, top, bottom).stream())
                .toList();
    }

    /** Whether a series is a single point, whose name stands beside it. */
    boolean isPoint(int s) {
        return plot.series().get(s).form() == Plot.Form.POINTS && lines.get(s).size() == 1;
    }

    /** Whether a mark is within the x axis. */
    boolean isShown(Plot.Mark mark) {
        return AxisScale.isDrawable(mark.x(), plot.axes().isXLogarithmic())
                && mark.x() >= xs.low()
                && mark.x() <= xs.high();
    }

    /** The number of names side by side in the legend. */
    int legendColumns() {
        double widest = plot.series().stream()
                .mapToDouble(line -> Letters.PLAIN.width(line.name()))
                .max()
                .orElse(0);
        return (int) Math.max(1, Math.min(plot.series().size(), size.width() / (SWATCH + 6 + widest + 12)));
    }

    /** The height of the chart with the legend below it, if there is one, in pixels. */
    int height() {
        int columns = legendColumns();
        return size.height() + (hasLegend ? 8 + ROW * ((plot.series().size() + columns - 1) / columns) : 0);
    }

    /**
     * The band around a series, in pieces without gaps. A piece is a list of points, each as x, lower end and upper end in pixels;
     * a piece of one point is drawn as a stroke.
     */
    List<List<double[]>> bands(Plot.Series line) {
        List<List<double[]>> pieces = new ArrayList<>();
        if (line.band().isEmpty()) {
            return pieces;
        }
        Plot.Band band = line.band().get();
        boolean isOpen = false;
        for (int k = 0; k < line.count(); k++) {
            boolean isThere = plot.isDrawable(line.x(k), line.y(k))
                    && !Double.isNaN(band.lower(k))
                    && !Double.isNaN(band.upper(k));
            if (isThere && !isOpen) {
                pieces.add(new ArrayList<>());
            }
            if (isThere) {
                pieces.get(pieces.size() - 1)
                        .add(new double[] {x(line.x(k)), bound(band.lower(k)), bound(band.upper(k))});
            }
            isOpen = isThere && line.form() == Plot.Form.LINE;
        }
        return pieces;
    }

    /** The height of an end of a band; one that has no place on the axis lies just beyond the end of the axis. */
    private double bound(double value) {
        return AxisScale.isDrawable(value, plot.axes().isYLogarithmic()) ? y(value) : value > 0 ? top - 1 : bottom + 1;
    }
}
