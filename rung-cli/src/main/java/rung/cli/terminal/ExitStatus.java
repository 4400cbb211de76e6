package rung.cli.terminal;

/** The numbers that the command ends with, for scripts. */
public final class ExitStatus {
    /** All went well. */
    public static final int SUCCESS = 0;

    /** The run failed. */
    public static final int FAILED = 1;

    /** Bad usage or bad input: the user can mend it. */
    public static final int USAGE = 2;

    /**
     * Ended by Ctrl-C. What was found so far may have been written.
     *
     * <p>A command returns this after any signal that asked it to end. The JVM is ending by then with a status of its own, which counts: {@link
     * Interruption} calls {@code System.exit} with {@link #TERMINATED} or {@link #HUNG_UP} as soon as one of these signals comes, and the JVM
     * ends with 130 after Ctrl-C. The exit that follows from what the command returns comes too late to change it.
     */
    public static final int INTERRUPTED = 130;

    /** Ended by the signal TERM, as by {@code kill}; like {@link #INTERRUPTED} otherwise. */
    public static final int TERMINATED = 143;

    /** Ended by the signal HUP, as when the terminal is closed; like {@link #INTERRUPTED} otherwise. */
    public static final int HUNG_UP = 129;

    /** Nobody reads standard output any more: the status that a shell gives to a program that the signal PIPE ended. */
    public static final int READER_GONE = 141;

    private ExitStatus() {}
}
