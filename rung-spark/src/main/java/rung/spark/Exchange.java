package rung.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import rung.engine.SampledSide;
import scala.Tuple2;

/** Sends the lines of one side to the blocks of the other side that need them, and to no others. */
final class Exchange {
    private Exchange() {}

    /** What is sent of a line. */
    enum What {
        DRAW,
        MEAN,
        VARIANCE;

        private float[] of(SampledSide side) {
            return switch (this) {
                case DRAW -> side.draw();
                case MEAN -> side.mean();
                case VARIANCE -> side.variances();
            };
        }

        /** Numbers a line: the bias is last, and certain. */
        private int width(int r) {
            return this == VARIANCE ? r : r + 1;
        }
    }

    /** What one block has for another: T is an array, in the order of the receiver's inbox. */
    private record Message<T>(int from, T numbers) implements Serializable {}

    /**
     * For each receiving block the lines of its inbox, as {@link SampledSide#asFactor} gives them: (x, 1, bias); variances
     * without the last two.
     */
    static JavaRDD<float[]> send(
            JavaRDD<LineBlock> senders, JavaRDD<SideBlock> sides, JavaRDD<LineBlock> receivers, int r, What what) {
        JavaRDD<Tuple2<Integer, Message<float[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    float[] rows = what.of(in.<SideBlock>one(1).side());
                    List<Tuple2<Integer, Message<float[]>>> out = new ArrayList<>();
                    for (int to = 0; to < from.outbox().length; to++) {
                        int[] lines = from.outbox()[to];
                        if (lines.length > 0) {
                            out.add(new Tuple2<>(to, new Message<>(from.block(), compact(rows, lines, r, what))));
                        }
                    }
                    return out.iterator();
                },
                senders,
                sides);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    float[] inbox = new float[block.needed() * SampledSide.width(r)];
                    for (Message<float[]> message : Exchange.<float[]>mail(in)) {
                        place(message.numbers(), inbox, block.inbox()[message.from()], r, what);
                    }
                    return inbox;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }

    private static <T> List<Message<T>> mail(BlockRdd.Inputs in) {
        List<Message<T>> mail = new ArrayList<>();
        for (Iterator<Tuple2<Integer, Message<T>>> all = in.all(1); all.hasNext(); ) {
            mail.add(all.next()._2());
        }
        return mail;
    }

    private static float[] compact(float[] rows, int[] lines, int r, What what) {
        int n = what.width(r);
        int w = SampledSide.width(r);
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
            System.arraycopy(numbers, from, inbox, to, r);
            if (what != What.VARIANCE) {
                inbox[to + r] = 1;
                inbox[to + r + 1] = numbers[from + r];
            }
        }
    }

    /** For each receiving block the numbers, among all lines of their side, of the lines of its inbox. */
    static JavaRDD<int[]> sendNumbers(JavaRDD<LineBlock> senders, int[] first, JavaRDD<LineBlock> receivers) {
        JavaRDD<Tuple2<Integer, Message<int[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    List<Tuple2<Integer, Message<int[]>>> out = new ArrayList<>();
                    for (int to = 0; to < from.outbox().length; to++) {
                        int[] numbers = from.outbox()[to].clone();
                        for (int k = 0; k < numbers.length; k++) {
                            numbers[k] += first[from.block()];
                        }
                        out.add(new Tuple2<>(to, new Message<>(from.block(), numbers)));
                    }
                    return out.iterator();
                },
                senders);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    int[] inbox = new int[block.needed()];
                    for (Message<int[]> message : Exchange.<int[]>mail(in)) {
                        int[] numbers = message.numbers();
                        System.arraycopy(numbers, 0, inbox, block.inbox()[message.from()], numbers.length);
                    }
                    return inbox;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }

    /**
     * Sums back to where the lines of the inboxes live: for each line of a receiving block what the senders have for it, block
     * after block, so that the order of addition is fixed.
     */
    static JavaRDD<double[]> sumBack(JavaRDD<LineBlock> senders, JavaRDD<double[]> sums, JavaRDD<LineBlock> receivers) {
        JavaRDD<Tuple2<Integer, Message<double[]>>> messages = BlockRdd.of(
                in -> {
                    LineBlock from = in.one(0);
                    double[] all = in.one(1);
                    List<Tuple2<Integer, Message<double[]>>> out = new ArrayList<>();
                    for (int to = 0; to + 1 < from.inbox().length; to++) {
                        double[] part = Arrays.copyOfRange(all, from.inbox()[to], from.inbox()[to + 1]);
                        out.add(new Tuple2<>(to, new Message<>(from.block(), part)));
                    }
                    return out.iterator();
                },
                senders,
                sums);
        return BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    List<Message<double[]>> mail = mail(in);
                    mail.sort((a, b) -> Integer.compare(a.from(), b.from()));
                    double[] out = new double[block.lines()];
                    for (Message<double[]> message : mail) {
                        int[] lines = block.outbox()[message.from()];
                        for (int k = 0; k < lines.length; k++) {
                            out[lines[k]] += message.numbers()[k];
                        }
                    }
                    return out;
                },
                receivers,
                BlockRdd.sent(messages, receivers.getNumPartitions()));
    }
}
