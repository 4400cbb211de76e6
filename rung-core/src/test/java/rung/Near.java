package rung;

import static org.assertj.core.api.Assertions.assertThat;

import rung.linalg.Matrix;

/** Assertions that two things agree up to a tolerance, which is always relative to a stated size. */
public final class Near {
    private Near() {}

    public static void near(double actual, double expected, double tolerance) {
        assertThat(Math.abs(actual - expected))
                .as("|%s − %s|", actual, expected)
                .isLessThanOrEqualTo(tolerance * Math.max(1, Math.abs(expected)));
    }

    /** ‖actual − expected‖ ≤ tolerance·max(1, ‖expected‖). */
    public static void near(Matrix actual, Matrix expected, double tolerance) {
        assertThat(actual.rows()).isEqualTo(expected.rows());
        assertThat(actual.columns()).isEqualTo(expected.columns());
        assertThat(minus(actual, expected).norm())
                .as("distance of two %s", actual)
                .isLessThanOrEqualTo(tolerance * Math.max(1, expected.norm()));
    }

    /** ‖a‖ ≤ bound, and no NaN. */
    public static void small(Matrix a, double bound) {
        assertThat(a.norm()).as("norm of %s", a).isLessThanOrEqualTo(bound);
    }

    public static void orthonormal(Matrix q, double tolerance) {
        near(q.multiplyTransposed(q), Matrix.identity(q.columns()), tolerance);
    }

    public static Matrix minus(Matrix a, Matrix b) {
        return a.plus(-1, b);
    }
}
