package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rung.file.FormatException;

/** A folder of frames is there as a whole or not at all. */
class ImageFolderTest {
    private static final Size SIZE = new Size(5, 3);

    @TempDir
    Path folder;

    private FrameSink sink(String name, Frames.Colour colour, boolean replace) throws IOException {
        return Frames.create(folder.resolve(name), SIZE, colour, 25, replace);
    }

    private void write(String name, int frames, boolean replace) throws IOException {
        try (FrameSink sink = sink(name, Frames.Colour.GREY, replace)) {
            for (int k = 0; k < frames; k++) {
                sink.write(Pictures.noise(15, k));
            }
            sink.finish();
        }
    }

    @ParameterizedTest
    @EnumSource(Frames.Colour.class)
    void whatIsWrittenIsReadBack(Frames.Colour colour) throws IOException {
        List<byte[]> frames = List.of(
                Pictures.noise(15 * colour.channels(), 1),
                Pictures.noise(15 * colour.channels(), 2),
                Pictures.noise(15 * colour.channels(), 3));
        try (FrameSink sink = sink("out", colour, false)) {
            for (byte[] frame : frames) {
                sink.write(frame);
            }
            assertThat(folder.resolve("out")).doesNotExist();
            sink.finish();
        }
        assertThat(Pictures.list(folder)).containsExactly("out");
        assertThat(Pictures.list(folder.resolve("out"))).containsExactly("000001.png", "000002.png", "000003.png");
        List<byte[]> read = Pictures.readAll(folder.resolve("out"), colour);
        assertThat(read).hasSize(3);
        for (int k = 0; k < 3; k++) {
            assertThat(read.get(k)).isEqualTo(frames.get(k));
        }
    }

    @Test
    void whatIsNotFinishedLeavesNothing() throws IOException {
        try (FrameSink sink = sink("out", Frames.Colour.GREY, false)) {
            sink.write(Pictures.noise(15, 1));
        }
        assertThat(folder).isEmptyDirectory();
        try (FrameSink sink = sink("out", Frames.Colour.GREY, false)) {
            assertThatThrownBy(() -> sink.write(new byte[14])).hasMessage("a frame must have 15 bytes, got 14");
            assertThatThrownBy(sink::finish).hasMessageEndingWith("no frame was written");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderIsReplacedOnlyIfAskedTo() throws IOException {
        write("out", 3, false);
        assertThatThrownBy(() -> sink("out", Frames.Colour.GREY, false))
                .isInstanceOf(FormatException.class)
                .hasMessage(folder.resolve("out") + ": is a folder that is not empty; name another, or one to be made");
        write("out", 2, true);
        assertThat(Pictures.list(folder.resolve("out"))).containsExactly("000001.png", "000002.png");
        assertThat(Pictures.list(folder)).containsExactly("out");
    }

    @Test
    void otherFilesAreNeverReplaced() throws IOException {
        write("out", 1, false);
        Files.writeString(folder.resolve("out/letter.txt"), "dear");
        assertThatThrownBy(() -> sink("out", Frames.Colour.GREY, true))
                .hasMessageContaining("holds more than frames (letter.txt) and will not be replaced");
        assertThat(Pictures.list(folder)).containsExactly("out");
    }

    @Test
    void aFolderThatFilledUpMeanwhileStays() throws IOException {
        try (FrameSink sink = sink("out", Frames.Colour.GREY, false)) {
            sink.write(Pictures.noise(15, 1));
            Files.createDirectory(folder.resolve("out"));
            Files.writeString(folder.resolve("out/000001.png"), "another's");
            assertThatThrownBy(sink::finish).isInstanceOf(FormatException.class);
        }
        assertThat(Files.readString(folder.resolve("out/000001.png"))).isEqualTo("another's");
        assertThat(Pictures.list(folder)).containsExactly("out");
    }

    @Test
    void anEmptyFolderAndALinkWillDo() throws IOException {
        Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        write("link", 1, false);
        assertThat(folder.resolve("link")).isSymbolicLink();
        assertThat(Pictures.list(folder.resolve("real"))).containsExactly("000001.png");
    }

    @Test
    void targetsThatCannotBe() throws IOException {
        Files.writeString(folder.resolve("file"), "old");
        assertThatThrownBy(() -> sink("file", Frames.Colour.GREY, true))
                .hasMessage(folder.resolve("file") + ": is a file, the images need a folder");
        assertThatThrownBy(() -> sink("none/out", Frames.Colour.GREY, true))
                .hasMessage(folder.resolve("none/out") + ": the folder " + folder.resolve("none") + " does not exist");
        assertThatThrownBy(() -> sink("out.png", Frames.Colour.GREY, true)).hasMessageContaining("single image");
        assertThat(Pictures.list(folder)).containsExactly("file");
    }

    @Test
    void aFolderThatCannotBeWrittenTo() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked), "this user may write anywhere");
        assertThatThrownBy(() -> sink("locked/out", Frames.Colour.GREY, false))
                .hasMessageEndingWith("the folder " + locked + " cannot be written to");
    }
}
