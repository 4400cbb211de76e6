package rung.file.ratings;

import java.util.List;

/** The ratings of one block. Users and items have the numbers that the parser of the block gave them. */
final class RatingsPart {
    /** The parser of the block. */
    final RatingsParser parser;

    /** The number of users and of items that the parser had met by the end of the block. */
    final int users;

    final int items;

    /** The number of ratings. */
    final int count;

    /** The number of lines that were read. If there is a fault, it is in the last of them. */
    final int lines;

    /** The number of lines that are not among the entries, since their weight is 0. */
    final int dropped;

    /** What is wrong with the last line that was read, or null. */
    final String fault;

    /** User, item and value of each rating; each array is set to null as soon as it has been copied. */
    int[] user;

    int[] item;
    float[] value;

    /** The time of each rating, if times were asked for; empty otherwise. */
    double[] time = new double[0];

    /** The lines that were skipped, since they have a fault: the first few of them, and the number of all. */
    List<BadLine> bad = List.of();

    int badCount;

    /** The number of lines that are comments. */
    int comments;

    /** Whether the last line that was read has a quote that does not close in it. */
    boolean isOpen;

    /** A line that was skipped: its number in the block, from 1, and what is wrong with it. */
    record BadLine(int line, String fault) {}

    RatingsPart(
            RatingsParser parser,
            int users,
            int items,
            int lines,
            int dropped,
            String fault,
            int[] user,
            int[] item,
            float[] value) {
        this.parser = parser;
        this.users = users;
        this.items = items;
        this.count = value.length;
        this.lines = lines;
        this.dropped = dropped;
        this.fault = fault;
        this.user = user;
        this.item = item;
        this.value = value;
    }
}
