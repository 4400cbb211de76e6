package rung.file;

/**
 * A column of a table that is not data: it is left out of {@link Table#values()}, and copied through when the table is written. Its
 * text is read by {@link Table#texts}.
 *
 * @param position the position of the column among all columns of the file, from 0
 * @param name the name in the header, or the number of the column, from 1, if it has none or shares it with another
 * @param kind what the column holds
 * @param empty how many of its cells hold nothing
 */
public record CarriedColumn(int position, String name, Kind kind, int empty) {
    /** What a column that is not data holds. */
    public enum Kind {
        /** A name for each row. */
        LABELS("labels"),
        /** Row numbers or other ids. */
        INDEX("ids"),
        /** Codes that are written in digits, such as postal codes: between two of them there is nothing. */
        CODES("codes"),
        /** Dates or times. */
        TIME("times"),
        /** Text with few different values, each of which is there several times. */
        CATEGORY("a category"),
        /** Any other text. */
        TEXT("text"),
        /** Nothing at all: no cell has a value. */
        EMPTY("empty"),
        /** Whatever the caller said is not data. */
        IGNORED("ignored");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /**
         * Returns the words for such a column in a description: "a category".
         *
         * @return the words
         */
        public String words() {
            return words;
        }
    }
}
