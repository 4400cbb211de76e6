package rung.file.model;

/** The type of the elements of a section in a {@link SectionFile}. The codes are part of the format and must never change. */
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

    /** The number that stands for the type in a file. */
    int code() {
        return code;
    }

    /** The size of an element in bytes. */
    int size() {
        return size;
    }

    /** The size of an element in bytes by the code of its type; 1 for a code that only a newer version knows. */
    static int size(int code) {
        for (ElementType type : values()) {
            if (type.code == code) {
                return type.size;
            }
        }
        return 1;
    }

    /** The name of a type in messages, by its code. */
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
