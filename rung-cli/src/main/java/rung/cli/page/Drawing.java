package rung.cli.page;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rung.cli.page.Canvas.Anchor;
import rung.cli.page.Canvas.Letters;

/** A plot at a size: what goes where, for any canvas. */
final class Drawing {
    private static final int TICKS_EVERY_DOWN = 48;
    private static final int TICKS_EVERY_ACROSS = 56;
    private static final int GAP = 7;
    private static final int ROW = 20;
    private static final int SWATCH = 22;

    /** What a drawing of its own has around it. */
    private static final int SIDE_MARGIN = 16;

    private static final int TOP_MARGIN = 4;
    private static final int BOTTOM_MARGIN = 12;

    /** A bar that stands for a number, not for a range, is no wider. */
    private static final int WIDEST_BAR = 44;

    /** More points than this have no dots. */
    private static final int DOTTED = 40;

    /** Points that say their values when the pointer is over them, at most. */
    private static final int TALKING = 200;

    /** More names than this stand below the chart, not in it. */
    private static final int NAMED_INSIDE = 4;

    /** Of points that are not joined; dots on lines are smaller. */
    private static final double RADIUS = 5;

    private static final double DOT = 2.8;

    /** A name farther from its point is joined to it. */
    private static final double FAR = 16;

    /** Rounding puts nothing outside. */
    private static final double HAIR = 1e-6;

    private final Plot plot;
    private final Plot.Size size;
    private final boolean hasTitle;
    private final Scale xs;
    private final Scale ys;
    private final double left;
    private final double right;
    private final double top;
    private final double bottom;

    /** For each series its pieces, as far as they are within the axes. */
    private final List<List<double[]>> lines = new ArrayList<>();

    /** For each series the upper left corner of its name; none if they stand below the chart or there are none. */
    private final List<double[]> names = new ArrayList<>();

    private final boolean hasLegend;

    Drawing(Plot plot, Plot.Size size, boolean hasTitle) {
        this.plot = plot;
        this.size = size;
        this.hasTitle = hasTitle;
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
        hasLegend = plot.series().size() > 1 && !placeNames();
    }

    /** A drawing with its title, for a file of its own. */
    static Drawing alone(Plot plot, Plot.Size size) {
        return new Drawing(plot, size, true);
    }

    private Scale yScale() {
        double[] y = range(false);
        int ticks = (int) Math.max(2, (bottom - top) / TICKS_EVERY_DOWN);
        boolean isLogarithmic = plot.axes().isYLogarithmic();
        double lowest = plot.axes().lowest();
        double highest = plot.axes().highest();
        boolean isLowCut = Scale.isDrawable(lowest, isLogarithmic) && y[0] < lowest;
        boolean isHighCut = Scale.isDrawable(highest, isLogarithmic) && y[1] > highest;
        double high = isHighCut ? highest : isLowCut ? Math.max(y[1], beyond(lowest, true)) : y[1];
        double low = isLowCut ? lowest : isHighCut ? Math.min(y[0], beyond(highest, false)) : y[0];
        Scale whole =
                isLogarithmic ? Scale.logarithmic(low, high, ticks) : Scale.linear(low, high, ticks, hasCounts(), true);
        return isLowCut || isHighCut
                ? whole.cut(isLowCut ? lowest : whole.low(), isHighCut ? highest : whole.high())
                : whole;
    }

    /** A value on the other side of a limit that everything lies beyond. */
    private double beyond(double limit, boolean isUp) {
        return plot.axes().isYLogarithmic()
                ? isUp ? 2 * limit : limit / 2
                : limit + (isUp ? 1 : -1) * Math.max(1e-3, Math.abs(limit) / 10);
    }

    private Scale xScale() {
        double[] x = range(true);
        int ticks = (int) Math.max(2, (right - left) / TICKS_EVERY_ACROSS);
        return plot.axes().isXLogarithmic()
                ? Scale.logarithmic(x[0], x[1], Math.max(2, 2 * ticks / 3))
                : Scale.linear(x[0], x[1], ticks, plot.axes().isWhole(), false);
    }

    private boolean hasCounts() {
        return !plot.bars().isEmpty() && plot.bars().stream().allMatch(bar -> bar.height() == Math.rint(bar.height()));
    }

    /** The lowest and the highest value of everything that can be drawn. */
    private double[] range(boolean isX) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Plot.Series line : plot.series()) {
            for (int k = 0; isX && k < line.x().length; k++) {
                if (plot.isDrawable(line.x()[k], line.y()[k])) {
                    low = Math.min(low, line.x()[k]);
                    high = Math.max(high, line.x()[k]);
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

    double x(double value) {
        double margin = plot.series().stream().anyMatch(line -> line.form() == Plot.Form.POINTS) ? 12 : 4;
        return left + margin + xs.place(value) * (right - left - 2 * margin);
    }

    double y(double value) {
        return bottom - ys.place(value) * (bottom - top);
    }

    private boolean isWithin(double y) {
        return y >= top - HAIR && y <= bottom + HAIR;
    }

    private int look(int s) {
        int own = plot.series().get(s).look();
        return (own < 0 ? s : own) % Style.LOOKS;
    }

    /** A series as x, y, x, y, …: broken where something is missing or cut off, or everywhere if points are not joined. */
    private List<double[]> pieces(Plot.Series line) {
        List<double[]> pieces = new ArrayList<>();
        double[] piece = new double[2 * line.x().length];
        int length = 0;
        for (int k = 0; k <= line.x().length; k++) {
            boolean isDrawable = k < line.x().length && plot.isDrawable(line.x()[k], line.y()[k]);
            if (isDrawable) {
                piece[length++] = x(line.x()[k]);
                piece[length++] = y(line.y()[k]);
            }
            if (length > 0 && (!isDrawable || line.form() == Plot.Form.POINTS)) {
                pieces.addAll(Clip.line(Arrays.copyOf(piece, length), top - HAIR, bottom + HAIR));
                length = 0;
            }
        }
        return pieces;
    }

    /** Finds places for the names inside; false if there are none. */
    private boolean placeNames() {
        boolean arePoints = plot.series().stream().allMatch(line -> line.form() == Plot.Form.POINTS);
        if (!arePoints && plot.series().size() > NAMED_INSIDE) {
            return false;
        }
        Labels labels = new Labels(left, top, right, bottom);
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

    /** The strokes through points that are not joined to others. */
    private List<double[]> whiskers(Plot.Series line) {
        return sides(line).stream()
                .filter(sides -> sides.size() == 1)
                .map(sides -> sides.get(0))
                .flatMap(side -> Clip.line(new double[] {side[0], side[1], side[0], side[2]}, top, bottom).stream())
                .toList();
    }

    private boolean isPoint(int s) {
        return plot.series().get(s).form() == Plot.Form.POINTS && lines.get(s).size() == 1;
    }

    private boolean isShown(Plot.Mark mark) {
        return Scale.isDrawable(mark.x(), plot.axes().isXLogarithmic())
                && mark.x() >= xs.low()
                && mark.x() <= xs.high();
    }

    private int legendColumns() {
        double widest = plot.series().stream()
                .mapToDouble(line -> Letters.PLAIN.width(line.name()))
                .max()
                .orElse(0);
        return (int) Math.max(1, Math.min(plot.series().size(), size.width() / (SWATCH + 6 + widest + 12)));
    }

    /** With the names below, if they are there. */
    private int height() {
        int columns = legendColumns();
        return size.height() + (hasLegend ? 8 + ROW * ((plot.series().size() + columns - 1) / columns) : 0);
    }

    /** As a file of its own, with its looks. */
    String svg() {
        int width = size.width() + 2 * SIDE_MARGIN;
        int height = height() + TOP_MARGIN + BOTTOM_MARGIN;
        SvgCanvas canvas = new SvgCanvas();
        canvas.rectangle(Style.PAPER, -SIDE_MARGIN, -TOP_MARGIN, width, height, "");
        draw(canvas);
        return String.format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"%d %d %d %d\""
                                + " width=\"%d\" height=\"%d\">\n",
                        -SIDE_MARGIN, -TOP_MARGIN, width, height, width, height)
                + words()
                + "<style>\n" + Plot.css() + "</style>\n"
                + canvas.markup()
                + "</svg>\n";
    }

    /** As a part of a page that has the looks. */
    String inline(String cssClass) {
        SvgCanvas canvas = new SvgCanvas();
        draw(canvas);
        return String.format(
                        "<svg class=\"plot %s\" role=\"img\" viewBox=\"0 0 %d %d\">\n",
                        Markup.escaped(cssClass), size.width(), height())
                + words()
                + canvas.markup()
                + "</svg>\n";
    }

    /** As a picture of its own. */
    BufferedImage image() {
        ImageCanvas canvas = new ImageCanvas(
                SIDE_MARGIN, TOP_MARGIN, size.width() + 2 * SIDE_MARGIN, height() + TOP_MARGIN + BOTTOM_MARGIN);
        draw(canvas);
        return canvas.image();
    }

    private String words() {
        return "<title>" + Markup.escaped(plot.title()) + "</title>\n<desc>" + Markup.escaped(plot.description())
                + "</desc>\n";
    }

    private void draw(Canvas canvas) {
        if (hasTitle) {
            String title = Letters.TITLE.fitted(plot.title(), size.width());
            canvas.text(Letters.TITLE, size.width() / 2.0, 24, Anchor.MIDDLE, title);
        }
        grid(canvas);
        plot.bars().stream().filter(plot::isDrawable).forEach(bar -> bar(canvas, bar));
        double base = y(plot.bars().isEmpty() ? ys.low() : 0);
        canvas.line(Style.AXIS, left, base, right, base);
        plot.marks().stream().filter(this::isShown).forEach(mark -> mark(canvas, mark));
        for (int s = 0; s < lines.size(); s++) {
            int look = look(s);
            sides(plot.series().get(s)).forEach(sides -> band(canvas, look, sides));
        }
        for (int s = 0; s < lines.size(); s++) {
            line(canvas, s);
        }
        for (int s = 0; s < names.size(); s++) {
            name(canvas, s);
        }
        if (hasLegend) {
            legend(canvas);
        }
    }

    private void grid(Canvas canvas) {
        for (int k = 0; k < ys.ticks().length; k++) {
            double y = y(ys.ticks()[k]);
            canvas.line(Style.GRID, left, y, right, y);
            canvas.text(Letters.SOFT, left - GAP, y + 4.5, Anchor.END, ys.labels()[k]);
        }
        for (int k = 0; k < xs.ticks().length; k++) {
            double x = x(xs.ticks()[k]);
            canvas.line(Style.AXIS, x, bottom, x, bottom + 4);
            double half = Letters.SOFT.width(xs.labels()[k]) / 2;
            canvas.text(Letters.SOFT, Math.min(x, size.width() - half), bottom + 18, Anchor.MIDDLE, xs.labels()[k]);
        }
        String below = Letters.PLAIN.fitted(plot.xLabel(), size.width());
        double half = Letters.PLAIN.width(below) / 2;
        double middle = Math.max(half, Math.min(size.width() - half, (left + right) / 2));
        canvas.text(Letters.PLAIN, middle, size.height() - 5.0, Anchor.MIDDLE, below);
        double height = top - (plot.marks().isEmpty() ? 18 : 14 + ROW);
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
                ? plot.xLabel() + " " + Numbers.general((bar.from() + bar.to()) / 2)
                : plot.xLabel() + " from " + Numbers.general(bar.from()) + " to " + Numbers.general(bar.to());
        canvas.rectangle(
                Style.BAR,
                from + gap,
                high,
                Math.max(0.5, to - from - 2 * gap),
                Math.max(0, low - high),
                place + ": " + Numbers.general(bar.height()));
    }

    private void mark(Canvas canvas, Plot.Mark mark) {
        double x = x(mark.x());
        canvas.line(Style.MARK, x, top - 4, x, bottom);
        String label = Letters.PLAIN.fitted(mark.label(), right - left);
        double half = Letters.PLAIN.width(label) / 2;
        double middle = Math.max(left + half, Math.min(right - half, x));
        canvas.text(Letters.PLAIN, middle, top - 10, Anchor.MIDDLE, label);
        if (plot.isDrawable(mark.x(), mark.y()) && isWithin(y(mark.y()))) {
            canvas.circle(Style.RING, x, y(mark.y()), 6.5);
        }
    }

    /** The band around a series in pieces, each as x, lower and upper for each point: pieces of one are strokes. */
    private List<List<double[]>> sides(Plot.Series line) {
        List<List<double[]>> pieces = new ArrayList<>();
        if (line.band().isEmpty()) {
            return pieces;
        }
        Plot.Band band = line.band().get();
        boolean isOpen = false;
        for (int k = 0; k < line.x().length; k++) {
            boolean isThere = plot.isDrawable(line.x()[k], line.y()[k])
                    && !Double.isNaN(band.lower()[k])
                    && !Double.isNaN(band.upper()[k]);
            if (isThere && !isOpen) {
                pieces.add(new ArrayList<>());
            }
            if (isThere) {
                pieces.get(pieces.size() - 1)
                        .add(new double[] {x(line.x()[k]), bound(band.lower()[k]), bound(band.upper()[k])});
            }
            isOpen = isThere && line.form() == Plot.Form.LINE;
        }
        return pieces;
    }

    /** The area around a line, or a stroke through a point. */
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
            for (double[] piece : Clip.line(outline, top, bottom)) {
                canvas.polyline(Style.whisker(look), piece);
            }
            return;
        }
        double[] shown = Clip.polygon(outline, top, bottom);
        if (shown.length > 0) {
            canvas.polygon(Style.band(look), shown);
        }
    }

    /** Where a bound lies that may have no place on the axis: then just beyond its end. */
    private double bound(double value) {
        return Scale.isDrawable(value, plot.axes().isYLogarithmic()) ? y(value) : value > 0 ? top - 1 : bottom + 1;
    }

    private void line(Canvas canvas, int s) {
        Plot.Series line = plot.series().get(s);
        int look = look(s);
        boolean isDotted = line.form() == Plot.Form.POINTS || line.x().length <= DOTTED;
        for (double[] piece : lines.get(s)) {
            if (line.form() == Plot.Form.LINE) {
                canvas.polyline(Style.line(look), piece);
            }
            if (piece.length == 2 && !isDotted) {
                Markers.draw(canvas, look, piece[0], piece[1], DOT);
            }
        }
        int every = Math.max(1, (line.x().length + TALKING - 1) / TALKING);
        for (int k = 0; k < line.x().length; k++) {
            if (plot.isDrawable(line.x()[k], line.y()[k]) && isWithin(y(line.y()[k]))) {
                double x = x(line.x()[k]);
                double y = y(line.y()[k]);
                if (isDotted) {
                    Markers.draw(canvas, look, x, y, line.form() == Plot.Form.POINTS ? RADIUS : DOT);
                }
                if (k % every == 0) {
                    canvas.spot(look, x, y, says(line, k));
                }
            }
        }
    }

    private String says(Plot.Series line, int k) {
        String around = line.band()
                .map(band -> " (" + Numbers.general(band.lower()[k]) + " to " + Numbers.general(band.upper()[k]) + ")")
                .orElse("");
        return line.name() + ", " + plot.xLabel() + " " + Numbers.general(line.x()[k]) + ": "
                + Numbers.general(line.y()[k]) + around;
    }

    /** The name of a line, beside it. */
    private void name(Canvas canvas, int s) {
        double[] box = names.get(s);
        String name = plot.series().get(s).name();
        double middle = (box[1] + box[3]) / 2;
        if (!isPoint(s)) {
            entry(canvas, s, box[0], middle);
            return;
        }
        double[] point = lines.get(s).get(0);
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

    /** A piece of the line, and its name. */
    private void entry(Canvas canvas, int s, double x, double middle) {
        Plot.Series line = plot.series().get(s);
        if (line.form() == Plot.Form.LINE) {
            canvas.line(Style.line(look(s)), x, middle, x + SWATCH, middle);
        }
        if (line.form() == Plot.Form.POINTS || line.x().length <= DOTTED) {
            Markers.draw(canvas, look(s), x + SWATCH / 2.0, middle, line.form() == Plot.Form.POINTS ? RADIUS : DOT);
        }
        String name = Letters.PLAIN.fitted(line.name(), size.width() - SWATCH - 6);
        canvas.text(Letters.PLAIN, x + SWATCH + 6, middle + 4.5, Anchor.START, name);
    }

    /** The names below each other and side by side. */
    private void legend(Canvas canvas) {
        int columns = legendColumns();
        for (int s = 0; s < lines.size(); s++) {
            double x = (double) (s % columns) * size.width() / columns;
            entry(canvas, s, x, size.height() + 8 + ROW * (s / columns + 0.5));
        }
    }
}
