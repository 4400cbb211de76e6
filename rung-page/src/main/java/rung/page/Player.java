package rung.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plays videos of one size and length side by side in a page, with buttons, a scrubber and keys. A mask among them can be laid
 * over the first one. It never starts by itself; where scripts are off it shows the first frame of each.
 *
 * @param width the width of the pictures in pixels
 * @param height the height of the pictures in pixels
 * @param rate the frames per second
 * @param labels a label for each frame
 * @param strips the videos
 * @param start the frame that is shown first, from 0
 */
public record Player(int width, int height, double rate, List<String> labels, List<Strip> strips, int start) {
    /** Pictures up to this width are shown with crisp pixels, since they are enlarged much. */
    private static final int SMALL = 160;

    private static final Map<String, String> SPEEDS = speeds();

    /** The style sheet of a player, which uses the colors of the page. */
    static final String CSS = resource("player.css");

    /** The script of a player. It must stay free of '&lt;' and '&amp;', since the page is XML too. */
    static final String SCRIPT = resource("player.js");

    /**
     * One video.
     *
     * @param name its title
     * @param alternative what it shows, for those who do not see it
     * @param isMask whether it is transparent where there is nothing, and can be laid over the first strip
     * @param frames the data URI of a picture for each frame
     */
    public record Strip(String name, String alternative, boolean isMask, List<String> frames) {
        private static final Pattern PICTURE = Pattern.compile("data:image/(png|jpeg);base64,[A-Za-z0-9+/]++={0,2}");

        /** Checks that all frames are data URIs. */
        public Strip {
            frames = List.copyOf(frames);
            for (String frame : frames) {
                if (!PICTURE.matcher(frame).matches()) {
                    throw new IllegalArgumentException("a frame must be a data URI of a PNG or JPEG picture, got '"
                            + frame.substring(0, Math.min(40, frame.length())) + "'");
                }
            }
        }
    }

    /**
     * A player that shows the first frame at first.
     *
     * @param width the width of the pictures in pixels
     * @param height the height of the pictures in pixels
     * @param rate the frames per second
     * @param labels a label for each frame
     * @param strips the videos
     */
    public Player(int width, int height, double rate, List<String> labels, List<Strip> strips) {
        this(width, height, rate, labels, strips, 0);
    }

    /** Checks that the strips have as many frames as there are labels, at least one, and that the rate is positive. */
    public Player {
        labels = List.copyOf(labels);
        strips = List.copyOf(strips);
        if (labels.isEmpty() || strips.isEmpty()) {
            throw new IllegalArgumentException("a player must have at least one frame and one strip, got "
                    + labels.size() + " and " + strips.size());
        }
        for (Strip strip : strips) {
            if (strip.frames.size() != labels.size()) {
                throw new IllegalArgumentException("every strip must have " + labels.size()
                        + " frames, as many as there are labels, got " + strip.frames.size() + " in '" + strip.name
                        + "'");
            }
        }
        if (start < 0 || start >= labels.size()) {
            throw new IllegalArgumentException(
                    "the first frame shown must be one of " + labels.size() + ", got " + start);
        }
        if (!(rate > 0 && rate <= 1000)) {
            throw new IllegalArgumentException(
                    "the rate must be above 0 and at most 1000 frames per second, got " + rate);
        }
    }

    private static Map<String, String> speeds() {
        Map<String, String> speeds = new LinkedHashMap<>();
        speeds.put("0.5", "½×");
        speeds.put("1", "1×");
        speeds.put("2", "2×");
        speeds.put("4", "4×");
        return speeds;
    }

    private static String resource(String name) {
        try (InputStream in = Player.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the HTML of the player: strips, controls and the data of all frames. */
    String markup() {
        StringBuilder out = new StringBuilder("<div class=\"player\" role=\"group\" aria-label=\"Player\">\n");
        out.append(String.format(
                "<div class=\"strips%s\" tabindex=\"0\" role=\"group\" aria-label=\"Pictures: space plays, arrows step\">%n",
                width <= SMALL ? " small" : ""));
        for (Strip strip : strips) {
            out.append(String.format(
                    "<div class=\"strip\"><h4>%s</h4><img width=\"%d\" height=\"%d\" alt=\"%s\" src=\"%s\"/></div>%n",
                    Markup.escaped(strip.name),
                    width,
                    height,
                    Markup.escaped(strip.alternative),
                    strip.frames.get(start)));
        }
        out.append("</div>\n");
        if (labels.size() > 1) {
            controls(out);
            out.append("<noscript><p>One frame of each; with scripts they play.</p></noscript>\n");
            frames(out);
        }
        return out.append("</div>\n").toString();
    }

    private void controls(StringBuilder out) {
        int widest = labels.stream().mapToInt(String::length).max().orElseThrow();
        out.append("<div class=\"controls\" role=\"group\" aria-label=\"Playback\" hidden=\"hidden\">\n");
        out.append(button("previous", "Previous frame", icon("", "M6 5h3v14H6zM20 5v14L10 12z")));
        out.append(button(
                "play", "Play", icon("go", "M7 4v16l14-8z") + icon("halt", "M6 4h4.5v16H6zM13.5 4H18v16h-4.5z")));
        out.append(button("next", "Next frame", icon("", "M15 5h3v14h-3zM4 5v14l10-7z")));
        out.append(String.format(
                "<input class=\"scrubber\" type=\"range\" min=\"0\" max=\"%d\" step=\"1\" value=\"%d\" aria-label=\"Frame\"/>%n",
                labels.size() - 1, start));
        out.append(String.format(
                "<output style=\"--wide:%dch\">%s</output>%n",
                Math.min(24, widest), Markup.escaped(labels.get(start))));
        out.append("<label><span class=\"desk\">Speed</span><select aria-label=\"Speed\">");
        SPEEDS.forEach((value, name) -> out.append(String.format(
                "<option value=\"%s\"%s>%s</option>", value, value.equals("1") ? " selected=\"selected\"" : "", name)));
        out.append("</select></label>\n");
        if (mask() >= 0) {
            String first = strips.get(0).name.toLowerCase(Locale.ROOT);
            out.append("<label class=\"over\"><input class=\"overlay\" type=\"checkbox\"/><span>");
            out.append(Markup.escaped(strips.get(mask()).name));
            out.append("<span class=\"desk\"> over ")
                    .append(Markup.escaped(first))
                    .append("</span></span>");
            out.append("</label>\n");
        }
        out.append("</div>\n");
    }

    private static String button(String cssClass, String name, String content) {
        return String.format(
                "<button type=\"button\" class=\"%s\" aria-label=\"%s\" title=\"%s\">%s</button>%n",
                cssClass, name, name, content);
    }

    private static String icon(String cssClass, String path) {
        return String.format(
                "<svg class=\"%s\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"%s\"/></svg>", cssClass, path);
    }

    /** The number of the strip that can be laid over the first; −1 if there is none. */
    private int mask() {
        for (int s = 1; s < strips.size(); s++) {
            if (strips.get(s).isMask) {
                return s;
            }
        }
        return -1;
    }

    /** Writes all frames as JSON. Characters that HTML or XML would read as something else are escaped; data URIs have none. */
    private void frames(StringBuilder out) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("rate", rate);
        words.put("mask", mask());
        words.put("start", start);
        words.put("labels", labels);
        String json = Json.object(words);
        out.append("<script type=\"application/json\" class=\"frames\">");
        json.substring(0, json.length() - 1).chars().forEach(c -> {
            boolean isPlain = c <= '~' && c != '<' && c != '>' && c != '&';
            out.append(isPlain ? String.valueOf((char) c) : String.format("\\u%04x", c));
        });
        out.append(strips.stream()
                .map(strip -> "[\"" + String.join("\",\n\"", strip.frames) + "\"]")
                .collect(Collectors.joining(",\n", ",\n\"strips\": [", "]}")));
        out.append("</script>\n");
    }
}
