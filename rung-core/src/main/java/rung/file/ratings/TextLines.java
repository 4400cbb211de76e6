package rung.file.ratings;

/** Goes through the lines of a piece of text that are not blank. Bounds exclude the line ending. */
final class TextLines {
    private final byte[] text;
    private final int to;
    private int next;
    private int start;
    private int end;
    private int number;

    /** Goes through the bytes from {@code from} to before {@code to}. */
    TextLines(byte[] text, int from, int to) {
        this.text = text;
        this.to = to;
        this.next = from;
    }

    /** Moves to the next line that is not blank; returns false if there is none. */
    boolean next() {
        while (next < to) {
            start = next;
            int at = start;
            while (at < to && text[at] != '\n') {
                at++;
            }
            next = Math.min(to, at + 1);
            number++;
            end = at > start && text[at - 1] == '\r' ? at - 1 : at;
            if (!isBlank()) {
                return true;
            }
        }
        return false;
    }

    private boolean isBlank() {
        int at = start;
        while (at < end && LineFields.isBlank(text[at])) {
            at++;
        }
        return at == end;
    }

    /** Where the line begins. */
    int start() {
        return start;
    }

    /** Where the line ends. */
    int end() {
        return end;
    }

    /** Where the following line begins. */
    int following() {
        return next;
    }

    /** The number of the line in this piece, from 1, blank lines included; after the last one, the number of all lines. */
    int number() {
        return number;
    }
}
