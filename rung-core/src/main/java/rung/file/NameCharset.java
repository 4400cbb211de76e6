package rung.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import rung.ratings.Ids;

/** What the bytes of names mean: UTF-8 or, if any of them is not, ISO-8859-1. */
final class NameCharset {
    private NameCharset() {}

    static boolean isUtf8(Ids ids) {
        byte[] pool = ids.pool();
        int[] offsets = ids.offsets();
        for (int k = 0; k < ids.size(); k++) {
            if (!isUtf8(pool, offsets[k], offsets[k + 1])) {
                return false;
            }
        }
        return true;
    }

    static boolean isUtf8(byte[] text, int from, int to) {
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

    /** The same names with the same numbers, with their ISO-8859-1 turned into UTF-8. */
    static Ids fromLatin1(Ids ids) {
        byte[] pool = ids.pool();
        int[] offsets = ids.offsets();
        Ids.Builder names = new Ids.Builder();
        for (int k = 0; k < ids.size(); k++) {
            names.add(new String(pool, offsets[k], offsets[k + 1] - offsets[k], StandardCharsets.ISO_8859_1));
        }
        return names.build();
    }
}
