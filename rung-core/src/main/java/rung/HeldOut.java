package rung;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Data that is kept back from the fit, to choose the best solution of the path by.
 *
 * @param <T> what is measured: matrices, or the iterates of an engine that does not keep its matrix in one place
 * @param error the error of a solution on that data; lower is better
 * @param patience the run ends after this many steps in a row that do not improve on the best error
 */
public record HeldOut<T>(ToDoubleFunction<? super T> error, int patience) {
    /** Checks the patience. */
    public HeldOut {
        if (patience < 1) {
            throw new IllegalArgumentException("patience must be at least 1, got " + patience);
        }
    }

    /**
     * Held-out data without patience: the run goes through the whole path, and the best solution is kept.
     *
     * @param <T> what is measured
     * @param error the error of a solution on that data; lower is better
     * @return the held-out data
     */
    public static <T> HeldOut<T> of(ToDoubleFunction<? super T> error) {
        return new HeldOut<>(error, Integer.MAX_VALUE);
    }

    /**
     * The same data for solutions of another kind.
     *
     * @param <S> the other kind
     * @param turn turns a solution of the other kind into one that can be measured
     * @return the held-out data
     */
    public <S> HeldOut<S> through(Function<? super S, ? extends T> turn) {
        return new HeldOut<>(solution -> error.applyAsDouble(turn.apply(solution)), patience);
    }
}
