package rung.file;

import java.io.IOException;

/** A file that cannot be read or written as a table; the message is the sentence to show: "in.csv:118: …". */
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1;

    FormatException(String message) {
        super(message);
    }

    FormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
