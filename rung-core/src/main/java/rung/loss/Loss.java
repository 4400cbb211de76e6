package rung.loss;

/**
 * A convex differentiable loss φ(a; b) of one fitted entry a against one observed entry b. Two methods suffice.
 *
 * <p>Implementations must be stateless: they are called from many threads.
 */
public interface Loss {
    /** φ(a; b). */
    double value(double a, double b);

    /** ∂φ/∂a. */
    double derivative(double a, double b);

    /** ∂²φ/∂a², for Newton's method; by default the difference quotient of {@link #derivative}. */
    default double curvature(double a, double b) {
        double h = 1e-5 * Math.max(1, Math.abs(a));
        return Math.max(0, (derivative(a + h, b) - derivative(a - h, b)) / (2 * h));
    }

    /** A lower bound of the curvature that holds everywhere; 0 where there is none. */
    default double strongConvexity() {
        return 0;
    }

    /** What an observation b must be, in words, if this one is not that; null if it is. */
    default String complaint(double b) {
        return null;
    }

    /** ½(a−b)². */
    static Loss squared() {
        return Squared.INSTANCE;
    }

    /** ½(a−b)² up to |a−b| = δ and linear beyond; δ as for {@link #absolute}. */
    static Loss huber(double delta) {
        return new Huber(delta);
    }

    /** |a−b|, rounded off within about ε of zero; below a thousandth of the data's scale the refits lose accuracy. */
    static Loss absolute(double epsilon) {
        return new Absolute(epsilon);
    }

    /** The loss whose minimizer is the q-quantile, rounded off within about ε of zero; ε as for {@link #absolute}. */
    static Loss quantile(double q, double epsilon) {
        return new Quantile(q, epsilon);
    }

    /** Observations 0 or 1, each 1 with probability 1/(1+e^−a). */
    static Loss logistic() {
        return Logistic.INSTANCE;
    }

    /** Counts with mean e^a. */
    static Loss poisson() {
        return Poisson.INSTANCE;
    }
}
