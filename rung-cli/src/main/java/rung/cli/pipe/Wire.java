package rung.cli.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads and writes messages. docs/PIPE.md describes their bytes. One thread reads; any may write.
 *
 * <pre>
 * message  kind u8 · call i32 · fields u16 · field …
 * field    length of the name u8 · name · type u8 · value
 * value    1 boolean u8 · 2 whole number i64 · 3 number f64 · 4 text: bytes i32, UTF-8
 *          5 array: element type u8, dimensions u8, i64 each, elements row by row
 *          6 list of texts: count i32, offsets i32[count + 1], UTF-8
 * </pre>
 */
final class Wire {
    /** The version of the protocol. Both sides must have the same. */
    static final int VERSION = 1;

    private static final int BUFFER = 1 << 20;
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final int BOOLEAN = 1;
    private static final int WHOLE = 2;
    private static final int REAL = 3;
    private static final int TEXT = 4;
    private static final int ARRAY = 5;
    private static final int TEXTS = 6;

    private final ReadableByteChannel in;
    private final WritableByteChannel out;
    private final ByteBuffer read =
            ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private volatile boolean isReading;
    private final ByteBuffer write = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    Wire(ReadableByteChannel in, WritableByteChannel out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Stands for an array that does not fit into memory: its bytes were passed over.
     *
     * @param bytes how many
     */
    record TooLarge(long bytes) {
        OutOfMemoryError error() {
            return new OutOfMemoryError("an array of " + bytes / 1_000_000 + " MB was handed over");
        }
    }

    /** Makes sure that the next bytes, some hundred thousand at most, are in the buffer. */
    private void require(int bytes) throws IOException {
        if (read.remaining() < bytes) {
            read.compact();
            while (read.position() < bytes) {
                if (in.read(read) < 0) {
                    throw new EOFException("the other side has closed the pipe");
                }
            }
            read.flip();
        }
    }

    /** Reads the next message, and waits for it. */
    Message read() throws IOException {
        require(7);
        isReading = true;
        Kind kind = Kind.of(read.get());
        int call = read.getInt();
        int count = read.getShort() & 0xffff;
        Fields fields = new Fields();
        for (int k = 0; k < count; k++) {
            require(1);
            String name = text(read.get() & 0xff);
            fields.put(name, value());
        }
        isReading = false;
        return new Message(kind, call, fields);
    }

    /** Whether a message has begun to come and is not all here. */
    boolean isReading() {
        return isReading;
    }

    private Object value() throws IOException {
        require(1);
        int type = read.get();
        switch (type) {
            case BOOLEAN -> {
                require(1);
                return read.get() != 0;
            }
            case WHOLE -> {
                require(8);
                return read.getLong();
            }
            case REAL -> {
                require(8);
                return read.getDouble();
            }
            case TEXT -> {
                require(4);
                return text(read.getInt());
            }
            case ARRAY -> {
                return array();
            }
            case TEXTS -> {
                require(4);
                int count = read.getInt();
                int[] offsets = (int[]) elements(2, count + 1L);
                return new Names((byte[]) elements(1, offsets[count]), offsets);
            }
            default -> throw new IOException("there is no type " + type + " of fields");
        }
    }

    private String text(int length) throws IOException {
        return new String((byte[]) elements(1, length), StandardCharsets.UTF_8);
    }

    private Object array() throws IOException {
        require(2);
        int type = read.get();
        long[] shape = new long[read.get()];
        long count = 1;
        for (int k = 0; k < shape.length; k++) {
            require(8);
            shape[k] = read.getLong();
            count = Math.multiplyExact(count, shape[k]);
        }
        int size = size(type);
        try {
            if (count > LONGEST_ARRAY) {
                return tooLarge(count * size);
            }
            return new Fields.Shaped(elements(type, count), shape);
        } catch (OutOfMemoryError e) { // before anything was read
            return tooLarge(count * size);
        }
    }

    private TooLarge tooLarge(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            require(1);
            int some = (int) Math.min(left, read.remaining());
            read.position(read.position() + some);
            left -= some;
        }
        return new TooLarge(bytes);
    }

    private static int size(int type) {
        return switch (type) {
            case 1 -> 1;
            case 2, 4 -> 4;
            case 3, 5 -> 8;
            default -> throw new IllegalStateException("there is no element type " + type);
        };
    }

    /** Reads elements: 1 bytes, 2 int32, 3 int64, 4 float32, 5 float64. */
    private Object elements(int type, long length) throws IOException {
        int count = Math.toIntExact(length);
        int size = size(type);
        Object all = switch (type) {
            case 1 -> new byte[count];
            case 2 -> new int[count];
            case 3 -> new long[count];
            case 4 -> new float[count];
            default -> new double[count];
        };
        for (int at = 0; at < count; ) {
            require(size);
            int some = Math.min(count - at, read.remaining() / size);
            ByteBuffer bytes = read.slice(read.position(), some * size).order(ByteOrder.LITTLE_ENDIAN);
            if (all instanceof byte[] array) {
                bytes.get(array, at, some);
            } else if (all instanceof int[] array) {
                bytes.asIntBuffer().get(array, at, some);
            } else if (all instanceof long[] array) {
                bytes.asLongBuffer().get(array, at, some);
            } else if (all instanceof float[] array) {
                bytes.asFloatBuffer().get(array, at, some);
            } else {
                bytes.asDoubleBuffer().get((double[]) all, at, some);
            }
            read.position(read.position() + some * size);
            at += some;
        }
        return all;
    }

    /** Writes a message and sends it. */
    synchronized void write(Message message) throws IOException {
        room(7);
        write.put((byte) message.kind().number());
        write.putInt(message.call());
        write.putShort((short) message.fields().values().size());
        for (Map.Entry<String, Object> field : message.fields().values().entrySet()) {
            byte[] name = field.getKey().getBytes(StandardCharsets.UTF_8);
            room(1 + name.length);
            write.put((byte) name.length).put(name);
            writeValue(field.getValue());
        }
        flush();
    }

    private void writeValue(Object value) throws IOException {
        room(10);
        if (value instanceof Boolean is) {
            write.put((byte) BOOLEAN).put((byte) (is ? 1 : 0));
        } else if (value instanceof Integer || value instanceof Long) {
            write.put((byte) WHOLE).putLong(((Number) value).longValue());
        } else if (value instanceof Double number) {
            write.put((byte) REAL).putDouble(number);
        } else if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            write.put((byte) TEXT).putInt(bytes.length);
            writeElements(bytes, bytes.length, 1);
        } else if (value instanceof Names names) {
            write.put((byte) TEXTS).putInt(names.size());
            writeElements(names.offsets(), names.offsets().length, 4);
            writeElements(names.pool(), names.pool().length, 1);
        } else if (value instanceof Fields.Shaped shaped) {
            writeArray(shaped.elements(), shaped.shape());
        } else {
            writeArray(value, java.lang.reflect.Array.getLength(value));
        }
    }

    private void writeArray(Object elements, long... shape) throws IOException {
        int type = elements instanceof byte[]
                ? 1
                : elements instanceof int[] ? 2 : elements instanceof long[] ? 3 : elements instanceof float[] ? 4 : 5;
        room(3 + 8 * shape.length);
        write.put((byte) ARRAY).put((byte) type).put((byte) shape.length);
        for (long lines : shape) {
            write.putLong(lines);
        }
        writeElements(elements, java.lang.reflect.Array.getLength(elements), size(type));
    }

    private void writeElements(Object elements, int count, int size) throws IOException {
        for (int at = 0; at < count; ) {
            room(size);
            int some = Math.min(count - at, write.remaining() / size);
            ByteBuffer bytes = write.slice(write.position(), some * size).order(ByteOrder.LITTLE_ENDIAN);
            if (elements instanceof byte[] array) {
                bytes.put(array, at, some);
            } else if (elements instanceof int[] array) {
                bytes.asIntBuffer().put(array, at, some);
            } else if (elements instanceof long[] array) {
                bytes.asLongBuffer().put(array, at, some);
            } else if (elements instanceof float[] array) {
                bytes.asFloatBuffer().put(array, at, some);
            } else {
                bytes.asDoubleBuffer().put((double[]) elements, at, some);
            }
            write.position(write.position() + some * size);
            at += some;
        }
    }

    private void room(int bytes) throws IOException {
        if (write.remaining() < bytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        write.flip();
        while (write.hasRemaining()) {
            out.write(write);
        }
        write.clear();
    }
}
