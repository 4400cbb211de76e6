package rung.page;

import java.awt.image.BufferedImage;
import java.util.List;
import rung.page.Canvas.Anchor;
import rung.page.Canvas.Letters;

/**
 * A chart at a size, drawn once for any {@link Canvas}: as an SVG file, as SVG inside a page, or as a picture. {@link PlotLayout}
 * says where everything goes.
 */
final class Drawing {
    /** The margins in pixels around a chart that is a file of its own. */
    private static final int SIDE_MARGIN = 16;

    private static final int TOP_MARGIN = 4;
    private static final int BOTTOM_MARGIN = 12;

    /** The most pixels across a bar that stands for a number, not for a range. */
    private static final int WIDEST_BAR = 44;

    /** The most points of a line that are drawn as dots, too. */
    private static final int DOTTED = 40;

    /** The most points of a series that show their values when pointed at. */
    private static final int TALKING = 200;

    /** The radius in pixels of points that are not joined, and that of dots on a line. */
    private static final double RADIUS = 5;

    private static final double DOT = 2.8;

    /** The distance in pixels from which on a stroke joins a name to its point. */
    private static final double FAR = 16;

    private final Plot plot;
    private final Plot.Size size;
    private final boolean hasTitle;
    private final PlotLayout layout;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;

    /** Prepares to draw a chart; the title is drawn above it if {@code hasTitle}. */
    Drawing(Plot plot, Plot.Size size, boolean hasTitle) {
        this.plot = plot;
        this.size = size;
        this.hasTitle = hasTitle;
        this.layout = new PlotLayout(plot, size, hasTitle);
        this.left = layout.left();
        this.right = layout.right();
        this.top = layout.top();
        this.bottom = layout.bottom();
    }

    private double x(double value) {
        return layout.x(value);
    }

    private double y(double value) {
        return layout.y(value);
    }

    /** A drawing with its title, for a file of its own. */
    static Drawing alone(Plot plot, Plot.Size size) {
        return new Drawing(plot, size, true);
    }

    /** The number of the color, dashes and marker of a series. */
    private int look(int s) {
        int own = plot.series().get(s).look();
        return (own < 0 ? s : own) % Style.LOOKS;
    }

    /** The drawing as an SVG file, with its style sheet. */
    String svg() {
        int width = size.width() + 2 * SIDE_MARGIN;
        int height = layout.height() + TOP_MARGIN + BOTTOM_MARGIN;
        SvgCanvas canvas = new SvgCanvas();
        canvas.rectangle(Style.PAPER, -SIDE_MARGIN, -TOP_MARGIN, width, height, "");
        draw(canvas);
        return String.format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"%d %d %d %d\""
                                + " width=\"%d\" height=\"%d\">\n",
                        -SIDE_MARGIN, -TOP_MARGIN, width, height, width, height)
                + words()
                + "<style>\n" + Style.css(Palette.LIGHT) + "</style>\n"
                + canvas.markup()
                + "</svg>\n";
    }

    /** The drawing as SVG inside a page, which has the style sheet. */
    String inline(String cssClass) {
        SvgCanvas canvas = new SvgCanvas();
        draw(canvas);
        return String.format(
                        "<svg class=\"plot %s\" role=\"img\" viewBox=\"0 0 %d %d\">\n",
                        Markup.escaped(cssClass), size.width(), layout.height())
                + words()
                + canvas.markup()
                + "</svg>\n";
    }

    /** The drawing as a picture. */
    BufferedImage image() {
        ImageCanvas canvas = new ImageCanvas(
                SIDE_MARGIN, TOP_MARGIN, size.width() + 2 * SIDE_MARGIN, layout.height() + TOP_MARGIN + BOTTOM_MARGIN);
        draw(canvas);
        return canvas.image();
    }

    /** Title and description, for those who do not see the chart. */
    private String words() {
        return "<title>" + Markup.escaped(plot.title()) + "</title>\n<desc>"
                + Markup.escaped(new PlotWords(plot).description()) + "</desc>\n";
    }

    private void draw(Canvas canvas) {
        if (hasTitle) {
            String title = Letters.TITLE.fitted(plot.title(), size.width());
            canvas.text(Letters.TITLE, size.width() / 2.0, 24, Anchor.MIDDLE, title);
        }
        grid(canvas);
        plot.bars().stream().filter(plot::isDrawable).forEach(bar -> bar(canvas, bar));
        double base = y(plot.bars().isEmpty() ? layout.ys().low() : 0);
        canvas.line(Style.AXIS, left, base, right, base);
        plot.marks().stream().filter(layout::isShown).forEach(mark -> mark(canvas, mark));
        for (int s = 0; s < plot.series().size(); s++) {
            int look = look(s);
            layout.bands(plot.series().get(s)).forEach(sides -> band(canvas, look, sides));
        }
        for (int s = 0; s < plot.series().size(); s++) {
            line(canvas, s);
        }
        for (int s = 0; layout.hasNames() && s < plot.series().size(); s++) {
            name(canvas, s);
        }
        if (layout.hasLegend()) {
            legend(canvas);
        }
    }

    private void grid(Canvas canvas) {
        for (int k = 0; k < layout.ys().ticks().length; k++) {
            double y = y(layout.ys().ticks()[k]);
            canvas.line(Style.GRID, left, y, right, y);
            canvas.text(
                    Letters.SOFT,
                    left - PlotLayout.GAP,
                    y + 4.5,
                    Anchor.END,
                    layout.ys().labels()[k]);
        }
        for (int k = 0; k < layout.xs().ticks().length; k++) {
            double x = x(layout.xs().ticks()[k]);
            canvas.line(Style.AXIS, x, bottom, x, bottom + 4);
            double half = Letters.SOFT.width(layout.xs().labels()[k]) / 2;
            canvas.text(
                    Letters.SOFT,
                    Math.min(x, size.width() - half),
                    bottom + 18,
                    Anchor.MIDDLE,
                    layout.xs().labels()[k]);
        }
        String below = Letters.PLAIN.fitted(plot.xLabel(), size.width());
        double half = Letters.PLAIN.width(below) / 2;
        double middle = Math.max(half, Math.min(size.width() - half, (left + right) / 2));
        canvas.text(Letters.PLAIN, middle, size.height() - 5.0, Anchor.MIDDLE, below);
        double height = top - (plot.marks().isEmpty() ? 18 : 14 + PlotLayout.ROW);
        canvas.text(Letters.PLAIN, 1, height, Anchor.START, Letters.PLAIN.fitted(plot.yLabel(), size.width()));
    }

    private void bar(Canvas canvas, Plot.Bar bar) {
        boolean isWhole = plot.axes().isWhole();
        double middle = (x(bar.from()) + x(bar.to())) / 2;
        double room = x(bar.to()) - x(bar.from());
        double half = isWhole ? Math.min(0.4 * room, WIDEST_BAR / 2.0) : room / 2;
        double from = middle - half;
        double to = middle + half;
        double gap = !isWhole && to - from > 6 ? 1 : 0;
        double high = y(Math.max(0, bar.height()));
        double low = y(Math.min(0, bar.height()));
        String place = isWhole
                ? plot.xLabel() + " " + NumberText.general((bar.from() + bar.to()) / 2)
                : plot.xLabel() + " from " + NumberText.general(bar.from()) + " to " + NumberText.general(bar.to());
        canvas.rectangle(
                Style.BAR,
                from + gap,
                high,
                Math.max(0.5, to - from - 2 * gap),
                Math.max(0, low - high),
                place + ": " + NumberText.general(bar.height()));
    }

    private void mark(Canvas canvas, Plot.Mark mark) {
        double x = x(mark.x());
        canvas.line(Style.MARK, x, top - 4, x, bottom);
        String label = Letters.PLAIN.fitted(mark.label(), right - left);
        double half = Letters.PLAIN.width(label) / 2;
        double middle = Math.max(left + half, Math.min(right - half, x));
        canvas.text(Letters.PLAIN, middle, top - 10, Anchor.MIDDLE, label);
        double height = mark.y().orElse(Double.NaN); // nothing is drawable there
        if (plot.isDrawable(mark.x(), height) && layout.isWithin(y(height))) {
            canvas.circle(Style.RING, x, y(height), 6.5);
        }
    }

    /** Draws one piece of a band: the area around a line, or a stroke through a point. */
    private void band(Canvas canvas, int look, List<double[]> sides) {
        int n = sides.size();
        double[] outline = new double[4 * n];
        for (int k = 0; k < n; k++) {
            outline[2 * k] = sides.get(k)[0];
            outline[2 * k + 1] = sides.get(k)[2];
            outline[4 * n - 2 - 2 * k] = sides.get(k)[0];
            outline[4 * n - 1 - 2 * k] = sides.get(k)[1];
        }
        if (n == 1) {
            for (double[] piece : Clipping.line(outline, top, bottom)) {
                canvas.polyline(Style.whisker(look), piece);
            }
            return;
        }
        double[] shown = Clipping.polygon(outline, top, bottom);
        if (shown.length > 0) {
            canvas.polygon(Style.band(look), shown);
        }
    }

    private void line(Canvas canvas, int s) {
        Plot.Series line = plot.series().get(s);
        int look = look(s);
        boolean isDotted = line.form() == Plot.Form.POINTS || line.count() <= DOTTED;
        for (double[] piece : layout.pieces(s)) {
            if (line.form() == Plot.Form.LINE) {
                canvas.polyline(Style.line(look), piece);
            }
            if (piece.length == 2 && !isDotted) {
                Markers.draw(canvas, look, piece[0], piece[1], DOT);
            }
        }
        int every = Math.max(1, (line.count() + TALKING - 1) / TALKING);
        for (int k = 0; k < line.count(); k++) {
            if (plot.isDrawable(line.x(k), line.y(k)) && layout.isWithin(y(line.y(k)))) {
                double x = x(line.x(k));
                double y = y(line.y(k));
                if (isDotted) {
                    Markers.draw(canvas, look, x, y, line.form() == Plot.Form.POINTS ? RADIUS : DOT);
                }
                if (k % every == 0) {
                    canvas.spot(look, x, y, says(line, k));
                }
            }
        }
    }

    /** The text that a point shows when pointed at. */
    private String says(Plot.Series line, int k) {
        String around = line.band()
                .map(band ->
                        " (" + NumberText.general(band.lower(k)) + " to " + NumberText.general(band.upper(k)) + ")")
                .orElse("");
        return line.name() + ", " + plot.xLabel() + " " + NumberText.general(line.x(k)) + ": "
                + NumberText.general(line.y(k)) + around;
    }

    /** Draws the name of a series inside the chart. */
    private void name(Canvas canvas, int s) {
        double[] box = layout.name(s);
        String name = plot.series().get(s).name();
        double middle = (box[1] + box[3]) / 2;
        if (!layout.isPoint(s)) {
            entry(canvas, s, box[0], middle);
            return;
        }
        double[] point = layout.pieces(s).get(0);
        double x = Math.max(box[0], Math.min(box[2], point[0]));
        double y = Math.max(box[1], Math.min(box[3], point[1]));
        double distance = Math.hypot(x - point[0], y - point[1]);
        if (distance > FAR) {
            double part = RADIUS / distance;
            canvas.line(
                    Style.AXIS, point[0] + 1.5 * part * (x - point[0]), point[1] + 1.5 * part * (y - point[1]), x, y);
        }
        boolean isLeft = box[2] <= point[0];
        boolean isRight = box[0] >= point[0];
        canvas.text(
                Letters.PLAIN,
                isLeft ? box[2] : isRight ? box[0] : (box[0] + box[2]) / 2,
                middle + 4.5,
                isLeft ? Anchor.END : isRight ? Anchor.START : Anchor.MIDDLE,
                name);
    }

    /** Draws a piece of the line and the name of a series beside it. */
    private void entry(Canvas canvas, int s, double x, double middle) {
        Plot.Series line = plot.series().get(s);
        if (line.form() == Plot.Form.LINE) {
            canvas.line(Style.line(look(s)), x, middle, x + PlotLayout.SWATCH, middle);
        }
        if (line.form() == Plot.Form.POINTS || line.count() <= DOTTED) {
            Markers.draw(
                    canvas,
                    look(s),
                    x + PlotLayout.SWATCH / 2.0,
                    middle,
                    line.form() == Plot.Form.POINTS ? RADIUS : DOT);
        }
        String name = Letters.PLAIN.fitted(line.name(), size.width() - PlotLayout.SWATCH - 6);
        canvas.text(Letters.PLAIN, x + PlotLayout.SWATCH + 6, middle + 4.5, Anchor.START, name);
    }

    /** Draws the names of all series below the chart, in columns. */
    private void legend(Canvas canvas) {
        int columns = layout.legendColumns();
        for (int s = 0; s < plot.series().size(); s++) {
            double x = (double) (s % columns) * size.width() / columns;
            entry(canvas, s, x, size.height() + 8 + PlotLayout.ROW * (s / columns + 0.5));
        }
    }
}
