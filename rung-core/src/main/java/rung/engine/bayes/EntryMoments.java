package rung.engine.bayes;

import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.objective.Entries;

/**
 * What two posteriors say of the product u_i·v_j at each observed entry, in row order.
 *
 * @param means E[u]·E[v]
 * @param squares E[(u·v)²] = ⟨E[u·uᵀ], E[v·vᵀ]⟩
 */
record EntryMoments(double[] means, double[] squares) {
    private static final Kernels KERNELS = KernelChoice.active();

    static EntryMoments of(Entries entries, Posterior left, Posterior right) {
        double[] means = entries.fitted(left.mean(), right.mean());
        double[] squares = new double[means.length];
        int r = left.rank();
        if (r == 0) {
            return new EntryMoments(means, squares);
        }
        Pattern.Lines rows = entries.data().pattern().lines(Side.LEFT);
        int width = Posterior.width(r);
        Matrix moments = right.moments();
        entries.workers().run(rows.count(), rows::before, (from, to) -> {
            double[] doubled = new double[width];
            for (int i = from; i < to; i++) {
                for (int k = 0, e = 0; k < r; k++) {
                    for (int l = 0; l <= k; l++, e++) {
                        doubled[e] = (l < k ? 2 : 1) * left.moments().get(i, e);
                    }
                }
                int begin = (int) rows.before(i);
                for (int k = 0; k < rows.size(i); k++) {
                    squares[begin + k] = KERNELS.dot(doubled, 0, moments.array(), rows.other(i, k) * width, width);
                }
            }
        });
        return new EntryMoments(means, squares);
    }
}
