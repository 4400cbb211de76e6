package rung.file.text;

/** The separators between the fields of a line of text. {@link DelimiterGuess} finds out which one a file uses. */
public enum Delimiter {
    /** A tab. */
    TAB('\t', "tab-separated"),
    /** A semicolon: then a comma is often the decimal point of numbers. */
    SEMICOLON(';', "semicolon-separated"),
    /** A comma. */
    COMMA(',', "comma-separated"),
    /** One space or several. */
    SPACES((char) DelimitedRecords.SPACES, "space-separated"),
    /** The bar {@code |}. */
    BAR('|', "bar-separated"),
    /** Two colons, {@code ::}, in files of ratings and titles only. */
    COLONS(':', "colon-separated");

    private final byte symbol;
    private final String description;

    Delimiter(char symbol, String description) {
        this.symbol = (byte) symbol;
        this.description = description;
    }

    /**
     * Returns the character that separates fields, as an ASCII byte.
     *
     * @return the character
     */
    public byte symbol() {
        return symbol;
    }

    /**
     * Returns how many times the symbol stands between two fields: 2 for {@link #COLONS}, else 1.
     *
     * @return 1 or 2
     */
    public int width() {
        return this == COLONS ? 2 : 1;
    }

    /**
     * Returns whether a field of a file of ratings may be put in quotes; MovieLens, which separates by bars and colons, never does it.
     *
     * @return false for bars and colons
     */
    public boolean allowsQuotes() {
        return this != BAR && this != COLONS;
    }

    /**
     * Returns the delimiter as it stands in a message.
     *
     * @return what stands between two fields in quotes, or the word for a tab or a space
     */
    public String quoted() {
        return this == TAB
                ? "a tab"
                : this == SPACES
                        ? "a space"
                        : "'" + String.valueOf((char) symbol).repeat(width()) + "'";
    }

    /** Returns the delimiter of tables that a character is. */
    static Delimiter of(char symbol) {
        for (Delimiter delimiter : new Delimiter[] {TAB, SEMICOLON, COMMA, SPACES, BAR}) {
            if (delimiter.symbol == symbol) {
                return delimiter;
            }
        }
        throw new IllegalArgumentException("there is no delimiter '" + symbol + "'");
    }

    /** Returns the word that describes such a file: "comma-separated". */
    String description() {
        return description;
    }

    /**
     * Returns how numbers are written in a file of ratings with this delimiter: with a decimal comma only between semicolons.
     *
     * @return the notation
     */
    public NumberNotation notation() {
        return new NumberNotation(this == SEMICOLON);
    }
}
