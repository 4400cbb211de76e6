package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.data.Meaning;
import rung.linalg.Side;
import scala.Tuple2;

/**
 * All ratings, in blocks by user and once more in blocks by item, each less the mean of all; or all weights, as they are.
 *
 * @param users a partition for each block, and one block in it
 * @param items the same by item
 * @param rows how many users there are
 * @param columns how many items there are
 * @param count how many ratings there are
 * @param mean the mean of all ratings; 0 for weights
 * @param squares the sum of squares of the ratings less the mean
 * @param lowest the lowest rating
 * @param highest the highest rating
 * @param duplicates how many ratings were merged into another of the same pair
 */
public record RatingBlocks(
        JavaRDD<LineBlock> users,
        JavaRDD<LineBlock> items,
        int rows,
        int columns,
        long count,
        double mean,
        double squares,
        double lowest,
        double highest,
        long duplicates) {
    /** The most ratings in a block, if the number of blocks is not given. */
    private static final long MOST_IN_BLOCK = 10_000_000;

    /** How many ids of each partition the ranges are chosen by. */
    private static final int SAMPLE = 2_000;

    /** Counts and sums of the ratings of a block. */
    @DefaultSerializer(JavaSerializer.class)
    private record Summary(
            int block,
            int lines,
            long count,
            double sum,
            double squares,
            double low,
            double high,
            long duplicates,
            long[] repeated)
            implements Serializable {
        static Summary of(LineBlock block) {
            double sum = 0;
            double squares = 0;
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (float value : block.entries().values()) {
                sum += value;
                squares += (double) value * value;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            return new Summary(
                    block.block(),
                    block.lines(),
                    block.entries().values().length,
                    sum,
                    squares,
                    low,
                    high,
                    block.duplicates(),
                    block.repeated());
        }
    }

    /** A random sample of the ids of a partition, and the number of its ratings. */
    @DefaultSerializer(JavaSerializer.class)
    private record Sample(long[] users, long[] items, long count, BadRow bad, boolean hasVectors)
            implements Serializable {
        static Sample of(Iterator<RatingChunk> chunks, int partition) {
            SplittableRandom random = new SplittableRandom(partition);
            long[] users = new long[SAMPLE];
            long[] items = new long[SAMPLE];
            long seen = 0;
            BadRow bad = null;
            while (chunks.hasNext()) {
                RatingChunk chunk = chunks.next();
                bad = chunk.bad() == null ? bad : chunk.bad();
                for (int k = 0; k < chunk.count(); k++, seen++) {
                    long at = seen < SAMPLE ? seen : random.nextLong(seen + 1);
                    if (at < SAMPLE) {
                        users[(int) at] = chunk.users()[k];
                        items[(int) at] = chunk.items()[k];
                    }
                }
            }
            int kept = (int) Math.min(seen, SAMPLE);
            return new Sample(Arrays.copyOf(users, kept), Arrays.copyOf(items, kept), seen, bad, VectorModule.isHere());
        }
    }

    /** Words the messages about ratings that are refused. */
    public interface Sentences {
        /**
         * The message if there are several ratings of a pair.
         *
         * @param user the user, by number
         * @param item the item, by number
         * @return the message
         */
        String repeated(long user, long item);

        /**
         * The message about a row that is no rating.
         *
         * @param row the row
         * @return the message
         */
        String of(BadRow row);
    }

    /**
     * Cuts the ratings of a frame into {@code blocks} blocks on either side; 0 chooses their number.
     *
     * @param frame the ratings
     * @param blocks the number of blocks; 0 chooses it
     * @param duplicates what to do if a user has rated an item several times
     * @param level where blocks are stored
     * @return the blocks
     */
    public static RatingBlocks of(RatingFrame frame, int blocks, DuplicatePairs duplicates, StorageLevel level) {
        return of(frame.chunks(), blocks, blocks, duplicates, frame.meaning(), level, new Sentences() {
            @Override
            public String repeated(long user, long item) {
                return "each pair must have one rating, got several of user "
                        + frame.users().of(user) + " and item "
                        + frame.items().of(item) + "; duplicates may be \"mean\" or \"keep\" instead";
            }

            @Override
            public String of(BadRow row) {
                return row.sentence(frame.users()::of, frame.items()::of);
            }
        });
    }

    /**
     * Cuts ratings into {@code userCount} blocks of users and {@code itemCount} blocks of items; 0 chooses the number.
     *
     * @param chunks the ratings
     * @param userCount the number of blocks of users; 0 chooses it
     * @param itemCount the number of blocks of items; 0 chooses it
     * @param duplicates what to do if a user has rated an item several times
     * @param meaning what the values are; the mean is taken off ratings, not off weights
     * @param level where blocks are stored
     * @param sentences words the messages about ratings that are refused
     * @return the blocks
     */
    public static RatingBlocks of(
            JavaRDD<RatingChunk> chunks,
            int userCount,
            int itemCount,
            DuplicatePairs duplicates,
            Meaning meaning,
            StorageLevel level,
            Sentences sentences) {
        chunks.persist(level);
        try {
            return cut(chunks, userCount, itemCount, duplicates, meaning, level, sentences);
        } finally {
            chunks.unpersist(false);
        }
    }

    private static RatingBlocks cut(
            JavaRDD<RatingChunk> chunks,
            int userCount,
            int itemCount,
            DuplicatePairs duplicates,
            Meaning meaning,
            StorageLevel level,
            Sentences sentences) {
        List<Sample> samples = chunks.mapPartitionsWithIndex(
                        (partition, of) -> List.of(Sample.of(of, partition)).iterator(), true)
                .collect();
        long given = 0;
        for (Sample sample : samples) {
            given += sample.count;
            if (sample.bad != null) {
                throw new IllegalArgumentException(sentences.of(sample.bad));
            }
        }
        if (!samples.stream().allMatch(Sample::hasVectors)) {
            VectorModule.sayMissing();
        }
        if (given == 0) {
            throw new IllegalArgumentException(
                    meaning == Meaning.RATING
                            ? "there must be at least one rating, got none"
                            : "there must be at least one row that weighs more than 0, got none");
        }
        int usual = (int) Math.max(chunks.context().defaultParallelism(), given / MOST_IN_BLOCK + 1);
        IdRanges userRanges = ranges(samples, Side.LEFT, userCount == 0 ? usual : userCount);
        IdRanges itemRanges = ranges(samples, Side.RIGHT, itemCount == 0 ? usual : itemCount);
        int userBlocks = userRanges.blocks();
        int itemBlocks = itemRanges.blocks();
        JavaRDD<LineBlock> users =
                cut(chunks, Side.LEFT, userRanges, itemRanges, duplicates).persist(level);
        JavaRDD<LineBlock> items =
                cut(chunks, Side.RIGHT, itemRanges, userRanges, duplicates).persist(level);
        List<Summary> summaries =
                users.map(Summary::of).union(items.map(Summary::of)).collect();
        List<Summary> userSummaries = summaries.subList(0, userBlocks);
        List<Summary> itemSummaries = summaries.subList(userBlocks, userBlocks + itemBlocks);
        long count = userSummaries.stream().mapToLong(Summary::count).sum();
        if (duplicates == DuplicatePairs.ERROR) {
            for (Summary summary : userSummaries) {
                if (summary.repeated != null) {
                    throw new IllegalArgumentException(sentences.repeated(summary.repeated[0], summary.repeated[1]));
                }
            }
        }
        double sum = userSummaries.stream().mapToDouble(Summary::sum).reduce(0, Double::sum);
        double squares = userSummaries.stream().mapToDouble(Summary::squares).reduce(0, Double::sum);
        int[] firstUsers = first(userSummaries, "users");
        int[] firstItems = first(itemSummaries, "items");
        double mean = meaning == Meaning.RATING ? sum / count : 0;
        JavaRDD<int[]> numbers = Exchange.sendNumbers(items, firstItems, users);
        JavaRDD<LineBlock> placedUsers = BlockRdd.ofOne(
                        in -> {
                            LineBlock block = in.one(0);
                            return block.placed(firstUsers[block.block()], mean, in.one(1));
                        },
                        users,
                        numbers)
                .persist(level);
        JavaRDD<LineBlock> placedItems = items.map(block -> block.placed(firstItems[block.block()], mean, null))
                .persist(level);
        placedUsers.map(block -> 0).union(placedItems.map(block -> 0)).count();
        users.unpersist(false);
        items.unpersist(false);
        return new RatingBlocks(
                placedUsers,
                placedItems,
                firstUsers[userBlocks],
                firstItems[itemBlocks],
                count,
                mean,
                squares - count * mean * mean,
                userSummaries.stream().mapToDouble(Summary::low).min().orElseThrow(),
                userSummaries.stream().mapToDouble(Summary::high).max().orElseThrow(),
                userSummaries.stream().mapToLong(Summary::duplicates).sum());
    }

    private static IdRanges ranges(List<Sample> samples, Side side, int blocks) {
        long most = samples.stream().mapToLong(Sample::count).max().orElse(0);
        long[] ids = samples.stream()
                .flatMapToLong(sample -> {
                    long[] part = side == Side.LEFT ? sample.users : sample.items;
                    int kept = (int) (most == 0 ? 0 : Math.ceil((double) part.length * sample.count / most));
                    return Arrays.stream(part).limit(kept);
                })
                .toArray();
        return IdRanges.ofSample(ids, blocks);
    }

    private static JavaRDD<LineBlock> cut(
            JavaRDD<RatingChunk> chunks, Side side, IdRanges own, IdRanges other, DuplicatePairs duplicates) {
        int blocks = own.blocks();
        return chunks.mapPartitionsToPair(of -> new Sorter(of, side, own))
                .partitionBy(new BlockPartitioner(blocks))
                .mapPartitionsWithIndex(
                        (block, of) -> {
                            List<RatingChunk> mine = new ArrayList<>();
                            of.forEachRemaining(pair -> mine.add(pair._2()));
                            return List.of(LineBlock.of(block, side, mine, other, duplicates))
                                    .iterator();
                        },
                        true);
    }

    /** Sorts ratings into chunks by the block they go to, holding no more than one chunk of each block at a time. */
    private static final class Sorter implements Iterator<Tuple2<Integer, RatingChunk>> {
        private final Iterator<RatingChunk> chunks;
        private final Side side;
        private final IdRanges ranges;
        private final RatingChunk.Builder[] builders;
        private final ArrayDeque<Tuple2<Integer, RatingChunk>> ready = new ArrayDeque<>();
        private boolean isAtEnd;

        Sorter(Iterator<RatingChunk> chunks, Side side, IdRanges ranges) {
            this.chunks = chunks;
            this.side = side;
            this.ranges = ranges;
            this.builders = new RatingChunk.Builder[ranges.blocks()];
            Arrays.setAll(builders, k -> new RatingChunk.Builder());
        }

        @Override
        public boolean hasNext() {
            while (ready.isEmpty() && !isAtEnd) {
                if (chunks.hasNext()) {
                    sort(chunks.next());
                } else {
                    isAtEnd = true;
                    for (int block = 0; block < builders.length; block++) {
                        if (builders[block].count() > 0) {
                            ready.add(new Tuple2<>(block, builders[block].take()));
                        }
                    }
                }
            }
            return !ready.isEmpty();
        }

        private void sort(RatingChunk chunk) {
            long[] ids = chunk.ids(side);
            for (int k = 0; k < chunk.count(); k++) {
                int block = ranges.of(ids[k]);
                builders[block].add(chunk.users()[k], chunk.items()[k], chunk.values()[k]);
                if (builders[block].isFull()) {
                    ready.add(new Tuple2<>(block, builders[block].take()));
                }
            }
        }

        @Override
        public Tuple2<Integer, RatingChunk> next() {
            return ready.remove();
        }
    }

    /* The number of each block's first line, and of all lines at the end. */
    private static int[] first(List<Summary> summaries, String side) {
        int[] first = new int[summaries.size() + 1];
        for (Summary summary : summaries) {
            long next = (long) first[summary.block] + summary.lines;
            if (next > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "there must be at most " + Integer.MAX_VALUE + " " + side + ", got more");
            }
            first[summary.block + 1] = (int) next;
        }
        return first;
    }

    /**
     * The blocks of the users, which are the left side, or of the items.
     *
     * @param side the side
     * @return the blocks
     */
    public JavaRDD<LineBlock> lines(Side side) {
        return side == Side.LEFT ? users : items;
    }

    /**
     * How many users there are, which are the left side, or items.
     *
     * @param side the side
     * @return the number
     */
    public int count(Side side) {
        return side == Side.LEFT ? rows : columns;
    }

    /**
     * How many ratings a line of a side has, on average.
     *
     * @param side the side
     * @return the mean number of ratings
     */
    public double perLine(Side side) {
        return (double) count / Math.max(1, count(side));
    }

    /**
     * The ratings that are not held out; the mean that was taken off stays.
     *
     * @param pairs which ratings are held out
     * @param level where blocks are stored
     * @return the other ratings
     */
    public RatingBlocks without(HeldOutPairs pairs, StorageLevel level) {
        JavaRDD<LineBlock> someUsers =
                users.map(block -> block.part(pairs, Side.LEFT, false)).persist(level);
        JavaRDD<LineBlock> someItems =
                items.map(block -> block.part(pairs, Side.RIGHT, false)).persist(level);
        List<Summary> summaries = someUsers.map(Summary::of).collect();
        long some = summaries.stream().mapToLong(Summary::count).sum();
        double someSquares = summaries.stream().mapToDouble(Summary::squares).reduce(0, Double::sum);
        return new RatingBlocks(
                someUsers,
                someItems,
                rows,
                columns,
                some,
                mean,
                someSquares,
                mean + summaries.stream().mapToDouble(Summary::low).min().orElseThrow(),
                mean + summaries.stream().mapToDouble(Summary::high).max().orElseThrow(),
                0);
    }

    /**
     * The ratings that are held out, by user.
     *
     * @param pairs which ratings are held out
     * @param level where blocks are stored
     * @return the blocks of users
     */
    public JavaRDD<LineBlock> heldOut(HeldOutPairs pairs, StorageLevel level) {
        return users.map(block -> block.part(pairs, Side.LEFT, true)).persist(level);
    }

    /** Computes a value from another. */
    @FunctionalInterface
    public interface ValueMap extends Serializable {
        /**
         * Computes a value.
         *
         * @param value the value that there is
         * @return the value in its place
         */
        float of(float value);
    }

    /**
     * The same entries with other values; the sums are those of the old ones.
     *
     * @param map computes the values
     * @param level where blocks are stored
     * @return the changed blocks
     */
    public RatingBlocks withValues(ValueMap map, StorageLevel level) {
        JavaRDD<LineBlock> otherUsers = users.map(block -> mapped(block, map)).persist(level);
        JavaRDD<LineBlock> otherItems = items.map(block -> mapped(block, map)).persist(level);
        return new RatingBlocks(
                otherUsers, otherItems, rows, columns, count, mean, squares, lowest, highest, duplicates);
    }

    private static LineBlock mapped(LineBlock block, ValueMap map) {
        float[] values = block.entries().values().clone();
        for (int k = 0; k < values.length; k++) {
            values[k] = map.of(values[k]);
        }
        return block.withValues(values);
    }

    /** Has the cluster keep on disk the blocks that it has to cut again for a model, because executors were lost after the fit. */
    public void keepIfCutAgain() {
        KeptRdd.keepOnDisk(users.rdd());
        KeptRdd.keepOnDisk(items.rdd());
    }

    /** Tells the cluster that the blocks are not needed any more. */
    public void unpersist() {
        users.unpersist(false);
        items.unpersist(false);
    }
}
