package rung.completion.order;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import rung.data.Observations;
import rung.linalg.Pattern;

/**
 * Holds out stretches of a table along an order, as long as the table's own holes, so that the error on them tells how well the holes
 * are filled.
 *
 * <p>A hole is a run of neighboring cells without an observation in one line across the order. The lengths of the holes are counted; then
 * lengths are drawn from them, and each is cut out of a run of observations, with an observation left at both of its ends unless it
 * touches the end of the table. So the new holes are as long as they were drawn. A table with scattered holes gets scattered cells held
 * out, one with outages gets outages. A table without holes gets single cells held out. Lines that are not observed at all say nothing
 * about lengths. A length that finds no room is halved.
 *
 * <p>A few outages among many scattered holes would hardly be drawn, and find no room between these, although much of what is to be filled
 * lies in them. So as many are cut as they have a part in the missing cells, each at a place where half of its cells are observed at least.
 * Linear in the number of cells.
 */
public final class Stretches {
    /** The number of places where a stretch is tried before its length is halved. */
    private static final int TRIES = 20;

    /** A hole is an outage among scattered holes if it is longer than the mean hole by this factor. */
    private static final int LONGER = 8;

    /** The least part of the missing cells that lies in such outages, so that they count. */
    private static final double PART_OF_OUTAGES = 0.05;

    private final Pattern.Lines across;
    private final int length;
    private final int[] begin; // of each line across: where its distinct cells begin in the arrays below
    private final int[] index; // of each distinct observed cell, line after line: where it lies along the order
    private final int[] line; // of the same cells: the line across that they lie in
    private final boolean[] heldOut;

    private Stretches(Observations data, Order order) {
        this.across = order.across(data.pattern());
        this.length = order.lines();
        this.begin = new int[across.count() + 1];
        this.heldOut = new boolean[data.count()];
        int[] where = new int[data.count()];
        int[] of = new int[data.count()];
        int cells = 0;
        for (int j = 0; j < across.count(); j++) {
            begin[j] = cells;
            for (int k = 0; k < across.size(j); k++) {
                int other = across.other(j, k);
                if (cells == begin[j] || where[cells - 1] != other) {
                    where[cells] = other;
                    of[cells++] = j;
                }
            }
        }
        begin[across.count()] = cells;
        this.index = Arrays.copyOf(where, cells);
        this.line = Arrays.copyOf(of, cells);
    }

    /**
     * Counts the holes of a table by their length.
     *
     * @param data the observed entries
     * @param order the order along which a hole is measured
     * @return at each length, in lines of the ordered side, the number of holes of that length; at 0 nothing
     */
    public static int[] lengths(Observations data, Order order) {
        order.require(data);
        return new Stretches(data, order).lengths();
    }

    /**
     * Tells whether the holes of a table are stretches: more than twice as long on average as they would be if as many cells were missing
     * at random places.
     *
     * @param data the observed entries
     * @param order the order along which a hole is measured
     * @return true if they are
     */
    public static boolean areIn(Observations data, Order order) {
        int[] lengths = lengths(data, order);
        long holes = Arrays.stream(lengths).asLongStream().sum();
        long cells = IntStream.range(0, lengths.length)
                .mapToLong(k -> (long) k * lengths[k])
                .sum();
        double observed = data.count() / (double) (data.count() + cells); // scattered holes are 1 / observed long
        return observed * cells > 2 * holes;
    }

    /**
     * Holds out stretches.
     *
     * @param data the observed entries
     * @param order the order along which stretches lie
     * @param fraction the part of the observations to hold out, between 0 and 1; less is held out if there is no room
     * @param seed the seed; the same seed holds out the same stretches
     * @return both parts
     */
    public static Observations.Split split(Observations data, Order order, double fraction, long seed) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, got " + fraction);
        }
        order.require(data);
        Stretches stretches = new Stretches(data, order);
        stretches.cut(fraction, false, new SplittableRandom(seed));
        return stretches.parts(data);
    }

    /**
     * How much is held out.
     *
     * @param fraction the part of the observations each time
     * @param cells the number of cells in all
     * @param times the most times
     */
    public record Amount(double fraction, int cells, int times) {}

    /**
     * Holds out stretches several times, as often as it takes to hold a number of cells out in all; at least one cell each time.
     *
     * @param data the observed entries
     * @param order the order along which stretches lie
     * @param amount how much is held out
     * @param seed the seed
     * @return the splits that hold something out and leave something
     */
    public static List<Observations.Split> splits(Observations data, Order order, Amount amount, long seed) {
        double part = Math.min(1, Math.max(amount.fraction, 1.0 / Math.max(1, data.count())));
        double times = Math.ceil(amount.cells / (part * Math.max(1, data.count())));
        return IntStream.range(0, (int) Math.max(1, Math.min(amount.times, times)))
                .mapToObj(k -> split(data, order, part, seed + k))
                .filter(split -> split.heldOut().count() > 0 && split.train().count() > 0)
                .toList();
    }

    /** Holds out stretches as {@link #split} does, but the last is not cut off, so that a little more may be held out. */
    static Observations.Split splitWhole(Observations data, Order order, double fraction, long seed) {
        Stretches stretches = new Stretches(data, order);
        stretches.cut(fraction, true, new SplittableRandom(seed));
        return stretches.parts(data);
    }

    private int[] lengths() {
        int[] lengths = new int[length + 1];
        for (int j = 0; j < across.count(); j++) {
            int before = -1;
            for (int k = begin[j]; k <= begin[j + 1] && begin[j] < begin[j + 1]; k++) {
                int next = k < begin[j + 1] ? index[k] : length;
                lengths[next - before - 1]++;
                before = next;
            }
        }
        lengths[0] = 0;
        return lengths;
    }

    private void cut(double fraction, boolean areWhole, SplittableRandom random) {
        int[] lengths = lengths();
        long wanted = (long) (fraction * index.length);
        long done = 0;
        for (int outage : outages(lengths, wanted)) {
            done += cut(outage, 0.5, random);
        }
        long[] upTo = upTo(lengths);
        long failures = 0;
        while (done < wanted && failures < TRIES + wanted - done) {
            int drawn = draw(upTo, random);
            int taken = cut((int) Math.min(drawn, areWhole ? index.length / 2 : wanted - done), 1, random);
            done += taken;
            failures += taken == 0 ? 1 : 0;
        }
    }

    /*
     * The lengths of the outages to hold out among scattered cells, if there are both: as many as their part in the missing cells, at least
     * one, none longer than half of what is wanted. Takes these outages out of the numbers of holes.
     */
    private static int[] outages(int[] lengths, long wanted) {
        long holes = Arrays.stream(lengths).asLongStream().sum();
        long missing = cells(lengths, 1);
        int shortest = (int) Math.min(lengths.length, LONGER * missing / Math.max(1, holes) + 1);
        if (wanted < 2 || cells(lengths, shortest) <= PART_OF_OUTAGES * missing) {
            return new int[0];
        }
        int[] all = IntStream.range(shortest, lengths.length)
                .flatMap(length -> IntStream.generate(() -> length).limit(lengths[length]))
                .toArray();
        Arrays.fill(lengths, shortest, lengths.length, 0);
        int many = (int) Math.max(1, Math.round(all.length * (double) wanted / missing));
        return IntStream.range(0, many)
                .map(k -> all[(int) ((k + 0.5) / many * all.length)])
                .map(length -> (int) Math.min(length, wanted / 2))
                .toArray();
    }

    /* The number of missing cells in holes of a length or longer. */
    private static long cells(int[] lengths, int from) {
        return IntStream.range(from, lengths.length)
                .mapToLong(length -> (long) length * lengths[length])
                .sum();
    }

    /*
     * Cuts out a stretch of a length, of which a part is observed at least, or a shorter one if there is no room; returns how many observed
     * cells that were.
     */
    private int cut(int length, double observed, SplittableRandom random) {
        int taken = 0;
        for (int stretch = length; stretch > 0 && taken == 0; stretch /= 2) {
            taken = place(stretch, (int) Math.ceil(observed * stretch), random);
        }
        return taken;
    }

    /* The number of holes of each length and of all shorter ones; as if there were one hole of one cell, if there is none. */
    private static long[] upTo(int[] lengths) {
        long[] upTo = new long[lengths.length];
        for (int k = 1; k < upTo.length; k++) {
            upTo[k] = upTo[k - 1] + lengths[k];
        }
        if (upTo[upTo.length - 1] == 0) {
            Arrays.fill(upTo, 1, upTo.length, 1);
        }
        return upTo;
    }

    private static int draw(long[] upTo, SplittableRandom random) {
        long number = random.nextLong(upTo[upTo.length - 1]);
        int low = 1;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > number) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /*
     * Holds out a stretch of this length, of which a number of cells is observed at least, at a random place; returns how many cells that
     * were, or 0 if no place was found.
     */
    private int place(int stretch, int observed, SplittableRandom random) {
        for (int k = 0; k < TRIES; k++) {
            int first = random.nextInt(index.length);
            int end = end(first, stretch, observed);
            if (end - first >= observed && hasRoom(first, end, stretch)) {
                Arrays.fill(heldOut, first, end, true);
                return end - first;
            }
        }
        return 0;
    }

    /* The observed cell after the last one of a stretch that begins at a cell; that of the next line if it is the last of its own. */
    private int end(int first, int stretch, int observed) {
        int end = Math.min(begin[line[first] + 1], first + stretch);
        if (end - first < observed || index[end - 1] < index[first] + stretch) {
            return end;
        }
        int found = Arrays.binarySearch(index, first, end, index[first] + stretch);
        return found < 0 ? -found - 1 : found;
    }

    /* Whether the cells before a stretch and after it are observed, or the table ends there, and none of its own is held out yet. */
    private boolean hasRoom(int first, int end, int stretch) {
        int j = line[first];
        int after = index[first] + stretch; // along the order
        boolean isBegun = index[first] == 0 || first > begin[j] && isKept(first - 1, index[first] - 1);
        boolean isEnded = after == length || end < begin[j + 1] && isKept(end, after);
        boolean isWhole = stretch == length;
        if (!isBegun || !isEnded || isWhole) {
            return false;
        }
        for (int k = first; k < end; k++) {
            if (heldOut[k]) {
                return false;
            }
        }
        return true;
    }

    private boolean isKept(int cell, int at) {
        return index[cell] == at && !heldOut[cell];
    }

    private Observations.Split parts(Observations data) {
        boolean[] isOut = new boolean[data.count()];
        int cell = -1;
        for (int j = 0; j < across.count(); j++) {
            for (int k = 0; k < across.size(j); k++) {
                cell += k == 0 || across.other(j, k) != across.other(j, k - 1) ? 1 : 0;
                isOut[across.position(j, k)] = heldOut[cell];
            }
        }
        Observations.Builder train = Observations.builder(data.rows(), data.columns());
        Observations.Builder held = Observations.builder(data.rows(), data.columns());
        int[] next = new int[1];
        data.forEach((i, j, value, weight) -> (isOut[next[0]++] ? held : train).add(i, j, value, weight));
        return new Observations.Split(train.build(), held.build());
    }
}
