package rung.file.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Decides whether bytes of text are UTF-8. A table that is not is read as windows-1252, which has the sign of the euro, or if it has bytes
 * that mean nothing there as ISO-8859-1, in which any bytes mean something.
 */
public final class TextEncoding {
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    /** The bytes that mean nothing in windows-1252. */
    private static final String NOT_WINDOWS = "\u0081\u008d\u008f\u0090\u009d";

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
     * The encoding of a table whose text is not UTF-8.
     *
     * @param hasOthers whether any of its bytes means nothing in windows-1252
     * @return windows-1252, or ISO-8859-1
     */
    static Charset ofTable(boolean hasOthers) {
        return hasOthers ? StandardCharsets.ISO_8859_1 : WINDOWS;
    }

    /** Whether any of the bytes means nothing in windows-1252. */
    static boolean hasOthers(byte[] text, int from, int to) {
        for (int k = from; k < to; k++) {
            if (text[k] < 0 && NOT_WINDOWS.indexOf(text[k] & 0xff) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** The encoding of a table as the start of its file shows it. */
    static Charset ofStart(byte[] start) {
        return isUtf8(start, 0, lastWhole(start)) ? StandardCharsets.UTF_8 : ofTable(hasOthers(start, 0, start.length));
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
