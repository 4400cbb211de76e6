package rung.file.ratings;

/**
 * Goes through the lines of a piece of text that are not blank. Bounds exclude the line ending. If lines are joined, a field in quotes may go
 * over several of them, which are one line then.
 */
final class TextLines {
    /** The most bytes of a field that goes over several lines: a quote that is never closed must not take the rest of the file. */
    private static final int LONGEST_QUOTED = 1 << 20;

    private final byte[] text;
    private final int to;
    private final LineFields joining; // null if lines are not joined
    private int next;
    private int start;
    private int end;
    private int number;
    private int passed;
    private boolean isUnfinished;
    private boolean isJoined;

    /** Goes through the bytes from {@code from} to before {@code to}, line by line. */
    TextLines(byte[] text, int from, int to) {
        this(text, from, to, null);
    }

    /**
     * Goes through the bytes from {@code from} to before {@code to}.
     *
     * @param joining divides lines into fields, by which it is seen that one goes on; null if lines are not joined
     */
    TextLines(byte[] text, int from, int to, LineFields joining) {
        this.text = text;
        this.to = to;
        this.next = from;
        this.joining = joining;
    }

    /** Moves to the next line that is not blank; returns false if there is none. */
    boolean next() {
        while (next < to) {
            start = next;
            number = passed + 1;
            endAt(start);
            if (joining != null) {
                isUnfinished = false;
                if (hasQuote()) {
                    join();
                }
            }
            if (!isBlank()) {
                return true;
            }
        }
        return false;
    }

    /** Moves to the first line, blank or not; returns where the following one begins. */
    int afterFirst() {
        endAt(next);
        return next;
    }

    /** Ends the line at the first line ending after a position. */
    private void endAt(int from) {
        int at = from;
        byte[] bytes = text;
        int limit = to;
        while (at < limit && bytes[at] != '\n') {
            at++;
        }
        next = Math.min(to, at + 1);
        passed++;
        end = at > start && text[at - 1] == '\r' ? at - 1 : at;
    }

    private boolean hasQuote() {
        int at = start;
        while (at < end && text[at] != '"') {
            at++;
        }
        return at < end;
    }

    /** Goes on to the line in which a quote closes that opens in this one. Leaves the line as it is if there is none, or if it does not fit. */
    private void join() {
        int firstEnd = end;
        int second = next;
        joining.split(text, start, end);
        int open = joining.open();
        while (open >= 0) {
            int limit = (int) Math.min(to, (long) open + LONGEST_QUOTED);
            int close = DelimitedFields.closing(text, open, limit);
            isUnfinished = close < 0 && limit == to;
            if (close >= 0) {
                while (next <= close) {
                    endAt(next);
                }
                joining.split(text, start, end);
            }
            open = close < 0 ? -1 : joining.open();
        }
        if (joining.fault() != null) {
            end = firstEnd;
            next = second;
            passed = number;
        }
        isJoined |= next > second;
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

    /** The number of the line in this piece, from 1, blank lines included; of lines that were joined, that of the first. */
    int number() {
        return number;
    }

    /** The number of lines up to the end of this one; after the last, of all. */
    int passed() {
        return passed;
    }

    /** Whether the line has a quote that does not close in this piece, but may in what follows it. */
    boolean isUnfinished() {
        return isUnfinished;
    }

    /** Whether any lines were joined so far. */
    boolean isJoined() {
        return isJoined;
    }
}
