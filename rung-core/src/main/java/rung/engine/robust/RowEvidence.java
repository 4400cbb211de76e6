package rung.engine.robust;

import rung.linalg.Matrix;

/**
 * What earlier columns of a matrix say about the rows of U: for each row the place u₀ where their cost was least, and how fast it rises
 * from there, Σ w·v·vᵀ over those columns. It is kept instead of the columns, when a long video is separated part by part.
 */
public final class RowEvidence {
    private final Matrix u;
    private final float[] gram; // for each row the lower triangle of Σ w·v·vᵀ

    RowEvidence(Matrix u, float[] gram) {
        this.u = u;
        this.gram = gram;
    }

    /**
     * Scales this evidence, as if {@code part} times as many columns had been seen.
     *
     * @param part the factor
     * @return the scaled evidence
     */
    public RowEvidence times(double part) {
        float[] scaled = gram.clone();
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] *= (float) part;
        }
        return new RowEvidence(u, scaled);
    }

    /** The sum of both, around the places u₀ of the later one. */
    RowEvidence plus(RowEvidence later) {
        float[] sum = later.gram.clone();
        for (int k = 0; k < sum.length; k++) {
            sum[k] += gram[k];
        }
        return new RowEvidence(later.u, sum);
    }

    /** Computes ½·Σ (u − u₀)ᵀ·(Σ w·v·vᵀ)·(u − u₀) over the rows u of a factor. */
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

    /** Element q of the lower triangle of Σ w·v·vᵀ of a row. */
    float gram(int row, int q) {
        int r = u.columns();
        return gram[row * (r * (r + 1) / 2) + q];
    }

    /** Element k of the place u₀ of a row. */
    double get(int row, int k) {
        return u.get(row, k);
    }
}
