package rung.cli.terminal;

/** Numbers as they stand in sentences. */
public final class Words {
    private Words() {}

    /**
     * A number and its noun: "1 rating", "2 ratings".
     *
     * @param count the number
     * @param noun what is counted, in the singular
     * @return the words
     */
    public static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /**
     * A number as people write it: a whole number without decimals, any other as the shortest text of its float.
     *
     * @param value the number
     * @return the text
     */
    public static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : Float.toString((float) value);
    }
}
