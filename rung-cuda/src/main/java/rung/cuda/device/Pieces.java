package rung.cuda.device;

/**
 * Cuts lines into pieces for warps: the longest piece first, so that all end together. {@code lines.cuh} says what pieces are.
 *
 * @param pieces line, first entry, entry after the last, and slot of each piece
 * @param longLines line, first slot, and number of slots of each line that has several pieces
 * @param slots the number of slots
 */
public record Pieces(int[] pieces, int[] longLines, int slots) {
    /** The most entries of a piece. */
    public static final int MOST = 2048;

    /** The numbers that describe a piece. */
    public static final int OF_PIECE = 4;

    /** The numbers that describe a long line. */
    public static final int OF_LONG_LINE = 3;

    /**
     * Cuts the lines of a side.
     *
     * @param start where the entries of each line begin, and at the end their number
     * @return the pieces
     */
    public static Pieces of(int[] start) {
        int lines = start.length - 1;
        int[] next = new int[MOST + 2]; // by MOST − length, so that the longest come first
        int longCount = 0;
        int slots = 0;
        for (int line = 0; line < lines; line++) {
            int size = start[line + 1] - start[line];
            int count = count(size);
            longCount += count > 1 ? 1 : 0;
            slots += count > 1 ? count : 0;
            for (int k = 0; k < count; k++) {
                next[MOST - length(size, count, k) + 1]++;
            }
        }
        int all = 0;
        for (int k = 0; k < next.length; k++) {
            all += next[k];
            next[k] = all;
        }
        int[] pieces = new int[OF_PIECE * all];
        int[] longLines = new int[OF_LONG_LINE * longCount];
        int slot = 0;
        int atLong = 0;
        for (int line = 0; line < lines; line++) {
            int size = start[line + 1] - start[line];
            int count = count(size);
            if (count > 1) {
                longLines[atLong++] = line;
                longLines[atLong++] = slot;
                longLines[atLong++] = count;
            }
            int from = start[line];
            for (int k = 0; k < count; k++) {
                int length = length(size, count, k);
                int at = OF_PIECE * next[MOST - length]++;
                pieces[at] = line;
                pieces[at + 1] = from;
                pieces[at + 2] = from + length;
                pieces[at + 3] = count > 1 ? slot++ : -1;
                from += length;
            }
        }
        return new Pieces(pieces, longLines, slots);
    }

    private static int count(int size) {
        return Math.max(1, (size + MOST - 1) / MOST);
    }

    /* The length of piece k, from 0, of a line of `size` entries that is cut into `count` pieces as equal as can be. */
    private static int length(int size, int count, int k) {
        return size / count + (k < size % count ? 1 : 0);
    }

    /** {@return the number of pieces} */
    public int count() {
        return pieces.length / OF_PIECE;
    }

    /** {@return the number of lines that have several pieces} */
    public int longCount() {
        return longLines.length / OF_LONG_LINE;
    }
}
