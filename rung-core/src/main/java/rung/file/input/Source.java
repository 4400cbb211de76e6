package rung.file.input;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import rung.file.FormatException;
import rung.file.ShownNames;

/**
 * The file that a table or ratings are read from, plain or gzipped.
 *
 * <p>Readers go through a file several times, each time from its start: to guess the form, to take the numbers, to copy them
 * when the result is written. {@link #read} fails if the contents have changed in between. All messages about the file are
 * made here, so that they have one form.
 */
public final class Source {
    /** The number of bytes from the start of the contents by which format and encoding are recognized. */
    private static final int SIGNATURE = 256;

    /** The number of bytes from the start in which a line feed is looked for. */
    private static final int LINE_FEED = 1 << 18;

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
    private final Optional<String> entry; // the file in the archive that is read, if the path is an archive
    private final boolean zipped;
    private final byte[] signature;
    private final Optional<Charset> utf16; // the byte order, if the contents are UTF-16
    private final boolean hasReturns; // whether carriage returns alone end its lines
    private long end = Long.MAX_VALUE; // the bytes from here on are not read
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
        this.entry = Optional.empty();
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FormatException(path
                    + (Files.isDirectory(path)
                            ? ": is a folder, not " + contents
                            : ": is not a regular file: what comes through a pipe must be saved to a file first"));
        }
        byte[] start = start(false);
        this.zipped = start.length >= 2 && start[0] == 0x1f && (start[1] & 0xff) == 0x8b;
        this.signature = zipped ? start(true) : start;
        if (startText().startsWith("\u0089RUNG")) {
            throw error("is a model of Rung, not " + contents + "; 'rung inspect' shows what is in it");
        }
        FileFormat format = FileFormat.of(startText(), name());
        boolean isBinary = format == FileFormat.NUMPY || format == FileFormat.NUMPY_ARCHIVE;
        this.utf16 = isBinary ? Optional.empty() : Utf16.of(signature);
        this.hasReturns = !isBinary && startText().indexOf('\n') < 0 && Returns.endLines(plainHead(LINE_FEED));
    }

    private Source(Source archive, String entry) throws IOException {
        this.path = archive.path;
        this.entry = Optional.of(entry);
        this.zipped = false;
        this.utf16 = Optional.empty();
        this.hasReturns = false;
        this.signature = start(false);
    }

    /**
     * Opens a file in an archive. Its contents are read as those of a file are, and messages name both.
     *
     * @param file the name of the file in the archive
     * @return the file in the archive
     * @throws IOException if the archive cannot be read or has no such file
     */
    public Source entry(String file) throws IOException {
        return new Source(this, file);
    }

    /**
     * Opens the archive itself, to see which files it holds.
     *
     * @return the archive, which the caller closes
     * @throws FormatException if the file is no zip archive
     */
    public ZipFile archive() throws IOException {
        try {
            return new ZipFile(path.toFile());
        } catch (ZipException | EOFException | IllegalArgumentException e) {
            throw known ? changed() : damaged(e);
        } catch (NoSuchFileException e) {
            throw vanished(e);
        }
    }

    /**
     * Ends the contents of this file early. What follows is not read.
     *
     * @param position the number of bytes that are read; the file must not be zipped
     * @return this file
     */
    public Source endingAt(long position) {
        end = position;
        return this;
    }

    /**
     * Returns whether the contents end before the file does.
     *
     * @return true after {@link #endingAt}
     */
    public boolean isCut() {
        return end < Long.MAX_VALUE;
    }

    private byte[] start(boolean unzip) throws IOException {
        try (InputStream in = open(unzip)) {
            return in.readNBytes(SIGNATURE);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        }
    }

    private String startText() {
        return new String(signature, StandardCharsets.ISO_8859_1);
    }

    /**
     * Recognizes the format by the first bytes of the contents, or else by the file's name.
     *
     * @throws FormatException if the contents are a known format that is not read, such as Parquet or a spreadsheet
     * @return the format
     */
    public FileFormat format() throws FormatException {
        String start = utf16.isPresent() ? new String(signature, utf16.get()).replaceFirst("^\ufeff", "") : startText();
        FileFormat format = FileFormat.of(start.replaceFirst("^\u00ef\u00bb\u00bf", ""), name());
        if (format == FileFormat.DELIMITED) {
            if (start.startsWith(FileFormat.NUMPY_ARCHIVE.signature())) {
                throw error("is a zip archive or a spreadsheet; save the table as CSV");
            }
            if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) {
                throw error("is a spreadsheet; save the table as CSV");
            }
            if (start.startsWith("PAR1")) {
                throw error("is a Parquet file, which Spark reads; write it as CSV there");
            }
            if (start.startsWith("ARROW1") || start.startsWith("\u0089HDF")) {
                throw error("is an " + (start.startsWith("A") ? "Arrow" : "HDF5") + " file, which is not read; save the"
                        + " table as CSV");
            }
        }
        return format;
    }

    /**
     * Returns the name of the file in messages, by {@link ShownNames}; of a file in an archive, the names of both.
     *
     * @return the name
     */
    public String name() {
        String name = ShownNames.of(path);
        return entry.map(file -> name + ", array '" + shortened(file.replaceFirst("\\.npy$", "")) + "'")
                .orElse(name);
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
     * Returns the size of the file in bytes as it lies on the disk, gzipped or not; of a file in an archive, its size when unpacked.
     *
     * @return the size in bytes
     * @throws IOException if the file cannot be read
     */
    public long size() throws IOException {
        if (entry.isPresent()) {
            try (ZipFile archive = archive()) {
                return entry(archive).getSize();
            }
        }
        return Files.size(path);
    }

    private ZipEntry entry(ZipFile archive) throws FormatException {
        ZipEntry found = archive.getEntry(entry.orElseThrow());
        if (found == null) {
            throw changed();
        }
        return found;
    }

    /**
     * Returns the first {@code length} bytes of the contents, or all if there are fewer.
     *
     * @param length the number of bytes that are wanted
     * @return the bytes, unzipped; of UTF-16 text, those of the same text in UTF-8; line feeds in place of carriage returns that end lines
     * @throws IOException if the file cannot be read
     */
    public byte[] head(int length) throws IOException {
        byte[] head = plainHead(length);
        return hasReturns
                ? Returns.decoded(new ByteArrayInputStream(head), this).readAllBytes()
                : head;
    }

    /* The first bytes with line ends as they are. */
    private byte[] plainHead(int length) throws IOException {
        try (InputStream in = inUtf8(open(zipped))) {
            return in.readNBytes(length);
        } catch (ZipException | EOFException e) {
            throw damaged(e);
        } catch (CharacterCodingException e) {
            throw notUtf16(e);
        }
    }

    /**
     * Reads the contents from the start; UTF-16 text as UTF-8, and a line feed for each carriage return where these alone end lines. What {@code reading} leaves is passed over.
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
        } catch (CharacterCodingException e) {
            throw known ? changed() : notUtf16(e);
        }
    }

    private InputStream decoded(InputStream in) {
        return hasReturns ? Returns.decoded(inUtf8(in), this) : inUtf8(in);
    }

    private InputStream inUtf8(InputStream in) {
        return utf16.isPresent() ? Utf16.decoded(in, utf16.get()) : in;
    }

    /**
     * Returns a stream for text that is written in the encoding of this file, UTF-16 if this file is, else as it comes, and with its line
     * ends. Closing the stream ends the text and leaves {@code out} open.
     *
     * @param out where the text goes
     * @return a stream that takes what {@link #read} gives
     */
    public OutputStream encoded(OutputStream out) {
        return hasReturns ? Returns.encoded(inOwnCharset(out)) : inOwnCharset(out);
    }

    private OutputStream inOwnCharset(OutputStream out) {
        return utf16.isPresent()
                ? Utf16.encoded(out, utf16.get())
                : new FilterOutputStream(out) {
                    @Override
                    public void write(byte[] bytes, int from, int length) throws IOException {
                        out.write(bytes, from, length);
                    }

                    @Override
                    public void close() {
                        // what lies below is closed by whoever opened it
                    }
                };
    }

    /**
     * Returns the words for the encoding, if it is worth a word: "UTF-16".
     *
     * @return empty for UTF-8 and the encodings that ASCII is part of
     */
    public Optional<String> encoding() {
        return utf16.map(charset -> "UTF-16");
    }

    private <T> T attempt(Reading<T> reading, InputStream in, CRC32 sum) throws IOException {
        try {
            return reading.read(decoded(in));
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
        if (entry.isPresent()) {
            return openEntry();
        }
        try {
            InputStream in = Files.newInputStream(path);
            return unzip ? unzipped(in) : isCut() ? new CutStream(in, end) : in;
        } catch (NoSuchFileException e) {
            throw vanished(e);
        } catch (AccessDeniedException e) {
            throw new FormatException(name() + ": cannot be read (access denied)", e);
        }
    }

    private InputStream openEntry() throws IOException {
        ZipFile archive = archive();
        try {
            return new FilterInputStream(archive.getInputStream(entry(archive))) {
                @Override
                public void close() throws IOException {
                    archive.close();
                }
            };
        } catch (IOException e) {
            archive.close();
            throw e;
        }
    }

    private FormatException vanished(NoSuchFileException e) {
        return new FormatException(name() + (known ? ": has vanished since it was read" : ": does not exist"), e);
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
        return new FormatException(name() + ":" + line + ": " + sentence, true);
    }

    /**
     * Returns the warning that the file is read as ISO-8859-1, because of a line that is not UTF-8.
     *
     * @param line the line, from 1
     * @return the warning
     */
    public String notUtf8(long line) {
        return notUtf8(line, StandardCharsets.ISO_8859_1);
    }

    /**
     * Returns the warning that the file is read in another encoding, because of a line that is not UTF-8.
     *
     * @param line the line, from 1
     * @param charset the encoding
     * @return the warning
     */
    public String notUtf8(long line, Charset charset) {
        return name() + ":" + line + ": is not valid UTF-8; the names are read as " + charset.name();
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

    private FormatException notUtf16(CharacterCodingException e) {
        return new FormatException(name() + ": begins as UTF-16 text but does not go on so; it is damaged", e);
    }

    private FormatException damaged(Exception e) {
        return new FormatException(name() + ": is damaged, it cannot be unzipped (" + e.getMessage() + ")", e);
    }
}
