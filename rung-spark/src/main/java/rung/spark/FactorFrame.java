package rung.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import rung.engine.sampling.block.SampledSide;
import rung.linalg.Side;
import rung.spark.block.BlockRdd;
import rung.spark.block.KeptRdd;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingFrame;
import rung.spark.engine.PosteriorBlock;
import rung.spark.engine.preference.SpreadPair;
import scala.collection.mutable.ArraySeq;

/**
 * One side of a model as a frame: a row for each user, or item, with its number and id. For ratings it has features, bias, variances and
 * hints, see {@link rung.engine.sampling.biased.BiasedFactors.Lines}; for preferences tastes and a scale, see {@link
 * rung.preferences.PreferenceModel}. A user has the numbers of the items of training, ascending, and how often each was chosen, if that
 * counts.
 *
 * @param frame the frame
 * @param rows its rows, which the cluster keeps once they are computed
 */
record FactorFrame(Dataset<Row> frame, JavaRDD<Row> rows) {
    private static final DataType FLOATS = DataTypes.createArrayType(DataTypes.FloatType, false);

    /**
     * What predicts ratings, block by block.
     *
     * @param users the posteriors of the users
     * @param items those of the items
     */
    record Posteriors(JavaRDD<PosteriorBlock> users, JavaRDD<PosteriorBlock> items) {}

    /**
     * What a frame is made of.
     *
     * @param data who rated or chose what, and how often
     * @param rated what predicts ratings
     * @param preferred what knows preferences
     */
    record Source(RatingBlocks data, Optional<Posteriors> rated, Optional<SpreadPair> preferred) {}

    /** The columns of a side that has these parts. */
    static StructType schema(DataType idType, boolean isRated, boolean isPreferred) {
        return schema("id", idType, isRated, isPreferred);
    }

    private static StructType schema(String idColumn, DataType idType, boolean isRated, boolean isPreferred) {
        StructType lines = new StructType().add("number", DataTypes.IntegerType).add(idColumn, idType);
        StructType rated = isRated ? rated(lines) : lines;
        StructType all = isPreferred ? preferred(rated) : rated;
        return isPreferred ? withSeen(all).add("counts", FLOATS) : withSeen(all);
    }

    private static StructType rated(StructType columns) {
        return columns.add("features", FLOATS)
                .add("bias", DataTypes.FloatType)
                .add("variances", FLOATS)
                .add("hints", FLOATS);
    }

    private static StructType preferred(StructType columns) {
        return columns.add("tastes", FLOATS).add("scale", DataTypes.FloatType);
    }

    private static StructType withSeen(StructType columns) {
        return columns.add("seen", DataTypes.createArrayType(DataTypes.IntegerType, false));
    }

    /** Computes both sides in one job. The cluster keeps them, so that they need neither the blocks they were made of nor the frame of ratings. */
    static void compute(FactorFrame users, FactorFrame items) {
        users.rows.union(items.rows).count();
    }

    /** Makes the frame of a side, which is not computed yet. */
    static FactorFrame of(Source source, Side side, RatingFrame.Names names, StorageLevel level, int interval) {
        boolean isRated = source.rated.isPresent();
        boolean isPreferred = source.preferred.isPresent();
        boolean withCounts =
                source.preferred.filter(pair -> pair.entries().typical() > 0).isPresent();
        JavaRDD<LineBlock> lines = source.data.lines(side);
        int s = source.preferred.map(SpreadPair::rank).orElse(0);
        JavaRDD<Part> parts = BlockRdd.ofOne(
                in -> new Part(
                        in.one(0),
                        isRated ? in.one(1) : null,
                        s,
                        isPreferred ? in.one(2) : null,
                        isPreferred ? in.one(3) : null),
                lines,
                source.rated
                        .<JavaRDD<?>>map(of -> side == Side.LEFT ? of.users() : of.items())
                        .orElse(lines),
                source.preferred.<JavaRDD<?>>map(pair -> pair.rows(side)).orElse(lines),
                source.preferred
                        .<JavaRDD<?>>map(pair -> pair.entries().scales(side))
                        .orElse(lines));
        KeptRdd.showLineage(parts);
        StructType schema = schema(names.type(), isRated, isPreferred);
        Dataset<Row> named = names.named(names.session()
                .createDataFrame(
                        parts.flatMap(part -> part.rows(side == Side.LEFT, withCounts)),
                        schema("key", DataTypes.LongType, isRated, isPreferred)));
        return kept(
                named.select(Arrays.stream(schema.fieldNames()).map(named::col).toArray(Column[]::new)),
                schema,
                level,
                interval);
    }

    private static FactorFrame kept(Dataset<Row> frame, StructType schema, StorageLevel level, int interval) {
        boolean isLocal = frame.sparkSession().sparkContext().isLocal();
        JavaRDD<Row> rows = frame.toJavaRDD().persist(isLocal ? KeptRdd.onDisk(level) : level);
        if (interval > 0
                && frame.sparkSession().sparkContext().getCheckpointDir().isDefined()) {
            rows.checkpoint();
        }
        return new FactorFrame(frame.sparkSession().createDataFrame(rows, schema), rows);
    }

    /**
     * One block of a side.
     *
     * @param posterior what predicts ratings; null if nothing does
     * @param rank the rank of the preferences
     * @param tastes the factors of the preferences; null if there are none
     * @param scales the scales of the lines; null if there are none
     */
    private record Part(LineBlock block, PosteriorBlock posterior, int rank, float[] tastes, float[] scales)
            implements Serializable {
        /* One row at a time: all rows of a block take many times what the block does. */
        Iterator<Row> rows(boolean withSeen, boolean withCounts) {
            return IntStream.range(0, block.lines())
                    .mapToObj(line -> row(line, withSeen, withCounts))
                    .iterator();
        }

        private Row row(int line, boolean withSeen, boolean withCounts) {
            List<Object> row = new ArrayList<>(List.of(block.first() + line, block.ids()[line]));
            if (posterior != null) {
                int r = posterior.r();
                int at = line * SampledSide.width(r);
                row.add(floats(posterior.means(), at, r));
                row.add(posterior.means()[at + r]);
                row.add(floats(posterior.variances(), at, r));
                row.add(floats(posterior.hints(), at, posterior.hints().length == 0 ? 0 : r + 1));
            }
            if (tastes != null) {
                row.add(floats(tastes, line * rank, rank));
                row.add(scales[line]);
            }
            row.add(withSeen ? seen(block, line) : null);
            if (tastes != null) {
                int from = block.entries().start()[line];
                row.add(
                        withSeen && withCounts
                                ? floats(
                                        block.entries().values(),
                                        from,
                                        block.entries().size(line))
                                : null);
            }
            return RowFactory.create(row.toArray());
        }
    }

    static ArraySeq<?> floats(float[] from, int at, int count) {
        return new ArraySeq.ofFloat(count == 0 ? new float[0] : Arrays.copyOfRange(from, at, at + count));
    }

    private static ArraySeq<?> seen(LineBlock block, int line) {
        int from = block.entries().start()[line];
        int[] seen = new int[block.entries().start()[line + 1] - from];
        for (int k = 0; k < seen.length; k++) {
            seen[k] = block.numbers()[block.entries().index()[from + k]];
        }
        return new ArraySeq.ofInt(seen);
    }
}
