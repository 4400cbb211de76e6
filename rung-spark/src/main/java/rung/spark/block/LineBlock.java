package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.block.EntryLines;
import rung.linalg.Side;

/**
 * The ratings of some users, or of some items: the lines of one block.
 *
 * <p>A block needs the other side's lines that its ratings name, and no others; they are its inbox. Position p of the inbox is the
 * other side's line with id {@code others[p]}, ascending, so the lines of the other side's block c stand together, from inbox[c] to
 * inbox[c+1]. The other way round, outbox[c] lists the lines of this block that the other side's block c needs, in the same order. So a
 * message is an array of numbers, and ids are sent only once.
 *
 * <pre>
 *   users 7 and 9 of block 0,           others  2   5   8        inbox  0 2 3       (items 2 and 5 are in block 0, 8 in block 1)
 *   ratings (7,2) (7,8) (9,5) (9,8):    line 7: positions 0, 2   line 9: 1, 2        outbox[0] = both, outbox[1] = both
 * </pre>
 *
 * @param block the number of this block
 * @param first the number of the first line among the lines of all blocks
 * @param ids the ids of the lines, ascending
 * @param entries the ratings of the lines; an index is a position of the inbox
 * @param others the ids of the inbox's lines, ascending
 * @param inbox where the lines of each of the other side's blocks begin in the inbox, and at the end the length of the inbox
 * @param outbox the lines that each of the other side's blocks needs, by their numbers within this block
 * @param numbers the numbers of the inbox's lines among all lines of their side; null until they are known
 * @param duplicates the number of ratings of pairs that had one already
 * @param repeated the ids of a user and an item that have several ratings; null if there are none
 */
@DefaultSerializer(JavaSerializer.class)
public record LineBlock(
        int block,
        int first,
        long[] ids,
        EntryLines entries,
        long[] others,
        int[] inbox,
        int[][] outbox,
        int[] numbers,
        long duplicates,
        long[] repeated)
        implements Serializable {
    /** Makes a block of the ratings that were sent to it. */
    static LineBlock of(
            int block, Side side, List<RatingChunk> chunks, IdRanges otherRanges, DuplicatePairs duplicates) {
        long all = chunks.stream().mapToLong(RatingChunk::count).sum();
        if (all > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a block must have at most " + (Integer.MAX_VALUE - 8) + " ratings, got "
                    + all + ": set numBlocks higher");
        }
        int count = (int) all;
        long[] own = new long[count];
        long[] other = new long[count];
        float[] values = new float[count];
        int at = 0;
        for (RatingChunk chunk : chunks) {
            System.arraycopy(chunk.ids(side), 0, own, at, chunk.count());
            System.arraycopy(chunk.ids(side.other()), 0, other, at, chunk.count());
            System.arraycopy(chunk.values(), 0, values, at, chunk.count());
            at += chunk.count();
        }
        Numbering lines = Numbering.of(own);
        Numbering positions = Numbering.of(other);
        EntryLines unmerged =
                sorted(lines.numbers(own), lines.size(), positions.numbers(other), positions.size(), values);
        int[] repeated = DuplicatePairs.repeated(unmerged);
        EntryLines entries = repeated == null ? unmerged : duplicates.merged(unmerged);
        int[] inbox = starts(positions.ids(), otherRanges);
        return new LineBlock(
                block,
                0,
                lines.ids(),
                entries,
                positions.ids(),
                inbox,
                outbox(entries, inbox),
                null,
                count - entries.values().length,
                repeated == null
                        ? null
                        : pair(lines.ids()[repeated[0]], positions.ids()[repeated[1]], side));
    }

    private static long[] pair(long own, long other, Side side) {
        return side == Side.LEFT ? new long[] {own, other} : new long[] {other, own};
    }

    /* Line after line, each in the order of the other side's lines: two stable passes, the minor key first. */
    private static EntryLines sorted(int[] line, int lines, int[] position, int positions, float[] values) {
        int[] order = order(position, positions, null);
        order = order(line, lines, order);
        int[] start = new int[lines + 1];
        int[] index = new int[values.length];
        float[] sorted = new float[values.length];
        for (int k = 0; k < order.length; k++) {
            start[line[order[k]] + 1]++;
            index[k] = position[order[k]];
            sorted[k] = values[order[k]];
        }
        for (int k = 0; k < lines; k++) {
            start[k + 1] += start[k];
        }
        return new EntryLines(start, index, sorted);
    }

    private static int[] order(int[] keys, int limit, int[] before) {
        int[] next = new int[limit + 1];
        for (int key : keys) {
            next[key + 1]++;
        }
        for (int k = 0; k < limit; k++) {
            next[k + 1] += next[k];
        }
        int[] order = new int[keys.length];
        for (int k = 0; k < keys.length; k++) {
            int e = before == null ? k : before[k];
            order[next[keys[e]]++] = e;
        }
        return order;
    }

    private static int[] starts(long[] ids, IdRanges ranges) {
        int[] starts = new int[ranges.blocks() + 1];
        for (long id : ids) {
            starts[ranges.of(id) + 1]++;
        }
        for (int c = 0; c < ranges.blocks(); c++) {
            starts[c + 1] += starts[c];
        }
        return starts;
    }

    private static int[][] outbox(EntryLines entries, int[] inbox) {
        int[][] outbox = new int[inbox.length - 1][8];
        int[] sizes = new int[outbox.length];
        for (int line = 0; line < entries.count(); line++) {
            int c = -1;
            for (int k = entries.start()[line]; k < entries.start()[line + 1]; k++) {
                if (c < 0 || entries.index()[k] >= inbox[c + 1]) {
                    do {
                        c++;
                    } while (entries.index()[k] >= inbox[c + 1]);
                    outbox[c] = sizes[c] < outbox[c].length ? outbox[c] : Arrays.copyOf(outbox[c], 2 * sizes[c]);
                    outbox[c][sizes[c]++] = line;
                }
            }
        }
        for (int c = 0; c < outbox.length; c++) {
            outbox[c] = Arrays.copyOf(outbox[c], sizes[c]);
        }
        return outbox;
    }

    /**
     * How many lines there are.
     *
     * @return the number
     */
    public int lines() {
        return ids.length;
    }

    /** {@return how many lines of the other side are needed} */
    public int needed() {
        return others.length;
    }

    /** A copy with the mean taken off the values, and with the numbers of lines among all blocks. */
    LineBlock placed(int firstLine, double mean, int[] inboxNumbers) {
        float[] centred = new float[entries.values().length];
        for (int k = 0; k < centred.length; k++) {
            centred[k] = (float) (entries.values()[k] - mean);
        }
        EntryLines of = new EntryLines(entries.start(), entries.index(), centred);
        return new LineBlock(block, firstLine, ids, of, others, inbox, outbox, inboxNumbers, duplicates, repeated);
    }

    /**
     * A copy whose entries have other values.
     *
     * @param values the value of each entry
     * @return the copy
     */
    LineBlock withValues(float[] values) {
        EntryLines of = new EntryLines(entries.start(), entries.index(), values);
        return new LineBlock(block, first, ids, of, others, inbox, outbox, numbers, duplicates, repeated);
    }

    /**
     * A copy with the entries that are held out, or with those that are not; lines, inbox and outbox stay.
     *
     * @param pairs which ratings are held out
     * @param side the side whose lines these are
     * @param wanted whether the entries that are held out are kept
     * @return the copy
     */
    LineBlock part(HeldOutPairs pairs, Side side, boolean wanted) {
        int[] start = new int[lines() + 1];
        int[] index = new int[entries.index().length];
        float[] values = new float[index.length];
        int to = 0;
        for (int line = 0; line < lines(); line++) {
            for (int k = entries.start()[line]; k < entries.start()[line + 1]; k++) {
                long other = others[entries.index()[k]];
                boolean isHeldOut = side == Side.LEFT ? pairs.has(ids[line], other) : pairs.has(other, ids[line]);
                if (isHeldOut == wanted) {
                    index[to] = entries.index()[k];
                    values[to++] = entries.values()[k];
                }
            }
            start[line + 1] = to;
        }
        EntryLines of = new EntryLines(start, Arrays.copyOf(index, to), Arrays.copyOf(values, to));
        return new LineBlock(block, first, ids, of, others, inbox, outbox, numbers, 0, null);
    }
}
