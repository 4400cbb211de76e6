package rung.bench;

import rung.completion.Completion;
import rung.completion.Synthetic;

/**
 * The default completion, told nothing, on the four settings of [AS21], Section 4.2: mean normalized error on the entries not
 * observed, over ten matrices, with its standard error and the CPU time of one.
 */
final class CompletionAccuracy {
    private static final int MATRICES = 10;

    private CompletionAccuracy() {}

    private record Setting(int rank, double observed, double snr) {}

    static void run() {
        Setting[] settings = {
            new Setting(5, 0.2, 10), new Setting(6, 0.5, 1), new Setting(10, 0.5, 1), new Setting(10, 0.3, 3)
        };
        System.out.printf("%-28s %8s %8s %8s%n", "completion, seeds 0 to 9", "error", "s.e.", "CPU s");
        for (Setting setting : settings) {
            double sum = 0;
            double squares = 0;
            Cpu cpu = new Cpu();
            for (int seed = 0; seed < MATRICES; seed++) {
                Synthetic problem = new Synthetic(100, 100, setting.rank, setting.observed, setting.snr, seed);
                double error = problem.testError(
                        Completion.byDefault().complete(problem.data()).matrix());
                sum += error;
                squares += error * error;
            }
            double mean = sum / MATRICES;
            double deviation = Math.sqrt((squares / MATRICES - mean * mean) / (MATRICES - 1));
            System.out.printf(
                    "r*=%-2d p=%.1f SNR=%-13.0f %8.4f %8.4f %8.2f%n",
                    setting.rank, setting.observed, setting.snr, mean, deviation, cpu.used() / MATRICES);
        }
    }
}
