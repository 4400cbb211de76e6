package rung.baseline;

import rung.Solution;
import rung.StopReason;
import rung.data.Observations;

/**
 * SVD++ [Kor08]: factors by stochastic gradient descent that also learn from which entries of a row are observed.
 *
 * <pre>
 *   e_ij = M_ij − μ − b_i − c_j − v_j·(u_i + z_i),   z_i = |N(i)|^−½·Σ_{k ∈ N(i)} y_k,   N(i) the columns that are observed in row i
 *   min over b, c, U, V, Y of ½·Σ_Ω (e_ij² + ridge·(b_i² + c_j² + ‖u_i‖² + ‖v_j‖² + Σ_{k ∈ N(i)} ‖y_k‖²))
 * </pre>
 *
 * <p>An epoch takes the rows one after the other, and the observations of each row, in an order drawn anew, as {@link StochasticSvd} does.
 * It is a step of the trace and costs |Ω|·rank, four times that of {@code StochasticSvd}. A weight multiplies the rate.
 *
 * <p>Differs from [Kor08]: the y_k of a row change once, when all of its observations have had their turn, by the sum of their
 * gradients. Changing them with each observation costs Σ_i |N(i)|²·rank.
 *
 * @param rank the number of columns of U, V and Y
 * @param rate the length of a step
 * @param ridge the penalty
 */
public record SvdPlusPlus(int rank, double rate, double ridge) implements Baseline {
    /** The default rank, that of Surprise. */
    public static final int RANK = 20;

    /** The default rate, that of the paper and of Surprise. */
    public static final double RATE = 0.007;

    /** The default penalty, that of Surprise. */
    public static final double RIDGE = 0.02;

    /** The number of epochs if there is no limit, that of Surprise. */
    public static final int STEPS = 20;

    /** Checks the parameters. */
    public SvdPlusPlus {
        if (rank < 0) {
            throw new IllegalArgumentException("rank must not be negative, got " + rank);
        }
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate must be positive and finite, got " + rate);
        }
        if (!(ridge >= 0 && ridge < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("ridge must be finite and not negative, got " + ridge);
        }
    }

    /**
     * The default parameters.
     *
     * @return the method
     */
    public static SvdPlusPlus byDefault() {
        return new SvdPlusPlus(RANK, RATE, RIDGE);
    }

    /**
     * Sets the rank.
     *
     * @param rank the number of columns of U, V and Y
     * @return a changed copy
     */
    public SvdPlusPlus withRank(int rank) {
        return new SvdPlusPlus(rank, rate, ridge);
    }

    /**
     * Sets the length of a step.
     *
     * @param rate above 0
     * @return a changed copy
     */
    public SvdPlusPlus withRate(double rate) {
        return new SvdPlusPlus(rank, rate, ridge);
    }

    /**
     * Sets the penalty.
     *
     * @param ridge at least 0
     * @return a changed copy
     */
    public SvdPlusPlus withRidge(double ridge) {
        return new SvdPlusPlus(rank, rate, ridge);
    }

    @Override
    public String name() {
        return "SVD++";
    }

    @Override
    public String settings() {
        return "rank " + rank + ", rate " + rate + ", ridge " + ridge;
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Run run = Run.ofIterations(this, data, options, STEPS);
        SvdPlusPlusDescent descent = new SvdPlusPlusDescent(data, this, options.seed());
        while (run.mayGoOn()) {
            descent.epoch();
            run.record(rank, descent.value(), descent::matrix);
        }
        return run.finish(StopReason.STEP_LIMIT);
    }
}
