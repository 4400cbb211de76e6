package rung.cli.terminal;

/**
 * The seconds that a run has left, and how they are told.
 *
 * @param least the seconds if what is still open needs little
 * @param most the seconds if what is still open needs much; the same if nothing is open
 */
public record SecondsLeft(double least, double most) {
    /** Below this many seconds no number is told: a young JVM, and writing, make it wrong by a second or two. */
    static final double FEW = 5;

    /** From one end to the other, this factor or less is told as one number, which is within a factor of two from both. */
    private static final double NARROW = 3;

    /**
     * Makes an estimate where nothing is open.
     *
     * @param seconds the seconds that are left
     * @return the estimate
     */
    public static SecondsLeft of(double seconds) {
        return new SecondsLeft(seconds, seconds);
    }

    /**
     * Returns one number for the least and the most.
     *
     * @return their geometric mean
     */
    public double middle() {
        return Math.sqrt(least * most);
    }

    /**
     * Puts the estimate into words.
     *
     * @return "about 20 s left", "10 s to 1:00 min left", "up to 20 s left", or "a few seconds left"
     */
    public String words() {
        boolean isNarrow = most <= NARROW * least;
        if ((isNarrow ? middle() : most) < FEW) {
            return "a few seconds left";
        }
        if (isNarrow) {
            return "about " + Seconds.clock(middle()) + " left";
        }
        return (least < FEW ? "up to " : Seconds.clock(least) + " to ") + Seconds.clock(most) + " left";
    }
}
