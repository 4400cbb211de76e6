package rung.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Side;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;
import rung.ratings.Model;
import rung.ratings.RatingModel;
import scala.collection.mutable.ArraySeq;

/** Turns a model whose factors are in frames into one in the memory of the driver, and back. */
final class CoreModel {
    private CoreModel() {}

    static Model gathered(ModelParts parts) {
        List<Row> users = parts.users().orderBy("number").collectAsList();
        List<Row> items = parts.items().orderBy("number").collectAsList();
        return new Model(
                ids(users),
                ids(items),
                parts.rated().map(rated -> ratings(rated, users, items)),
                parts.preferred().map(preferred -> preferences(preferred, users, items)),
                parts.preferred().map(ModelParts.Preferred::blend).orElse(Blend.NONE),
                seen(users, parts.preferred().filter(part -> part.typical() > 0).isPresent()),
                parts.facts(),
                parts.path());
    }

    private static Seen seen(List<Row> users, boolean withCounts) {
        int[] start = new int[users.size() + 1];
        for (int k = 0; k < users.size(); k++) {
            start[k + 1] =
                    start[k] + users.get(k).<Integer>getList(at(users, "seen")).size();
        }
        int[] seen = new int[start[users.size()]];
        float[] counts = new float[withCounts ? seen.length : 0];
        for (int k = 0; k < users.size(); k++) {
            List<Integer> own = users.get(k).getList(at(users, "seen"));
            for (int l = 0; l < own.size(); l++) {
                seen[start[k] + l] = own.get(l);
            }
            if (withCounts) {
                copy(users.get(k).getList(at(users, "counts")), counts, start[k]);
            }
        }
        return withCounts ? new Seen(start, seen, counts) : new Seen(start, seen);
    }

    /* Where a column is; there are no rows without users and items. */
    private static int at(List<Row> rows, String column) {
        return rows.get(0).fieldIndex(column);
    }

    private static RatingModel ratings(ModelParts.Rated rated, List<Row> users, List<Row> items) {
        BiasedFactors factors = new BiasedFactors(
                rated.mean(),
                rated.noise(),
                lines(users, rated.rank(), rated.userPriors()).withLinks(rated.userLinks()),
                lines(items, rated.rank(), rated.itemPriors()).withLinks(rated.itemLinks()),
                0);
        return new RatingModel(factors, rated.low(), rated.high());
    }

    private static PreferenceModel preferences(ModelParts.Preferred preferred, List<Row> users, List<Row> items) {
        return new PreferenceModel(
                tastes(users, preferred.rank()),
                tastes(items, preferred.rank()),
                scales(users),
                scales(items),
                preferred.penalty(),
                preferred.typical());
    }

    private static FactorRows tastes(List<Row> rows, int rank) {
        float[] tastes = new float[rows.size() * rank];
        for (int k = 0; k < rows.size(); k++) {
            copy(rows.get(k).getList(at(rows, "tastes")), tastes, k * rank);
        }
        return FactorRows.of(rows.size(), rank, tastes);
    }

    private static float[] scales(List<Row> rows) {
        float[] scales = new float[rows.size()];
        for (int k = 0; k < scales.length; k++) {
            scales[k] = rows.get(k).getFloat(at(rows, "scale"));
        }
        return scales;
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
        boolean hasHints =
                !rows.isEmpty() && !rows.get(0).getList(at(rows, "hints")).isEmpty();
        float[] hints = new float[hasHints ? rows.size() * (rank + 1) : 0];
        for (int k = 0; k < rows.size(); k++) {
            copy(rows.get(k).getList(at(rows, "features")), features, k * rank);
            biases[k] = rows.get(k).getFloat(at(rows, "bias"));
            copy(rows.get(k).getList(at(rows, "variances")), variances, k * rank);
            copy(rows.get(k).getList(at(rows, "hints")), hints, k * (rank + 1));
        }
        return new BiasedFactors.Lines(rank, features, biases, variances, priors, hints);
    }

    private static void copy(List<Float> from, float[] to, int at) {
        for (int k = 0; k < from.size(); k++) {
            to[at + k] = from.get(k);
        }
    }

    static ModelParts spread(SparkSession session, Model model, DataType idType) {
        model.ratings().map(RatingModel::factors).ifPresent(CoreModel::requireBiased);
        boolean withCounts =
                model.preferences().filter(part -> part.typical() > 0).isPresent();
        return new ModelParts(
                model.ratings()
                        .map(part -> new ModelParts.Rated(
                                part.factors().rank(),
                                part.factors().mean(),
                                part.factors().noise(),
                                part.low(),
                                part.high(),
                                part.factors().rows().priors(),
                                part.factors().columns().priors(),
                                part.factors().rows().links(),
                                part.factors().columns().links())),
                model.preferences()
                        .map(part ->
                                new ModelParts.Preferred(part.rank(), part.penalty(), part.typical(), model.blend())),
                frame(session, model, Side.LEFT, withCounts, idType),
                frame(session, model, Side.RIGHT, false, idType),
                model.facts(),
                model.path());
    }

    private static void requireBiased(BiasedFactors factors) {
        if (factors.iterations() > 0) {
            throw new IllegalArgumentException(
                    "the model must have been trained by the default, with biases and variances," + " got one by "
                            + factors.iterations() + " iterations to the letter of the paper");
        }
    }

    private static Dataset<Row> frame(
            SparkSession session, Model model, Side side, boolean withCounts, DataType idType) {
        boolean isUsers = side == Side.LEFT;
        Ids ids = isUsers ? model.users() : model.items();
        List<Row> rows = new ArrayList<>(ids.size());
        Optional<BiasedFactors.Lines> rated = model.ratings()
                .map(part -> isUsers ? part.factors().rows() : part.factors().columns());
        Optional<FactorRows> tastes = model.preferences().map(part -> isUsers ? part.users() : part.items());
        float[] scales = model.preferences()
                .map(part -> isUsers ? part.userScales() : part.itemScales())
                .orElse(new float[0]);
        for (int k = 0; k < ids.size(); k++) {
            List<Object> row = new ArrayList<>(List.of(k, ids.name(k)));
            if (rated.isPresent()) {
                add(row, rated.get(), k);
            }
            if (tastes.isPresent()) {
                row.add(new ArraySeq.ofFloat(tastes.get().row(k)));
                row.add(scales[k]);
            }
            row.add(isUsers ? new ArraySeq.ofInt(model.seen().of(k)) : null);
            if (tastes.isPresent()) {
                row.add(withCounts ? new ArraySeq.ofFloat(model.seen().counts(k)) : null);
            }
            rows.add(RowFactory.create(row.toArray()));
        }
        JavaRDD<Row> kept = JavaSparkContext.fromSparkContext(session.sparkContext())
                .parallelize(rows)
                .persist(StorageLevel.MEMORY_AND_DISK());
        Dataset<Row> frame = session.createDataFrame(
                kept, FactorFrame.schema(DataTypes.StringType, rated.isPresent(), tastes.isPresent()));
        return frame.withColumn("id", frame.col("id").cast(idType));
    }

    private static void add(List<Object> row, BiasedFactors.Lines lines, int k) {
        int r = lines.rank();
        row.add(FactorFrame.floats(lines.factors(k), 0, r));
        row.add(lines.bias(k));
        row.add(
                lines.variances(k).length == 0
                        ? FactorFrame.floats(new float[r], 0, r)
                        : FactorFrame.floats(lines.variances(k), 0, r));
        row.add(FactorFrame.floats(lines.hints(k), 0, lines.hints(k).length));
    }
}
