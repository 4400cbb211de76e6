package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.sampling.block.SampledSide;
import rung.linalg.Workers;
import scala.Tuple2;

/** Sends the lines of one side to the blocks of the other side that need them, and to no others. */
public final class Exchange {
    private Exchange() {}

    /** What is sent of a line. */
    public enum What {
        /** The last draw of its factors and bias. */
        DRAW,
        /** The mean of its draws. */
        MEAN,
        /** The variance of its draws, of the factors only. */
        VARIANCE;

        private float[] of(SampledSide side) {
            return switch (this) {
                case DRAW -> side.draw();
                case MEAN -> side.mean();
                case VARIANCE -> side.variances(Workers.ONE);
            };
        }

        /** How many numbers are sent of a line: its factors and, unless these are variances, its bias. */
        private int width(int r) {
            return this == VARIANCE ? r : r + 1;
        }
    }

    /** What one block sends another: T is an array or has one, in the order of the receiver's inbox. */
    @DefaultSerializer(JavaSerializer.class)
    private record Message<T>(int from, T numbers) implements Serializable {}

    /**
     * Sends draws, means or variances. Gives each receiving block the lines of its inbox, in rows (x, bias, 1) as {@link SampledSide} has them; of variances
     * without the last two.
     *
     * @param senders the blocks that send
     * @param sides the draws of their lines
     * @param receivers the blocks that receive
     * @param r the rank
     * @param what what is sent of a line
     * @return the rows of each receiving block
     */
    public static JavaRDD<float[]> send(
            JavaRDD<LineBlock> senders, JavaRDD<DrawnBlock> sides, JavaRDD<LineBlock> receivers, int r, What what) {
        JavaRDD<Tuple2<Integer, Message<float[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    float[] rows = what.of(in.<DrawnBlock>one(1).side());
                    return messages(from, needy(from), to -> rows(rows, from.outbox()[to], r, what));
                },
                senders,
                sides);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] inbox = new float[cells(block.needed(), r)];
                    Exchange.<float[]>mail(in)
                            .forEachRemaining(
                                    message -> place(message.numbers(), inbox, block.inbox()[message.from()], r, what));
                    return inbox;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }

    /**
     * What a block receives of draws that have just been made.
     *
     * @param rows the lines that it needs, in rows (x, bias, 1)
     * @param squares the sum of the squared residuals that the draws of all lines left
     */
    @DefaultSerializer(JavaSerializer.class)
    public record Inbox(float[] rows, double squares) implements Serializable {}

    /** Some of the drawn lines of a block, and the sum of the squared residuals that all its lines left. */
    @DefaultSerializer(JavaSerializer.class)
    private record Drawn(float[] rows, double squares) implements Serializable {}

    /**
     * Sends draws and, to every block, the sums of the squared residuals that they left.
     *
     * @param senders the blocks that send
     * @param sides the draws of their lines
     * @param receivers the blocks that receive
     * @param r the rank
     * @return what each receiving block gets; the squares are added up in the order of the senders
     */
    public static JavaRDD<Inbox> sendWithSquares(
            JavaRDD<LineBlock> senders, JavaRDD<DrawnBlock> sides, JavaRDD<LineBlock> receivers, int r) {
        int count = receivers.getNumPartitions();
        JavaRDD<Tuple2<Integer, Message<Drawn>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    DrawnBlock drawn = in.one(1);
                    float[] rows = drawn.side().draw();
                    return messages(
                            from,
                            IntStream.range(0, count),
                            to -> new Drawn(rows(rows, from.outbox()[to], r, What.DRAW), drawn.squares()));
                },
                senders,
                sides);
        int from = senders.getNumPartitions();
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] inbox = new float[cells(block.needed(), r)];
                    double[] squares = new double[from];
                    Exchange.<Drawn>mail(in).forEachRemaining(message -> {
                        squares[message.from()] = message.numbers().squares;
                        place(message.numbers().rows, inbox, block.inbox()[message.from()], r, What.DRAW);
                    });
                    double sum = 0;
                    for (double square : squares) {
                        sum += square;
                    }
                    return new Inbox(inbox, sum);
                },
                receivers,
                BlockRdd.sent(messages, count));
    }

    private static float[] rows(float[] rows, int[] lines, int r, What what) {
        return rows(rows, SampledSide.width(r), lines, what.width(r));
    }

    /**
     * Sends rows of n numbers. Gives each receiving block the rows of its inbox.
     *
     * @param senders the blocks that send
     * @param rows the rows of their lines
     * @param receivers the blocks that receive
     * @param n the number of floats in a row
     * @return the rows of each receiving block
     */
    public static JavaRDD<float[]> sendRows(
            JavaRDD<LineBlock> senders, JavaRDD<float[]> rows, JavaRDD<LineBlock> receivers, int n) {
        JavaRDD<Tuple2<Integer, Message<float[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    float[] all = in.one(1);
                    return messages(from, needy(from), to -> rows(all, n, from.outbox()[to], n));
                },
                senders,
                rows);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    if (block.needed() > (Integer.MAX_VALUE - 8) / n) {
                        throw new IllegalArgumentException("a block must need at most " + (Integer.MAX_VALUE - 8) / n
                                + " lines of the other side, got " + block.needed() + ": set numBlocks higher");
                    }
                    float[] inbox = new float[block.needed() * n];
                    Exchange.<float[]>mail(in).forEachRemaining(message -> {
                        float[] numbers = message.numbers();
                        System.arraycopy(numbers, 0, inbox, block.inbox()[message.from()] * n, numbers.length);
                    });
                    return inbox;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }

    /**
     * Sends all numbers of every block to every block of the other side.
     *
     * @param senders the blocks that send
     * @param numbers their numbers
     * @param receivers the blocks that receive
     * @return the numbers of all senders, in the order of these, for each receiving block
     */
    public static JavaRDD<float[]> sendToAll(
            JavaRDD<LineBlock> senders, JavaRDD<float[]> numbers, JavaRDD<LineBlock> receivers) {
        int count = receivers.getNumPartitions();
        JavaRDD<Tuple2<Integer, Message<float[]>>> messages = BlockRdd.of(
                in -> {
                    float[] all = in.one(1);
                    return messages(in.one(0), IntStream.range(0, count), to -> all);
                },
                senders,
                numbers);
        int from = senders.getNumPartitions();
        return BlockRdd.ofOne(
                in -> {
                    float[][] parts = new float[from][];
                    Exchange.<float[]>mail(in).forEachRemaining(message -> parts[message.from()] = message.numbers());
                    return joined(parts);
                },
                receivers,
                BlockRdd.sent(messages, count));
    }

    private static float[] joined(float[][] parts) {
        float[] all =
                new float[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        int to = 0;
        for (float[] part : parts) {
            System.arraycopy(part, 0, all, to, part.length);
            to += part.length;
        }
        return all;
    }

    /* The blocks that need lines of this one. */
    private static IntStream needy(LineBlock from) {
        return IntStream.range(0, from.outbox().length).filter(to -> from.outbox()[to].length > 0);
    }

    /* One message at a time: all of them together are many times what the block holds. */
    private static <T> Iterator<Tuple2<Integer, Message<T>>> messages(
            LineBlock from, IntStream blocks, IntFunction<T> contents) {
        return blocks.mapToObj(to -> new Tuple2<>(to, new Message<>(from.block(), contents.apply(to))))
                .iterator();
    }

    private static <T> Iterator<Message<T>> mail(BlockRdd.Inputs in) {
        Iterator<Tuple2<Integer, Message<T>>> all = in.all(1);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Message<T> next() {
                return all.next()._2();
            }
        };
    }

    /** How many numbers the rows of {@code lines} lines have; refuses more than an array holds. */
    private static int cells(int lines, int r) {
        long cells = (long) lines * SampledSide.width(r);
        if (cells > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a block must need at most " + Integer.MAX_VALUE / SampledSide.width(r)
                    + " lines of the other side at rank " + r + ", got " + lines + ": set numBlocks higher");
        }
        return (int) cells;
    }

    /* The first n numbers of some rows that are w apart. */
    private static float[] rows(float[] rows, int w, int[] lines, int n) {
        float[] out = new float[lines.length * n];
        for (int k = 0; k < lines.length; k++) {
            System.arraycopy(rows, lines[k] * w, out, k * n, n);
        }
        return out;
    }

    private static void place(float[] numbers, float[] inbox, int first, int r, What what) {
        int n = what.width(r);
        int w = SampledSide.width(r);
        for (int from = 0, to = first * w; from < numbers.length; from += n, to += w) {
            System.arraycopy(numbers, from, inbox, to, n);
            if (what != What.VARIANCE) {
                inbox[to + r + 1] = 1;
            }
        }
    }

    /** Sends the numbers of lines among all lines of their side. Gives each receiving block those of its inbox. */
    static JavaRDD<int[]> sendNumbers(JavaRDD<LineBlock> senders, int[] first, JavaRDD<LineBlock> receivers) {
        JavaRDD<Tuple2<Integer, Message<int[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    return messages(from, needy(from), to -> {
                        int[] numbers = from.outbox()[to].clone();
                        for (int k = 0; k < numbers.length; k++) {
                            numbers[k] += first[from.block()];
                        }
                        return numbers;
                    });
                },
                senders);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    int[] inbox = new int[block.needed()];
                    Exchange.<int[]>mail(in).forEachRemaining(message -> {
                        int[] numbers = message.numbers();
                        System.arraycopy(numbers, 0, inbox, block.inbox()[message.from()], numbers.length);
                    });
                    return inbox;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }
}
