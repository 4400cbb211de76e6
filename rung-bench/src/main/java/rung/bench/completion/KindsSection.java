package rung.bench.completion;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Matrix;

/**
 * Tables of 400×30 whose columns are of a kind, drawn around a matrix of rank 3, with 30 % hidden: two values by a logistic model, counts
 * by Poisson's, positive and skewed values whose logarithm is normal, and all of these side by side. Errors are in standard deviations of
 * columns; the least that can be expected is that of one who knows the matrix. Seeds 0 to 2 unless others are asked for.
 */
final class KindsSection implements CompletionBench.Section {
    private static final int TABLES = 3;
    private static final int ROWS = 400;
    private static final int COLUMNS = 30;
    private static final int RANK = 3;
    private static final double HIDDEN = 0.3;

    /** The standard deviation of the noise of a logarithm. */
    private static final double NOISE = 0.3;

    /** A kind of values, drawn around entries of a matrix with deviation one. */
    enum Kind {
        /** 1 with probability 1/(1 + exp(−2a)), else 0. */
        TWO_VALUED {
            @Override
            double mean(double a) {
                return 1 / (1 + Math.exp(-2 * a));
            }

            @Override
            double draw(double a, SplittableRandom random) {
                return random.nextDouble() < mean(a) ? 1 : 0;
            }
        },
        /** Counts with mean exp(1 + 0.7·a). */
        COUNTS {
            @Override
            double mean(double a) {
                return Math.exp(1 + 0.7 * a);
            }

            @Override
            double draw(double a, SplittableRandom random) {
                double left = mean(a); // the arrivals of a process of rate one within this time
                int count = -1;
                while (left >= 0) {
                    left += Math.log(1 - random.nextDouble());
                    count++;
                }
                return count;
            }
        },
        /** exp(a + noise). */
        LOG_NORMAL {
            @Override
            double mean(double a) {
                return Math.exp(a + NOISE * NOISE / 2);
            }

            @Override
            double draw(double a, SplittableRandom random) {
                return Math.exp(a + NOISE * random.nextGaussian());
            }
        };

        /** The expected value, given the entry of the matrix. */
        abstract double mean(double a);

        abstract double draw(double a, SplittableRandom random);

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A table, and what one would fill in who knows the matrix.
     *
     * @param expected the expected value of each hidden cell, in row order
     */
    record Drawn(HiddenCells table, double[] expected) {
        double least() {
            return table.error(expected);
        }
    }

    @Override
    public void run(PrintStream out, BenchOptions options) {
        List<String> words = options.words("methods", Methods.USUAL, Methods.USUAL);
        Results results = new Results(out, "kinds of columns", Methods.of(words, options.trials(), 1));
        for (Kind kind : Kind.values()) {
            measure(results, kind.words(), List.of(kind), options);
        }
        measure(results, "all, side by side", List.of(Kind.values()), options);
    }

    private static void measure(Results results, String name, List<Kind> kinds, BenchOptions options) {
        List<HiddenCells> tables = new ArrayList<>();
        double least = 0;
        for (long seed : options.seeds(TABLES)) {
            Drawn drawn = table(kinds, seed);
            tables.add(drawn.table);
            least += drawn.least();
        }
        double mean = least / tables.size();
        results.measure(name, tables, row -> "  least " + Results.number("%.4f", mean));
    }

    static Drawn table(List<Kind> kinds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] scale = new double[RANK];
        Arrays.fill(scale, 1 / Math.sqrt(RANK));
        Matrix truth = Matrix.gaussian(ROWS, RANK, random)
                .scaledColumns(scale)
                .multiplyByTransposed(Matrix.gaussian(COLUMNS, RANK, random));
        Matrix drawn = new Matrix(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                drawn.set(i, j, kinds.get(j % kinds.size()).draw(truth.get(i, j), random));
            }
        }
        HiddenCells table = HiddenCells.scattered(drawn, HIDDEN, HiddenCells.Unit.OF_COLUMNS, random);
        Observations hidden = table.hidden();
        double[] expected = new double[hidden.count()];
        int[] next = new int[1];
        hidden.forEach((i, j, value, weight) ->
                expected[next[0]++] = kinds.get(j % kinds.size()).mean(truth.get(i, j)));
        return new Drawn(table, expected);
    }
}
