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
 * What one new user has rated or chosen, in lines that do not name the user: an item and a rating, an item and a weight, or an item alone.
 * Or who has rated one new item, in lines that do not name the item: a user and a rating. In both, each line names a partner.
 *
 * @param kind who is new
 * @param columns the partner and the value, which is −1 if there is none
 * @param meaning whether the value is a rating or a weight
 * @param notes what was assumed, in sentences
 */
record OneNewcomer(Kind kind, TwoColumns columns, Meaning meaning, List<String> notes) {
    /** Who is new: a user, whose lines name items, or an item, whose lines name users. */
    enum Kind {
        USER("item", RatingsParser.ITEM),
        ITEM("user", RatingsParser.USER);

        private final String partner;
        private final String subject;

        Kind(String partner, String subject) {
            this.partner = partner;
            this.subject = subject;
        }

        /** Returns what a header names, with the partner in the place of the item. */
        private RatingsHeader header(LineFields fields) {
            RatingsHeader header = RatingsHeader.of(fields);
            return this == USER ? header : header.mirrored();
        }

        /** Returns what was said, with the partner in the place of the item. */
        private Columns columns(Columns said) {
            return this == USER ? said : said.mirrored();
        }
    }

    /** Lines that are one field. */
    private static final LineForm WHOLE = LineForm.of(Delimiter.TAB);

    /** Finds partner and value; empty if the lines name user and item, or may. */
    static Optional<OneNewcomer> of(Source source, Kind kind, Columns given, Predicate<String> isPartner)
            throws IOException {
        Columns said = kind.columns(given);
        if (said.user().isPresent()) {
            return Optional.empty();
        }
        TextSample sample = TextSample.of(source);
        Optional<LineForm> guess = sample.guess(each -> score(sample, each, isPartner))
                .filter(each -> divides(kind, sample, each, isPartner));
        LineForm form = guess.orElse(WHOLE); // there is no tab: a line is one field
        int width = guess.isEmpty() ? 1 : sample.usualWidth(form);
        TextSample.Line first = sample.lines(form).get(0);
        LineFields fields = form.fields();
        sample.split(first, fields);
        boolean beginsWithPartner =
                fields.count() == 2 && isPartner.test(fields.string(0)) && !isPartner.test(fields.string(1));
        boolean isHeader = isHeader(kind, sample, form, fields, said, beginsWithPartner);
        RatingsHeader header = isHeader ? kind.header(fields) : RatingsHeader.NONE;
        boolean isAllNamed = isHeader && IntStream.range(0, width).allMatch(header::names);
        if (header.user() >= 0 || width > 2 && !isAllNamed) {
            return Optional.empty();
        }
        List<TextSample.Line> lines =
                sample.lines(form).subList(isHeader ? 1 : 0, sample.lines(form).size());
        List<ColumnContent> contents = IntStream.range(0, width)
                .mapToObj(k -> new ColumnContent(sample, lines, form, k))
                .toList();
        ColumnNames names = new ColumnNames(
                source, isHeader ? ColumnNames.of(fields) : List.of(), width, form.isJson(), sample.shown(first));
        return found(names, said, header, contents, beginsWithPartner)
                .map(found -> new OneNewcomer(
                        kind,
                        new TwoColumns(
                                source,
                                found.value < 0 ? kind.partner : kind.partner + " and rating",
                                form,
                                found.partner,
                                found.value,
                                isHeader ? first.following() : sample.start(),
                                isHeader ? first.number() : sample.before(),
                                List.of()),
                        found.meaning,
                        found.notes));
    }

    /** How well lines are divided: how many have the usual number of fields, and if that is the same, how many begin with a partner. */
    private static int score(TextSample sample, LineForm form, Predicate<String> isPartner) {
        int agreement = sample.agreement(form, 2);
        return agreement == 0
                ? 0
                : agreement * (sample.lines(form).size() + 1) + Math.toIntExact(known(sample, form, isPartner));
    }

    /** Whether lines are several fields, and not names with delimiters in them. */
    private static boolean divides(Kind kind, TextSample sample, LineForm form, Predicate<String> isPartner) {
        if (form.isJson()) {
            return true;
        }
        if (known(sample, WHOLE, isPartner) > known(sample, form, isPartner) || hasOneName(kind, sample, form)) {
            return false;
        }
        return form.delimiter() != Delimiter.SPACES
                || IntStream.range(1, sample.usualWidth(form))
                        .mapToObj(k -> new ColumnContent(sample, sample.lines(form), form, k))
                        .anyMatch(column -> column.isNumeric() || column.isTime());
    }

    /** The number of lines whose first field is a partner. */
    private static long known(TextSample sample, LineForm form, Predicate<String> isPartner) {
        LineFields fields = form.fields();
        return sample.lines(form).stream()
                .filter(line -> {
                    sample.split(line, fields);
                    return isPartner.test(fields.string(0));
                })
                .count();
    }

    /** Whether spaces divide the lines but the first, which is the name of the one column. */
    private static boolean hasOneName(Kind kind, TextSample sample, LineForm form) {
        LineFields fields = form.fields();
        sample.split(sample.lines(form).get(0), fields);
        return form.delimiter() == Delimiter.SPACES
                && fields.count() == 1
                && kind.header(fields).item() == 0;
    }

    /** Whether the first line, which is split into fields, is a header: text that names columns, or stands above numbers. */
    private static boolean isHeader(
            Kind kind, TextSample sample, LineForm form, LineFields fields, Columns said, boolean beginsWithPartner) {
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
        RatingsHeader header = kind.header(fields);
        if (ColumnNames.hasAny(ColumnNames.of(fields), said)) {
            return true;
        }
        if (fields.count() == 1) {
            return header.item() >= 0 || header.namesTitle();
        }
        List<TextSample.Line> others =
                sample.lines(form).subList(1, sample.lines(form).size());
        return header.named() + (header.namesTitle() ? 1 : 0) >= 2
                || fields.count() == 2
                        && !beginsWithPartner
                        && new ColumnContent(sample, others, form, 1).isAllNumeric();
    }

    /** The fields of partner and value. */
    private record Found(int partner, int value, Meaning meaning, List<String> notes) {}

    private static Optional<Found> found(
            ColumnNames names,
            Columns said,
            RatingsHeader header,
            List<ColumnContent> contents,
            boolean beginsWithPartner)
            throws FormatException {
        int partner = names.field(said.item());
        int time = names.field(said.time());
        boolean isWeight = said.weight().isPresent();
        int value = names.field(isWeight ? said.weight() : said.rating());
        List<String> notes = new ArrayList<>();
        if (value < 0) {
            isWeight = header.rating() < 0;
            value = isWeight ? header.weight() : header.rating();
        }
        if (partner < 0) {
            partner = header.item() >= 0 ? header.item() : header.title();
        }
        if (partner < 0) {
            partner = value == 0 || time == 0 || header.times().contains(0) ? contents.size() - 1 : 0;
        }
        int other = 1 - partner;
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
            } else if (beginsWithPartner && partner == 0) {
                value = other; // and what is no number is refused
                isWeight = false;
            } else if (header.item() < 0 && said.item().isEmpty()) {
                return Optional.empty(); // user and item
            }
        }
        return Optional.of(new Found(partner, value, isWeight ? Meaning.WEIGHT : Meaning.RATING, notes));
    }

    /** Reads all lines, as of a newcomer of this name. */
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
                throw source.error(line, kind.subject + fields.nothing(columns.first()));
            }
            float value = columns.second() < 0 ? 1 : value(fields, line);
            if (meaning == Meaning.WEIGHT && value == 0) {
                dropped[0]++;
            } else {
                String partner = fields.string(columns.first());
                ratings.add(kind == Kind.USER ? name : partner, kind == Kind.USER ? partner : name, value);
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
        float value = kind == NumberNotation.Kind.NUMBER
                ? Float.parseFloat(text.replace(',', '.'))
                : fields.answer(columns.second());
        byte[] bytes = fields.unescaped(columns.second());
        value = columns.form().isDoubtful(bytes, 0, bytes.length) ? Float.NaN : value;
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
