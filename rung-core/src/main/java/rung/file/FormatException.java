package rung.file;

import java.io.IOException;

/**
 * Says that a file cannot be read or written as asked. The message is one sentence to show to the user, with the file's name
 * and, where there is one, the line: "in.csv:118: expected 3 fields, found 2".
 */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isAboutLine;

    /**
     * Makes an exception with a sentence to show.
     *
     * @param message the sentence
     */
    public FormatException(String message) {
        this(message, false);
    }

    /**
     * Makes an exception with a sentence to show.
     *
     * @param message the sentence
     * @param isAboutLine whether one line of the file is wrong, so that the others could be read without it
     */
    public FormatException(String message, boolean isAboutLine) {
        super(message);
        this.isAboutLine = isAboutLine;
    }

    /**
     * Makes an exception with a sentence to show, and what caused it.
     *
     * @param message the sentence
     * @param cause what went wrong
     */
    public FormatException(String message, Throwable cause) {
        super(message, cause);
        this.isAboutLine = false;
    }

    /**
     * Says whether one line of the file is wrong, so that the others could be read without it.
     *
     * @return true if it is
     */
    public boolean isAboutLine() {
        return isAboutLine;
    }
}
