package rung.bench;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/**
 * The work that a solver does with the kernels, by either family: a million entries in 10,000 rows and 20,000 columns
 * at rank 32, and what one row of 100 entries needs. {@link KernelRatios} runs all of it and prints one table.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
public class KernelBenchmark {
    private static final int ROWS = 10_000;
    private static final int COLUMNS = 20_000;
    private static final int ROW_ENTRIES = 100;
    static final int RANK = 32;
    private static final int DENSE_ROWS = 2_000;
    private static final int REFIT_ITERATIONS = 3;
    private static final int PEAK_FLOPS = 32_000_000;
    private static final int COPIED = 1 << 24;

    /** The family of kernels. */
    @Param({"scalar", "vector"})
    public String family;

    private Kernels kernels;
    private FloatKernels single;
    private IntToDoubleFunction vectorPeak;
    private float[] copySource;
    private float[] copyTarget;
    private float[] singleU;
    private float[] singleV;
    private float[] singleValues;
    private float[] singleOut;
    private float[] singleBlock;
    private float[] singleRow;
    private float[] singleGram;
    private float[] singleSolution;
    private double[] u;
    private double[] v;
    private double[] values;
    private double[] out;
    private int[] columns;
    private int[] columnStarts;
    private int[] rowsByColumn;
    private double[] x;
    private double[] y;
    private double[] block;
    private double[] gathered;
    private double[] gram;
    private double[] solution;
    private double[] residual;
    private double[] observed;
    private double[] dense;
    private double[] denseObserved;
    private double[] denseResidual;

    /** The floating-point operations of one call of a benchmark: a multiplication and an addition count two. */
    static double flops(String benchmark) {
        double entries = (double) ROWS * ROW_ENTRIES;
        double square = (double) RANK * RANK;
        return switch (benchmark) {
            case "sampledProduct", "sparseTimesBlock", "singleSampledProduct", "singleSparseTimesBlock" ->
                2 * entries * RANK;
            case "sparseTimesVector", "sparseTransposedTimesVector" -> 2 * entries;
            case "singleRefits" -> ROWS * (ROW_ENTRIES * (square + 3 * RANK) + square * RANK / 3 + 2 * square);
            case "singleInverseDiagonal" -> square * RANK / 3;
            case "normalEquations" -> ROW_ENTRIES * (square + 3 * RANK) + square * RANK / 3 + 2 * square;
            case "leastSquaresRefit" -> 4.0 * REFIT_ITERATIONS * ROW_ENTRIES * RANK;
            case "denseResidual" -> 2.0 * DENSE_ROWS * (RANK + 1);
            case "peak" -> PEAK_FLOPS;
            case "copy" -> 0;
            default -> throw new IllegalArgumentException("no such benchmark: " + benchmark);
        };
    }

    /** The bytes that one call of a sparse pass, or the copy, reads and writes; 0 where operations are what counts. */
    static double bytes(String benchmark) {
        double entries = (double) ROWS * ROW_ENTRIES;
        return switch (benchmark) {
            case "copy" -> 2.0 * Float.BYTES * COPIED;
            case "sparseTimesVector", "sparseTransposedTimesVector" -> entries * (2 * Double.BYTES + Integer.BYTES);
            case "sparseTimesBlock" -> entries * ((RANK + 1) * Double.BYTES + Integer.BYTES);
            case "singleSparseTimesBlock" -> entries * ((RANK + 1) * Float.BYTES + Integer.BYTES);
            default -> 0;
        };
    }

    /** Fills everything from one seed. */
    @Setup
    public void fill() {
        kernels = KernelChoice.choose(family);
        Random random = new Random(1);
        int entries = ROWS * ROW_ENTRIES;
        u = random.doubles((long) ROWS * RANK).toArray();
        v = random.doubles((long) COLUMNS * RANK).toArray();
        values = random.doubles(entries).toArray();
        out = new double[entries];
        columns = random.ints(entries, 0, COLUMNS).toArray();
        for (int i = 0; i < ROWS; i++) {
            Arrays.sort(columns, i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES);
        }
        byColumn();
        x = random.doubles(COLUMNS).toArray();
        y = new double[COLUMNS];
        block = new double[ROWS * RANK];
        gathered = random.doubles(ROW_ENTRIES * RANK).toArray();
        gram = new double[RANK * RANK];
        solution = new double[RANK];
        residual = new double[ROW_ENTRIES];
        observed = random.doubles(ROW_ENTRIES).toArray();
        dense = random.doubles(DENSE_ROWS * RANK).toArray();
        denseObserved = random.doubles(DENSE_ROWS).toArray();
        denseResidual = new double[DENSE_ROWS];
        fillSingle(random);
    }

    private void fillSingle(Random random) {
        single = KernelChoice.chooseSingle(family);
        singleU = floats(u);
        singleV = floats(v);
        singleValues = floats(values);
        singleOut = new float[out.length];
        singleBlock = new float[block.length];
        singleRow = new float[ROW_ENTRIES * RANK];
        singleGram = new float[RANK * RANK];
        singleSolution = new float[RANK];
        copySource = new float[COPIED];
        copyTarget = new float[COPIED];
        Arrays.fill(copySource, random.nextFloat());
        vectorPeak = loadPeak();
    }

    /** {@code VectorPeak}, which is compiled apart from the other classes. */
    static IntToDoubleFunction loadPeak() {
        try {
            return (IntToDoubleFunction) Class.forName("rung.bench.VectorPeak")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static float[] floats(double[] from) {
        float[] to = new float[from.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = (float) from[i];
        }
        return to;
    }

    private void byColumn() {
        columnStarts = new int[COLUMNS + 1];
        for (int column : columns) {
            columnStarts[column + 1]++;
        }
        Arrays.parallelPrefix(columnStarts, Integer::sum);
        int[] next = columnStarts.clone();
        rowsByColumn = new int[columns.length];
        for (int k = 0; k < columns.length; k++) {
            rowsByColumn[next[columns[k]]++] = k / ROW_ENTRIES;
        }
    }

    /** The product UVᵀ at every entry. */
    @Benchmark
    public double[] sampledProduct() {
        for (int i = 0; i < ROWS; i++) {
            kernels.sampledProduct(u, i * RANK, v, RANK, columns, i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES, out);
        }
        return out;
    }

    /** A·x by rows. */
    @Benchmark
    public double[] sparseTimesVector() {
        for (int i = 0; i < ROWS; i++) {
            y[i] = kernels.sparseDot(values, columns, i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES, x);
        }
        return y;
    }

    /** Aᵀ·x by columns, from the other order of the same entries. */
    @Benchmark
    public double[] sparseTransposedTimesVector() {
        for (int j = 0; j < COLUMNS; j++) {
            y[j] = kernels.sparseDot(values, rowsByColumn, columnStarts[j], columnStarts[j + 1], x);
        }
        return y;
    }

    /** A·V for the 32 columns of V at once. */
    @Benchmark
    public double[] sparseTimesBlock() {
        for (int i = 0; i < ROWS; i++) {
            kernels.sparseTimesBlock(values, columns, i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES, v, RANK, block, i * RANK);
        }
        return block;
    }

    /** One row's factor by normal equations: VᵀV, Vᵀa, Cholesky, two triangular solves. */
    @Benchmark
    public double[] normalEquations() {
        kernels.gram(gathered, ROW_ENTRIES, RANK, null, gram);
        kernels.multiplyTransposed(gathered, ROW_ENTRIES, RANK, observed, solution);
        if (!kernels.cholesky(gram, RANK, RANK, 1e-12)) {
            throw new AssertionError("random rows should be independent");
        }
        kernels.choleskySolve(gram, RANK, RANK, solution);
        return solution;
    }

    /** The products of a few LSQR iterations on one row's gathered block. */
    @Benchmark
    public double[] leastSquaresRefit() {
        Arrays.fill(solution, 1);
        for (int iteration = 0; iteration < REFIT_ITERATIONS; iteration++) {
            kernels.multiply(gathered, ROW_ENTRIES, RANK, solution, 0, residual);
            kernels.multiplyTransposed(gathered, ROW_ENTRIES, RANK, residual, solution);
        }
        return solution;
    }

    /** V·u − a for a dense column a. */
    @Benchmark
    public double[] denseResidual() {
        kernels.multiply(dense, DENSE_ROWS, RANK, u, 0, denseResidual);
        kernels.axpy(-1, denseObserved, 0, denseResidual, 0, DENSE_ROWS);
        return denseResidual;
    }

    /** {@link #sampledProduct()} in single precision. */
    @Benchmark
    public float[] singleSampledProduct() {
        for (int i = 0; i < ROWS; i++) {
            int from = i * ROW_ENTRIES;
            single.sampledProduct(singleU, i * RANK, singleV, RANK, columns, from, from + ROW_ENTRIES, singleOut);
        }
        return singleOut;
    }

    /** {@link #sparseTimesBlock()} in single precision. */
    @Benchmark
    public float[] singleSparseTimesBlock() {
        for (int i = 0; i < ROWS; i++) {
            int from = i * ROW_ENTRIES;
            int to = from + ROW_ENTRIES;
            single.sparseTimesBlock(singleValues, columns, from, to, singleV, RANK, singleBlock, i * RANK);
        }
        return singleBlock;
    }

    /** Every row's factor by normal equations with a ridge, in single precision. */
    @Benchmark
    public float[] singleRefits() {
        for (int i = 0; i < ROWS; i++) {
            refit(i * ROW_ENTRIES, (i + 1) * ROW_ENTRIES);
            System.arraycopy(singleSolution, 0, singleBlock, i * RANK, RANK);
        }
        return singleBlock;
    }

    private void refit(int from, int to) {
        single.gather(singleV, RANK, columns, from, to, singleRow);
        single.gram(singleRow, ROW_ENTRIES, RANK, RANK, false, singleGram);
        single.sparseTimesBlock(singleValues, columns, from, to, singleV, RANK, singleSolution, 0);
        for (int j = 0; j < RANK; j++) {
            singleGram[j * RANK + j] += 1;
        }
        if (!single.cholesky(singleGram, RANK, RANK, 1e-6f)) {
            throw new AssertionError("a ridge should make it positive definite");
        }
        single.forwardSolve(singleGram, RANK, RANK, singleSolution);
        single.backSolve(singleGram, RANK, RANK, singleSolution);
    }

    /** What to compare operations with: the same for both families. */
    @Benchmark
    public double peak() {
        return vectorPeak.applyAsDouble(PEAK_FLOPS);
    }

    /** What to compare bytes with: an array too long for any cache, copied. */
    @Benchmark
    public float[] copy() {
        System.arraycopy(copySource, 0, copyTarget, 0, COPIED);
        return copyTarget;
    }
}
