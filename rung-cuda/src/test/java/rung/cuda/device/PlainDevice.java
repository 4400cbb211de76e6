package rung.cuda.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A device of plain Java: for each kernel it does the arithmetic of the CUDA source, one line after another. So all that the host does
 * for a GPU is tested where there is none, and a GPU is tested against this.
 */
public final class PlainDevice implements Device {
    private long held; // bytes that were not released

    /** {@return the bytes that nobody has released} */
    public long held() {
        return held;
    }

    private final class PlainMemory implements Memory {
        private MemorySegment segment;
        private final long bytes;

        PlainMemory(long bytes) {
            this.bytes = bytes;
            this.segment = Arena.ofAuto().allocate(Math.max(bytes, 8), 8);
            segment.fill((byte) 0x7f); // large numbers, which nobody should read
            held += bytes;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void release() {
            held -= segment == null ? 0 : bytes;
            segment = null;
        }
    }

    static MemorySegment segment(Memory memory) {
        return memory == Memory.NONE ? null : alive(((PlainMemory) memory).segment);
    }

    private static MemorySegment alive(MemorySegment segment) {
        if (segment == null) {
            throw new IllegalStateException("this memory was released");
        }
        return segment;
    }

    @Override
    public Memory allocate(long bytes) {
        return new PlainMemory(bytes);
    }

    @Override
    public void put(MemorySegment from, Memory to, long offset) {
        MemorySegment.copy(from, 0, segment(to), offset, from.byteSize());
    }

    @Override
    public void get(Memory from, MemorySegment to) {
        MemorySegment.copy(segment(from), 0, to, 0, to.byteSize());
    }

    @Override
    public void copy(Memory from, Memory to, long bytes) {
        MemorySegment.copy(segment(from), 0, segment(to), 0, bytes);
    }

    @Override
    public void clear(Memory memory) {
        segment(memory).fill((byte) 0);
    }

    @Override
    public void synchronize() {
        // nothing runs beside
    }

    @Override
    public String description() {
        return "plain Java";
    }

    @Override
    public void close() {
        // nothing is open
    }

    @Override
    public void launch(Kernel kernel, int width, Launch launch, Object... given) {
        if (launch.blocks() < 1 || launch.threads() > 1024 || launch.shared() > 48 * 1024) {
            throw new IllegalArgumentException(kernel + " cannot be launched as " + launch);
        }
        PlainArguments a = new PlainArguments(given);
        switch (kernel) {
            case DRAW_PIECES -> PlainDraw.drawPieces(width, a);
            case DRAW_LONG -> PlainDraw.drawLong(width, a);
            case POSTERIORS -> PlainDraw.posteriors(width, a);
            case RESIDUAL_PIECES -> PlainPattern.residualPieces(width, a);
            case RESIDUAL_LONG -> PlainPattern.residualLong(a);
            case PATTERN_PIECES -> PlainPattern.patternPieces(width, a);
            case PATTERN_LONG -> PlainPattern.patternLong(width, a);
            case SUM_PIECES -> PlainRefit.sumPieces(width, launch, a);
            case SOLVE_PIECES -> PlainRefit.solvePieces(width, launch, a);
            case SOLVE_LONG -> PlainRefit.solveLong(width, launch, a);
            case CHOICE_RESIDUALS -> PlainRefit.choiceResiduals(width, a);
            case CHOICE_LOSSES -> PlainRefit.choiceLosses(a);
            case MULTIPLY_ELEMENTS -> PlainRows.multiplyElements(a);
            case ADD_ELEMENTS -> PlainRows.addElements(a);
            case JOIN_ROWS -> PlainRows.joinRows(a);
            case PENALTIES -> PlainRows.penalties(a);
            case PRODUCTS -> PlainRows.products(launch, a);
            case SUMS -> PlainRows.sums(launch, a);
            case TOTALS -> PlainRows.totals(launch, a);
            case ADD_PARTS -> PlainRows.addParts(a);
            case MULTIPLY_ROWS -> PlainRows.multiplyRows(a);
            case SCALE_ROWS -> PlainRows.scaleRows(a);
            case RANDOMIZE -> PlainRows.randomize(a);
            case COMBINE_ROWS -> PlainRows.combineRows(a);
            case RESIZE_ROWS -> PlainRows.resizeRows(a);
            case SET_COLUMN -> PlainRows.setColumn(a);
            case HOST_ROWS -> PlainRows.hostRows(a);
            case HELD_OUT_ERRORS -> PlainRows.heldOutErrors(a);
            case VARIANCES -> PlainRows.variances(a);
            case SQUARED_NORMS -> PlainRows.squaredNorms(a);
            case COUNT_DIGITS -> PlainOrder.countDigits(launch, a);
            case SCAN -> PlainOrder.scan(launch, a);
            case ADD_TOTALS -> PlainOrder.addTotals(a);
            case PLACE_DIGITS -> PlainOrder.placeDigits(launch, a);
            case LINE_STARTS -> PlainOrder.lineStarts(a);
            case MOMENTS -> PlainOrder.moments(launch, a);
            case SUBTRACT -> PlainOrder.subtract(a);
        }
    }
}
