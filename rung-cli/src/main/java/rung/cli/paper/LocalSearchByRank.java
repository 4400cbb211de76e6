package rung.cli.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import rung.Algorithm;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.data.Observations;
import rung.data.Ratings;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;
import rung.ratings.PaperRecommender;

/** Figure 4: Fast Local Search against Fast Greedy on MovieLens 100K, at each rank. */
final class LocalSearchByRank implements Experiment {
    /** Below this rank the paper sees an advantage of the local search. */
    private static final int SMALL = 30;

    private static final int HIGHEST = 60;

    @Override
    public String title() {
        return "Fast Local Search against Fast Greedy on MovieLens 100K (appendix)";
    }

    private record Errors(double[] greedy, double[] localSearch) {}

    @Override
    public Outcome run(Conditions conditions) throws IOException {
        Optional<Path> file = DataSet.ML_100K.in(conditions.data());
        if (file.isEmpty()) {
            return new Outcome().leftOut(DataSet.ML_100K.missing(conditions.data()));
        }
        Ratings all = DataSet.ML_100K.read(file.get(), conditions.threads());
        int splits = conditions.splits();
        List<Errors> errors = conditions.each("local search on MovieLens 100K", splits, seed -> {
            int ranks = seed == conditions.first() && !conditions.quick() ? HIGHEST : SMALL - 1;
            return errors(all.split(0.2, seed), ranks, all.lowest(), all.highest(), conditions);
        });
        double[][] greedy = errors.stream().map(e -> below(e.greedy)).toArray(double[][]::new);
        double[][] local = errors.stream().map(e -> below(e.localSearch)).toArray(double[][]::new);
        Sample greedyMean = Sample.means(greedy);
        Sample localMean = Sample.means(local);
        double greedyJumps = jumps(greedy);
        double localJumps = jumps(local);
        return new Outcome()
                .under("splits", "80/20, " + conditions.seeds(splits) + "; the chart shows the first")
                .under("inner problem", PaperRecommender.ITERATIONS + " LSQR iterations from zero")
                .add(new Outcome.Chart(
                        "figure4",
                        "One split of MovieLens 100K",
                        "rank",
                        "test RMSE",
                        List.of(
                                curve("Fast Greedy", errors.get(0).greedy),
                                curve("Fast Local Search", errors.get(0).localSearch)),
                        1.2,
                        "Cut off above 1.2, where rank 1 is."))
                .add(new Outcome.Claim(
                        "For small ranks (below 30) Fast Local Search is better and more stable; above it is not.",
                        String.format(
                                Locale.ROOT,
                                "Mean RMSE over ranks 1 to %d and %d splits: Fast Local Search %.4f, Fast Greedy %.4f. Mean change"
                                        + " from one rank to the next, from rank 2: %.4f and %.4f.",
                                SMALL - 1,
                                splits,
                                localMean.mean(),
                                greedyMean.mean(),
                                localJumps,
                                greedyJumps),
                        localMean.mean() < greedyMean.mean() && localJumps < greedyJumps));
    }

    private static Errors errors(Ratings.Split split, int ranks, double low, double high, Conditions conditions) {
        Observations train = split.train().observations();
        Observations test = split.heldOut().observations();
        Entrywise problem =
                Entrywise.of(train, Loss.squared()).withBounds(low, high).withThreads(1);
        double[] greedy = new double[ranks];
        double[] local = new double[ranks];
        for (int rank = 1; rank <= ranks; rank++) {
            conditions.checkStopped();
            for (Algorithm algorithm : List.of(
                    FastGreedy.asInPaper(rank, PaperRecommender.ITERATIONS),
                    FastLocalSearch.asInPaper(rank, PaperRecommender.ITERATIONS))) {
                double error = test.rmse(algorithm.minimize(problem).matrix(), low, high);
                (algorithm instanceof FastGreedy ? greedy : local)[rank - 1] = error;
            }
        }
        return new Errors(greedy, local);
    }

    private static double[] below(double[] errors) {
        return Arrays.copyOf(errors, SMALL - 1);
    }

    private static Outcome.Curve curve(String name, double[] errors) {
        Sample[] samples = new Sample[errors.length];
        Arrays.setAll(samples, k -> new Sample(errors[k]));
        return Outcome.Curve.byRank(name, samples);
    }

    /** The mean change of the error from rank to rank, from rank 2 on: before it there is no fit to speak of. */
    private static double jumps(double[][] errors) {
        double sum = 0;
        int count = 0;
        for (double[] split : errors) {
            for (int k = 2; k < split.length; k++, count++) {
                sum += Math.abs(split[k] - split[k - 1]);
            }
        }
        return sum / count;
    }
}
