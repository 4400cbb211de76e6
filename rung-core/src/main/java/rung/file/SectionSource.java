package rung.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Locale;

/** Where the bytes of a {@link SectionFile} come from: a file, or memory. */
abstract class SectionSource {
    private final String name;
    private final long size;

    private SectionSource(String name, long size) {
        this.name = name;
        this.size = size;
    }

    static SectionSource of(String name, FileChannel channel) throws IOException {
        return new SectionSource(name, channel.size()) {
            @Override
            int read(ByteBuffer target, long at) throws IOException {
                return channel.read(target, at);
            }

            @Override
            ByteBuffer map(long at, int length) throws IOException {
                try {
                    return channel.map(FileChannel.MapMode.READ_ONLY, at, length);
                } catch (IOException e) {
                    throw e.getCause() instanceof OutOfMemoryError
                            ? new FormatException(
                                    name + ": " + grouped(length) + " bytes of it cannot be mapped into memory", e)
                            : e;
                }
            }
        };
    }

    static SectionSource of(String name, ByteBuffer whole) {
        return new SectionSource(name, whole.limit()) {
            @Override
            int read(ByteBuffer target, long at) {
                int length = (int) Math.min(target.remaining(), whole.limit() - at);
                target.put(whole.slice((int) at, length));
                return length;
            }

            @Override
            ByteBuffer map(long at, int length) {
                return whole.slice((int) at, length);
            }
        };
    }

    /** Reads some of the bytes that remain in the target, or says -1 at the end of the file. */
    abstract int read(ByteBuffer target, long at) throws IOException;

    abstract ByteBuffer map(long at, int length) throws IOException;

    /** How many bytes there were when it was opened. */
    long size() {
        return size;
    }

    /** The bytes from one place to another. They are read, not mapped: a bad disk is an exception, and no crash. */
    ByteBuffer read(long from, int length) throws IOException {
        return fill(ByteBuffer.allocate(length), from);
    }

    /** Fills what remains in the target, and flips it. */
    ByteBuffer fill(ByteBuffer target, long from) throws IOException {
        long at = from;
        while (target.hasRemaining()) {
            int count = read(target, at);
            if (count <= 0) {
                throw error("has become shorter while it was read");
            }
            at += count;
        }
        return target.flip();
    }

    FormatException error(String sentence) {
        return new FormatException(name + ": " + sentence);
    }

    FormatException damaged(String reason) {
        return error("is damaged: " + reason);
    }

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
