package rung.file.ratings;

/** The ratings of one block, with users and items as the parser of that block numbers them. */
final class RatingsPart {
    /** Which parser read the block, and how many users and items it knew afterwards. */
    final RatingsParser parser;

    final int users;
    final int items;
    final int count;
    /** How many lines were read: the last of them is the one with the fault, if there is one. */
    final int lines;

    final String fault;
    /** Each given up as soon as it has been copied. */
    int[] user;

    int[] item;
    float[] value;

    RatingsPart(
            RatingsParser parser,
            int users,
            int items,
            int lines,
            String fault,
            int[] user,
            int[] item,
            float[] value) {
        this.parser = parser;
        this.users = users;
        this.items = items;
        this.count = value.length;
        this.lines = lines;
        this.fault = fault;
        this.user = user;
        this.item = item;
        this.value = value;
    }
}
