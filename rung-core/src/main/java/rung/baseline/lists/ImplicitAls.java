package rung.baseline.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Execution;
import rung.Limits;
import rung.Stage;
import rung.StopReason;
import rung.algorithm.Recorder;
import rung.data.Ratings;
import rung.linalg.Side;

/**
 * Alternating least squares with implicit zeros [HKV08].
 *
 * <pre>
 *   min over X, Y of Σ_ui c_ui·(p_ui − x_u·y_i)² + λ·(Σ_u ‖x_u‖² + Σ_i ‖y_i‖²)
 *   p_ui = 1 and c_ui = 1 + α·w_ui where u chose i with weight w_ui, p_ui = 0 and c_ui = 1 elsewhere
 * </pre>
 *
 * <p>α and λ are those of the paper and of the package implicit; Spark multiplies λ by the number of choices of each line. An iteration
 * solves for all users, then for all items, each exactly, with the Gram matrix that all of them share. It costs |Ω|·rank² and
 * (m + n)·rank³/6. Without a λ it is chosen inside the training part, among powers of two, by lists on held-out choices.
 *
 * @param rank the number of columns of X and Y
 * @param alpha α
 * @param lambda λ; empty to have it chosen
 * @param iterations how often both sides are solved for
 */
public record ImplicitAls(int rank, double alpha, OptionalDouble lambda, int iterations) implements ListMethod {
    /** The default rank. */
    public static final int RANK = 64;

    /** The default of α. */
    public static final double ALPHA = 1;

    /** The default number of iterations, that of implicit. */
    public static final int ITERATIONS = 15;

    /** The least λ that is tried, in units of 1 + α, and the number of doublings of it. */
    private static final double LEAST = 0.04;

    private static final int DOUBLINGS = 16;

    /** The doublings of the λ that is tried first. */
    private static final int FIRST = 8;

    /** The iterations of a trial, in which λ shows already what it is worth. */
    private static final int TRIAL = 6;

    /** The standard deviation of the factors at the start, times √rank. */
    private static final double DEVIATION = 0.1;

    /** Checks the parameters. */
    public ImplicitAls {
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least 1, got " + rank);
        }
        if (!(alpha >= 0 && alpha < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("alpha must be finite and not negative, got " + alpha);
        }
        if (lambda.isPresent() && !(lambda.getAsDouble() > 0 && lambda.getAsDouble() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be positive and finite, got " + lambda.getAsDouble());
        }
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations must be at least 1, got " + iterations);
        }
    }

    /**
     * The method with default parameters, which chooses λ itself.
     *
     * @return the method
     */
    public static ImplicitAls byDefault() {
        return new ImplicitAls(RANK, ALPHA, OptionalDouble.empty(), ITERATIONS);
    }

    /**
     * Sets the rank.
     *
     * @param rank the number of columns of X and Y
     * @return a changed copy
     */
    public ImplicitAls withRank(int rank) {
        return new ImplicitAls(rank, alpha, lambda, iterations);
    }

    /**
     * Sets how much more a choice counts than what was not chosen.
     *
     * @param alpha α, at least 0
     * @return a changed copy
     */
    public ImplicitAls withAlpha(double alpha) {
        return new ImplicitAls(rank, alpha, lambda, iterations);
    }

    /**
     * Sets the penalty.
     *
     * @param lambda λ, positive
     * @return a changed copy
     */
    public ImplicitAls withLambda(double lambda) {
        return new ImplicitAls(rank, alpha, OptionalDouble.of(lambda), iterations);
    }

    /**
     * Sets the number of iterations.
     *
     * @param iterations at least 1
     * @return a changed copy
     */
    public ImplicitAls withIterations(int iterations) {
        return new ImplicitAls(rank, alpha, lambda, iterations);
    }

    @Override
    public String name() {
        return "Implicit ALS";
    }

    @Override
    public String settings() {
        return "rank " + rank + ", alpha " + alpha + ", lambda "
                + (lambda.isPresent() ? lambda.getAsDouble() : "chosen") + ", " + iterations + " iterations";
    }

    @Override
    public Fit fit(Ratings train, Execution execution) {
        if (lambda.isEmpty()) {
            List<ImplicitAls> path = new ArrayList<>();
            for (int k = 0; k <= DOUBLINGS; k++) {
                path.add(withLambda(Math.scalb(LEAST * (1 + alpha), k)).withIterations(Math.min(TRIAL, iterations)));
            }
            ImplicitAls best = HeldOutChoice.walk(path, FIRST, train, execution).withIterations(iterations);
            execution.listener().onStage(Stage.FITTING, best.settings());
            return best.fit(train, execution);
        }
        ConfidenceLeastSquares problem =
                new ConfidenceLeastSquares(Choices.of(train), alpha, lambda.getAsDouble(), execution.workers());
        Factors a = Factors.random(
                train.users().size(), train.items().size(), rank, DEVIATION / Math.sqrt(rank), execution.seed());
        Recorder<Factors> recorder = new Recorder<>(
                Factors.keeping(),
                Limits.NONE.withSteps(iterations),
                Optional.empty(),
                execution.listener(),
                a,
                problem.value(a));
        recorder.expectSteps(iterations);
        while (recorder.mayGoOn()) {
            problem.solve(a, Side.LEFT); //  X ← argmin
            problem.solve(a, Side.RIGHT); // Y ← argmin
            recorder.record(() -> a, rank, problem.value(a), OptionalDouble.empty(), false);
        }
        recorder.end(StopReason.STEP_LIMIT);
        return new Fit(this, recorder.best().scorers());
    }
}
