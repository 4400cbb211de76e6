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
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.engine.sampling.biased.RowScores;
import scala.Tuple2;

/**
 * Finds the best items for each user, or users for each item: every block of one side is scored against every block of the
 * other, and the n best for each line are merged.
 */
final class Recommendations {
    private Recommendations() {}

    /** Some users, or some items. {@code seen} holds the items that each user rated; it is null for items. */
    @DefaultSerializer(JavaSerializer.class)
    private record Lines(int[] numbers, Object[] ids, float[] features, float[] biases, int[][] seen)
            implements Serializable {
        static Lines of(List<Row> rows, int rank) {
            int count = rows.size();
            Lines lines = new Lines(
                    new int[count], new Object[count], new float[count * rank], new float[count], new int[count][]);
            for (int k = 0; k < count; k++) {
                Row row = rows.get(k);
                lines.numbers[k] = row.getInt(0);
                lines.ids[k] = row.get(1);
                List<Float> features = row.getList(2);
                for (int l = 0; l < rank; l++) {
                    lines.features[k * rank + l] = features.get(l);
                }
                lines.biases[k] = row.getFloat(3);
                if (!row.isNullAt(4)) {
                    List<Integer> seen = row.getList(4);
                    lines.seen[k] = seen.stream().mapToInt(number -> number).toArray();
                }
            }
            return lines;
        }

        boolean hasSeen(int line, int item) {
            return Arrays.binarySearch(seen[line], item) >= 0;
        }
    }

    static Dataset<Row> of(
            RankConstrainedModel model,
            boolean forUsers,
            Dataset<Row> own,
            Dataset<Row> others,
            int n,
            boolean excludeSeen,
            String ownColumn,
            String otherColumn) {
        int rank = model.rank();
        double mean = model.mean();
        double low = model.parts().low();
        double high = model.parts().high();
        JavaRDD<Lines> ownBlocks = blocks(own, rank, model.getBlockSize(), excludeSeen);
        JavaRDD<Lines> otherBlocks = blocks(others, rank, model.getBlockSize(), excludeSeen);
        JavaRDD<Row> rows = ownBlocks
                .cartesian(otherBlocks)
                .flatMapToPair(pair -> best(pair._1(), pair._2(), rank, mean, n, excludeSeen, forUsers))
                .reduceByKey(Best::merged, ownBlocks.getNumPartitions())
                .values()
                .map(best -> best.row(low, high));
        StructType each = new StructType()
                .add(otherColumn, others.schema().apply("id").dataType())
                .add("rating", DataTypes.FloatType);
        StructType schema = new StructType()
                .add(ownColumn, own.schema().apply("id").dataType())
                .add("recommendations", DataTypes.createArrayType(each));
        return own.sparkSession().createDataFrame(rows, schema);
    }

    private static JavaRDD<Lines> blocks(Dataset<Row> factors, int rank, int size, boolean withSeen) {
        return factors.selectExpr(
                        "number", "id", "features", "bias", withSeen ? "seen" : "cast(null as array<int>) as seen")
                .toJavaRDD()
                .mapPartitions(rows -> {
                    List<Lines> blocks = new ArrayList<>();
                    List<Row> some = new ArrayList<>();
                    while (rows.hasNext()) {
                        some.add(rows.next());
                        if (some.size() == size || !rows.hasNext()) {
                            blocks.add(Lines.of(some, rank));
                            some.clear();
                        }
                    }
                    return blocks.iterator();
                });
    }

    private static Iterator<Tuple2<Integer, Best>> best(
            Lines own, Lines others, int rank, double mean, int n, boolean excludeSeen, boolean forUsers) {
        BiasedFactors.Lines columns =
                new BiasedFactors.Lines(rank, others.features, others.biases, new float[0], new double[rank + 1]);
        BiasedFactors.Lines none =
                new BiasedFactors.Lines(rank, new float[0], new float[0], new float[0], new double[rank + 1]);
        RowScores scores = new RowScores(new BiasedFactors(mean, 0, none, columns, 0));
        float[] row = new float[others.numbers.length];
        List<Tuple2<Integer, Best>> found = new ArrayList<>();
        for (int k = 0; k < own.numbers.length; k++) {
            float[] features = Arrays.copyOfRange(own.features, k * rank, (k + 1) * rank);
            scores.of(new FoldIn.Line(features, own.biases[k]), row);
            Best best = new Best(own.ids[k], n);
            for (int j = 0; j < row.length; j++) {
                if (best.takes(row[j], others.numbers[j])) {
                    boolean isSeen = excludeSeen
                            && (forUsers ? own.hasSeen(k, others.numbers[j]) : others.hasSeen(j, own.numbers[k]));
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

        Row row(double low, double high) {
            List<Row> best = new ArrayList<>(size);
            for (int k = 0; k < size; k++) {
                best.add(RowFactory.create(ids[k], (float) Math.min(high, Math.max(low, scores[k]))));
            }
            return RowFactory.create(id, best.toArray(new Row[0]));
        }
    }
}
