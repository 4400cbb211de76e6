package rung.cli;

import java.util.List;
import java.util.Locale;

/** A line plot with a logarithmic y axis, as SVG. */
record Plot(String title, String xLabel, String yLabel, List<Series> series) {
    /** One line; y must be positive. */
    record Series(String name, double[] x, double[] y) {}

    private static final int WIDTH = 760;
    private static final int HEIGHT = 460;
    private static final int LEFT = 74;
    private static final int RIGHT = 24;
    private static final int TOP = 48;
    private static final int BOTTOM = 56;

    /* Okabe and Ito's palette: told apart by colour-blind readers too; and each line has its own dashes. */
    private static final String[] COLORS = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
    private static final String[] DASHES = {"6 4", "2 3", "none", "8 3 2 3", "1 2", "10 4"};

    String svg() {
        double xMin = Double.POSITIVE_INFINITY;
        double xMax = Double.NEGATIVE_INFINITY;
        double yMin = Double.POSITIVE_INFINITY;
        double yMax = Double.NEGATIVE_INFINITY;
        for (Series line : series) {
            for (int k = 0; k < line.x.length; k++) {
                xMin = Math.min(xMin, line.x[k]);
                xMax = Math.max(xMax, line.x[k]);
                yMin = Math.min(yMin, line.y[k]);
                yMax = Math.max(yMax, line.y[k]);
            }
        }
        Axes axes = new Axes(xMin, xMax, Math.log10(yMin) - 0.05, Math.log10(yMax) + 0.05);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(svg, WIDTH / 2.0, 26, "middle", "font-size=\"15\" font-weight=\"600\"", title);
        grid(svg, axes);
        for (int s = 0; s < series.size(); s++) {
            line(svg, axes, s);
        }
        legend(svg);
        return svg.append("</svg>\n").toString();
    }

    /** Where a point lies on the page. */
    private record Axes(double xMin, double xMax, double logMin, double logMax) {
        double x(double value) {
            return LEFT + (value - xMin) / Math.max(1e-300, xMax - xMin) * (WIDTH - LEFT - RIGHT);
        }

        double y(double value) {
            return HEIGHT - BOTTOM - (Math.log10(value) - logMin) / (logMax - logMin) * (HEIGHT - TOP - BOTTOM);
        }
    }

    private void grid(StringBuilder svg, Axes axes) {
        for (int decade = (int) Math.floor(axes.logMin); decade <= axes.logMax; decade++) {
            for (int digit : new int[] {1, 2, 5}) {
                double value = digit * Math.pow(10, decade);
                if (Math.log10(value) >= axes.logMin && Math.log10(value) <= axes.logMax) {
                    rule(svg, LEFT, axes.y(value), WIDTH - RIGHT, axes.y(value));
                    text(svg, LEFT - 8, axes.y(value) + 4, "end", "", number(value));
                }
            }
        }
        double step = Math.max(1, Math.ceil((axes.xMax - axes.xMin) / 12));
        for (double value = axes.xMin; value <= axes.xMax; value += step) {
            rule(svg, axes.x(value), TOP, axes.x(value), HEIGHT - BOTTOM);
            text(svg, axes.x(value), HEIGHT - BOTTOM + 18, "middle", "", number(value));
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "", xLabel);
        double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        String turned = String.format(Locale.ROOT, "transform=\"rotate(-90 20 %.1f)\"", middle);
        text(svg, 20, middle, "middle", turned, yLabel);
    }

    private void line(StringBuilder svg, Axes axes, int s) {
        Series line = series.get(s);
        StringBuilder points = new StringBuilder();
        for (int k = 0; k < line.x.length; k++) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", axes.x(line.x[k]), axes.y(line.y[k])));
        }
        svg.append(String.format(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2.2\" stroke-dasharray=\"%s\" points=\"%s\"/>%n",
                COLORS[s % COLORS.length],
                DASHES[s % DASHES.length],
                points.toString().strip()));
    }

    private void legend(StringBuilder svg) {
        for (int s = 0; s < series.size(); s++) {
            int y = TOP + 18 + 20 * s;
            int x = WIDTH - RIGHT - 220;
            svg.append(String.format(
                    "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2.2\""
                            + " stroke-dasharray=\"%s\"/>%n",
                    x, y - 4, x + 34, y - 4, COLORS[s % COLORS.length], DASHES[s % DASHES.length]));
            text(svg, x + 42, y, "start", "", series.get(s).name);
        }
    }

    private static void rule(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e4e4\"/>%n",
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String more, String content) {
        String escaped = content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
                x,
                y,
                anchor,
                more,
                escaped));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, "%.3g", value).replaceAll("0+$", "");
    }
}
