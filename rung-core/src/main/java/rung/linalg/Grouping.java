package rung.linalg;

/**
 * A stable counting sort on several threads. It gives each entry of a matrix a place in an array where the entries of line 0 come
 * first, then those of line 1, and so on; the entries of one line keep the order in which they came.
 *
 * <p>The entries are cut into pieces. Each piece counts its entries of every line; from the counts follows where each piece writes its
 * entries of a line, so that no piece waits for another. Costs two passes over the entries and 4 bytes per line and piece; there are
 * never more pieces than entries per line, so that is at most 4 bytes per entry. The places do not depend on the number of pieces.
 */
public final class Grouping {
    private final int[] start;
    private final int[][] next; // next[piece][line]: the place of the piece's next entry of that line
    private final int count;
    private final Workers workers;

    private Grouping(int[] start, int[][] next, int count, Workers workers) {
        this.start = start;
        this.next = next;
        this.count = count;
        this.workers = workers;
    }

    /**
     * Groups entries by line.
     *
     * @param line the line of each entry, from 0 to {@code lines} − 1
     * @param lines the number of lines
     * @param workers the threads
     * @return the grouping
     */
    public static Grouping of(int[] line, int lines, Workers workers) {
        int pieces = Math.max(1, Math.min(workers.threads(), line.length / Math.max(1, lines)));
        Grouping grouping = new Grouping(new int[lines + 1], new int[pieces][lines], line.length, workers);
        grouping.forEachPiece((from, to, counts) -> {
            for (int e = from; e < to; e++) {
                counts[line[e]]++;
            }
        });
        grouping.place();
        return grouping;
    }

    /* Replaces the counts in {@code next} by places, and fills {@code start}. */
    private void place() {
        int lines = start.length - 1;
        workers.run(lines, line -> (long) line * next.length, (from, to) -> {
            for (int[] counts : next) {
                for (int line = from; line < to; line++) {
                    start[line + 1] += counts[line];
                }
            }
        });
        for (int line = 0; line < lines; line++) {
            start[line + 1] += start[line];
        }
        workers.run(lines, line -> (long) line * next.length, (from, to) -> {
            int[] place = new int[to - from];
            System.arraycopy(start, from, place, 0, place.length);
            for (int[] counts : next) {
                for (int line = from; line < to; line++) {
                    int size = counts[line];
                    counts[line] = place[line - from];
                    place[line - from] += size;
                }
            }
        });
    }

    /**
     * The place where each line begins, and at the end the number of entries: lines + 1 numbers.
     *
     * @return the array itself, not a copy
     */
    public int[] start() {
        return start;
    }

    /** A task for one piece of the entries. */
    @FunctionalInterface
    public interface Piece {
        /**
         * Handles the entries of one piece.
         *
         * @param from the first entry
         * @param to the entry after the last
         * @param next for each line, the place of this piece's next entry of it; the task raises it by one for each entry
         */
        void run(int from, int to, int[] next);
    }

    /**
     * Runs the task once for each piece. This can be called only once, since the task moves the places on.
     *
     * @param task what to do with a piece; called on several threads
     */
    public void forEachPiece(Piece task) {
        workers.run(next.length, this::first, (from, to) -> {
            for (int piece = from; piece < to; piece++) {
                task.run((int) first(piece), (int) first(piece + 1), next[piece]);
            }
        });
    }

    private long first(int piece) {
        return (long) count * piece / next.length;
    }
}
