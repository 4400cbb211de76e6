package rung.file.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.ShownNames;
import rung.file.model.SectionHeader.DirectoryEntry;
import rung.linalg.FloatSequence;
import rung.linalg.IntSequence;
import rung.linalg.Workers;

/**
 * A binary file of named sections that is made to be kept: it has a version, everything in it is covered by a checksum,
 * and it is used by mapping it into memory. docs/MODEL-FORMAT.md describes it for readers in other languages.
 *
 * <pre>
 * All numbers are little-endian. n is the number of sections.
 *
 *  byte        type      content
 *  0           byte[8]   89 'R' 'U' 'N' 'G' 0D 0A 1A
 *  8           int32     format version, 1
 *  12          int32     n, at most 1,000
 *  16          int64     length of the whole file in bytes
 *  24          entry[n]  the directory, in the order of the sections
 *  24 + 40n    int32     CRC-32C of all bytes above
 *  …           section[n]
 *
 *  entry
 *  0           byte[16]  name: 1 to 16 characters from ! to ~, zeros after them; no two are equal
 *  16          int32     element type: 1 bytes, 2 int32, 3 int64, 4 float32, 5 float64
 *  20          int32     CRC-32C of the section
 *  24          int64     offset of the section from the start of the file
 *  32          int64     length of the section in bytes, a multiple of the element's size
 * </pre>
 *
 * A section begins at the first multiple of 64 that is not before the end of what precedes it; the bytes in between are
 * zero. The file ends where its last section ends. So the same sections always give the same bytes.
 *
 * <p>A reader ignores sections it does not know, also those of an unknown type, so that sections can be added without a
 * new version. A new version is for what older readers would misunderstand.
 *
 * <p>Opening reads the file once, to check it. The mapping lasts as long as its buffers can be reached. A file must not be
 * overwritten or cut short meanwhile, which the operating system punishes with a crash; {@link #write} moves a new file
 * into its place and leaves the old one to those who have it open.
 */
final class SectionFile {
    /** The newest version of the format: the one that is written. All versions up to it are read. */
    static final int VERSION = 3;

    /** The number of bytes that are checked at a time. */
    private static final int BLOCK = 1 << 16;
    /** The most bytes that one buffer can map: the largest int that is a multiple of the alignment. */
    private static final int LARGEST_PIECE = Integer.MAX_VALUE / SectionHeader.ALIGNMENT * SectionHeader.ALIGNMENT;

    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final SectionSource source;
    private final int version;
    private final Map<String, Mapped> sections = new HashMap<>();

    /** A section and its bytes, in several pieces only where one buffer cannot hold them. */
    private record Mapped(DirectoryEntry entry, List<ByteBuffer> pieces) {}

    private SectionFile(SectionSource source, int largestPiece) throws IOException {
        this.source = source;
        SectionHeader header = SectionHeader.read(source);
        this.version = header.version();
        long end = header.length();
        for (DirectoryEntry entry : header.entries()) {
            requireZeros(end, (int) (entry.offset() - end));
            end = entry.end();
        }
        requireChecksums(header.entries());
        for (DirectoryEntry entry : header.entries()) {
            sections.put(entry.name(), new Mapped(entry, map(entry, largestPiece)));
        }
    }

    /**
     * Opens a file and checks all of it.
     *
     * @throws FormatException if it does not exist, cannot be read, is no such file, is damaged or is too new
     */
    static SectionFile open(Path path) throws IOException {
        String name = ShownNames.of(path);
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FormatException(
                    name + (Files.isDirectory(path) ? ": is a folder" : ": is not a regular file") + ", not a model");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return new SectionFile(SectionSource.of(name, channel), LARGEST_PIECE);
        } catch (NoSuchFileException e) {
            throw new FormatException(name + ": does not exist", e);
        } catch (AccessDeniedException e) {
            throw new FormatException(name + ": cannot be read (access denied)", e);
        } catch (FileSystemException e) {
            throw new FormatException(name + ": cannot be read (" + e.getReason() + ")", e);
        }
    }

    /** Opens a file that is in memory; {@code largestPiece}, a multiple of 8, limits the bytes of each buffer. */
    static SectionFile parse(String name, ByteBuffer whole, int largestPiece) throws IOException {
        return new SectionFile(SectionSource.of(name, whole.slice().asReadOnlyBuffer()), largestPiece);
    }

    private void requireZeros(long from, int length) throws IOException {
        ByteBuffer padding = source.read(from, length);
        while (padding.hasRemaining()) {
            if (padding.get() != 0) {
                throw source.damaged("byte " + SectionSource.grouped(from + padding.position() - 1)
                        + " lies between two sections and must be 0");
            }
        }
    }

    /* Sections are checked side by side; what is said is about the first that is damaged. */
    private void requireChecksums(List<DirectoryEntry> entries) throws IOException {
        IOException[] failures = new IOException[entries.size()];
        Workers.all().run(entries.size(), before(entries), () -> {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            return (from, to) -> {
                for (int k = from; k < to; k++) {
                    try {
                        requireChecksum(entries.get(k), block);
                    } catch (IOException e) {
                        failures[k] = e;
                    }
                }
            };
        });
        for (IOException failure : failures) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    private static Workers.Work before(List<DirectoryEntry> entries) {
        return k -> entries.stream().limit(k).mapToLong(DirectoryEntry::length).sum();
    }

    private void requireChecksum(DirectoryEntry entry, ByteBuffer block) throws IOException {
        CRC32C sum = new CRC32C();
        for (long at = entry.offset(); at < entry.end(); at += block.limit()) {
            block.clear().limit((int) Math.min(block.capacity(), entry.end() - at));
            sum.update(source.fill(block, at));
        }
        if ((int) sum.getValue() != entry.checksum()) {
            throw source.damaged("section '" + entry.name() + "' does not match its checksum");
        }
    }

    private List<ByteBuffer> map(DirectoryEntry entry, int largestPiece) throws IOException {
        List<ByteBuffer> pieces = new ArrayList<>();
        for (long at = entry.offset(); at < entry.end(); at += largestPiece) {
            pieces.add(source.map(at, (int) Math.min(largestPiece, entry.end() - at)));
        }
        return pieces.isEmpty() ? List.of(ByteBuffer.allocate(0).asReadOnlyBuffer()) : pieces;
    }

    /** The version of the format the file was written in. */
    int version() {
        return version;
    }

    /** The names of all sections. */
    List<String> names() {
        return sections.keySet().stream().sorted().toList();
    }

    /** Whether the file has a section of this name. */
    boolean has(String name) {
        return sections.containsKey(name);
    }

    /** The bytes of a section, in a read-only buffer of the caller's own. */
    ByteBuffer bytes(String name) throws FormatException {
        return whole(name, ElementType.BYTES);
    }

    /** The ints of a section, where they lie. */
    IntSequence ints(String name) throws FormatException {
        section(name, ElementType.INT32);
        return IntSequence.of(pieces(name).stream().map(ByteBuffer::asIntBuffer).toList());
    }

    /** The floats of a section, where they lie. */
    FloatSequence floats(String name) throws FormatException {
        section(name, ElementType.FLOAT32);
        return FloatSequence.of(
                pieces(name).stream().map(ByteBuffer::asFloatBuffer).toList());
    }

    /** A copy of the elements of a section; unlike a buffer it can hold more than 2³¹ bytes. */
    int[] intArray(String name) throws FormatException {
        int[] array = new int[elements(name, ElementType.INT32)];
        int at = 0;
        for (ByteBuffer piece : pieces(name)) {
            int count = piece.limit() / Integer.BYTES;
            piece.asIntBuffer().get(array, at, count);
            at += count;
        }
        return array;
    }

    /** A copy of the elements of a section; unlike a buffer it can hold more than 2³¹ bytes. */
    long[] longs(String name) throws FormatException {
        long[] array = new long[elements(name, ElementType.INT64)];
        int at = 0;
        for (ByteBuffer piece : pieces(name)) {
            int count = piece.limit() / Long.BYTES;
            piece.asLongBuffer().get(array, at, count);
            at += count;
        }
        return array;
    }

    /** A copy of the elements of a section; unlike a buffer it can hold more than 2³¹ bytes. */
    float[] floatArray(String name) throws FormatException {
        float[] array = new float[elements(name, ElementType.FLOAT32)];
        int at = 0;
        for (ByteBuffer piece : pieces(name)) {
            int count = piece.limit() / Float.BYTES;
            piece.asFloatBuffer().get(array, at, count);
            at += count;
        }
        return array;
    }

    /** A copy of the elements of a section; unlike a buffer it can hold more than 2³¹ bytes. */
    double[] doubles(String name) throws FormatException {
        double[] array = new double[elements(name, ElementType.FLOAT64)];
        int at = 0;
        for (ByteBuffer piece : pieces(name)) {
            int count = piece.limit() / Double.BYTES;
            piece.asDoubleBuffer().get(array, at, count);
            at += count;
        }
        return array;
    }

    /** Makes an exception about the contents: the name of the file, then the sentence. */
    FormatException error(String sentence) {
        return source.error(sentence);
    }

    private Mapped section(String name, ElementType type) throws FormatException {
        Mapped section = sections.get(name);
        if (section == null) {
            throw error("has no section '" + name + "'");
        }
        if (section.entry.type() != type.code()) {
            throw error("section '" + name + "' must hold " + type + ", it holds "
                    + ElementType.words(section.entry.type()));
        }
        return section;
    }

    private ByteBuffer whole(String name, ElementType type) throws FormatException {
        Mapped section = section(name, type);
        if (section.pieces.size() > 1) {
            throw error("section '" + name + "' holds " + SectionSource.grouped(section.entry.length())
                    + " bytes, a buffer can hold "
                    + SectionSource.grouped(section.pieces.get(0).limit()));
        }
        return pieces(name).get(0);
    }

    /** Views of the bytes of a section: a buffer has a position, which no two callers should share. */
    private List<ByteBuffer> pieces(String name) {
        return sections.get(name).pieces.stream()
                .map(piece -> piece.duplicate().order(ByteOrder.LITTLE_ENDIAN))
                .toList();
    }

    /** How many elements a section has, if they fit into an array. */
    private int elements(String name, ElementType type) throws FormatException {
        long bytes = section(name, type).entry.length();
        long limit = Math.min(Runtime.getRuntime().maxMemory(), (long) LONGEST_ARRAY * type.size());
        if (bytes > limit) {
            throw error(String.format(
                    Locale.ROOT,
                    "section '%s' needs %.1f GB of memory, got %.1f GB (java -Xmx raises it, up to %.1f GB)",
                    name,
                    bytes / 1e9,
                    limit / 1e9,
                    (double) LONGEST_ARRAY * type.size() / 1e9));
        }
        return (int) (bytes / type.size());
    }

    /** Writes a file; the target is replaced as a whole or, if anything fails, not touched. */
    static void write(Path target, int version, List<SectionData> sections) throws IOException {
        requireSections(version, sections);
        if (target.toString().toLowerCase(Locale.ROOT).endsWith(".gz")) {
            throw new FormatException(target + ": the name must not end in .gz, a model is mapped as it is");
        }
        AtomicFile.check(target);
        SectionHeader header = SectionHeader.of(version, sections);
        AtomicFile.write(target, out -> write(out, header, sections));
    }

    private static void requireSections(int version, List<SectionData> sections) {
        if (version < 1) {
            throw new IllegalArgumentException("version must be 1 or more, got " + version);
        }
        if (sections.size() > SectionHeader.MOST_SECTIONS) {
            throw new IllegalArgumentException(
                    "there must be at most " + SectionHeader.MOST_SECTIONS + " sections, got " + sections.size());
        }
        Set<String> names = new HashSet<>();
        for (SectionData section : sections) {
            if (!names.add(section.name())) {
                throw new IllegalArgumentException(
                        "the names of sections must differ, got '" + section.name() + "' twice");
            }
        }
    }

    static void write(OutputStream out, SectionHeader header, List<SectionData> sections) throws IOException {
        out.write(header.encoded());
        long end = header.length();
        for (int k = 0; k < sections.size(); k++) {
            DirectoryEntry entry = header.entries().get(k);
            out.write(new byte[(int) (entry.offset() - end)]);
            CRC32C sum = new CRC32C();
            sections.get(k).forEachBlock((bytes, from, length) -> {
                sum.update(bytes, from, length);
                out.write(bytes, from, length);
            });
            if ((int) sum.getValue() != entry.checksum()) {
                throw new IllegalStateException("section '" + entry.name() + "' has changed while it was written");
            }
            end = entry.end();
        }
    }
}
