package rung.engine.robust;

import rung.linalg.Matrix;

/**
 * What other columns of the same matrix have told about the rows of U: where each of them was least, and how fast it rises from
 * there, Σ w·v·vᵀ over those columns. Kept instead of the columns.
 */
public final class RowEvidence {
    private final Matrix u;
    private final float[] gram; // for each row the lower triangle

    RowEvidence(Matrix u, float[] gram) {
        this.u = u;
        this.gram = gram;
    }

    /** As if it came from so many times as many columns. */
    public RowEvidence times(double part) {
        float[] scaled = gram.clone();
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] *= (float) part;
        }
        return new RowEvidence(u, scaled);
    }

    /** The sum, about where the other one has the rows. */
    RowEvidence plus(RowEvidence later) {
        float[] sum = later.gram.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += gram[k];
        }
        return new RowEvidence(later.u, sum);
    }

    /** ½·Σ (u − u₀)ᵀ·(Σ w·v·vᵀ)·(u − u₀) over the rows u of a factor, u₀ where they were. */
    double penalty(Matrix rows) {
        int r = u.columns();
        double sum = 0;
        for (int row = 0; row < rows.rows(); row++) {
            for (int a = 0, q = 0; a < r; a++) {
                for (int b = 0; b <= a; b++, q++) {
                    double product = (rows.get(row, a) - u.get(row, a)) * (rows.get(row, b) - u.get(row, b));
                    sum += (a == b ? 0.5 : 1) * gram(row, q) * product;
                }
            }
        }
        return sum;
    }

    /** Σ w·v·vᵀ of a row, element q of the lower triangle. */
    float gram(int row, int q) {
        int r = u.columns();
        return gram[row * (r * (r + 1) / 2) + q];
    }

    double get(int row, int k) {
        return u.get(row, k);
    }
}
