package rung.spark.engine.preference;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import rung.engine.preference.FactorRows;
import rung.linalg.LineRandom;
import rung.linalg.Side;
import rung.lists.Best;
import rung.lists.ListGain;
import rung.lists.Scored;
import rung.preferences.HeldOutLists;
import rung.preferences.PreferenceModel;
import rung.spark.block.BlockRdd;
import rung.spark.block.Exchange;
import rung.spark.block.KeptRdd;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;

/**
 * Some users by whose lists a penalty is chosen, and how much expected ratings count. The driver knows what these have chosen, and no others;
 * their tastes go to all blocks of the items, which make lists; these are merged on the way to the driver. That is one job.
 */
public final class SpreadJudges {
    private final int length;
    private final List<Judge> judges; // by number
    private final Broadcast<int[][]> seen;

    /** A user: the items of training, those that are held out, and those of them whose value is positive, each ascending. */
    @DefaultSerializer(JavaSerializer.class)
    private record Judge(int number, int[] seen, int[] relevant, int[] liked) implements Serializable {}

    /** Scores the items of a block for a user. For one thread at a time. */
    @FunctionalInterface
    public interface BlockScores {
        /**
         * Scores all items of the block.
         *
         * @param judge the user's place among those whose lists are made
         * @param out receives for each rule that lists are ranked by a score for each item
         */
        void of(int judge, float[][] out);
    }

    /** Prepares a block of items to be scored. */
    @FunctionalInterface
    public interface Scoring extends Serializable {
        /**
         * Prepares a block.
         *
         * @param items the items of training
         * @param inputs the values of that block in all RDDs that were given
         * @return what scores the items
         */
        BlockScores of(LineBlock items, BlockRdd.Inputs inputs);
    }

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
            judges.add(new Judge(
                    chosen[k],
                    items(training, line, value -> true),
                    items(heldOut, line, value -> true),
                    items(heldOut, line, value -> value > 0)));
        }
        return judges;
    }

    /* The first of the chosen users whose number is not lower. */
    private static int from(int[] chosen, int first) {
        int at = Arrays.binarySearch(chosen, first);
        return at < 0 ? -at - 1 : at;
    }

    private static int[] items(LineBlock block, int line, DoublePredicate isWanted) {
        return IntStream.range(block.entries().start()[line], block.entries().start()[line + 1])
                .filter(k -> isWanted.test(block.entries().values()[k]))
                .map(k -> block.numbers()[block.entries().index()[k]])
                .toArray();
    }

    /** {@return whether some of the users have a held-out entry with a positive value} */
    public boolean haveLiked() {
        return judges.stream().anyMatch(judge -> judge.liked.length > 0);
    }

    /**
     * Sends rows of the users whose lists are made to all blocks of items.
     *
     * @param data the entries of training
     * @param rows the rows of all users, n floats each
     * @param n the number of floats in a row
     * @return for each block of items the rows of these users, one after another
     */
    public JavaRDD<float[]> sent(RatingBlocks data, JavaRDD<float[]> rows, int n) {
        int[] numbers = judges.stream().mapToInt(Judge::number).toArray();
        JavaRDD<float[]> ofJudges = BlockRdd.ofOne(in -> rows(in.one(0), in.one(1), numbers, n), data.users(), rows);
        return Exchange.sendToAll(data.users(), ofJudges, data.items());
    }

    private static float[] rows(LineBlock block, float[] rows, int[] numbers, int n) {
        int from = from(numbers, block.first());
        int to = from(numbers, block.first() + block.lines());
        float[] own = new float[(to - from) * n];
        for (int k = 0; k < own.length; k++) {
            own[k] = rows[(numbers[from + k / n] - block.first()) * n + k % n];
        }
        return own;
    }

    /**
     * Measures lists by a pair.
     *
     * @param pair the pair
     * @return 1 − nDCG, the mean over the users
     */
    public double error(SpreadPair pair) {
        return 1 - ndcg(lists(pair, false), 0, Judge::relevant);
    }

    /**
     * Measures lists by a pair, and beside them lists of what most users chose.
     *
     * @param pair the pair
     * @return the text of a model's fact, see {@link HeldOutLists}
     */
    public String inWords(SpreadPair pair) {
        Lists lists = lists(pair, true);
        int items = pair.entries().data().columns();
        return HeldOutLists.inWords(
                Math.min(length, items), judges.size(), figures(lists, 0, items), figures(lists, 1, items));
    }

    private Lists lists(SpreadPair pair, boolean withPopular) {
        int r = pair.rank();
        RatingBlocks data = pair.entries().data();
        return lists(
                withPopular ? 2 : 1,
                (block, in) -> {
                    FactorRows items = FactorRows.of(block.lines(), r, in.one(1));
                    float[] scales = in.one(2);
                    float[] tastes = in.one(3);
                    return (judge, out) -> {
                        PreferenceModel.score(
                                Arrays.copyOfRange(tastes, judge * r, (judge + 1) * r), items, scales, out[0]);
                        for (int j = 0; withPopular && j < block.lines(); j++) {
                            out[1][j] = block.entries().size(j);
                        }
                    };
                },
                data.items(),
                pair.rows(Side.RIGHT),
                pair.entries().scales(Side.RIGHT),
                sent(data, pair.tastes(), r));
    }

    /**
     * Measures lists by scores of any kind.
     *
     * @param rules by how many rules the lists of a user are ranked
     * @param scoring scores the items of a block
     * @param inputs what the scores are computed from, of which the first are the items of training
     * @return for each rule nDCG, the mean over the users, of all that is held out and of what has a positive value, added up
     */
    public double[] qualities(int rules, Scoring scoring, JavaRDD<?>... inputs) {
        Lists lists = lists(rules, scoring, inputs);
        return IntStream.range(0, rules)
                .mapToDouble(rule -> ndcg(lists, rule, Judge::relevant) + ndcg(lists, rule, Judge::liked))
                .toArray();
    }

    private Lists lists(int rules, Scoring scoring, JavaRDD<?>... inputs) {
        int n = length;
        Broadcast<int[][]> excluded = seen;
        JavaRDD<Lists> ofBlocks = BlockRdd.ofOne(
                in -> {
                    LineBlock block = in.one(0);
                    return lists(block, scoring.of(block, in), rules, excluded.value(), n);
                },
                inputs);
        return KeptRdd.withLineage(ofBlocks, () -> ofBlocks.treeReduce(Lists::merged));
    }

    /* The mean over the users who have relevant items. */
    private double ndcg(Lists lists, int rule, Function<Judge, int[]> relevant) {
        ListGain gain = new ListGain(length);
        double sum = 0;
        int count = 0;
        for (int k = 0; k < judges.size(); k++) {
            int[] wanted = relevant.apply(judges.get(k));
            if (wanted.length > 0) {
                sum += gain.ndcg(lists.items[rule * judges.size() + k], wanted);
                count++;
            }
        }
        return sum / Math.max(1, count);
    }

    /* nDCG, recall, hit rate and coverage, see ListQuality. */
    private double[] figures(Lists lists, int rule, int items) {
        double recall = 0;
        double hitRate = 0;
        Set<Integer> listed = new HashSet<>();
        for (int k = 0; k < judges.size(); k++) {
            int[] relevant = judges.get(k).relevant;
            int[] list = lists.items[rule * judges.size() + k];
            double hits = IntStream.of(list)
                    .filter(item -> Arrays.binarySearch(relevant, item) >= 0)
                    .count();
            recall += hits / Math.min(relevant.length, length);
            hitRate += hits > 0 ? 1 : 0;
            IntStream.of(list).forEach(listed::add);
        }
        return new double[] {
            ndcg(lists, rule, Judge::relevant),
            recall / judges.size(),
            hitRate / judges.size(),
            (double) listed.size() / items
        };
    }

    /** The best items of each user by each rule, with their scores, the best first; all users by one rule, then by the next. */
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

        void take(int list, Best best) {
            List<Scored> found = best.take();
            items[list] = found.stream().mapToInt(Scored::item).toArray();
            scores[list] = new float[found.size()];
            for (int k = 0; k < found.size(); k++) {
                scores[list][k] = (float) found.get(k).score();
            }
        }
    }

    private static Lists lists(LineBlock block, BlockScores items, int rules, int[][] seen, int n) {
        Lists lists = new Lists(new int[rules * seen.length][], new float[rules * seen.length][], n);
        float[][] scores = new float[rules][block.lines()];
        for (int judge = 0; judge < seen.length; judge++) {
            items.of(judge, scores);
            for (int rule = 0; rule < rules; rule++) {
                lists.take(rule * seen.length + judge, best(scores[rule], seen[judge], block.first(), n));
            }
        }
        return lists;
    }

    private static Best best(float[] scores, int[] excluded, int first, int n) {
        Best best = new Best(n);
        int next = from(excluded, first);
        for (int j = 0; j < scores.length; j++) {
            boolean isSeen = next < excluded.length && excluded[next] == first + j;
            if (isSeen) {
                next++;
            } else {
                best.offer(first + j, scores[j]);
            }
        }
        return best;
    }

    /** Frees what the cluster holds. */
    public void release() {
        seen.destroy();
    }
}
