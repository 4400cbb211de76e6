package rung.file.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import rung.file.FormatException;
import rung.file.input.Source;

/** Decides whether bytes of text are UTF-8. Text that is not is read as ISO-8859-1, in which any bytes mean something. */
public final class TextEncoding {
    /** Control characters that are found in texts: tab, line feed, vertical tab, form feed, carriage return, end of file, escape. */
    private static final String USUAL_CONTROLS = "\t\n\u000b\f\r\u001a\u001b";

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

    /**
     * Fails unless the start of a file is text: it has no byte that is 0 and, if it is not UTF-8, no control characters that texts do without.
     *
     * @param start the start of the file
     * @param source the file, for messages
     * @throws FormatException if it is not text
     */
    public static void requireText(byte[] start, Source source) throws FormatException {
        boolean hasControls = false;
        for (byte b : start) {
            if (b == 0) {
                throw source.error("is not text: it holds bytes that are 0");
            }
            hasControls |= b > 0 && b < ' ' && USUAL_CONTROLS.indexOf(b) < 0;
        }
        if (hasControls && !isUtf8(start, 0, lastWhole(start))) {
            throw source.error("is not text: it holds control characters, and is not UTF-8");
        }
    }

    /** Where the last line ends, or all if there is one alone: what follows may be cut within a character. */
    private static int lastWhole(byte[] start) {
        int at = start.length;
        while (at > 0 && start[at - 1] != '\n') {
            at--;
        }
        return at == 0 ? start.length : at;
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
