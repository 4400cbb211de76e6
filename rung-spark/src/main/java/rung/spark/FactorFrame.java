package rung.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import rung.engine.sampling.block.SampledSide;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingFrame;
import rung.spark.engine.Generation;
import rung.spark.engine.PosteriorBlock;
import scala.collection.mutable.ArraySeq;

/**
 * One side of a model as a frame: a row for each user, or item, with its number, id, features, bias, variances and hints,
 * see {@link rung.engine.sampling.biased.BiasedFactors.Lines}, and the numbers of the items that a user rated.
 */
record FactorFrame(Dataset<Row> frame) {
    static StructType schema(String idColumn, DataType idType) {
        return new StructType()
                .add("number", DataTypes.IntegerType)
                .add(idColumn, idType)
                .add("features", DataTypes.createArrayType(DataTypes.FloatType, false))
                .add("bias", DataTypes.FloatType)
                .add("variances", DataTypes.createArrayType(DataTypes.FloatType, false))
                .add("hints", DataTypes.createArrayType(DataTypes.FloatType, false))
                .add("seen", DataTypes.createArrayType(DataTypes.IntegerType, false));
    }

    /** Makes the frame and has the cluster keep it, so that it needs neither the blocks it was made of nor the frame of ratings. */
    static FactorFrame of(
            JavaRDD<PosteriorBlock> settled,
            boolean withSeen,
            RatingFrame.Names names,
            StorageLevel level,
            int interval) {
        SparkSession session = names.session();
        Dataset<Row> keyed = session.createDataFrame(
                settled.flatMap(part -> rows(part, withSeen)), schema("key", DataTypes.LongType));
        JavaRDD<Row> rows = names.named(keyed)
                .select("number", "id", "features", "bias", "variances", "hints", "seen")
                .toJavaRDD();
        if (interval > 0) {
            Generation.cutLineage(rows, level);
        } else {
            rows.persist(level);
        }
        rows.count();
        return new FactorFrame(session.createDataFrame(rows, schema("id", names.type())));
    }

    private static Iterator<Row> rows(PosteriorBlock part, boolean withSeen) {
        LineBlock block = part.block();
        int w = SampledSide.width(part.r());
        List<Row> rows = new ArrayList<>(block.lines());
        for (int line = 0; line < block.lines(); line++) {
            rows.add(RowFactory.create(
                    block.first() + line,
                    block.ids()[line],
                    floats(part.means(), line * w, part.r()),
                    part.means()[line * w + part.r()],
                    floats(part.variances(), line * w, part.r()),
                    floats(part.hints(), line * w, part.hints().length == 0 ? 0 : part.r() + 1),
                    withSeen ? seen(block, line) : null));
        }
        return rows.iterator();
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
