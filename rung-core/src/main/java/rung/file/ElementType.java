package rung.file;

/** What a section of a {@link SectionFile} is made of. The codes stand in files and must never change. */
enum ElementType {
    BYTES(1, 1, "bytes"),
    INT32(2, 4, "int32"),
    INT64(3, 8, "int64"),
    FLOAT32(4, 4, "float32"),
    FLOAT64(5, 8, "float64");

    private final int code;
    private final int size;
    private final String words;

    ElementType(int code, int size, String words) {
        this.code = code;
        this.size = size;
        this.words = words;
    }

    int code() {
        return code;
    }

    /** How many bytes an element takes. */
    int size() {
        return size;
    }

    /** How many bytes an element takes; 1 if the type is none of these. */
    static int size(int code) {
        for (ElementType type : values()) {
            if (type.code == code) {
                return type.size;
            }
        }
        return 1;
    }

    /** The type as it stands in messages. */
    static String words(int code) {
        for (ElementType type : values()) {
            if (type.code == code) {
                return type.words;
            }
        }
        return "elements of an unknown type (" + code + ")";
    }

    @Override
    public String toString() {
        return words;
    }
}
