package rung.file.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Locale;
import rung.file.FormatException;

/** The bytes that a {@link SectionFile} is read from: those of a file, or of a buffer in memory. */
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

    /** Fills some of what remains in the target with bytes from a position on; returns how many, or −1 at the end. */
    abstract int read(ByteBuffer target, long at) throws IOException;

    /** Maps bytes into memory, read-only. */
    abstract ByteBuffer map(long at, int length) throws IOException;

    /** The number of bytes when it was opened. */
    long size() {
        return size;
    }

    /** Copies {@code length} bytes from a position on. They are read, not mapped, so that a bad disk is an exception, no crash. */
    ByteBuffer read(long from, int length) throws IOException {
        return fill(ByteBuffer.allocate(length), from);
    }

    /** Fills all that remains in the target with bytes from a position on, and flips it. */
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

    /** Makes an exception about the file: its name, then the sentence. */
    FormatException error(String sentence) {
        return new FormatException(name + ": " + sentence);
    }

    /** Makes the exception for a damaged file. */
    FormatException damaged(String reason) {
        return error("is damaged: " + reason);
    }

    /** A number with commas between groups of three digits. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
