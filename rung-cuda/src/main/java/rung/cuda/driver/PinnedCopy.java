package rung.cuda.driver;

import java.lang.foreign.MemorySegment;
import rung.linalg.Workers;

/** Copies large memory on several threads: one alone is slower than the way to the GPU. */
final class PinnedCopy {
    private static final long PART = 1L << 21;

    private PinnedCopy() {}

    static void copy(MemorySegment from, MemorySegment to) {
        int parts = (int) ((from.byteSize() + PART - 1) / PART);
        Workers.all().run(parts, part -> part * PART, (first, end) -> {
            for (int part = first; part < end; part++) {
                long at = part * PART;
                MemorySegment.copy(from, at, to, at, Math.min(PART, from.byteSize() - at));
            }
        });
    }
}
