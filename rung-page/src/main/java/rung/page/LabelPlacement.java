package rung.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Finds places for the names of lines and points inside a chart: near what they name, covering nothing, and away from what they
 * do not name. A box is left, top, right, bottom, in pixels.
 */
final class LabelPlacement {
    /** The number of places that are tried across the chart, and down it. */
    private static final int TRIES = 36;
    /** The least distance between a box and a line. */
    private static final double MARGIN = 5;

    /** A box closer than this to a line that it does not name costs something: it may be taken for that line's name. */
    private static final double APART = 40;

    /** The cost of covering a line, more than anything else costs. */
    private static final double COVERING = 1e4;

    /** The distances between a box and its point that are tried, in this order. */
    private static final double[] GAPS = {8, 13, 19, 27, 38};

    /** The distance from other points at which a box is surely not taken for their name. */
    private static final double CLEAR = 12;

    /** The directions from a point to its box that are tried: right, left, above, below, then diagonally. */
    private static final int[][] SIDES = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final List<Line> lines = new ArrayList<>();
    private final List<double[]> boxes = new ArrayList<>();

    private boolean isCrowded;

    /** A line as it was given, and with points added so that no box fits between two of them. */
    private record Line(double[] given, double[] dense) {}

    /** Places names inside these bounds. */
    LabelPlacement(double left, double top, double right, double bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    /** Adds a line that names should not cover, as x, y, x, y, …. */
    void avoid(double[] line) {
        lines.add(new Line(line, dense(line)));
    }

    /** Adds points to a line so that no box fits between two of them. */
    private static double[] dense(double[] line) {
        DoubleStream.Builder points = DoubleStream.builder();
        for (int k = 0; k + 1 < line.length; k += 2) {
            points.add(line[k]).add(line[k + 1]);
            if (k + 3 < line.length) {
                double across = line[k + 2] - line[k];
                double down = line[k + 3] - line[k + 1];
                int pieces = (int) Math.ceil(Math.sqrt(across * across + down * down) / MARGIN);
                for (int piece = 1; piece < pieces; piece++) {
                    points.add(line[k] + across * piece / pieces).add(line[k + 1] + down * piece / pieces);
                }
            }
        }
        return points.build().toArray();
    }

    /**
     * Finds a box for the name of a line. It covers something only if there is no other way; then {@link #isCrowded} is true.
     *
     * @param own the pieces of that line, among those given to {@link #avoid}
     */
    double[] place(double width, double height, List<double[]> own) {
        double[] best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int across = 0; across <= TRIES; across++) {
            for (int down = 0; down <= TRIES; down++) {
                double x = left + MARGIN + across * Math.max(0, right - left - width - 2 * MARGIN) / TRIES;
                double y = top + down * Math.max(0, bottom - top - height - MARGIN) / TRIES;
                double[] box = {x, y, x + width, y + height};
                double cost = cost(box, own);
                if (cost < least) {
                    least = cost;
                    best = box;
                }
            }
        }
        boxes.add(best);
        isCrowded |= least >= COVERING || width > right - left - 2 * MARGIN;
        return best;
    }

    /** Whether some name had to cover something, or had no room. */
    boolean isCrowded() {
        return isCrowded;
    }

    /**
     * Finds a box for the name of a point, beside it and clear of everything else. If there is no room for one, {@link #isCrowded}
     * is true.
     *
     * @param own the strokes that belong to the point, among those given to {@link #avoid}
     */
    double[] beside(double width, double height, double[] point, List<double[]> own) {
        for (double gap : GAPS) {
            for (int[] side : SIDES) {
                double middle = point[0] + side[0] * (gap + width / 2);
                double center = point[1] + side[1] * (gap + height / 2);
                double[] box = {middle - width / 2, center - height / 2, middle + width / 2, center + height / 2};
                boolean isWithin = box[0] >= left && box[2] <= right && box[1] >= top && box[3] <= bottom;
                boolean isFree = lines.stream()
                        .allMatch(line -> distance(box, line.dense)
                                > (own.contains(line.given) ? GAPS[0] - 1 : Math.min(gap, CLEAR)));
                if (isWithin && isFree && boxes.stream().allMatch(other -> isApart(box, other))) {
                    boxes.add(box);
                    return box;
                }
            }
        }
        isCrowded = true;
        return new double[] {left, top, left + width, top + height};
    }

    private static boolean isApart(double[] box, double[] other) {
        return box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1];
    }

    private double cost(double[] box, List<double[]> own) {
        double cost = 0;
        for (double[] other : boxes) {
            cost += isApart(box, other) ? 0 : 100 * COVERING;
        }
        double near = 200;
        for (Line line : lines) {
            double distance = distance(box, line.dense);
            cost += distance < MARGIN ? COVERING : 0;
            if (own.contains(line.given)) {
                near = Math.min(near, distance);
            } else {
                cost += 3 * Math.max(0, APART - distance);
            }
        }
        return cost + near;
    }

    private static double distance(double[] box, double[] points) {
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < points.length; k += 2) {
            double across = Math.max(0, Math.max(box[0] - points[k], points[k] - box[2]));
            double down = Math.max(0, Math.max(box[1] - points[k + 1], points[k + 1] - box[3]));
            least = Math.min(least, across * across + down * down);
        }
        return Math.sqrt(least);
    }
}
