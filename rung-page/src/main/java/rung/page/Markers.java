package rung.page;

/** The shapes of points, one for each look, so that series can be told apart without colors. */
final class Markers {
    private static final double DIAGONAL = Math.PI / 4;

    private Markers() {}

    /** Draws the shape of a look at a place, about as large as a circle of this radius. */
    static void draw(Canvas canvas, int look, double x, double y, double radius) {
        Style style = Style.fill(look);
        switch (look) {
            case 0 -> canvas.circle(style, x, y, radius);
            case 1 -> canvas.polygon(style, regular(x, y, 1.25 * radius, 4, DIAGONAL));
            case 2 -> canvas.polygon(style, regular(x, y, 1.5 * radius, 3, -Math.PI / 2));
            case 3 -> canvas.polygon(style, regular(x, y, 1.35 * radius, 4, 0));
            case 4 -> canvas.polygon(style, regular(x, y, 1.5 * radius, 3, Math.PI / 2));
            case 5 -> canvas.polygon(style, star(x, y, 1.6 * radius, 5, 0.42));
            case 6 -> canvas.polygon(style, plus(x, y, 1.35 * radius, 0));
            case 7 -> canvas.polygon(style, plus(x, y, 1.35 * radius, DIAGONAL));
            case 8 -> canvas.polygon(style, regular(x, y, 1.5 * radius, 3, Math.PI));
            default -> canvas.polygon(style, regular(x, y, 1.5 * radius, 3, 0));
        }
    }

    private static double[] regular(double x, double y, double radius, int corners, double turn) {
        double[] points = new double[2 * corners];
        for (int k = 0; k < corners; k++) {
            points[2 * k] = x + radius * Math.cos(turn + 2 * Math.PI * k / corners);
            points[2 * k + 1] = y + radius * Math.sin(turn + 2 * Math.PI * k / corners);
        }
        return points;
    }

    private static double[] star(double x, double y, double radius, int tips, double depth) {
        double[] points = new double[4 * tips];
        for (int k = 0; k < 2 * tips; k++) {
            double distance = k % 2 == 0 ? radius : depth * radius;
            points[2 * k] = x + distance * Math.cos(Math.PI * k / tips - Math.PI / 2);
            points[2 * k + 1] = y + distance * Math.sin(Math.PI * k / tips - Math.PI / 2);
        }
        return points;
    }

    private static double[] plus(double x, double y, double radius, double turn) {
        double thin = 0.34 * radius;
        double[] outline = {
            -thin, -radius, thin, -radius, thin, -thin, radius, -thin, radius, thin, thin, thin, thin, radius, -thin,
            radius, -thin, thin, -radius, thin, -radius, -thin, -thin, -thin
        };
        double[] points = new double[outline.length];
        for (int k = 0; k < outline.length; k += 2) {
            points[k] = x + outline[k] * Math.cos(turn) - outline[k + 1] * Math.sin(turn);
            points[k + 1] = y + outline[k] * Math.sin(turn) + outline[k + 1] * Math.cos(turn);
        }
        return points;
    }
}
