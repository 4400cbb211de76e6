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
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a file under another name in the same folder, and moves it to its place once it is complete. So the target holds
 * either all of the old contents or all of the new, even if the program is killed meanwhile. A pipe or a device has no contents
 * to keep, so {@link #write} writes straight to it, as it does to what the process was given open, such as {@code /dev/stdout}.
 *
 * <p>Use {@link #write} for a stream. Use {@link #begin} if another program writes the file: let it write to {@link #beside},
 * then call {@link #finish}.
 */
public final class AtomicFile implements AutoCloseable {
    private static final int BUFFER = 1 << 14;

    /** Writes the contents of a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Writes all contents to a stream, which the caller closes.
         *
         * @param out the stream
         * @throws IOException if that fails
         */
        void write(OutputStream out) throws IOException;
    }

    private final Path target;
    private final Path place;
    private final Path beside;

    private AtomicFile(Path target) throws IOException {
        this.target = target;
        this.place = place(target);
        this.beside = beside(place);
        beside.toFile().deleteOnExit(); // in case the process ends before close()
    }

    /**
     * Begins a file that the caller writes itself, to the path {@link #beside()}. Nothing is created yet.
     *
     * @param target the file that is to be written
     * @return the file, begun
     * @throws FormatException if the target cannot be a file: its folder is missing, or it is a folder itself
     */
    public static AtomicFile begin(Path target) throws IOException {
        return new AtomicFile(target);
    }

    /**
     * Returns the path to write to until the file is complete.
     *
     * @return a path in the folder of the target
     */
    public Path beside() {
        return beside;
    }

    /**
     * Moves the written file to the target, which it replaces.
     *
     * @throws IOException if the file cannot be moved
     */
    public void finish() throws IOException {
        move(beside, place, target);
    }

    /** Deletes the written file, unless {@link #finish} has moved it. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(beside);
    }

    /**
     * Writes a whole file. The target is replaced at the end or, if anything fails, not touched. The contents are gzipped if
     * the name of the target ends in .gz.
     *
     * @param target the file to write
     * @param writing writes the contents
     * @throws IOException if the file cannot be written or moved
     */
    public static void write(Path target, Writing writing) throws IOException {
        Optional<OpenDescriptor> descriptor = OpenDescriptor.find(target);
        if (descriptor.isPresent() || isStream(target)) {
            writeStream(target, descriptor, writing);
            return;
        }
        try (AtomicFile file = begin(target)) {
            try (OutputStream out = open(file.beside, target)) {
                writing.write(out);
            }
            file.finish();
        }
    }

    /** Whether a target is there, and is a pipe or a device. */
    private static boolean isStream(Path target) {
        return Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target);
    }

    private static void writeStream(Path target, Optional<OpenDescriptor> descriptor, Writing writing)
            throws IOException {
        try (OutputStream out = descriptor.isPresent()
                        ? descriptor.get().open()
                        : Files.newOutputStream(target, StandardOpenOption.WRITE);
                OutputStream buffer =
                        new BufferedOutputStream(isZipped(target) ? new GZIPOutputStream(out, BUFFER) : out, BUFFER)) {
            writing.write(buffer);
        } catch (FormatException e) {
            throw e;
        } catch (IOException e) {
            String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
            throw new IOException(target + ": cannot be written: " + reason, e);
        }
    }

    /**
     * Checks that a file can be written at a target, so that a bad name fails before long work and not after it.
     *
     * @param target the file that is to be written
     * @throws FormatException if the target's folder is missing or takes no files, or the target is a folder
     */
    public static void check(Path target) throws IOException {
        Optional<OpenDescriptor> descriptor = OpenDescriptor.find(target);
        if (descriptor.isPresent() && Files.exists(target)) {
            descriptor.get().check();
            return;
        }
        if (isStream(target)) {
            return;
        }
        Path place = place(target);
        Path beside = beside(place);
        try {
            Files.createFile(beside); // some folders, such as those of a system, look writable and are not
            Files.delete(beside);
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? "" : " (" + e.getReason() + ")";
            throw new FormatException(target + ": no file can be written to the folder " + place.getParent() + reason);
        }
    }

    private static Path beside(Path place) {
        return place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /** The path that is replaced: where the target is a link, the file it points to. */
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

    /** Makes an exception of the same failure that names the target, because the caller does not know the file beside it. */
    private static IOException failed(Path target, IOException e) {
        String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
        return new IOException(
                target + ": " + (reason == null ? e.getClass().getSimpleName() : reason) + "; nothing was written", e);
    }

    /** A stream to a channel that, when closed, waits until all bytes are on the disk: only then is the file moved. */
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
