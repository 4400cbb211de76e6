package rung.bench.completion;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.completion.Synthetic;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * The four settings of [AS21], Section 4.2: 100×100, mean normalized error on the entries not observed, without noise; seeds 0 to 9 unless
 * others are asked for.
 */
final class PaperSection implements CompletionBench.Section {
    private static final int MATRICES = 10;
    private static final int SIDE = 100;

    private record Setting(int rank, double observed, double snr) {
        String words() {
            return String.format(Locale.ROOT, "r*=%d p=%.1f SNR=%.0f", rank, observed, snr);
        }
    }

    private static final List<Setting> SETTINGS =
            List.of(new Setting(5, 0.2, 10), new Setting(6, 0.5, 1), new Setting(10, 0.5, 1), new Setting(10, 0.3, 3));

    @Override
    public void run(PrintStream out, BenchOptions options) {
        List<Long> seeds = options.seeds(MATRICES);
        List<String> words = options.words("methods", Methods.USUAL, Methods.USUAL);
        Results results = new Results(out, "paper, squared error", Methods.of(words, options.trials(), 1));
        for (Setting setting : SETTINGS) {
            List<HiddenCells> tables = new ArrayList<>();
            for (long seed : seeds) {
                tables.add(table(setting.rank, setting.observed, setting.snr, seed));
            }
            results.measure(setting.words(), tables);
        }
    }

    static HiddenCells table(int rank, double p, double snr, long seed) {
        Observations observed = new Synthetic(SIDE, SIDE, rank, p, snr, seed).data();
        LowRankMatrix truth = truth(rank, seed);
        Pattern.Lines rows = observed.pattern().lines(Side.LEFT);
        Observations.Builder hidden = Observations.builder(SIDE, SIDE);
        for (int i = 0; i < SIDE; i++) {
            int next = 0;
            for (int j = 0; j < SIDE; j++) {
                if (next < rows.size(i) && rows.other(i, next) == j) {
                    next++;
                } else {
                    hidden.add(i, j, truth.get(i, j));
                }
            }
        }
        return new HiddenCells(observed, hidden.build(), HiddenCells.Unit.OF_VALUES, false);
    }

    /** The matrix that {@link Synthetic} draws first of all from a seed. */
    static LowRankMatrix truth(int rank, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return LowRankMatrix.of(Matrix.gaussian(SIDE, rank, random), Matrix.gaussian(SIDE, rank, random));
    }
}
