package rung.bench.completion;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Matrix;

/**
 * CPU time on tables of rank 5 with noise, of which a third is missing and a hundredth of that is measured on, beside an iterative SVD that
 * is told the rank. {@code -Dsizes=20000x12,300000x12,1500x800,200000x50,50000x500,100000x1000} picks the sizes, by default the two small ones; the
 * largest needs a heap of 16 GB. Errors are in standard deviations of columns.
 */
final class SpeedSection implements CompletionBench.Section {
    private static final int RANK = 5;
    private static final double NOISE = 0.5;
    private static final double MISSING = 1.0 / 3;
    private static final double MEASURED = 0.01;

    /** The bytes that each cell takes while a table is made and completed. */
    private static final double BYTES = 160;

    /** Tables with more cells are left to the methods that can do them in minutes. */
    private static final long MANY = 50_000_000;

    private static final List<String> SIZES =
            List.of("20000x12", "300000x12", "1500x800", "200000x50", "50000x500", "100000x1000");
    private static final List<String> USUAL = List.of("20000x12", "1500x800");
    private static final List<String> METHODS =
            List.of("mean", "interpolation", "neighbors", "soft-impute", Methods.ITERATIVE_SVD, Methods.DEFAULT);
    private static final List<String> OF_LARGEST = List.of("mean", Methods.ITERATIVE_SVD, Methods.DEFAULT);

    @Override
    public void run(PrintStream out, BenchOptions options) {
        List<String> words = options.words("methods", METHODS, METHODS);
        for (String size : options.words("sizes", SIZES, USUAL)) {
            int rows = Integer.parseInt(size.substring(0, size.indexOf('x')));
            int columns = Integer.parseInt(size.substring(size.indexOf('x') + 1));
            double bytes = BYTES * rows * columns;
            if (bytes > Runtime.getRuntime().maxMemory()) {
                out.printf(
                        Locale.ROOT,
                        "%s needs a heap of about %.0f GB: skipped (-Xmx says how much java may take)%n",
                        size,
                        bytes / 1e9);
                continue;
            }
            boolean isLargest = (long) rows * columns > MANY;
            List<String> some = words.stream()
                    .filter(word -> !isLargest || OF_LARGEST.contains(word))
                    .toList();
            Results results = new Results(out, "speed", Methods.of(some, options.trials(), RANK));
            for (long seed : options.seeds(1)) {
                results.measure(size + ", seed " + seed, List.of(table(rows, columns, seed)));
            }
        }
    }

    static HiddenCells table(int rows, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int rank = Math.min(RANK, columns);
        double[] u = Matrix.gaussian(rows, rank, random).array();
        double[] v = Matrix.gaussian(columns, rank, random).array();
        Observations.Builder observed = Observations.builder(rows, columns);
        Observations.Builder hidden = Observations.builder(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double value = NOISE * random.nextGaussian();
                for (int k = 0; k < rank; k++) {
                    value += u[i * rank + k] * v[j * rank + k];
                }
                double draw = random.nextDouble();
                if (draw >= MISSING) {
                    observed.add(i, j, value);
                } else if (draw < MISSING * MEASURED) {
                    hidden.add(i, j, value);
                }
            }
        }
        return new HiddenCells(observed.build(), hidden.build(), HiddenCells.Unit.OF_COLUMNS, false);
    }
}
