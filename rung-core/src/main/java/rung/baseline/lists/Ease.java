package rung.baseline.lists;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import rung.Execution;
import rung.Stage;
import rung.data.Ratings;
import rung.kernel.FloatKernels;
import rung.kernel.KernelChoice;
import rung.linalg.Pattern;
import rung.linalg.PositiveDefinite;
import rung.linalg.Side;
import rung.linalg.Workers;

/**
 * EASE, the embarrassingly shallow autoencoder [Ste19]: each item is a weighted sum of the others.
 *
 * <pre>
 *   min over B of ‖X − X·B‖² + λ·‖B‖²   subject to B_jj = 0,   X the binary matrix of who chose what
 *   P = (XᵀX + λ·I)⁻¹,   B_ij = −P_ij/P_jj for i ≠ j;   the scores of u are x_u·B
 * </pre>
 *
 * <p>Costs n³/2 multiplications and 8·n² bytes for n items, and n_u·n for the scores of a user who chose n_u items. Without a λ it is
 * chosen inside the training part, among powers of two, by lists on held-out choices: some three or four times the cost.
 *
 * @param lambda λ; empty to have it chosen
 */
public record Ease(OptionalDouble lambda) implements ListMethod {
    private static final FloatKernels KERNELS = KernelChoice.single();

    /** The least λ that is tried, and the number of doublings of it. */
    private static final double LEAST = 1;

    private static final int DOUBLINGS = 16;

    /** The doublings of the λ that is tried first. */
    private static final int FIRST = 8;

    /** Checks the parameter. */
    public Ease {
        if (lambda.isPresent() && !(lambda.getAsDouble() > 0 && lambda.getAsDouble() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("lambda must be positive and finite, got " + lambda.getAsDouble());
        }
    }

    /**
     * The method that chooses λ itself.
     *
     * @return the method
     */
    public static Ease byDefault() {
        return new Ease(OptionalDouble.empty());
    }

    /**
     * The method with a given λ.
     *
     * @param lambda λ, positive
     * @return the method
     */
    public static Ease of(double lambda) {
        return new Ease(OptionalDouble.of(lambda));
    }

    @Override
    public String name() {
        return "EASE";
    }

    @Override
    public String settings() {
        return lambda.isPresent() ? "lambda " + lambda.getAsDouble() : "lambda chosen";
    }

    @Override
    public Fit fit(Ratings train, Execution execution) {
        requireMemory(train.items().size(), Runtime.getRuntime().maxMemory());
        if (lambda.isEmpty()) {
            List<Ease> path = new ArrayList<>();
            for (int k = 0; k <= DOUBLINGS; k++) {
                path.add(of(Math.scalb(LEAST, k)));
            }
            Ease best = HeldOutChoice.walk(path, FIRST, train, execution);
            execution.listener().onStage(Stage.FITTING, best.settings());
            return best.fit(train, execution);
        }
        Choices choices = Choices.of(train);
        float[][] b = new float[choices.items()][choices.items()];
        weights(choices, lambda.getAsDouble(), execution.workers(), (i, row) -> {
            for (int j = 0; j < row.length; j++) {
                b[i][j] = (float) row[j];
            }
        });
        Pattern.Lines byUser = choices.by(Side.LEFT);
        return new Fit(this, () -> (user, scores) -> {
            Arrays.fill(scores, 0);
            for (int k = 0; k < byUser.size(user); k++) {
                KERNELS.axpy(1, b[byUser.other(user, k)], 0, scores, 0, b.length);
            }
        });
    }

    /** Throws if B does not fit into memory. */
    static void requireMemory(int items, long available) {
        long needed = PositiveDefinite.bytes(items) + 4L * items * items;
        if (needed > available) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "EASE needs a number for each two of %d items, which is %.1f GB of memory, and %.1f GB is all there may be",
                    items,
                    needed / 1e9,
                    available / 1e9));
        }
    }

    /** Takes the rows of B, on several threads. */
    interface RowTaker {
        /**
         * Takes a row.
         *
         * @param i its number
         * @param row its elements, valid during the call
         */
        void take(int i, double[] row);
    }

    /** Computes B. */
    static void weights(Choices choices, double lambda, Workers workers, RowTaker taker) {
        int n = choices.items();
        PositiveDefinite p = gram(choices, lambda, workers);
        p.invert(workers);
        double[] diagonal = new double[n];
        for (int j = 0; j < n; j++) {
            diagonal[j] = p.get(j, j);
        }
        workers.run(n, i -> (long) i * n, () -> {
            double[] row = new double[n];
            return (from, to) -> {
                for (int i = from; i < to; i++) {
                    p.row(i, row);
                    for (int j = 0; j < n; j++) {
                        row[j] = i == j ? 0 : -row[j] / diagonal[j];
                    }
                    taker.take(i, row);
                }
            };
        });
    }

    /* XᵀX + λ·I. */
    private static PositiveDefinite gram(Choices choices, double lambda, Workers workers) {
        PositiveDefinite g = new PositiveDefinite(choices.items());
        Cooccurrence pairs = new Cooccurrence(choices);
        workers.run(choices.items(), pairs::workBefore, () -> {
            Cooccurrence.Row row = pairs.row();
            double[] lower = new double[choices.items()];
            return (from, to) -> {
                for (int i = from; i < to; i++) {
                    row.count(i, i + 1);
                    Arrays.fill(lower, 0, i + 1, 0);
                    for (int k = 0; k < row.size(); k++) {
                        lower[row.item(k)] = row.common(row.item(k));
                    }
                    lower[i] += lambda;
                    g.setRow(i, lower);
                }
            };
        });
        return g;
    }
}
