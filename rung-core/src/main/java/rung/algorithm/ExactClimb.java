package rung.algorithm;

import java.util.Optional;
import rung.Algorithm;
import rung.Candidate;
import rung.Certificate;
import rung.Climbed;
import rung.ExactIterate;
import rung.ExactProblem;
import rung.LowRankMatrix;
import rung.Settings;
import rung.StopReason;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/**
 * A run on an exact problem: pairs, insertions and refits are as the settings say, the refits at the end go on only while R falls
 * noticeably, and the solution carries a certificate if the problem knows its strong convexity and σ₁ was found.
 *
 * @param <A> the engine's iterate
 */
final class ExactClimb<A extends ExactIterate<A>> extends Climb<A> {
    /**
     * The refits at the end stop when a round lowers R by less than this fraction of all that was gained, unless the limits have a
     * tolerance of their own. With 1e-3 they stopped after a round where there is little noise, R 2 to 6 % above that of alternating
     * least squares; here it is within 2 %.
     */
    private static final double FINISHING_TOLERANCE = 1e-4;

    /** The largest ‖Gᵀu − σv‖ as a part of σ for which σ counts as σ₁: what single precision leaves is well below. */
    private static final double CERTAIN = 1e-5;

    /** The same as a part of ρ⁻·‖A‖: where A is the minimum, the gradient is nothing but rounding, and has no σ₁ to be found. */
    private static final double ROUNDING = 1e-12;

    private final ExactProblem<A> problem;

    private ExactClimb(Algorithm algorithm, ExactProblem<A> problem, boolean swaps, boolean untilNoDecrease) {
        super(algorithm, problem, onMatrices(algorithm.settings()), swaps, untilNoDecrease);
        this.problem = problem;
    }

    /** A run in which every step raises the rank. */
    static <A extends ExactIterate<A>> ExactClimb<A> ofInsertions(Algorithm algorithm, ExactProblem<A> problem) {
        return new ExactClimb<>(
                algorithm, problem, false, algorithm.settings().limits().untilNoDecrease());
    }

    /** A run that swaps pairs once the rank is reached. */
    static <A extends ExactIterate<A>> ExactClimb<A> ofSwaps(
            Algorithm algorithm, ExactProblem<A> problem, boolean untilNoDecrease) {
        return new ExactClimb<>(algorithm, problem, true, untilNoDecrease);
    }

    @Override
    Candidate<A> findPair(A a) {
        SingularPair pair = a.steepest(settings.pairTolerance());
        return Candidate.of(pair.sigma(), b -> settings.insertion().insert(b, pair));
    }

    @Override
    void refit(A a, Side side) {
        a.refit(side, settings.refit());
    }

    @Override
    void refitBoth(A a) {
        refit(a, Side.LEFT);
        refit(a, Side.RIGHT);
    }

    @Override
    Climbed<A> finishBothSides(StopReason reason) {
        double tolerance = settings.limits().tolerance();
        recorder.demandDecrease(tolerance > 0 ? tolerance : FINISHING_TOLERANCE);
        return super.finishBothSides(reason);
    }

    @Override
    Optional<Certificate> certificate() {
        double strongConvexity = problem.strongConvexity();
        if (!(strongConvexity > 0)) {
            return Optional.empty();
        }
        A best = recorder.best();
        SingularPair pair = best.steepest(Settings.EXACT_PAIRS);
        LinearOperator gradient = best.gradient();
        LowRankMatrix matrix = best.matrix();
        double rest = rest(pair, gradient);
        return rest <= Math.max(CERTAIN * pair.sigma(), ROUNDING * strongConvexity * matrix.norm())
                ? Optional.of(Certificate.of(matrix, gradient, pair.sigma(), strongConvexity))
                : Optional.empty();
    }

    /* ‖Gᵀu − σv‖. It is large if the search stopped at its most steps: σ is below σ₁ then, and bounds nothing. */
    private static double rest(SingularPair pair, LinearOperator gradient) {
        double[] residual =
                gradient.multiplyTransposed(Matrix.column(pair.u())).array().clone();
        for (int j = 0; j < residual.length; j++) {
            residual[j] -= pair.sigma() * pair.v()[j];
        }
        return Matrix.norm(residual);
    }
}
