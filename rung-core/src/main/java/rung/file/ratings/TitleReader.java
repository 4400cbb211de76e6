package rung.file.ratings;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.file.FormatException;
import rung.file.input.Source;

/**
 * Reads the titles of items. Titles often have commas, and lines whose titles are not in quotes then have more fields than the others. If the
 * title is the last column, what is too much belongs to it. Otherwise nobody knows where the title ends, and such a file is refused.
 */
final class TitleReader {
    /** The share of the first lines that must have the same number of fields, for that to be the number of a file without a header. */
    private static final double NEARLY_ALL = 0.9;

    private final TwoColumns columns;
    private final boolean hasHeader;
    private final int width; // how many fields a line has
    private final Map<String, String> titles = new LinkedHashMap<>();
    private long wider; // lines with more fields
    private long firstWider;
    private int fieldsOfFirst;

    TitleReader(Source source) throws IOException {
        columns = TwoColumns.titles(source);
        TextSample sample = TextSample.of(source);
        List<TextSample.Line> lines = sample.lines(columns.form());
        hasHeader = columns.before() > sample.before();
        if (hasHeader) {
            LineFields fields = columns.form().fields();
            sample.split(lines.get(0), fields);
            width = fields.count();
        } else {
            int usual = sample.usualWidth(columns.form());
            boolean isSure = usual == 2 || sample.agreement(columns.form(), 2) >= NEARLY_ALL * lines.size();
            width = isSure ? usual : Integer.MAX_VALUE;
        }
    }

    /** Reads all titles, by the names of the items; if an item has several, the first counts. */
    Map<String, String> read() throws IOException {
        columns.forEach(this::take);
        if (wider > 0) {
            throw tooWide();
        }
        return Collections.unmodifiableMap(titles);
    }

    private void take(LineFields fields, long line) throws FormatException {
        columns.requireBoth(fields, line);
        if (!fields.isName(columns.first())) {
            throw columns.source().error(line, RatingsParser.ITEM + fields.nothing(columns.first()));
        }
        int title = columns.second();
        boolean isWider = fields.filled() > width;
        boolean takesRest = isWider && title == width - 1 && !fields.isQuoted(title);
        if (isWider && !takesRest) {
            fieldsOfFirst = wider == 0 ? fields.count() : fieldsOfFirst;
            firstWider = wider == 0 ? line : firstWider;
            wider++;
        } else if (takesRest || !fields.isEmpty(title)) {
            titles.putIfAbsent(fields.string(columns.first()), takesRest ? fields.rest(title) : fields.string(title));
        }
    }

    private FormatException tooWide() {
        String symbol = columns.form().delimiter().quoted();
        return columns.source()
                .error(
                        firstWider,
                        fieldsOfFirst + " fields where the " + (hasHeader ? "header has " : "first lines have ") + width
                                + "; "
                                + (columns.form().delimiter().allowsQuotes()
                                        ? "titles with " + symbol + " need quotes"
                                        : "a title must not have " + symbol + " in it")
                                + (wider > 1 ? " (" + wider + " such lines)" : ""));
    }
}
