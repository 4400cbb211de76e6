package rung.file.ratings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.data.Meaning;
import rung.file.FormatException;
import rung.file.input.FileFormat;
import rung.file.input.Source;
import rung.file.text.NumberNotation;

/**
 * The form of a file of ratings or interactions, guessed from its first lines. Fields are counted from 0.
 *
 * @param form how lines are divided
 * @param fields the number of fields in each line
 * @param user the field with the user
 * @param item the field with the item
 * @param value the field with the rating or the weight, or −1 if there is neither
 * @param time the field with the time, or −1 if there is none
 * @param dayOrder how dates are read
 * @param meaning whether it is a rating or a weight
 * @param start the position in bytes at which the entries begin, after byte order mark and header
 * @param before the number of lines before them
 * @param names the names of the columns; empty if there is no header
 * @param notes sentences about columns that are neither said nor named
 * @param remarks what else is to be known of the columns, in sentences, which are among the notes if there are any
 * @param words how ratings are read that are words or signs; empty if they are numbers
 * @param outOf what ratings such as 4/5 are out of; 0 if there are none
 */
record RatingsFormat(
        LineForm form,
        int fields,
        int user,
        int item,
        int value,
        int time,
        ColumnContent.DayOrder dayOrder,
        Meaning meaning,
        int start,
        int before,
        List<String> names,
        List<String> notes,
        List<String> remarks,
        Optional<String> words,
        int outOf) {
    /** The least number of fields of a rating, and of an interaction: user and item alone. */
    private static final int LEAST = 3;

    private static final int LEAST_WITHOUT_VALUE = 2;

    /** The fewest columns of ratings beside a column of users that make a table. */
    private static final int LEAST_OF_TABLE = 4;

    /** The most fields of ratings without a header: longer lines may as well be rows of a table. */
    private static final int MOST_WITHOUT_HEADER = 4;

    /**
     * Guesses the form from a sample of the file, except for what is said of its columns.
     *
     * @param skipsBad whether lines with a fault are skipped, so that the first one need not have the usual number of fields
     */
    static RatingsFormat of(Source source, TextSample sample, Columns columns, boolean skipsBad) throws IOException {
        LineForm form = guess(sample).orElseThrow(() -> sample.undivided(source, "user, item and rating"));
        return of(source, sample, form, columns, skipsBad);
    }

    private static Optional<LineForm> guess(TextSample sample) {
        return sample.guess(d -> score(sample, d))
                .or(() -> sample.guess(d -> sample.agreement(d, LEAST_WITHOUT_VALUE)));
    }

    static RatingsFormat of(Source source, TextSample sample, LineForm form, Columns columns, boolean skipsBad)
            throws FormatException {
        LineFields fields = form.fields();
        TextSample.Line first = sample.lines(form).get(0);
        sample.split(first, fields);
        RatingsHeader named = RatingsHeader.of(fields);
        boolean hasHeader = hasHeader(sample, form, fields, columns);
        List<String> names = hasHeader ? ColumnNames.of(fields) : List.of();
        if (hasHeader && sample.lines(form).size() == 1) {
            throw source.error("has a header but no ratings");
        }
        boolean isUsualHeader = hasHeader && names.size() == sample.usualWidth(form);
        TextSample.Line data = firstEntry(sample, form, hasHeader ? 1 : 0, skipsBad || isUsualHeader);
        sample.split(data, fields);
        int width = fields.count();
        if (width < Math.min(LEAST, Math.max(LEAST_WITHOUT_VALUE, sample.usualWidth(form)))) {
            throw source.error(
                    data.number(),
                    "expected user, item and rating, found " + width + (width == 1 ? " field" : " fields"));
        }
        List<TextSample.Line> lines =
                sample.lines(form).subList(hasHeader ? 1 : 0, sample.lines(form).size());
        List<ColumnContent> contents = IntStream.range(0, width)
                .mapToObj(k -> new ColumnContent(sample, lines, form, k))
                .toList();
        if (hasHeader
                && !form.isJson()
                && columns.user().isEmpty()
                && columns.item().isEmpty()) {
            refuseTable(source, named, names, contents);
        }
        ColumnRoles roles = new ColumnRoles(
                new ColumnNames(source, names, width, form.isJson(), sample.shown(first)),
                columns,
                hasHeader ? named : RatingsHeader.NONE,
                contents);
        ColumnContent.DayOrder dayOrder = roles.time() < 0
                ? ColumnContent.DayOrder.NONE
                : contents.get(roles.time()).dayOrder();
        List<String> remarks = new ArrayList<>(roles.remarks());
        if (dayOrder.isOpen()) {
            remarks.add("dates are read as " + dayOrder.words());
        }
        List<String> notes = new ArrayList<>(roles.notes());
        if (!notes.isEmpty()) {
            notes.addAll(remarks);
        }
        return new RatingsFormat(
                form,
                width,
                roles.user(),
                roles.item(),
                roles.value(),
                roles.time(),
                dayOrder,
                roles.meaning(),
                hasHeader ? first.following() : sample.start(),
                hasHeader ? first.number() : sample.before(),
                names,
                notes,
                remarks,
                roles.value() < 0
                        ? Optional.empty()
                        : contents.get(roles.value()).reading(),
                roles.value() < 0 ? 0 : contents.get(roles.value()).outOf());
    }

    /* Fails if there is one column of names at most, and beside it many that hold numbers of a scale, each under a name of its own. */
    private static void refuseTable(
            Source source, RatingsHeader named, List<String> names, List<ColumnContent> contents)
            throws FormatException {
        List<Integer> scaled = IntStream.range(1, Math.min(names.size(), contents.size()))
                .filter(k -> !named.names(k) && contents.get(k).isEmptyOrScaled())
                .boxed()
                .toList();
        List<Integer> filled =
                scaled.stream().filter(k -> contents.get(k).isFilled()).toList();
        if (named.namesPair() || scaled.size() < contents.size() - 1 || filled.size() < LEAST_OF_TABLE) {
            return;
        }
        throw source.error(
                "looks like a table with a column for each item, such as '"
                        + Source.shortened(names.get(filled.get(0))) + "' and '"
                        + Source.shortened(names.get(filled.get(1)))
                        + "'; write each rating on a line of its own, as user,item,rating, or say which columns are user and item");
    }

    /*
     * The line that tells how many fields there are: the first, or the first of usual width if others are skipped, or if the header has that
     * width, too.
     */
    private static TextSample.Line firstEntry(TextSample sample, LineForm form, int from, boolean isUsual) {
        if (isUsual) {
            LineFields fields = form.fields();
            int width = sample.usualWidth(form);
            for (TextSample.Line line :
                    sample.lines(form).subList(from, sample.lines(form).size())) {
                sample.split(line, fields);
                if (fields.count() == width) {
                    return line;
                }
            }
        }
        return sample.lines(form).get(from);
    }

    /** Whether the first line, which is split into fields, is a header. */
    static boolean hasHeader(TextSample sample, LineForm form, LineFields fields, Columns columns) {
        RatingsHeader header = RatingsHeader.of(fields);
        if (sample.isJson()
                || ColumnNames.hasAny(ColumnNames.of(fields), columns)
                || isText(fields, header.numberField(), form.notation())
                        && !ColumnContent.isDate(fields.string(header.numberField()))
                        && (header.namesPair() || score(sample, form) > 0)) {
            return true;
        }
        List<TextSample.Line> others =
                sample.lines(form).subList(1, sample.lines(form).size());
        for (int k = 0; k < fields.count(); k++) {
            boolean isData = fields.kind(k, form.notation()) == NumberNotation.Kind.NUMBER
                    || ColumnContent.isDate(fields.string(k))
                    || !header.namesPair() && isAnswer(sample, others, form, fields, k);
            if (isData) {
                return false;
            }
        }
        if (header.named() >= 2 || sample.lines(form).size() == 1 && fields.count() >= LEAST) {
            return true;
        }
        return IntStream.range(0, fields.count())
                .filter(k -> fields.kind(k, form.notation()) == NumberNotation.Kind.TEXT)
                .mapToObj(k -> new ColumnContent(sample, others, form, k))
                .anyMatch(column -> column.isAllNumeric() || column.isDate());
    }

    /** Whether a field of the first line is a rating in words or signs, and not a name such as "liked" above others. */
    private static boolean isAnswer(
            TextSample sample, List<TextSample.Line> others, LineForm form, LineFields fields, int field) {
        if (Float.isNaN(fields.answer(field))) {
            return false;
        }
        String text = fields.string(field);
        boolean isWord = !RatingWords.opposite(text).equals(RatingWords.plain(text));
        boolean isData = !isWord || others.isEmpty() || new ColumnContent(sample, others, form, field).holds(text);
        sample.split(sample.lines(form).get(0), fields);
        return isData;
    }

    /** Does what {@link RatingsFile#looksLikeRatings} says. */
    static boolean isLikely(Source source) throws IOException {
        if (source.format() != FileFormat.DELIMITED && source.format() != FileFormat.JSON_LINES) {
            return false;
        }
        TextSample sample = TextSample.of(source);
        Optional<LineForm> guess = guess(sample);
        if (guess.isEmpty()) {
            return false;
        }
        LineForm form = guess.get();
        LineFields fields = form.fields();
        sample.split(sample.lines(form).get(0), fields);
        if (RatingsHeader.of(fields).namesPair()) {
            return true;
        }
        if (score(sample, form) == 0) {
            return false;
        }
        RatingsFormat format;
        try {
            format = of(source, sample, form, Columns.recognized(), false);
        } catch (FormatException e) { // such as a comment above the header of a table
            return false;
        }
        return format.fields >= LEAST
                && format.fields <= MOST_WITHOUT_HEADER
                && sample.lines(form).stream()
                        .skip(format.names.isEmpty() ? 0 : 1)
                        .allMatch(line -> format.isRating(sample, line));
    }

    private boolean isRating(TextSample sample, TextSample.Line line) {
        LineFields parts = form.fields();
        sample.split(line, parts);
        return parts.count() == fields
                && isName(parts, user)
                && isName(parts, item)
                && (value < 0 || parts.kind(value, form.notation()) == NumberNotation.Kind.NUMBER);
    }

    private boolean isName(LineFields parts, int field) {
        NumberNotation.Kind kind = parts.kind(field, form.notation());
        return kind == NumberNotation.Kind.TEXT
                || kind == NumberNotation.Kind.NUMBER && parts.string(field).matches("\\d+");
    }

    private static boolean isText(LineFields fields, int field, NumberNotation notation) {
        return field < fields.count()
                && fields.kind(field, notation) == NumberNotation.Kind.TEXT
                && Float.isNaN(fields.answer(field));
    }

    /** The number of lines that have the usual number of fields, three or more, and a number in the column of ratings. */
    private static int score(TextSample sample, LineForm form) {
        int width = sample.usualWidth(form);
        LineFields fields = form.fields();
        sample.split(sample.lines(form).get(0), fields);
        int rating = RatingsHeader.of(fields).numberField();
        int score = 0;
        for (TextSample.Line line : sample.lines(form)) {
            sample.split(line, fields);
            boolean fits = fields.count() == width && width >= LEAST && rating < width;
            score += fits && fields.kind(rating, form.notation()) == NumberNotation.Kind.NUMBER ? 1 : 0;
        }
        return score;
    }

    /** Says if no line of a sample has a rating, or a weight; nothing if it is a single line, or one has. */
    Optional<String> faultOfAll(TextSample sample) {
        LineFields parts = form.fields();
        List<TextSample.Line> lines = sample.lines(form).stream()
                .filter(line -> line.number() > before || names.isEmpty())
                .toList();
        String shown = "";
        String advice = "";
        boolean isRepeated = false; // what is shown, which is no header then
        Map<String, Integer> found = new HashMap<>(); // the lines of texts
        for (TextSample.Line line : lines) {
            sample.split(line, parts);
            boolean isThere = value >= 0 && parts.count() == fields;
            NumberNotation.Kind kind = isThere ? parts.kind(value, form.notation()) : NumberNotation.Kind.NUMBER;
            boolean isText = kind == NumberNotation.Kind.TEXT && Float.isNaN(parts.answer(value));
            if (!isText && kind != NumberNotation.Kind.MISSING) {
                return Optional.empty();
            }
            if (!isText || isRepeated) {
                continue;
            }
            String text = parts.string(value);
            Integer earlier = found.putIfAbsent(text, line.number());
            isRepeated = earlier != null;
            if (shown.isEmpty() || isRepeated) {
                shown = "'" + Source.shortened(text) + "' in line " + (isRepeated ? earlier : line.number());
                advice = RatingsParser.isWord(text)
                        ? RatingsParser.WORDS
                        : text.endsWith("%")
                                ? RatingsParser.PERCENT
                                : "; write grades as numbers, such as 5 for A and 4 for B";
            }
        }
        if (lines.size() < 2) {
            return Optional.empty();
        }
        String noun = meaning == Meaning.RATING ? "rating" : "weight";
        String whole = sample.isWhole(form) ? "no line has " : "none of the first " + lines.size() + " lines has ";
        return Optional.of(
                shown.isEmpty()
                        ? whole + "a " + noun + " in " + column(value)
                                + "; leave the column out to learn from who chose what, without " + noun + "s"
                        : whole + "a number for a " + noun + " in " + column(value) + ", such as " + shown + advice);
    }

    /** A column as messages name it: "column 3 ('stars')". */
    String column(int field) {
        if (form.isJson()) {
            return "'" + Source.shortened(names.get(field)) + "'";
        }
        return "column " + (field + 1)
                + (field < names.size() ? " ('" + Source.shortened(names.get(field)) + "')" : "");
    }

    /** Which column is what, and what else is to be known: "column 1 is the user, column 2 the item, column 3 the rating, column 4 the time". */
    String description() {
        StringBuilder roles = new StringBuilder(column(user) + " is the user, " + column(item) + " the item");
        if (value >= 0) {
            roles.append(", ").append(column(value)).append(meaning == Meaning.RATING ? " the rating" : " the weight");
        }
        if (time >= 0) {
            roles.append(", ").append(column(time)).append(" the time");
        }
        remarks.forEach(remark -> roles.append("; ").append(remark));
        return roles.toString();
    }
}
