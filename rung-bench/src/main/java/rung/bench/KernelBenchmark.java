package rung.bench;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
    private static final int RANK = 32;
    private static final int DENSE_ROWS = 2_000;
    private static final int REFIT_ITERATIONS = 3;

    /** The family of kernels. */
    @Param({"scalar", "vector"})
    public String family;

    private Kernels kernels;
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
            case "sampledProduct", "sparseTimesBlock" -> 2 * entries * RANK;
            case "sparseTimesVector", "sparseTransposedTimesVector" -> 2 * entries;
            case "normalEquations" -> ROW_ENTRIES * (square + 3 * RANK) + square * RANK / 3 + 2 * square;
            case "leastSquaresRefit" -> 4.0 * REFIT_ITERATIONS * ROW_ENTRIES * RANK;
            case "denseResidual" -> 2.0 * DENSE_ROWS * (RANK + 1);
            default -> throw new IllegalArgumentException("no such benchmark: " + benchmark);
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
}
