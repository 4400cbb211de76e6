package rung.file;

import java.io.IOException;

/**
 * Says that a file cannot be read or written as asked. The message is one sentence to show to the user, with the file's name
 * and, where there is one, the line: "in.csv:118: expected 3 fields, found 2".
 */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception with a sentence to show.
     *
     * @param message the sentence
     */
    public FormatException(String message) {
        super(message);
    }

    /**
     * Makes an exception with a sentence to show, and what caused it.
     *
     * @param message the sentence
     * @param cause what went wrong
     */
    public FormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
