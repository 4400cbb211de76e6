package rung.cli.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Finds places for names inside a chart: near their own line, on none, and away from the others. */
final class Labels {
    private static final int TRIES = 36;
    private static final double MARGIN = 5;

    /** A place closer to another line than this is likely to be read as that line's. */
    private static final double APART = 40;

    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final List<Line> lines = new ArrayList<>();
    private final List<double[]> boxes = new ArrayList<>();

    private record Line(double[] given, double[] dense) {}

    Labels(double left, double top, double right, double bottom) {
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
        return best;
    }

    private double cost(double[] box, List<double[]> own) {
        double cost = 0;
        for (double[] other : boxes) {
            boolean isApart = box[2] < other[0] || other[2] < box[0] || box[3] < other[1] || other[3] < box[1];
            cost += isApart ? 0 : 1e6;
        }
        double near = 200;
        for (Line line : lines) {
            double distance = distance(box, line.dense);
            cost += distance < MARGIN ? 1e4 : 0;
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
