package rung.page;

import java.util.Locale;

/** Draws as SVG. Colors and strokes are CSS classes, which {@link Style#css} defines. */
final class SvgCanvas implements Canvas {
    /** The radius in pixels of the area that reacts to a pointer. */
    private static final int SPOT = 7;

    private final StringBuilder out = new StringBuilder();

    /** Returns the SVG elements that were drawn. */
    String markup() {
        return out.toString();
    }

    @Override
    public void line(Style style, double x1, double y1, double x2, double y2) {
        append(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                style.classes(), x1, y1, x2, y2);
    }

    @Override
    public void polyline(Style style, double[] points) {
        append("<polyline class=\"%s\" points=\"%s\"/>\n", style.classes(), list(points));
    }

    @Override
    public void polygon(Style style, double[] points) {
        append("<polygon class=\"%s\" points=\"%s\"/>\n", style.classes(), list(points));
    }

    private static String list(double[] points) {
        StringBuilder list = new StringBuilder();
        for (int k = 0; k < points.length; k += 2) {
            list.append(String.format(Locale.ROOT, k == 0 ? "%.1f,%.1f" : " %.1f,%.1f", points[k], points[k + 1]));
        }
        return list.toString();
    }

    @Override
    public void rectangle(Style style, double x, double y, double width, double height, String words) {
        append(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">%s</rect>\n",
                style.classes(), x, y, width, height, title(words));
    }

    @Override
    public void circle(Style style, double x, double y, double radius) {
        append("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", style.classes(), x, y, radius);
    }

    @Override
    public void text(Letters letters, double x, double y, Anchor anchor, String content) {
        append(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                letters == Letters.PLAIN ? "" : letters.name().toLowerCase(Locale.ROOT),
                x,
                y,
                anchor.name().toLowerCase(Locale.ROOT),
                Markup.escaped(content));
    }

    @Override
    public void spot(int look, double x, double y, String words) {
        append(
                "<circle class=\"hit hit%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\">%s</circle>\n",
                look, x, y, SPOT, title(words));
    }

    private static String title(String words) {
        return words.isEmpty() ? "" : "<title>" + Markup.escaped(words) + "</title>";
    }

    private void append(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }
}
