package rung.bench.completion;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Matrix;

/**
 * Tables of 80×40 and rank 3 with little noise, half of them observed, of which 0 to 10 % are off by N(0, 30²), where the others are
 * near 2. Errors are those on the cells that are not observed, without noise, in standard deviations of these. Seeds 0 to 4 unless others are
 * asked for.
 */
final class ErrorsSection implements CompletionBench.Section {
    private static final int TABLES = 5;
    private static final int ROWS = 80;
    private static final int COLUMNS = 40;
    private static final int RANK = 3;
    private static final double NOISE = 0.1;
    private static final double GROSS = 30;
    private static final double[] FRACTIONS = {0, 0.01, 0.02, 0.05, 0.1};

    @Override
    public void run(PrintStream out, BenchOptions options) {
        List<String> words = options.words("methods", Methods.USUAL, Methods.USUAL);
        Results results = new Results(out, "gross errors, relative error", Methods.of(words, options.trials(), 1));
        double clean = Double.NaN;
        for (double fraction : FRACTIONS) {
            List<HiddenCells> tables = new ArrayList<>();
            for (long seed : options.seeds(TABLES)) {
                tables.add(table(fraction, seed));
            }
            double before = clean;
            Results.Row row = results.measure(
                    String.format("%.0f %% gross errors", 100 * fraction),
                    tables,
                    found -> Double.isNaN(before)
                            ? ""
                            : "  default " + Results.number("%.2f", found.error() / before) + " of clean");
            clean = Double.isNaN(clean) ? row.error() : clean;
        }
    }

    /** The same table and the same holes for all fractions of gross errors, which grow by further cells. */
    static HiddenCells table(double fraction, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Matrix.gaussian(ROWS, RANK, random).multiplyByTransposed(Matrix.gaussian(COLUMNS, RANK, random));
        double deviation = truth.norm() / Math.sqrt(ROWS * COLUMNS);
        Observations.Builder observed = Observations.builder(ROWS, COLUMNS);
        Observations.Builder hidden = Observations.builder(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                double value = truth.get(i, j) / deviation;
                double noise = NOISE * random.nextGaussian();
                double gross = GROSS / deviation * random.nextGaussian();
                boolean isGross = random.nextDouble() < fraction;
                if (random.nextDouble() < 0.5) {
                    observed.add(i, j, value + noise + (isGross ? gross : 0));
                } else {
                    hidden.add(i, j, value);
                }
            }
        }
        return new HiddenCells(observed.build(), hidden.build(), HiddenCells.Unit.OF_TABLE, false);
    }
}
