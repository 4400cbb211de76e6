package rung.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import rung.data.Ids;
import rung.engine.sampling.biased.BiasedFactors;
import rung.lists.Seen;
import rung.ratings.Model;
import rung.ratings.RatingModel;
import scala.collection.mutable.ArraySeq;

/** Turns a model whose factors are in frames into one in the memory of the driver, and back. */
final class CoreModel {
    private CoreModel() {}

    static Model gathered(RankConstrainedModel.Parts parts) {
        List<Row> users = parts.users().orderBy("number").collectAsList();
        List<Row> items = parts.items().orderBy("number").collectAsList();
        int[] start = new int[users.size() + 1];
        for (int k = 0; k < users.size(); k++) {
            start[k + 1] = start[k] + users.get(k).getList(6).size();
        }
        int[] seen = new int[start[users.size()]];
        for (int k = 0; k < users.size(); k++) {
            List<Integer> own = users.get(k).getList(6);
            for (int l = 0; l < own.size(); l++) {
                seen[start[k] + l] = own.get(l);
            }
        }
        BiasedFactors factors = new BiasedFactors(
                parts.mean(),
                parts.noise(),
                lines(users, parts.rank(), parts.userPriors()),
                lines(items, parts.rank(), parts.itemPriors()),
                0);
        return Model.ofRatings(
                ids(users),
                ids(items),
                new RatingModel(factors, parts.low(), parts.high()),
                new Seen(start, seen),
                parts.facts(),
                parts.path());
    }

    private static Ids ids(List<Row> rows) {
        Ids.Builder ids = new Ids.Builder();
        rows.forEach(row -> ids.add(String.valueOf(row.get(1))));
        return ids.build();
    }

    private static BiasedFactors.Lines lines(List<Row> rows, int rank, double[] priors) {
        float[] features = new float[rows.size() * rank];
        float[] biases = new float[rows.size()];
        float[] variances = new float[rows.size() * rank];
        boolean hasHints = !rows.isEmpty() && !rows.get(0).getList(5).isEmpty();
        float[] hints = new float[hasHints ? rows.size() * (rank + 1) : 0];
        for (int k = 0; k < rows.size(); k++) {
            copy(rows.get(k).getList(2), features, k * rank);
            biases[k] = rows.get(k).getFloat(3);
            copy(rows.get(k).getList(4), variances, k * rank);
            copy(rows.get(k).getList(5), hints, k * (rank + 1));
        }
        return new BiasedFactors.Lines(rank, features, biases, variances, priors, hints);
    }

    private static void copy(List<Float> from, float[] to, int at) {
        for (int k = 0; k < from.size(); k++) {
            to[at + k] = from.get(k);
        }
    }

    static RankConstrainedModel.Parts spread(SparkSession session, Model model, DataType idType) {
        BiasedFactors factors = model.factors();
        if (factors.iterations() > 0) {
            throw new IllegalArgumentException(
                    "the model must have been trained by the default, with biases and variances," + " got one by "
                            + factors.iterations() + " iterations to the letter of the paper");
        }
        return new RankConstrainedModel.Parts(
                factors.rank(),
                factors.mean(),
                factors.noise(),
                model.low(),
                model.high(),
                frame(session, model.users(), factors.rows(), model.seen(), idType),
                frame(session, model.items(), factors.columns(), null, idType),
                factors.rows().priors(),
                factors.columns().priors(),
                model.facts(),
                model.path());
    }

    private static Dataset<Row> frame(
            SparkSession session, Ids ids, BiasedFactors.Lines lines, Seen seen, DataType idType) {
        List<Row> rows = new ArrayList<>(ids.size());
        int r = lines.rank();
        for (int k = 0; k < ids.size(); k++) {
            rows.add(RowFactory.create(
                    k,
                    ids.name(k),
                    FactorFrame.floats(lines.factors(), k * r, r),
                    lines.biases()[k],
                    lines.variances().length == 0
                            ? FactorFrame.floats(new float[r], 0, r)
                            : FactorFrame.floats(lines.variances(), k * r, r),
                    FactorFrame.floats(lines.hints(), k * (r + 1), lines.hints().length == 0 ? 0 : r + 1),
                    seen == null ? null : new ArraySeq.ofInt(seen.of(k))));
        }
        JavaRDD<Row> kept = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(rows)
                .persist(StorageLevel.MEMORY_AND_DISK());
        Dataset<Row> frame = session.createDataFrame(kept, FactorFrame.schema("id", DataTypes.StringType));
        return frame.withColumn("id", frame.col("id").cast(idType));
    }
}
