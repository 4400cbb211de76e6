package rung.page;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import rung.linalg.Matrix;

/**
 * A matrix as a picture: one color for each entry, or for a box of entries where it is large.
 *
 * @param name the title of the picture
 * @param values the matrix; NaN is transparent
 * @param low the value of the first color
 * @param high the value of the last color
 * @param isSigned whether zero has a color of its own in the middle; then a box shows its value farthest from zero, else its mean
 */
public record HeatMap(String name, Matrix values, double low, double high, boolean isSigned) {
    /** The longest side of a matrix that is drawn. */
    public static final int LARGEST = 2000;

    /** The longest side of the picture in pixels. */
    private static final int LONGEST = 400;

    private static final int COLORS = 255;
    private static final int[] RISING = {0x14213d, 0x1f5f8b, 0x3fa796, 0xf4e285};
    private static final int[] SIGNED = {0x0072b2, 0xf7f7f7, 0xd55e00};

    /**
     * Makes pictures of a matrix M and its parts of low rank and sparse; M and the first part share their colors.
     *
     * @param m the matrix M
     * @param low the part of low rank
     * @param sparse the sparse part
     * @return a picture of each
     */
    public static List<HeatMap> of(Matrix m, Matrix low, Matrix sparse) {
        double least = Math.min(finite(m).min().orElse(0), finite(low).min().orElse(0));
        double most = Math.max(finite(m).max().orElse(0), finite(low).max().orElse(0));
        double farthest = finite(sparse).map(Math::abs).max().orElse(0);
        return List.of(
                new HeatMap("M, the matrix", m, least, most, false),
                new HeatMap("L, the part of low rank", low, least, most, false),
                new HeatMap("S, the sparse part", sparse, -farthest, farthest, true));
    }

    private static DoubleStream finite(Matrix values) {
        return Arrays.stream(values.array()).filter(Double::isFinite);
    }

    /** Whether the matrix has entries and no side that is too long. */
    boolean isDrawable() {
        return Math.min(values.rows(), values.columns()) > 0 && Math.max(values.rows(), values.columns()) <= LARGEST;
    }

    /**
     * Makes a figure of a page, with a legend; words in its place if the matrix cannot be drawn.
     *
     * @return the figure
     */
    public Page.Figure figure() {
        if (!isDrawable()) {
            return new Page.Figure(
                    name,
                    "<p class=\"none\">Only drawn if it has entries and no side is longer than " + LARGEST + ".</p>\n",
                    "");
        }
        String from = Markup.escaped(NumberText.general(low));
        String to = Markup.escaped(NumberText.general(high));
        String size = values.rows() + "×" + values.columns();
        return new Page.Figure(
                name,
                "<img class=\"map\" alt=\"" + Markup.escaped(name) + ", " + size + ", in colors from " + from + " to "
                        + to + "\" src=\"" + FrameImages.uri("png", FrameImages.png(image())) + "\"/>\n"
                        + "<div class=\"legend\">" + from + "<span style=\"background:linear-gradient(90deg,"
                        + gradient() + ")\"></span>" + to + "</div>\n",
                "");
    }

    private int[] anchors() {
        return isSigned ? SIGNED : RISING;
    }

    private String gradient() {
        return Arrays.stream(anchors())
                .mapToObj(color -> String.format(Locale.ROOT, "#%06x", color))
                .collect(Collectors.joining(","));
    }

    /** Makes the picture. Its last color is transparent, for entries that are NaN. */
    BufferedImage image() {
        int height = Math.min(LONGEST, values.rows());
        int width = Math.min(LONGEST, values.columns());
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, colors());
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.getRaster().setSample(x, y, 0, index(entry(y, height, x, width)));
            }
        }
        return image;
    }

    private int index(double value) {
        if (Double.isNaN(value)) {
            return COLORS;
        }
        double place = high > low ? (value - low) / (high - low) : isSigned ? 0.5 : 0;
        return (int) Math.round(Math.max(0, Math.min(1, place)) * (COLORS - 1));
    }

    /** The value that a pixel shows: of one entry, or of a box of entries. */
    private double entry(int y, int height, int x, int width) {
        double sum = 0;
        double farthest = Double.NaN;
        int count = 0;
        for (int i = y * values.rows() / height; i < (y + 1) * values.rows() / height; i++) {
            for (int j = x * values.columns() / width; j < (x + 1) * values.columns() / width; j++) {
                double value = values.get(i, j);
                if (!Double.isNaN(value)) {
                    sum += value;
                    count++;
                    farthest = Math.abs(value) <= Math.abs(farthest) ? farthest : value;
                }
            }
        }
        return isSigned ? farthest : sum / count;
    }

    private IndexColorModel colors() {
        int[] anchors = anchors();
        int[] colors = new int[COLORS + 1];
        for (int k = 0; k < COLORS; k++) {
            double place = k * (anchors.length - 1.0) / (COLORS - 1);
            int from = Math.min(anchors.length - 2, (int) place);
            int color = 0xff;
            for (int shift = 16; shift >= 0; shift -= 8) {
                int begin = anchors[from] >> shift & 0xff;
                int end = anchors[from + 1] >> shift & 0xff;
                color = color << 8 | (int) Math.round(begin + (place - from) * (end - begin));
            }
            colors[k] = color;
        }
        return new IndexColorModel(8, COLORS + 1, colors, 0, true, COLORS, DataBuffer.TYPE_BYTE);
    }
}
