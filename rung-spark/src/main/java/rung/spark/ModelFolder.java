package rung.spark;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import rung.Step;
import scala.Option;

/** Saves a model in a folder and loads it: Spark's metadata, and Parquet files of the users, the items and the rest. */
final class ModelFolder {
    private static final int STEP = 6;

    private static final StructType REST = new StructType()
            .add("rank", DataTypes.IntegerType)
            .add("mean", DataTypes.DoubleType)
            .add("noise", DataTypes.DoubleType)
            .add("low", DataTypes.DoubleType)
            .add("high", DataTypes.DoubleType)
            .add("userPriors", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("itemPriors", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("factNames", DataTypes.createArrayType(DataTypes.StringType))
            .add("facts", DataTypes.createArrayType(DataTypes.StringType))
            .add("path", DataTypes.createArrayType(DataTypes.DoubleType));

    private ModelFolder() {}

    static final class Writer extends MLWriter {
        private final RankConstrainedModel model;

        Writer(RankConstrainedModel model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter.saveMetadata(model, path, sparkSession());
            RankConstrainedModel.Parts parts = model.parts();
            Row rest = RowFactory.create(
                    parts.rank(),
                    parts.mean(),
                    parts.noise(),
                    parts.low(),
                    parts.high(),
                    list(parts.userPriors()),
                    list(parts.itemPriors()),
                    List.copyOf(parts.facts().keySet()),
                    List.copyOf(parts.facts().values()),
                    list(parts.path().stream()
                            .flatMapToDouble(step -> Arrays.stream(numbers(step)))
                            .toArray()));
            sparkSession()
                    .createDataFrame(List.of(rest), REST)
                    .coalesce(1)
                    .write()
                    .parquet(path + "/model");
            parts.users().write().parquet(path + "/users");
            parts.items().write().parquet(path + "/items");
        }

        private static List<Double> list(double[] numbers) {
            return Arrays.stream(numbers).boxed().toList();
        }

        private static double[] numbers(Step step) {
            return new double[] {
                step.step(),
                step.rank(),
                step.value(),
                step.sigma().orElse(Double.NaN),
                step.elapsed().toNanos() / 1e9,
                step.heldOut().orElse(Double.NaN)
            };
        }
    }

    static final class Reader extends MLReader<RankConstrainedModel> {
        @Override
        public RankConstrainedModel load(String path) {
            DefaultParamsReader.Metadata metadata = DefaultParamsReader.loadMetadata(path, sparkSession());
            Row rest = sparkSession().read().parquet(path + "/model").first();
            List<String> names = rest.getList(7);
            List<String> texts = rest.getList(8);
            Map<String, String> facts = new LinkedHashMap<>();
            for (int k = 0; k < names.size(); k++) {
                facts.put(names.get(k), texts.get(k));
            }
            RankConstrainedModel model = new RankConstrainedModel(
                    metadata.uid(),
                    new RankConstrainedModel.Parts(
                            rest.getInt(0),
                            rest.getDouble(1),
                            rest.getDouble(2),
                            rest.getDouble(3),
                            rest.getDouble(4),
                            sparkSession().read().parquet(path + "/users"),
                            sparkSession().read().parquet(path + "/items"),
                            array(rest.getList(5)),
                            array(rest.getList(6)),
                            facts,
                            steps(array(rest.getList(9)))));
            metadata.getAndSetParams(model, Option.empty());
            return model;
        }

        private static OptionalDouble known(double number) {
            return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
        }

        private static double[] array(List<Double> numbers) {
            return numbers.stream().mapToDouble(x -> x).toArray();
        }

        private static List<Step> steps(double[] numbers) {
            Step[] steps = new Step[numbers.length / STEP];
            Arrays.setAll(steps, k -> {
                double[] of = Arrays.copyOfRange(numbers, k * STEP, (k + 1) * STEP);
                return new Step(
                        (int) of[0],
                        (int) of[1],
                        of[2],
                        known(of[3]),
                        Duration.ofNanos(Math.round(of[4] * 1e9)),
                        known(of[5]));
            });
            return List.of(steps);
        }
    }
}
