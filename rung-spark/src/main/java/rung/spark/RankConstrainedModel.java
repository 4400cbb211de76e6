package rung.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF4;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SizeEstimator;
import rung.Step;
import rung.file.model.ModelFile;
import rung.linalg.Side;
import rung.spark.block.RatingFrame;
import scala.collection.Seq;

/**
 * A trained recommender whose factors are spread over a cluster.
 *
 * <pre>rating = μ + b_user + c_item + u_user·v_item, no lower than the lowest rating and no higher than the highest</pre>
 *
 * <p>A model that was trained on choices predicts preferences in place of ratings, see {@link rung.preferences.PreferenceModel}. One that
 * came from the core with both parts predicts ratings, and ranks lists by both, as the core does.
 */
public final class RankConstrainedModel extends Model<RankConstrainedModel>
        implements PredictionParams<RankConstrainedModel>, MLWritable {
    private static final long serialVersionUID = 1;

    private final String uid;
    private final SharedParams shared;
    private final transient ModelParts parts;

    RankConstrainedModel(String uid, ModelParts parts) {
        this.uid = uid;
        this.parts = parts;
        this.shared = new SharedParams(this);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public SharedParams shared() {
        return shared;
    }

    @Override
    public RankConstrainedModel self() {
        return this;
    }

    /** {@return the bytes that the model takes on the driver: its factors are on the cluster} */
    @Override
    public long estimatedSize() {
        return SizeEstimator.estimate(List.of(uid, parts.rated(), parts.preferred(), parts.facts(), parts.path()));
    }

    ModelParts parts() {
        return parts;
    }

    /** {@return the rank, which is the number of features} */
    public int rank() {
        return parts.rated()
                .map(ModelParts.Rated::rank)
                .orElseGet(() -> parts.preferred().orElseThrow().rank());
    }

    /**
     * μ, the mean of the ratings.
     *
     * @return the mean
     * @throws IllegalStateException if the model was trained on choices without ratings
     */
    public double mean() {
        return parts.ratings().mean();
    }

    /**
     * The users: {@code id}, {@code features} as in ALS, and {@code bias}, which models of choices without ratings do not have.
     *
     * @return a row for each user
     */
    public Dataset<Row> userFactors() {
        return factors(parts.users());
    }

    /**
     * The items: {@code id}, {@code features} as in ALS, and {@code bias}, which models of choices without ratings do not have.
     *
     * @return a row for each item
     */
    public Dataset<Row> itemFactors() {
        return factors(parts.items());
    }

    private Dataset<Row> factors(Dataset<Row> lines) {
        return parts.rated().isPresent()
                ? lines.select("id", "features", "bias")
                : lines.selectExpr(
                        "id", "transform(tastes, x -> cast(x / scale as float)) as features"); // as they are multiplied
    }

    /**
     * The steps of the climb on all ratings: rank, objective and time of each.
     *
     * @return the steps, in order
     */
    public List<Step> path() {
        return parts.path();
    }

    /** {@return the objective after each step} */
    public double[] objectiveHistory() {
        return parts.path().stream().mapToDouble(Step::value).toArray();
    }

    /** {@return how the model was trained, in words} */
    public Map<String, String> facts() {
        return parts.facts();
    }

    static StructType withPrediction(StructType schema, String column) {
        if (List.of(schema.fieldNames()).contains(column)) {
            throw new IllegalArgumentException("predictionCol must be a new column, got '" + column + "'");
        }
        return schema.add(column, DataTypes.FloatType, false);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        for (String given : List.of(getUserCol(), getItemCol())) {
            String column = RatingFrame.named(schema, given);
            if (!List.of(schema.fieldNames()).contains(column)) {
                throw new IllegalArgumentException(
                        "the frame must have a column '" + column + "', got " + String.join(", ", schema.fieldNames()));
            }
        }
        return withPrediction(schema, getPredictionCol());
    }

    /** Adds a column of predictions: ratings, or preferences if the model was trained on choices. What it holds for users and items that were not in the training data, {@link #coldStartStrategy} says. */
    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        Dataset<Row> users = side(parts.users(), "user");
        Dataset<Row> items = side(parts.items(), "item");
        Column user = comparable(dataset, getUserCol(), parts.users());
        Column item = comparable(dataset, getItemCol(), parts.items());
        Dataset<Row> joined = dataset.join(users, user.equalTo(users.col("rung_user_id")), "left")
                .join(items, item.equalTo(items.col("rung_item_id")), "left");
        boolean isColdScored = getColdStartStrategy().equals("bias");
        UDF4<Seq<Float>, Float, Seq<Float>, Float, Float> scorer = parts.rated().isPresent()
                ? new Scorer(mean(), parts.ratings().low(), parts.ratings().high(), isColdScored)
                : new PreferenceScorer(isColdScored);
        Column prediction = functions
                .udf(scorer, DataTypes.FloatType)
                .apply(
                        users.col("rung_user_factors"),
                        users.col("rung_user_number"),
                        items.col("rung_item_factors"),
                        items.col("rung_item_number"));
        Dataset<Row> predicted = joined.select(dataset.col("*"), prediction.as(getPredictionCol()));
        return getColdStartStrategy().equals("drop")
                ? predicted.na().drop(new String[] {getPredictionCol()})
                : predicted;
    }

    /* What predicts: features and bias, or tastes and scale. */
    private Dataset<Row> side(Dataset<Row> lines, String side) {
        boolean isRated = parts.rated().isPresent();
        return lines.select(
                lines.col("id").as("rung_" + side + "_id"),
                lines.col(isRated ? "features" : "tastes").as("rung_" + side + "_factors"),
                lines.col(isRated ? "bias" : "scale").as("rung_" + side + "_number"));
    }

    /* Ids are cast to the type that the model has; what cannot be cast becomes null, an unknown id. */
    private static Column comparable(Dataset<?> dataset, String column, Dataset<Row> factors) {
        DataType type = factors.schema().apply("id").dataType();
        String name = RatingFrame.named(dataset.schema(), column);
        Column given = dataset.col(RatingFrame.quoted(name));
        DataType other = dataset.schema().apply(name).dataType();
        return type.equals(other) || type instanceof NumericType && other instanceof NumericType
                ? given
                : given.try_cast(type);
    }

    /**
     * For each user the n items that the model ranks highest, what the user had in training among them, as ALS does: {@code
     * recommendations} of item and rating. By predicted rating; by preference, if the model was trained on choices; by both as the core
     * does, if it has both parts. What is called the rating is what the list is ranked by.
     *
     * @param n the most items for each user
     * @return a row for each user
     */
    public Dataset<Row> recommendForAllUsers(int n) {
        return recommendForAllUsers(n, false);
    }

    /**
     * For each user the n items that the model ranks highest; {@code excludeSeen} leaves out those that the user rated or chose in
     * training, as the core does.
     *
     * @param n the most items for each user
     * @param excludeSeen whether items that the user rated in training are left out
     * @return a row for each user
     */
    public Dataset<Row> recommendForAllUsers(int n, boolean excludeSeen) {
        return recommendations(Side.LEFT, parts.users(), n, excludeSeen);
    }

    /**
     * For each item the n users with the highest predictions.
     *
     * @param n the most users for each item
     * @return a row for each item
     */
    public Dataset<Row> recommendForAllItems(int n) {
        return recommendForAllItems(n, false);
    }

    /**
     * For each item the n users with the highest predictions; {@code excludeSeen} leaves out those who rated it in training.
     *
     * @param n the most users for each item
     * @param excludeSeen whether users who rated the item in training are left out
     * @return a row for each item
     */
    public Dataset<Row> recommendForAllItems(int n, boolean excludeSeen) {
        return recommendations(Side.RIGHT, parts.items(), n, excludeSeen);
    }

    /**
     * As {@link #recommendForAllUsers(int)} for the users in a frame; those that are not known are left out.
     *
     * @param dataset a frame with the column of users
     * @param n the most items for each user
     * @return a row for each user
     */
    public Dataset<Row> recommendForUserSubset(Dataset<?> dataset, int n) {
        return recommendForUserSubset(dataset, n, false);
    }

    /**
     * As {@link #recommendForAllUsers(int, boolean)} for the users in a frame; those that are not known are left out.
     *
     * @param dataset a frame with the column of users
     * @param n the most items for each user
     * @param excludeSeen whether items that the user rated in training are left out
     * @return a row for each user
     */
    public Dataset<Row> recommendForUserSubset(Dataset<?> dataset, int n, boolean excludeSeen) {
        return recommendations(Side.LEFT, subset(parts.users(), dataset, getUserCol()), n, excludeSeen);
    }

    /**
     * As {@link #recommendForAllItems(int)} for the items in a frame; those that are not known are left out.
     *
     * @param dataset a frame with the column of items
     * @param n the most users for each item
     * @return a row for each item
     */
    public Dataset<Row> recommendForItemSubset(Dataset<?> dataset, int n) {
        return recommendForItemSubset(dataset, n, false);
    }

    /**
     * As {@link #recommendForAllItems(int, boolean)} for the items in a frame; those that are not known are left out.
     *
     * @param dataset a frame with the column of items
     * @param n the most users for each item
     * @param excludeSeen whether users who rated the item in training are left out
     * @return a row for each item
     */
    public Dataset<Row> recommendForItemSubset(Dataset<?> dataset, int n, boolean excludeSeen) {
        return recommendations(Side.RIGHT, subset(parts.items(), dataset, getItemCol()), n, excludeSeen);
    }

    private static Dataset<Row> subset(Dataset<Row> factors, Dataset<?> dataset, String column) {
        Dataset<Row> wanted = dataset.select(
                        comparable(dataset, column, factors).as("rung_id"))
                .distinct();
        return factors.join(wanted, factors.col("id").equalTo(wanted.col("rung_id")), "left_semi");
    }

    private Dataset<Row> recommendations(Side side, Dataset<Row> lines, int n, boolean excludeSeen) {
        if (n < 1) {
            throw new IllegalArgumentException("the number of recommendations must be at least 1, got " + n);
        }
        boolean isForUsers = side == Side.LEFT;
        Dataset<Row> others = isForUsers ? parts.items() : parts.users();
        String user = RatingFrame.unquoted(getUserCol());
        String item = RatingFrame.unquoted(getItemCol());
        String own = isForUsers ? user : item;
        String other = isForUsers ? item : user;
        return Recommendations.of(this, side, lines, others, n, excludeSeen, own, other);
    }

    /**
     * Gathers all factors on the driver and makes a model of them that does without Spark.
     *
     * @return the model
     */
    public rung.ratings.Model toCore() {
        return CoreModel.gathered(parts);
    }

    /**
     * Gathers the model and writes it as a file for the {@code rung} command, or any JVM without Spark: see docs/MODEL-FORMAT.md.
     *
     * @param path the file
     * @throws IOException if writing fails
     */
    public void writeCore(Path path) throws IOException {
        ModelFile.write(path, toCore());
    }

    /**
     * Spreads a model that was trained without Spark, or read from a file. Its ids are names, which are cast to the given type.
     *
     * @param session the session
     * @param model the model
     * @param idType the type of the columns of users and items
     * @return the model for frames
     */
    public static RankConstrainedModel fromCore(SparkSession session, rung.ratings.Model model, DataType idType) {
        return new RankConstrainedModel(
                Identifiable$.MODULE$.randomUID("rankConstrained"), CoreModel.spread(session, model, idType));
    }

    @Override
    public RankConstrainedModel copy(ParamMap extra) {
        RankConstrainedModel copy = new RankConstrainedModel(uid, parts);
        copyValues(copy, extra);
        return hasParent() ? copy.setParent(parent()) : copy;
    }

    @Override
    public MLWriter write() {
        return new ModelFolder.Writer(this);
    }

    /**
     * Reads models that were saved.
     *
     * @return the reader
     */
    public static MLReader<RankConstrainedModel> read() {
        return new ModelFolder.Reader();
    }

    /**
     * Loads a model that was saved in this folder.
     *
     * @param path the folder
     * @return the model
     */
    public static RankConstrainedModel load(String path) {
        return read().load(path);
    }

    @Override
    public String toString() {
        return "RankConstrainedModel: uid=" + uid + ", rank=" + rank();
    }
}
