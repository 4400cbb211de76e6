package rung.cli.terminal;

import java.io.IOException;
import java.util.Locale;

/**
 * Standard output cannot be written, because the disk is full or because the program that reads it has ended. The exit status is
 * {@link ExitStatus#FAILED}, or {@link ExitStatus#READER_GONE} if nobody reads.
 */
public final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean isReaderGone;

    /**
     * Creates the exception.
     *
     * @param cause what writing failed with
     */
    public OutputException(IOException cause) {
        super("standard output cannot be written: " + cause.getMessage(), cause);
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        this.isReaderGone = message.contains("broken pipe") || message.contains("pipe is being closed");
    }

    /**
     * Whether the program that reads has ended, as {@code head} does once it has what it wants.
     *
     * @return true if it has
     */
    public boolean isReaderGone() {
        return isReaderGone;
    }
}
