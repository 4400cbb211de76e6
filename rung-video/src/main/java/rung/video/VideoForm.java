package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import rung.file.FormatException;

/** The forms of video that are written, by the ending of the name. */
enum VideoForm {
    /** Lossless: FFV1, or PNG for frames of a few pixels, which older encoders of FFV1 garble. */
    MKV("matroska"),
    /** Nearly lossless, and players know it: MJPEG. */
    AVI("avi"),
    /** What browsers and players know: H.264 at a high quality, about 41 dB or better. */
    MP4("mp4"),
    MOV("mov");

    private static final int BLOCK = 16;
    private static final int LEAST_SIDE = 4; // of FFV1
    private static final double MOST_BITS = 4; // per pixel
    private static final String[] QUALITY = {"-q:v", "2"}; // the finest quantizer that all players take

    private final String container;

    VideoForm(String container) {
        this.container = container;
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

    /** The name of the container, as ffmpeg calls it. */
    String container() {
        return container;
    }

    /** The filters that turn grey or red, green and blue into what the encoder takes. */
    String conversion(Size size, Frames.Colour colour) {
        String matrix = Ffmpeg.CONVERSION + ":out_color_matrix=smpte170m:in_range=pc:out_range=";
        return switch (this) {
            case MKV ->
                colour == Frames.Colour.GREY
                        ? "format=gray"
                        : Ffmpeg.CONVERSION + ",format=" + (isTiny(size) ? "rgb24" : "bgr0");
            case AVI -> matrix + "pc,format=yuvj444p";
            case MP4, MOV -> matrix + "tv,format=yuv420p";
        };
    }

    /** The encoder and its settings, as arguments of ffmpeg. */
    List<String> encoding(Size size, double rate, Ffmpeg programs) throws IOException {
        return switch (this) {
            // Version 3 has checksums; where every frame is a key frame, damage does not reach the next one.
            case MKV -> isTiny(size) ? with("png") : with("ffv1", "-level", "3", "-slicecrc", "1", "-g", "1");
            case AVI -> with("mjpeg", QUALITY);
            case MP4, MOV -> forPlayers(size, rate, programs);
        };
    }

    /** H.264 by one of two encoders; for sizes that it does not have, and without an encoder for it, MPEG-4's older codec. */
    private static List<String> forPlayers(Size size, double rate, Ffmpeg programs) throws IOException {
        boolean isEven = size.width() % 2 == 0 && size.height() % 2 == 0;
        boolean fits = isEven && size.width() >= BLOCK && size.height() >= BLOCK;
        Set<String> encoders = fits ? programs.encoders() : Set.of();
        List<String> settings;
        if (encoders.contains("libx264")) {
            settings = with("libx264", "-crf", "12", "-bf", "0");
        } else if (encoders.contains("libopenh264")) {
            long bits = (long) (MOST_BITS * size.width() * size.height() * rate); // what this encoder goes by
            settings = with("libopenh264", "-b:v", Long.toString(bits));
        } else {
            settings = with("mpeg4", QUALITY);
        }
        settings.addAll(List.of("-color_range", "tv", "-colorspace", "smpte170m"));
        return settings;
    }

    private static boolean isTiny(Size size) {
        return Math.min(size.width(), size.height()) < LEAST_SIDE;
    }

    private static List<String> with(String encoder, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("-c:v", encoder));
        arguments.addAll(List.of(settings));
        return arguments;
    }
}
