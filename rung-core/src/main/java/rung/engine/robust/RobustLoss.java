package rung.engine.robust;

import rung.kernel.TileKernels;

/**
 * A robust loss: the cost of a residual ρ, and the weight with which the residual counts in the least squares problem that lowers the
 * cost.
 */
public enum RobustLoss {
    /** Huber's loss, ρ²/2 up to δ, then δ·|ρ| − δ²/2: convex [Hub64]. */
    HUBER("Huber's loss", TileKernels::huber) {
        /* With w·ρ = a, ρ = a/w: the cost is a·ρ − a²/2 on either side of δ. */
        @Override
        double value(float[] weights, float[] weighted, double width) {
            double sum = 0;
            for (int k = 0; k < weights.length; k++) {
                double a = weighted[k];
                float w = weights[k];
                sum += w == 1 || w == 0 ? 0.5 * a * a : a * a * (1 / (double) w - 0.5);
            }
            return sum;
        }
    },
    /** Cauchy's loss, (c²/2)·log(1 + (ρ/c)²): not convex; the farther off a residual is, the less it pulls. */
    CAUCHY("Cauchy's loss", TileKernels::cauchy) {
        @Override
        double value(float[] weights, float[] weighted, double width) {
            double sum = 0;
            for (float weight : weights) {
                sum -= weight > 0 ? Math.log(weight) : 0;
            }
            return width * width / 2 * sum;
        }
    };

    /** Computes the residuals of a tile, their weights and the products of both. */
    @FunctionalInterface
    interface Weighing {
        void weigh(
                TileKernels kernels,
                float[] m,
                int n,
                float[] u,
                float[] v,
                int r,
                float width,
                float[] weights,
                float[] weighted);
    }

    private final String name;
    private final Weighing weighing;

    RobustLoss(String name, Weighing weighing) {
        this.name = name;
        this.weighing = weighing;
    }

    Weighing weighing() {
        return weighing;
    }

    /** The cost of all entries that have a weight. */
    abstract double value(float[] weights, float[] weighted, double width);

    @Override
    public String toString() {
        return name;
    }
}
