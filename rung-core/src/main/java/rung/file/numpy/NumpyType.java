package rung.file.numpy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * The type of the elements of a NumPy array.
 *
 * @param name the kind (f float, i and u whole number with and without sign, b boolean) and the size in bytes: f4, i8, …
 * @param order the order of the bytes of an element
 */
record NumpyType(String name, ByteOrder order) {
    private static final List<String> CHOICES = List.of("f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "b1");

    /** Reads a description such as {@code <f8}. */
    static NumpyType of(String description, Source source) throws FormatException {
        String name = description.replaceFirst("^[<>|=]", "");
        if (name.startsWith("O")) {
            throw source.error("holds Python objects (a pickle), which are not read");
        }
        if (!CHOICES.contains(name)) {
            throw source.error("dtype must be one of " + String.join(", ", CHOICES) + ", got '"
                    + Source.shortened(description) + "'");
        }
        return new NumpyType(name, description.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    /** The size of an element in bytes. */
    int size() {
        return name.charAt(1) - '0';
    }

    /** The element at a byte offset; the buffer has this type's byte order. */
    double value(ByteBuffer buffer, int at) {
        return switch (name) {
            case "f4" -> buffer.getFloat(at);
            case "f8" -> buffer.getDouble(at);
            case "i1" -> buffer.get(at);
            case "i2" -> buffer.getShort(at);
            case "i4" -> buffer.getInt(at);
            case "i8" -> buffer.getLong(at);
            case "u1" -> buffer.get(at) & 0xff;
            case "u2" -> buffer.getShort(at) & 0xffff;
            case "u4" -> buffer.getInt(at) & 0xffffffffL;
            case "b1" -> buffer.get(at) == 0 ? 0 : 1;
            default -> throw new AssertionError(name);
        };
    }

    /** Replaces an element of a float type at a byte offset. A value too large for f4 becomes its largest number. */
    void put(ByteBuffer buffer, int at, double value) {
        if (name.equals("f4")) {
            buffer.putFloat(at, (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value)));
        } else {
            buffer.putDouble(at, value);
        }
    }
}
