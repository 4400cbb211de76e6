package rung.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows progress and messages on standard error: on a terminal one line that is drawn over and over, elsewhere a plain line for
 * each stage. The launcher says which of the two it is, because a JVM cannot know. Safe for use by several threads.
 */
public final class Terminal {
    /** The system property that the launcher sets to "true" if standard error is a terminal. */
    public static final String PROPERTY = "rung.terminal";

    /** The system property that the launcher sets to the width of the terminal, if there is one. */
    public static final String COLUMNS = TerminalWidth.PROPERTY;

    /** The system property that the launcher sets to "true" if standard output is a terminal. */
    public static final String OUTPUT_PROPERTY = "rung.output.terminal";

    /** Names of files are not shortened below this many columns. */
    private static final int LEAST_NAME = 2;

    private static final long REDRAW_NANOS = 50_000_000;
    private static final long LOG_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean live;
    private final boolean quiet;
    private long last = System.nanoTime();
    private boolean drawn;
    private boolean isBeginning; // what is drawn is what begins

    /**
     * Writes to standard error, or whatever stands in for it.
     *
     * @param quiet shows only what {@link #say} is given
     * @param err where messages go
     */
    public Terminal(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
        this.live = !quiet && Boolean.getBoolean(PROPERTY);
        if (live) {
            TerminalWidth.follow();
        }
    }

    /**
     * Whether only what {@link #say} is given is shown.
     *
     * @return true if all else is not
     */
    public boolean isQuiet() {
        return quiet;
    }

    /**
     * How many characters fit into a line of the terminal.
     *
     * @return the width, now; 80 if it is not known
     */
    public static int columns() {
        return TerminalWidth.columns();
    }

    /**
     * How long lines of sentences are, such as those of the help.
     *
     * @return the width of the terminal, but no more than is easy to read
     */
    public static int proseColumns() {
        return TerminalWidth.proseColumns();
    }

    /**
     * How long a line of standard output may be.
     *
     * @return the width of the terminal; any length, if standard output is none
     */
    public static int outputColumns() {
        return Boolean.getBoolean(OUTPUT_PROPERTY) ? columns() : Integer.MAX_VALUE;
    }

    /**
     * Prints a result in words: in lines that fit, where standard output is a terminal, else in one line, for programs.
     *
     * @param out standard output
     * @param format the format of the line
     * @param args its arguments
     */
    public static void result(PrintWriter out, String format, Object... args) {
        out.println(Words.wrapped(String.format(Locale.ROOT, format, args), outputColumns()));
    }

    /**
     * Words what went wrong: in lines that fit, where standard error is a terminal, else in one line.
     *
     * @param sentence the sentence
     * @return what to print
     */
    public static String message(String sentence) {
        return Words.wrapped("rung: " + sentence, Boolean.getBoolean(PROPERTY) ? proseColumns() : Integer.MAX_VALUE);
    }

    /**
     * Prints what the user should know but what does not stop the work, where no progress is shown.
     *
     * @param err where messages go
     * @param sentence the sentence
     */
    public static void note(PrintWriter err, String sentence) {
        err.println(message(sentence));
    }

    /**
     * Draws the progress line again, on a terminal only. Its format and arguments are those of {@link String#format}.
     *
     * @param format the format of the line
     * @param args its arguments
     */
    public synchronized void progress(String format, Object... args) {
        long now = System.nanoTime();
        if (live && (!drawn || isBeginning || now - last > REDRAW_NANOS)) {
            String line = String.format(Locale.ROOT, format, args);
            err.print("\r\u001b[K" + Words.shortened(line, columns() - 1)); // a line that wraps cannot be drawn over
            err.flush();
            last = now;
            drawn = true;
            isBeginning = false;
        }
    }

    /**
     * Draws the progress line again; where there is no terminal, prints a plain line every few seconds.
     *
     * @param format the format of the line
     * @param args its arguments
     */
    public synchronized void pulse(String format, Object... args) {
        if (live) {
            progress(format, args);
        } else if (!quiet && System.nanoTime() - last > LOG_NANOS) {
            stage(format, args);
        }
    }

    /**
     * Draws the progress line again, fitted to the width; where there is no terminal, prints a plain line every few seconds.
     *
     * @param line the line
     */
    public synchronized void pulse(ProgressLine line) {
        pulse("%s", line.fitted(live ? columns() - 1 : Integer.MAX_VALUE));
    }

    /**
     * Shows that a stage is done: a line that stays, except on a terminal, where the next one is drawn over it.
     *
     * @param format the format of the line
     * @param args its arguments
     */
    public synchronized void stage(String format, Object... args) {
        if (live) {
            progress(format, args);
        } else if (!quiet) {
            err.println(String.format(Locale.ROOT, format, args));
            last = System.nanoTime();
        }
    }

    /**
     * Shows what came of a file, as {@link #stage} does. Where the line is too long for the terminal, the beginning of the file's name is cut
     * off, so that the rest stays.
     *
     * @param before what stands before the name
     * @param file the file
     * @param after what stands after it
     */
    public synchronized void stageOf(String before, Object file, String after) {
        String name = String.valueOf(file);
        int room = live ? Math.max(LEAST_NAME, columns() - 1 - Words.width(before + after)) : Integer.MAX_VALUE;
        stage("%s", before + Words.ending(name, room) + after);
    }

    /**
     * Says what begins, which may take a while until the first progress: a line that stays, except on a terminal, where the next one is drawn
     * over it at once.
     *
     * @param what what begins
     */
    public synchronized void begin(String what) {
        beginWith(what, "");
    }

    /**
     * Says what begins with a file, as {@link #begin} does. A long name is shortened as by {@link #stageOf}.
     *
     * @param what what begins: "writing "
     * @param file the file
     */
    public synchronized void beginWith(String what, Object file) {
        isBeginning = live; // and is drawn over, however soon
        stageOf(what, file, " …");
        isBeginning = live;
    }

    /**
     * Prints a sentence that stays, on a terminal too, where it is wrapped: how a file was understood, for example.
     *
     * @param sentence the sentence
     */
    public synchronized void state(String sentence) {
        if (live) {
            clear();
            err.println(Words.wrapped(sentence, proseColumns()));
        } else {
            stage("%s", sentence);
        }
    }

    /**
     * Prints a message on a line of its own, even if all else is to be quiet.
     *
     * @param format the format of the message
     * @param args its arguments
     */
    public synchronized void say(String format, Object... args) {
        clear();
        err.println(message(String.format(Locale.ROOT, format, args)));
    }

    /**
     * Prints on a line of its own what the user should know but what does not stop the work.
     *
     * @param sentence the sentence
     */
    public synchronized void note(String sentence) {
        if (!quiet) {
            say("%s", sentence);
        }
    }

    /** Wipes the progress line, so that what is printed next starts on a clean line. */
    public synchronized void clear() {
        if (drawn) {
            err.print("\r\u001b[K");
            err.flush();
            drawn = false;
        }
    }
}
