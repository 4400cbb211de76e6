package rung.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What a chart shows, in words. */
final class PlotWords {
    private final Plot plot;

    PlotWords(Plot plot) {
        this.plot = plot;
    }

    /** Describes the chart in words, for those who do not see it. */
    String description() {
        StringBuilder words = new StringBuilder(plot.yLabel() + " against " + plot.xLabel() + ".");
        plot.series().forEach(line -> describe(line, words));
        double[] heights = plot.bars().stream()
                .filter(plot::isDrawable)
                .mapToDouble(Plot.Bar::height)
                .toArray();
        if (heights.length > 0) {
            words.append(String.format(
                    Locale.ROOT,
                    " %d bars, the highest %.6g.",
                    heights.length,
                    Arrays.stream(heights).max().orElseThrow()));
        }
        plot.marks()
                .forEach(mark -> words.append(" Marked: ").append(mark.label()).append('.'));
        return (words + " " + cuts()).strip();
    }

    private void describe(Plot.Series line, StringBuilder words) {
        double[] y = plot.drawable(line, line.y());
        if (y.length == 0) {
            return;
        }
        if (y.length == 1) {
            double x = IntStream.range(0, line.count())
                    .filter(k -> plot.isDrawable(line.x(k), line.y(k)))
                    .mapToDouble(k -> line.x(k))
                    .findFirst()
                    .orElseThrow();
            words.append(String.format(Locale.ROOT, " %s: 1 point, %.4g at %.4g.", line.name(), y[0], x));
        } else {
            words.append(String.format(
                    Locale.ROOT,
                    " %s: %d points, from %.4g to %.4g, lowest %.4g, highest %.4g.",
                    line.name(),
                    y.length,
                    y[0],
                    y[y.length - 1],
                    Arrays.stream(y).min().orElseThrow(),
                    Arrays.stream(y).max().orElseThrow()));
        }
        line.band()
                .ifPresent(band -> words.append(String.format(
                        Locale.ROOT,
                        " Its band, %s, lies between %.4g and %.4g.",
                        band.meaning(),
                        DoubleStream.concat(Arrays.stream(plot.drawable(line, band.lower())), Arrays.stream(y))
                                .min()
                                .orElseThrow(),
                        DoubleStream.concat(Arrays.stream(plot.drawable(line, band.upper())), Arrays.stream(y))
                                .max()
                                .orElseThrow())));
    }

    /** Says in sentences what is cut off at the ends of the y axis; empty if nothing is. */
    String cuts() {
        double lowest = plot.axes().lowest().orElse(Double.NEGATIVE_INFINITY);
        double highest = plot.axes().highest().orElse(Double.POSITIVE_INFINITY);
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (Plot.Series line : plot.series()) {
            double most = plot.ends(line, false);
            double least = plot.ends(line, true);
            if (most > highest) {
                above.add(line.name() + " reaches " + rounded(most));
            }
            if (least < lowest) {
                below.add(line.name() + " reaches " + rounded(least));
            }
        }
        String high =
                above.isEmpty() ? "" : "Cut off above " + rounded(highest) + ": " + String.join(", ", above) + ".";
        String low = below.isEmpty() ? "" : "Cut off below " + rounded(lowest) + ": " + String.join(", ", below) + ".";
        return (high + " " + low).strip();
    }

    /* Four digits: more cannot be seen in a chart. */
    private static String rounded(double value) {
        return NumberText.general(
                new BigDecimal(value).round(new MathContext(4)).doubleValue());
    }
}
