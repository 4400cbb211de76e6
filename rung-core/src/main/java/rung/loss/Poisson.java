package rung.loss;

import java.util.Optional;

/**
 * The loss of counts: φ(a; b) = e^a − b·a for a count b ≥ 0, the negative log likelihood, up to a constant, of a Poisson variable with
 * mean e^a.
 *
 * <p>Beyond a = {@value #LINEAR_FROM}, a mean of 10¹³, the exponential goes on as its tangent, which keeps the loss convex and finite
 * wherever a line search looks.
 */
public enum Poisson implements Loss {
    /** The loss, which has no parameters. */
    INSTANCE;

    private static final double LINEAR_FROM = 30;

    @Override
    public double value(double a, double b) {
        double mean = Math.exp(Math.min(a, LINEAR_FROM));
        return mean * (1 + Math.max(0, a - LINEAR_FROM)) - b * a;
    }

    @Override
    public double derivative(double a, double b) {
        return Math.exp(Math.min(a, LINEAR_FROM)) - b;
    }

    @Override
    public double curvature(double a, double b) {
        return a > LINEAR_FROM ? 0 : Math.exp(a);
    }

    @Override
    public Optional<String> complaint(double b) {
        return b >= 0 ? Optional.empty() : Optional.of("not negative for the Poisson loss");
    }

    @Override
    public String toString() {
        return "poisson";
    }
}
