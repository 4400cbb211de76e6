package rung.file.ratings;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of a file of ratings or titles, found by their names in its first line. Fields are counted from 0.
 *
 * @param user the field of the user, or −1 if no name is known to mean it
 * @param item the field of the item, or −1
 * @param rating the field of the rating, or −1
 * @param weight the field of the weight, such as a count or a play time, or −1
 * @param title the field of the title of an item, or −1
 * @param times the fields of times
 */
record RatingsHeader(int user, int item, int rating, int weight, int title, Set<Integer> times) {
    /** Names nothing: the header of a file without one. */
    static final RatingsHeader NONE = new RatingsHeader(-1, -1, -1, -1, -1, Set.of());

    private static final Set<String> USERS = Set.of(
            "user",
            "customer",
            "reviewer",
            "member",
            "viewer",
            "reader",
            "listener",
            "person",
            "uid",
            "username",
            "users",
            "visitor",
            "subscriber",
            "client",
            "buyer",
            "shopper",
            "player",
            "student",
            "household",
            "kunde",
            "kunden",
            "kundennr",
            "kundennummer",
            "customerno",
            "customernumber",
            "customercode",
            "nutzer",
            "benutzer",
            "utilisateur",
            "cliente");

    /** The user where nobody else is named: a session has a user, too. */
    private static final String SESSION = "session";

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
            "mid",
            "items",
            "video",
            "show",
            "podcast",
            "episode",
            "course",
            "story",
            "hotel",
            "venue",
            "sku",
            "ean",
            "gtin",
            "stockcode",
            "productcode",
            "productno",
            "productnumber",
            "itemcode",
            "itemno",
            "itemnumber",
            "articlecode",
            "articleno",
            "articlenumber",
            "artikel",
            "artikelnr",
            "artikelnummer",
            "produkt",
            "produktnr",
            "produktnummer",
            "produit",
            "producto",
            "prodotto");
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
    private static final Set<String> WEIGHTS = Set.of(
            "weight",
            "weights",
            "count",
            "counts",
            "cnt",
            "freq",
            "frequency",
            "times",
            "plays",
            "playcount",
            "playcounts",
            "numplays",
            "totalplays",
            "totalartistplays",
            "listens",
            "listencount",
            "listeningcount",
            "scrobbles",
            "streams",
            "clicks",
            "clickcount",
            "views",
            "viewcount",
            "visits",
            "visitcount",
            "purchases",
            "purchasecount",
            "orders",
            "ordercount",
            "downloads",
            "interactions",
            "interactioncount",
            "quantity",
            "qty",
            "seconds",
            "secs",
            "minutes",
            "mins",
            "hours",
            "duration",
            "playtime",
            "playtimeforever",
            "hoursplayed",
            "minutesplayed",
            "secondsplayed",
            "msplayed",
            "watchtime",
            "listeningtime",
            "listentime",
            "dwelltime",
            "menge",
            "anzahl",
            "stückzahl",
            "quantité",
            "quantite",
            "qté",
            "cantidad",
            "quantità");
    /** Words in a longer name for a weight, such as "track plays", "number of listens" or "minutes watched". */
    private static final Set<String> COUNTED = Set.of(
            "plays",
            "playcount",
            "listens",
            "scrobbles",
            "streams",
            "clicks",
            "views",
            "visits",
            "purchases",
            "orders",
            "downloads",
            "interactions",
            "count",
            "counts",
            "quantity",
            "qty",
            "seconds",
            "minutes",
            "mins",
            "hours",
            "playtime",
            "watchtime");

    /** Words in names that are of something else, even beside those: "orders date", "hours since release", "rating count". */
    private static final Set<String> NOT_COUNTED = Set.of(
            "id",
            "date",
            "time",
            "timestamp",
            "day",
            "at",
            "since",
            "ago",
            "per",
            "average",
            "avg",
            "mean",
            "rating",
            "ratings",
            "score",
            "runtime",
            "length",
            "release",
            "title",
            "name");

    /** Names of what several lines of one customer share, which is neither a user nor an item: "Invoice", "order_id", "Bestell-Nr.". */
    private static final Pattern ORDERS = Pattern.compile("(?:(?:nr|no|num|number|numero|numéro)(?:de)?(?:la)?)?"
            + "(?:invoice|(?:sales|purchase)?order|receipt|transaction|basket|cart|checkout|bestell(?:ung)?|auftrags?|rechnungs?|beleg"
            + "|kassenbon|commande|facture|pedido|factura|ordine)s?(?:nr|no|num|number|nummer|key|code|ref)?");

    /** Names of what was done, such as looking at an item or buying it. */
    private static final Set<String> ACTIONS = Set.of(
            "event",
            "events",
            "eventtype",
            "eventname",
            "type",
            "action",
            "actiontype",
            "behavior",
            "behaviour",
            "behaviortype",
            "interaction",
            "interactiontype",
            "activity");

    /** What divides the words of a name: signs, and capitals after small letters. */
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    private static final Set<String> TIMES = Set.of(
            "time",
            "timestamp",
            "timestamps",
            "ts",
            "date",
            "datetime",
            "day",
            "when",
            "unixtime",
            "unixtimestamp",
            "unixreviewtime",
            "reviewtime",
            "reviewdate",
            "ratingtime",
            "ratingtimestamp",
            "ratingdate",
            "eventtime",
            "eventdate",
            "clicktime",
            "orderdate",
            "transactiondate",
            "datum",
            "bestelldatum",
            "rechnungsdatum",
            "kaufdatum",
            "purchasedate",
            "invoicedate",
            "createdat",
            "updatedat",
            "listenedat",
            "watchedat",
            "ratedat");
    private static final Set<String> TITLES =
            Set.of("title", "name", "movietitle", "itemtitle", "booktitle", "moviename", "itemname", "productname");

    /** Finds the columns that the fields of a line name. */
    static RatingsHeader of(LineFields fields) {
        return of(IntStream.range(0, fields.count()).mapToObj(fields::string).toList());
    }

    /** Finds the columns that some names mean. */
    static RatingsHeader of(List<String> names) {
        int user = first(names, name -> USERS.contains(plain(name)));
        int weight = first(names, name -> WEIGHTS.contains(plain(name)));
        return new RatingsHeader(
                user >= 0 ? user : first(names, name -> plain(name).equals(SESSION)),
                first(names, name -> ITEMS.contains(plain(name))),
                first(names, name -> RATINGS.contains(plain(name))),
                weight >= 0 ? weight : first(names, RatingsHeader::isCounted),
                first(names, name -> TITLES.contains(plain(name))),
                IntStream.range(0, names.size())
                        .filter(k -> TIMES.contains(plain(names.get(k))))
                        .boxed()
                        .collect(Collectors.toSet()));
    }

    private static boolean isCounted(String name) {
        List<String> words = BETWEEN_WORDS
                .splitAsStream(name)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        return words.size() > 1
                && words.stream().anyMatch(COUNTED::contains)
                && words.stream().noneMatch(NOT_COUNTED::contains);
    }

    /** Whether a name is that of an order. */
    static boolean isOrder(String name) {
        return ORDERS.matcher(plain(name)).matches();
    }

    /** Whether a name is that of what was done. */
    static boolean isAction(String name) {
        return ACTIONS.contains(plain(name));
    }

    private static int first(List<String> names, Predicate<String> isMeant) {
        return IntStream.range(0, names.size())
                .filter(k -> isMeant.test(names.get(k)))
                .findFirst()
                .orElse(-1);
    }

    /** A name without capitals, punctuation and "id", so that userId, user_id, User-ID and user are the same. */
    private static String plain(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
        return letters.length() > 3 && letters.endsWith("id") ? letters.substring(0, letters.length() - 2) : letters;
    }

    /** Returns a header with user and item exchanged; there are no titles of users. */
    RatingsHeader mirrored() {
        return new RatingsHeader(item, user, rating, weight, -1, times);
    }

    /** Whether user and item are named. */
    boolean namesPair() {
        return user >= 0 && item >= 0;
    }

    /** Whether the name of a field is known. */
    boolean names(int field) {
        return field == user
                || field == item
                || field == rating
                || field == weight
                || field == title
                || times.contains(field);
    }

    /** The number of columns whose names are known. */
    int named() {
        return (user >= 0 ? 1 : 0) + (item >= 0 ? 1 : 0) + (rating >= 0 ? 1 : 0) + (weight >= 0 ? 1 : 0) + times.size();
    }

    /** The number of user, item and rating that are named. */
    int namedOfRating() {
        return (user >= 0 ? 1 : 0) + (item >= 0 ? 1 : 0) + (rating >= 0 ? 1 : 0);
    }

    /**
     * The field that holds a number if lines are ratings: if the header names two of user, item and rating, the rating or the first
     * field that is neither user nor item; else the third.
     */
    int numberField() {
        if (rating >= 0 && namedOfRating() >= 2) {
            return rating;
        }
        if (weight >= 0) {
            return weight;
        }
        if (namedOfRating() < 2) {
            return 2;
        }
        int other = 0;
        while (other == user || other == item) {
            other++;
        }
        return other;
    }

    /** Whether the title is named. */
    boolean namesTitle() {
        return title >= 0;
    }
}
