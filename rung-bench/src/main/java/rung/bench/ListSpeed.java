package rung.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import rung.data.Ids;
import rung.engine.preference.FactorRows;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Workers;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;
import rung.ratings.ListOptions;
import rung.ratings.Model;

/**
 * The lists of all users beside a plain matrix product of the same size on the same threads: tastes times items, written to a tile that
 * is overwritten by the next. {@code -Dusers=100000 -Ditems=20000 -Drank=64} is the size that is promised to take at most twice as long.
 * On a machine that others use, the ratio of CPU times says more than that of wall times.
 */
final class ListSpeed {
    private static final int LENGTH = 20;
    private static final int CHOSEN = 50;
    private static final int REPETITIONS = 5;
    private static final int BLOCK = 64;

    private ListSpeed() {}

    static void run() {
        int users = Integer.getInteger("users", 20_000);
        int items = Integer.getInteger("items", 20_000);
        int rank = Integer.getInteger("rank", 64);
        Model model = model(users, items, rank, new SplittableRandom(1));
        double flops = 2.0 * users * items * rank;
        for (int threads :
                Workers.all().threads() > 1 ? new int[] {1, Workers.all().threads()} : new int[] {1}) {
            System.out.printf(
                    Locale.ROOT,
                    "lists of %d for %d users, %d items, rank %d, %d threads%n%10s %10s %10s %10s %10s %10s%n",
                    LENGTH,
                    users,
                    items,
                    rank,
                    threads,
                    "lists s",
                    "GFlop/s",
                    "product s",
                    "GFlop/s",
                    "ratio",
                    "of CPU");
            for (int repetition = 0; repetition < REPETITIONS; repetition++) { // the first are cold
                Cpu cpu = new Cpu();
                long[] sum = new long[1];
                model.recommendAll(
                        ListOptions.of(LENGTH),
                        threads,
                        (user, best) -> sum[0] += best.get(0).item());
                double lists = cpu.elapsed();
                double listsCpu = cpu.used();
                cpu = new Cpu();
                multiply(model.preferences().orElseThrow(), new Workers(threads));
                double product = cpu.elapsed();
                double productCpu = cpu.used();
                System.out.printf(
                        Locale.ROOT,
                        "%10.2f %10.1f %10.2f %10.1f %10.2f %10.2f%n",
                        lists,
                        flops / lists / 1e9,
                        product,
                        flops / product / 1e9,
                        lists / product,
                        listsCpu / productCpu);
            }
        }
    }

    private static Model model(int users, int items, int rank, SplittableRandom random) {
        PreferenceModel preferences = new PreferenceModel(
                FactorRows.of(users, rank, gaussian(users * rank, random)),
                FactorRows.of(items, rank, gaussian(items * rank, random)),
                scales(users, random),
                scales(items, random),
                new PreferenceModel.Penalty(0.4, 1, 0.5),
                0);
        int each = Math.min(CHOSEN, items);
        int[] start = new int[users + 1];
        int[] seen = new int[users * each];
        for (int user = 0; user < users; user++) {
            start[user + 1] = (user + 1) * each;
            for (int k = 0; k < each; k++) {
                seen[user * each + k] = (int) ((long) k * items / each) + random.nextInt(items / each);
            }
        }
        return new Model(
                ids(users),
                ids(items),
                Optional.empty(),
                Optional.of(preferences),
                Blend.NONE,
                new Seen(start, seen),
                Map.of(),
                List.of());
    }

    private static Ids ids(int count) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add(String.valueOf(k));
        }
        return ids.build();
    }

    private static float[] gaussian(int n, SplittableRandom random) {
        float[] x = new float[n];
        for (int k = 0; k < n; k++) {
            x[k] = (float) random.nextGaussian();
        }
        return x;
    }

    private static float[] scales(int n, SplittableRandom random) {
        float[] x = new float[n];
        for (int k = 0; k < n; k++) {
            x[k] = 0.8f + 0.4f * (float) random.nextDouble();
        }
        return x;
    }

    /* A product in blocks of users and of items that stay in the cache. */
    private static void multiply(PreferenceModel model, Workers workers) {
        FloatKernels kernels = KernelChoice.single();
        FactorRows items = model.items();
        int users = model.users().lines();
        int w = items.width();
        workers.run((users + BLOCK - 1) / BLOCK, block -> (long) block * BLOCK * items.lines() * w, () -> {
            float[] tastes = new float[w * BLOCK];
            float[] tile = new float[BLOCK * BLOCK];
            return (from, to) -> {
                for (int block = from; block < to; block++) {
                    for (int p = 0; p < Math.min(BLOCK, users - block * BLOCK); p++) {
                        for (int k = 0; k < w; k++) {
                            tastes[k * BLOCK + p] = model.users().values()[(block * BLOCK + p) * w + k];
                        }
                    }
                    for (int item = 0; item < items.lines(); item += BLOCK) {
                        int end = Math.min(items.lines(), item + BLOCK);
                        kernels.product(items.values(), item, end, w, tastes, BLOCK, tile);
                    }
                }
            };
        });
    }
}
