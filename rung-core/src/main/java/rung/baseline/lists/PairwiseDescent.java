package rung.baseline.lists;

import java.util.Arrays;
import java.util.SplittableRandom;
import rung.kernel.KernelChoice;
import rung.kernel.Kernels;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The epochs of {@link Bpr}. */
final class PairwiseDescent {
    private static final Kernels KERNELS = KernelChoice.active();

    private final Choices choices;
    private final Factors a;
    private final double rate;
    private final double ridge;
    private final SplittableRandom random;
    private final double[] x; // x_u before an update
    private final int[] users; // in the order of an epoch
    private final int[] order; // the order of the choices: those of a user stay within their range

    PairwiseDescent(Choices choices, Factors a, double rate, double ridge, long seed) {
        this.choices = choices;
        this.a = a;
        this.rate = rate;
        this.ridge = ridge;
        this.random = new SplittableRandom(seed);
        this.x = new double[a.users().columns()];
        this.users = new int[choices.users()];
        Arrays.setAll(users, u -> u);
        this.order = new int[choices.count()];
        Arrays.setAll(order, e -> e);
    }

    /** Updates once for each choice; returns the mean loss. */
    double epoch() {
        Pattern.Lines lines = choices.by(Side.LEFT);
        double loss = 0;
        int drawn = 0;
        shuffle(users, 0, users.length);
        for (int u : users) {
            int from = (int) lines.before(u);
            int to = from + lines.size(u);
            shuffle(order, from, to);
            for (int k = from; k < to && lines.size(u) < choices.items(); k++) { // who chose all has nothing to compare
                loss += update(u, lines.index()[order[k]], notChosen(u));
                drawn++;
            }
        }
        return drawn == 0 ? 0 : loss / drawn;
    }

    /* Shuffles a range after Fisher and Yates. */
    private void shuffle(int[] y, int from, int to) {
        for (int k = to - 1; k > from; k--) {
            int other = from + random.nextInt(k + 1 - from);
            int swapped = y[k];
            y[k] = y[other];
            y[other] = swapped;
        }
    }

    private int notChosen(int u) {
        int j = random.nextInt(choices.items());
        while (choices.has(u, j)) {
            j = random.nextInt(choices.items());
        }
        return j;
    }

    /** Follows the gradient of one triple; returns −ln σ(s_ui − s_uj) before. */
    double update(int u, int i, int j) {
        int r = a.users().columns();
        double[] xs = a.users().array();
        double[] ys = a.items().array();
        double[] b = a.biases();
        int p = u * r;
        int q = i * r;
        int o = j * r;
        double s = b[i] - b[j] + KERNELS.dot(xs, p, ys, q, r) - KERNELS.dot(xs, p, ys, o, r);
        double step = rate / (1 + Math.exp(s)); // rate·(1 − σ(s)), where 1 − σ is the slope of ln σ
        double shrink = -rate * ridge;
        b[i] += step + shrink * b[i];
        b[j] += -step + shrink * b[j];
        System.arraycopy(xs, p, x, 0, r);
        add(shrink, xs, p, xs, p); //  x_u ← x_u + rate·((1 − σ)·(y_i − y_j) − ridge·x_u)
        add(step, ys, q, xs, p);
        add(-step, ys, o, xs, p);
        add(shrink, ys, q, ys, q); //  y_i ← y_i + rate·((1 − σ)·x_u − ridge·y_i)
        add(step, x, 0, ys, q);
        add(shrink, ys, o, ys, o); //  y_j ← y_j − rate·((1 − σ)·x_u + ridge·y_j)
        add(-step, x, 0, ys, o);
        return Math.max(0, -s) + Math.log1p(Math.exp(-Math.abs(s)));
    }

    private void add(double s, double[] from, int at, double[] to, int end) {
        KERNELS.axpy(s, from, at, to, end, x.length);
    }
}
