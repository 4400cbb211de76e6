package rung.file.ratings;

/** The lines of a piece of text that are not blank, without their endings. */
final class TextLines {
    private final byte[] text;
    private final int to;
    private int next;
    private int start;
    private int end;
    private int number;

    TextLines(byte[] text, int from, int to) {
        this.text = text;
        this.to = to;
        this.next = from;
    }

    /** Goes on to the next line that is not blank, if there is one. */
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

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Where the following line begins. */
    int following() {
        return next;
    }

    /** The number of the line in this piece, from 1; at the end, how many lines the piece has. */
    int number() {
        return number;
    }
}
