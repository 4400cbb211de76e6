package rung.loss;

/**
 * The smoothed pinball loss, for quantiles: φ(a; b) = ½(√(x²+ε²) − ε) + (q−½)·x with x = b−a.
 *
 * <p>It is the pinball loss, q·x for positive x and (q−1)·x for negative x, rounded off near zero. Its minimizer over a sample tends to
 * the q-quantile as ε shrinks.
 *
 * @param q the quantile, above 0 and below 1
 * @param epsilon the width ε of the rounding, in the unit of the entries
 */
public record Quantile(double q, double epsilon) implements Loss {
    /** Checks the parameters. */
    public Quantile {
        if (!(q > 0 && q < 1)) {
            throw new IllegalArgumentException("q must be above 0 and below 1, got " + q);
        }
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("epsilon must be positive and finite, got " + epsilon);
        }
    }

    @Override
    public double value(double a, double b) {
        double x = b - a;
        return 0.5 * (x / (Math.hypot(x, epsilon) + epsilon) * x) + (q - 0.5) * x;
    }

    @Override
    public double derivative(double a, double b) {
        double x = b - a;
        return -0.5 * x / Math.hypot(x, epsilon) - (q - 0.5);
    }

    @Override
    public double curvature(double a, double b) {
        double root = Math.hypot(a - b, epsilon);
        double cosine = epsilon / root;
        return 0.5 * cosine * cosine / root;
    }

    @Override
    public String toString() {
        return "quantile(" + q + ", " + epsilon + ")";
    }
}
