package rung.file.ratings;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The columns of a file of ratings or titles, found by their names in its first line. Fields are counted from 0.
 *
 * @param user the field of the user, or −1 if no name is known to mean it
 * @param item the field of the item, or −1
 * @param rating the field of the rating, or −1
 * @param title the field of the title of an item, or −1
 */
record RatingsHeader(int user, int item, int rating, int title) {
    /** The columns of a file without a header: user, item, rating. */
    static final RatingsHeader USUAL = new RatingsHeader(0, 1, 2, -1);

    private static final Set<String> USERS = Set.of(
            "user", "customer", "reviewer", "member", "viewer", "reader", "listener", "person", "uid", "username");
    private static final Set<String> ITEMS = Set.of(
            "item",
            "movie",
            "film",
            "product",
            "isbn",
            "asin",
            "parentasin",
            "book",
            "song",
            "track",
            "artist",
            "album",
            "anime",
            "game",
            "joke",
            "recipe",
            "business",
            "restaurant",
            "article",
            "iid",
            "mid");
    private static final Set<String> RATINGS = Set.of(
            "rating",
            "ratings",
            "score",
            "stars",
            "star",
            "value",
            "grade",
            "overall",
            "starrating",
            "bookrating",
            "movierating",
            "userrating",
            "preference");
    private static final Set<String> TITLES =
            Set.of("title", "name", "movietitle", "itemtitle", "booktitle", "moviename", "itemname", "productname");

    /** Finds the columns that the fields of a line name. */
    static RatingsHeader of(LineFields fields) {
        return new RatingsHeader(
                first(fields, USERS::contains),
                first(fields, ITEMS::contains),
                first(fields, RATINGS::contains),
                first(fields, TITLES::contains));
    }

    private static int first(LineFields fields, Predicate<String> isMeant) {
        for (int k = 0; k < fields.count(); k++) {
            if (isMeant.test(plain(fields.string(k)))) {
                return k;
            }
        }
        return -1;
    }

    /** A name without capitals, punctuation and "id", so that userId, user_id, User-ID and user are the same. */
    private static String plain(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
        return letters.length() > 3 && letters.endsWith("id") ? letters.substring(0, letters.length() - 2) : letters;
    }

    /** Whether user and item are named. */
    boolean namesPair() {
        return user >= 0 && item >= 0;
    }

    /** Whether user, item and rating are named. */
    boolean namesRating() {
        return namesPair() && rating >= 0;
    }

    /** The number of user, item and rating that are named. */
    private int named() {
        return (user >= 0 ? 1 : 0) + (item >= 0 ? 1 : 0) + (rating >= 0 ? 1 : 0);
    }

    /** Fills in user, item and rating: if two are named, the third is the first other field; else they are the first three. */
    RatingsHeader completed() {
        if (named() < 2) {
            return USUAL;
        }
        int other = 0;
        while (other == user || other == item || other == rating) {
            other++;
        }
        return new RatingsHeader(user < 0 ? other : user, item < 0 ? other : item, rating < 0 ? other : rating, title);
    }

    /** Says in a sentence which columns were assumed, since this header does not name them; empty if it names all three. */
    String assumed(RatingsHeader taken) {
        if (named() == 3) {
            return "";
        }
        if (named() < 2 || !taken.equals(completed())) {
            return "the header does not name two of user, item and rating: the first three columns are taken for them, in this"
                    + " order";
        }
        String name = user < 0 ? "user" : item < 0 ? "item" : "rating";
        int column = user < 0 ? taken.user : item < 0 ? taken.item : taken.rating;
        return "the header does not name the " + name + ": column " + (column + 1) + " is taken for it";
    }

    /** Whether the title is named. */
    boolean namesTitle() {
        return title >= 0;
    }
}
