package rung.ratings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import rung.Climbed;
import rung.HeldOut;
import rung.Iterate;
import rung.Problem;
import rung.Settings;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;

/**
 * Chooses the rank of a model by held-out ratings: it climbs without them to the rank that predicts them best, in each way there is to
 * climb, and accepts what it found if that is clearly better than noise. The same class serves ratings in one memory and on a cluster.
 *
 * @param <A> the engine's iterate
 */
public final class RankChoice<A extends Iterate<A>> {
    /** The number of ranks that are tried beyond the best one so far. */
    public static final int PATIENCE = 5;

    /**
     * A climb that leaves more than this part of the first error is doubtful: it may have found only noise. Noise alone, five ratings a
     * line, leaves 0.96 to 0.98, because the first error is that of a single draw of the biases; MovieLens 100K leaves 0.94 to 0.96.
     */
    static final double DOUBTFUL = 0.95;

    /**
     * An error below this part of the error that biases have after all rounds of draws is clearly better than noise: noise alone leaves
     * 1.00 to 1.01.
     */
    static final double CLEAR = 0.98;

    private final List<? extends Problem<A>> problems;
    private final Function<A, ? extends Problem<A>> from;
    private final ToDoubleFunction<A> error;
    private final Stages stages;
    private final int rounds;

    /** Gives the settings of each climb. */
    @FunctionalInterface
    public interface Stages {
        /**
         * The settings of one climb.
         *
         * @param rank the rank to climb to
         * @param rounds the number of rounds of draws at that rank
         * @param stage what the climb is for, for whoever watches
         * @param task which of several climbs of that stage it is; empty if there is only one
         * @return the settings
         */
        Settings settings(int rank, int rounds, Stage stage, String task);
    }

    /**
     * The result of a choice.
     *
     * @param <A> the engine's iterate
     * @param from the iterate from which a climb on all ratings goes on; empty if it should begin anew
     * @param rank the chosen rank
     * @param error the error on the held-out ratings, in their unit
     * @param path the steps of the climb that chose
     * @param stopped the best solution so far, if the listener ended the search; then there is nothing more to climb
     */
    public record Choice<A extends Iterate<A>>(
            Optional<A> from, int rank, double error, List<Step> path, Optional<Climbed<A>> stopped) {}

    /**
     * Prepares a choice.
     *
     * @param problems the problem of the ratings that are not held out, in each way it may be climbed from nothing; rank 0 is the same
     *     in all
     * @param from makes the problem of the same ratings that starts from an iterate
     * @param error the error of an iterate on the held-out ratings
     * @param stages gives the settings of each climb
     * @param rounds the number of rounds of draws that will end the climb on all ratings
     */
    public RankChoice(
            List<? extends Problem<A>> problems,
            Function<A, ? extends Problem<A>> from,
            ToDoubleFunction<A> error,
            Stages stages,
            int rounds) {
        this.problems = problems;
        this.from = from;
        this.error = error;
        this.stages = stages;
        this.rounds = rounds;
    }

    /**
     * Chooses a rank from 0 to {@code maxRank}.
     *
     * @param maxRank the highest rank to choose from
     * @return the choice
     */
    public Choice<A> choose(int maxRank) {
        List<Attempt<A>> found = new ArrayList<>();
        for (Problem<A> problem : problems) {
            String task = problems.size() == 1 ? "" : "climb " + (found.size() + 1) + " of " + problems.size();
            found.add(climb(problem, maxRank, task));
            StopReason stop = found.get(found.size() - 1).climbed.stop();
            if (stop == StopReason.STOPPED) {
                return stopped(best(found), found);
            }
            if (!stop.isOrderly()) {
                break; // the time is up
            }
        }
        Attempt<A> best = best(found);
        found.stream().filter(other -> other != best).forEach(Attempt::release);
        return best.error > DOUBTFUL * best.first ? check(best) : accepted(best);
    }

    /**
     * Says what error each rank left on the held-out ratings, the least first.
     *
     * @param path the steps of a climb that chose, each with its held-out error
     * @return the text of a model's fact
     */
    public static String errorsInWords(List<Step> path) {
        return path.stream()
                .sorted(Comparator.comparingDouble(step -> step.heldOut().orElseThrow()))
                .map(step -> String.format(
                        Locale.ROOT, "%.6g at rank %d", step.heldOut().orElseThrow(), step.rank()))
                .collect(Collectors.joining(", "));
    }

    private Attempt<A> climb(Problem<A> problem, int maxRank, String task) {
        Errors errors = new Errors();
        Climbed<A> climbed = new FastGreedy(stages.settings(maxRank, 0, Stage.CHOOSING, task))
                .minimize(problem, new HeldOut<>(errors, PATIENCE));
        return new Attempt<>(climbed, errors.first, errors.least);
    }

    private static <A extends Iterate<A>> Attempt<A> best(List<Attempt<A>> attempts) {
        return attempts.stream().min(Comparator.comparingDouble(Attempt::error)).orElseThrow();
    }

    /*
     * Accepts what the climb found only if it is clearly better than draws of the biases alone, or if as many draws of it leave less
     * error on the held-out ratings.
     */
    private Choice<A> check(Attempt<A> found) {
        Attempt<A> biases = attempt(problems.get(0), 0);
        if (biases.isStopped()) {
            return stopped(found, List.of(found, biases));
        }
        if (found.error < CLEAR * biases.error) {
            biases.release();
            return accepted(found);
        }
        if (found.rank() > 0) {
            Attempt<A> more = attempt(from.apply(found.iterate()), found.rank());
            if (more.isStopped()) {
                return stopped(found, List.of(found, biases, more));
            }
            more.release();
            if (more.error < biases.error) {
                biases.release();
                return accepted(found);
            }
        }
        biases.release();
        found.release();
        return new Choice<A>(Optional.empty(), 0, biases.error, found.path(), Optional.empty());
    }

    private Choice<A> accepted(Attempt<A> found) {
        return new Choice<>(Optional.of(found.iterate()), found.rank(), found.error, found.path(), Optional.empty());
    }

    private Choice<A> stopped(Attempt<A> found, List<Attempt<A>> all) {
        Attempt<A> best = best(all);
        return new Choice<>(Optional.empty(), best.rank(), best.error, found.path(), Optional.of(best.climbed));
    }

    /* Does all rounds of draws without the held-out ratings. */
    private Attempt<A> attempt(Problem<A> problem, int rank) {
        Climbed<A> climbed =
                new FastGreedy(stages.settings(rank, rounds, Stage.CHECKING, "rank " + rank)).minimize(problem);
        double measured = error.applyAsDouble(climbed.iterate());
        return new Attempt<>(climbed, measured, measured);
    }

    /**
     * A climb without the held-out ratings.
     *
     * @param climbed the solution
     * @param first the error on the held-out ratings that was measured first
     * @param error the least error on the held-out ratings, which is that of the solution
     */
    private record Attempt<A extends Iterate<A>>(Climbed<A> climbed, double first, double error) {
        A iterate() {
            return climbed.iterate();
        }

        int rank() {
            return iterate().rank();
        }

        List<Step> path() {
            return climbed.trace();
        }

        boolean isStopped() {
            return climbed.stop() == StopReason.STOPPED;
        }

        void release() {
            iterate().release();
        }
    }

    /** The errors of a climb: the first, which is that of the biases, and the least. */
    private final class Errors implements ToDoubleFunction<A> {
        private double first = Double.NaN;
        private double least = Double.POSITIVE_INFINITY;

        @Override
        public double applyAsDouble(A a) {
            double now = error.applyAsDouble(a);
            first = Double.isNaN(first) ? now : first;
            least = Math.min(least, now);
            return now;
        }
    }
}
