package rung.cli.paper;

import java.util.List;
import java.util.Locale;
import rung.completion.Synthetic;

/**
 * A synthetic setting of the paper: 100×100, of a true rank, observed with probability p.
 *
 * @param letter for the names of files
 */
record Setting(String letter, int rank, double p, double snr) {
    static final Setting A = new Setting("a", 5, 0.2, 10);
    static final Setting B = new Setting("b", 6, 0.5, 1);
    static final Setting C = new Setting("c", 10, 0.5, 1);
    static final Setting D = new Setting("d", 10, 0.3, 3);
    static final List<Setting> ALL = List.of(A, B, C, D);

    private static final int SIZE = 100;

    Synthetic matrix(Synthetic.Snr reading, long seed) {
        return new Synthetic(SIZE, SIZE, rank, p, snr, reading, seed);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "r*=%d, p=%.1f, SNR=%.0f", rank, p, snr);
    }
}
