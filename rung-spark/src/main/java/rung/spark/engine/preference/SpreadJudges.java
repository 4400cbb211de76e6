package rung.spark.engine.preference;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import rung.engine.preference.FactorRows;
import rung.linalg.LineRandom;
import rung.linalg.Side;
import rung.lists.Best;
import rung.lists.ListGain;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.KeptRdd;
import rung.spark.block.LineBlock;

/**
 * Some users by whose lists a penalty is chosen. The driver knows what these have chosen, and no others; their tastes go to all blocks of the
 * items, which make lists; these are merged on the way to the driver. That is one job.
 */
public final class SpreadJudges {
    private final int length;
    private final List<Judge> judges; // by number
    private final Broadcast<int[][]> seen;

    /** A user: the items of training, and those that are held out, ascending. */
    @DefaultSerializer(JavaSerializer.class)
    private record Judge(int number, int[] seen, int[] relevant) implements Serializable {}

    /** A user who may be chosen. */
    @DefaultSerializer(JavaSerializer.class)
    private record Candidate(int number, long lot) implements Serializable {
        static final Comparator<Candidate> ORDER =
                Comparator.comparingLong(Candidate::lot).thenComparingInt(Candidate::number);
    }

    private SpreadJudges(int length, List<Judge> judges, Broadcast<int[][]> seen) {
        this.length = length;
        this.judges = judges;
        this.seen = seen;
    }

    /**
     * Draws users who have held-out entries.
     *
     * @param training the entries of training, by user
     * @param heldOut the entries that are held out, in the same blocks
     * @param most the most users
     * @param length the length of a list
     * @param seed the seed of the draw
     * @return the users
     */
    public static SpreadJudges of(
            JavaRDD<LineBlock> training, JavaRDD<LineBlock> heldOut, int most, int length, long seed) {
        int[] chosen = BlockRdd.collect(in -> candidates(in.one(0), most, seed), heldOut).stream()
                .flatMap(List::stream)
                .sorted(Candidate.ORDER)
                .limit(most)
                .mapToInt(Candidate::number)
                .sorted()
                .toArray();
        List<Judge> judges = BlockRdd.collect(in -> judges(in.one(0), in.one(1), chosen), training, heldOut).stream()
                .flatMap(List::stream)
                .toList();
        JavaSparkContext context = JavaSparkContext.fromSparkContext(training.context());
        return new SpreadJudges(
                length,
                judges,
                context.broadcast(judges.stream().map(Judge::seen).toArray(int[][]::new)));
    }

    private static List<Candidate> candidates(LineBlock block, int most, long seed) {
        List<Candidate> all = new ArrayList<>();
        for (int line = 0; line < block.lines(); line++) {
            if (block.entries().size(line) > 0) {
                int number = block.first() + line;
                all.add(new Candidate(number, LineRandom.of(seed, number).nextLong()));
            }
        }
        all.sort(Candidate.ORDER);
        return new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    }

    private static List<Judge> judges(LineBlock training, LineBlock heldOut, int[] chosen) {
        List<Judge> judges = new ArrayList<>();
        int from = from(chosen, training.first());
        for (int k = from; k < chosen.length && chosen[k] < training.first() + training.lines(); k++) {
            int line = chosen[k] - training.first();
            judges.add(new Judge(chosen[k], items(training, line), items(heldOut, line)));
        }
        return judges;
    }

    /* The first of the chosen users whose number is not lower. */
    private static int from(int[] chosen, int first) {
        int at = Arrays.binarySearch(chosen, first);
        return at < 0 ? -at - 1 : at;
    }

    private static int[] items(LineBlock block, int line) {
        int start = block.entries().start()[line];
        int[] items = new int[block.entries().size(line)];
        for (int k = 0; k < items.length; k++) {
            items[k] = block.numbers()[block.entries().index()[start + k]];
        }
        return items;
    }

    /**
     * Measures lists by a pair.
     *
     * @param pair the pair
     * @return 1 − nDCG, the mean over the users
     */
    public double error(SpreadPair pair) {
        int r = pair.rank();
        int n = length;
        Broadcast<int[][]> excluded = seen;
        JavaRDD<LineBlock> items = pair.entries().data().items();
        JavaRDD<Lists> ofBlocks = BlockRdd.ofOne(
                in -> lists(in.one(0), in.one(1), in.one(2), in.one(3), r, excluded.value(), n),
                items,
                pair.entries().scales(Side.RIGHT),
                pair.rows(Side.RIGHT),
                Exchange.sendToAll(pair.entries().data().users(), tastes(pair), items));
        Lists lists = KeptRdd.withLineage(ofBlocks, () -> ofBlocks.treeReduce(Lists::merged));
        ListGain gain = new ListGain(Math.min(n, pair.entries().data().columns()));
        double sum = 0;
        for (int k = 0; k < judges.size(); k++) {
            sum += gain.ndcg(lists.items[k], judges.get(k).relevant);
        }
        return 1 - sum / judges.size();
    }

    /* The tastes of the users of each block, one after another: their factors without their scales. */
    private JavaRDD<float[]> tastes(SpreadPair pair) {
        int r = pair.rank();
        int[] numbers = judges.stream().mapToInt(Judge::number).toArray();
        return BlockRdd.ofOne(
                in -> tastes(in.one(0), in.one(1), in.one(2), numbers, r),
                pair.entries().data().users(),
                pair.entries().scales(Side.LEFT),
                pair.rows(Side.LEFT));
    }

    private static float[] tastes(LineBlock block, float[] scales, float[] rows, int[] numbers, int r) {
        int from = from(numbers, block.first());
        int to = from(numbers, block.first() + block.lines());
        float[] tastes = new float[(to - from) * r];
        for (int k = 0; k < tastes.length; k++) {
            int line = numbers[from + k / r] - block.first();
            tastes[k] = rows[line * r + k % r] / scales[line];
        }
        return tastes;
    }

    /** The best items of each user, with their scores, the best first. */
    @DefaultSerializer(JavaSerializer.class)
    private record Lists(int[][] items, float[][] scores, int length) implements Serializable {
        static Lists merged(Lists a, Lists b) {
            Lists both = new Lists(new int[a.items.length][], new float[a.items.length][], a.length);
            for (int k = 0; k < both.items.length; k++) {
                Best best = new Best(a.length);
                for (Lists part : List.of(a, b)) {
                    for (int l = 0; l < part.items[k].length; l++) {
                        best.offer(part.items[k][l], part.scores[k][l]);
                    }
                }
                both.take(k, best);
            }
            return both;
        }

        void take(int judge, Best best) {
            List<Scored> found = best.take();
            items[judge] = found.stream().mapToInt(Scored::item).toArray();
            scores[judge] = new float[found.size()];
            for (int k = 0; k < found.size(); k++) {
                scores[judge][k] = (float) found.get(k).score();
            }
        }
    }

    private static Lists lists(
            LineBlock block, float[] scales, float[] rows, float[] tastes, int r, int[][] seen, int n) {
        Lists lists = new Lists(new int[seen.length][], new float[seen.length][], n);
        FactorRows items = FactorRows.of(block.lines(), r, rows);
        float[] scores = new float[block.lines()];
        for (int judge = 0; judge < seen.length; judge++) {
            float[] taste = Arrays.copyOfRange(tastes, judge * r, (judge + 1) * r);
            PreferenceModel.score(taste, items, scales, scores);
            Best best = new Best(n);
            int[] excluded = seen[judge];
            int next = from(excluded, block.first());
            for (int j = 0; j < scores.length; j++) {
                boolean isSeen = next < excluded.length && excluded[next] == block.first() + j;
                if (isSeen) {
                    next++;
                } else {
                    best.offer(block.first() + j, scores[j]);
                }
            }
            lists.take(judge, best);
        }
        return lists;
    }

    /** Frees what the cluster holds. */
    public void release() {
        seen.destroy();
    }
}
