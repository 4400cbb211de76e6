package rung.loss;

/**
 * Huber's loss, which is squared for small differences and linear for large ones: φ(a; b) = x²/2 if |x| ≤ δ, else δ|x| − δ²/2, with x =
 * a−b.
 *
 * @param delta the difference δ where the loss becomes linear, in the unit of the entries
 */
public record Huber(double delta) implements Loss {
    /** Checks the parameter. */
    public Huber {
        if (!(delta > 0 && delta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("delta must be positive and finite, got " + delta);
        }
    }

    @Override
    public double value(double a, double b) {
        double x = Math.abs(a - b);
        return x <= delta ? 0.5 * x * x : delta * (x - 0.5 * delta);
    }

    @Override
    public double derivative(double a, double b) {
        return Math.max(-delta, Math.min(delta, a - b));
    }

    @Override
    public double curvature(double a, double b) {
        return Math.abs(a - b) <= delta ? 1 : 0;
    }

    @Override
    public String toString() {
        return "huber(" + delta + ")";
    }
}
