package rung.forecast;

/**
 * Work of which the least and the most are known.
 *
 * @param least the work if all that is open needs little
 * @param most the work if all that is open needs much
 */
public record Range(double least, double most) {
    /** No work. */
    public static final Range NONE = new Range(0, 0);

    /**
     * Work that is known.
     *
     * @param work the work
     * @return the work, at least and at most
     */
    public static Range of(double work) {
        return new Range(work, work);
    }

    /**
     * Work that may not come.
     *
     * @param work the work if it comes
     * @return the range from nothing to it
     */
    public static Range upTo(double work) {
        return new Range(0, work);
    }

    /**
     * Both of these, one after the other.
     *
     * @param other the other
     * @return the sum
     */
    public Range plus(Range other) {
        return new Range(least + other.least, most + other.most);
    }

    /**
     * One of these, nobody knows which.
     *
     * @param other the other
     * @return the range that spans both
     */
    public Range or(Range other) {
        return new Range(Math.min(least, other.least), Math.max(most, other.most));
    }

    /**
     * What is left after some of the work is done.
     *
     * @param work what is done
     * @return what is left, at least nothing
     */
    public Range less(double work) {
        return new Range(Math.max(0, least - work), Math.max(0, most - work));
    }
}
