package rung.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * How a part of a chart looks: stroke and fill, and the CSS classes that stand for them in SVG.
 *
 * <p>A look is a number from 0 to {@link #LOOKS} − 1: the color, dashes and marker that tell one series from the others.
 *
 * @param classes CSS classes, of which the last is defined by this style
 * @param stroke the color of the stroke, null for no stroke
 * @param fill the color of the fill, null for no fill
 * @param width the width of the stroke in pixels
 * @param dashes the lengths of dashes and gaps in pixels, empty for a solid stroke
 * @param opacity the opacity of the fill, up to 1
 */
record Style(
        String classes,
        ToIntFunction<Palette> stroke,
        ToIntFunction<Palette> fill,
        double width,
        List<Integer> dashes,
        double opacity) {
    private static final List<List<Integer>> DASHES = List.of(
            List.of(),
            List.of(7, 4),
            List.of(2, 3),
            List.of(9, 3, 2, 3),
            List.of(14, 4),
            List.of(4, 2),
            List.of(9, 2, 2, 2, 2, 2),
            List.of(12, 3, 5, 3),
            List.of(3, 6),
            List.of(1, 3));

    /** The number of looks; further series begin again with the first. */
    static final int LOOKS = DASHES.size();

    static final Style PAPER = filled("paper", Palette::paper, 1);
    static final Style GRID = stroked("grid", Palette::grid, 1, List.of());
    static final Style AXIS = stroked("axis", Palette::axis, 1, List.of());
    static final Style MARK = stroked("mark", Palette::soft, 1, List.of(3, 3));
    static final Style RING = stroked("ring", Palette::ink, 1.8, List.of());
    static final Style BAR = filled("bar", colors -> colors.lines().get(0), 1);

    private static Style stroked(String classes, ToIntFunction<Palette> stroke, double width, List<Integer> dashes) {
        return new Style(classes, stroke, null, width, dashes, 1);
    }

    private static Style filled(String classes, ToIntFunction<Palette> fill, double opacity) {
        return new Style(classes, null, fill, 0, List.of(), opacity);
    }

    /** The style of a line. */
    static Style line(int look) {
        return stroked("line line" + look, colors -> colors.lines().get(look), 2.2, DASHES.get(look));
    }

    /** The style of the points of a series. */
    static Style fill(int look) {
        return filled("fill" + look, colors -> colors.lines().get(look), 1);
    }

    /** The style of the band around a line. */
    static Style band(int look) {
        return filled("band band" + look, colors -> colors.lines().get(look), 0.17);
    }

    /** The style of the stroke through a point, which is its band. */
    static Style whisker(int look) {
        return stroked("whisker whisker" + look, colors -> colors.lines().get(look), 1.6, List.of());
    }

    private static List<Style> all() {
        List<Style> all = new ArrayList<>(List.of(PAPER, GRID, AXIS, MARK, RING, BAR));
        for (int look = 0; look < LOOKS; look++) {
            all.addAll(List.of(line(look), fill(look), band(look), whisker(look)));
        }
        return all;
    }

    /** Returns the style sheet of all charts in these colors. */
    static String css(Palette colors) {
        StringBuilder css = new StringBuilder();
        css.append(".plot text{font-family:system-ui,sans-serif;font-size:" + Canvas.Letters.PLAIN.size + "px;fill:"
                + hex(colors.ink()) + "}\n");
        css.append(".plot .soft{fill:" + hex(colors.soft()) + "}\n");
        css.append(".plot .title{font-size:" + Canvas.Letters.TITLE.size + "px;font-weight:600}\n");
        css.append(".plot polyline{stroke-linejoin:round}\n");
        css.append(".plot .hit{fill:transparent;stroke:none}\n");
        css.append(".plot .bar:hover{opacity:.75}\n");
        all().forEach(style -> css.append(style.rule(colors)));
        for (int look = 0; look < LOOKS; look++) {
            css.append(".plot .hit" + look + ":hover{fill:" + hex(colors.lines().get(look)) + "}\n");
        }
        return css.toString();
    }

    private String rule(Palette colors) {
        StringBuilder rule = new StringBuilder(".plot ." + classes.substring(classes.lastIndexOf(' ') + 1) + "{");
        rule.append("fill:").append(fill == null ? "none" : hex(fill.applyAsInt(colors)));
        if (opacity < 1) {
            rule.append(String.format(Locale.ROOT, ";fill-opacity:%.2f", opacity));
        }
        if (stroke != null) {
            rule.append(";stroke:").append(hex(stroke.applyAsInt(colors)));
            rule.append(String.format(Locale.ROOT, ";stroke-width:%.1f", width));
        }
        if (!dashes.isEmpty()) {
            rule.append(";stroke-dasharray:");
            rule.append(dashes.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
        return rule.append("}\n").toString();
    }

    private static String hex(int color) {
        return String.format(Locale.ROOT, "#%06x", color);
    }
}
