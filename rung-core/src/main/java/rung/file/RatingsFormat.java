package rung.file;

import java.io.IOException;

/**
 * How a file of ratings is written, guessed from its first lines.
 *
 * @param fields how many fields each line has
 * @param user the field with the user, from 0
 * @param item the field with the item
 * @param rating the field with the rating
 * @param start the byte at which the ratings begin, after byte order mark and header
 * @param before how many lines come before them
 * @param assumed what the header does not say, as a sentence; empty if it says all, or if there is none
 */
record RatingsFormat(
        Delimiter delimiter, int fields, int user, int item, int rating, int start, int before, String assumed) {
    private static final int LEAST = 3;

    /** Lines of ratings without a header that have more fields than these may as well be rows of a table. */
    private static final int MOST_WITHOUT_HEADER = 4;

    static RatingsFormat of(Source source, Sample sample) throws IOException {
        Delimiter delimiter = sample.best(d -> score(sample, d));
        if (delimiter == null) {
            delimiter = sample.best(d -> sample.agreement(d, LEAST));
        }
        if (delimiter == null) {
            throw sample.undivided(source, "user, item and rating");
        }
        return of(source, sample, delimiter);
    }

    private static RatingsFormat of(Source source, Sample sample, Delimiter delimiter) throws FormatException {
        Fields fields = new Fields(delimiter);
        Sample.Line first = sample.lines().get(0);
        sample.split(first, fields);
        Header header = Header.of(fields);
        boolean hasHeader = isText(fields, ratingField(header), delimiter.notation())
                && (header.namesPair() || score(sample, delimiter) > 0);
        if (hasHeader && sample.lines().size() == 1) {
            throw source.error("has a header but no ratings");
        }
        Sample.Line data = hasHeader ? sample.lines().get(1) : first;
        sample.split(data, fields);
        if (fields.count() < LEAST) {
            throw source.error(
                    data.number(),
                    "expected user, item and rating, found " + fields.count()
                            + (fields.count() == 1 ? " field" : " fields"));
        }
        Header columns = hasHeader ? header.completed() : Header.USUAL;
        boolean named = Math.max(columns.user(), Math.max(columns.item(), columns.rating())) < fields.count();
        columns = named ? columns : Header.USUAL;
        return new RatingsFormat(
                delimiter,
                fields.count(),
                columns.user(),
                columns.item(),
                columns.rating(),
                hasHeader ? first.following() : sample.start(),
                hasHeader ? first.number() : 0,
                hasHeader ? header.assumed(columns) : "");
    }

    /** As {@link RatingsFile#looksLikeRatings}. */
    static boolean isLikely(Source source) throws IOException {
        if (source.format() != Source.Format.DELIMITED) {
            return false;
        }
        Sample sample = Sample.of(source);
        Delimiter delimiter = sample.best(d -> score(sample, d));
        if (delimiter == null) {
            return false;
        }
        RatingsFormat format = of(source, sample, delimiter);
        Fields fields = new Fields(delimiter);
        sample.split(sample.lines().get(0), fields);
        return Header.of(fields).namesPair()
                || format.fields <= MOST_WITHOUT_HEADER
                        && sample.lines().stream()
                                .skip(format.before > 0 ? 1 : 0)
                                .allMatch(line -> format.isRating(sample, line));
    }

    private boolean isRating(Sample sample, Sample.Line line) {
        Fields parts = new Fields(delimiter);
        sample.split(line, parts);
        return parts.count() == fields
                && isName(parts, user)
                && isName(parts, item)
                && parts.kind(rating, delimiter.notation()) == Notation.Kind.NUMBER;
    }

    private boolean isName(Fields parts, int field) {
        Notation.Kind kind = parts.kind(field, delimiter.notation());
        return kind == Notation.Kind.TEXT
                || kind == Notation.Kind.NUMBER && parts.string(field).matches("\\d+");
    }

    private static int ratingField(Header header) {
        return header.completed().rating();
    }

    private static boolean isText(Fields fields, int field, Notation notation) {
        return field < fields.count() && fields.kind(field, notation) == Notation.Kind.TEXT;
    }

    /** How many lines have the usual number of fields, three or more, and a number where the rating is. */
    private static int score(Sample sample, Delimiter delimiter) {
        int width = sample.usualWidth(delimiter);
        Fields fields = new Fields(delimiter);
        sample.split(sample.lines().get(0), fields);
        int rating = ratingField(Header.of(fields));
        int score = 0;
        for (Sample.Line line : sample.lines()) {
            sample.split(line, fields);
            boolean fits = fields.count() == width && width >= LEAST && rating < width;
            score += fits && fields.kind(rating, delimiter.notation()) == Notation.Kind.NUMBER ? 1 : 0;
        }
        return score;
    }

    /** What may stand for a decimal point besides the point itself. */
    byte decimalPoint() {
        return (byte) (delimiter.notation().commaAllowed() ? ',' : '.');
    }
}
