package rung.video;

import java.util.Arrays;

/**
 * Resizes by area averaging: a pixel of the result is the mean of the part of the picture that it covers.
 *
 * <p>With w pixels becoming W, pixel i covers [i·w/W, (i+1)·w/W); times W, all overlaps are integers that sum to w, so that
 * the mean is an exact quotient, rounded once.
 */
final class Resizing {
    private final Size from;
    private final Size to;
    private final Axis across;
    private final Axis down;
    private final long[] sums; // a row of the result

    Resizing(Size from, Size to) {
        this.from = from;
        this.to = to;
        this.across = new Axis(from.width(), to.width());
        this.down = new Axis(from.height(), to.height());
        this.sums = new long[to.width()];
    }

    /** Which pixels each pixel of the result covers, first to last, and how much of them. */
    private static final class Axis {
        final int[] first;
        final int[][] weights;

        Axis(int from, int to) {
            first = new int[to];
            weights = new int[to][];
            for (int i = 0; i < to; i++) {
                long start = (long) i * from;
                long end = start + from;
                first[i] = (int) (start / to);
                weights[i] = new int[(int) ((end - 1) / to) - first[i] + 1];
                for (int k = 0; k < weights[i].length; k++) {
                    long pixel = (long) (first[i] + k) * to;
                    weights[i][k] = (int) (Math.min(end, pixel + to) - Math.max(start, pixel));
                }
            }
        }
    }

    /** Resizes each channel. */
    void apply(byte[] source, byte[] result, int channels) {
        int area = from.width() * from.height();
        int[][] rows = new int[from.height()][]; // each summed across, as far as it is needed
        for (int channel = 0; channel < channels; channel++) {
            for (int y = 0; y < from.height(); y++) {
                rows[y] = across(source, channel * area + y * from.width(), rows[y]);
            }
            for (int y = 0; y < to.height(); y++) {
                int at = (channel * to.height() + y) * to.width();
                down(rows, y, result, at, area);
            }
        }
    }

    private int[] across(byte[] source, int start, int[] reused) {
        int[] row = reused == null ? new int[to.width()] : reused;
        for (int x = 0; x < row.length; x++) {
            int[] weights = across.weights[x];
            int at = start + across.first[x];
            int sum = 0;
            for (int k = 0; k < weights.length; k++) {
                sum += weights[k] * (source[at + k] & 0xff);
            }
            row[x] = sum;
        }
        return row;
    }

    private void down(int[][] rows, int y, byte[] result, int at, int area) {
        Arrays.fill(sums, 0);
        for (int k = 0; k < down.weights[y].length; k++) {
            long weight = down.weights[y][k];
            int[] row = rows[down.first[y] + k];
            for (int x = 0; x < sums.length; x++) {
                sums[x] += weight * row[x];
            }
        }
        for (int x = 0; x < sums.length; x++) {
            result[at + x] = (byte) ((2 * sums[x] + area) / (2L * area));
        }
    }

    /** What has no mean, such as a mask: each pixel is that in whose place its middle falls, the first of two. */
    static byte[] nearest(byte[] pixels, Size from, Size to) {
        if (from.equals(to)) {
            return pixels;
        }
        byte[] resized = new byte[to.width() * to.height()];
        for (int y = 0; y < to.height(); y++) {
            int row = (int) (((2L * y + 1) * from.height() - 1) / (2L * to.height()));
            for (int x = 0; x < to.width(); x++) {
                int column = (int) (((2L * x + 1) * from.width() - 1) / (2L * to.width()));
                resized[y * to.width() + x] = pixels[row * from.width() + column];
            }
        }
        return resized;
    }
}
