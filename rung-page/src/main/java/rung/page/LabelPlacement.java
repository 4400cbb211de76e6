package rung.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Finds places for names inside a chart: near their own line, on none, and away from the others. */
final class LabelPlacement {
    private static final int TRIES = 36;
    private static final double MARGIN = 5;

    /** A place closer to another line than this is likely to be read as that line's. */
    private static final double APART = 40;

    /** What it costs to cover something; nothing else costs as much. */
    private static final double COVERING = 1e4;

    /** How far a box may be from its point, nearest first. */
    private static final double[] GAPS = {8, 13, 19, 27, 38};

    /** What is so far from others is not read as theirs. */
    private static final double CLEAR = 12;

    /** Right, left, above, below, then between. */
    private static final int[][] SIDES = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final List<Line> lines = new ArrayList<>();
    private final List<double[]> boxes = new ArrayList<>();

    private boolean isCrowded;

    private record Line(double[] given, double[] dense) {}

    LabelPlacement(double left, double top, double right, double bottom) {
        this.left = left;
        this.top = top;
        this.right = right;
        this.bottom = bottom;
    }

    /** A line as x, y, x, y, …. */
    void avoid(double[] line) {
        lines.add(new Line(line, dense(line)));
    }

    /** With points between the points, so that no box fits between two. */
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

    /** The upper left corner of a box; covers something only if there is no other way. */
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

    /** Whether something had to be covered, or had no room. */
    boolean isCrowded() {
        return isCrowded;
    }

    /**
     * A box beside a point and clear of everything else; crowded if there is no room for one.
     *
     * @param own what belongs to the point, of what was given to {@link #avoid}
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
