package rung.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import rung.LowRankMatrix;
import rung.Stage;
import rung.Step;
import rung.baseline.FitOptions;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.completion.Preparation;
import rung.data.Meaning;
import rung.data.Observations;
import rung.engine.sampling.biased.BiasedFactors;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** Rung's own defaults among the methods: the {@link Recommender} for ratings, the {@link Completion} for tables. */
final class Defaults {
    private static final String KEY = "rung";
    private static final String NAME = "Rung's default";

    private Defaults() {}

    private static Step measured(Step step, double error) {
        return new Step(step.step(), step.rank(), step.value(), step.sigma(), step.elapsed(), OptionalDouble.of(error));
    }

    /** The default for ratings: the {@link Recommender}. */
    record OfRatings() implements Contestant.SelfTuned {
        @Override
        public String key() {
            return KEY;
        }

        @Override
        public String name() {
            return NAME;
        }

        private static Recommender recommender(FitOptions options) {
            return Recommender.byDefault()
                    .withOnly(Part.RATINGS)
                    .withSeed(options.seed())
                    .withThreads(options.threads());
        }

        @Override
        public Contestant.Finding fit(Observations training, Contestant.Budget budget, FitOptions options) {
            Cost.Meter meter = Cost.begin();
            Cost[] choosing = {Cost.NOTHING};
            Recommender.Trained trained = recommender(options)
                    .withMaxRank(budget.maxRank())
                    .withListener(step -> {
                        choosing[0] = step.stage() == Stage.FITTING ? choosing[0] : meter.read();
                        options.listener().onStep(step);
                    })
                    .train(ListTask.ratings(training, Meaning.RATING));
            SortedMap<Integer, Double> errorByRank = new TreeMap<>();
            for (Step step : trained.choosing()) {
                step.heldOut().ifPresent(error -> errorByRank.put(step.rank(), error));
            }
            return new Contestant.Finding(
                    matrix(trained.model().factors())::get,
                    trained.model().factors().rank(),
                    "rank chosen on a tenth held out",
                    trained.heldOutError(),
                    errorByRank,
                    choosing[0]);
        }

        @Override
        public List<Step> errorOverTime(
                Observations part,
                ToDoubleFunction<LowRankMatrix> error,
                Contestant.Finding found,
                FitOptions options) {
            List<Step> steps = new ArrayList<>();
            recommender(options)
                    .withRank(Math.max(1, found.rank()))
                    .withListener(step -> {
                        steps.add(measured(step.step(), error.applyAsDouble(step.matrix())));
                        options.listener().onStep(step);
                    })
                    .train(ListTask.ratings(part, Meaning.RATING));
            return steps;
        }

        /** The matrix that a model predicts, with two more columns for the mean and the biases. */
        private static LowRankMatrix matrix(BiasedFactors factors) {
            return LowRankMatrix.of(
                    factor(factors.rows(), factors.mean(), Side.LEFT), factor(factors.columns(), 0, Side.RIGHT));
        }

        /* Rows (x, bias, 1) of the left side and (x, 1, bias) of the right one, so that their products have both biases. */
        private static Matrix factor(BiasedFactors.Lines lines, double mean, Side side) {
            int r = lines.rank();
            Matrix factor = new Matrix(lines.count(), r + 2);
            for (int line = 0; line < lines.count(); line++) {
                for (int k = 0; k < r; k++) {
                    factor.set(line, k, lines.factor(line, k));
                }
                factor.set(line, side == Side.LEFT ? r : r + 1, mean + lines.bias(line));
                factor.set(line, side == Side.LEFT ? r + 1 : r, 1);
            }
            return factor;
        }
    }

    /** The default for tables: the {@link Completion}. */
    record OfTables() implements Contestant.SelfTuned {
        @Override
        public String key() {
            return KEY;
        }

        @Override
        public String name() {
            return NAME;
        }

        private static Completion completion(int maxRank, FitOptions options) {
            return Completion.byDefault()
                    .withMaxRank(maxRank)
                    .withSeed(options.seed())
                    .withThreads(options.threads());
        }

        @Override
        public Contestant.Finding fit(Observations training, Contestant.Budget budget, FitOptions options) {
            Cost.Meter meter = Cost.begin();
            Cost[] choosing = {Cost.NOTHING};
            Completion.Completed completed = completion(budget.maxRank(), options)
                    .withListener(step -> {
                        boolean isChosen = step.stage() == Stage.FITTING || step.stage() == Stage.AVERAGING;
                        choosing[0] = isChosen ? choosing[0] : meter.read();
                        options.listener().onStep(step);
                    })
                    .complete(training);
            SortedMap<Integer, Double> errorByRank = new TreeMap<>();
            for (Completion.Trial trial : completed.trials()) {
                for (int rank = 0; rank < trial.errors().size(); rank++) {
                    errorByRank.merge(rank, trial.errors().get(rank), Math::min);
                }
            }
            return new Contestant.Finding(
                    completed::fill,
                    completed.rank(),
                    "columns " + completed.preparation()
                            + completed
                                    .order()
                                    .map(order -> ", neighbors in order")
                                    .orElse(""),
                    completed.heldOutError(),
                    errorByRank,
                    choosing[0]);
        }

        @Override
        public List<Step> errorOverTime(
                Observations part,
                ToDoubleFunction<LowRankMatrix> error,
                Contestant.Finding found,
                FitOptions options) {
            List<Step> steps = new ArrayList<>();
            List<LowRankMatrix> matrices = new ArrayList<>();
            Completion.Completed completed = completion(Math.max(1, found.rank()), options)
                    .withListener(step -> {
                        if (step.stage() == Stage.FITTING) {
                            steps.add(step.step());
                            matrices.add(step.matrix());
                        }
                        options.listener().onStep(step);
                    })
                    .complete(part);
            Preparation.Fitted prepared =
                    completed.preparation().fit(GrossError.without(completed.grossErrors(), part));
            for (int k = 0; k < steps.size(); k++) {
                steps.set(k, measured(steps.get(k), error.applyAsDouble(prepared.restore(matrices.get(k)))));
            }
            return steps;
        }
    }
}
