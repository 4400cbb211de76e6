package rung.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of progress that fits any width: what happens, details, and at the end how long it will take. Where there is little room, details
 * are left out, the last one first.
 */
public final class ProgressLine {
    private static final String BETWEEN = ", ";

    /** What happens is not shortened below this many characters to make room for the end. */
    private static final int LEAST = 20;

    private final String main;
    private final List<String> details = new ArrayList<>();
    private String end = "";

    private ProgressLine(String main) {
        this.main = main;
    }

    /**
     * Begins a line.
     *
     * @param main what happens: "choosing the rank: 7 of at most 30"
     * @return the line
     */
    public static ProgressLine of(String main) {
        return new ProgressLine(main);
    }

    /**
     * Adds a detail: "error 0.8412".
     *
     * @param detail the detail; an empty one is passed over
     * @return this line
     */
    public ProgressLine detail(String detail) {
        if (!detail.isEmpty()) {
            details.add(detail);
        }
        return this;
    }

    /**
     * Sets how the line ends, whatever is left out before: "1:20 min left".
     *
     * @param text the end; empty for none
     * @return this line
     */
    public ProgressLine end(String text) {
        end = text;
        return this;
    }

    /**
     * Returns the line, cut short so that it fits into the terminal.
     *
     * @param width the most characters
     * @return the text
     */
    public String fitted(int width) {
        String rest = end.isEmpty() ? "" : BETWEEN + end;
        for (int kept = details.size(); kept >= 0; kept--) {
            StringBuilder line = new StringBuilder(main);
            details.subList(0, kept).forEach(detail -> line.append(BETWEEN).append(detail));
            line.append(rest);
            if (line.length() <= width) {
                return line.toString();
            }
        }
        int room = width - rest.length();
        return room < LEAST ? Words.shortened(main, width) : Words.shortened(main, room) + rest;
    }
}
