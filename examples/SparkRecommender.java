import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import rung.spark.RankConstrained;
import rung.spark.RankConstrainedModel;

/** The recommender as a Spark ML estimator, in place of ALS. */
public final class SparkRecommender {
    private SparkRecommender() {}

    public static void main(String[] args) {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .getOrCreate();
        List<Row> rows = new ArrayList<>();
        for (int user = 0; user < 60; user++) { // even users like even films, odd ones odd films
            for (int film = 0; film < 40; film++) {
                if ((user + 2 * film) % 3 > 0) { // and nobody has seen all of them
                    rows.add(RowFactory.create(user, film, user % 2 == film % 2 ? 5f : 1f));
                }
            }
        }
        StructType schema = new StructType()
                .add("user", DataTypes.IntegerType)
                .add("film", DataTypes.IntegerType)
                .add("rating", DataTypes.FloatType);
        Dataset<Row> ratings = spark.createDataFrame(rows, schema);

        RankConstrainedModel model = new RankConstrained()
                .setUserCol("user")
                .setItemCol("film")
                .setRank(2)
                .fit(ratings);

        model.recommendForAllUsers(3).filter("user = 4").show(false);
        spark.stop();
    }
}
