package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import rung.file.AtomicFile;

/**
 * A video file, encoded by ffmpeg from raw frames that it gets through a pipe; written beside its place and moved there once it is
 * whole. The program is started with the first frame. The same frames give the same file.
 */
final class VideoWriter implements FrameSink {
    private static final int LARGEST_TERM = 65535; // of a rate as a fraction, in MPEG-4

    /** The order in which ffmpeg wants the planes of red, green and blue. */
    private static final int[] PLANES = {1, 2, 0};

    private final Path video;
    private final Size size;
    private final Frames.Colour colour;
    private final Ffmpeg programs;
    private final List<String> arguments = new ArrayList<>();
    private final AtomicFile file;
    private Program program; // null until the first frame
    private volatile String error = ""; // the last that it told
    private boolean finished;

    private VideoWriter(Path video, Size size, Frames.Colour colour, double rate) throws IOException {
        this.video = video;
        this.size = size;
        this.colour = colour;
        VideoForm form = VideoForm.of(video);
        this.programs = Ffmpeg.find(video, "writing");
        this.file = AtomicFile.begin(video);
        String side = size.width() + "x" + size.height();
        Collections.addAll(arguments, "-hide_banner", "-nostdin", "-nostats", "-v", "repeat+level+error", "-xerror");
        Collections.addAll(arguments, "-filter_threads", "1", "-f", "rawvideo");
        Collections.addAll(arguments, "-pix_fmt", colour == Frames.Colour.GREY ? "gray" : "gbrp", "-video_size", side);
        Collections.addAll(arguments, "-framerate", fraction(rate), "-i", "pipe:0");
        Collections.addAll(arguments, "-vf", form.conversion(size, colour));
        arguments.addAll(form.encoding(size, rate, programs));
        Collections.addAll(arguments, "-threads", "1", "-flags:v", "+bitexact", "-fflags", "+bitexact");
        Collections.addAll(arguments, "-f", form.container(), "-y", Ffmpeg.url(file.beside()));
    }

    static FrameSink create(Path video, Size size, Frames.Colour colour, double rate) throws IOException {
        if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("rate must be a positive number of frames per second, got " + rate);
        }
        return new VideoWriter(video, size, colour, rate);
    }

    /** The fraction nearest to a rate, of numbers that all containers can hold, by continued fractions. */
    static String fraction(double rate) {
        long numerator = 1;
        long denominator = 0;
        long before = 0; // the fraction before
        long under = 1;
        double rest = rate;
        while (true) {
            long whole = (long) rest;
            long up = whole * numerator + before;
            long down = whole * denominator + under;
            if (up > LARGEST_TERM || down > LARGEST_TERM) {
                return denominator == 0
                        ? LARGEST_TERM + "/1"
                        : numerator == 0 ? "1/" + LARGEST_TERM : numerator + "/" + denominator;
            }
            before = numerator;
            under = denominator;
            numerator = up;
            denominator = down;
            if (rest - whole < 1e-9) {
                return numerator + "/" + denominator;
            }
            rest = 1 / (rest - whole);
        }
    }

    @Override
    public void write(byte[] planar) throws IOException {
        requireOpen();
        int area = size.width() * size.height();
        if (planar.length != area * colour.channels()) {
            throw new IllegalArgumentException(
                    "a frame must have " + area * colour.channels() + " bytes, got " + planar.length);
        }
        if (program == null) {
            start();
        }
        try {
            for (int k = 0; k < colour.channels(); k++) {
                program.write(planar, colour == Frames.Colour.GREY ? 0 : PLANES[k] * area, area);
            }
        } catch (IOException e) {
            end();
            throw failed(e.getMessage(), e); // it ended well before it got all
        }
    }

    private void start() throws IOException {
        try {
            program = Program.start(programs.ffmpeg(), arguments, this::take);
        } catch (IOException e) {
            throw failed("ffmpeg cannot be started: " + e.getMessage(), e);
        }
    }

    private void take(String message) {
        error = Ffmpeg.words(message, Ffmpeg.url(file.beside()));
    }

    private IOException failed(String words, IOException cause) {
        return new IOException(video + ": cannot be written: " + words, cause);
    }

    private void requireOpen() {
        if (finished) {
            throw new IllegalStateException(video + ": was finished or closed");
        }
    }

    @Override
    public void finish() throws IOException {
        requireOpen();
        if (program == null) {
            throw new IllegalStateException(video + ": no frame was written");
        }
        finished = true;
        end();
        file.finish();
    }

    /** Waits until the program has written everything. */
    private void end() throws IOException {
        int status;
        try {
            status = program.end();
        } catch (IOException e) {
            throw failed(e.getMessage(), e);
        }
        if (status != 0) {
            throw failed(error.isEmpty() ? "ffmpeg failed (exit status " + status + ")" : error, null);
        }
    }

    @Override
    public void close() throws IOException {
        finished = true;
        if (program != null) {
            program.close();
        }
        file.close();
    }
}
