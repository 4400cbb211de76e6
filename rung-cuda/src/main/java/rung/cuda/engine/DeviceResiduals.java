package rung.cuda.engine;

import rung.cuda.device.Memory;
import rung.engine.sampling.block.BlockOperator;
import rung.linalg.Side;

/**
 * The scaled residuals D·(U·Vᵀ − M)·E at the entries, on a device. They are not stored: each product computes them anew.
 *
 * @param entries the entries
 * @param left U
 * @param right V
 * @param rowScale D, a number for each row
 * @param columnScale E, a number for each column
 * @param scope takes the products
 */
record DeviceResiduals(
        DeviceEntries entries,
        DeviceSide left,
        DeviceSide right,
        Memory rowScale,
        Memory columnScale,
        DeviceBlock.Scope scope)
        implements BlockOperator<DeviceBlock> {
    @Override
    public DeviceBlock multiply(DeviceBlock columns) {
        return product(Side.LEFT, left, right, columns.scaled(columnScale), rowScale);
    }

    @Override
    public DeviceBlock multiplyTransposed(DeviceBlock rows) {
        return product(Side.RIGHT, right, left, rows.scaled(rowScale), columnScale);
    }

    private DeviceBlock product(Side side, DeviceSide own, DeviceSide other, DeviceBlock block, Memory scale) {
        EntryOrder order = entries.order(side);
        Memory out = entries.device().allocate(4L * order.lines() * block.width());
        Memory squares = entries.device().allocate(8L * order.lines());
        order.residuals(own.width(), own.draw(), other.draw(), block.rows(), scale, out, squares);
        squares.release();
        block.release();
        return scope.block(order.lines(), block.width(), out);
    }

    /** The sum of the squared residuals. */
    static double squares(DeviceEntries entries, DeviceSide left, DeviceSide right) {
        EntryOrder order = entries.order(Side.LEFT);
        Memory squares = entries.device().allocate(8L * order.lines());
        order.residuals(left.width(), left.draw(), right.draw(), Memory.NONE, Memory.NONE, Memory.NONE, squares);
        return Rows.total(entries.device(), order.lines(), squares);
    }
}
