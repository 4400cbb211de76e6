package rung.file;

import java.io.IOException;

/** A file that cannot be read or written; the message is the sentence to show: "in.csv:118: …". */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1;

    public FormatException(String message) {
        super(message);
    }

    public FormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
