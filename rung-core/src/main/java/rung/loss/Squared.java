package rung.loss;

/** The squared loss φ(a; b) = ½(a−b)². */
public enum Squared implements Loss {
    /** The loss, which has no parameters. */
    INSTANCE;

    @Override
    public double value(double a, double b) {
        return 0.5 * (a - b) * (a - b);
    }

    @Override
    public double derivative(double a, double b) {
        return a - b;
    }

    @Override
    public double curvature(double a, double b) {
        return 1;
    }

    @Override
    public double strongConvexity() {
        return 1;
    }

    @Override
    public String toString() {
        return "squared";
    }
}
