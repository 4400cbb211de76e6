package rung.file.ratings;

import java.nio.charset.StandardCharsets;
import rung.data.Ids;
import rung.file.text.TextEncoding;

/** The encoding of the names in a file of ratings: UTF-8 or, if any name is not valid UTF-8, ISO-8859-1 for all of them. */
final class NameCharset {
    private NameCharset() {}

    /** Whether all names are valid UTF-8. */
    static boolean isUtf8(Ids ids) {
        byte[] pool = ids.pool();
        int[] offsets = ids.offsets();
        for (int k = 0; k < ids.size(); k++) {
            if (!TextEncoding.isUtf8(pool, offsets[k], offsets[k + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Converts names from ISO-8859-1 to UTF-8; each keeps its number. */
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
