package rung.file.model;

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
 * The contents of a section that is to be written to a {@link SectionFile}: a name, and elements of one type. Several arrays
 * are written one after the other, as if they were one. They are not copied, and must not change until the file is written.
 */
final class SectionData {
    /** The number of bytes that are converted at a time. */
    private static final int BLOCK = 1 << 16;

    private final String name;
    private final ElementType type;
    private final List<? extends Buffer> chunks;

    private SectionData(String name, ElementType type, Stream<? extends Buffer> chunks) {
        if (!SectionHeader.isName(name)) {
            throw new IllegalArgumentException("the name of a section must be 1 to " + SectionHeader.NAME
                    + " printable ASCII characters without spaces, got '" + name + "'");
        }
        this.name = name;
        this.type = type;
        this.chunks = chunks.toList();
    }

    /** A section of bytes. */
    static SectionData bytes(String name, byte[]... chunks) {
        return new SectionData(name, ElementType.BYTES, Stream.of(chunks).map(ByteBuffer::wrap));
    }

    /** A section of ints. */
    static SectionData ints(String name, int[]... chunks) {
        return new SectionData(name, ElementType.INT32, Stream.of(chunks).map(IntBuffer::wrap));
    }

    /** A section of longs. */
    static SectionData longs(String name, long[]... chunks) {
        return new SectionData(name, ElementType.INT64, Stream.of(chunks).map(LongBuffer::wrap));
    }

    /** A section of floats. */
    static SectionData floats(String name, float[]... chunks) {
        return new SectionData(name, ElementType.FLOAT32, Stream.of(chunks).map(FloatBuffer::wrap));
    }

    /** A section of doubles. */
    static SectionData doubles(String name, double[]... chunks) {
        return new SectionData(name, ElementType.FLOAT64, Stream.of(chunks).map(DoubleBuffer::wrap));
    }

    /** A section of the bytes that remain in a buffer, whose position is left as it is. */
    static SectionData bytes(String name, ByteBuffer elements) {
        return new SectionData(name, ElementType.BYTES, Stream.of(elements.slice()));
    }

    /** A section of the ints that remain in a buffer, whose position is left as it is. */
    static SectionData ints(String name, IntBuffer elements) {
        return new SectionData(name, ElementType.INT32, Stream.of(elements.slice()));
    }

    /** A section of the longs that remain in a buffer, whose position is left as it is. */
    static SectionData longs(String name, LongBuffer elements) {
        return new SectionData(name, ElementType.INT64, Stream.of(elements.slice()));
    }

    /** A section of the floats that remain in a buffer, whose position is left as it is. */
    static SectionData floats(String name, FloatBuffer elements) {
        return new SectionData(name, ElementType.FLOAT32, Stream.of(elements.slice()));
    }

    /** A section of the doubles that remain in a buffer, whose position is left as it is. */
    static SectionData doubles(String name, DoubleBuffer elements) {
        return new SectionData(name, ElementType.FLOAT64, Stream.of(elements.slice()));
    }

    String name() {
        return name;
    }

    ElementType type() {
        return type;
    }

    /** The length of the section in bytes. */
    long length() {
        return chunks.stream().mapToLong(Buffer::remaining).sum() * type.size();
    }

    /** The CRC-32C of the section. */
    int checksum() throws IOException {
        CRC32C sum = new CRC32C();
        forEachBlock(sum::update);
        return (int) sum.getValue();
    }

    /** Takes the bytes of some elements; the array is reused for the next ones. */
    @FunctionalInterface
    interface BlockVisitor {
        void visit(byte[] bytes, int from, int length) throws IOException;
    }

    /** Visits the bytes of the section in order, as they stand in the file. */
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
