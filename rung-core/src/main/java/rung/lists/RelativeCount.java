package rung.lists;

/** How many entries a user or an item has beside the average, with a little added so that those with hardly any are not counted too much. */
public final class RelativeCount {
    /** This part of the average is added to every count. */
    private static final double ADDED = 0.1;

    private RelativeCount() {}

    /**
     * Returns a count in units of the average.
     *
     * @param count the number of entries
     * @param mean the average number, above 0
     * @return the count, with a tenth of the average added, divided by the average
     */
    public static double of(int count, double mean) {
        return (count + ADDED * mean) / mean;
    }
}
