package rung.cli;

import java.io.PrintWriter;

/**
 * One line of progress on standard error, drawn over and over; nothing at all where standard error is not a terminal, which
 * the launcher tells us because a JVM cannot know.
 */
final class Terminal {
    /** Set by the launcher: whether standard error is a terminal. */
    static final String PROPERTY = "rung.terminal";

    private static final long REDRAW_NANOS = 50_000_000;

    private final PrintWriter err;
    private final boolean live;
    private long last;
    private boolean drawn;

    Terminal(PrintWriter err, boolean quiet) {
        this.err = err;
        this.live = !quiet && Boolean.getBoolean(PROPERTY);
    }

    void progress(String format, Object... args) {
        long now = System.nanoTime();
        if (live && (!drawn || now - last > REDRAW_NANOS)) {
            err.print("\r\u001b[K" + String.format(format, args));
            err.flush();
            last = now;
            drawn = true;
        }
    }

    /** Wipes the line, so that what comes next starts on a clean one. */
    void clear() {
        if (drawn) {
            err.print("\r\u001b[K");
            err.flush();
            drawn = false;
        }
    }
}
