package rung.spark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;
import scala.Option;

/**
 * Saves a model in a folder and loads it: Spark's metadata, and Parquet files of the users, the items and the rest. What is about ratings
 * is null where there are none, {@code choice} where there are no preferences; folders from before these have no such column.
 */
final class ModelFolder {
    private static final int STEP = 6;

    /** The column of what is about preferences. */
    private static final int CHOICE = 10;

    /** The columns of what links ratings to preferences. */
    private static final int USER_LINKS = 11;

    private static final int ITEM_LINKS = 12;

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
            .add("path", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("choice", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("userLinks", DataTypes.createArrayType(DataTypes.FloatType))
            .add("itemLinks", DataTypes.createArrayType(DataTypes.FloatType));

    private ModelFolder() {}

    static final class Writer extends MLWriter {
        private final RankConstrainedModel model;

        Writer(RankConstrainedModel model) {
            this.model = model;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter.saveMetadata(model, path, sparkSession());
            ModelParts parts = model.parts();
            Optional<ModelParts.Rated> rated = parts.rated();
            Row rest = RowFactory.create(
                    rated.map(ModelParts.Rated::rank).orElse(null),
                    rated.map(ModelParts.Rated::mean).orElse(null),
                    rated.map(ModelParts.Rated::noise).orElse(null),
                    rated.map(ModelParts.Rated::low).orElse(null),
                    rated.map(ModelParts.Rated::high).orElse(null),
                    rated.map(part -> list(part.userPriors())).orElse(null),
                    rated.map(part -> list(part.itemPriors())).orElse(null),
                    List.copyOf(parts.facts().keySet()),
                    List.copyOf(parts.facts().values()),
                    list(parts.path().stream()
                            .flatMapToDouble(step -> Arrays.stream(numbers(step)))
                            .toArray()),
                    parts.preferred().map(part -> list(choice(part))).orElse(null),
                    rated.map(part -> list(part.userLinks())).orElse(null),
                    rated.map(part -> list(part.itemLinks())).orElse(null));
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

        private static List<Float> list(float[] numbers) {
            List<Float> list = new ArrayList<>(numbers.length);
            for (float number : numbers) {
                list.add(number);
            }
            return list;
        }

        private static double[] choice(ModelParts.Preferred part) {
            return new double[] {
                part.rank(),
                part.penalty().alpha(),
                part.penalty().lambda(),
                part.penalty().nu(),
                part.typical(),
                part.blend().mean(),
                part.blend().spread(),
                part.blend().power()
            };
        }

        private static double[] numbers(Step step) {
            return new double[] {
                step.step(),
                step.rank(),
                step.value(),
                step.sigma().orElse(Double.NaN),
                step.seconds(),
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
                    new ModelParts(
                            rated(rest),
                            preferred(rest),
                            sparkSession().read().parquet(path + "/users"),
                            sparkSession().read().parquet(path + "/items"),
                            facts,
                            steps(array(rest.getList(9)))));
            metadata.getAndSetParams(model, Option.empty());
            return model;
        }

        private static Optional<ModelParts.Rated> rated(Row rest) {
            return rest.isNullAt(0)
                    ? Optional.empty()
                    : Optional.of(new ModelParts.Rated(
                            rest.getInt(0),
                            rest.getDouble(1),
                            rest.getDouble(2),
                            rest.getDouble(3),
                            rest.getDouble(4),
                            array(rest.getList(5)),
                            array(rest.getList(6)),
                            links(rest, USER_LINKS),
                            links(rest, ITEM_LINKS)));
        }

        private static float[] links(Row rest, int column) {
            if (rest.size() <= column || rest.isNullAt(column)) {
                return new float[0];
            }
            List<Float> list = rest.getList(column);
            float[] links = new float[list.size()];
            for (int k = 0; k < links.length; k++) {
                links[k] = list.get(k);
            }
            return links;
        }

        private static Optional<ModelParts.Preferred> preferred(Row rest) {
            if (rest.size() <= CHOICE || rest.isNullAt(CHOICE)) {
                return Optional.empty();
            }
            double[] choice = array(rest.getList(CHOICE));
            return Optional.of(new ModelParts.Preferred(
                    (int) choice[0],
                    new PreferenceModel.Penalty(choice[1], choice[2], choice[3]),
                    choice[4],
                    new Blend(choice[5], choice[6], choice[7])));
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
