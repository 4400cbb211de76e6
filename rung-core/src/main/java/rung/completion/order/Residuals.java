package rung.completion.order;

import rung.data.Observations;
import rung.linalg.Pattern;

/** Numbers at some cells, in row order, and their weights; null if all weights are one. */
record Residuals(Pattern pattern, double[] values, double[] weights) {
    static Residuals of(Observations data) {
        return new Residuals(data.pattern(), data.values(), data.weights().orElse(null));
    }

    int count() {
        return values.length;
    }
}
