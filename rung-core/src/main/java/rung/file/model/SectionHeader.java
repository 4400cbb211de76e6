package rung.file.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import rung.file.FormatException;

/** The header and the directory of a {@link SectionFile}, whose comment shows the layout. */
record SectionHeader(int version, List<DirectoryEntry> entries) {
    /** The most characters in the name of a section. */
    static final int NAME = 16;

    /** The most sections of a file. */
    static final int MOST_SECTIONS = 1000;
    /** Sections begin at multiples of this number of bytes. */
    static final int ALIGNMENT = 64;

    private static final byte[] MAGIC = {(byte) 0x89, 'R', 'U', 'N', 'G', '\r', '\n', 0x1a};
    /* Lengths in bytes: of what comes before the directory, of one of its entries, and of the checksum after it. */
    private static final int FIXED = 24;
    private static final int ENTRY = 40;
    private static final int CHECKSUM = 4;

    /** What the first bytes become in a copy that changed line ends, dropped the eighth bit or took the bytes for text. */
    private static final Pattern MANGLED =
            Pattern.compile("(\\x89|\\t|\\xc2\\x89|\\xef\\xbf\\xbd)RUNG[\\r\\n].*", Pattern.DOTALL);

    private static final Pattern PRINTABLE = Pattern.compile("[!-~]{1," + NAME + "}");

    /**
     * An entry of the directory: where a section lies in the file, and what it is.
     *
     * @param type the code of its {@link ElementType}, or one that a newer Rung knows
     */
    record DirectoryEntry(String name, int type, int checksum, long offset, long length) {
        /** The position after its last byte. */
        long end() {
            return offset + length;
        }
    }

    /** Whether a section can have this name. */
    static boolean isName(String name) {
        return PRINTABLE.matcher(name).matches();
    }

    /** Lays out sections one after the other. */
    static SectionHeader of(int version, List<SectionData> sections) throws IOException {
        List<DirectoryEntry> entries = new ArrayList<>();
        long end = length(sections.size());
        for (SectionData section : sections) {
            DirectoryEntry entry = new DirectoryEntry(
                    section.name(), section.type().code(), section.checksum(), aligned(end), section.length());
            entries.add(entry);
            end = entry.end();
        }
        return new SectionHeader(version, entries);
    }

    private static int length(int sections) {
        return FIXED + ENTRY * sections + CHECKSUM;
    }

    /** The next place where a section can begin. */
    private static long aligned(long at) {
        return (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** The length of header and directory in bytes. */
    int length() {
        return length(entries.size());
    }

    /** The length of the whole file, which ends with its last section. */
    long fileLength() {
        return entries.isEmpty() ? length() : entries.get(entries.size() - 1).end();
    }

    /** The bytes of header and directory. */
    byte[] encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(length()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(version).putInt(entries.size()).putLong(fileLength());
        for (DirectoryEntry entry : entries) {
            bytes.put(Arrays.copyOf(entry.name.getBytes(StandardCharsets.US_ASCII), NAME));
            bytes.putInt(entry.type)
                    .putInt(entry.checksum)
                    .putLong(entry.offset)
                    .putLong(entry.length);
        }
        return bytes.putInt(checksum(bytes.array(), bytes.position())).array();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    static SectionHeader read(SectionSource source) throws IOException {
        requireMagic(source);
        if (source.size() < length(0)) {
            throw source.error("is truncated: " + SectionSource.grouped(source.size())
                    + " bytes, fewer than the shortest header takes");
        }
        ByteBuffer fixed = source.read(0, FIXED).order(ByteOrder.LITTLE_ENDIAN).position(MAGIC.length);
        int version = fixed.getInt();
        int count = fixed.getInt();
        long fileLength = fixed.getLong();
        if (count < 0 || count > MOST_SECTIONS) {
            throw source.damaged("it must have between 0 and " + SectionSource.grouped(MOST_SECTIONS)
                    + " sections, its header says " + SectionSource.grouped(count) + orNewer(version));
        }
        if (source.size() < length(count)) {
            throw truncated(source, fileLength);
        }
        ByteBuffer bytes = source.read(0, length(count)).order(ByteOrder.LITTLE_ENDIAN);
        int covered = length(count) - CHECKSUM;
        if (checksum(bytes.array(), covered) != bytes.getInt(covered)) {
            throw source.damaged("its header does not match its checksum" + orNewer(version));
        }
        if (version > SectionFile.VERSION) {
            throw source.error(
                    "was written by a newer Rung: format " + version + ", this one reads up to " + SectionFile.VERSION);
        }
        if (version < 1) {
            throw source.damaged("the format must be 1 or more, its header says " + version);
        }
        if (source.size() < fileLength) {
            throw truncated(source, fileLength);
        }
        if (source.size() > fileLength) {
            throw source.error("has extra bytes: " + SectionSource.grouped(source.size()) + " instead of "
                    + SectionSource.grouped(fileLength));
        }
        return new SectionHeader(version, entries(bytes.position(FIXED), count, source));
    }

    private static void requireMagic(SectionSource source) throws IOException {
        if (source.size() == 0) {
            throw source.error("is empty");
        }
        byte[] start =
                source.read(0, (int) Math.min(MAGIC.length + 2, source.size())).array();
        int length = Math.min(MAGIC.length, start.length);
        if (Arrays.equals(start, 0, length, MAGIC, 0, length)) {
            return;
        }
        if (start.length >= 2 && start[0] == 0x1f && start[1] == (byte) 0x8b) {
            throw source.error("is gzipped; unzip it first");
        }
        if (MANGLED.matcher(new String(start, StandardCharsets.ISO_8859_1)).matches()) {
            throw source.damaged("it seems to have been copied as text; copy it as binary");
        }
        throw source.error("is not a Rung model");
    }

    private static FormatException truncated(SectionSource source, long fileLength) {
        return fileLength > source.size()
                ? source.error("is truncated: " + SectionSource.grouped(source.size()) + " of "
                        + SectionSource.grouped(fileLength) + " bytes")
                : source.damaged("its header takes more than the " + SectionSource.grouped(source.size())
                        + " bytes of the file");
    }

    /** A hint for a header that is damaged or else newer than this version of Rung; empty if it cannot be newer. */
    private static String orNewer(int version) {
        return version <= SectionFile.VERSION
                ? ""
                : " (or it was written by a newer Rung: format " + version + ", this one reads up to "
                        + SectionFile.VERSION + ")";
    }

    private static List<DirectoryEntry> entries(ByteBuffer bytes, int count, SectionSource source)
            throws FormatException {
        List<DirectoryEntry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long end = length(count);
        for (int k = 0; k < count; k++) {
            String name = name(bytes, k, source);
            DirectoryEntry entry =
                    new DirectoryEntry(name, bytes.getInt(), bytes.getInt(), bytes.getLong(), bytes.getLong());
            if (!names.add(name)) {
                throw source.damaged("it has more than one section '" + name + "'");
            }
            require(entry, aligned(end), source);
            entries.add(entry);
            end = entry.end();
        }
        if (end != source.size()) {
            throw source.damaged("its sections end at byte " + SectionSource.grouped(end) + " of "
                    + SectionSource.grouped(source.size()));
        }
        return List.copyOf(entries);
    }

    private static String name(ByteBuffer bytes, int k, SectionSource source) throws FormatException {
        byte[] padded = new byte[NAME];
        bytes.get(padded);
        String name = new String(padded, StandardCharsets.ISO_8859_1).replaceFirst("\\x00+$", "");
        if (!isName(name)) {
            throw source.damaged("the name of section " + (k + 1) + " must be 1 to " + NAME
                    + " printable ASCII characters without spaces");
        }
        return name;
    }

    /** Fails unless a section begins right after the one before it, aligned, and lies within the file. */
    private static void require(DirectoryEntry entry, long offset, SectionSource source) throws FormatException {
        String section = "section '" + entry.name + "' ";
        if (entry.offset != offset) {
            throw source.damaged(section + "must begin at byte " + SectionSource.grouped(offset) + ", its header says "
                    + SectionSource.grouped(entry.offset));
        }
        if (entry.length < 0 || entry.length > source.size() - offset) {
            throw source.damaged(section + "has a length of " + SectionSource.grouped(entry.length)
                    + " bytes, there are " + SectionSource.grouped(Math.max(0, source.size() - offset)) + " left");
        }
        if (entry.length % ElementType.size(entry.type) != 0) {
            throw source.damaged(section + "has a length of " + SectionSource.grouped(entry.length)
                    + " bytes, which is not a whole number of " + ElementType.words(entry.type));
        }
    }
}
