package rung;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Data kept back from the fit, by which the best point of the path is chosen.
 *
 * @param <T> what is measured: matrices, or the working solutions of an engine that does not keep its matrix in one place
 * @param error of a solution on that data, lower is better
 * @param patience the run ends after so many steps in a row that do not improve on the best error
 */
public record HeldOut<T>(ToDoubleFunction<? super T> error, int patience) {
    public HeldOut {
        if (patience < 1) {
            throw new IllegalArgumentException("patience must be at least 1, got " + patience);
        }
    }

    /** Goes through the whole path, then keeps the best. */
    public static <T> HeldOut<T> of(ToDoubleFunction<? super T> error) {
        return new HeldOut<>(error, Integer.MAX_VALUE);
    }

    /** The same data for solutions of another kind, each of which is turned into one of this kind to be measured. */
    public <S> HeldOut<S> through(Function<? super S, ? extends T> turn) {
        return new HeldOut<>(solution -> error.applyAsDouble(turn.apply(solution)), patience);
    }
}
