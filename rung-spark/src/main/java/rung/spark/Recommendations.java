package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import rung.linalg.Side;
import scala.Tuple2;

/**
 * Finds the best items for each user, or users for each item: every block of one side is scored against every block of the
 * other, and the n best for each line are merged.
 */
final class Recommendations {
    private Recommendations() {}

    /**
     * Some users, or some items.
     *
     * @param features for each its features, if the model predicts ratings
     * @param biases for each its bias, likewise
     * @param tastes for each its tastes, if the model knows preferences; those of users are divided by their scales
     * @param scales for each its scale, likewise
     * @param seen the items that each user rated or chose; null for items
     */
    @DefaultSerializer(JavaSerializer.class)
    record Lines(
            int[] numbers, Object[] ids, float[] features, float[] biases, float[] tastes, float[] scales, int[][] seen)
            implements Serializable {
        static Lines of(List<Row> rows, int rank, int tasteRank, Side side) {
            int count = rows.size();
            Lines lines = new Lines(
                    new int[count],
                    new Object[count],
                    new float[count * rank],
                    new float[count],
                    new float[count * tasteRank],
                    new float[count],
                    new int[count][]);
            for (int k = 0; k < count; k++) {
                lines.set(k, rows.get(k), rank, tasteRank, side);
            }
            return lines;
        }

        private void set(int k, Row row, int rank, int tasteRank, Side side) {
            numbers[k] = row.getInt(0);
            ids[k] = row.get(1);
            if (!row.isNullAt(2)) {
                copy(row.getList(2), features, k * rank, 1);
                biases[k] = row.getFloat(3);
            }
            if (!row.isNullAt(4)) {
                scales[k] = row.getFloat(5);
                copy(row.getList(4), tastes, k * tasteRank, side == Side.LEFT ? scales[k] : 1);
            }
            if (!row.isNullAt(6)) {
                List<Integer> own = row.getList(6);
                seen[k] = own.stream().mapToInt(number -> number).toArray();
            }
        }

        private static void copy(List<Float> from, float[] to, int at, float scale) {
            for (int k = 0; k < from.size(); k++) {
                to[at + k] = from.get(k) / scale;
            }
        }

        boolean hasSeen(int line, int item) {
            return Arrays.binarySearch(seen[line], item) >= 0;
        }
    }

    static Dataset<Row> of(
            RankConstrainedModel model,
            Side side,
            Dataset<Row> own,
            Dataset<Row> others,
            int n,
            boolean excludeSeen,
            String ownColumn,
            String otherColumn) {
        ListRule rule = ListRule.of(model.parts());
        JavaRDD<Lines> ownBlocks = blocks(own, rule, model.getBlockSize(), side, excludeSeen);
        JavaRDD<Lines> otherBlocks = blocks(others, rule, model.getBlockSize(), side.other(), excludeSeen);
        JavaRDD<Row> rows = ownBlocks
                .cartesian(otherBlocks)
                .flatMapToPair(pair -> best(pair._1(), pair._2(), rule, n, excludeSeen, side))
                .reduceByKey(Best::merged, ownBlocks.getNumPartitions())
                .values()
                .map(best -> best.row(rule));
        StructType each = new StructType()
                .add(otherColumn, others.schema().apply("id").dataType())
                .add("rating", DataTypes.FloatType);
        StructType schema = new StructType()
                .add(ownColumn, own.schema().apply("id").dataType())
                .add("recommendations", DataTypes.createArrayType(each));
        return own.sparkSession().createDataFrame(rows, schema);
    }

    private static JavaRDD<Lines> blocks(Dataset<Row> factors, ListRule rule, int size, Side side, boolean withSeen) {
        int rank = rule.rank();
        int tasteRank = rule.tasteRank();
        return factors.selectExpr(
                        "number",
                        "id",
                        rule.byRating() ? "features" : "cast(null as array<float>) as features",
                        rule.byRating() ? "bias" : "cast(null as float) as bias",
                        rule.byPreference() ? "tastes" : "cast(null as array<float>) as tastes",
                        rule.byPreference() ? "scale" : "cast(null as float) as scale",
                        withSeen ? "seen" : "cast(null as array<int>) as seen")
                .toJavaRDD()
                .mapPartitions(rows -> {
                    List<Lines> blocks = new ArrayList<>();
                    List<Row> some = new ArrayList<>();
                    while (rows.hasNext()) {
                        some.add(rows.next());
                        if (some.size() == size || !rows.hasNext()) {
                            blocks.add(Lines.of(some, rank, tasteRank, side));
                            some.clear();
                        }
                    }
                    return blocks.iterator();
                });
    }

    private static Iterator<Tuple2<Integer, Best>> best(
            Lines own, Lines others, ListRule rule, int n, boolean excludeSeen, Side side) {
        ListScores scores = new ListScores(rule, others, side);
        float[] row = new float[others.numbers.length];
        List<Tuple2<Integer, Best>> found = new ArrayList<>();
        for (int k = 0; k < own.numbers.length; k++) {
            scores.of(own, k, row);
            Best best = new Best(own.ids[k], n);
            for (int j = 0; j < row.length; j++) {
                if (best.takes(row[j], others.numbers[j])) {
                    boolean isSeen = excludeSeen
                            && (side == Side.LEFT
                                    ? own.hasSeen(k, others.numbers[j])
                                    : others.hasSeen(j, own.numbers[k]));
                    if (!isSeen) {
                        best.add(row[j], others.numbers[j], others.ids[j]);
                    }
                }
            }
            found.add(new Tuple2<>(own.numbers[k], best));
        }
        return found.iterator();
    }

    /** The n best for one user or item, best first; of equal scores the one with the lower number is better. */
    @SuppressWarnings("serial") // what Spark has as an id is serializable
    private static final class Best implements Serializable {
        private static final long serialVersionUID = 1;

        private final Object id;
        private final float[] scores;
        private final int[] numbers;
        private final Object[] ids;
        private int size;

        Best(Object id, int n) {
            this.id = id;
            this.scores = new float[n];
            this.numbers = new int[n];
            this.ids = new Object[n];
        }

        boolean takes(float score, int number) {
            return size < scores.length || isBetter(score, number, size - 1);
        }

        private boolean isBetter(float score, int number, int than) {
            return score > scores[than] || score == scores[than] && number < numbers[than];
        }

        void add(float score, int number, Object name) {
            int at = size < scores.length ? size++ : size - 1;
            while (at > 0 && isBetter(score, number, at - 1)) {
                place(at, scores[at - 1], numbers[at - 1], ids[at - 1]);
                at--;
            }
            place(at, score, number, name);
        }

        private void place(int at, float score, int number, Object name) {
            scores[at] = score;
            numbers[at] = number;
            ids[at] = name;
        }

        static Best merged(Best a, Best b) {
            Best both = new Best(a.id, a.scores.length);
            for (Best part : List.of(a, b)) {
                for (int k = 0; k < part.size && both.takes(part.scores[k], part.numbers[k]); k++) {
                    both.add(part.scores[k], part.numbers[k], part.ids[k]);
                }
            }
            return both;
        }

        Row row(ListRule rule) {
            List<Row> best = new ArrayList<>(size);
            for (int k = 0; k < size; k++) {
                best.add(RowFactory.create(ids[k], rule.shown(scores[k])));
            }
            return RowFactory.create(id, best.toArray(new Row[0]));
        }
    }
}
