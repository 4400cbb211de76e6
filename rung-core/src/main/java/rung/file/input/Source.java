package rung.file.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import rung.file.FormatException;

/**
 * The file that a table or ratings are read from, plain or gzipped.
 *
 * <p>Readers go through a file several times, each time from its start: to guess the form, to take the numbers, to copy them
 * when the result is written. {@link #read} fails if the contents have changed in between. All messages about the file are
 * made here, so that they have one form.
 */
public final class Source {
    /** The number of bytes from the start of the contents by which the format is recognized. */
    private static final int SIGNATURE = 16;

    private static final int BUFFER = 1 << 14;

    /** Values longer than this many characters are shortened in messages. */
    private static final int LONGEST_SHOWN = 40;

    /**
     * Takes something from the contents of a file.
     *
     * @param <T> what is taken
     */
    @FunctionalInterface
    public interface Reading<T> {
        /**
         * Reads from the start of the unzipped contents; the caller closes the stream.
         *
         * @param in the contents
         * @return what was taken
         * @throws IOException if the contents cannot be read
         */
        T read(InputStream in) throws IOException;
    }

    private final Path path;
    private final boolean zipped;
    private final byte[] signature;
    private long checksum; // the CRC-32 of the contents, taken when they were first read to their end
    private boolean known; // whether the checksum has been taken

    /**
     * Opens a file that should hold a table.
     *
     * @param path the file
     * @throws IOException if the file cannot be read
     */
    public Source(Path path) throws IOException {
        this(path, "a table");
    }

    /**
     * Opens a file.
     *
     * @param contents what the file should hold, for messages: "a table"
     * @param path the file
     * @throws FormatException if the file does not exist, cannot be read or is a folder
     */
    public Source(Path path, String contents) throws IOException {
        this.path = path;
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw error(
                    Files.isDirectory(path)
                            ? "is a folder, not " + contents
                            : "is not a regular file: what comes through a pipe must be saved to a file first");
        }
        byte[] start = start(false);
        this.zipped = start.length >= 2 && start[0] == 0x1f && (start[1] & 0xff) == 0x8b;
        this.signature = zipped ? start(true) : start;
    }

    private byte[] start(boolean unzip) throws IOException {
        try (InputStream in = open(unzip)) {
            return in.readNBytes(SIGNATURE);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
    }

    /**
     * Recognizes the format by the first bytes of the contents, or else by the file's name.
     *
     * @throws FormatException if the contents are a known format that is not read: UTF-16 text or a zip archive
     * @return the format
     */
    public FileFormat format() throws FormatException {
        String start = new String(signature, StandardCharsets.ISO_8859_1);
        FileFormat format = FileFormat.of(start, name().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", ""));
        if (format != FileFormat.DELIMITED) {
            return format;
        }
        if (start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff")) {
            throw error("is UTF-16 text; save it as UTF-8");
        }
        if (start.startsWith("PK\u0003\u0004")) {
            throw error("is a zip archive or a spreadsheet; save the table as CSV");
        }
        return format;
    }

    /**
     * Returns the name of the file without its folder.
     *
     * @return the name
     */
    public String name() {
        Path last = path.getFileName();
        return last == null ? path.toString() : last.toString();
    }

    /**
     * Returns whether the file is gzipped.
     *
     * @return true if its first bytes are those of gzip
     */
    public boolean isZipped() {
        return zipped;
    }

    /**
     * Returns the size of the file in bytes as it lies on the disk, gzipped or not.
     *
     * @return the size in bytes
     * @throws IOException if the file cannot be read
     */
    public long size() throws IOException {
        return Files.size(path);
    }

    /**
     * Returns the first {@code length} bytes of the contents, or all if there are fewer.
     *
     * @param length the number of bytes that are wanted
     * @return the bytes, unzipped
     * @throws IOException if the file cannot be read
     */
    public byte[] head(int length) throws IOException {
        try (InputStream in = open(zipped)) {
            return in.readNBytes(length);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
    }

    /**
     * Reads the contents from the start. What {@code reading} leaves is passed over.
     *
     * @param <T> what is taken
     * @param reading takes something from the contents
     * @return what was taken
     * @throws FormatException if the contents are not the ones of the last call, or the file is damaged
     */
    public <T> T read(Reading<T> reading) throws IOException {
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(open(zipped), sum)) {
            T result = attempt(reading, in, sum);
            requireUnchanged(in, sum);
            return result;
        } catch (ZipException | EOFException e) {
            throw known ? changed() : damaged(e);
        }
    }

    private <T> T attempt(Reading<T> reading, InputStream in, CRC32 sum) throws IOException {
        try {
            return reading.read(in);
        } catch (FormatException e) {
            if (known) {
                requireUnchanged(in, sum);
            }
            throw e;
        }
    }

    private void requireUnchanged(InputStream in, CRC32 sum) throws IOException {
        in.transferTo(OutputStream.nullOutputStream());
        if (known && sum.getValue() != checksum) {
            throw changed();
        }
        checksum = sum.getValue();
        known = true;
    }

    private InputStream open(boolean unzip) throws IOException {
        try {
            InputStream in = Files.newInputStream(path);
            return unzip ? unzipped(in) : in;
        } catch (NoSuchFileException e) {
            throw new FormatException(name() + (known ? ": has vanished since it was read" : ": does not exist"), e);
        } catch (AccessDeniedException e) {
            throw new FormatException(name() + ": cannot be read (access denied)", e);
        }
    }

    private static InputStream unzipped(InputStream in) throws IOException {
        try {
            return new GZIPInputStream(in, BUFFER);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Fails unless a table of this size, in doubles, fits into memory.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @throws FormatException if the table does not fit
     */
    public void requireMemory(long rows, long columns) throws FormatException {
        double bytes = 8.0 * rows * columns;
        long limit = Math.min(Runtime.getRuntime().maxMemory(), 8L * (Integer.MAX_VALUE - 8));
        if (bytes > limit) {
            throw error(String.format(
                    Locale.ROOT,
                    "a %d×%d table needs %.1f GB of memory, got %.1f GB (java -Xmx raises it, up to 16 GB)",
                    rows,
                    columns,
                    bytes / 1e9,
                    limit / 1e9));
        }
    }

    /**
     * Makes an exception about the file: "in.csv: " and the sentence.
     *
     * @param sentence what is wrong
     * @return the exception, to be thrown
     */
    public FormatException error(String sentence) {
        return new FormatException(name() + ": " + sentence);
    }

    /**
     * Makes an exception about a line, counted from 1: "in.csv:118: " and the sentence.
     *
     * @param line the line, from 1
     * @param sentence what is wrong
     * @return the exception, to be thrown
     */
    public FormatException error(long line, String sentence) {
        return new FormatException(name() + ":" + line + ": " + sentence);
    }

    /**
     * Returns the warning that the file is read as ISO-8859-1, because of a line that is not UTF-8.
     *
     * @param line the line, from 1
     * @return the warning
     */
    public String notUtf8(long line) {
        return name() + ":" + line + ": is not valid UTF-8; the names are read as ISO-8859-1";
    }

    /**
     * Makes the exception for contents that are not what they were when first read.
     *
     * @return the exception, to be thrown
     */
    public FormatException changed() {
        return error("has changed since it was read");
    }

    /**
     * Returns a value as messages show it: on one line, and only the beginning of a long one.
     *
     * @param value the text
     * @return at most 40 characters
     */
    public static String shortened(String value) {
        String line = value.replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN - 1) + "…";
    }

    private FormatException damaged(IOException e) {
        return new FormatException(name() + ": is damaged, it cannot be unzipped (" + e.getMessage() + ")", e);
    }
}
