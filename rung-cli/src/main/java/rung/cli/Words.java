package rung.cli;

/** Numbers as they stand in sentences. */
final class Words {
    private Words() {}

    /** "1 rating", "2 ratings". */
    static String count(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** A number without digits that say nothing. */
    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : Float.toString((float) value);
    }
}
