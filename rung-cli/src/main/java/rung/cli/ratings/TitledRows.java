package rung.cli.ratings;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;

/** A list for people: position, name, title, number and remark in columns, which are shortened to fit the terminal. */
final class TitledRows {
    /** Titles and remarks are not shortened below this many characters. */
    private static final int LEAST = 12;

    /** The characters of a row besides name, title and remark: position, number and what stands between the columns. */
    private static final int FIXED = 4 + 2 + 2 + 6 + 2;

    private record Row(String name, String title, double number, String remark) {}

    private final List<Row> rows = new ArrayList<>();

    /** Adds a row; title and remark may be empty. */
    void add(String name, String title, double number, String remark) {
        rows.add(new Row(name, title, number, remark));
    }

    /** Prints all rows, as wide as standard output is. */
    void print(PrintWriter out) {
        print(out, Terminal.outputColumns());
    }

    void print(PrintWriter out, int columns) {
        int name = widest(rows.stream().map(Row::name).toList(), 1);
        int title = widest(rows.stream().map(Row::title).toList(), 0);
        boolean hasRemarks = rows.stream().anyMatch(row -> !row.remark.isEmpty());
        int room = columns == Integer.MAX_VALUE ? columns : Math.max(LEAST, columns - FIXED - name - 2);
        int titleRoom = hasRemarks && room != Integer.MAX_VALUE ? Math.max(LEAST, room / 2) : room;
        title = Math.min(title, titleRoom);
        int rank = 0;
        for (Row row : rows) {
            StringBuilder line =
                    new StringBuilder(String.format(Locale.ROOT, "%4d  %s  ", ++rank, Words.padded(row.name, name)));
            if (title > 0) {
                line.append(Words.padded(Words.shortened(row.title, title), title))
                        .append("  ");
            }
            line.append(String.format(Locale.ROOT, "%.3f", row.number));
            if (!row.remark.isEmpty()) {
                line.append("  ").append(row.remark);
            }
            out.println(columns == Integer.MAX_VALUE ? line : Words.shortened(line.toString(), columns));
        }
        if (rows.isEmpty()) {
            out.println("   nothing");
        }
    }

    private static int widest(List<String> texts, int least) {
        return texts.stream()
                .mapToInt(text -> text.codePointCount(0, text.length()))
                .reduce(least, Math::max);
    }
}
