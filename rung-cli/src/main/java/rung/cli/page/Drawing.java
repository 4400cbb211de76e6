package rung.cli.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A plot at a size, drawn as SVG. */
final class Drawing {
    private static final int LETTER = 13;
    private static final double LETTER_WIDTH = 0.62 * LETTER;
    private static final int TICKS_EVERY_DOWN = 48;
    private static final int TICKS_EVERY_ACROSS = 56;
    private static final int GAP = 7;
    private static final int ROW = 20;
    private static final int SWATCH = 20;

    /** A bar that stands for a number, not for a range, is no wider. */
    private static final int WIDEST_BAR = 44;

    /** More points than this have no dots. */
    private static final int DOTTED = 40;

    /** Points that say their values when the pointer is over them, at most. */
    private static final int TALKING = 200;

    private final Plot plot;
    private final Plot.Size size;
    private final Scale xs;
    private final Scale ys;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;
    private final StringBuilder out = new StringBuilder();

    Drawing(Plot plot, Plot.Size size) {
        this(plot, size, false);
    }

    private Drawing(Plot plot, Plot.Size size, boolean hasTitle) {
        this.plot = plot;
        this.size = size;
        top = (hasTitle ? 34 : 0) + (plot.marks().isEmpty() ? 32 : 28 + ROW);
        bottom = size.height() - 2 * ROW - 2;
        double[] x = range(true);
        double[] y = range(false);
        int down = (int) Math.max(2, (bottom - top) / TICKS_EVERY_DOWN);
        ys = plot.isLogarithmic()
                ? Scale.logarithmic(y[0], y[1], down)
                : Scale.linear(y[0], y[1], down, hasCounts(), true);
        double widest =
                Arrays.stream(ys.labels()).mapToDouble(Drawing::width).max().orElse(0);
        left = Math.ceil(widest) + GAP + 2;
        right = size.width() - 14;
        int across = (int) Math.max(2, (right - left) / TICKS_EVERY_ACROSS);
        xs = Scale.linear(x[0], x[1], across, plot.isWhole(), false);
    }

    private boolean hasCounts() {
        return !plot.bars().isEmpty() && plot.bars().stream().allMatch(bar -> bar.height() == Math.rint(bar.height()));
    }

    /** The lowest and the highest value of everything that can be drawn. */
    private double[] range(boolean isX) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Plot.Series line : plot.series()) {
            for (int k = 0; k < line.x().length; k++) {
                if (plot.isDrawable(line.x()[k], line.y()[k])) {
                    double value = isX ? line.x()[k] : line.y()[k];
                    low = Math.min(low, value);
                    high = Math.max(high, value);
                }
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

    private double x(double value) {
        return left + 4 + xs.place(value) * (right - left - 8);
    }

    private double y(double value) {
        return bottom - ys.place(value) * (bottom - top);
    }

    private static double width(String text) {
        return LETTER_WIDTH * text.codePointCount(0, text.length());
    }

    /** With its own title and looks. */
    String alone(String css) {
        Drawing titled = new Drawing(plot, size, true);
        titled.out.append(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"-16 -4 %d %d\""
                        + " width=\"%d\" height=\"%d\">%n",
                size.width() + 32, size.height() + 16, size.width() + 32, size.height() + 16));
        titled.words();
        titled.out.append("<style>\n").append(css).append("</style>\n");
        titled.out.append("<rect class=\"paper\" x=\"-16\" y=\"-4\" width=\"100%\" height=\"100%\"/>\n");
        titled.text(size.width() / 2.0, 24, "middle", "title", plot.title());
        titled.content();
        return titled.out.append("</svg>\n").toString();
    }

    /** Without, since the page has them. */
    String inline(String cssClass) {
        out.append(String.format(
                "<svg class=\"plot %s\" role=\"img\" viewBox=\"0 0 %d %d\">%n",
                Markup.escaped(cssClass), size.width(), size.height()));
        words();
        content();
        return out.append("</svg>\n").toString();
    }

    private void words() {
        out.append("<title>").append(Markup.escaped(plot.title())).append("</title>\n");
        out.append("<desc>").append(Markup.escaped(plot.description())).append("</desc>\n");
    }

    private void content() {
        grid();
        plot.bars().stream().filter(plot::isDrawable).forEach(this::bar);
        rule("axis", left, y(base()), right, y(base()));
        Labels labels = new Labels(left, top, right, bottom);
        for (Plot.Mark mark : plot.marks()) {
            if (Scale.isDrawable(mark.x(), false) && mark.x() >= xs.low() && mark.x() <= xs.high()) {
                mark(mark, labels);
            }
        }
        List<List<double[]>> lines = new ArrayList<>();
        for (int s = 0; s < plot.series().size(); s++) {
            lines.add(line(s));
            lines.get(s).forEach(labels::avoid);
        }
        if (plot.series().size() > 1) {
            for (int s = 0; s < lines.size(); s++) {
                name(s, labels, lines);
            }
        }
    }

    private double base() {
        return plot.bars().isEmpty() ? ys.low() : 0;
    }

    private void grid() {
        for (int k = 0; k < ys.ticks().length; k++) {
            double y = y(ys.ticks()[k]);
            rule("grid", left, y, right, y);
            text(left - GAP, y + 4.5, "end", "soft", ys.labels()[k]);
        }
        for (int k = 0; k < xs.ticks().length; k++) {
            double x = x(xs.ticks()[k]);
            rule("axis", x, bottom, x, bottom + 4);
            double half = width(xs.labels()[k]) / 2;
            text(Math.min(x, size.width() - half), bottom + 18, "middle", "soft", xs.labels()[k]);
        }
        text((left + right) / 2, size.height() - 5.0, "middle", "", plot.xLabel());
        text(1, top - (plot.marks().isEmpty() ? 18 : 14 + ROW), "start", "", plot.yLabel());
    }

    private void bar(Plot.Bar bar) {
        double middle = (x(bar.from()) + x(bar.to())) / 2;
        double room = x(bar.to()) - x(bar.from());
        double half = plot.isWhole() ? Math.min(0.4 * room, WIDEST_BAR / 2.0) : room / 2;
        double from = middle - half;
        double to = middle + half;
        double gap = !plot.isWhole() && to - from > 6 ? 1 : 0;
        double high = y(Math.max(0, bar.height()));
        double low = y(Math.min(0, bar.height()));
        String place = plot.isWhole()
                ? plot.xLabel() + " " + Numbers.general((bar.from() + bar.to()) / 2)
                : plot.xLabel() + " from " + Numbers.general(bar.from()) + " to " + Numbers.general(bar.to());
        out.append(String.format(
                Locale.ROOT,
                "<rect class=\"bar fill0\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>%n",
                from + gap,
                high,
                Math.max(0.5, to - from - 2 * gap),
                Math.max(0, low - high),
                Markup.escaped(place + ": " + Numbers.general(bar.height()))));
    }

    private void mark(Plot.Mark mark, Labels labels) {
        double x = x(mark.x());
        rule("mark", x, top - 4, x, bottom);
        double half = width(mark.label()) / 2;
        double middle = Math.max(left + half, Math.min(right - half, x));
        text(middle, top - 10, "middle", "", mark.label());
        labels.avoid(new double[] {x, top, x, bottom});
        if (plot.isDrawable(mark.x(), mark.y())) {
            out.append(String.format(
                    Locale.ROOT, "<circle class=\"ring\" cx=\"%.1f\" cy=\"%.1f\" r=\"6.5\"/>%n", x, y(mark.y())));
        }
    }

    /** Draws a line, in pieces where something is missing; returns the pieces as x, y, x, y, …. */
    private List<double[]> line(int s) {
        Plot.Series line = plot.series().get(s);
        int look = s % Plot.LOOKS;
        List<double[]> pieces = new ArrayList<>();
        StringBuilder dots = new StringBuilder();
        double[] piece = new double[2 * line.x().length];
        int length = 0;
        int every = Math.max(1, (line.x().length + TALKING - 1) / TALKING);
        for (int k = 0; k <= line.x().length; k++) {
            if (k < line.x().length && plot.isDrawable(line.x()[k], line.y()[k])) {
                piece[length++] = x(line.x()[k]);
                piece[length++] = y(line.y()[k]);
                if (line.x().length <= DOTTED) {
                    dots.append(circle("fill" + look, piece[length - 2], piece[length - 1], 2.8, ""));
                }
                if (k % every == 0) {
                    String says = String.format(
                            "<title>%s</title>",
                            Markup.escaped(line.name() + ", " + plot.xLabel() + " " + Numbers.general(line.x()[k])
                                    + ": " + Numbers.general(line.y()[k])));
                    dots.append(circle("hit hit" + look, piece[length - 2], piece[length - 1], 7, says));
                }
            } else if (length > 0) {
                pieces.add(Arrays.copyOf(piece, length));
                length = 0;
            }
        }
        for (double[] points : pieces) {
            StringBuilder list = new StringBuilder();
            for (int k = 0; k < points.length; k += 2) {
                list.append(String.format(Locale.ROOT, "%.1f,%.1f ", points[k], points[k + 1]));
            }
            out.append(String.format(
                    "<polyline class=\"line line%d\" points=\"%s\"/>%n",
                    look, list.toString().strip()));
        }
        out.append(dots);
        return pieces;
    }

    private static String circle(String cssClass, double x, double y, double radius, String content) {
        return String.format(
                Locale.ROOT,
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">%s</circle>%n",
                cssClass,
                x,
                y,
                radius,
                content);
    }

    /** The name of a line, beside it. */
    private void name(int s, Labels labels, List<List<double[]>> lines) {
        String name = plot.series().get(s).name();
        double[] corner = labels.place(SWATCH + 6 + width(name), ROW - 2, lines.get(s));
        double middle = corner[1] + (ROW - 2) / 2.0;
        rule("line line" + s % Plot.LOOKS, corner[0], middle, corner[0] + SWATCH, middle);
        text(corner[0] + SWATCH + 6, middle + 4.5, "start", "", name);
    }

    private void rule(String cssClass, double x1, double y1, double x2, double y2) {
        out.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                cssClass,
                x1,
                y1,
                x2,
                y2));
    }

    private void text(double x, double y, String anchor, String cssClass, String content) {
        out.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                cssClass,
                x,
                y,
                anchor,
                Markup.escaped(content)));
    }
}
