package rung.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;
import rung.file.FormatException;

/** Tells the user what went wrong, in one sentence. */
public final class Failure {
    private static final String MEMORY_HINT = "RUNG_JAVA_OPTIONS=-Xmx8g before the command allows 8 GB";

    private Failure() {}

    /**
     * Prints why a command failed.
     *
     * @param err where messages go
     * @param e what went wrong
     * @return the status to exit with
     */
    public static int report(Exception e, PrintWriter err) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return reportMemory(err);
            }
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutputException output) {
                return reportOutput(output, err);
            }
        }
        if (e instanceof InputException || e instanceof UsageException || e instanceof FormatException) {
            err.println(Terminal.message(e.getMessage() + (e.getMessage().contains("-Xmx") ? "; " + MEMORY_HINT : "")));
            return ExitStatus.USAGE;
        }
        if (e instanceof IOException) {
            err.println(Terminal.message(sentence((IOException) e)));
            return ExitStatus.FAILED;
        }
        err.println(Terminal.message("this should not have happened: " + e));
        e.printStackTrace(err);
        return ExitStatus.FAILED;
    }

    /**
     * Words a failure of the file system, with the file; the JVM has classes for some of its reasons, and words for the others.
     *
     * @param e the failure
     * @return what went wrong, without a full stop
     */
    public static String sentence(IOException e) {
        if (e instanceof FileSystemException system && system.getFile() != null) {
            String reason = e instanceof NoSuchFileException
                    ? "there is no such file"
                    : e instanceof AccessDeniedException
                            ? "access is denied"
                            : Objects.requireNonNullElse(system.getReason(), "reading or writing failed");
            return system.getFile() + ": " + reason;
        }
        String message = Objects.requireNonNullElse(e.getMessage(), "");
        return message.contains(": ")
                ? message
                : "reading or writing failed" + (message.isEmpty() ? "" : ": " + message);
    }

    /* A reader that has ended has what it wants, as 'head' has, so nothing is said. */
    private static int reportOutput(OutputException e, PrintWriter err) {
        if (e.isReaderGone()) {
            return ExitStatus.READER_GONE;
        }
        err.println(Terminal.message(e.getMessage()));
        return ExitStatus.FAILED;
    }

    /**
     * Prints that the memory of the JVM is used up, and how to give it more.
     *
     * @param err where messages go
     * @return the status to exit with
     */
    public static int reportMemory(PrintWriter err) {
        err.println(Terminal.message(String.format(
                Locale.ROOT,
                "there is not enough memory: the JVM may use %.1f GB; %s",
                Runtime.getRuntime().maxMemory() / 1e9,
                MEMORY_HINT)));
        return ExitStatus.FAILED;
    }
}
