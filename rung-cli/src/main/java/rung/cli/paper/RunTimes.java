package rung.cli.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Solution;
import rung.baseline.AlternatingMinimization;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.baseline.RankClimb;
import rung.baseline.SoftImpute;
import rung.cli.terminal.Seconds;
import rung.completion.Synthetic;
import rung.data.Observations;
import rung.data.Ratings;

/** Table 3: seconds to fit a solution of rank 30. */
final class RunTimes implements Experiment {
    private static final int RANK = 30;
    private static final double RIDGE = 4;

    @Override
    public String title() {
        return "Run times at rank 30 (Section 4.3)";
    }

    /** The paper's seconds on its three problems; it ran Python on 16 virtual processors. */
    private record Method(String name, Baseline method, double... papers) {}

    private static List<Method> methods(double low, double high, int iterations) {
        return List.of(
                new Method("SoftImpute", SoftImpute.ofMaxRank(RANK), 10.6, 9.4, 40.6),
                new Method("Alternating Minimization", AlternatingMinimization.of(RANK, RIDGE), 18.9, 252.0, 1141.4),
                new Method("Greedy", RankClimb.greedy(RANK).withBounds(low, high), 18.8, 418.4, 4087.3),
                new Method(
                        "Fast Greedy", RankClimb.fastGreedy(RANK, iterations).withBounds(low, high), 10.2, 43.4, 244.2),
                new Method(
                        "Fast Local Search",
                        RankClimb.fastLocalSearch(RANK, iterations).withBounds(low, high),
                        10.8,
                        46.1,
                        263.0));
    }

    @Override
    public Outcome run(Conditions conditions) throws IOException {
        Outcome outcome = new Outcome()
                .under("rank", RANK)
                .under("times", "wall seconds of one fit, after one that warms the JVM up where fits are short")
                .under("SoftImpute", "a path of " + SoftImpute.LAMBDAS + " λ, rank at most " + RANK)
                .under("Alternating Minimization", AlternatingMinimization.STEPS + " exact rounds")
                .under("split", "80/20, " + conditions.seeds(1));
        Observations synthetic = Setting.A
                .matrix(Synthetic.Snr.OF_DEVIATIONS, conditions.first())
                .data();
        run(
                "r*=5, p=0.2, SNR=10",
                0,
                synthetic,
                methods(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, TestErrors.ITERATIONS),
                conditions,
                outcome);
        for (DataSet set : List.of(DataSet.ML_100K, DataSet.ML_1M)) {
            Optional<Path> file = set.in(conditions.data());
            if (conditions.quick() && set != DataSet.ML_100K) {
                outcome.leftOut(set + " was left out because of --quick.");
            } else if (file.isEmpty()) {
                outcome.leftOut(set.missing(conditions.data()));
            } else {
                Ratings all = set.read(file.get(), conditions.threads());
                Observations train = all.split(0.2, conditions.first()).train().observations();
                run(
                        set.toString(),
                        set.ordinal() + 1,
                        train,
                        methods(all.lowest(), all.highest(), 2),
                        conditions,
                        outcome);
            }
        }
        return outcome.note("The paper's seconds are of Python on 16 virtual processors, ours of Java on "
                + conditions.threads() + "; the ratios between methods are what can be compared.");
    }

    private static void run(
            String where, int column, Observations data, List<Method> methods, Conditions conditions, Outcome outcome) {
        boolean isLong = data.count() > 500_000;
        Solution greedy = null;
        Solution fast = null;
        for (int k = 0; k < methods.size(); k++) {
            Method method = methods.get(k);
            conditions.unit("run times, " + where + ", " + method.name, k, methods.size());
            FitOptions options =
                    FitOptions.byDefault().withThreads(conditions.threads()).withListener(conditions.listener());
            Solution solution = null;
            double seconds = 0;
            for (int run = isLong ? 1 : 0; run < 2; run++) {
                long began = System.nanoTime();
                solution = method.method.fit(data, options);
                seconds = Seconds.since(began);
                conditions.checkStopped();
            }
            greedy = method.name.equals("Greedy") ? solution : greedy;
            fast = method.name.equals("Fast Greedy") ? solution : fast;
            outcome.add(new Outcome.Row(
                    where, method.name, new Sample(seconds), OptionalDouble.of(method.papers[column]), ""));
        }
        double ten = seconds(greedy, 10) / seconds(fast, 10);
        double thirty = seconds(greedy, RANK) / seconds(fast, RANK);
        double papers = methods.get(2).papers[column] / methods.get(3).papers[column];
        outcome.add(new Outcome.Claim(
                "Fast Greedy is faster than the basic Greedy, the more so the higher the rank (" + where + ").",
                String.format(
                        Locale.ROOT,
                        "Greedy takes %.1f times as long to rank 10 and %.1f times to rank %d (the paper: %.1f times).",
                        ten,
                        thirty,
                        RANK,
                        papers),
                thirty > 1 && thirty > ten));
    }

    /** When a climb had come to a rank. */
    private static double seconds(Solution solution, int rank) {
        return solution.trace().stream()
                .filter(step -> step.rank() <= rank)
                .reduce((first, last) -> last)
                .orElseThrow()
                .seconds();
    }
}
