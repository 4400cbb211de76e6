package rung.linalg;

/**
 * One term σ·u·vᵀ of a singular value decomposition.
 *
 * @param sigma the singular value σ
 * @param u the left singular vector, of norm 1
 * @param v the right singular vector, of norm 1
 */
public record SingularPair(double sigma, double[] u, double[] v) {
    /** Copies the vectors. */
    public SingularPair {
        u = u.clone();
        v = v.clone();
    }

    /**
     * The left singular vector.
     *
     * @return a copy of its numbers
     */
    @Override
    public double[] u() {
        return u.clone();
    }

    /**
     * The right singular vector.
     *
     * @return a copy of its numbers
     */
    @Override
    public double[] v() {
        return v.clone();
    }

    /**
     * One number of the left singular vector.
     *
     * @param i the row, from 0
     * @return u_i
     */
    public double u(int i) {
        return u[i];
    }

    /**
     * One number of the right singular vector.
     *
     * @param j the column, from 0
     * @return v_j
     */
    public double v(int j) {
        return v[j];
    }
}
