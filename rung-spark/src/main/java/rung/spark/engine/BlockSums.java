package rung.spark.engine;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import rung.engine.sampling.block.FloatBlock;
import rung.spark.block.LineBlock;

/**
 * Sums over the lines of a block B of numbers, from which the driver knows the length of each combination of its columns.
 *
 * @param n the number of columns
 * @param products BᵀB, row by row
 * @param scaled BᵀD²B, where D has the scales of the lines
 * @param traits Σ d·b·tᵀ over the lines, where t are a line's traits, row by row; empty if there are none
 */
@DefaultSerializer(JavaSerializer.class)
record BlockSums(int n, double[] products, double[] scaled, double[] traits) implements Serializable {
    /** The sums over the lines of one block. */
    static BlockSums of(LineBlock lines, float[] rows, int n, ColumnScale scale, float[] traits) {
        FloatBlock numbers = new FloatBlock(lines.lines(), n, rows);
        FloatBlock scaled = new FloatBlock(lines.lines(), n, scale.times(lines, rows, n));
        return new BlockSums(
                n,
                numbers.products(rows, n, n, 0, lines.lines()),
                scaled.products(scaled.values(), n, n, 0, lines.lines()),
                traits.length == 0
                        ? new double[0]
                        : SpreadNumbers.products(traits, traits.length / lines.lines(), scaled.values(), n, n));
    }

    /** Adds up the sums of all blocks, in their order. */
    static BlockSums total(List<BlockSums> parts) {
        BlockSums first = parts.get(0);
        double[][] sums = {
            new double[first.products.length], new double[first.scaled.length], new double[width(parts) * first.n]
        };
        for (BlockSums part : parts) {
            add(sums[0], part.products);
            add(sums[1], part.scaled);
            add(sums[2], part.traits);
        }
        return new BlockSums(first.n, sums[0], sums[1], sums[2]);
    }

    /* The number of traits: blocks without lines do not know it. */
    private static int width(List<BlockSums> parts) {
        return parts.stream()
                .mapToInt(part -> part.traits.length / part.n)
                .max()
                .orElse(0);
    }

    private static void add(double[] sums, double[] part) {
        for (int k = 0; k < part.length; k++) {
            sums[k] += part[k];
        }
    }

    /** The sums of B·Mᵀ. */
    BlockSums times(float[] m) {
        return new BlockSums(n, turned(products, m), turned(scaled, m), rowsTurned(traits, m));
    }

    /* M·S·Mᵀ. */
    private double[] turned(double[] s, float[] m) {
        double[] half = rowsTurned(s, m); // M·S
        double[] out = new double[s.length];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                for (int k = 0; k < n; k++) {
                    out[a * n + b] += half[a * n + k] * m[b * n + k];
                }
            }
        }
        return out;
    }

    private double[] rowsTurned(double[] s, float[] m) {
        int width = s.length / n;
        double[] out = new double[s.length];
        for (int a = 0; a < n; a++) {
            for (int k = 0; k < n; k++) {
                for (int t = 0; t < width; t++) {
                    out[a * width + t] += m[a * n + k] * s[k * width + t];
                }
            }
        }
        return out;
    }

    /** ‖D·B·x‖². */
    double squares(float[] x) {
        double sum = 0;
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                sum += (double) x[a] * x[b] * scaled[a * n + b];
            }
        }
        return sum;
    }

    /** Σ over the lines of each trait times the element of D·B·x. */
    double[] traits(float[] x) {
        double[] out = new double[traits.length / n];
        Arrays.setAll(out, t -> {
            double sum = 0;
            for (int a = 0; a < n; a++) {
                sum += x[a] * traits[a * out.length + t];
            }
            return sum;
        });
        return out;
    }
}
