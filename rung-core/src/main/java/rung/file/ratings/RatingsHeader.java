package rung.file.ratings;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The names of columns, as far as they are known ones.
 *
 * @param user the field that names the user, or −1
 * @param item the same for the item
 * @param rating the same for the rating
 * @param title the same for the title of an item
 */
record RatingsHeader(int user, int item, int rating, int title) {
    /** Where the columns are if no header tells. */
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

    /** The columns that the fields name. */
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

    /** A name without capitals, punctuation and "id": userId, user_id, User-ID and user are one. */
    private static String plain(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
        return letters.length() > 3 && letters.endsWith("id") ? letters.substring(0, letters.length() - 2) : letters;
    }

    boolean namesPair() {
        return user >= 0 && item >= 0;
    }

    boolean namesRating() {
        return namesPair() && rating >= 0;
    }

    private int named() {
        return (user >= 0 ? 1 : 0) + (item >= 0 ? 1 : 0) + (rating >= 0 ? 1 : 0);
    }

    /** With user, item and rating: where two are named the third is the first other field, else they are where they usually are. */
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

    /** Says what the columns were taken for where this header does not: empty if it names all three. */
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

    boolean namesTitle() {
        return title >= 0;
    }
}
