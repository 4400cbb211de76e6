package rung.engine.entrywise;

import java.util.Arrays;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;

/** Solves the lines of a {@link SideRefit} one after another. An instance belongs to one thread and holds its work space. */
abstract class LineSolver {
    static final Kernels KERNELS = KernelChoice.active();

    final SideRefit task;

    /**
     * The number of observations in the current line; {@code b} has their values, {@code c} their weights (null if all are one), {@code
     * a} the rows of the fixed factor.
     */
    int n;

    final double[] b;
    final double[] c;
    double[] a;

    /** The unknowns of the current line, padded with zeros. */
    final double[] x;

    /** The fitted entries A·x of the current line. */
    final double[] ax;

    LineSolver(SideRefit task) {
        this.task = task;
        int longest = task.lines.longest();
        b = new double[longest];
        c = task.entries.data().weights().isEmpty() ? null : new double[longest];
        a = task.commonBlock != null ? task.commonBlock : new double[Math.multiplyExact(longest, task.w)];
        x = new double[task.w];
        ax = new double[longest];
    }

    /** Solves the current line. At the beginning x holds the start: zeros, or the line as it was. */
    abstract void solve(double ridge);

    void solve(int from, int to) {
        for (int line = from; line < to; line++) {
            load(line);
            solve(task.ridge[line]);
            KERNELS.multiply(a, n, task.w, x, 0, ax);
            task.lines.store(ax, line, task.fitted);
            System.arraycopy(x, 0, task.moved.array(), line * task.r, task.r);
        }
    }

    private void load(int line) {
        n = task.lines.size(line);
        task.lines.load(task.entries.data().values(), line, b);
        if (c != null) {
            task.lines.load(task.entries.data().weights().orElseThrow(), line, c);
        }
        if (task.commonBlock == null) {
            int start = (int) task.lines.before(line);
            KERNELS.gather(task.paddedFixed, task.w, task.lines.index(), start, start + n, a);
        }
        Arrays.fill(x, 0);
        if (!task.refit.fromZero()) {
            System.arraycopy(task.moved.array(), line * task.r, x, 0, task.r);
        }
    }
}
