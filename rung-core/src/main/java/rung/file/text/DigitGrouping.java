package rung.file.text;

/** What separates the thousands of a number. */
enum DigitGrouping {
    /** Nothing: digits stand together. */
    NONE("", ""),
    /** A point, where the decimal mark is a comma: 1.234,5. */
    POINT(".", "."),
    /** A comma, where the decimal mark is a point: 1,234.5. */
    COMMA(",", ","),
    /** A space, breaking or not, wide or narrow. */
    SPACE(" ", " \u00a0\u202f"),
    /** An apostrophe, as in Switzerland: 1'234.5. */
    APOSTROPHE("'", "'\u2019");

    private final String shown;
    private final String characters;

    DigitGrouping(String shown, String characters) {
        this.shown = shown;
        this.characters = characters;
    }

    /** Returns the character that stands for this one in examples. */
    String shown() {
        return shown;
    }

    /** Whether a byte is the character that stands for this one in examples. */
    boolean isShownAs(byte b) {
        return !shown.isEmpty() && shown.charAt(0) == b;
    }

    /** Returns which grouping a character belongs to; NONE if it is no separator. */
    static DigitGrouping of(String character) {
        for (DigitGrouping grouping : values()) {
            if (!character.isEmpty() && grouping.characters.contains(character)) {
                return grouping;
            }
        }
        return NONE;
    }

    /** Returns how many bytes of UTF-8, or of ISO-8859-1, the separator at a position takes; 0 if there is none. */
    int width(byte[] text, int at, int to) {
        if (at >= to) {
            return 0;
        }
        int b = text[at] & 0xff;
        return switch (this) {
            case NONE -> 0;
            case POINT -> b == '.' ? 1 : 0;
            case COMMA -> b == ',' ? 1 : 0;
            case SPACE ->
                b == ' ' || b == 0xa0
                        ? 1
                        : is(text, at, to, 0xc2, 0xa0) ? 2 : is(text, at, to, 0xe2, 0x80, 0xaf) ? 3 : 0;
            case APOSTROPHE -> b == '\'' ? 1 : is(text, at, to, 0xe2, 0x80, 0x99) ? 3 : 0;
        };
    }

    private static boolean is(byte[] text, int at, int to, int... bytes) {
        for (int k = 0; k < bytes.length; k++) {
            if (at + k >= to || (text[at + k] & 0xff) != bytes[k]) {
                return false;
            }
        }
        return true;
    }
}
