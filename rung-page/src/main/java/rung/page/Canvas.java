package rung.page;

/** A surface that a chart is drawn on: SVG or an image. Points are x, y, x, y, … in pixels, and y grows downward. */
interface Canvas {
    /** Which part of a text stands at the place that is given for it. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Kinds of text. */
    enum Letters {
        /** Names and labels. */
        PLAIN(13),
        /** Numbers on the axes, in a softer color. */
        SOFT(13),
        /** The title of a chart. */
        TITLE(15);

        /** The height of the font, in pixels. */
        final int size;

        Letters(int size) {
            this.size = size;
        }

        /** Estimates the width of a text in pixels. Layouts reserve it, and a canvas that can measure text keeps to it. */
        double width(String text) {
            return 0.62 * size * text.codePointCount(0, text.length());
        }

        /** Returns a text, shortened to fit into {@code room} pixels. */
        String fitted(String text, double room) {
            int letters = (int) (room / (0.62 * size));
            return text.codePointCount(0, text.length()) <= letters
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, Math.max(0, letters - 1))) + "…";
        }
    }

    /** Draws a line from one point to another. */
    void line(Style style, double x1, double y1, double x2, double y2);

    /** Draws lines from each point to the next. */
    void polyline(Style style, double[] points);

    /** Draws a closed shape. */
    void polygon(Style style, double[] points);

    /** Draws a rectangle that shows {@code words} when pointed at, if the canvas can do that. */
    void rectangle(Style style, double x, double y, double width, double height, String words);

    /** Draws a circle. */
    void circle(Style style, double x, double y, double radius);

    /** Draws a text on a base line at height y. */
    void text(Letters letters, double x, double y, Anchor anchor, String content);

    /** Marks a place that shows {@code words} when pointed at, if the canvas can do that. */
    void spot(int look, double x, double y, String words);
}
