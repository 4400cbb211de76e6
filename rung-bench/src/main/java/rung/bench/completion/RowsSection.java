package rung.bench.completion;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.linalg.Matrix;

/**
 * Tables of 300×20 and rank 3 around a level, with little noise, 70 % observed but for a fifth of the rows, which have 0 to 3 values.
 * Errors are those on the other cells of these rows, in standard deviations of columns. Seeds 0 to 4 unless others are asked for.
 */
final class RowsSection implements CompletionBench.Section {
    private static final int TABLES = 5;
    private static final int ROWS = 300;
    private static final int COLUMNS = 20;
    private static final int RANK = 3;
    private static final double NOISE = 0.2;
    private static final double OBSERVED = 0.7;
    private static final int EVERY = 5;
    private static final int[] LEVELS = {0, 10, 1_000};
    private static final int MOST = 3;

    @Override
    public void run(PrintStream out, BenchOptions options) {
        List<String> words = options.words("methods", Methods.USUAL, Methods.USUAL);
        Results results = new Results(out, "rows with few values", Methods.of(words, options.trials(), 1));
        for (int level : LEVELS) {
            for (int values = 0; values <= MOST; values++) {
                List<HiddenCells> tables = new ArrayList<>();
                for (long seed : options.seeds(TABLES)) {
                    tables.add(table(level, values, seed));
                }
                results.measure("level " + level + ", " + values + " values", tables);
            }
        }
    }

    static HiddenCells table(double level, int values, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Matrix truth = Matrix.gaussian(ROWS, RANK, random).multiplyByTransposed(Matrix.gaussian(COLUMNS, RANK, random));
        double[] offset = Matrix.gaussian(COLUMNS, 1, random).column(0);
        Observations.Builder observed = Observations.builder(ROWS, COLUMNS);
        Observations.Builder hidden = Observations.builder(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            boolean hasFew = i % EVERY == 0;
            int left = values;
            for (int j = 0; j < COLUMNS; j++) {
                double value = truth.get(i, j) + NOISE * random.nextGaussian() + level + offset[j];
                double chance = hasFew ? left / (double) (COLUMNS - j) : OBSERVED;
                if (random.nextDouble() < chance) {
                    observed.add(i, j, value);
                    left--;
                } else if (hasFew) {
                    hidden.add(i, j, value);
                }
            }
        }
        return new HiddenCells(observed.build(), hidden.build(), HiddenCells.Unit.OF_COLUMNS, false);
    }
}
