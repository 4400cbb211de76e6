package rung.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.file.AtomicFile;

/**
 * What a chart shows: lines, points or bars over two axes. {@link #svg} and {@link #png} are files of their own,
 * {@link #inline} a part of a page that has the {@link #css}.
 *
 * <p>What cannot be drawn is left out: a value that is not finite, or not positive on a logarithmic axis.
 */
public record Plot(
        String title, String xLabel, String yLabel, List<Series> series, List<Bar> bars, List<Mark> marks, Axes axes) {
    /**
     * How the axes run.
     *
     * @param isWhole whether only whole numbers mean something on the x axis
     * @param lowest the y axis begins no lower, unless NaN
     * @param highest the y axis ends no higher, unless NaN
     */
    public record Axes(boolean isXLogarithmic, boolean isYLogarithmic, boolean isWhole, double lowest, double highest) {
        static final Axes STRAIGHT = new Axes(false, false, false, Double.NaN, Double.NaN);
    }

    /**
     * What surrounds each point of a line.
     *
     * @param meaning in words: "± one standard error"
     */
    public record Band(double[] lower, double[] upper, String meaning) {}

    /** Whether points are joined. */
    public enum Form {
        LINE,
        POINTS
    }

    /**
     * One line, or points.
     *
     * @param look its color and dashes, from 0; −1 if by its place among the others
     */
    public record Series(String name, double[] x, double[] y, Optional<Band> band, Form form, int look) {
        public Series {
            checkLength("y", x.length, y.length);
            band.ifPresent(around -> {
                checkLength("lower", x.length, around.lower.length);
                checkLength("upper", x.length, around.upper.length);
            });
            if (look < -1) {
                throw new IllegalArgumentException("look must be at least 0, or −1 for any, got " + look);
            }
        }

        private static void checkLength(String what, int wanted, int length) {
            if (length != wanted) {
                throw new IllegalArgumentException(
                        what + " must have " + wanted + " values, one for each x, got " + length);
            }
        }

        /** A line. */
        public Series(String name, double[] x, double[] y) {
            this(name, x, y, Optional.empty(), Form.LINE, -1);
        }

        /** Points that are not joined. */
        public static Series points(String name, double[] x, double[] y) {
            return new Series(name, x, y, Optional.empty(), Form.POINTS, -1);
        }

        /** One point. */
        public static Series point(String name, double x, double y) {
            return points(name, new double[] {x}, new double[] {y});
        }

        /** With an area around the line, or a stroke through each point; none where a bound is NaN. */
        public Series withBand(double[] lower, double[] upper, String meaning) {
            return new Series(name, x, y, Optional.of(new Band(lower, upper, meaning)), form, look);
        }

        /** With a band that reaches so far below and above each point. */
        public Series withBand(double[] reach, String meaning) {
            checkLength("reach", x.length, reach.length);
            double[] lower = new double[x.length];
            double[] upper = new double[x.length];
            Arrays.setAll(lower, k -> y[k] - reach[k]);
            Arrays.setAll(upper, k -> y[k] + reach[k]);
            return withBand(lower, upper, meaning);
        }

        /** With the color and dashes of that number, so that it looks the same in several charts. */
        public Series withLook(int number) {
            return new Series(name, x, y, band, form, number);
        }
    }

    /** One bar, standing on zero. */
    public record Bar(double from, double to, double height) {}

    /** A place on the x axis that matters; with a ring at height y, unless that is NaN. */
    public record Mark(double x, double y, String label) {}

    /** The two sizes a page holds of each chart, so that letters are as large on a phone as on a desk. */
    static final Size WIDE = new Size(520, 300);

    static final Size NARROW = new Size(330, 250);
    private static final Size ALONE = new Size(760, 460);

    /** In pixels. */
    record Size(int width, int height) {}

    /** Lines or points over straight axes. */
    public static Plot lines(String title, String xLabel, String yLabel, List<Series> series) {
        return new Plot(title, xLabel, yLabel, series, List.of(), List.of(), Axes.STRAIGHT);
    }

    /** How often values fell between each edge and the next. */
    public static Plot histogram(String title, String xLabel, String yLabel, double[] edges, long[] counts) {
        List<Bar> bars = new ArrayList<>();
        for (int k = 0; k < counts.length; k++) {
            bars.add(new Bar(edges[k], edges[k + 1], counts[k]));
        }
        return new Plot(title, xLabel, yLabel, List.of(), bars, List.of(), Axes.STRAIGHT);
    }

    /** One bar for each of 1, 2, 3, …. */
    public static Plot numbered(String title, String xLabel, String yLabel, double[] heights) {
        List<Bar> bars = new ArrayList<>();
        for (int k = 0; k < heights.length; k++) {
            bars.add(new Bar(k + 0.5, k + 1.5, heights[k]));
        }
        return new Plot(title, xLabel, yLabel, List.of(), bars, List.of(), Axes.STRAIGHT).whole();
    }

    private Plot with(Axes others) {
        return new Plot(title, xLabel, yLabel, series, bars, marks, others);
    }

    private void checkNoBars(String why) {
        if (!bars.isEmpty()) {
            throw new IllegalStateException("bars stand on zero, " + why);
        }
    }

    /** With a logarithmic y axis, on which there can be no bars. */
    public Plot logarithmic() {
        checkNoBars("which a logarithmic axis does not have");
        return with(new Axes(axes.isXLogarithmic, true, axes.isWhole, axes.lowest, axes.highest));
    }

    /** With a logarithmic x axis, for lines and points. */
    public Plot logarithmicX() {
        checkNoBars("and at places that a logarithmic axis may not have");
        return with(new Axes(true, axes.isYLogarithmic, axes.isWhole, axes.lowest, axes.highest));
    }

    /** With whole numbers on the x axis only. */
    public Plot whole() {
        return with(new Axes(axes.isXLogarithmic, axes.isYLogarithmic, true, axes.lowest, axes.highest));
    }

    /**
     * With a y axis that ends where it is told, so that a few values far away do not squash the others; what lies beyond is cut
     * off, and said.
     *
     * @param lowest NaN if by the values
     * @param highest NaN if by the values
     */
    public Plot within(double lowest, double highest) {
        checkNoBars("which may not be within the range");
        if (lowest >= highest) {
            throw new IllegalArgumentException(
                    "the lowest must be below the highest, got " + lowest + " and " + highest);
        }
        return with(new Axes(axes.isXLogarithmic, axes.isYLogarithmic, axes.isWhole, lowest, highest));
    }

    public Plot withMark(double x, double y, String label) {
        List<Mark> more = new ArrayList<>(marks);
        more.add(new Mark(x, y, label));
        return new Plot(title, xLabel, yLabel, series, bars, more, axes);
    }

    /** Whether the y axis is. */
    public boolean isLogarithmic() {
        return axes.isYLogarithmic;
    }

    /** Whether there is anything to draw. */
    public boolean isEmpty() {
        boolean hasPoint = series.stream().anyMatch(line -> {
            for (int k = 0; k < line.x.length; k++) {
                if (isDrawable(line.x[k], line.y[k])) {
                    return true;
                }
            }
            return false;
        });
        return !hasPoint && bars.stream().noneMatch(this::isDrawable);
    }

    boolean isDrawable(double x, double y) {
        return AxisScale.isDrawable(x, axes.isXLogarithmic) && AxisScale.isDrawable(y, axes.isYLogarithmic);
    }

    boolean isDrawable(Bar bar) {
        return isDrawable(bar.from, bar.height) && AxisScale.isDrawable(bar.to, false);
    }

    /** The values that are drawn of a line. */
    private double[] drawable(Series line, double[] values) {
        return IntStream.range(0, values.length)
                .filter(k -> isDrawable(line.x[k], line.y[k]) && AxisScale.isDrawable(values[k], axes.isYLogarithmic))
                .mapToDouble(k -> values[k])
                .toArray();
    }

    /** The chart in words, for those who do not see it. */
    String description() {
        StringBuilder words = new StringBuilder(yLabel + " against " + xLabel + ".");
        series.forEach(line -> describe(line, words));
        double[] heights =
                bars.stream().filter(this::isDrawable).mapToDouble(Bar::height).toArray();
        if (heights.length > 0) {
            words.append(String.format(
                    Locale.ROOT,
                    " %d bars, the highest %.6g.",
                    heights.length,
                    Arrays.stream(heights).max().orElseThrow()));
        }
        marks.forEach(mark -> words.append(" Marked: ").append(mark.label).append('.'));
        return (words + " " + cuts()).strip();
    }

    private void describe(Series line, StringBuilder words) {
        double[] y = drawable(line, line.y);
        if (y.length == 0) {
            return;
        }
        if (y.length == 1) {
            double x = IntStream.range(0, line.x.length)
                    .filter(k -> isDrawable(line.x[k], line.y[k]))
                    .mapToDouble(k -> line.x[k])
                    .findFirst()
                    .orElseThrow();
            words.append(String.format(Locale.ROOT, " %s: 1 point, %.4g at %.4g.", line.name, y[0], x));
        } else {
            words.append(String.format(
                    Locale.ROOT,
                    " %s: %d points, from %.4g to %.4g, lowest %.4g, highest %.4g.",
                    line.name,
                    y.length,
                    y[0],
                    y[y.length - 1],
                    Arrays.stream(y).min().orElseThrow(),
                    Arrays.stream(y).max().orElseThrow()));
        }
        line.band.ifPresent(band -> words.append(String.format(
                Locale.ROOT,
                " Its band, %s, lies between %.4g and %.4g.",
                band.meaning,
                DoubleStream.concat(Arrays.stream(drawable(line, band.lower)), Arrays.stream(y))
                        .min()
                        .orElseThrow(),
                DoubleStream.concat(Arrays.stream(drawable(line, band.upper)), Arrays.stream(y))
                        .max()
                        .orElseThrow())));
    }

    /** What is cut off at the ends of the y axis, as sentences; empty if nothing is. */
    String cuts() {
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (Series line : series) {
            double most = ends(line, false);
            double least = ends(line, true);
            if (most > axes.highest) {
                above.add(line.name + " reaches " + NumberText.general((float) most));
            }
            if (least < axes.lowest) {
                below.add(line.name + " reaches " + NumberText.general((float) least));
            }
        }
        String high = above.isEmpty()
                ? ""
                : "Cut off above " + NumberText.general(axes.highest) + ": " + String.join(", ", above) + ".";
        String low = below.isEmpty()
                ? ""
                : "Cut off below " + NumberText.general(axes.lowest) + ": " + String.join(", ", below) + ".";
        return (high + " " + low).strip();
    }

    /** The lowest or the highest of a line and its band; NaN if there is nothing to draw. */
    double ends(Series line, boolean isLowest) {
        DoubleStream values = DoubleStream.concat(
                Arrays.stream(drawable(line, line.y)),
                line.band.stream()
                        .flatMapToDouble(band -> DoubleStream.concat(
                                Arrays.stream(drawable(line, band.lower)), Arrays.stream(drawable(line, band.upper)))));
        return (isLowest ? values.min() : values.max()).orElse(Double.NaN);
    }

    /** A file of its own, as SVG. */
    public String svg() {
        return Drawing.alone(this, ALONE).svg();
    }

    /**
     * A file of its own, as PNG: the same drawing on white, twice as large. The same bytes wherever the fonts are the same.
     *
     * @throws UnsupportedOperationException if there is no font
     */
    public byte[] png() {
        return FrameImages.png(Drawing.alone(this, ALONE).image());
    }

    /** Writes SVG, or PNG if the name of the file ends so; as a whole or not at all. */
    public void write(Path file) throws IOException {
        boolean isPng = file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
        byte[] bytes;
        try {
            bytes = isPng ? png() : svg().getBytes(StandardCharsets.UTF_8);
        } catch (UnsupportedOperationException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        AtomicFile.write(file, out -> out.write(bytes));
    }

    /** A part of a page. */
    String inline(Size size, String cssClass) {
        return new Drawing(this, size, false).inline(cssClass);
    }

    /** The looks, on white. */
    static String css() {
        return Style.css(Palette.LIGHT);
    }

    /** The looks, on black. */
    static String darkCss() {
        return Style.css(Palette.DARK);
    }
}
