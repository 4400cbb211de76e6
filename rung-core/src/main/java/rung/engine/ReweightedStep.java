package rung.engine;

import rung.linalg.Matrix;

/** One step of one line: x ← x + (Σ w·f·fᵀ)⁻¹·Σ w·ρ·f, from sums that are ready. */
final class ReweightedStep {
    /** A step this small beside the line itself is none. */
    static final double NEGLIGIBLE = 1e-6;

    /** Added to each diagonal element as a part of it, so that factors which depend on each other do no harm. */
    private static final double FLOOR = 1e-6;

    private final int r;
    private final double[] l; // Σ w·f·fᵀ, row after row of the lower triangle; then its Cholesky factor
    private final double[] x; // Σ w·ρ·f; then the step

    ReweightedStep(int r) {
        this.r = r;
        this.l = new double[r * (r + 1) / 2];
        this.x = new double[r];
    }

    /** Takes the sums of one line, whose elements are {@code step} apart. */
    void read(float[] gram, float[] gradient, int from, int step) {
        for (int q = 0; q < l.length; q++) {
            l[q] = gram[from + q * step];
        }
        for (int a = 0; a < r; a++) {
            x[a] = gradient[from + a * step];
        }
    }

    void read(double[] sums, int gramFrom, int gradientFrom) {
        System.arraycopy(sums, gramFrom, l, 0, l.length);
        System.arraycopy(sums, gradientFrom, x, 0, r);
    }

    /** Moves a row by the step; returns the size of the step as a part of the row's, 0 if there was nothing to go by. */
    double move(Matrix moved, int line) {
        for (int a = 0, row = 0; a < r; row += ++a) {
            for (int b = 0, other = 0; b <= a; other += ++b) {
                double sum = l[row + b];
                sum = a == b ? sum * (1 + FLOOR) : sum;
                double diagonal = sum;
                for (int c = 0; c < b; c++) {
                    sum -= l[row + c] * l[other + c];
                }
                if (a > b) {
                    l[row + b] = sum / l[other + b];
                } else {
                    double pivot = Math.max(sum, FLOOR * diagonal);
                    if (!(pivot > 0)) {
                        return 0;
                    }
                    l[row + a] = Math.sqrt(pivot);
                }
            }
        }
        for (int a = 0, row = 0; a < r; row += ++a) {
            double sum = x[a];
            for (int c = 0; c < a; c++) {
                sum -= l[row + c] * x[c];
            }
            x[a] = sum / l[row + a];
        }
        for (int a = r - 1; a >= 0; a--) {
            double sum = x[a];
            for (int c = a + 1; c < r; c++) {
                sum -= l[c * (c + 1) / 2 + a] * x[c];
            }
            x[a] = sum / l[a * (a + 1) / 2 + a];
        }
        double step = 0;
        double size = 0;
        for (int a = 0; a < r; a++) {
            double to = moved.get(line, a) + x[a];
            moved.set(line, a, to);
            step += x[a] * x[a];
            size += to * to;
        }
        return size > 0 ? Math.sqrt(step / size) : 0;
    }
}
