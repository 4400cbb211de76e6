package rung.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
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

    private final Path place;
    private final Path beside;

    private AtomicFile(Path place) {
        this.place = place;
        this.beside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
        beside.toFile().deleteOnExit(); // where the process is ended meanwhile
    }

    /** Begins a file that others write, under the name {@link #beside()}. */
    public static AtomicFile begin(Path target) throws IOException {
        return new AtomicFile(place(target));
    }

    /** Where the file is written until it is whole. */
    public Path beside() {
        return beside;
    }

    /** Replaces the target by what was written. */
    public void finish() throws IOException {
        move(beside, place);
    }

    /** Removes what was not finished. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(beside);
    }

    /** Replaces the target as a whole or, if anything fails, does not touch it; gzipped if its name ends in .gz. */
    public static void write(Path target, Writing writing) throws IOException {
        try (AtomicFile file = begin(target)) {
            try (OutputStream out = open(file.beside, isZipped(target))) {
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

    private static OutputStream open(Path file, boolean zip) throws IOException {
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new BufferedOutputStream(zip ? new GZIPOutputStream(out, BUFFER) : out, BUFFER);
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
