package rung.loss;

/**
 * The smoothed absolute loss: φ(a; b) = √(x²+ε²) − ε with x = a−b, which is |x| rounded off near zero and never more than ε below it.
 *
 * @param epsilon the width ε of the rounding, in the unit of the entries
 */
public record Absolute(double epsilon) implements Loss {
    /** Checks the parameter. */
    public Absolute {
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("epsilon must be positive and finite, got " + epsilon);
        }
    }

    @Override
    public double value(double a, double b) {
        double x = a - b;
        double root = Math.hypot(x, epsilon);
        return x / (root + epsilon) * x; // = root − ε without the cancellation
    }

    @Override
    public double derivative(double a, double b) {
        double x = a - b;
        return x / Math.hypot(x, epsilon);
    }

    @Override
    public double curvature(double a, double b) {
        double root = Math.hypot(a - b, epsilon);
        double cosine = epsilon / root;
        return cosine * cosine / root;
    }

    @Override
    public String toString() {
        return "absolute(" + epsilon + ")";
    }
}
