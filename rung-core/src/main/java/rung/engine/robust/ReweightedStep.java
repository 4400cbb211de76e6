package rung.engine.robust;

/** One step of reweighted least squares for one line: x ← x + (Σ w·f·fᵀ)⁻¹·Σ w·ρ·f, given both sums. */
final class ReweightedStep {
    /** A step smaller than this part of the line itself ends the iteration. */
    static final double NEGLIGIBLE = 1e-6;

    /** This part of each diagonal element is added to it, so that factors which depend on each other do no harm. */
    private static final double FLOOR = 1e-6;

    /**
     * The factor by which a step is stretched: every second step is. Weighted least squares bound the loss from above, and any stretch
     * below 2 lowers them. Where the bound is steeper than the loss steps would be too short again and again; with the stretch a third
     * fewer of them suffice.
     */
    static double stretch(int iteration) {
        return iteration % 2 == 0 ? 1 : 1.8;
    }

    private final int r;
    private final double[] l; // Σ w·f·fᵀ, row after row of the lower triangle; then L of L·D·Lᵀ
    private final double[] inverse; // D⁻¹
    private final double[] x; // Σ w·ρ·f; then the step

    ReweightedStep(int r) {
        this.r = r;
        this.l = new double[r * (r + 1) / 2];
        this.inverse = new double[r];
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

    /** Adds the evidence about a line whose elements are {@code step} apart. */
    void add(RowEvidence evidence, int row, float[] line, int from, int step) {
        for (int a = 0, q = 0; a < r; a++) {
            for (int b = 0; b <= a; b++, q++) {
                double rise = evidence.gram(row, q);
                l[q] += rise;
                x[a] += rise * (evidence.get(row, b) - line[from + b * step]);
                if (b < a) {
                    x[b] += rise * (evidence.get(row, a) - line[from + a * step]);
                }
            }
        }
    }

    /**
     * Moves a line whose elements are {@code step} apart. Returns the size of the move as a part of the line's size; 0 if the line has
     * no weights.
     *
     * @param stretch the factor that multiplies the step
     */
    double move(float[] line, int from, int step, double stretch) {
        if (!factor()) {
            return 0;
        }
        for (int a = 0, row = 0; a < r; row += ++a) {
            for (int c = 0; c < a; c++) {
                x[a] -= l[row + c] * x[c];
            }
        }
        double moved = 0;
        double size = 0;
        for (int a = r - 1; a >= 0; a--) {
            double sum = x[a] * inverse[a];
            for (int c = a + 1; c < r; c++) {
                sum -= l[c * (c + 1) / 2 + a] * x[c];
            }
            x[a] = sum;
            double to = line[from + a * step] + stretch * sum;
            line[from + a * step] = (float) to;
            moved += sum * sum;
            size += to * to;
        }
        return size > 0 ? Math.sqrt(moved / size) : 0;
    }

    /** Factors Σ w·f·fᵀ = L·D·Lᵀ; returns false if there are no weights. */
    private boolean factor() {
        for (int a = 0, row = 0; a < r; row += ++a) {
            double diagonal = l[row + a] * (1 + FLOOR);
            double pivot = diagonal;
            for (int b = 0, other = 0; b < a; other += ++b) {
                double sum = l[row + b];
                for (int c = 0; c < b; c++) {
                    sum -= l[row + c] * l[other + c];
                }
                l[row + b] = sum; // D_b times its final value
            }
            for (int b = 0; b < a; b++) {
                double scaled = l[row + b] * inverse[b];
                pivot -= scaled * l[row + b];
                l[row + b] = scaled;
            }
            pivot = Math.max(pivot, FLOOR * diagonal);
            if (!(pivot > 0)) {
                return false;
            }
            inverse[a] = 1 / pivot;
        }
        return true;
    }
}
