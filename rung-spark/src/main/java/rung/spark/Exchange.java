package rung.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction2;
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

    /** The numbers of those lines of a block that another one needs, in the order of its inbox. */
    private record Message(int from, float[] numbers) implements Serializable {}

    private record Numbers(int from, int[] numbers) implements Serializable {}

    /**
     * For each receiving block the lines of its inbox, as {@link SampledSide#asFactor} gives them: (x, 1, bias); variances
     * without the last two.
     */
    static JavaRDD<float[]> send(
            JavaRDD<LineBlock> senders, JavaRDD<SideBlock> sides, JavaRDD<LineBlock> receivers, int r, What what) {
        int blocks = receivers.getNumPartitions();
        JavaRDD<Tuple2<Integer, Message>> messages = senders.zipPartitions(sides, (block, side) -> {
            List<Tuple2<Integer, Message>> out = new ArrayList<>();
            LineBlock from = block.next();
            float[] rows = what.of(side.next().side());
            for (int to = 0; to < from.outbox().length; to++) {
                if (from.outbox()[to].length > 0) {
                    out.add(new Tuple2<>(to, new Message(from.block(), compact(rows, from.outbox()[to], r, what))));
                }
            }
            return out.iterator();
        });
        return zip(
                receivers,
                messages.mapToPair(m -> m).partitionBy(new ByBlock(blocks)).values(),
                (block, mail) -> {
                    float[] inbox = new float[block.needed() * SampledSide.width(r)];
                    while (mail.hasNext()) {
                        Message message = mail.next();
                        place(message.numbers(), inbox, block.inbox()[message.from()], r, what);
                    }
                    return inbox;
                });
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
        int blocks = receivers.getNumPartitions();
        JavaRDD<Tuple2<Integer, Numbers>> messages = senders.flatMap(from -> {
            List<Tuple2<Integer, Numbers>> out = new ArrayList<>();
            for (int to = 0; to < from.outbox().length; to++) {
                int[] numbers = from.outbox()[to].clone();
                for (int k = 0; k < numbers.length; k++) {
                    numbers[k] += first[from.block()];
                }
                out.add(new Tuple2<>(to, new Numbers(from.block(), numbers)));
            }
            return out.iterator();
        });
        return zip(
                receivers,
                messages.mapToPair(m -> m).partitionBy(new ByBlock(blocks)).values(),
                (block, mail) -> {
                    int[] inbox = new int[block.needed()];
                    while (mail.hasNext()) {
                        Numbers message = mail.next();
                        System.arraycopy(
                                message.numbers(), 0, inbox, block.inbox()[message.from()], message.numbers().length);
                    }
                    return inbox;
                });
    }

    /**
     * Sums back to where the lines of the inboxes live: for each line of a receiving block what the senders have for it, block
     * after block, so that the order of addition is fixed.
     */
    static JavaRDD<double[]> sumBack(JavaRDD<LineBlock> senders, JavaRDD<double[]> sums, JavaRDD<LineBlock> receivers) {
        int blocks = receivers.getNumPartitions();
        JavaRDD<Tuple2<Integer, Tuple2<Integer, double[]>>> messages = senders.zipPartitions(sums, (block, sum) -> {
            List<Tuple2<Integer, Tuple2<Integer, double[]>>> out = new ArrayList<>();
            LineBlock from = block.next();
            double[] all = sum.next();
            for (int to = 0; to + 1 < from.inbox().length; to++) {
                double[] part = Arrays.copyOfRange(all, from.inbox()[to], from.inbox()[to + 1]);
                out.add(new Tuple2<>(to, new Tuple2<>(from.block(), part)));
            }
            return out.iterator();
        });
        return zip(
                receivers,
                messages.mapToPair(m -> m).partitionBy(new ByBlock(blocks)).values(),
                (block, mail) -> {
                    List<Tuple2<Integer, double[]>> parts = new ArrayList<>();
                    mail.forEachRemaining(parts::add);
                    parts.sort((a, b) -> Integer.compare(a._1(), b._1()));
                    double[] out = new double[block.lines()];
                    for (Tuple2<Integer, double[]> part : parts) {
                        int[] lines = block.outbox()[part._1()];
                        for (int k = 0; k < lines.length; k++) {
                            out[lines[k]] += part._2()[k];
                        }
                    }
                    return out;
                });
    }

    /** What is made of a block and what came for it. */
    @FunctionalInterface
    interface BlockFunction<B, T> extends Serializable {
        T of(LineBlock block, Iterator<B> mail);
    }

    /** Block by block: both have one partition for each block. */
    static <B, T> JavaRDD<T> zip(JavaRDD<LineBlock> blocks, JavaRDD<B> others, BlockFunction<B, T> function) {
        FlatMapFunction2<Iterator<LineBlock>, Iterator<B>, T> one = (block, other) ->
                Collections.singletonList(function.of(block.next(), other)).iterator();
        return blocks.zipPartitions(others, one);
    }

    /** What is made of a block, its draws and its inbox. */
    @FunctionalInterface
    interface LinesFunction<T> extends Serializable {
        T of(LineBlock block, SideBlock side, float[] inbox);
    }

    static <T> JavaRDD<T> zip(
            JavaRDD<LineBlock> blocks, JavaRDD<SideBlock> sides, JavaRDD<float[]> inboxes, LinesFunction<T> function) {
        JavaRDD<Tuple2<LineBlock, SideBlock>> both =
                zip(blocks, sides, (block, side) -> new Tuple2<>(block, side.next()));
        FlatMapFunction2<Iterator<Tuple2<LineBlock, SideBlock>>, Iterator<float[]>, T> one = (pair, inbox) -> {
            Tuple2<LineBlock, SideBlock> lines = pair.next();
            return Collections.singletonList(function.of(lines._1(), lines._2(), inbox.next()))
                    .iterator();
        };
        return both.zipPartitions(inboxes, one);
    }
}
