package rung.cli.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a chart shows: lines or bars over two axes. {@link #svg} is a file of its own, {@link #inline} a part of a page that
 * has the {@link #css}.
 *
 * <p>What cannot be drawn is left out: a value that is not finite, or not positive on a logarithmic axis.
 */
public record Plot(
        String title,
        String xLabel,
        String yLabel,
        List<Series> series,
        List<Bar> bars,
        List<Mark> marks,
        boolean isLogarithmic,
        boolean isWhole) {
    /** One line. */
    public record Series(String name, double[] x, double[] y) {}

    /** One bar, standing on zero. */
    public record Bar(double from, double to, double height) {}

    /** A place on the x axis that matters; with a ring at height y, unless that is NaN. */
    public record Mark(double x, double y, String label) {}

    /* Okabe and Ito's palette: told apart by colour-blind readers too; and each line has its own dashes. */
    private static final List<String> LIGHT = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9");
    private static final List<String> DARK = List.of("#5db7ee", "#ff9a57", "#3fcfa2", "#e8a3cb", "#f2c14e", "#a5d8f7");
    private static final List<String> DASHES = List.of("none", "6 4", "2 3", "8 3 2 3", "1 2", "10 4");

    /** How many lines have a look of their own. */
    static final int LOOKS = DASHES.size();

    /** The two sizes a page holds of each chart, so that letters are as large on a phone as on a desk. */
    static final Size WIDE = new Size(520, 300);

    static final Size NARROW = new Size(330, 250);
    private static final Size ALONE = new Size(760, 460);

    /** In pixels. */
    public record Size(int width, int height) {}

    /** Lines over straight axes. */
    public static Plot lines(String title, String xLabel, String yLabel, List<Series> series) {
        return new Plot(title, xLabel, yLabel, series, List.of(), List.of(), false, false);
    }

    /** How often values fell between each edge and the next. */
    public static Plot histogram(String title, String xLabel, String yLabel, double[] edges, long[] counts) {
        List<Bar> bars = new ArrayList<>();
        for (int k = 0; k < counts.length; k++) {
            bars.add(new Bar(edges[k], edges[k + 1], counts[k]));
        }
        return new Plot(title, xLabel, yLabel, List.of(), bars, List.of(), false, false);
    }

    /** One bar for each of 1, 2, 3, …. */
    public static Plot numbered(String title, String xLabel, String yLabel, double[] heights) {
        List<Bar> bars = new ArrayList<>();
        for (int k = 0; k < heights.length; k++) {
            bars.add(new Bar(k + 0.5, k + 1.5, heights[k]));
        }
        return new Plot(title, xLabel, yLabel, List.of(), bars, List.of(), false, true);
    }

    /** With a logarithmic y axis, on which there can be no bars. */
    public Plot logarithmic() {
        if (!bars.isEmpty()) {
            throw new IllegalStateException("bars stand on zero, which a logarithmic axis does not have");
        }
        return new Plot(title, xLabel, yLabel, series, bars, marks, true, isWhole);
    }

    /** With whole numbers on the x axis only. */
    public Plot whole() {
        return new Plot(title, xLabel, yLabel, series, bars, marks, isLogarithmic, true);
    }

    public Plot withMark(double x, double y, String label) {
        List<Mark> more = new ArrayList<>(marks);
        more.add(new Mark(x, y, label));
        return new Plot(title, xLabel, yLabel, series, bars, more, isLogarithmic, isWhole);
    }

    /** Whether there is anything to draw. */
    boolean isEmpty() {
        boolean hasPoint = series.stream().anyMatch(line -> {
            for (int k = 0; k < line.x.length; k++) {
                if (isDrawable(line.x[k], line.y[k])) {
                    return true;
                }
            }
            return false;
        });
        return !hasPoint && bars.stream().noneMatch(this::isDrawable);
    }

    boolean isDrawable(double x, double y) {
        return Scale.isDrawable(x, false) && Scale.isDrawable(y, isLogarithmic);
    }

    boolean isDrawable(Bar bar) {
        return isDrawable(bar.from, bar.height) && Scale.isDrawable(bar.to, false);
    }

    /** The chart in words, for those who do not see it. */
    String description() {
        StringBuilder words = new StringBuilder(yLabel + " against " + xLabel + ".");
        for (Series line : series) {
            double[] drawable = Arrays.stream(line.y)
                    .filter(y -> Scale.isDrawable(y, isLogarithmic))
                    .toArray();
            if (drawable.length > 0) {
                words.append(String.format(
                        Locale.ROOT,
                        " %s: %d points, from %.4g to %.4g, lowest %.4g, highest %.4g.",
                        line.name,
                        drawable.length,
                        drawable[0],
                        drawable[drawable.length - 1],
                        Arrays.stream(drawable).min().orElseThrow(),
                        Arrays.stream(drawable).max().orElseThrow()));
            }
        }
        double[] heights =
                bars.stream().filter(this::isDrawable).mapToDouble(Bar::height).toArray();
        if (heights.length > 0) {
            words.append(String.format(
                    Locale.ROOT,
                    " %d bars, the highest %.6g.",
                    heights.length,
                    Arrays.stream(heights).max().orElseThrow()));
        }
        marks.forEach(mark -> words.append(" Marked: ").append(mark.label).append('.'));
        return words.toString();
    }

    /** A file of its own. */
    public String svg() {
        return new Drawing(this, ALONE).alone(css());
    }

    /** A part of a page. */
    String inline(Size size, String cssClass) {
        return new Drawing(this, size).inline(cssClass);
    }

    /** The looks, on white. */
    static String css() {
        return css("#1c2024", "#5b6470", "#e3e6ea", "#9aa3ad", "#ffffff", LIGHT);
    }

    /** The looks, on black. */
    static String darkCss() {
        return css("#e8eaed", "#a4adb8", "#323a43", "#6c7682", "#1b2026", DARK);
    }

    private static String css(String ink, String soft, String grid, String axis, String paper, List<String> colors) {
        StringBuilder css = new StringBuilder();
        css.append(".plot text{font-family:system-ui,sans-serif;font-size:13px;fill:" + ink + "}\n");
        css.append(".plot .soft{fill:" + soft + "}\n");
        css.append(".plot .title{font-size:15px;font-weight:600}\n");
        css.append(".plot .paper{fill:" + paper + "}\n");
        css.append(".plot .grid{stroke:" + grid + "}\n");
        css.append(".plot .axis{stroke:" + axis + "}\n");
        css.append(".plot .mark{stroke:" + soft + ";stroke-dasharray:3 3}\n");
        css.append(".plot .ring{fill:none;stroke:" + ink + ";stroke-width:1.8}\n");
        css.append(".plot .line{fill:none;stroke-width:2.2;stroke-linejoin:round}\n");
        css.append(".plot .hit{fill:transparent;stroke:none}\n");
        css.append(".plot .bar:hover{opacity:.75}\n");
        for (int s = 0; s < LOOKS; s++) {
            String color = colors.get(s);
            css.append(".plot .line" + s + "{stroke:" + color + ";stroke-dasharray:" + DASHES.get(s) + "}\n");
            css.append(".plot .fill" + s + ",.plot .hit" + s + ":hover{fill:" + color + "}\n");
        }
        return css.toString();
    }
}
