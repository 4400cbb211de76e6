package rung.file.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decides whether bytes of text are UTF-8. Text that is not is read as ISO-8859-1, in which any bytes mean something. */
public final class TextEncoding {
    private TextEncoding() {}

    /**
     * Returns whether some bytes are valid UTF-8.
     *
     * @param text the bytes
     * @param from the first byte
     * @param to the byte after the last
     * @return true if they are
     */
    public static boolean isUtf8(byte[] text, int from, int to) {
        if (isAscii(text, from, to)) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, to - from));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean isAscii(byte[] text, int from, int to) {
        for (int k = from; k < to; k++) {
            if (text[k] < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the text that all bytes of an array mean: UTF-8 or, where they are not valid UTF-8, ISO-8859-1.
     *
     * @param bytes the bytes
     * @return the text
     */
    public static String decoded(byte[] bytes) {
        return new String(bytes, isUtf8(bytes, 0, bytes.length) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }
}
