package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_RGB24;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.swscale.SWS_ACCURATE_RND;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BITEXACT;
import static org.bytedeco.ffmpeg.global.swscale.SWS_FULL_CHR_H_INT;
import static org.bytedeco.ffmpeg.global.swscale.sws_alloc_context;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale_frame;

import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.BytePointer;
import rung.video.Size;

/** A frame turned into red, green, blue, red, … bytes, the same on every processor. */
final class RgbFrame implements AutoCloseable {
    private final Size size;
    private final AVFrame rgb = av_frame_alloc();
    private final SwsContext conversion = conversion();
    private final byte[] pixels;

    RgbFrame(Size size) {
        this.size = size;
        this.pixels = new byte[3 * size.width() * size.height()];
        rgb.format(AV_PIX_FMT_RGB24);
        rgb.width(size.width());
        rgb.height(size.height());
        if (av_frame_get_buffer(rgb, 0) < 0) {
            throw new OutOfMemoryError("no memory for a frame of " + size);
        }
    }

    /** How one form of pixels becomes another, to the last bit the same everywhere; matrix and range are the frames'. */
    static SwsContext conversion() {
        SwsContext context = sws_alloc_context();
        context.flags(SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT);
        return context;
    }

    /** Converts a frame; a negative status says what went wrong. */
    int take(AVFrame frame) {
        int status = sws_scale_frame(conversion, rgb, frame);
        if (status < 0) {
            return status;
        }
        BytePointer data = rgb.data(0);
        int row = 3 * size.width();
        for (int y = 0; y < size.height(); y++) {
            data.position((long) y * rgb.linesize(0)).get(pixels, y * row, row);
        }
        return 0;
    }

    byte[] pixels() {
        return pixels;
    }

    @Override
    public void close() {
        sws_freeContext(conversion);
        av_frame_free(rgb);
    }
}
