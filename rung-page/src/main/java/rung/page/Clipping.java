package rung.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts off what lies above or below a chart. Points are x, y, x, y, …, and y grows downward. */
final class Clipping {
    private Clipping() {}

    /** Returns the pieces of a line that lie between two heights. */
    static List<double[]> line(double[] points, double top, double bottom) {
        List<double[]> pieces = new ArrayList<>();
        double[] piece = new double[2 * points.length];
        int length = 0;
        for (int k = 0; k + 1 < points.length; k += 2) {
            double x = points[k];
            double y = points[k + 1];
            boolean isInside = y >= top && y <= bottom;
            if (k > 0) {
                double from = points[k - 1];
                double[] crossings = from < y ? new double[] {top, bottom} : new double[] {bottom, top};
                for (double height : crossings) {
                    if ((from < height) != (y < height) && from != height && y != height) {
                        piece[length++] = points[k - 2] + (height - from) / (y - from) * (x - points[k - 2]);
                        piece[length++] = height;
                    }
                }
            }
            if (isInside) {
                piece[length++] = x;
                piece[length++] = y;
            } else if (length > 0) {
                pieces.add(Arrays.copyOf(piece, length));
                length = 0;
            }
        }
        if (length > 0) {
            pieces.add(Arrays.copyOf(piece, length));
        }
        return pieces;
    }

    /** Returns the part of a polygon that lies between two heights; empty if there is none. */
    static double[] polygon(double[] points, double top, double bottom) {
        return below(below(points, top, 1), bottom, -1);
    }

    /** Returns the part of a polygon where sign·y is at least sign·height. */
    private static double[] below(double[] points, double height, int sign) {
        double[] kept = new double[2 * points.length];
        int length = 0;
        for (int k = 0; k + 1 < points.length; k += 2) {
            int before = k == 0 ? points.length - 2 : k - 2;
            double from = sign * (points[before + 1] - height);
            double to = sign * (points[k + 1] - height);
            if (from < 0 && to > 0 || from > 0 && to < 0) {
                kept[length++] = points[before] + from / (from - to) * (points[k] - points[before]);
                kept[length++] = height;
            }
            if (to >= 0) {
                kept[length++] = points[k];
                kept[length++] = points[k + 1];
            }
        }
        return Arrays.copyOf(kept, length);
    }
}
