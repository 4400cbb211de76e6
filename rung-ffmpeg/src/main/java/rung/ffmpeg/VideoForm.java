package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avcodec.avcodec_find_encoder_by_name;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR0;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_GRAY8;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV444P;

import java.nio.file.Path;
import java.util.Locale;
import org.bytedeco.ffmpeg.avcodec.AVCodec;
import rung.file.FormatException;
import rung.video.Size;

/** The forms of video that are written, by the ending of the name. */
enum VideoForm {
    /** Lossless. */
    MKV("matroska", "ffv1"),
    /** Nearly lossless, and players know it. */
    AVI("avi", "mjpeg"),
    /** What browsers and players know, at the highest quality of the free encoder, about 41 dB. */
    MP4("mp4", "libopenh264"),
    MOV("mov", "libopenh264");

    private static final String MPEG4 = "mpeg4";
    private static final int BLOCK = 16;

    private final String container;
    private final String encoder;

    VideoForm(String container, String encoder) {
        this.container = container;
        this.encoder = encoder;
    }

    static VideoForm of(Path video) throws FormatException {
        String name = video.getFileName().toString().toLowerCase(Locale.ROOT);
        for (VideoForm form : values()) {
            if (name.endsWith("." + form.name().toLowerCase(Locale.ROOT))) {
                return form;
            }
        }
        throw new FormatException(video + ": a video that is written must end in .mkv (lossless), .avi, .mp4 or .mov");
    }

    String container() {
        return container;
    }

    /** The encoder; for sizes that H.264 does not have, MPEG-4's older one. */
    AVCodec encoder(Size size) {
        boolean even = size.width() % 2 == 0 && size.height() % 2 == 0;
        boolean fits = !isH264() || even && size.width() >= BLOCK && size.height() >= BLOCK;
        AVCodec codec = fits ? avcodec_find_encoder_by_name(encoder) : null;
        return codec == null ? avcodec_find_encoder_by_name(MPEG4) : codec;
    }

    /** Whether the frames are kept to the last bit. */
    boolean isLossless() {
        return this == MKV;
    }

    /** Whether videos are made for players rather than for more work: H.264 wherever the size allows it. */
    boolean isH264() {
        return this == MP4 || this == MOV;
    }

    /** How the encoder wants its pixels. */
    int pixels(int channels) {
        return switch (this) {
            case MKV -> channels == 1 ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_BGR0;
            case AVI -> AV_PIX_FMT_YUV444P;
            case MP4, MOV -> AV_PIX_FMT_YUV420P;
        };
    }
}
