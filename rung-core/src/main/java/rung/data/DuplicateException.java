package rung.data;

/** Says that a user has rated an item more than once, where that is an error. */
public final class DuplicateException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String user;
    private final String item;
    private final int first;
    private final int second;

    DuplicateException(String user, String item, int first, int second) {
        super("user '" + user + "' has rated item '" + item + "' twice, in entries " + first + " and " + second);
        this.user = user;
        this.item = item;
        this.first = first;
        this.second = second;
    }

    /**
     * The name of the user.
     *
     * @return the name
     */
    public String user() {
        return user;
    }

    /**
     * The name of the item.
     *
     * @return the name
     */
    public String item() {
        return item;
    }

    /**
     * The number of the earlier rating.
     *
     * @return its index in input order, from 0
     */
    public int first() {
        return first;
    }

    /**
     * The number of the rating that repeats it; the first such rating, if several are repeated.
     *
     * @return its index in input order, from 0
     */
    public int second() {
        return second;
    }
}
