package rung.data;

/** A user has rated an item more than once, where that is an error. */
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

    public String user() {
        return user;
    }

    public String item() {
        return item;
    }

    /** The entry that came first, from 0. */
    public int first() {
        return first;
    }

    /** The entry that repeats it: of all that repeat another, the one that comes first. */
    public int second() {
        return second;
    }
}
