package rung.file.ratings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.file.text.Delimiter;
import rung.file.text.NumberNotation;

/**
 * What one user has rated or chosen, in lines that do not name the user: an item and a rating, an item and a weight, or an item alone.
 *
 * @param columns the item and its value, which is −1 if there is none
 * @param meaning whether the value is a rating or a weight
 * @param notes what was assumed, in sentences
 */
record OneUser(TwoColumns columns, Meaning meaning, List<String> notes) {
    /** Lines that are one field. */
    private static final LineForm WHOLE = LineForm.of(Delimiter.TAB);

    /** Finds item and value; empty if the lines name their users. */
    static Optional<OneUser> of(Source source, Columns said, Predicate<String> isItem) throws IOException {
        TextSample sample = TextSample.of(source);
        Optional<LineForm> guess = TwoColumns.guess(sample).filter(each -> divides(sample, each, isItem));
        LineForm form = guess.orElse(WHOLE); // there is no tab: a line is one field
        int width = guess.isEmpty() ? 1 : sample.usualWidth(form);
        TextSample.Line first = sample.lines(form).get(0);
        LineFields fields = form.fields();
        sample.split(first, fields);
        boolean beginsWithItem = fields.count() == 2 && isItem.test(fields.string(0)) && !isItem.test(fields.string(1));
        boolean isHeader = isHeader(sample, form, fields, said, beginsWithItem);
        RatingsHeader header = isHeader ? RatingsHeader.of(fields) : RatingsHeader.NONE;
        boolean isAllNamed = isHeader && IntStream.range(0, width).allMatch(header::names);
        if (header.user() >= 0 || width > 2 && !isAllNamed) {
            return Optional.empty();
        }
        List<TextSample.Line> lines =
                sample.lines(form).subList(isHeader ? 1 : 0, sample.lines(form).size());
        List<ColumnContent> contents = IntStream.range(0, width)
                .mapToObj(k -> new ColumnContent(sample, lines, form, k))
                .toList();
        ColumnNames names =
                new ColumnNames(source, isHeader ? ColumnNames.of(fields) : List.of(), width, form.isJson());
        return found(names, said, header, contents, beginsWithItem)
                .map(found -> new OneUser(
                        new TwoColumns(
                                source,
                                found.value < 0 ? "item" : "item and rating",
                                form,
                                found.item,
                                found.value,
                                isHeader ? first.following() : sample.start(),
                                isHeader ? first.number() : sample.before()),
                        found.meaning,
                        found.notes));
    }

    /** Whether lines are several fields, and not names with delimiters in them. */
    private static boolean divides(TextSample sample, LineForm form, Predicate<String> isItem) {
        if (form.isJson()) {
            return true;
        }
        if (known(sample, WHOLE, isItem) > known(sample, form, isItem) || hasOneName(sample, form)) {
            return false;
        }
        return form.delimiter() != Delimiter.SPACES
                || IntStream.range(1, sample.usualWidth(form))
                        .mapToObj(k -> new ColumnContent(sample, sample.lines(form), form, k))
                        .anyMatch(column -> column.isNumeric() || column.isTime());
    }

    /** The number of lines whose first field is an item. */
    private static long known(TextSample sample, LineForm form, Predicate<String> isItem) {
        LineFields fields = form.fields();
        return sample.lines(form).stream()
                .filter(line -> {
                    sample.split(line, fields);
                    return isItem.test(fields.string(0));
                })
                .count();
    }

    /** Whether spaces divide the lines but the first, which is the name of the one column. */
    private static boolean hasOneName(TextSample sample, LineForm form) {
        LineFields fields = form.fields();
        sample.split(sample.lines(form).get(0), fields);
        return form.delimiter() == Delimiter.SPACES
                && fields.count() == 1
                && RatingsHeader.of(fields).item() == 0;
    }

    /** Whether the first line, which is split into fields, is a header: text that names columns, or stands above numbers. */
    private static boolean isHeader(
            TextSample sample, LineForm form, LineFields fields, Columns said, boolean beginsWithItem) {
        if (sample.isJson()) {
            return true;
        }
        for (int k = 0; k < fields.count(); k++) {
            if (fields.isEmpty(k)
                    || fields.kind(k, form.notation()) == NumberNotation.Kind.NUMBER
                    || ColumnContent.isDate(fields.string(k))) {
                return false;
            }
        }
        RatingsHeader header = RatingsHeader.of(fields);
        if (ColumnNames.hasAny(ColumnNames.of(fields), said)) {
            return true;
        }
        if (fields.count() == 1) {
            return header.item() >= 0 || header.namesTitle();
        }
        List<TextSample.Line> others =
                sample.lines(form).subList(1, sample.lines(form).size());
        return header.named() + (header.namesTitle() ? 1 : 0) >= 2
                || fields.count() == 2 && !beginsWithItem && new ColumnContent(sample, others, form, 1).isAllNumeric();
    }

    /** The fields of item and value. */
    private record Found(int item, int value, Meaning meaning, List<String> notes) {}

    private static Optional<Found> found(
            ColumnNames names, Columns said, RatingsHeader header, List<ColumnContent> contents, boolean beginsWithItem)
            throws FormatException {
        int item = names.field(said.item());
        int time = names.field(said.time());
        boolean isWeight = said.weight().isPresent();
        int value = names.field(isWeight ? said.weight() : said.rating());
        List<String> notes = new ArrayList<>();
        if (value < 0) {
            isWeight = header.rating() < 0;
            value = isWeight ? header.weight() : header.rating();
        }
        if (item < 0) {
            item = header.item() >= 0 ? header.item() : header.title();
        }
        if (item < 0) {
            item = value == 0 || time == 0 || header.times().contains(0) ? contents.size() - 1 : 0;
        }
        int other = 1 - item;
        boolean isOpen = value < 0
                && contents.size() == 2
                && other != time
                && !header.times().contains(other);
        if (isOpen) {
            ColumnContent content = contents.get(other);
            if (content.isTime()) {
                notes.add("column " + (other + 1) + " looks like a time, so there are no ratings: every line counts as"
                        + " one choice");
            } else if (content.isNumeric()) {
                value = other;
                isWeight = content.isCounts();
                if (isWeight) {
                    notes.add("column " + (other + 1)
                            + " looks like counts, so it is taken for weights, not for ratings");
                }
            } else if (beginsWithItem && item == 0) {
                value = other; // and what is no number is refused
                isWeight = false;
            } else if (header.item() < 0 && said.item().isEmpty()) {
                return Optional.empty(); // user and item
            }
        }
        return Optional.of(new Found(item, value, isWeight ? Meaning.WEIGHT : Meaning.RATING, notes));
    }

    /** Reads all lines, as of a user of this name. */
    RatingsFile.Reading read(String name) throws IOException {
        Source source = columns.source();
        Ratings.Builder ratings = Ratings.builder();
        long[] dropped = {0};
        columns.forEach((fields, line) -> {
            if (fields.fault() != null) {
                throw source.error(line, fields.fault());
            }
            columns.requireBoth(fields, line);
            if (!fields.isName(columns.first())) {
                throw source.error(line, RatingsParser.ITEM + fields.nothing(columns.first()));
            }
            float value = columns.second() < 0 ? 1 : value(fields, line);
            if (meaning == Meaning.WEIGHT && value == 0) {
                dropped[0]++;
            } else {
                ratings.add(name, fields.string(columns.first()), value);
            }
        });
        List<String> sentences = new ArrayList<>();
        notes.forEach(note -> sentences.add(source.name() + ": " + note));
        if (dropped[0] > 0) {
            sentences.add(RatingsReader.dropped(source, dropped[0]));
        }
        Ratings all = ratings.build(RatingsReader.usual(meaning));
        if (all.count() == 0) {
            throw source.error(dropped[0] > 0 ? RatingsReader.ONLY_ZEROS : RatingsReader.NOTHING);
        }
        return new RatingsFile.Reading(all.withMeaning(meaning), sentences);
    }

    private float value(LineFields fields, long line) throws FormatException {
        String text = fields.string(columns.second());
        NumberNotation.Kind kind = fields.kind(columns.second(), columns.form().notation());
        float value = kind == NumberNotation.Kind.NUMBER ? Float.parseFloat(text.replace(',', '.')) : Float.NaN;
        String plain = meaning == Meaning.WEIGHT ? "weight" : "rating";
        String noun = columns.form().isJson() ? plain : plain + " in column " + (columns.second() + 1);
        if (!fields.isName(columns.second())) {
            throw columns.source().error(line, "the " + noun + " " + fields.nothing(columns.second()));
        }
        if (!Float.isFinite(value)) {
            throw columns.source().error(line, RatingsParser.refusal(noun, kind, text));
        }
        if (meaning == Meaning.WEIGHT && value < 0) {
            throw columns.source().error(line, RatingsParser.negative(noun, text));
        }
        return value;
    }
}
