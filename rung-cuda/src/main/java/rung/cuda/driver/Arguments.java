package rung.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.ToLongFunction;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;

/** Lays the arguments of a kernel out as C does: each at a multiple of its size, and a list of pointers to them. */
final class Arguments {
    private static final int MOST_BYTES = 1024;
    private static final int MOST = 32;

    private final MemorySegment bytes;
    private final MemorySegment pointers;
    private long end;

    Arguments(Arena arena) {
        this.bytes = arena.allocate(MOST_BYTES, Long.BYTES);
        this.pointers = arena.allocate(ADDRESS, MOST);
    }

    /** Packs arguments; the result is valid until the next call. */
    MemorySegment pack(Object[] arguments, ToLongFunction<Memory> address) {
        end = 0;
        for (int k = 0; k < arguments.length; k++) {
            if (arguments[k] instanceof Device.Struct struct) {
                align(Long.BYTES);
                pointers.setAtIndex(ADDRESS, k, bytes.asSlice(end, 0));
                for (Object field : struct.fields()) {
                    put(field, address);
                }
                align(Long.BYTES);
            } else {
                long at = put(arguments[k], address);
                pointers.setAtIndex(ADDRESS, k, bytes.asSlice(at, 0));
            }
        }
        return pointers;
    }

    private long put(Object value, ToLongFunction<Memory> address) {
        int size = value instanceof Integer || value instanceof Float ? Integer.BYTES : Long.BYTES;
        align(size);
        long at = end;
        end += size;
        switch (value) {
            case Memory memory -> bytes.set(JAVA_LONG, at, address.applyAsLong(memory));
            case Integer number -> bytes.set(JAVA_INT, at, number);
            case Float number -> bytes.set(JAVA_FLOAT, at, number);
            case Long number -> bytes.set(JAVA_LONG, at, number);
            case Double number -> bytes.set(JAVA_DOUBLE, at, number);
            default -> throw new IllegalArgumentException("a kernel cannot take " + value);
        }
        return at;
    }

    private void align(int size) {
        while (end % size != 0) {
            bytes.set(JAVA_BYTE, end++, (byte) 0);
        }
    }
}
