package rung.video;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.file.FormatException;

/**
 * The frames of a video file, which ffmpeg sends through a pipe as images (PPM).
 *
 * <p>The first is decoded at once: a file without one is refused. What cannot be decoded later is passed over and counted, and a
 * file that breaks off ends there; {@link #warning()} tells of both. Damage that a decoder mends silently is not noticed.
 */
final class VideoReader implements FrameSource {
    private static final double SLACK = 1.5; // frames by which times may be rounded
    private static final int LONGEST_NUMBER = 6; // digits of a width or height

    private final Path video;
    private final Frames.Colour colour;
    private final Ffmpeg programs;
    private final VideoProbe header;
    private final Messages messages;
    private final Program program;
    private Size size;
    private byte[] rgb;
    private int frames;
    private boolean ahead; // whether the first frame waits
    private boolean ended;
    private volatile boolean closed;

    private VideoReader(Path video, Frames.Colour colour, Ffmpeg programs) throws IOException {
        this.video = video;
        this.colour = colour;
        this.programs = programs;
        this.header = VideoProbe.of(programs, video);
        this.messages = new Messages(Ffmpeg.url(video), header.stream());
        try {
            this.program = Program.start(programs.ffmpeg(), arguments(Ffmpeg.url(video), header), messages::take);
        } catch (IOException e) {
            throw new IOException(video + ": ffmpeg cannot be started: " + e.getMessage(), e);
        }
    }

    static VideoReader open(Path video, Frames.Colour colour) throws IOException {
        VideoReader reader = new VideoReader(video, colour, Ffmpeg.find(video, "reading"));
        try {
            reader.decodeFirst();
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    private static List<String> arguments(String url, VideoProbe header) {
        List<String> arguments = new ArrayList<>();
        Collections.addAll(arguments, "-hide_banner", "-nostdin", "-nostats");
        Collections.addAll(arguments, "-v", "repeat+level+verbose", "-progress", "pipe:2"); // what Messages reads
        Collections.addAll(arguments, "-max_error_rate", "1"); // damage is no failure
        Collections.addAll(arguments, "-filter_threads", "1");
        Collections.addAll(arguments, "-protocol_whitelist", "file"); // a playlist must not reach for other machines
        Collections.addAll(arguments, "-threads", "1"); // what a damaged video gives must not depend on it
        Collections.addAll(arguments, "-noautorotate", "-i", url, "-map", "0:" + header.stream());
        Collections.addAll(arguments, header.isOld() ? "-vsync" : "-fps_mode", "passthrough"); // each frame once
        // By way of planes: some versions convert to packed pixels in another way, less exactly.
        String planes = Ffmpeg.CONVERSION + header.chroma() + ",format=gbrp";
        Collections.addAll(arguments, "-vf", planes + "," + Ffmpeg.CONVERSION + ",format=rgb24");
        Collections.addAll(arguments, "-c:v", "ppm", "-f", "image2pipe", "pipe:1");
        return arguments;
    }

    /**
     * What ffmpeg says while it decodes: how many packets there were, what is damaged, and how it ended. The words of versions 4 to 8
     * are known; what a later one says in other words is not noticed.
     */
    private static final class Messages {
        private static final Pattern SIZE = Pattern.compile("graph .* w:(\\d+) h:(\\d+) pixfmt:.*");
        private static final Pattern TIME = Pattern.compile("out_time_us=(\\d+)");
        private static final Pattern FAILURE =
                Pattern.compile("Error while decoding stream|Error submitting packet to decoder|Decoding error");
        private static final Pattern BREAK = Pattern.compile("\\[error\\] (?:Error during demuxing)?: (.*)");

        private final String url;
        private final Pattern packetCount;
        private int packets;
        private int failures; // packets without a frame
        private int broken; // packets that the container knows to be damaged
        private int mended; // frames that the decoder knows to be: not always those
        private double end; // of the last frame, in seconds since the first
        private String status; // what ended the file, if not its end
        private String error; // the last
        private String size;
        private String otherSize; // that frames have later

        Messages(String url, int stream) {
            this.url = url;
            this.packetCount = Pattern.compile("Input stream #0:" + stream + " .* (\\d+) packets read");
        }

        synchronized void take(String message) {
            String line = message.replace(url, "");
            Matcher matcher = packetCount.matcher(line);
            if (matcher.find()) {
                packets = Integer.parseInt(matcher.group(1));
            } else if (matcher.usePattern(TIME).matches()) {
                end = Math.max(end, Long.parseLong(matcher.group(1)) / 1e6);
            } else if (matcher.usePattern(SIZE).find()) {
                String found = matcher.group(1) + "×" + matcher.group(2);
                size = size == null ? found : size;
                otherSize = found.equals(size) ? otherSize : found;
            }
            failures += matcher.usePattern(FAILURE).reset().find() ? 1 : 0;
            broken += line.contains("corrupt input packet") ? 1 : 0;
            mended += line.contains("corrupt decoded frame") ? 1 : 0;
            if (matcher.usePattern(BREAK).reset().find()) {
                status = matcher.group(1);
            }
            if (line.contains("[error]") || line.contains("[fatal]")) {
                error = Ffmpeg.words(message, url);
            }
        }

        synchronized int packets() {
            return packets;
        }

        synchronized Optional<String> status() {
            return Optional.ofNullable(status);
        }

        synchronized Optional<String> error() {
            return Optional.ofNullable(error);
        }

        synchronized Optional<String> otherSize() {
            return Optional.ofNullable(otherSize);
        }

        synchronized int damaged() {
            return failures + Math.max(broken, mended);
        }

        synchronized double end() {
            return end;
        }
    }

    private void decodeFirst() throws IOException {
        ahead = decode();
        if (!ahead) {
            int packets = messages.packets();
            throw new FormatException(video + ": not a single frame can be decoded (" + header.codec() + "), of "
                    + (packets == 0 ? "none in the file" : packets + " in the file")
                    + messages.error().map(error -> ": " + error).orElse(""));
        }
    }

    /** Takes the next frame; false at the end. */
    private boolean decode() throws IOException {
        if (ended) {
            return false;
        }
        try {
            return receive();
        } catch (FormatException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(video + ": " + e.getMessage() + ", after " + frameCount(), e);
        }
    }

    private boolean receive() throws IOException {
        int first = program.read();
        if (first < 0) {
            end();
            return false;
        }
        requireOneSize();
        if (first != 'P' || program.read() != '6' || program.read() != '\n') {
            throw new IOException("what ffmpeg sends is not understood");
        }
        Size next = size(number(' '), number('\n'));
        if (number('\n') != 255) {
            throw new IOException("what ffmpeg sends is not understood");
        }
        if (size == null) {
            size = next;
            rgb = new byte[3 * size.width() * size.height()];
        } else if (!size.equals(next)) {
            throw otherSize(next.toString());
        }
        if (program.read(rgb) < rgb.length) {
            end();
            throw new IOException("ffmpeg broke off in the middle of a frame");
        }
        frames++;
        return true;
    }

    private Size size(int width, int height) throws FormatException {
        try {
            return new Size(width, height);
        } catch (IllegalArgumentException e) {
            throw new FormatException(video + ": " + e.getMessage(), e);
        }
    }

    /** A number of the header of an image, and the character that ends it. */
    private int number(char end) throws IOException {
        int number = 0;
        int digits = 0;
        for (int c = program.read(); c != end; c = program.read()) {
            if (c < '0' || c > '9' || ++digits > LONGEST_NUMBER) {
                throw new IOException("what ffmpeg sends is not understood");
            }
            number = 10 * number + c - '0';
        }
        return number;
    }

    /** ffmpeg brings frames of another size to that of the first, and says so. */
    private void requireOneSize() throws FormatException {
        Optional<String> other = messages.otherSize();
        if (other.isPresent()) {
            throw otherSize(other.get());
        }
    }

    private FormatException otherSize(String other) {
        return new FormatException(video + ": the first frames are " + size + ", others are " + other
                + ": the frames of a video must have one size");
    }

    /** Asks how it ended: well, or where the file breaks off, or with a failure. */
    private void end() throws IOException {
        ended = true;
        int status = program.end();
        requireOneSize();
        if (status != 0 && frames > 0 && messages.status().isEmpty()) {
            throw new IOException("ffmpeg failed"
                    + messages.error().map(error -> ": " + error).orElse("") + " (exit status " + status + ")");
        }
    }

    @Override
    public int width() {
        return size.width();
    }

    @Override
    public int height() {
        return size.height();
    }

    @Override
    public int channels() {
        return colour.channels();
    }

    @Override
    public OptionalDouble rate() {
        return header.rate();
    }

    @Override
    public OptionalInt count() {
        return header.count();
    }

    @Override
    public OptionalInt counted() throws IOException {
        return count().isPresent() ? count() : VideoProbe.packets(programs, video, header.stream());
    }

    @Override
    public String description() {
        return video + " is a video (" + header.codec() + "), " + size
                + (header.rate().isEmpty() ? "" : ", " + brief(header.rate().getAsDouble()) + " frames per second");
    }

    /** Four digits, without zeros at the end. */
    private static String brief(double value) {
        return new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /** Whether there was less than the header tells: fewer packets or, where it counts none, less time. */
    private boolean isCut() {
        return header.count().isPresent()
                ? messages.packets() < header.count().getAsInt()
                : framesIn(header.seconds().orElse(0) - messages.end()) > SLACK;
    }

    private long expected() {
        return header.count().isPresent()
                ? header.count().getAsInt()
                : Math.round(framesIn(header.seconds().orElse(0)));
    }

    private double framesIn(double seconds) {
        return seconds * header.rate().orElse(0);
    }

    private String frameCount() {
        return frames == 1 ? "1 frame" : frames + " frames";
    }

    @Override
    public Optional<String> warning() {
        String rest = messages.status()
                .map(status -> " and the file breaks off (" + status + ")")
                .orElse("");
        if (ended && rest.isEmpty() && isCut()) {
            rest = " and the file ends early: it should have " + expected() + " frames";
        }
        int damaged = messages.damaged();
        if (damaged == 0 && rest.isEmpty()) {
            return Optional.empty();
        }
        String holes = damaged == 0 ? "" : ", " + damaged + (damaged == 1 ? " is" : " are") + " damaged";
        return Optional.of(video + ": " + frameCount() + (frames == 1 ? " was" : " were") + " read" + holes + rest);
    }

    @Override
    public boolean read(byte[] planar) throws IOException {
        if (closed) {
            throw new IllegalStateException(video + ": was closed");
        }
        if (!ahead && !decode()) {
            return false;
        }
        ahead = false;
        colour.planar(rgb, planar);
        return true;
    }

    @Override
    public void close() {
        closed = true;
        program.close();
    }
}
