package rung.comparison;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.baseline.table.TableFill;
import rung.data.Observations;
import rung.linalg.Workers;

/** A method while it is compared: it is tuned, fitted and measured, and its failures are recorded. */
final class Participant {
    /**
     * The work on a split.
     *
     * @param split the number of the split, from 0
     * @param name the split in words: "split 1 of 3"
     * @param seed the seed by which the validation part was drawn, so that a method that chooses for itself can draw the same
     * @param tuning the part to try configurations on, and the validation part
     * @param fitting the training part and the test part
     */
    record Tasks(int split, String name, long seed, Task tuning, Task fitting) {}

    /** Says that the listener ended the comparison. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stopped() {
            super(null, null, false, false);
        }
    }

    /** The best trial so far. */
    private record Choice(Baseline configuration, int steps, double error) {}

    /** The best trial so far of a method that fills in cells. */
    private record FillChoice(TableFill configuration, double error) {}

    private final Contestant contestant;
    private final Contestant.Budget budget;
    private final int threads;
    private final String place;
    private final Listener listener;
    private final List<Round> rounds = new ArrayList<>();
    private OptionalLong memory = OptionalLong.empty();
    private List<Standing.Moment> errorOverTime = List.of();
    private Optional<String> failure = Optional.empty();
    private boolean stopped;

    Participant(Contestant contestant, Contestant.Budget budget, int threads, String place, Listener listener) {
        this.contestant = contestant;
        this.budget = budget;
        this.threads = threads;
        this.place = place;
        this.listener = listener;
    }

    /** Drops a split that not all methods have finished. */
    void drop(int split) {
        rounds.removeIf(round -> round.split() == split);
    }

    Standing standing() {
        return new Standing(contestant.key(), contestant.name(), List.copyOf(rounds), memory, errorOverTime, failure);
    }

    /** Works on one split, and records what goes wrong. Returns whether there was anything to do. */
    boolean play(Tasks tasks) {
        if (failure.isPresent()) {
            return false;
        }
        try {
            if (contestant instanceof Contestant.Tuned tuned) {
                play(tuned, tasks);
            } else if (contestant instanceof Contestant.TunedFill fill) {
                play(fill, tasks);
            } else if (contestant instanceof Contestant.SelfTuned self) {
                play(self, tasks);
            }
        } catch (Stopped e) {
            throw e;
        } catch (RuntimeException e) {
            failure = Optional.of(sentence(e));
        } catch (OutOfMemoryError e) {
            failure = Optional.of("there was not enough memory");
        }
        return true;
    }

    private void play(Contestant.Tuned tuned, Tasks tasks) {
        Cost.Meter tuning = Cost.begin();
        SortedMap<Integer, Double> errorByRank = new TreeMap<>();
        List<Baseline> configurations = tuned.configurations(tasks.tuning.data(tuned.scaling()), budget);
        Choice best = tune(tuned, configurations, tasks, errorByRank);
        Cost tuningCost = tuning.read();
        Observations training = tasks.fitting.data(tuned.scaling());
        Limits limits = best.steps > 0 ? Limits.NONE.withSteps(best.steps) : Limits.NONE;
        Cost.Meter fitting = Cost.begin();
        Solution solution = best.configuration.fit(
                training, fitOptions(tasks, Stage.FITTING, "").withLimits(limits));
        Cost fittingCost = fitting.read();
        throwIfStopped();
        List<Step> trace = solution.trace();
        int rank = trace.isEmpty()
                ? solution.matrix().rank()
                : trace.get(trace.size() - 1).rank();
        add(Round.of(
                tasks.split,
                new Round.Tuned(
                        words(best.configuration),
                        configurations.size(),
                        OptionalDouble.of(best.error),
                        errorByRank,
                        tuningCost),
                new Round.Fitted(
                        tasks.fitting.error(tuned.scaling(), solution.matrix()), rank, best.steps, fittingCost)));
        if (tasks.split == 0) {
            Solution again = best.configuration.fit(
                    tasks.tuning.data(tuned.scaling()),
                    fitOptions(tasks, Stage.MEASURING, "")
                            .withHeldOut(validation(tuned, tasks))
                            .withLimits(tuned.limits(tasks.tuning.data(
                                    tuned.scaling())))); // for the first trials are slow while the JVM compiles
            throwIfStopped();
            errorOverTime = Standing.Moment.of(again.trace());
            FitOptions measured = fitOptions(tasks, Stage.MEASURING, "").withLimits(limits);
            watch(() -> best.configuration.fit(training, measured));
        }
    }

    private static HeldOut<LowRankMatrix> validation(Contestant.Tuned tuned, Tasks tasks) {
        return new HeldOut<>(a -> tasks.tuning.error(tuned.scaling(), a), tuned.patience());
    }

    private Choice tune(
            Contestant.Tuned tuned,
            List<Baseline> configurations,
            Tasks tasks,
            SortedMap<Integer, Double> errorByRank) {
        HeldOut<LowRankMatrix> validation = validation(tuned, tasks);
        Choice best = null;
        String reason = "it has nothing to try";
        for (int trial = 0; trial < configurations.size(); trial++) {
            Baseline configuration = configurations.get(trial);
            String part = ", trial " + (trial + 1) + " of " + configurations.size();
            FitOptions options = fitOptions(tasks, Stage.CHOOSING, part)
                    .withHeldOut(validation)
                    .withLimits(tuned.limits(tasks.tuning.data(tuned.scaling())));
            Solution solution;
            try {
                solution = configuration.fit(tasks.tuning.data(tuned.scaling()), options);
            } catch (RuntimeException e) {
                throwIfStopped();
                reason = sentence(e);
                continue;
            }
            throwIfStopped();
            Choice found = least(configuration, solution, validation, errorByRank);
            reason = "its validation error was never a finite number";
            if (Double.isFinite(found.error) && (best == null || found.error < best.error)) {
                best = found;
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(reason);
        }
        return best;
    }

    /** Finds the step of a trial with the least error, the first of equals, and records its errors at each rank. */
    private static Choice least(
            Baseline configuration,
            Solution solution,
            HeldOut<LowRankMatrix> validation,
            SortedMap<Integer, Double> errorByRank) {
        int steps = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Step step : solution.trace()) {
            double error = step.heldOut().orElse(Double.POSITIVE_INFINITY);
            if (Double.isFinite(error)) {
                errorByRank.merge(step.rank(), error, Math::min);
            }
            if (error < least) {
                least = error;
                steps = step.step();
            }
        }
        if (solution.trace().isEmpty()) {
            least = validation.error().applyAsDouble(solution.matrix());
            errorByRank.merge(solution.matrix().rank(), least, Math::min);
        }
        return new Choice(configuration, steps, least);
    }

    private void play(Contestant.TunedFill fill, Tasks tasks) {
        Workers workers = new Workers(threads);
        Cost.Meter tuning = Cost.begin();
        Observations part = tasks.tuning.data(Scaling.AS_IT_IS);
        List<TableFill> configurations = fill.configurations(part, budget);
        FillChoice best = choose(configurations, tasks.tuning, workers);
        Cost tuningCost = tuning.read();
        Observations training = tasks.fitting.data(Scaling.AS_IT_IS);
        Cost.Meter fitting = Cost.begin();
        double[] filled = best.configuration.fill(training, tasks.fitting.measured(), workers);
        Cost fittingCost = fitting.read();
        SortedMap<Integer, Double> errorByRank = new TreeMap<>(Map.of(0, best.error));
        add(Round.of(
                tasks.split,
                new Round.Tuned(
                        best.configuration.settings(),
                        configurations.size(),
                        OptionalDouble.of(best.error),
                        errorByRank,
                        tuningCost),
                new Round.Fitted(tasks.fitting.error(Scaling.AS_IT_IS, filled), 0, 0, fittingCost)));
        if (tasks.split == 0) {
            long began = System.nanoTime(); // once more, for the first trials are slow while the JVM compiles
            best.configuration.fill(part, tasks.tuning.measured(), workers);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            errorOverTime = List.of(new Standing.Moment(elapsed, 0, best.error));
            watch(() -> best.configuration.fill(training, tasks.fitting.measured(), workers));
        }
    }

    /** Finds the configuration with the least error on the validation part, the first of equals. */
    private static FillChoice choose(List<TableFill> configurations, Task tuning, Workers workers) {
        FillChoice best = null;
        for (TableFill configuration : configurations) {
            double[] filled = configuration.fill(tuning.data(Scaling.AS_IT_IS), tuning.measured(), workers);
            double error = tuning.error(Scaling.AS_IT_IS, filled);
            if (Double.isFinite(error) && (best == null || error < best.error)) {
                best = new FillChoice(configuration, error);
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("its validation error was never a finite number");
        }
        return best;
    }

    private void play(Contestant.SelfTuned self, Tasks tasks) {
        Observations training = tasks.fitting.data(Scaling.AS_IT_IS);
        Cost.Meter whole = Cost.begin();
        Contestant.Finding found = self.fit(training, budget, fitOptions(tasks, Stage.FITTING, ""));
        Cost cost = whole.read();
        throwIfStopped();
        add(Round.of(
                tasks.split,
                new Round.Tuned(found.configuration(), 1, found.heldOutError(), found.errorByRank(), found.choosing()),
                new Round.Fitted(
                        tasks.fitting.error(Scaling.AS_IT_IS, found.values()),
                        found.rank(),
                        0,
                        cost.minus(found.choosing()))));
        if (tasks.split == 0) {
            List<Step> steps = self.errorOverTime(
                    tasks.tuning.data(Scaling.AS_IT_IS),
                    a -> tasks.tuning.error(Scaling.AS_IT_IS, a),
                    found,
                    fitOptions(tasks, Stage.MEASURING, ""));
            throwIfStopped();
            errorOverTime = Standing.Moment.of(steps);
            watch(() -> self.fit(training, budget, fitOptions(tasks, Stage.MEASURING, "")));
        }
    }

    private void add(Round round) {
        if (!Double.isFinite(round.testError())) {
            throw new IllegalArgumentException("its test error was not a finite number");
        }
        rounds.add(round);
    }

    /** Measures the memory of a fit. The round is done by then, so if the fit is stopped here only the comparison ends. */
    private void watch(Supplier<?> fit) {
        long peak = HeapWatch.peak(fit);
        throwIfStopped();
        memory = OptionalLong.of(peak);
    }

    /* The options of a fit: it is watched, and ends once the comparison has to end. */
    private FitOptions fitOptions(Tasks tasks, Stage stage, String trial) {
        Listener part = listener.begin(stage, tasks.name + ", " + place + trial, () -> stopped = true);
        return new FitOptions(Limits.NONE, Optional.empty(), part, tasks.seed, threads);
    }

    private void throwIfStopped() {
        if (stopped) {
            throw new Stopped();
        }
    }

    /** Describes a configuration, with its own name if that differs from the method's. */
    private String words(Baseline configuration) {
        return (configuration.name().equals(contestant.name()) ? "" : configuration.name() + ": ")
                + configuration.settings();
    }

    /** What went wrong, as a sentence. */
    static String sentence(RuntimeException e) {
        return e instanceof IllegalArgumentException && e.getMessage() != null ? e.getMessage() : "it failed: " + e;
    }
}
