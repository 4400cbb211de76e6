package rung.bench;

import java.util.List;
import java.util.SplittableRandom;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.baseline.AlternatingMinimization;
import rung.baseline.Biases;
import rung.baseline.FitOptions;
import rung.bench.PlantedFamily.Case;
import rung.completion.Completion;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;

/**
 * What the default completion, told nothing, finds of what was planted in tables: its error on a tenth held out, beside that of
 * {@link Biases}, of alternating least squares (random start, 50 iterations, the best of five penalties by a tenth of the training part)
 * and of one who knows everything but the noise. {@link FastGreedy#ofRank} is run on the objective of alternating least squares: with the
 * penalty that this chose, where the values R of both can be compared, and with the penalty that is best for itself, chosen the same
 * way. Both are told the rank. {@code -Dmost} says how many entries a case may have, {@code -Dcases=3,7} leaves out all cases but these,
 * {@code -Dgreedy=false} and {@code -Dals=false} leave out what is told the rank.
 */
final class PlantedTables {
    private static final List<Double> PENALTIES =
            List.of(0.01, 0.03, 0.1, 0.2, 0.4); // of the entries' standard deviation
    private static final int ITERATIONS = 50;

    /** An error may be this many times the best of the others. */
    private static final double NEAR = 1.02;

    private PlantedTables() {}

    private static final List<Case> CASES = List.of(
            new Case(200, 100, 10_000, 1, 1, 0, 2, true),
            new Case(200, 100, 10_000, 3, 1, 0, 0.1, false),
            new Case(200, 100, 10_000, 3, 0.6, 1, 0.5, true),
            new Case(200, 100, 10_000, 10, 1, 0, 0.5, false),
            new Case(2_000, 2_000, 10_000, 1, 1, 0, 0.1, true), // five a line
            new Case(2_000, 2_000, 10_000, 1, 1, 1, 0.5, false),
            new Case(2_000, 2_000, 10_000, 2, 0.6, 1, 0.1, true),
            new Case(1_000, 500, 20_000, 2, 1, 0, 1, true), // 20 a row
            new Case(1_000, 500, 20_000, 2, 1, 1, 0.1, false),
            new Case(1_000, 500, 20_000, 5, 0.7, 0, 0.3, true),
            new Case(2_000, 500, 100_000, 8, 0.8, 1, 1, true), // 50 a row
            new Case(2_000, 500, 100_000, 8, 1, 0, 2, true),
            new Case(5_000, 2_000, 100_000, 1, 1, 1, 2, true),
            new Case(5_000, 2_000, 100_000, 2, 1, 1, 0.1, false),
            new Case(5_000, 2_000, 100_000, 4, 1, 1, 0.5, true),
            new Case(5_000, 2_000, 100_000, 4, 1, 0, 0.1, true),
            new Case(1_000, 1_000, 200_000, 10, 1, 0, 2, true), // 200 a line
            new Case(1_000, 1_000, 200_000, 20, 0.8, 1, 0.5, true),
            new Case(1_000, 1_000, 200_000, 30, 1, 0, 0.5, false),
            new Case(1_000, 1_000, 200_000, 30, 0.9, 1, 0.1, true),
            new Case(5_000, 2_000, 1_000_000, 8, 1, 1, 1, true),
            new Case(5_000, 2_000, 1_000_000, 20, 0.9, 0, 0.5, true));

    static void run() {
        System.out.printf(
                "%4s %5s %5s %7s %4s %5s %4s %5s %6s | %7s %7s %7s %7s | %7s %7s %7s %7s | %7s %4s %6s %7s%n",
                "case", "rows", "cols", "entries", "rank", "decay", "skew", "noise", "biases", "least", "biases", "ALS",
                "penalty", "greedy", "its R", "tuned", "of best", "default", "rank", "CPU s", "of best");
        for (int k = 0; k < CASES.size(); k++) {
            if (PlantedFamily.isWanted(k, CASES.get(k).count())) {
                run(k, CASES.get(k));
            }
        }
    }

    private static void run(int number, Case c) {
        SplittableRandom random = new SplittableRandom(c.hashCode());
        Planted planted = c.planted(random);
        Table table = table(planted, c.count(), random);
        Observations.Split split = table.entries.split(0.1, 1);
        Cpu cpu = new Cpu();
        Completion.Completed completed = Completion.byDefault().complete(split.train());
        double seconds = cpu.used();
        double ours = split.heldOut().rmse(completed.matrix());
        double biases = split.heldOut()
                .rmse(Biases.byDefault()
                        .fit(split.train(), FitOptions.byDefault())
                        .matrix());
        int rank = c.rank() + (c.biases() ? 2 : 0);
        Method alternating = (data, penalty) -> new AlternatingMinimization(rank, penalty, 1)
                .fit(data, FitOptions.byDefault().withLimits(Limits.NONE.withSteps(ITERATIONS)));
        Method greedy = (data, penalty) -> FastGreedy.ofRank(rank)
                .minimize(Entrywise.of(data, Loss.squared()).withRidge(penalty, 1));
        Fit als = asked("als") ? tuned(split, alternating) : Fit.NONE;
        Fit same = asked("als") && asked("greedy") ? fit(split, als.penalty, greedy) : Fit.NONE;
        Fit own = asked("greedy") ? tuned(split, greedy) : Fit.NONE;
        double best = Double.isNaN(als.error) ? biases : Math.min(biases, als.error);
        System.out.printf(
                "%4d %5d %5d %7d %4d %5.1f %4.0f %5.1f %6s | %7.4f %7.4f %7.4f %7.2f"
                        + " | %7.4f %7.4f %7.4f %7.3f%s | %7.4f %4d %6.1f %7.3f%s%n",
                number,
                c.users(),
                c.items(),
                split.train().count(),
                c.rank(),
                c.decay(),
                c.skew(),
                c.noise(),
                c.biases(),
                Math.sqrt(table.leastSquares(split)),
                biases,
                als.error,
                als.penalty,
                same.error,
                same.value / als.value,
                own.error,
                own.error / best,
                own.error > NEAR * best ? " MISSED" : "",
                ours,
                completed.rank(),
                seconds,
                ours / best,
                ours > NEAR * best || ours > biases ? " MISSED" : "");
    }

    private static boolean asked(String property) {
        return Boolean.parseBoolean(System.getProperty(property, "true"));
    }

    /** Entries at different places, and what they would be without noise, in the same order. */
    private record Table(Observations entries, Observations means) {
        /** The mean squared error on what a split holds out of one who knows everything but the noise. */
        double leastSquares(Observations.Split split) {
            double[] noisy = split.heldOut().values();
            double[] means = this.means.split(0.1, 1).heldOut().values();
            double sum = 0;
            for (int k = 0; k < noisy.length; k++) {
                sum += (noisy[k] - means[k]) * (noisy[k] - means[k]);
            }
            return sum / noisy.length;
        }
    }

    /* A place that was drawn before is passed over. */
    private static Table table(Planted planted, int count, SplittableRandom random) {
        int m = planted.users();
        int n = planted.items();
        boolean[] taken = new boolean[m * n];
        Observations.Builder entries = Observations.builder(m, n);
        Observations.Builder means = Observations.builder(m, n);
        for (int k = 0; k < count; k++) {
            int i = planted.user(random);
            int j = planted.item(random);
            if (!taken[i * n + j]) {
                taken[i * n + j] = true;
                entries.add(i, j, planted.draw(i, j, random));
                means.add(i, j, planted.mean(i, j));
            }
        }
        return new Table(entries.build(), means.build());
    }

    /** Fits entries less their mean with a penalty. */
    private interface Method {
        Solution fit(Observations data, double penalty);
    }

    /**
     * A fit.
     *
     * @param penalty in units of the entries' standard deviation
     * @param value R
     * @param error on what is held out
     */
    private record Fit(double penalty, double value, double error) {
        static final Fit NONE = new Fit(Double.NaN, Double.NaN, Double.NaN);
    }

    /* The best penalty by a tenth of the training part; then on all of it. */
    private static Fit tuned(Observations.Split split, Method method) {
        Observations.Split inner = split.train().split(0.1, 2);
        Fit best = null;
        for (double penalty : PENALTIES) {
            Fit fit = fit(inner, penalty, method);
            best = best == null || fit.error < best.error ? fit : best;
        }
        return fit(split, best.penalty, method);
    }

    private static Fit fit(Observations.Split split, double penalty, Method method) {
        double[] values = split.train().values();
        double sum = 0;
        double squares = 0;
        for (double value : values) {
            sum += value;
            squares += value * value;
        }
        double mean = sum / values.length;
        double deviation = Math.sqrt(squares / values.length - mean * mean);
        Solution found = method.fit(less(split.train(), mean), penalty * deviation);
        LowRankMatrix matrix = found.matrix();
        return new Fit(penalty, found.value(), less(split.heldOut(), mean).rmse(matrix));
    }

    private static Observations less(Observations data, double mean) {
        double[] values = data.values().clone();
        for (int k = 0; k < values.length; k++) {
            values[k] -= mean;
        }
        return data.withValues(values);
    }
}
