package rung.ffmpeg;

import static org.bytedeco.ffmpeg.global.avutil.av_strerror;

import java.nio.charset.StandardCharsets;

/** FFmpeg's numbers for what went wrong, in its words. */
final class Status {
    private static final int LONGEST = 256;

    private Status() {}

    static String words(int status) {
        byte[] text = new byte[LONGEST];
        av_strerror(status, text, text.length);
        int length = 0;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }
}
