package rung.loss;

import java.util.Optional;

/** The loss of 0/1 data: φ(a; b) = log(1+e^a) − b·a for b = 0 or 1, the negative log likelihood of b when P(b=1) = 1/(1+e^−a). */
public enum Logistic implements Loss {
    /** The loss, which has no parameters. */
    INSTANCE;

    @Override
    public double value(double a, double b) {
        return Math.max(a, 0) - b * a + Math.log1p(Math.exp(-Math.abs(a)));
    }

    @Override
    public double derivative(double a, double b) {
        return probability(a) - b;
    }

    @Override
    public double curvature(double a, double b) {
        double tail = Math.exp(-Math.abs(a));
        return tail / ((1 + tail) * (1 + tail));
    }

    @Override
    public Optional<String> complaint(double b) {
        return b == 0 || b == 1 ? Optional.empty() : Optional.of("0 or 1 for the logistic loss");
    }

    private static double probability(double a) {
        double tail = Math.exp(-Math.abs(a));
        return a >= 0 ? 1 / (1 + tail) : tail / (1 + tail);
    }

    @Override
    public String toString() {
        return "logistic";
    }
}
