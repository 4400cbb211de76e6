package rung.file;

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

/** The file a table or ratings come from. It is read more than once, each time from its start, and must not change meanwhile. */
final class Source {
    /** How many bytes tell the format. */
    private static final int SIGNATURE = 16;

    private static final int BUFFER = 1 << 14;

    /** What the file holds. */
    enum Format {
        DELIMITED,
        MATRIX_MARKET,
        NUMPY
    }

    /** What is done with the contents. */
    @FunctionalInterface
    interface Reading<T> {
        T read(InputStream in) throws IOException;
    }

    private final Path path;
    private final boolean zipped;
    private final byte[] signature;
    private long checksum;
    private boolean known;

    Source(Path path) throws IOException {
        this(path, "a table");
    }

    /** A file that should hold what is named: "a table". */
    Source(Path path, String contents) throws IOException {
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

    Format format() throws FormatException {
        String start = new String(signature, StandardCharsets.ISO_8859_1);
        String plain = name().toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (start.startsWith(NumpyHeader.MAGIC) || plain.endsWith(".npy")) {
            return Format.NUMPY;
        }
        if (start.toLowerCase(Locale.ROOT).startsWith("%%matrixmarket") || plain.endsWith(".mtx")) {
            return Format.MATRIX_MARKET;
        }
        if (start.startsWith("\u00ff\u00fe") || start.startsWith("\u00fe\u00ff")) {
            throw error("is UTF-16 text; save it as UTF-8");
        }
        if (start.startsWith("PK\u0003\u0004")) {
            throw error("is a zip archive or a spreadsheet; save the table as CSV");
        }
        return Format.DELIMITED;
    }

    String name() {
        Path last = path.getFileName();
        return last == null ? path.toString() : last.toString();
    }

    boolean isZipped() {
        return zipped;
    }

    /** The size of the file itself, gzipped or not. */
    long size() throws IOException {
        return Files.size(path);
    }

    /** The first bytes of the contents. */
    byte[] head(int length) throws IOException {
        try (InputStream in = open(zipped)) {
            return in.readNBytes(length);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
    }

    /** Reads the contents from the start; they must be what they were the last time. */
    <T> T read(Reading<T> reading) throws IOException {
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

    /** Fails unless a table of this size fits into memory. */
    void requireMemory(long rows, long columns) throws FormatException {
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

    FormatException error(String sentence) {
        return new FormatException(name() + ": " + sentence);
    }

    FormatException error(long line, String sentence) {
        return new FormatException(name() + ":" + line + ": " + sentence);
    }

    /** Says that the file is read as if it were in another charset, because of a line. */
    String notUtf8(long line) {
        return name() + ":" + line + ": is not valid UTF-8; the names are read as ISO-8859-1";
    }

    FormatException changed() {
        return error("has changed since it was read");
    }

    private FormatException damaged(IOException e) {
        return new FormatException(name() + ": is damaged, it cannot be unzipped (" + e.getMessage() + ")", e);
    }
}
