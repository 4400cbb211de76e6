package rung.cli;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Progress on standard error: on a terminal one line drawn over and over, elsewhere a plain line for each stage. Which it is
 * the launcher tells us, because a JVM cannot know. Shared by threads.
 */
final class Terminal {
    /** Set by the launcher: whether standard error is a terminal. */
    static final String PROPERTY = "rung.terminal";

    private static final long REDRAW_NANOS = 50_000_000;
    private static final int WIDTH = 79; // a line that wraps cannot be drawn over
    private static final long LOG_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean live;
    private final boolean quiet;
    private long last = System.nanoTime();
    private boolean drawn;

    Terminal(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
        this.live = !quiet && Boolean.getBoolean(PROPERTY);
    }

    synchronized void progress(String format, Object... args) {
        long now = System.nanoTime();
        if (live && (!drawn || now - last > REDRAW_NANOS)) {
            String line = String.format(Locale.ROOT, format, args);
            err.print("\r\u001b[K" + line.substring(0, Math.min(WIDTH, line.length())));
            err.flush();
            last = now;
            drawn = true;
        }
    }

    /** Progress of what may take long: where there is no terminal, a plain line every few seconds. */
    synchronized void pulse(String format, Object... args) {
        if (live) {
            progress(format, args);
        } else if (!quiet && System.nanoTime() - last > LOG_NANOS) {
            stage(format, args);
        }
    }

    /** A stage is done: a line that stays, except on a terminal, where the next one is drawn over it. */
    synchronized void stage(String format, Object... args) {
        if (live) {
            progress(format, args);
        } else if (!quiet) {
            err.println(String.format(Locale.ROOT, format, args));
            last = System.nanoTime();
        }
    }

    /** A message that is never left out, on a line of its own. */
    synchronized void say(String format, Object... args) {
        clear();
        err.println("rung: " + String.format(Locale.ROOT, format, args));
    }

    /** Something to know that does not stop the work, on a line of its own. */
    synchronized void note(String sentence) {
        if (!quiet) {
            say("%s", sentence);
        }
    }

    /** Wipes the line, so that what comes next starts on a clean one. */
    synchronized void clear() {
        if (drawn) {
            err.print("\r\u001b[K");
            err.flush();
            drawn = false;
        }
    }
}
