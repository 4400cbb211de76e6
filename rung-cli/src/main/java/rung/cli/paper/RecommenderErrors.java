package rung.cli.paper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import rung.HeldOut;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Step;
import rung.baseline.AlternatingMinimization;
import rung.baseline.Baseline;
import rung.baseline.Biases;
import rung.baseline.FitOptions;
import rung.baseline.NonnegativeFactorization;
import rung.baseline.RankClimb;
import rung.baseline.SoftImpute;
import rung.baseline.StochasticSvd;
import rung.data.Observations;
import rung.data.Ratings;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** Table 2: the error of recommenders on MovieLens. */
final class RecommenderErrors implements Experiment {
    private static final int RANK = 100;
    private static final int NMF_RANK = 15;

    /** The fraction of the first split's training part that is held out to tune the methods. */
    private static final double HELD_OUT = 0.1;

    private static final double TEST = 0.2;

    /** How many steps without a new best end a fit. */
    private static final int PATIENCE = 6;

    /** NMF's error on held-out ratings falls, rises for dozens of its small rounds, and falls again: all of them are tried. */
    private static final int PATIENCE_WITH_NMF = NonnegativeFactorization.STEPS;

    /** SoftImpute's path on ratings goes further down than usual: on its way to the best λ. */
    private static final SoftImpute.Lambdas LAMBDAS = SoftImpute.Lambdas.below(0.004, 30);

    /** λ of Alternating Minimization, of which the paper says that it was searched for on a grid. */
    private static final double[] RIDGES = {8, 4, 16};

    /** The same where λ is multiplied by the number of ratings of each user and movie. */
    private static final double[] WEIGHTED_RIDGES = {0.1, 0.05, 0.15};

    @Override
    public String title() {
        return "Recommenders: RMSE on MovieLens (Section 4.3)";
    }

    /**
     * A row of the table.
     *
     * @param candidates of which the best on held-out ratings is taken
     * @param patience steps tried beyond the best one so far, at which it is taken; 0 for the only candidate, taken to its end
     * @param papers figures on the three data sets, if the paper has the row
     */
    private record Method(
            String name, List<? extends Baseline> candidates, int patience, String remark, double... papers) {
        OptionalDouble paper(DataSet set) {
            return papers.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(papers[set.ordinal()]);
        }
    }

    private static List<Method> methods(DataSet set, boolean quick, double low, double high) {
        int rank = set == DataSet.ML_10M ? 35 : RANK;
        int iterations = set == DataSet.ML_10M ? 3 : 2;
        return List.of(
                new Method(
                        "NMF",
                        List.of(new NonnegativeFactorization(NMF_RANK)),
                        PATIENCE_WITH_NMF,
                        "rank " + NMF_RANK,
                        0.9659,
                        0.9166,
                        0.8960),
                new Method(
                        "SoftImpute",
                        List.of(SoftImpute.ofMaxRank(RANK).withLambdas(LAMBDAS)),
                        PATIENCE,
                        "rank at most " + RANK,
                        1.0106,
                        0.9599,
                        0.957),
                new Method(
                        "Alternating Minimization",
                        DoubleStream.of(RIDGES)
                                .limit(quick ? 1 : RIDGES.length)
                                .mapToObj(ridge -> AlternatingMinimization.of(RANK, ridge))
                                .toList(),
                        PATIENCE,
                        "rank " + RANK,
                        0.9355,
                        0.8732,
                        0.8410),
                new Method(
                        "Alternating Minimization, weighted",
                        DoubleStream.of(WEIGHTED_RIDGES)
                                .limit(quick ? 1 : WEIGHTED_RIDGES.length)
                                .mapToObj(ridge -> new AlternatingMinimization(RANK, ridge, 1))
                                .toList(),
                        PATIENCE,
                        "rank " + RANK + ", λ times the number of ratings"),
                new Method(
                        "SVD without biases",
                        List.of(StochasticSvd.byDefault().withBiased(false)),
                        0,
                        "rank " + RANK,
                        0.9533,
                        0.8743,
                        0.8315),
                new Method(
                        "Fast Greedy",
                        List.of(RankClimb.fastGreedy(rank, iterations).withBounds(low, high)),
                        0,
                        "rank " + rank + ", " + iterations + " LSQR iterations",
                        0.9451,
                        0.8714,
                        0.8330),
                new Method(
                        "Fast Greedy, movies as rows",
                        List.of(new Transposed(
                                RankClimb.fastGreedy(rank, iterations).withBounds(low, high))),
                        0,
                        "rank " + rank + ", the movies' side refitted first",
                        0.9451,
                        0.8714,
                        0.8330),
                new Method("SVD with biases", List.of(StochasticSvd.byDefault()), 0, "rank " + RANK),
                new Method("biases only", List.of(Biases.byDefault()), 0, "no factors"));
    }

    @Override
    public Outcome run(Conditions conditions) throws IOException {
        Outcome outcome = new Outcome()
                .under(
                        "splits",
                        "80/20 from seed " + conditions.first()
                                + " on; predictions clipped to the range of the ratings")
                .under("tuned", "on a tenth of the training part of the first split, " + conditions.seeds(1));
        for (DataSet set : DataSet.values()) {
            Optional<Path> file = set.in(conditions.data());
            if (conditions.quick() && set != DataSet.ML_100K) {
                outcome.leftOut(set + " was left out because of --quick.");
            } else if (file.isEmpty()) {
                outcome.leftOut(set.missing(conditions.data()));
            } else {
                run(set, set.read(file.get(), conditions.threads()), conditions, outcome);
            }
        }
        return outcome.note(
                        "Fast Greedy refits the rows' side first, and that side depends on whether users or movies are the"
                                + " rows, which the paper does not say. Both are here; on MovieLens 1M"
                                + " users as rows end above its figure and movies as rows below.")
                .note(
                        "Nor does it say how its Alternating Minimization weighs the penalty. A constant λ is the nuclear norm's"
                                + " problem, and so comes to SoftImpute's error; weighted by the number of ratings it is better.");
    }

    private void run(DataSet set, Ratings all, Conditions conditions, Outcome outcome) {
        double low = all.lowest();
        double high = all.highest();
        List<Method> methods = methods(set, conditions.quick(), low, high);
        int splits = Math.min(conditions.splits(), set.splits());
        int units = methods.size() + splits * (methods.size() + 1);
        int unit = 0;
        FitOptions options = FitOptions.byDefault().withThreads(conditions.threads());
        Map<Method, Choice> choices = new LinkedHashMap<>();
        Observations.Split inner =
                all.split(TEST, conditions.first()).train().observations().split(HELD_OUT, conditions.first());
        for (Method method : methods) {
            conditions.unit(set + ", tuning " + method.name, unit++, units);
            choices.put(
                    method,
                    method.patience > 0
                            ? Choice.best(method, inner, low, high, options, conditions)
                            : new Choice(method.candidates.get(0), Limits.NONE, ""));
        }
        Map<Method, double[]> errors = new LinkedHashMap<>();
        methods.forEach(method -> errors.put(method, new double[splits]));
        double[] chosen = new double[splits];
        for (int k = 0; k < splits; k++) {
            Ratings.Split split = all.split(TEST, conditions.first() + k);
            Observations train = split.train().observations();
            Observations test = split.heldOut().observations();
            for (Method method : methods) {
                conditions.unit(set + ", split " + (k + 1) + " of " + splits + ", " + method.name, unit++, units);
                Solution solution = choices.get(method).fit(train, options.withListener(conditions.listener()));
                conditions.checkStopped();
                errors.get(method)[k] = test.rmse(solution.matrix(), low, high);
            }
            conditions.unit(set + ", split " + (k + 1) + " of " + splits + ", " + TestErrors.DEFAULT, unit++, units);
            chosen[k] = Recommender.byDefault()
                    .withOnly(Part.RATINGS)
                    .withThreads(conditions.threads())
                    .train(split.train())
                    .model()
                    .evaluate(split.heldOut(), true)
                    .rmse();
        }
        errors.forEach((method, values) -> outcome.add(new Outcome.Row(
                set.toString(),
                method.name,
                new Sample(values),
                method.paper(set),
                method.remark + choices.get(method).words)));
        outcome.add(new Outcome.Row(
                set.toString(), TestErrors.DEFAULT, new Sample(chosen), OptionalDouble.empty(), "rank chosen"));
        outcome.under(set.toString(), all + ", " + splits + " splits");
    }

    /**
     * A method with what was chosen for it.
     *
     * @param words what that was
     */
    private record Choice(Baseline method, Limits limits, String words) {
        static Choice best(
                Method method,
                Observations.Split inner,
                double low,
                double high,
                FitOptions options,
                Conditions conditions) {
            HeldOut<LowRankMatrix> heldOut = new HeldOut<>(a -> inner.heldOut().rmse(a, low, high), method.patience);
            Choice best = null;
            double least = Double.POSITIVE_INFINITY;
            for (Baseline candidate : method.candidates) {
                Solution solution = candidate.fit(
                        inner.train(), options.withHeldOut(heldOut).withListener(conditions.listener()));
                conditions.checkStopped();
                for (Step step : solution.trace()) {
                    if (best == null || step.heldOut().orElseThrow() < least) {
                        least = step.heldOut().orElseThrow();
                        best = new Choice(candidate, Limits.NONE.withSteps(step.step()), words(candidate, step));
                    }
                }
            }
            return best;
        }

        private static String words(Baseline candidate, Step step) {
            return candidate instanceof AlternatingMinimization ridge
                    ? String.format(Locale.ROOT, ", λ %.3g, %d rounds", ridge.lambda(), step.step())
                    : candidate instanceof SoftImpute
                            ? String.format(
                                    Locale.ROOT,
                                    ", λ %.3g of rank %d",
                                    step.sigma().orElseThrow(),
                                    step.rank())
                            : ", " + step.step() + " rounds";
        }

        Solution fit(Observations train, FitOptions options) {
            return method.fit(train, options.withLimits(limits));
        }
    }
}
