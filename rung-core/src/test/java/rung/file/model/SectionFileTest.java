package rung.file.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;
import rung.linalg.IntSequence;

class SectionFileTest {
    /* Packed by Python's struct module as docs/MODEL-FORMAT.md says, with a bitwise CRC-32C. */
    private static final String BY_PYTHON =
            "iVJVTkcNChoBAAAABgAAAEgCAAAAAAAAaW5mbwAAAAAAAAAAAAAAAAEAAAB8HN6UQAEAAAAAAAADAAAAAAAAAGNvdW50cwAAAAAA"
                    + "AAAAAAACAAAAf96UFYABAAAAAAAADAAAAAAAAABub25lAAAAAAAAAAAAAAAABAAAAAAAAADAAQAAAAAAAAAAAAAAAAAAYS1uYW1l"
                    + "LW9mLTE2LWNocgMAAAAjJyGOwAEAAAAAAAAQAAAAAAAAAGZhY3RvcnMAAAAAAAAAAAAEAAAAj2KCyQACAAAAAAAADAAAAAAAAABz"
                    + "Y2FsZQAAAAAAAAAAAAAABQAAAL2JrsJAAgAAAAAAAAgAAAAAAAAAm+/G9AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAABow6kAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "AAAAAAAAAAAAAQAAAP7///////9/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP//"
                    + "////////AAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMA/AAAAgAAAwH8A"
                    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVVVVVVVV1T8=";

    /* The places in a file of two sections. */
    private static final int VERSION = 8;
    private static final int COUNT = 12;
    private static final int FILE_LENGTH = 16;
    private static final int FIRST = 24;
    private static final int SECOND = 64;
    private static final int TYPE = 16;
    private static final int OFFSET = 24;
    private static final int LENGTH = 32;

    @TempDir
    Path folder;

    /** Sections of every type. */
    static List<SectionData> everyType() {
        return List.of(
                SectionData.bytes("info", "hé".getBytes(UTF_8)),
                SectionData.ints("counts", new int[] {1, -2, Integer.MAX_VALUE}),
                SectionData.floats("none"),
                SectionData.longs("a-name-of-16-chr", new long[] {-1, 1L << 40}),
                SectionData.floats("factors", new float[] {1.5f, -0f, Float.NaN}),
                SectionData.doubles("scale", new double[] {1 / 3.0}));
    }

    /** Bytes 1, 2, 3 at 128 and the ints 1, 2 at 192. */
    private byte[] small() throws IOException {
        return written(List.of(SectionData.bytes("a", new byte[] {1, 2, 3}), SectionData.ints("b", new int[] {1, 2})));
    }

    private byte[] written(List<SectionData> sections) throws IOException {
        Path file = folder.resolve("written.rung");
        SectionFile.write(file, 1, sections);
        return Files.readAllBytes(file);
    }

    private SectionFile open(byte[] content) throws IOException {
        return SectionFile.open(Files.write(folder.resolve("model.rung"), content));
    }

    private SectionFile reopened(SectionData... sections) throws IOException {
        return open(written(List.of(sections)));
    }

    /** Makes the header's checksum right again. */
    static byte[] sealed(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int covered = 24 + 40 * bytes.getInt(COUNT);
        CRC32C sum = new CRC32C();
        sum.update(file, 0, covered);
        bytes.putInt(covered, (int) sum.getValue());
        return file;
    }

    private void fails(byte[] content, String sentence) {
        assertThatThrownBy(() -> open(content))
                .isInstanceOf(FormatException.class)
                .hasMessage("model.rung: " + sentence);
    }

    private static void fails(ThrowingCallable call, String sentence) {
        assertThatThrownBy(call).isInstanceOf(FormatException.class).hasMessage(sentence);
    }

    /** A header that has been changed and has the right checksum all the same. */
    private void forgeryFails(Consumer<ByteBuffer> change, String sentence) throws IOException {
        byte[] file = small();
        change.accept(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN));
        fails(sealed(file), sentence);
    }

    @Test
    void aFileByAnotherProgram() throws IOException {
        byte[] bytes = Base64.getDecoder().decode(BY_PYTHON);
        assertThat(written(everyType())).isEqualTo(bytes);
        SectionFile file = open(bytes);
        assertThat(file.version()).isEqualTo(1);
        assertThat(UTF_8.decode(file.bytes("info")).toString()).isEqualTo("hé");
        assertThat(file.ints("counts").toArray()).containsExactly(1, -2, Integer.MAX_VALUE);
        assertThat(file.intArray("counts")).containsExactly(1, -2, Integer.MAX_VALUE);
        assertThat(file.floats("none").length()).isZero();
        assertThat(file.longs("a-name-of-16-chr")).containsExactly(-1, 1L << 40);
        float[] factors = file.floatArray("factors");
        assertThat(factors).containsExactly(1.5f, -0f, Float.NaN);
        assertThat(Float.floatToRawIntBits(factors[1])).isEqualTo(0x80000000);
        assertThat(file.floats("factors").get(0)).isEqualTo(1.5f);
        assertThat(file.doubles("scale")).containsExactly(1 / 3.0);
        assertThat(file.has("scale")).isTrue();
        assertThat(file.has("Scale")).isFalse();
    }

    @Test
    void theSameSectionsGiveTheSameBytes() throws IOException {
        assertThat(written(everyType())).isEqualTo(written(everyType()));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 8191, 8192, 8193, 16384, 16385, 65536, 65537, 200_000})
    void everySizeOfEveryType(int size) throws IOException {
        byte[] bytes = new byte[size];
        int[] ints = new int[size];
        long[] longs = new long[size];
        float[] floats = new float[size];
        double[] doubles = new double[size];
        for (int k = 0; k < size; k++) {
            bytes[k] = (byte) (k * 31 + 7);
            ints[k] = k * 0x9e3779b9;
            longs[k] = k * 0x9e3779b97f4a7c15L;
            floats[k] = (float) Math.sin(k);
            doubles[k] = Math.cos(k);
        }
        SectionFile file = reopened(
                SectionData.bytes("bytes", bytes),
                SectionData.ints("ints", ints),
                SectionData.longs("longs", longs),
                SectionData.floats("floats", floats),
                SectionData.doubles("doubles", doubles));
        assertThat(file.bytes("bytes")).isEqualTo(ByteBuffer.wrap(bytes));
        assertThat(file.ints("ints").toArray()).isEqualTo(ints);
        assertThat(file.intArray("ints")).isEqualTo(ints);
        assertThat(file.longs("longs")).isEqualTo(longs);
        assertThat(file.floats("floats").toArray()).isEqualTo(floats);
        assertThat(file.floatArray("floats")).isEqualTo(floats);
        assertThat(file.doubles("doubles")).isEqualTo(doubles);
    }

    @Test
    void chunksAndBuffersAreWrittenAsOneArrayIs() throws IOException {
        byte[] whole = written(everyType());
        List<SectionData> chunks = List.of(
                SectionData.bytes("info", new byte[] {'h'}, new byte[0], new byte[] {(byte) 0xc3, (byte) 0xa9}),
                SectionData.ints("counts", new int[] {1}, new int[] {-2, Integer.MAX_VALUE}),
                SectionData.floats("none", new float[0], new float[0]),
                SectionData.longs("a-name-of-16-chr", new long[] {-1}, new long[] {1L << 40}),
                SectionData.floats("factors", new float[] {1.5f, -0f}, new float[] {Float.NaN}),
                SectionData.doubles("scale", new double[] {1 / 3.0}, new double[0]));
        assertThat(written(chunks)).isEqualTo(whole);
        ByteBuffer direct = ByteBuffer.allocateDirect(8).order(ByteOrder.BIG_ENDIAN);
        direct.putDouble(0, 1 / 3.0);
        IntBuffer ints = IntBuffer.wrap(new int[] {9, 1, -2, Integer.MAX_VALUE, 9}, 1, 3);
        List<SectionData> buffers = List.of(
                SectionData.bytes("info", ByteBuffer.wrap("hé".getBytes(UTF_8)).asReadOnlyBuffer()),
                SectionData.ints("counts", ints),
                SectionData.floats("none", FloatBuffer.allocate(0)),
                SectionData.longs(
                        "a-name-of-16-chr",
                        LongBuffer.wrap(new long[] {7, -1, 1L << 40}).position(1)),
                SectionData.floats("factors", FloatBuffer.wrap(new float[] {1.5f, -0f, Float.NaN})),
                SectionData.doubles("scale", direct.asDoubleBuffer()));
        assertThat(written(buffers)).isEqualTo(whole);
        assertThat(ints.position()).isEqualTo(1);
        assertThat(ints.limit()).isEqualTo(4);
    }

    @Test
    void sectionsThatTakeSeveralBuffers() throws IOException {
        int[] ints = IntStream.range(0, 100).toArray();
        long[] longs = IntStream.range(0, 100).mapToLong(k -> -k).toArray();
        double[] doubles = IntStream.range(0, 99).mapToDouble(k -> k / 7.0).toArray();
        float[] floats = {1, 2, 3};
        byte[] content = written(List.of(
                SectionData.ints("ints", ints),
                SectionData.longs("longs", longs),
                SectionData.doubles("doubles", doubles),
                SectionData.floats("floats", floats, new float[97]),
                SectionData.floats("few", floats)));
        SectionFile file = SectionFile.parse("model.rung", ByteBuffer.wrap(content), 128);
        assertThat(file.intArray("ints")).isEqualTo(ints);
        assertThat(file.longs("longs")).isEqualTo(longs);
        assertThat(file.doubles("doubles")).isEqualTo(doubles);
        assertThat(file.floatArray("floats")).isEqualTo(Arrays.copyOf(floats, 100));
        assertThat(file.floats("few").toArray()).isEqualTo(floats);
        assertThat(file.floats("floats").toArray()).isEqualTo(Arrays.copyOf(floats, 100));
        IntSequence inPieces = file.ints("ints");
        for (int from = 0; from < ints.length; from++) {
            assertThat(inPieces.get(from)).isEqualTo(ints[from]);
            for (int to = from; to <= ints.length; to++) {
                assertThat(inPieces.copy(from, to - from)).isEqualTo(Arrays.copyOfRange(ints, from, to));
            }
        }
    }

    /** The file is sparse and takes hardly any room. */
    @Test
    @Tag("slow")
    void moreThanFourGigabytes() throws IOException {
        float[] zeros = new float[1 << 24];
        List<SectionData> sections = List.of(
                SectionData.floats("big", Collections.nCopies(65, zeros).toArray(float[][]::new)),
                SectionData.bytes("end", new byte[3]));
        byte[] header = SectionHeader.of(1, sections).encoded();
        Path path = folder.resolve("big.rung");
        try (RandomAccessFile out = new RandomAccessFile(path.toFile(), "rw")) {
            out.write(header);
            out.setLength(128 + 65L * 4 * zeros.length + 3);
        }
        SectionFile file = SectionFile.open(path);
        assertThat(file.bytes("end")).isEqualTo(ByteBuffer.allocate(3));
        assertThat(file.floats("big").length()).isEqualTo(65L << 24);
        assertThat(file.floats("big").get((65L << 24) - 1)).isZero();
        if (Runtime.getRuntime().maxMemory() < 65L * 4 * zeros.length) {
            assertThatThrownBy(() -> file.floatArray("big"))
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith("big.rung: section 'big' needs 4.4 GB of memory, got ")
                    .hasMessageEndingWith(" GB (java -Xmx raises it, up to 8.6 GB)");
        }
    }

    @Test
    void noSections() throws IOException {
        byte[] file = written(List.of());
        assertThat(file).hasSize(28);
        fails(() -> open(file).bytes("a"), "model.rung: has no section 'a'");
    }

    @Test
    void asManySectionsAsThereCanBe() throws IOException {
        List<SectionData> sections = IntStream.range(0, SectionHeader.MOST_SECTIONS + 1)
                .mapToObj(k -> SectionData.ints("s" + k, new int[] {k}))
                .toList();
        SectionFile file = open(written(sections.subList(0, SectionHeader.MOST_SECTIONS)));
        assertThat(file.ints("s999").get(0)).isEqualTo(999);
        assertThatThrownBy(() -> written(sections))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there must be at most 1000 sections, got 1001");
    }

    @Test
    void buffersAreReadOnlyAndTheCallersOwn() throws IOException {
        SectionFile file = open(written(everyType()));
        assertThat(file.bytes("info").isReadOnly()).isTrue();
        assertThat(file.bytes("info").isDirect()).as("mapped").isTrue();
        assertThat(file.bytes("info").order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        file.bytes("info").get();
        assertThat(file.bytes("info").position()).isZero();
        file.longs("a-name-of-16-chr")[0] = 5;
        assertThat(file.longs("a-name-of-16-chr")[0]).isEqualTo(-1);
    }

    @Test
    void anOpenFileOutlivesItsReplacement() throws IOException {
        Path path = folder.resolve("model.rung");
        SectionFile.write(path, 1, List.of(SectionData.ints("a", new int[] {1})));
        SectionFile old = SectionFile.open(path);
        SectionFile.write(path, 1, List.of(SectionData.ints("a", new int[] {2})));
        assertThat(old.ints("a").get(0)).isEqualTo(1);
        assertThat(SectionFile.open(path).ints("a").get(0)).isEqualTo(2);
    }

    @Test
    void sectionsThatAreMissingOrOfAnotherType() throws IOException {
        SectionFile file = open(written(everyType()));
        fails(() -> file.floats("users"), "model.rung: has no section 'users'");
        fails(() -> file.longs("users"), "model.rung: has no section 'users'");
        fails(() -> file.floats("counts"), "model.rung: section 'counts' must hold float32, it holds int32");
        fails(() -> file.floatArray("counts"), "model.rung: section 'counts' must hold float32, it holds int32");
        fails(() -> file.ints("info"), "model.rung: section 'info' must hold int32, it holds bytes");
        fails(() -> file.bytes("factors"), "model.rung: section 'factors' must hold bytes, it holds float32");
        fails(() -> file.doubles("factors"), "model.rung: section 'factors' must hold float64, it holds float32");
        fails(() -> file.longs("scale"), "model.rung: section 'scale' must hold int64, it holds float64");
        fails(
                () -> file.intArray("a-name-of-16-chr"),
                "model.rung: section 'a-name-of-16-chr' must hold int32, it holds int64");
        assertThat(file.error("has 3 users"))
                .isInstanceOf(FormatException.class)
                .hasMessage("model.rung: has 3 users");
    }

    @Test
    void anUnknownTypeIsLeftAlone() throws IOException {
        byte[] content = small();
        content[FIRST + TYPE] = 9;
        SectionFile file = open(sealed(content));
        assertThat(file.intArray("b")).containsExactly(1, 2);
        fails(
                () -> file.bytes("a"),
                "model.rung: section 'a' must hold bytes, it holds elements of an unknown type (9)");
    }

    @Test
    void pathsThatAreNoFiles() throws IOException {
        fails(() -> SectionFile.open(folder.resolve("none.rung")), "none.rung: does not exist");
        Path child = Files.createDirectory(folder.resolve("child"));
        fails(() -> SectionFile.open(child), "child: is a folder, not a model");
        Path file = Files.write(folder.resolve("file"), small());
        fails(() -> SectionFile.open(file.resolve("model.rung")), "model.rung: cannot be read (Not a directory)");
        Path device = Path.of("/dev/null");
        if (Files.exists(device)) {
            fails(() -> SectionFile.open(device), "null: is not a regular file, not a model");
        }
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        Path file = Files.write(folder.resolve("model.rung"), small());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "this user may read everything");
        fails(() -> SectionFile.open(file), "model.rung: cannot be read (access denied)");
    }

    @Test
    void filesThatAreNoModels() throws IOException {
        fails(new byte[0], "is empty");
        fails("user,item,rating\n".getBytes(UTF_8), "is not a Rung model");
        fails(new byte[] {'P'}, "is not a Rung model");
        fails(new byte[100], "is not a Rung model");
        fails(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0}, "is gzipped; unzip it first");
    }

    @Test
    void copiesAsText() throws IOException {
        String sentence = "is damaged: it seems to have been copied as text; copy it as binary";
        String content = new String(small(), ISO_8859_1);
        fails(content.replace("\n", "\r\n").getBytes(ISO_8859_1), sentence);
        fails(content.replace("\r\n", "\n").getBytes(ISO_8859_1), sentence);
        fails(content.replace("\r\n", "\r").getBytes(ISO_8859_1), sentence);
        fails(content.getBytes(UTF_8), sentence);
        fails(new String(small(), UTF_8).getBytes(UTF_8), sentence);
        byte[] sevenBits = small();
        for (int k = 0; k < sevenBits.length; k++) {
            sevenBits[k] &= 0x7f;
        }
        fails(sevenBits, sentence);
    }

    @Test
    void filesThatAreTooShortOrTooLong() throws IOException {
        byte[] file = written(List.of(SectionData.floats("factors", new float[1000])));
        assertThat(file).hasSize(4128);
        fails(Arrays.copyOf(file, 1234), "is truncated: 1,234 of 4,128 bytes");
        fails(Arrays.copyOf(file, 40), "is truncated: 40 of 4,128 bytes");
        fails(Arrays.copyOf(file, 27), "is truncated: 27 bytes, fewer than the shortest header takes");
        fails(Arrays.copyOf(file, 1), "is truncated: 1 bytes, fewer than the shortest header takes");
        fails(Arrays.copyOf(file, 4129), "has extra bytes: 4,129 instead of 4,128");
    }

    @Test
    void versions() throws IOException {
        forgeryFails(file -> file.putInt(VERSION, 4), "was written by a newer Rung: format 4, this one reads up to 3");
        forgeryFails(file -> file.putInt(VERSION, 0), "is damaged: the format must be 1 or more, its header says 0");
        byte[] file = small();
        file[VERSION] = 5;
        fails(
                file,
                "is damaged: its header does not match its checksum"
                        + " (or it was written by a newer Rung: format 5, this one reads up to 3)");
        Path path = folder.resolve("newer.rung");
        SectionFile.write(path, 4, List.of());
        fails(
                () -> SectionFile.open(path),
                "newer.rung: was written by a newer Rung: format 4, this one reads up to 3");
    }

    @ParameterizedTest
    @CsvSource({"1001, '1,001'", "-1, -1", "2147483647, '2,147,483,647'"})
    void numbersOfSections(int count, String shown) throws IOException {
        byte[] file = small();
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(COUNT, count);
        fails(file, "is damaged: it must have between 0 and 1,000 sections, its header says " + shown);
    }

    @Test
    void headersLongerThanTheFile() throws IOException {
        byte[] file = small();
        file[COUNT] = 100;
        fails(file, "is damaged: its header takes more than the 200 bytes of the file");
    }

    @Test
    void checksums() throws IOException {
        byte[] file = small();
        file[FIRST]++;
        fails(file, "is damaged: its header does not match its checksum");
        file = small();
        file[128]++;
        fails(file, "is damaged: section 'a' does not match its checksum");
        file = small();
        file[199]++;
        fails(file, "is damaged: section 'b' does not match its checksum");
        file = small();
        file[131]++;
        fails(file, "is damaged: byte 131 lies between two sections and must be 0");
    }

    @Test
    void names() throws IOException {
        String sentence = "must be 1 to 16 printable ASCII characters without spaces";
        forgeryFails(file -> file.put(FIRST, (byte) 0), "is damaged: the name of section 1 " + sentence);
        forgeryFails(file -> file.put(SECOND, (byte) ' '), "is damaged: the name of section 2 " + sentence);
        forgeryFails(file -> file.put(SECOND, (byte) 0xe4), "is damaged: the name of section 2 " + sentence);
        forgeryFails(file -> file.put(SECOND + 1, (byte) '\n'), "is damaged: the name of section 2 " + sentence);
        forgeryFails(file -> file.put(SECOND + 2, (byte) 'x'), "is damaged: the name of section 2 " + sentence);
        forgeryFails(file -> file.put(SECOND, (byte) 'a'), "is damaged: it has more than one section 'a'");
    }

    @ParameterizedTest
    @CsvSource({
        "193, 193", // not aligned
        "128, 128", // on the section before
        "0, 0", // on the header
        "256, 256", // after a gap, beyond the end
        "-64, -64",
        "9223372036854775744, '9,223,372,036,854,775,744'"
    })
    void offsets(long offset, String shown) throws IOException {
        forgeryFails(
                file -> file.putLong(SECOND + OFFSET, offset),
                "is damaged: section 'b' must begin at byte 192, its header says " + shown);
    }

    @Test
    void lengths() throws IOException {
        forgeryFails(
                file -> file.putLong(SECOND + LENGTH, 12),
                "is damaged: section 'b' has a length of 12 bytes, there are 8 left");
        forgeryFails(
                file -> file.putLong(SECOND + LENGTH, -8),
                "is damaged: section 'b' has a length of -8 bytes, there are 8 left");
        forgeryFails(
                file -> file.putLong(FIRST + LENGTH, Long.MAX_VALUE),
                "is damaged: section 'a' has a length of 9,223,372,036,854,775,807 bytes, there are 72 left");
        forgeryFails(
                file -> file.putLong(FIRST + LENGTH, 72).putLong(SECOND + OFFSET, 256),
                "is damaged: section 'b' has a length of 8 bytes, there are 0 left");
        forgeryFails(
                file -> file.putLong(SECOND + LENGTH, 7),
                "is damaged: section 'b' has a length of 7 bytes, which is not a whole number of int32");
        forgeryFails(file -> file.putLong(SECOND + LENGTH, 4), "is damaged: its sections end at byte 196 of 200");
        forgeryFails(
                file -> file.putLong(FILE_LENGTH, Long.MAX_VALUE),
                "is truncated: 200 of 9,223,372,036,854,775,807 bytes");
        forgeryFails(file -> file.putLong(FILE_LENGTH, -1), "has extra bytes: 200 instead of -1");
    }

    @Test
    void elementsOfABufferInEitherOrder() throws IOException {
        ByteBuffer big = ByteBuffer.allocate(16).order(ByteOrder.BIG_ENDIAN);
        DoubleBuffer doubles = big.asDoubleBuffer().put(0, 1).put(1, Math.PI);
        assertThat(reopened(SectionData.doubles("a", doubles)).doubles("a")).containsExactly(1, Math.PI);
    }
}
