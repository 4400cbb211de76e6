package rung.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
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
 */
record FactorFrame(Dataset<Row> frame) {
    private static final List<String> PREFERRED = List.of("number", "id", "tastes", "scale", "seen", "counts");

    private static final DataType FLOATS = DataTypes.createArrayType(DataTypes.FloatType, false);

    static StructType schema(String idColumn, DataType idType) {
        return withSeen(rated(lines(idColumn, idType)));
    }

    /** The columns of a side that has these parts. */
    static StructType schema(DataType idType, boolean isRated, boolean isPreferred) {
        StructType lines = lines("id", idType);
        StructType rated = isRated ? rated(lines) : lines;
        StructType all = isPreferred ? preferred(rated) : rated;
        return isPreferred ? withSeen(all).add("counts", FLOATS) : withSeen(all);
    }

    private static StructType lines(String idColumn, DataType idType) {
        return new StructType().add("number", DataTypes.IntegerType).add(idColumn, idType);
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

    /** Makes the frame and has the cluster keep it, so that it needs neither the blocks it was made of nor the frame of ratings. */
    static FactorFrame of(
            JavaRDD<PosteriorBlock> posteriors,
            boolean withSeen,
            RatingFrame.Names names,
            StorageLevel level,
            int interval) {
        KeptRdd.showLineage(posteriors);
        Dataset<Row> keyed = names.session()
                .createDataFrame(posteriors.flatMap(part -> rows(part, withSeen)), schema("key", DataTypes.LongType));
        return kept(
                names.named(keyed).select("number", "id", "features", "bias", "variances", "hints", "seen"),
                schema("id", names.type()),
                level,
                interval);
    }

    /**
     * Makes the frame of one side of preferences.
     *
     * @param counts who chose what, and how often
     */
    static FactorFrame of(
            SpreadPair pair,
            Side side,
            RatingBlocks counts,
            RatingFrame.Names names,
            StorageLevel level,
            int interval) {
        int r = pair.rank();
        boolean withSeen = side == Side.LEFT;
        boolean withCounts = withSeen && pair.entries().typical() > 0;
        JavaRDD<List<Row>> blocks = BlockRdd.ofOne(
                in -> rows(in.one(0), in.one(1), in.one(2), r, withSeen, withCounts),
                counts.lines(side),
                pair.entries().scales(side),
                pair.rows(side));
        KeptRdd.showLineage(blocks);
        JavaRDD<Row> rows = blocks.flatMap(List::iterator);
        StructType keyed = withSeen(preferred(lines("key", DataTypes.LongType))).add("counts", FLOATS);
        Dataset<Row> named = names.named(names.session().createDataFrame(rows, keyed));
        return kept(
                named.select(PREFERRED.stream().map(named::col).toArray(Column[]::new)),
                schema(names.type(), false, true),
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
        rows.count();
        return new FactorFrame(frame.sparkSession().createDataFrame(rows, schema));
    }

    private static List<Row> rows(
            LineBlock block, float[] scales, float[] tastes, int r, boolean withSeen, boolean withCounts) {
        List<Row> rows = new ArrayList<>(block.lines());
        for (int line = 0; line < block.lines(); line++) {
            int from = block.entries().start()[line];
            rows.add(RowFactory.create(
                    block.first() + line,
                    block.ids()[line],
                    floats(tastes, line * r, r),
                    scales[line],
                    withSeen ? seen(block, line) : null,
                    withCounts
                            ? floats(
                                    block.entries().values(),
                                    from,
                                    block.entries().size(line))
                            : null));
        }
        return rows;
    }

    /* One row at a time: all rows of a block take many times what the block does. */
    private static Iterator<Row> rows(PosteriorBlock part, boolean withSeen) {
        return IntStream.range(0, part.block().lines())
                .mapToObj(line -> row(part, line, withSeen))
                .iterator();
    }

    private static Row row(PosteriorBlock part, int line, boolean withSeen) {
        LineBlock block = part.block();
        int at = line * SampledSide.width(part.r());
        return RowFactory.create(
                block.first() + line,
                block.ids()[line],
                floats(part.means(), at, part.r()),
                part.means()[at + part.r()],
                floats(part.variances(), at, part.r()),
                floats(part.hints(), at, part.hints().length == 0 ? 0 : part.r() + 1),
                withSeen ? seen(block, line) : null);
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
