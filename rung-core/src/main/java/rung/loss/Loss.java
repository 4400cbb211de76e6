package rung.loss;

import java.util.Optional;

/**
 * A convex differentiable loss φ(a; b) of one fitted entry a against one observed entry b. An implementation needs two methods, {@link
 * #value} and {@link #derivative}, and must be stateless: it is called from many threads.
 */
public interface Loss {
    /**
     * The loss φ(a; b).
     *
     * @param a the fitted entry
     * @param b the observed entry
     * @return the loss
     */
    double value(double a, double b);

    /**
     * The derivative ∂φ/∂a.
     *
     * @param a the fitted entry
     * @param b the observed entry
     * @return the derivative
     */
    double derivative(double a, double b);

    /**
     * The second derivative ∂²φ/∂a², for Newton's method; by default the difference quotient of {@link #derivative}.
     *
     * @param a the fitted entry
     * @param b the observed entry
     * @return the second derivative, not negative
     */
    default double curvature(double a, double b) {
        double h = 1e-5 * Math.max(1, Math.abs(a));
        return Math.max(0, (derivative(a + h, b) - derivative(a - h, b)) / (2 * h));
    }

    /**
     * A lower bound of the curvature that holds for all a and b.
     *
     * @return the bound; 0 if none is known
     */
    default double strongConvexity() {
        return 0;
    }

    /**
     * Says what an observed entry must be, if this one does not suit the loss: "0 or 1 for the logistic loss".
     *
     * @param b the observed entry
     * @return the rule that b breaks; empty if b suits
     */
    default Optional<String> complaint(double b) {
        return Optional.empty();
    }

    /**
     * The squared loss, ½(a−b)².
     *
     * @return the loss
     */
    static Loss squared() {
        return Squared.INSTANCE;
    }

    /**
     * Huber's loss: ½(a−b)² up to |a−b| = δ, linear beyond.
     *
     * @param delta δ, in the unit of the entries; below a thousandth of the data's scale the refits lose accuracy
     * @return the loss
     */
    static Loss huber(double delta) {
        return new Huber(delta);
    }

    /**
     * The absolute loss |a−b|, rounded off within about ε of zero.
     *
     * @param epsilon ε, in the unit of the entries; below a thousandth of the data's scale the refits lose accuracy
     * @return the loss
     */
    static Loss absolute(double epsilon) {
        return new Absolute(epsilon);
    }

    /**
     * The loss whose minimizer is the q-quantile, rounded off within about ε of zero.
     *
     * @param q the quantile, above 0 and below 1
     * @param epsilon ε, in the unit of the entries; below a thousandth of the data's scale the refits lose accuracy
     * @return the loss
     */
    static Loss quantile(double q, double epsilon) {
        return new Quantile(q, epsilon);
    }

    /**
     * The loss for observations 0 or 1, each of which is 1 with probability 1/(1+e^−a).
     *
     * @return the loss
     */
    static Loss logistic() {
        return Logistic.INSTANCE;
    }

    /**
     * The loss for counts with mean e^a.
     *
     * @return the loss
     */
    static Loss poisson() {
        return Poisson.INSTANCE;
    }
}
