package rung.spark;

import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** A vector that every task sees: with the task itself, if it is short, else broadcast. */
@SuppressWarnings("serial") // arrays only, which are serializable
final class Shared<T> implements Serializable {
    private static final long serialVersionUID = 1;

    /** Beyond so many numbers a broadcast is worth its own overhead. */
    private static final int SHORT = 1 << 15;

    private final T value;
    private final Broadcast<T> broadcast;

    private Shared(T value, Broadcast<T> broadcast) {
        this.value = value;
        this.broadcast = broadcast;
    }

    static <T> Shared<T> of(T value, int length, JavaSparkContext context) {
        return length <= SHORT ? new Shared<>(value, null) : new Shared<>(null, context.broadcast(value));
    }

    T value() {
        return broadcast == null ? value : broadcast.value();
    }

    /** The executors need it no more, unless they have to compute something again. */
    void release() {
        if (broadcast != null) {
            broadcast.unpersist(false);
        }
    }
}
