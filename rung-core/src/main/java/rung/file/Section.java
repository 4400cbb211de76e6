package rung.file;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A section to be written to a {@link SectionFile}: named elements of one type, in one or several chunks that follow each
 * other in the file without a seam. The arrays are not copied and must stay as they are until the file is written.
 */
final class Section {
    private static final int BLOCK = 1 << 16;

    private final String name;
    private final ElementType type;
    private final List<? extends Buffer> chunks;

    private Section(String name, ElementType type, Stream<? extends Buffer> chunks) {
        if (!SectionHeader.isName(name)) {
            throw new IllegalArgumentException("the name of a section must be 1 to " + SectionHeader.NAME
                    + " printable ASCII characters without spaces, got '" + name + "'");
        }
        this.name = name;
        this.type = type;
        this.chunks = chunks.toList();
    }

    static Section bytes(String name, byte[]... chunks) {
        return new Section(name, ElementType.BYTES, Stream.of(chunks).map(ByteBuffer::wrap));
    }

    static Section ints(String name, int[]... chunks) {
        return new Section(name, ElementType.INT32, Stream.of(chunks).map(IntBuffer::wrap));
    }

    static Section longs(String name, long[]... chunks) {
        return new Section(name, ElementType.INT64, Stream.of(chunks).map(LongBuffer::wrap));
    }

    static Section floats(String name, float[]... chunks) {
        return new Section(name, ElementType.FLOAT32, Stream.of(chunks).map(FloatBuffer::wrap));
    }

    static Section doubles(String name, double[]... chunks) {
        return new Section(name, ElementType.FLOAT64, Stream.of(chunks).map(DoubleBuffer::wrap));
    }

    /** What remains in a buffer, which is left as it is; so for the other types. */
    static Section bytes(String name, ByteBuffer elements) {
        return new Section(name, ElementType.BYTES, Stream.of(elements.slice()));
    }

    static Section ints(String name, IntBuffer elements) {
        return new Section(name, ElementType.INT32, Stream.of(elements.slice()));
    }

    static Section longs(String name, LongBuffer elements) {
        return new Section(name, ElementType.INT64, Stream.of(elements.slice()));
    }

    static Section floats(String name, FloatBuffer elements) {
        return new Section(name, ElementType.FLOAT32, Stream.of(elements.slice()));
    }

    static Section doubles(String name, DoubleBuffer elements) {
        return new Section(name, ElementType.FLOAT64, Stream.of(elements.slice()));
    }

    String name() {
        return name;
    }

    ElementType type() {
        return type;
    }

    /** How many bytes it takes. */
    long length() {
        return chunks.stream().mapToLong(Buffer::remaining).sum() * type.size();
    }

    int checksum() throws IOException {
        CRC32C sum = new CRC32C();
        forEachBlock(sum::update);
        return (int) sum.getValue();
    }

    /** What is done with the bytes of some elements; the array is used again for the next ones. */
    @FunctionalInterface
    interface BlockVisitor {
        void visit(byte[] bytes, int from, int length) throws IOException;
    }

    void forEachBlock(BlockVisitor visitor) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        int most = BLOCK / type.size();
        for (Buffer chunk : chunks) {
            int count;
            for (int at = 0; at < chunk.limit(); at += count) {
                count = Math.min(most, chunk.limit() - at);
                put(chunk, at, count, block);
                visitor.visit(block.array(), 0, count * type.size());
            }
        }
    }

    private static void put(Buffer chunk, int at, int count, ByteBuffer block) {
        if (chunk instanceof ByteBuffer bytes) {
            block.put(0, bytes, at, count);
        } else if (chunk instanceof IntBuffer ints) {
            block.asIntBuffer().put(0, ints, at, count);
        } else if (chunk instanceof LongBuffer longs) {
            block.asLongBuffer().put(0, longs, at, count);
        } else if (chunk instanceof FloatBuffer floats) {
            block.asFloatBuffer().put(0, floats, at, count);
        } else {
            block.asDoubleBuffer().put(0, (DoubleBuffer) chunk, at, count);
        }
    }
}
