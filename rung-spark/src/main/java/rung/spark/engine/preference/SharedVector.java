package rung.spark.engine.preference;

import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** A vector that every task reads: sent with the task if it is short, else broadcast. */
@SuppressWarnings("serial") // arrays only, which are serializable
final class SharedVector<T> implements Serializable {
    private static final long serialVersionUID = 1;

    /** Longer vectors are broadcast. */
    private static final int SHORT = 1 << 15;

    private final T value;
    private final Broadcast<T> broadcast;

    private SharedVector(T value, Broadcast<T> broadcast) {
        this.value = value;
        this.broadcast = broadcast;
    }

    static <T> SharedVector<T> of(T value, int length, JavaSparkContext context) {
        return length <= SHORT ? new SharedVector<>(value, null) : new SharedVector<>(null, context.broadcast(value));
    }

    T value() {
        return broadcast == null ? value : broadcast.value();
    }

    /** Lets the executors drop it; they fetch it again if they have to compute something anew. */
    void release() {
        if (broadcast != null) {
            broadcast.unpersist(false);
        }
    }
}
