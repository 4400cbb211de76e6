package rung.cuda.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import rung.LowRankMatrix;
import rung.Refit;
import rung.cuda.device.Device;
import rung.cuda.device.Device.Launch;
import rung.cuda.device.Kernel;
import rung.cuda.device.Memory;
import rung.engine.device.DeviceException;
import rung.engine.preference.FactorRows;
import rung.engine.preference.PreferenceBlock;
import rung.engine.preference.PreferenceClimb;
import rung.engine.preference.PreferenceIterate;
import rung.engine.sampling.block.Rotation;
import rung.linalg.Matrix;
import rung.linalg.Side;

/**
 * A pair U, V for {@link rung.engine.preference.Preferences} in the memory of a device. Every refit is exact: there the equations of a line cost less
 * than a step of conjugate gradients, which gathers the other side's rows twice.
 */
public final class ChoicePair implements PreferenceClimb<ChoicePair> {
    /** The highest rank: rows have 128 numbers at most. */
    static final int MOST = 128;

    /** Spare vectors of a search for pairs. */
    private static final int SPARE = 8;

    /** The widths that a search can have. */
    private static final int[] BLOCKS = {16, 32, 64, 128};

    private final DeviceChoices choices;
    private final Memory[] ridge; // of rows and columns
    private Memory u;
    private Memory v;
    private int rank;
    private int width;

    private ChoicePair(DeviceChoices choices, Memory[] ridge, Memory u, Memory v, int rank) {
        this.choices = choices;
        this.ridge = ridge;
        this.u = u;
        this.v = v;
        this.rank = rank;
        this.width = width(rank);
    }

    private static int width(int rank) {
        return Math.max(32, (rank + 31) / 32 * 32);
    }

    /** The pair of rank 0. */
    static ChoicePair zero(DeviceChoices choices, Memory[] ridge) {
        return new ChoicePair(choices, ridge, zeros(choices, Side.LEFT), zeros(choices, Side.RIGHT), 0);
    }

    private static Memory zeros(DeviceChoices choices, Side side) {
        Memory rows = choices.device().allocate(4L * choices.lines(side) * width(0));
        choices.device().clear(rows);
        return rows;
    }

    /** The same factors for other entries, or for another penalty. */
    ChoicePair on(DeviceChoices others, Memory[] otherRidge) {
        return new ChoicePair(others, otherRidge, copied(u), copied(v), rank);
    }

    private Device device() {
        return choices.device();
    }

    private int lines(Side side) {
        return choices.lines(side);
    }

    private Memory rows(Side side) {
        return side == Side.LEFT ? u : v;
    }

    private Memory copied(Memory rows) {
        Memory copy = device().allocate(rows.bytes());
        device().copy(rows, copy, rows.bytes());
        return copy;
    }

    @Override
    public int rank() {
        return rank;
    }

    /** {@inheritDoc} Costs a pass over the entries. */
    @Override
    public double value() {
        Memory residuals = device().allocate(4L * choices.count());
        double loss = residuals(Side.LEFT, residuals);
        residuals.release();
        double penalty = 0;
        for (Side side : Side.values()) {
            Memory penalties = device().allocate(8L * lines(side));
            device().launch(
                            Kernel.PENALTIES,
                            0,
                            Launch.ofElements(lines(side)),
                            lines(side),
                            rows(side),
                            width,
                            ridge[index(side)],
                            penalties);
            penalty += 0.5 * Rows.total(device(), lines(side), penalties);
        }
        double[] left = gram(Side.LEFT);
        double[] right = gram(Side.RIGHT);
        double norm = 0;
        for (int k = 0; k < left.length; k++) {
            norm += left[k] * right[k];
        }
        return loss + 0.5 * choices.alpha() * norm + penalty;
    }

    private static int index(Side side) {
        return side == Side.LEFT ? 0 : 1;
    }

    private double[] gram(Side side) {
        return Rows.products(device(), lines(side), rows(side), width, width, rows(side), width);
    }

    /* Writes the residuals in the order of a side; returns the loss. */
    private double residuals(Side side, Memory residuals) {
        Memory losses = device().allocate(8L * lines(side));
        Side other = side.other();
        choices.order(side).choiceResiduals(width, rows(side), rows(other), choices.scales(side), residuals, losses);
        return Rows.total(device(), lines(side), losses);
    }

    @Override
    public void refit(Side side, Refit refit) {
        if (rank == 0) {
            return;
        }
        double[] gram = gram(side.other());
        float[] common = new float[gram.length];
        for (int k = 0; k < common.length; k++) {
            common[k] = (float) (choices.alpha() * gram[k]);
        }
        Memory shared = Rows.uploaded(device(), common);
        choices.order(side)
                .refit(width, rank, rows(side.other()), shared, ridge[index(side)], choices.scales(side), rows(side));
        shared.release();
    }

    /**
     * {@inheritDoc} The pairs come from {@link PreferenceIterate#PASSES} products with G·Gᵀ of a random block, orthonormal after each; see {@link
     * rung.linalg.Svd#largest}.
     */
    @Override
    public int appendTop(int count) {
        int most = Math.min(count, Math.min(MOST - rank, Math.min(lines(Side.LEFT), lines(Side.RIGHT))));
        if (most <= 0) {
            return 0;
        }
        if (rank + count > MOST) {
            throw new DeviceException("a GPU trains preferences up to rank " + MOST + ", got " + (rank + count));
        }
        int b = Arrays.stream(BLOCKS)
                .filter(block -> block >= Math.min(MOST, most + SPARE))
                .findFirst()
                .orElseThrow();
        Gradient gradient = new Gradient(b);
        Memory x = device().allocate(4L * lines(Side.RIGHT) * b);
        Rows.randomize(device(), lines(Side.RIGHT), x, b, 0, b, 1, choices.key(rank));
        Memory q = orthonormal(Side.LEFT, gradient.times(Side.LEFT, x), b);
        for (int pass = 0; pass < PreferenceIterate.PASSES; pass++) {
            Memory z = orthonormal(Side.RIGHT, gradient.times(Side.RIGHT, q), b);
            q = orthonormal(Side.LEFT, gradient.times(Side.LEFT, z), b);
        }
        Memory product = gradient.timesKept(Side.RIGHT, q);
        gradient.release();
        Rotation rotation = rotation(Side.RIGHT, product, b);
        Memory left = turned(Side.LEFT, q, rotation.plain(), b);
        Memory right = turned(Side.RIGHT, product, rotation.toUnits(), b);
        int kept = append(left, right, b, rotation.values(), most);
        left.release();
        right.release();
        return kept;
    }

    /* Appends the first columns of two blocks, each with the scale that its line search gives. */
    private int append(Memory left, Memory right, int b, double[] squaredSigma, int most) {
        Memory leftSquares = squared(left, left);
        Memory rightSquares = squared(right, right);
        double[] slopes = Rows.weightedSums(device(), lines(Side.LEFT), leftSquares, b, ridge[0]);
        double[] slopesOfRight = Rows.weightedSums(device(), lines(Side.RIGHT), rightSquares, b, ridge[1]);
        Memory sums = device().allocate(leftSquares.bytes());
        choices.order(Side.LEFT).gather(b, choices.order(Side.LEFT).values(), rightSquares, Memory.NONE, sums);
        Memory products = squared(leftSquares, sums);
        double[] curvatures = Rows.sums(device(), lines(Side.LEFT), products, b, false);
        for (Memory memory : new Memory[] {leftSquares, rightSquares, sums, products}) {
            memory.release();
        }
        float[] ofLeft = new float[b * b];
        float[] ofRight = new float[b * b];
        int kept = 0;
        for (int k = 0; k < most; k++) {
            double slope = 0.5 * (slopes[k] + slopesOfRight[k]);
            double step = PreferenceBlock.step(Math.sqrt(squaredSigma[k]), slope, curvatures[k] + choices.alpha());
            if (step > 0) {
                ofLeft[kept * b + k] = (float) -Math.sqrt(step);
                ofRight[kept++ * b + k] = (float) Math.sqrt(step);
            }
        }
        if (kept > 0) {
            int wider = width(rank + kept);
            u = joined(Side.LEFT, left, ofLeft, b, kept, wider);
            v = joined(Side.RIGHT, right, ofRight, b, kept, wider);
            rank += kept;
            width = wider;
        }
        return kept;
    }

    private Memory squared(Memory a, Memory b) {
        Memory out = device().allocate(a.bytes());
        long n = a.bytes() / 4;
        device().launch(Kernel.MULTIPLY_ELEMENTS, 0, Launch.ofElements(n), n, a, b, out);
        return out;
    }

    private Memory joined(Side side, Memory block, float[] matrix, int b, int kept, int wider) {
        Memory columns = Rows.multiplied(device(), lines(side), block, b, matrix, b, Memory.NONE, b);
        Memory out = device().allocate(4L * lines(side) * wider);
        device().launch(
                        Kernel.JOIN_ROWS,
                        0,
                        Launch.ofElements((long) lines(side) * wider),
                        lines(side),
                        rows(side),
                        width,
                        rank,
                        columns,
                        b,
                        kept,
                        out,
                        wider);
        columns.release();
        rows(side).release();
        return out;
    }

    private Rotation rotation(Side side, Memory block, int b) {
        return Rotation.of(b, Rows.products(device(), lines(side), block, b, b, block, b));
    }

    /* The block times a matrix; the block is given back. */
    private Memory turned(Side side, Memory block, float[] matrix, int b) {
        Memory out = Rows.multiplied(device(), lines(side), block, b, matrix, b, Memory.NONE, b);
        block.release();
        return out;
    }

    private Memory orthonormal(Side side, Memory block, int b) {
        return turned(side, block, rotation(side, block, b).toUnits(), b);
    }

    /** The gradient G = S + α·U·Vᵀ, where S has the residuals at the entries, as an operator on blocks of vectors. */
    private final class Gradient {
        private final int b;
        private final Memory[] residuals; // in the order of rows and of columns

        Gradient(int b) {
            this.b = b;
            this.residuals = new Memory[2];
            for (Side side : Side.values()) {
                residuals[index(side)] = device().allocate(4L * choices.count());
                residuals(side, residuals[index(side)]);
            }
        }

        /** G or Gᵀ times a block, with a row for each line of the side; the block is given back. */
        Memory times(Side side, Memory block) {
            Memory out = timesKept(side, block);
            block.release();
            return out;
        }

        /** The same for a block that is needed again. */
        Memory timesKept(Side side, Memory block) {
            Memory out = device().allocate(4L * lines(side) * b);
            choices.order(side).gather(b, residuals[index(side)], block, Memory.NONE, out);
            if (rank > 0) {
                double[] inner =
                        Rows.products(device(), lines(side.other()), rows(side.other()), width, width, block, b);
                float[] matrix = new float[b * width];
                for (int k = 0; k < b; k++) {
                    for (int l = 0; l < width; l++) {
                        matrix[k * width + l] = (float) (choices.alpha() * inner[l * b + k]);
                    }
                }
                Memory rest = Rows.multiplied(device(), lines(side), rows(side), width, matrix, b, Memory.NONE, b);
                long n = (long) lines(side) * b;
                device().launch(Kernel.ADD_ELEMENTS, 0, Launch.ofElements(n), n, rest, out);
                rest.release();
            }
            return out;
        }

        void release() {
            residuals[0].release();
            residuals[1].release();
        }
    }

    @Override
    public ChoicePair copy() {
        return on(choices, ridge);
    }

    @Override
    public void release() {
        u.release();
        v.release();
    }

    /** {@return a side of the factors, on the host} */
    FactorRows factors(Side side) {
        float[] wide = new float[lines(side) * width];
        device().get(rows(side), MemorySegment.ofArray(wide));
        float[] narrow = new float[lines(side) * rank];
        for (int line = 0; line < lines(side); line++) {
            System.arraycopy(wide, line * width, narrow, line * rank, rank);
        }
        return FactorRows.of(lines(side), rank, narrow);
    }

    @Override
    public LowRankMatrix matrix() {
        return LowRankMatrix.of(matrix(factors(Side.LEFT)), matrix(factors(Side.RIGHT)));
    }

    private static Matrix matrix(FactorRows rows) {
        float[] numbers = rows.unpadded();
        Matrix matrix = new Matrix(rows.lines(), rows.rank());
        for (int k = 0; k < numbers.length; k++) {
            matrix.array()[k] = numbers[k];
        }
        return matrix;
    }
}
