package rung.file.ratings;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Two columns of a text file, read line by line: pairs of user and item, or items and their titles or ratings.
 *
 * @param source the file
 * @param names the names of the columns, for messages
 * @param form how lines are divided
 * @param first the field of the first column, from 0
 * @param second the field of the second column, or −1 if the first is all that is needed
 * @param start the position in bytes at which the lines begin, after byte order mark and header
 * @param before the number of lines before them
 * @param notes what was assumed, in sentences
 */
record TwoColumns(
        Source source, String names, LineForm form, int first, int second, int start, int before, List<String> notes) {
    /** Takes the fields of a line, whose number is counted from 1. */
    @FunctionalInterface
    interface Reading {
        void read(LineFields fields, long line) throws IOException;
    }

    /**
     * Finds the columns of user and item: as they are said, as a header names them, or the first two. What stands above ratings as a header,
     * whatever it names, is one here, too; if there are more columns than two, those of user and item are found as among ratings then.
     */
    static TwoColumns pairs(Source source, Columns said) throws IOException {
        String what = "user and item";
        TextSample sample = TextSample.of(source);
        LineForm form = guess(sample).orElseThrow(() -> sample.undivided(source, what));
        TextSample.Line line = sample.lines(form).get(0);
        LineFields fields = form.fields();
        sample.split(line, fields);
        RatingsHeader header = RatingsHeader.of(fields);
        List<String> names = ColumnNames.of(fields);
        int itemOrTitle = header.item() >= 0 ? header.item() : header.title();
        int width = fields.count();
        boolean isHeader = sample.isJson()
                || header.user() >= 0 && (itemOrTitle >= 0 || header.rating() >= 0)
                || sample.lines(form).size() > 1 && RatingsFormat.hasHeader(sample, form, fields, said);
        ColumnNames columns =
                new ColumnNames(source, isHeader ? names : List.of(), width, form.isJson(), sample.shown(line));
        int user = columns.field(said.user());
        int item = columns.field(said.item());
        boolean isUserKnown = user >= 0 || isHeader && header.user() >= 0 && header.user() != item;
        boolean isItemKnown = item >= 0 || isHeader && itemOrTitle >= 0 && itemOrTitle != user;
        List<String> notes = List.of();
        if (isHeader && !(isUserKnown && isItemKnown)) {
            RatingsFormat format = width > 2 ? RatingsFormat.of(source, sample, form, said, true) : null;
            user = format == null ? user : format.user();
            item = format == null ? item : format.item();
        }
        if (user < 0) {
            user = isUserKnown ? header.user() : item == 0 ? 1 : 0;
        }
        if (item < 0) {
            item = isItemKnown ? itemOrTitle : user == 0 ? 1 : 0;
        }
        if (isHeader && !(isUserKnown && isItemKnown)) {
            notes = List.of(columns.assumed(isUserKnown ? -1 : user, isItemKnown ? -1 : item));
        }
        if (user == item) {
            throw source.error("user and item must be different columns, got column " + (user + 1) + " for both");
        }
        return new TwoColumns(
                source,
                what,
                form,
                user,
                item,
                isHeader ? line.following() : sample.start(),
                isHeader ? line.number() : sample.before(),
                notes);
    }

    /** Finds the columns of item and title. */
    static TwoColumns titles(Source source) throws IOException {
        return of(
                source,
                "item and title",
                header -> header.namesTitle() ? new int[] {Math.max(0, header.item()), header.title()} : null);
    }

    /** Guesses how lines with two fields or more are divided. */
    static Optional<LineForm> guess(TextSample sample) {
        return sample.guess(form -> sample.agreement(form, 2));
    }

    /** Guesses delimiter and columns; the first line is a header if {@code columns} finds their names in it. */
    private static TwoColumns of(Source source, String names, Function<RatingsHeader, int[]> columns)
            throws IOException {
        TextSample sample = TextSample.of(source);
        LineForm form = guess(sample).orElseThrow(() -> sample.undivided(source, names));
        TextSample.Line line = sample.lines(form).get(0);
        LineFields fields = form.fields();
        sample.split(line, fields);
        int[] named = columns.apply(RatingsHeader.of(fields));
        return named == null
                ? new TwoColumns(source, names, form, 0, 1, sample.start(), sample.before(), List.of())
                : new TwoColumns(source, names, form, named[0], named[1], line.following(), line.number(), List.of());
    }

    /**
     * The names of all columns. Without a header the list is empty, or, if every line has three fields, the third is called by its number and
     * the first two have no names.
     */
    List<String> header() throws IOException {
        TextSample sample = TextSample.of(source);
        LineFields fields = form.fields();
        if (isHeader(sample)) {
            sample.split(sample.lines(form).get(0), fields);
            return ColumnNames.of(fields);
        }
        for (TextSample.Line line : sample.lines(form)) {
            sample.split(line, fields);
            if (fields.count() != 3) {
                return List.of();
            }
        }
        return List.of("", "", "column 3");
    }

    /** Whether the first line of the sample is the header. */
    private boolean isHeader(TextSample sample) {
        return sample.isJson() || before > sample.before();
    }

    /** What is wrong with a line of user and item; empty if nothing is. */
    Optional<String> fault(LineFields fields) {
        if (fields.fault() != null) {
            return Optional.of(fields.fault());
        }
        return tooFew(fields)
                .or(() -> !fields.isName(first)
                        ? Optional.of(RatingsParser.USER + fields.nothing(first))
                        : !fields.isName(second)
                                ? Optional.of(RatingsParser.ITEM + fields.nothing(second))
                                : Optional.empty());
    }

    /** What is wrong with a line that does not have both columns; empty if it has. */
    Optional<String> tooFew(LineFields fields) {
        int least = Math.max(first, second) + 1;
        return fields.count() < least
                ? Optional.of("expected " + names + " in " + least + " or more fields, found " + fields.count())
                : Optional.empty();
    }

    /** Fails at a line that does not have both columns. */
    void requireBoth(LineFields fields, long line) throws FormatException {
        Optional<String> fault = tooFew(fields);
        if (fault.isPresent()) {
            throw source.error(line, fault.get());
        }
    }

    /** Reads all lines that are no comments, in the order of the file. */
    void forEach(Reading reading) throws IOException {
        source.read(in -> {
            read(in, reading);
            return null;
        });
    }

    private void read(InputStream in, Reading reading) throws IOException {
        in.skipNBytes(start);
        TextBlocks blocks = new TextBlocks(in, TextBlocks.SIZE, source, form.joining());
        TextBlocks.Block block = new TextBlocks.Block();
        LineFields fields = form.fields();
        long passed = before;
        while (blocks.next(block)) {
            TextLines lines = new TextLines(block.bytes(), 0, block.length(), form.joining());
            while (lines.next()) {
                fields.split(block.bytes(), lines.start(), lines.end());
                if (!fields.isComment(tooFew(fields).isEmpty())) {
                    reading.read(fields, passed + lines.number());
                }
            }
            passed += lines.passed();
        }
    }
}
