package rung.cli.ratings;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.page.NumberText;

/**
 * A list for people: position, name, title, numbers and remark in columns, which are shortened to fit the terminal. On a terminal the
 * columns have headings.
 */
final class TitledRows {
    /** Names, titles and remarks are not shortened below this many columns. */
    private static final int LEAST = 12;

    /** The characters of a position and what stands after it. */
    private static final int POSITION = 4 + 2;

    /** The least characters of a number: 4.512. */
    private static final int NUMBER = 5;

    /** A row; what goes over several lines is shown on one. */
    private record Row(String name, String title, List<String> numbers, String remark) {
        Row {
            name = oneLine(name);
            title = oneLine(title);
            remark = oneLine(remark);
        }

        private static String oneLine(String text) {
            return text.replaceAll("\\p{Cntrl}+", " ");
        }
    }

    private final String kind;
    private final List<String> numbers;
    private final String remarks;
    private final List<Row> rows = new ArrayList<>();
    private boolean hasCounts;

    /**
     * Begins a list.
     *
     * @param kind what is listed, as a heading: "item"
     * @param numbers the headings of the numbers
     * @param remarks the heading of the remarks, such as "because of"; without headings every remark begins with it
     */
    TitledRows(String kind, List<String> numbers, String remarks) {
        this.kind = kind;
        this.numbers = List.copyOf(numbers);
        this.remarks = remarks;
    }

    /** Adds a row with as many numbers as there are headings; title and remark may be empty. */
    void add(String name, String title, String remark, double... values) {
        List<String> texts = Arrays.stream(values)
                .mapToObj(value -> NumberText.fixed(value, 3))
                .toList();
        rows.add(new Row(name, title, texts, remark));
    }

    /** Adds a row whose first number is a count; where there are no headings, what is counted stands after it. */
    void add(String name, String title, String remark, int count, double... values) {
        hasCounts = true;
        List<String> texts = new ArrayList<>(List.of(String.valueOf(count)));
        Arrays.stream(values).forEach(value -> texts.add(NumberText.fixed(value, 3)));
        rows.add(new Row(name, title, texts, remark));
    }

    /** Prints all rows, as wide as standard output is, with headings if that is a terminal. */
    void print(PrintWriter out) {
        print(out, Terminal.outputColumns(), Terminal.outputColumns() != Integer.MAX_VALUE);
    }

    void print(PrintWriter out, int columns, boolean hasHeadings) {
        if (rows.isEmpty()) {
            return;
        }
        int name = widest(rows.stream().map(Row::name).toList(), hasHeadings ? kind.length() : 1);
        int title = widest(rows.stream().map(Row::title).toList(), 0);
        boolean hasRemarks = rows.stream().anyMatch(row -> !row.remark.isEmpty());
        int fixed = POSITION + 2;
        for (String heading : numbers) {
            fixed += width(heading, hasHeadings) + 2;
        }
        if (columns != Integer.MAX_VALUE) {
            int besides = (title > 0 ? LEAST + 2 : 0) + (hasRemarks ? LEAST + 2 : 0);
            name = Math.min(name, Math.max(LEAST, columns - fixed - besides));
        }
        fixed += name;
        int room = columns == Integer.MAX_VALUE ? columns : Math.max(LEAST, columns - fixed - 2);
        int titleRoom = hasRemarks && room != Integer.MAX_VALUE ? Math.max(LEAST, room / 2) : room;
        title = Math.min(title, titleRoom);
        if (hasHeadings) {
            String headings = numbers.stream()
                    .map(heading -> String.format("%" + width(heading, true) + "s", heading))
                    .collect(Collectors.joining("  "));
            line(
                    out,
                    columns,
                    "   #",
                    Words.padded(kind, name),
                    Words.padded("title", title),
                    title,
                    headings,
                    hasRemarks ? remarks : "");
        }
        int rank = 0;
        for (Row row : rows) {
            StringBuilder values = new StringBuilder();
            for (int k = 0; k < numbers.size(); k++) {
                String value = row.numbers.get(k);
                values.append(k == 0 ? "" : "  ")
                        .append(" ".repeat(Math.max(0, width(numbers.get(k), hasHeadings) - value.length())))
                        .append(value)
                        .append(k == 0 && hasCounts && !hasHeadings ? " " + numbers.get(0) : "");
            }
            line(
                    out,
                    columns,
                    String.format(Locale.ROOT, "%4d", ++rank),
                    Words.padded(Words.shortened(row.name, name), name),
                    Words.padded(Words.shortened(row.title, Math.max(1, title)), title),
                    title,
                    values.toString(),
                    hasHeadings || row.remark.isEmpty() ? row.remark : remarks + " " + row.remark);
        }
    }

    private static void line(
            PrintWriter out,
            int columns,
            String position,
            String name,
            String title,
            int titleWidth,
            String values,
            String remark) {
        String line = position + "  " + name + "  " + (titleWidth > 0 ? title + "  " : "") + values
                + (remark.isEmpty() ? "" : "  " + remark);
        out.println(columns == Integer.MAX_VALUE ? line : Words.shortened(line, columns));
    }

    private static int width(String heading, boolean hasHeadings) {
        return hasHeadings ? Math.max(NUMBER, heading.length()) : NUMBER;
    }

    private static int widest(List<String> texts, int least) {
        return texts.stream().mapToInt(Words::width).reduce(least, Math::max);
    }
}
