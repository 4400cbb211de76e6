package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_PKT_FLAG_CORRUPT;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_unref;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_decoder;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_get_name;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_to_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_frame;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_packet;
import static org.bytedeco.ffmpeg.global.avformat.AVFMT_DURATION_FROM_STREAM;
import static org.bytedeco.ffmpeg.global.avformat.AV_DISPOSITION_ATTACHED_PIC;
import static org.bytedeco.ffmpeg.global.avformat.av_find_best_stream;
import static org.bytedeco.ffmpeg.global.avformat.av_guess_frame_rate;
import static org.bytedeco.ffmpeg.global.avformat.av_read_frame;
import static org.bytedeco.ffmpeg.global.avformat.avformat_close_input;
import static org.bytedeco.ffmpeg.global.avformat.avformat_find_stream_info;
import static org.bytedeco.ffmpeg.global.avformat.avformat_open_input;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVMEDIA_TYPE_VIDEO;
import static org.bytedeco.ffmpeg.global.avutil.AV_NOPTS_VALUE;
import static org.bytedeco.ffmpeg.global.avutil.AV_TIME_BASE;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_free;
import static org.bytedeco.ffmpeg.global.avutil.av_dict_set;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVDictionary;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.avutil.AVRational;
import org.bytedeco.javacpp.PointerPointer;
import rung.file.FormatException;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.Size;

/**
 * The frames of a video file.
 *
 * <p>The first is decoded at once: a file without one is refused. What cannot be decoded later is passed over and counted, and a
 * file that breaks off ends there; {@link #warning()} tells of both. Damage that a decoder mends silently is not noticed.
 */
final class VideoReader implements FrameSource {
    private static final double SLACK = 1.5; // frames by which times may be rounded

    private final Path video;
    private final Frames.Colour colour;
    private final AVFormatContext format;
    private final AVPacket packet;
    private final AVFrame frame;
    private AVCodecContext decoder;
    private RgbFrame rgb;
    private int stream; // among the file's
    private Header header;
    private Size size;
    private boolean ahead; // whether the first frame waits
    private boolean draining;
    private boolean closed;
    private int packets;
    private int frames;
    private int failures; // packets without a frame
    private int broken; // packets that the container knows to be damaged
    private int mended; // frames that the decoder knows to be: not always those
    private long end; // of the last packet, in the stream's units of time
    private int status; // what ended the file, if not its end

    private VideoReader(Path video, Frames.Colour colour, AVFormatContext format) {
        this.video = video;
        this.colour = colour;
        this.format = format;
        this.packet = av_packet_alloc();
        this.frame = av_frame_alloc();
    }

    /**
     * What the file tells of its pictures, kept so that it can be asked for after the file was closed.
     *
     * @param unit the unit of packets' times, in seconds
     * @param seconds how long the pictures last, or NaN
     */
    private record Header(String codec, double rate, OptionalInt count, double unit, double seconds) {}

    static VideoReader open(Path video, Frames.Colour colour) throws IOException {
        VideoReader reader = new VideoReader(video, colour, openFormat(video));
        try {
            reader.openDecoder();
            reader.decodeFirst();
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    private static AVFormatContext openFormat(Path video) throws IOException {
        AVFormatContext format = new AVFormatContext(null);
        AVDictionary options = new AVDictionary(null);
        av_dict_set(options, "protocol_whitelist", "file", 0); // a playlist must not reach for other machines
        int status = avformat_open_input(format, "file:" + video.toAbsolutePath(), null, options);
        av_dict_free(options);
        if (status < 0) {
            throw new FormatException(video + ": is not a video, or damaged at its start: " + Status.words(status));
        }
        return format;
    }

    private void openDecoder() throws IOException {
        int status = avformat_find_stream_info(format, (PointerPointer<?>) null);
        int index = av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, (PointerPointer<?>) null, 0);
        boolean text = format.iformat().name().getString().equals("tty"); // FFmpeg draws any text file
        if (text || status < 0 && index < 0) {
            throw new FormatException(video + ": is not a video");
        }
        if (index < 0 || (format.streams(index).disposition() & AV_DISPOSITION_ATTACHED_PIC) != 0) {
            throw new FormatException(video + ": has no pictures in it, only sound or data");
        }
        stream = index;
        AVStream pictures = format.streams(index);
        header = header(pictures);
        AVCodec codec = avcodec_find_decoder(pictures.codecpar().codec_id());
        if (codec == null) {
            throw new FormatException(video + ": is coded as " + header.codec + ", which there is no decoder for");
        }
        decoder = avcodec_alloc_context3(codec);
        avcodec_parameters_to_context(decoder, pictures.codecpar());
        decoder.thread_count(1); // what a damaged video gives must not depend on it
        int opened = avcodec_open2(decoder, codec, (PointerPointer<?>) null);
        if (opened < 0) {
            throw new FormatException(video + ": cannot be decoded (" + header.codec + "): " + Status.words(opened));
        }
    }

    private void decodeFirst() throws IOException {
        if (!decode()) {
            throw new FormatException(video + ": not a single frame can be decoded, of "
                    + (packets == 0 ? "none in the file" : packets + " in the file"));
        }
        try {
            size = new Size(frame.width(), frame.height());
        } catch (IllegalArgumentException e) {
            throw new FormatException(video + ": " + e.getMessage(), e);
        }
        rgb = new RgbFrame(size);
        ahead = true;
    }

    private Header header(AVStream pictures) {
        AVRational rate = av_guess_frame_rate(format, pictures, null);
        long count = pictures.nb_frames();
        // Only then does the header tell how long the pictures last, and not a guess, or how long sound goes on.
        boolean timed = format.nb_streams() == 1
                && format.duration() > 0
                && format.duration_estimation_method() == AVFMT_DURATION_FROM_STREAM;
        return new Header(
                avcodec_get_name(pictures.codecpar().codec_id()).getString(),
                rate.num() > 0 && rate.den() > 0 ? (double) rate.num() / rate.den() : Double.NaN,
                count > 0 && count <= Integer.MAX_VALUE ? OptionalInt.of((int) count) : OptionalInt.empty(),
                (double) pictures.time_base().num() / pictures.time_base().den(),
                timed ? (double) format.duration() / AV_TIME_BASE : Double.NaN);
    }

    /** Decodes the next frame; false at the end. */
    private boolean decode() {
        while (true) {
            int received = avcodec_receive_frame(decoder, frame);
            if (received == 0) {
                frames++;
                mended +=
                        (frame.flags() & AVFrame.AV_FRAME_FLAG_CORRUPT) != 0 || frame.decode_error_flags() != 0 ? 1 : 0;
                return true;
            }
            failures += received == AVERROR_EAGAIN() || received == AVERROR_EOF ? 0 : 1;
            if (draining) {
                return false;
            }
            feed();
        }
    }

    /** Hands the decoder the next packet, or the end. */
    private void feed() {
        int read = av_read_frame(format, packet);
        if (read < 0) {
            status = read == AVERROR_EOF ? 0 : read;
            draining = true;
            avcodec_send_packet(decoder, null);
            return;
        }
        if (packet.stream_index() == stream) {
            packets++;
            end = Math.max(end, packet.pts() == AV_NOPTS_VALUE ? 0 : packet.pts() + packet.duration());
            boolean empty = packet.size() == 0; // an empty packet would mean the end
            boolean refused = !empty && avcodec_send_packet(decoder, packet) < 0;
            failures += refused ? 1 : 0;
            broken += !refused && (packet.flags() & AV_PKT_FLAG_CORRUPT) != 0 ? 1 : 0;
        }
        av_packet_unref(packet);
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
    public double rate() {
        return header.rate;
    }

    @Override
    public OptionalInt count() {
        return header.count;
    }

    @Override
    public String description() {
        return video + " is a video (" + header.codec + "), " + size
                + (Double.isNaN(header.rate) ? "" : ", " + brief(header.rate) + " frames per second");
    }

    /** Four digits, without zeros at the end. */
    private static String brief(double value) {
        return new BigDecimal(value, new MathContext(4)).stripTrailingZeros().toPlainString();
    }

    /** Whether there was less than the header tells: fewer packets or, where it counts none, less time. */
    private boolean isCut() {
        return header.count.isPresent()
                ? packets < header.count.getAsInt()
                : (header.seconds - end * header.unit) * header.rate > SLACK;
    }

    private long expected() {
        return header.count.isPresent() ? header.count.getAsInt() : Math.round(header.seconds * header.rate);
    }

    @Override
    public Optional<String> warning() {
        String rest = status != 0 ? " and the file breaks off (" + Status.words(status) + ")" : "";
        if (draining && status == 0 && isCut()) {
            rest = " and the file ends early: it should have " + expected() + " frames";
        }
        int damaged = failures + Math.max(broken, mended);
        if (damaged == 0 && rest.isEmpty()) {
            return Optional.empty();
        }
        String holes = damaged == 0 ? "" : ", " + damaged + (damaged == 1 ? " is" : " are") + " damaged";
        return Optional.of(
                video + ": " + frames + (frames == 1 ? " frame was" : " frames were") + " read" + holes + rest);
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
        if (frame.width() != size.width() || frame.height() != size.height()) {
            throw new FormatException(video + ": frame " + frames + " is " + frame.width() + "×" + frame.height()
                    + ", the frames before are " + size + ": the frames of a video must have one size");
        }
        int converted = rgb.take(frame);
        if (converted < 0) {
            throw new FormatException(
                    video + ": frame " + frames + " cannot be turned into RGB: " + Status.words(converted));
        }
        colour.planar(rgb.pixels(), planar);
        return true;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        av_frame_free(frame);
        av_packet_free(packet);
        if (rgb != null) {
            rgb.close();
        }
        if (decoder != null) {
            avcodec_free_context(decoder);
        }
        avformat_close_input(format);
    }
}
