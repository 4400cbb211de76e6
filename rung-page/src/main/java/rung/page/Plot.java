package rung.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.file.AtomicFile;

/**
 * What a chart shows: lines, points or bars over two axes. Values that are not finite, or not positive on a logarithmic axis, are left out.
 *
 * @param title the title
 * @param xLabel the meaning of the x axis
 * @param yLabel the meaning of the y axis
 * @param series lines and points
 * @param bars bars that stand on zero
 * @param marks places on the x axis that are marked by a vertical line
 * @param axes how the axes run
 */
public record Plot(
        String title, String xLabel, String yLabel, List<Series> series, List<Bar> bars, List<Mark> marks, Axes axes) {
    /**
     * How the axes run.
     *
     * @param isXLogarithmic whether the x axis is logarithmic
     * @param isYLogarithmic whether the y axis is logarithmic
     * @param isWhole whether only whole numbers mean something on the x axis
     * @param lowest where the y axis begins at the lowest, if it is limited
     * @param highest where the y axis ends at the highest, if it is limited
     */
    public record Axes(
            boolean isXLogarithmic,
            boolean isYLogarithmic,
            boolean isWhole,
            OptionalDouble lowest,
            OptionalDouble highest) {
        static final Axes STRAIGHT = new Axes(false, false, false, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /**
     * A range around each point of a series.
     *
     * @param lower the lower end at each point
     * @param upper the upper end at each point
     * @param meaning what the range means, in words: "± one standard error"
     */
    public record Band(double[] lower, double[] upper, String meaning) {
        /** Copies the ends. */
        public Band {
            lower = lower.clone();
            upper = upper.clone();
        }

        /** {@return a copy of the lower end at each point} */
        @Override
        public double[] lower() {
            return lower.clone();
        }

        /** {@return a copy of the upper end at each point} */
        @Override
        public double[] upper() {
            return upper.clone();
        }

        double lower(int k) {
            return lower[k];
        }

        double upper(int k) {
            return upper[k];
        }
    }

    /** Whether the points of a series are joined. */
    public enum Form {
        /** They are joined by a line. */
        LINE,
        /** They are not joined. */
        POINTS
    }

    /**
     * A line, or points that belong together.
     *
     * @param name its name, shown beside it or in the legend
     * @param x the x of each point
     * @param y the y of each point
     * @param band a range around each point, if there is one
     * @param form whether the points are joined
     * @param look the number of its color, dashes and marker, from 0; −1 to take its place among the series
     */
    public record Series(String name, double[] x, double[] y, Optional<Band> band, Form form, int look) {
        /** Copies the points, and checks that there are as many values of each kind. */
        public Series {
            x = x.clone();
            y = y.clone();
            int points = x.length;
            checkLength("y", points, y.length);
            band.ifPresent(around -> {
                checkLength("lower", points, around.lower.length);
                checkLength("upper", points, around.upper.length);
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

        /** {@return a copy of the x of each point} */
        @Override
        public double[] x() {
            return x.clone();
        }

        /** {@return a copy of the y of each point} */
        @Override
        public double[] y() {
            return y.clone();
        }

        /** {@return the number of points} */
        public int count() {
            return x.length;
        }

        double x(int k) {
            return x[k];
        }

        double y(int k) {
            return y[k];
        }

        /**
         * Makes a line.
         *
         * @param name the name in the legend
         * @param x where the points are
         * @param y how high the points are
         */
        public Series(String name, double[] x, double[] y) {
            this(name, x, y, Optional.empty(), Form.LINE, -1);
        }

        /**
         * Makes points that are not joined.
         *
         * @param name the name in the legend
         * @param x where the points are
         * @param y how high the points are
         * @return the series
         */
        public static Series points(String name, double[] x, double[] y) {
            return new Series(name, x, y, Optional.empty(), Form.POINTS, -1);
        }

        /**
         * Makes a single point.
         *
         * @param name the name in the legend
         * @param x where the point is
         * @param y how high the point is
         * @return the series
         */
        public static Series point(String name, double x, double y) {
            return points(name, new double[] {x}, new double[] {y});
        }

        /**
         * Adds a band: an area around the line, or a stroke through each point. There is none where an end is NaN.
         *
         * @param lower the lower end at each point
         * @param upper the upper end at each point
         * @param meaning what the range means, in words
         * @return a changed copy
         */
        public Series withBand(double[] lower, double[] upper, String meaning) {
            return new Series(name, x, y, Optional.of(new Band(lower, upper, meaning)), form, look);
        }

        /**
         * Adds a band that reaches {@code reach} below and above each point.
         *
         * @param reach the distance of both ends from each point
         * @param meaning what the range means, in words
         * @return a changed copy
         */
        public Series withBand(double[] reach, String meaning) {
            checkLength("reach", x.length, reach.length);
            double[] lower = new double[x.length];
            double[] upper = new double[x.length];
            Arrays.setAll(lower, k -> y[k] - reach[k]);
            Arrays.setAll(upper, k -> y[k] + reach[k]);
            return withBand(lower, upper, meaning);
        }

        /**
         * Sets color, dashes and marker by number, so that a series looks the same in several charts.
         *
         * @param number the number, from 0
         * @return a changed copy
         */
        public Series withLook(int number) {
            return new Series(name, x, y, band, form, number);
        }
    }

    /**
     * A bar that stands on zero, from one x to another.
     *
     * @param from where it begins on the x axis
     * @param to where it ends on the x axis
     * @param height its height
     */
    public record Bar(double from, double to, double height) {}

    /**
     * A place on the x axis that matters.
     *
     * @param x the place
     * @param y the height of a ring at the place, if there is one
     * @param label the label
     */
    public record Mark(double x, OptionalDouble y, String label) {}

    /** The sizes of a chart in a page, for large and for small screens: letters are equally large in both. */
    static final Size WIDE = new Size(520, 300);

    static final Size NARROW = new Size(330, 250);
    /** The size of a chart that is a file of its own. */
    private static final Size ALONE = new Size(760, 460);

    /** A size in pixels. */
    record Size(int width, int height) {}

    /**
     * Makes a chart of lines or points, over linear axes.
     *
     * @param title the title
     * @param xLabel what the x axis shows
     * @param yLabel what the y axis shows
     * @param series the lines or points
     * @return the chart
     */
    public static Plot lines(String title, String xLabel, String yLabel, List<Series> series) {
        return new Plot(title, xLabel, yLabel, series, List.of(), List.of(), Axes.STRAIGHT);
    }

    /**
     * Makes a histogram: {@code counts[k]} values between {@code edges[k]} and the next edge.
     *
     * @param title the title
     * @param xLabel what the x axis shows
     * @param yLabel what the y axis shows
     * @param edges the edges of the bars, ascending; one more than bars
     * @param counts the height of each bar
     * @return the chart
     */
    public static Plot histogram(String title, String xLabel, String yLabel, double[] edges, long[] counts) {
        List<Bar> bars = new ArrayList<>();
        for (int k = 0; k < counts.length; k++) {
            bars.add(new Bar(edges[k], edges[k + 1], counts[k]));
        }
        return new Plot(title, xLabel, yLabel, List.of(), bars, List.of(), Axes.STRAIGHT);
    }

    /**
     * Makes a chart with a bar for each of the numbers 1, 2, 3, ….
     *
     * @param title the title
     * @param xLabel what the x axis shows
     * @param yLabel what the y axis shows
     * @param heights the height of each bar
     * @return the chart
     */
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

    /** {@return a copy whose y axis is logarithmic; there must be no bars} */
    public Plot logarithmic() {
        checkNoBars("which a logarithmic axis does not have");
        return with(new Axes(axes.isXLogarithmic, true, axes.isWhole, axes.lowest, axes.highest));
    }

    /** {@return a copy whose x axis is logarithmic; there must be no bars} */
    public Plot logarithmicX() {
        checkNoBars("and at places that a logarithmic axis may not have");
        return with(new Axes(true, axes.isYLogarithmic, axes.isWhole, axes.lowest, axes.highest));
    }

    /** {@return a copy with only whole numbers on the x axis} */
    public Plot whole() {
        return with(new Axes(axes.isXLogarithmic, axes.isYLogarithmic, true, axes.lowest, axes.highest));
    }

    /**
     * Limits the y axis at both ends, so that a few values far away do not squash the others. What lies beyond is cut off, and a
     * sentence in the description says so.
     *
     * @param lowest where the axis begins at the lowest
     * @param highest where the axis ends at the highest
     * @return a changed copy
     */
    public Plot within(double lowest, double highest) {
        if (lowest >= highest) {
            throw new IllegalArgumentException(
                    "the lowest must be below the highest, got " + lowest + " and " + highest);
        }
        return limited(OptionalDouble.of(lowest), OptionalDouble.of(highest));
    }

    /**
     * Limits the y axis at its lower end, as {@link #within} does.
     *
     * @param lowest where the axis begins at the lowest
     * @return a changed copy
     */
    public Plot above(double lowest) {
        return limited(OptionalDouble.of(lowest), OptionalDouble.empty());
    }

    /**
     * Limits the y axis at its upper end, as {@link #within} does.
     *
     * @param highest where the axis ends at the highest
     * @return a changed copy
     */
    public Plot below(double highest) {
        return limited(OptionalDouble.empty(), OptionalDouble.of(highest));
    }

    private Plot limited(OptionalDouble lowest, OptionalDouble highest) {
        checkNoBars("which may not be within the range");
        return with(new Axes(axes.isXLogarithmic, axes.isYLogarithmic, axes.isWhole, lowest, highest));
    }

    /**
     * Marks a place on the x axis by a vertical line with a label, and by a ring at height y.
     *
     * @param x the place
     * @param y the height of the ring
     * @param label the label
     * @return a changed copy
     */
    public Plot withMark(double x, double y, String label) {
        return with(new Mark(x, OptionalDouble.of(y), label));
    }

    /**
     * Marks a place on the x axis by a vertical line with a label.
     *
     * @param x the place
     * @param label the label
     * @return a changed copy
     */
    public Plot withMark(double x, String label) {
        return with(new Mark(x, OptionalDouble.empty(), label));
    }

    private Plot with(Mark mark) {
        List<Mark> more = new ArrayList<>(marks);
        more.add(mark);
        return new Plot(title, xLabel, yLabel, series, bars, more, axes);
    }

    /** {@return whether the y axis is logarithmic} */
    public boolean isLogarithmic() {
        return axes.isYLogarithmic;
    }

    /** {@return whether there is nothing to draw} */
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

    /** Whether a point has a place on both axes. */
    boolean isDrawable(double x, double y) {
        return AxisScale.isDrawable(x, axes.isXLogarithmic) && AxisScale.isDrawable(y, axes.isYLogarithmic);
    }

    /** Whether a bar has a place on both axes. */
    boolean isDrawable(Bar bar) {
        return isDrawable(bar.from, bar.height) && AxisScale.isDrawable(bar.to, false);
    }

    /** Those of some values at the points of a series that are drawn. */
    double[] drawable(Series line, double[] values) {
        return IntStream.range(0, values.length)
                .filter(k -> isDrawable(line.x[k], line.y[k]) && AxisScale.isDrawable(values[k], axes.isYLogarithmic))
                .mapToDouble(k -> values[k])
                .toArray();
    }

    /** The lowest or the highest value of a series and its band; NaN if there is nothing to draw. */
    double ends(Series line, boolean isLowest) {
        DoubleStream values = DoubleStream.concat(
                Arrays.stream(drawable(line, line.y)),
                line.band.stream()
                        .flatMapToDouble(band -> DoubleStream.concat(
                                Arrays.stream(drawable(line, band.lower)), Arrays.stream(drawable(line, band.upper)))));
        return (isLowest ? values.min() : values.max()).orElse(Double.NaN);
    }

    /**
     * Returns the chart as an SVG file.
     *
     * @return the text of the file
     */
    public String svg() {
        return Drawing.alone(this, ALONE).svg();
    }

    /**
     * Returns the chart as SVG to stand inside a page, which has a heading for it and says how its classes look.
     *
     * @return the element, without a title and a style sheet
     */
    public String wide() {
        return inline(WIDE, "wide");
    }

    /**
     * Returns the chart as {@link #wide} does, laid out for the width of a phone.
     *
     * @return the element, without a title and a style sheet
     */
    public String narrow() {
        return inline(NARROW, "narrow");
    }

    /**
     * Returns the chart as a PNG file: the same drawing on white, with two pixels for each of the SVG. The bytes depend only on the
     * chart and the fonts.
     *
     * @throws UnsupportedOperationException if the system has no font
     * @return the bytes of the file
     */
    public byte[] png() {
        return FrameImages.png(Drawing.alone(this, ALONE).image());
    }

    /**
     * Writes a PNG file if the name ends in .png, else SVG; the file is replaced as a whole or not at all.
     *
     * @param file the file
     * @throws IOException if writing fails
     */
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

    /** Returns the chart as SVG inside a page, which has the style sheet {@link Style#css}. */
    String inline(Size size, String cssClass) {
        return new Drawing(this, size, false).inline(cssClass);
    }
}
