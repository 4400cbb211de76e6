package rung.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/** A file that is written beside its place and moved there once it is whole. */
public final class AtomicFile implements AutoCloseable {
    private static final int BUFFER = 1 << 14;

    /** What is written. */
    @FunctionalInterface
    public interface Writing {
        void write(OutputStream out) throws IOException;
    }

    private final Path target;
    private final Path place;
    private final Path beside;

    private AtomicFile(Path target) throws IOException {
        this.target = target;
        this.place = place(target);
        this.beside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
        beside.toFile().deleteOnExit(); // where the process is ended meanwhile
    }

    /** Begins a file that others write, under the name {@link #beside()}. */
    public static AtomicFile begin(Path target) throws IOException {
        return new AtomicFile(target);
    }

    /** Where the file is written until it is whole. */
    public Path beside() {
        return beside;
    }

    /** Replaces the target by what was written. */
    public void finish() throws IOException {
        move(beside, place, target);
    }

    /** Removes what was not finished. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(beside);
    }

    /** Replaces the target as a whole or, if anything fails, does not touch it; gzipped if its name ends in .gz. */
    public static void write(Path target, Writing writing) throws IOException {
        try (AtomicFile file = begin(target)) {
            try (OutputStream out = open(file.beside, target)) {
                writing.write(out);
            }
            file.finish();
        }
    }

    /** Says what is wrong with a target before any work is done for it. */
    public static void check(Path target) throws IOException {
        place(target);
    }

    /** Where the file goes: a link stays, and what it points to is replaced. */
    private static Path place(Path target) throws IOException {
        Path place = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
        if (Files.exists(place) && !Files.isRegularFile(place)) {
            throw new FormatException(target + (Files.isDirectory(place) ? ": is a folder" : ": is not a regular file")
                    + ", the output needs a file name");
        }
        Path folder = place.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new FormatException(target + ": the folder " + folder + " does not exist");
        }
        if (!Files.isWritable(folder)) {
            throw new FormatException(target + ": the folder " + folder + " cannot be written to");
        }
        return place;
    }

    private static boolean isZipped(Path target) {
        return target.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    private static OutputStream open(Path file, Path target) throws IOException {
        try {
            OutputStream out =
                    new Forced(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), target);
            return new BufferedOutputStream(isZipped(target) ? new GZIPOutputStream(out, BUFFER) : out, BUFFER);
        } catch (FileSystemException e) {
            throw failed(target, e);
        }
    }

    private static void move(Path from, Path to, Path target) throws IOException {
        try {
            try {
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (FileSystemException e) {
            throw failed(target, e);
        }
    }

    /** The same failure, by the name that the caller knows. */
    private static IOException failed(Path target, IOException e) {
        String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
        return new IOException(
                target + ": " + (reason == null ? e.getClass().getSimpleName() : reason) + "; nothing was written", e);
    }

    /** Writes to a channel, and waits until all is on the disk before it is closed: what is moved into place is whole. */
    private static final class Forced extends OutputStream {
        private final FileChannel channel;
        private final OutputStream out;
        private final Path target;

        Forced(FileChannel channel, Path target) {
            this.channel = channel;
            this.out = Channels.newOutputStream(channel);
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw failed(target, e);
            }
        }

        @Override
        public void close() throws IOException {
            try (channel) {
                if (channel.isOpen()) {
                    channel.force(true);
                }
            } catch (IOException e) {
                throw failed(target, e);
            }
        }
    }
}
