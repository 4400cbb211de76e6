package rung.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How wide the terminal is: what the environment variable COLUMNS says, or else what the launcher found, or what the terminal itself said
 * after its window was resized. The system tells of that by a signal, so between two signals nothing is asked.
 */
final class TerminalWidth {
    /** The system property that the launcher sets to the width of the terminal, if there is one. */
    static final String PROPERTY = "rung.columns";

    private static final int USUAL = 80;
    private static final int LEAST = 20;

    /** The width of text that is easy to read. */
    private static final int MOST_FOR_PROSE = 100;

    private static final int MOST_SECONDS = 2;

    private static final AtomicBoolean FOLLOWED = new AtomicBoolean();

    private static volatile int resized; // the width after the window was resized; 0 before

    private TerminalWidth() {}

    /** From now on the width is that of the window, even if it is resized. */
    static void follow() {
        if (FOLLOWED.compareAndSet(false, true)) {
            Signals.handle("WINCH", () -> ask().ifPresent(width -> resized = width));
        }
    }

    /** How many characters fit into a line; 80 if nothing tells it. */
    static int columns() {
        return columns(System.getenv("COLUMNS"), resized > 0 ? Integer.valueOf(resized) : Integer.getInteger(PROPERTY));
    }

    /** The width by what COLUMNS says and by what the terminal says, each null if it says nothing. */
    static int columns(String said, Integer found) {
        int width =
                said != null && said.matches("[1-9]\\d{0,4}") ? Integer.parseInt(said) : found == null ? USUAL : found;
        return Math.max(LEAST, width);
    }

    /** How long lines of sentences are: as wide as the terminal, but no wider than is easy to read. */
    static int proseColumns() {
        return Math.min(MOST_FOR_PROSE, columns());
    }

    /* Asks the terminal, by the program that the launcher asks, too. */
    private static OptionalInt ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            boolean isDone = stty.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            return isDone && size.matches("\\d+ [1-9]\\d{0,4}")
                    ? OptionalInt.of(Integer.parseInt(size.substring(size.indexOf(' ') + 1)))
                    : OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }
}
