package rung.linalg;

/**
 * A stable counting sort on several threads: gives each entry of an array of line numbers its place among the entries of all
 * lines, so that lines follow one another and each keeps its entries in the order in which they came.
 *
 * <p>The entries are cut into pieces. Each piece counts its entries of every line, so where a piece's entries of a line go follows
 * from the counts, and pieces do not wait for each other. Costs two passes over the entries and 4 bytes a line for each piece; there
 * are never more pieces than entries a line, so that is at most 4 bytes an entry. The places do not depend on the pieces.
 */
public final class Grouping {
    private final int[] start;
    private final int[][] next; // of each piece: the place of its next entry of a line
    private final int count;
    private final Workers workers;

    private Grouping(int[] start, int[][] next, int count, Workers workers) {
        this.start = start;
        this.next = next;
        this.count = count;
        this.workers = workers;
    }

    /** Groups entries by line: {@code line[e]}, from 0 to {@code lines} − 1, is the line of entry e. */
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

    /* From counts to places. */
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

    /** Where each line begins among the places, and at last their number: the array itself. */
    public int[] start() {
        return start;
    }

    /** What is done with a piece: the entries from (inclusive) to (exclusive). */
    @FunctionalInterface
    public interface Piece {
        /** @param next the place of this piece's next entry of each line; to be raised by one for each entry */
        void run(int from, int to, int[] next);
    }

    /** Runs the task once for each piece. It can be called once, since the places are used up. */
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
