package rung.page;

/** What a chart is drawn on. Points are x, y, x, y, … in pixels, y downward. */
interface Canvas {
    /** Which end of a text stands at its place. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Kinds of text. */
    enum Letters {
        PLAIN(13),
        SOFT(13),
        TITLE(15);

        /** The height of the font, in pixels. */
        final int size;

        Letters(int size) {
            this.size = size;
        }

        /** How wide a text may be: layouts count on no less, and a canvas that can measure takes no more. */
        double width(String text) {
            return 0.62 * size * text.codePointCount(0, text.length());
        }

        /** As much of a text as has room. */
        String fitted(String text, double room) {
            int letters = (int) (room / (0.62 * size));
            return text.codePointCount(0, text.length()) <= letters
                    ? text
                    : text.substring(0, text.offsetByCodePoints(0, Math.max(0, letters - 1))) + "…";
        }
    }

    void line(Style style, double x1, double y1, double x2, double y2);

    void polyline(Style style, double[] points);

    void polygon(Style style, double[] points);

    /** A rectangle that says something when pointed at, if the canvas can. */
    void rectangle(Style style, double x, double y, double width, double height, String words);

    void circle(Style style, double x, double y, double radius);

    void text(Letters letters, double x, double y, Anchor anchor, String content);

    /** A place that says something when pointed at, if the canvas can. */
    void spot(int look, double x, double y, String words);
}
