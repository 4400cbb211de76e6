package rung.file.ratings;

import java.io.IOException;
import java.util.Optional;
import rung.file.FormatException;
import rung.file.input.FileFormat;
import rung.file.input.Source;
import rung.file.text.Delimiter;
import rung.file.text.DelimiterGuess;
import rung.file.text.NumberNotation;

/**
 * The form of a file of ratings, guessed from its first lines. Fields are counted from 0.
 *
 * @param delimiter the delimiter
 * @param fields the number of fields in each line
 * @param user the field with the user
 * @param item the field with the item
 * @param rating the field with the rating
 * @param start the position in bytes at which the ratings begin, after byte order mark and header
 * @param before the number of lines before the ratings
 * @param assumed a sentence about columns that the header does not name; empty if it names all, or if there is no header
 */
record RatingsFormat(
        Delimiter delimiter, int fields, int user, int item, int rating, int start, int before, String assumed) {
    /** The least number of fields of a rating. */
    private static final int LEAST = 3;

    /** The most fields of ratings without a header: longer lines may as well be rows of a table. */
    private static final int MOST_WITHOUT_HEADER = 4;

    /** Guesses the form from a sample of the file. */
    static RatingsFormat of(Source source, TextSample sample) throws IOException {
        Delimiter delimiter = DelimiterGuess.ofLines(d -> score(sample, d))
                .or(() -> DelimiterGuess.ofLines(d -> sample.agreement(d, LEAST)))
                .orElseThrow(() -> sample.undivided(source, "user, item and rating"));
        return of(source, sample, delimiter);
    }

    private static RatingsFormat of(Source source, TextSample sample, Delimiter delimiter) throws FormatException {
        LineFields fields = new LineFields(delimiter);
        TextSample.Line first = sample.lines().get(0);
        sample.split(first, fields);
        RatingsHeader header = RatingsHeader.of(fields);
        boolean hasHeader = isText(fields, ratingField(header), delimiter.notation())
                && (header.namesPair() || score(sample, delimiter) > 0);
        if (hasHeader && sample.lines().size() == 1) {
            throw source.error("has a header but no ratings");
        }
        TextSample.Line data = hasHeader ? sample.lines().get(1) : first;
        sample.split(data, fields);
        if (fields.count() < LEAST) {
            throw source.error(
                    data.number(),
                    "expected user, item and rating, found " + fields.count()
                            + (fields.count() == 1 ? " field" : " fields"));
        }
        RatingsHeader columns = hasHeader ? header.completed() : RatingsHeader.USUAL;
        boolean named = Math.max(columns.user(), Math.max(columns.item(), columns.rating())) < fields.count();
        columns = named ? columns : RatingsHeader.USUAL;
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

    /** Does what {@link RatingsFile#looksLikeRatings} says. */
    static boolean isLikely(Source source) throws IOException {
        if (source.format() != FileFormat.DELIMITED) {
            return false;
        }
        TextSample sample = TextSample.of(source);
        Optional<Delimiter> guess = DelimiterGuess.ofLines(d -> score(sample, d));
        if (guess.isEmpty()) {
            return false;
        }
        Delimiter delimiter = guess.get();
        RatingsFormat format = of(source, sample, delimiter);
        LineFields fields = new LineFields(delimiter);
        sample.split(sample.lines().get(0), fields);
        return RatingsHeader.of(fields).namesPair()
                || format.fields <= MOST_WITHOUT_HEADER
                        && sample.lines().stream()
                                .skip(format.before > 0 ? 1 : 0)
                                .allMatch(line -> format.isRating(sample, line));
    }

    private boolean isRating(TextSample sample, TextSample.Line line) {
        LineFields parts = new LineFields(delimiter);
        sample.split(line, parts);
        return parts.count() == fields
                && isName(parts, user)
                && isName(parts, item)
                && parts.kind(rating, delimiter.notation()) == NumberNotation.Kind.NUMBER;
    }

    private boolean isName(LineFields parts, int field) {
        NumberNotation.Kind kind = parts.kind(field, delimiter.notation());
        return kind == NumberNotation.Kind.TEXT
                || kind == NumberNotation.Kind.NUMBER && parts.string(field).matches("\\d+");
    }

    private static int ratingField(RatingsHeader header) {
        return header.completed().rating();
    }

    private static boolean isText(LineFields fields, int field, NumberNotation notation) {
        return field < fields.count() && fields.kind(field, notation) == NumberNotation.Kind.TEXT;
    }

    /** The number of lines that have the usual number of fields, three or more, and a number in the column of ratings. */
    private static int score(TextSample sample, Delimiter delimiter) {
        int width = sample.usualWidth(delimiter);
        LineFields fields = new LineFields(delimiter);
        sample.split(sample.lines().get(0), fields);
        int rating = ratingField(RatingsHeader.of(fields));
        int score = 0;
        for (TextSample.Line line : sample.lines()) {
            sample.split(line, fields);
            boolean fits = fields.count() == width && width >= LEAST && rating < width;
            score += fits && fields.kind(rating, delimiter.notation()) == NumberNotation.Kind.NUMBER ? 1 : 0;
        }
        return score;
    }

    /** The byte that is a decimal point besides the point itself. */
    byte decimalPoint() {
        return (byte) (delimiter.notation().commaAllowed() ? ',' : '.');
    }
}
