package rung.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Locale;
import rung.RankRange;
import rung.data.Ratings;
import rung.preferences.PreferenceTrainer;

/**
 * How training on choices grows: seconds and the most memory for one and two times {@code -Devents=1000000} choices at ranks 32 and 64, where
 * twice as many users choose from the same items.
 * The cost of a round is |Ω|·r for each step of conjugate gradients, and that of the last refit |Ω|·r²/2.
 */
final class ListTraining {
    private ListTraining() {}

    static void run() {
        int events = Integer.getInteger("events", 1_000_000);
        System.out.printf(
                Locale.ROOT,
                "%12s %6s %10s %10s %14s %12s%n",
                "choices",
                "rank",
                "wall s",
                "CPU s",
                "ns/choice/rank",
                "heap MB");
        int items = PlantedChoices.items(events);
        train(events, items, 32, false); // cold
        for (int times = 1; times <= 2; times++) {
            for (int rank : new int[] {32, 64}) {
                train(times * events, items, rank, true);
            }
        }
    }

    private static void train(int events, int items, int rank, boolean isShown) {
        Ratings choices = PlantedChoices.draw(events / 50, items, events, 1);
        Ratings.Split split = choices.split(0.1, 1);
        System.gc();
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        Cpu cpu = new Cpu();
        PreferenceTrainer.byDefault().withRanks(RankRange.exactly(rank)).train(choices, split);
        double used = cpu.used();
        if (isShown) {
            System.out.printf(
                    Locale.ROOT,
                    "%12d %6d %10.2f %10.2f %14.2f %12.0f%n",
                    choices.count(),
                    rank,
                    cpu.elapsed(),
                    used,
                    1e9 * used / choices.count() / rank,
                    peak() / 1e6);
        }
    }

    /* What was on the heap at most, garbage included: -Xmx bounds it. */
    private static double peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToDouble(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
