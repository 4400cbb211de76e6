package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.file.FormatException;
import rung.video.Frames.Colour;

/** Programs that are absent, fail, talk nonsense or hang: small scripts in the place of the real ones. */
class VideoProgramTest {
    private static final Size SIZE = new Size(2, 1);

    /** A header of a video of 2×1 pixels. */
    private static final String HEADER =
            "printf '[STREAM]\\nindex=0\\ncodec_name=fake\\ncodec_type=video\\nnb_frames=3\\n"
                    + "r_frame_rate=25/1\\navg_frame_rate=25/1\\n[/STREAM]\\n[FORMAT]\\nnb_streams=1\\nformat_name=fake\\n[/FORMAT]\\n'";

    /** One black frame. */
    private static final String FRAME = "printf 'P6\\n2 1\\n255\\n'; head -c 6 /dev/zero";

    @TempDir
    private Path folder;

    private Path video;

    @BeforeEach
    void useScripts() throws IOException {
        video = Files.writeString(folder.resolve("clip.avi"), "RIFF");
        System.setProperty(Ffmpeg.PROPERTY, folder.toString());
    }

    @AfterEach
    void useRealPrograms() {
        System.clearProperty(Ffmpeg.PROPERTY);
        System.clearProperty(Program.PATIENCE);
    }

    private void script(String name, String body) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh for the scripts");
        File file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n")
                .toFile();
        assertThat(file.setExecutable(true)).isTrue();
    }

    private FrameSource open() throws IOException {
        return Frames.open(video, Colour.COLOUR);
    }

    private static void await(Path file) throws Exception {
        while (!Files.exists(file) || Files.size(file) == 0) {
            Thread.sleep(10);
        }
    }

    private static boolean isAlive(Path numberFile) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(numberFile).strip()))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }

    private void assertNothingBut(String... names) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(names);
        }
    }

    /** Where the programs are absent, one sentence names what is missing and the command that installs it. */
    @Test
    void absentProgramsAreNamedWithTheCommandThatInstallsThem() throws IOException {
        assertThat(Frames.hasVideos()).isFalse();
        String rest = " videos needs the ffmpeg program, which was not found in " + folder
                + " (RUNG_FFMPEG); install it with: " + Ffmpeg.installation();
        assertThatThrownBy(this::open).isInstanceOf(FormatException.class).hasMessage(video + ": reading" + rest);
        Path output = folder.resolve("out.mkv");
        assertThatThrownBy(() -> Frames.create(output, SIZE, Colour.GREY, 25, false))
                .isInstanceOf(FormatException.class)
                .hasMessage(output + ": writing" + rest);
        assertThat(Ffmpeg.installation()).matches("\\S+ .*ffmpeg.*");
        Path images = Files.createDirectory(folder.resolve("images"));
        Pictures.write(Pictures.image(4, 3, 1), images.resolve("a1.png"));
        try (FrameSource source = Frames.open(images, Colour.GREY)) {
            assertThat(source.read(new byte[12])).isTrue();
        }
        script("ffmpeg", "exit 0");
        assertThatThrownBy(this::open).hasMessageContaining("needs the ffprobe program, which was not found");
    }

    /** The program ends after a frame: by itself, by a signal, and in the middle of the next. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo '[error] no such luck' >&2; exit 3 | ffmpeg failed: no such luck (exit status 3)",
                "kill -9 $$ | ffmpeg failed (exit status 137)",
                "printf 'P6\\n2 1\\n255\\nab' | ffmpeg broke off in the middle of a frame",
                "printf 'P6\\n2 1\\n25' | what ffmpeg sends is not understood",
                "echo garbage | what ffmpeg sends is not understood",
                "printf 'P6\\n99999999999 1\\n255\\n' | what ffmpeg sends is not understood",
                "printf 'P6\\n2 -1\\n255\\n' | what ffmpeg sends is not understood"
            })
    void aProgramThatFailsInTheMiddle(String end, String words) throws IOException {
        script("ffprobe", HEADER);
        script("ffmpeg", FRAME + "; " + end);
        try (FrameSource source = open()) {
            assertThat(source.read(new byte[6])).isTrue();
            assertThatThrownBy(() -> source.read(new byte[6]))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(FormatException.class)
                    .hasMessage(video + ": " + words + ", after 1 frame");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo '[avi @ 0x1] [error] bad index' >&2; exit 1 | is not a video, or damaged at its start: bad index",
                "kill -9 $$ | is not a video, or damaged at its start",
                "echo garbage | what ffprobe says of it is not understood",
                "head -c 100000 /dev/zero | what ffprobe says of it is not understood"
            })
    void aProbeThatFails(String body, String words) throws IOException {
        script("ffprobe", body);
        script("ffmpeg", FRAME);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessage(video + ": " + words);
    }

    @Test
    void aProgramThatGivesNoFrameAtAll() throws IOException {
        script("ffprobe", HEADER);
        script("ffmpeg", "echo '[fatal] Decoder not found' >&2; exit 1");
        assertThatThrownBy(this::open)
                .isInstanceOf(FormatException.class)
                .hasMessage(
                        video + ": not a single frame can be decoded (fake), of none in the file: Decoder not found");
    }

    /** Frames and messages by the thousand: nothing waits for the other, and all frames arrive. */
    @Test
    void manyMessagesBlockNothing() throws IOException {
        script("ffprobe", HEADER);
        script(
                "ffmpeg",
                "head -c 1000000 /dev/zero | tr '\\0' 'x' >&2\n" + FRAME + "\n" + FRAME + "\necho >&2\n"
                        + "echo '[verbose]   Input stream #0:0 (video): 2 packets read (9 bytes); ' >&2");
        try (FrameSource source = open()) {
            byte[] frame = new byte[6];
            assertThat(source.read(frame)).isTrue();
            assertThat(source.read(frame)).isTrue();
            assertThat(source.read(frame)).isFalse();
            assertThat(source.warning())
                    .hasValue(video + ": 2 frames were read and the file ends early: it should have 3 frames");
        }
    }

    @Test
    void aProgramThatHangsIsEnded() throws Exception {
        Path number = folder.resolve("number");
        script("ffprobe", HEADER);
        script("ffmpeg", FRAME + "\necho $$ >" + number + "\nexec sleep 1000");
        System.setProperty(Program.PATIENCE, "2");
        try (FrameSource source = open()) {
            assertThat(source.read(new byte[6])).isTrue();
            assertThatThrownBy(() -> source.read(new byte[6]))
                    .isInstanceOf(IOException.class)
                    .hasMessage(video + ": ffmpeg did nothing for 2 seconds and was ended, after 1 frame");
        }
        assertThat(isAlive(number)).isFalse();
        script("ffprobe", "exec sleep 1000");
        assertThatThrownBy(this::open).hasMessage(video + ": ffprobe did nothing for 2 seconds and was ended");
    }

    @Test
    void closingEndsThePrograms() throws Exception {
        Path reading = folder.resolve("reading");
        Path writing = folder.resolve("writing");
        script("ffprobe", HEADER);
        script("ffmpeg", FRAME + "\necho $$ >" + reading + "\nexec sleep 1000");
        try (FrameSource source = open()) {
            await(reading);
            assertThat(isAlive(reading)).isTrue();
            assertThat(source.read(new byte[6])).isTrue();
        }
        assertThat(isAlive(reading)).isFalse();
        script("ffmpeg", "echo $$ >" + writing + "\nexec sleep 1000");
        try (FrameSink sink = Frames.create(folder.resolve("out.mkv"), SIZE, Colour.GREY, 25, false)) {
            sink.write(new byte[2]);
            await(writing);
            Frames.endPrograms();
            assertThatThrownBy(sink::finish)
                    .hasMessage(folder.resolve("out.mkv") + ": cannot be written: ffmpeg failed (exit status 137)");
        }
        assertThat(isAlive(writing)).isFalse();
        assertNothingBut("clip.avi", "ffmpeg", "ffprobe", "reading", "writing");
    }

    /** An encoder that fails at once, at its end, or without a word: the file is not there, and what was there stays. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo '[error] No space left on device' >&2; exit 1 | No space left on device",
                "cat >/dev/null; echo '[out @ 0x1] [error] No space left on device' >&2; exit 1 | No space left on device",
                "cat >/dev/null; kill -9 $$ | ffmpeg failed (exit status 137)"
            })
    void anEncoderThatFails(String body, String words) throws IOException {
        script("ffprobe", HEADER);
        script("ffmpeg", body);
        Path output = Files.writeString(folder.resolve("out.mkv"), "old");
        Size large = new Size(400, 400);
        try (FrameSink sink = Frames.create(output, large, Colour.COLOUR, 25, false)) {
            assertThatThrownBy(() -> {
                        for (int k = 0; k < 10; k++) {
                            sink.write(new byte[480_000]);
                        }
                        sink.finish();
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage(output + ": cannot be written: " + words);
        }
        assertThat(output).hasContent("old");
        assertNothingBut("clip.avi", "ffmpeg", "ffprobe", "out.mkv");
    }

    /** The program's encoder for H.264 is taken, whichever of the two it has, else MPEG-4's. */
    @ParameterizedTest
    @CsvSource({"libx264,libx264", "libopenh264,libopenh264", "other,mpeg4"})
    void theEncoderIsOneThatTheProgramHas(String offered, String taken) throws IOException {
        script("ffprobe", HEADER);
        script("ffmpeg", "echo ' V....D " + offered + "  An encoder'");
        List<String> arguments = VideoForm.MP4.encoding(new Size(64, 48), 25, Ffmpeg.find(video, "writing"));
        assertThat(arguments).startsWith("-c:v", taken);
        assertThat(VideoForm.MP4.encoding(new Size(63, 48), 25, Ffmpeg.find(video, "writing")))
                .startsWith("-c:v", "mpeg4");
    }

    /** A rate becomes the fraction that it comes from. */
    @ParameterizedTest
    @CsvSource({
        "25, 25/1",
        "12.5, 25/2",
        "29.97002997002997, 30000/1001",
        "23.976023976023978, 24000/1001",
        "60.00024000279398, 60/1",
        "0.001, 1/1000",
        "1e9, 65535/1",
        "1e-9, 1/65535"
    })
    void ratesAreFractions(double rate, String fraction) {
        assertThat(VideoWriter.fraction(rate)).isEqualTo(fraction);
    }
}
