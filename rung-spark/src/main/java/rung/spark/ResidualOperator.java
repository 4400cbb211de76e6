package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;

/**
 * The residuals G, spread over the users' blocks, as an operator on the driver's vectors.
 *
 * <p>One pass over the blocks gives both w = G·x and Gᵀ·w. A search for the top pair then asks for Gᵀ·y where y is w made
 * orthogonal to the y before, so that Gᵀ·y is a combination of what is known already, and costs no job.
 */
final class ResidualOperator implements LinearOperator {
    /** Beyond so many numbers the sums over the blocks are not left to the driver. */
    static final long MOST_ON_DRIVER = 1 << 22;

    /** Of a vector, what may lie outside of the span of those before: rounding. */
    private static final double ROUNDING = 1e-9;

    private final RatingBlocks data;
    private final JavaRDD<float[]> residuals;
    private final boolean isLarge;
    private final List<double[]> ys = new ArrayList<>();
    private final List<double[]> products = new ArrayList<>(); // Gᵀ·y of each
    private double[] w;
    private double[] gw;

    ResidualOperator(RatingBlocks data, JavaRDD<float[]> residuals) {
        this(data, residuals, (long) data.columns() * data.users().getNumPartitions() > MOST_ON_DRIVER);
    }

    ResidualOperator(RatingBlocks data, JavaRDD<float[]> residuals, boolean isLarge) {
        this.data = data;
        this.residuals = residuals;
        this.isLarge = isLarge;
    }

    @Override
    public int rows() {
        return data.rows();
    }

    @Override
    public int columns() {
        return data.columns();
    }

    /** G·x of a block, and its part of Gᵀ·G·x, at the positions of its inbox. */
    @DefaultSerializer(JavaSerializer.class)
    private record Part(int first, double[] w, int[] numbers, double[] gw) implements Serializable {}

    @Override
    public Matrix multiply(Matrix x) {
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(data.users().context());
        Shared<float[]> in = Shared.of(floats(x.array()), columns(), context);
        JavaRDD<Part> parts = BlockRdd.ofOne(
                blocks -> {
                    LineBlock block = blocks.one(0);
                    float[] residual = blocks.one(1);
                    double[] y = new double[block.lines()];
                    double[] sums = new double[block.needed()];
                    block.entries().multiply(residual, gathered(in.value(), block.numbers()), 0, block.lines(), y);
                    block.entries().addTransposed(residual, y, 0, block.lines(), sums);
                    return new Part(block.first(), y, block.numbers(), sums);
                },
                data.users(),
                residuals);
        w = new double[rows()];
        gw = new double[columns()];
        if (isLarge) {
            sumOnExecutors(parts);
        } else {
            sumHere(BlockRdd.collect(parts));
        }
        in.release();
        return new Matrix(rows(), 1, w.clone());
    }

    private void sumHere(List<Part> parts) {
        for (Part part : parts) {
            System.arraycopy(part.w, 0, w, part.first, part.w.length);
            for (int k = 0; k < part.numbers.length; k++) {
                gw[part.numbers[k]] += part.gw[k];
            }
        }
    }

    private void sumOnExecutors(JavaRDD<Part> computed) {
        JavaRDD<Part> parts = computed.persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<double[]> own = BlockRdd.ofOne(in -> in.<Part>one(0).gw, parts);
        JavaRDD<double[]> sums = Exchange.sumBack(data.users(), own, data.items());
        List<SpreadFactors.Placed> columns = BlockRdd.collect(
                in -> new SpreadFactors.Placed(in.<LineBlock>one(0).first(), in.one(1)), data.items(), sums);
        List<SpreadFactors.Placed> rows = BlockRdd.collect(
                in -> {
                    Part part = in.one(0);
                    return new SpreadFactors.Placed(part.first, part.w);
                },
                parts);
        parts.unpersist(false);
        w = SpreadFactors.Placed.together(rows, rows());
        gw = SpreadFactors.Placed.together(columns, columns());
    }

    @Override
    public Matrix multiplyTransposed(Matrix y) {
        double[] of = y.array();
        double[] rest = w.clone();
        double[] product = gw.clone();
        for (int k = 0; k < ys.size(); k++) {
            double c = dot(ys.get(k), rest);
            add(-c, ys.get(k), rest);
            add(-c, products.get(k), product);
        }
        double scale = dot(of, rest);
        double before = Math.sqrt(dot(w, w));
        add(-scale, of, rest);
        if (Math.sqrt(dot(rest, rest)) > ROUNDING * before) {
            throw new IllegalStateException("the vector must be the last product, made orthogonal to those before");
        }
        for (int k = 0; k < product.length; k++) {
            product[k] = scale == 0 ? 0 : product[k] / scale;
        }
        ys.add(of.clone());
        products.add(product);
        return new Matrix(columns(), 1, product.clone());
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int k = 0; k < x.length; k++) {
            sum += x[k] * y[k];
        }
        return sum;
    }

    private static void add(double s, double[] x, double[] y) {
        for (int k = 0; k < x.length; k++) {
            y[k] += s * x[k];
        }
    }

    static float[] floats(double[] x) {
        float[] out = new float[x.length];
        for (int k = 0; k < x.length; k++) {
            out[k] = (float) x[k];
        }
        return out;
    }

    static float[] gathered(float[] x, int[] index) {
        float[] out = new float[index.length];
        for (int k = 0; k < index.length; k++) {
            out[k] = x[index[k]];
        }
        return out;
    }
}
