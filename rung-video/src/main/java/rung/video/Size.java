package rung.video;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a frame, in pixels.
 *
 * @param width the width
 * @param height the height
 */
public record Size(int width, int height) {
    /** The longest side; three channels of the largest frame still fit into an array. */
    public static final int LONGEST = 1 << 14;

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,6})\\s*[x×X]\\s*(\\d{1,6})");

    /** Checks that both sides are between 1 and {@link #LONGEST}. */
    public Size {
        if (width < 1 || height < 1 || width > LONGEST || height > LONGEST) {
            throw new IllegalArgumentException(
                    "the sides of a frame must be between 1 and " + LONGEST + " pixels, got " + width + "×" + height);
        }
    }

    /**
     * A size as it is written: 160x120.
     *
     * @param text the text
     * @return the size
     */
    public static Size parse(String text) {
        Matcher sides = WRITTEN.matcher(text.strip());
        if (!sides.matches()) {
            throw new IllegalArgumentException("a size must be width and height, such as 160x120, got '" + text + "'");
        }
        return new Size(Integer.parseInt(sides.group(1)), Integer.parseInt(sides.group(2)));
    }

    @Override
    public String toString() {
        return width + "×" + height;
    }
}
