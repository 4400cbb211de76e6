package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_BITEXACT;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_GLOBAL_HEADER;
import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_FLAG_QSCALE;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_alloc;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_free;
import static org.bytedeco.ffmpeg.global.avcodec.av_packet_rescale_ts;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_alloc_context3;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_free_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_open2;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_parameters_from_context;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_receive_packet;
import static org.bytedeco.ffmpeg.global.avcodec.avcodec_send_frame;
import static org.bytedeco.ffmpeg.global.avformat.AVFMT_GLOBALHEADER;
import static org.bytedeco.ffmpeg.global.avformat.AVIO_FLAG_WRITE;
import static org.bytedeco.ffmpeg.global.avformat.av_interleaved_write_frame;
import static org.bytedeco.ffmpeg.global.avformat.av_write_trailer;
import static org.bytedeco.ffmpeg.global.avformat.avformat_alloc_output_context2;
import static org.bytedeco.ffmpeg.global.avformat.avformat_free_context;
import static org.bytedeco.ffmpeg.global.avformat.avformat_new_stream;
import static org.bytedeco.ffmpeg.global.avformat.avformat_write_header;
import static org.bytedeco.ffmpeg.global.avformat.avio_close;
import static org.bytedeco.ffmpeg.global.avformat.avio_open;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_JPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_MPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_RGB;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_SMPTE170M;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EAGAIN;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GBRP;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GRAY8;
import static org.bytedeco.ffmpeg.global.avutil.FF_QP2LAMBDA;
import static org.bytedeco.ffmpeg.global.avutil.av_d2q;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_make_writable;
import static org.bytedeco.ffmpeg.global.avutil.av_inv_q;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale_frame;

import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import org.bytedeco.ffmpeg.avcodec.AVCodecContext;
import org.bytedeco.ffmpeg.avcodec.AVPacket;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import rung.file.AtomicFile;
import rung.video.FrameSink;
import rung.video.Size;

/** A video file, written beside its place and moved there once it is whole. */
final class VideoWriter implements FrameSink {
    private static final double USUAL_RATE = 25;
    private static final int FINEST_QUANTIZER = 2;
    private static final int CHECKSUMS = 3; // the version of FFV1 that has them
    private static final double MOST_BITS = 4; // per pixel
    private static final int LARGEST_DENOMINATOR = 65535; // of a rate, in MPEG-4

    /** Where red, green and blue are among the planes of a GBR frame. */
    private static final int[] PLANES = {2, 0, 1};

    private final Path video;
    private final AtomicFile file;
    private final Size size;
    private final int channels;
    private final AVFormatContext format = new AVFormatContext(null);
    private final AVPacket packet = av_packet_alloc();
    private final SwsContext conversion = RgbFrame.conversion();
    private AVCodecContext encoder;
    private AVIOContext output;
    private AVStream stream;
    private AVFrame raw;
    private AVFrame coded;
    private long written;
    private boolean closed;

    private VideoWriter(Path video, AtomicFile file, Size size, int channels) {
        this.video = video;
        this.file = file;
        this.size = size;
        this.channels = channels;
    }

    static FrameSink create(Path video, int width, int height, int channels, double rate) throws IOException {
        if (channels != 1 && channels != 3) {
            throw new IllegalArgumentException("frames must have 1 or 3 channels, got " + channels);
        }
        VideoForm form = VideoForm.of(video);
        VideoWriter writer = new VideoWriter(video, AtomicFile.begin(video), new Size(width, height), channels);
        try {
            writer.open(form, rate > 0 && rate < Double.POSITIVE_INFINITY ? rate : USUAL_RATE);
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
        return writer;
    }

    private void open(VideoForm form, double rate) throws IOException {
        require(avformat_alloc_output_context2(format, null, form.container(), null));
        format.flags(format.flags() | AVFormatContext.AVFMT_FLAG_BITEXACT); // the same frames give the same file
        AVCodec codec = form.encoder(size);
        encoder = avcodec_alloc_context3(codec);
        encoder.width(size.width());
        encoder.height(size.height());
        encoder.pix_fmt(form.pixels(channels));
        encoder.framerate(av_d2q(rate, LARGEST_DENOMINATOR));
        encoder.time_base(av_inv_q(encoder.framerate()));
        encoder.color_range(form.isH264() ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG);
        encoder.colorspace(form.isLossless() ? AVCOL_SPC_RGB : AVCOL_SPC_SMPTE170M);
        encoder.thread_count(1);
        encoder.flags(encoder.flags() | AV_CODEC_FLAG_BITEXACT);
        if (form.isLossless()) {
            encoder.level(CHECKSUMS);
            encoder.gop_size(1); // damage does not reach the next frame
        } else {
            encoder.flags(encoder.flags() | AV_CODEC_FLAG_QSCALE);
            encoder.global_quality(FINEST_QUANTIZER * FF_QP2LAMBDA);
            encoder.bit_rate((long) (MOST_BITS * size.width() * size.height() * rate)); // what H.264 goes by
        }
        if ((format.oformat().flags() & AVFMT_GLOBALHEADER) != 0) {
            encoder.flags(encoder.flags() | AV_CODEC_FLAG_GLOBAL_HEADER);
        }
        require(avcodec_open2(encoder, codec, (PointerPointer<?>) null));
        stream = avformat_new_stream(format, null);
        stream.time_base(encoder.time_base());
        stream.avg_frame_rate(encoder.framerate());
        require(avcodec_parameters_from_context(stream.codecpar(), encoder));
        AVIOContext opened = new AVIOContext(null);
        require(avio_open(opened, "file:" + file.beside(), AVIO_FLAG_WRITE));
        output = opened;
        format.pb(output);
        require(avformat_write_header(format, (PointerPointer<?>) null));
        raw = frame(channels == 1 ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_GBRP, AVCOL_RANGE_JPEG, AVCOL_SPC_RGB);
        coded = frame(encoder.pix_fmt(), encoder.color_range(), encoder.colorspace());
    }

    private AVFrame frame(int pixels, int range, int space) throws IOException {
        AVFrame frame = av_frame_alloc();
        frame.format(pixels);
        frame.width(size.width());
        frame.height(size.height());
        frame.color_range(range);
        frame.colorspace(space);
        require(av_frame_get_buffer(frame, 0));
        return frame;
    }

    private int require(int status) throws IOException {
        if (status < 0) {
            throw new IOException(video + ": cannot be written: " + Status.words(status));
        }
        return status;
    }

    @Override
    public void write(byte[] planar) throws IOException {
        requireOpen();
        int area = size.width() * size.height();
        if (planar.length != area * channels) {
            throw new IllegalArgumentException("a frame must have " + area * channels + " bytes, got " + planar.length);
        }
        require(av_frame_make_writable(raw));
        require(av_frame_make_writable(coded));
        for (int channel = 0; channel < channels; channel++) {
            int plane = channels == 1 ? 0 : PLANES[channel];
            BytePointer data = raw.data(plane);
            for (int y = 0; y < size.height(); y++) {
                data.position((long) y * raw.linesize(plane))
                        .put(planar, channel * area + y * size.width(), size.width());
            }
        }
        require(sws_scale_frame(conversion, coded, raw));
        coded.pts(written++);
        coded.quality(encoder.global_quality());
        encode(coded);
    }

    private void requireOpen() {
        if (closed || output == null) {
            throw new IllegalStateException(video + ": was finished or closed");
        }
    }

    /** Encodes a frame, or the last ones if it is null, and writes what comes out. */
    private void encode(AVFrame frame) throws IOException {
        require(avcodec_send_frame(encoder, frame));
        while (true) {
            int status = avcodec_receive_packet(encoder, packet);
            if (status == AVERROR_EAGAIN() || status == AVERROR_EOF) {
                return;
            }
            require(status);
            packet.duration(1);
            av_packet_rescale_ts(packet, encoder.time_base(), stream.time_base());
            packet.stream_index(stream.index());
            require(av_interleaved_write_frame(format, packet));
        }
    }

    @Override
    public void finish() throws IOException {
        requireOpen();
        if (written == 0) {
            throw new IllegalStateException(video + ": no frame was written");
        }
        encode(null);
        require(av_write_trailer(format));
        AVIOContext finished = output;
        output = null;
        format.pb(null);
        require(avio_close(finished));
        file.finish();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        av_packet_free(packet);
        sws_freeContext(conversion);
        if (raw != null) {
            av_frame_free(raw);
        }
        if (coded != null) {
            av_frame_free(coded);
        }
        if (encoder != null) {
            avcodec_free_context(encoder);
        }
        if (output != null) {
            avio_close(output);
        }
        avformat_free_context(format);
        file.close();
    }
}
