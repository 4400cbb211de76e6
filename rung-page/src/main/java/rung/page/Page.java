package rung.page;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import rung.file.AtomicFile;

/**
 * A web page in one file, built from top to bottom: headings, facts, figures, tables. It loads nothing from elsewhere, has no
 * script but a player's, follows the reader's choice of light or dark, and fits large and small screens. The markup is valid XML,
 * too. Callers pass plain text; it is escaped here.
 */
public final class Page {
    /** The least number of sections for which there is a table of contents. */
    private static final int MANY = 6;

    /** Pictures up to this width are shown with crisp pixels, since they are enlarged much. */
    private static final int SMALL = 160;

    /** The most characters of a name beside a bar. */
    private static final int LONGEST = 18;

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private final List<String> sections = new ArrayList<>();
    private int beforeSections;
    private boolean hasPlayer;

    /**
     * A number that matters.
     *
     * @param label what it is
     * @param value its text
     * @param note a note below it; may be empty
     */
    public record Fact(String label, String value, String note) {}

    /**
     * A box with something to see.
     *
     * @param title its title
     * @param markup the HTML of what it shows
     * @param note a sentence about it; may be empty
     */
    public record Figure(String title, String markup, String note) {}

    /**
     * A place in a table.
     *
     * @param row the row, from 0
     * @param column the column, from 0
     */
    public record Cell(int row, int column) {}

    /**
     * A table.
     *
     * @param caption its title
     * @param texts the number of columns at the left that hold text; the others hold numbers
     * @param head the names of the columns; empty for no header
     * @param rows the texts of the cells, row by row
     * @param best the cells that are emphasized
     * @param notes sentences below the table
     */
    public record Table(
            String caption, int texts, List<String> head, List<List<String>> rows, Set<Cell> best, List<String> notes) {
        /** Checks that all rows are as long as the header. */
        public Table {
            rows.forEach(row -> {
                if (!head.isEmpty() && row.size() != head.size()) {
                    throw new IllegalArgumentException("a row must have " + head.size()
                            + " cells, as many as the head has, got " + row.size() + ": " + row);
                }
            });
        }

        /**
         * Makes a table without emphasis and notes.
         *
         * @param caption the title
         * @param texts the number of columns of text, which come first
         * @param head the header of each column
         * @param rows the texts of the cells, row by row
         */
        public Table(String caption, int texts, List<String> head, List<List<String>> rows) {
            this(caption, texts, head, rows, Set.of(), List.of());
        }

        /**
         * Makes a table of two columns of text without a header.
         *
         * @param caption the title
         * @param pairs the second cell of each row by the first
         * @return the table
         */
        public static Table of(String caption, Map<String, String> pairs) {
            List<List<String>> rows = new ArrayList<>();
            pairs.forEach((name, value) -> rows.add(List.of(name, value)));
            return new Table(caption, 2, List.of(), rows);
        }

        /**
         * Emphasizes the lowest value of a column, and all cells with the same text.
         *
         * @param values the value of each cell of the column, from top to bottom; NaN for none
         * @param column the column, from 0
         * @return a changed copy
         */
        public Table withLowest(int column, double... values) {
            return withBest(column, values, false);
        }

        /**
         * Emphasizes the highest value of a column, and all cells with the same text.
         *
         * @param column the column, from 0
         * @param values the value of each cell of the column, from top to bottom; NaN for none
         * @return a changed copy
         */
        public Table withHighest(int column, double... values) {
            return withBest(column, values, true);
        }

        private Table withBest(int column, double[] values, boolean isHighest) {
            if (values.length != rows.size()) {
                throw new IllegalArgumentException(
                        "there must be a value for each of " + rows.size() + " rows, got " + values.length);
            }
            int found = -1;
            for (int row = 0; row < values.length; row++) {
                boolean isBetter = found < 0 || (isHighest ? values[row] > values[found] : values[row] < values[found]);
                found = !Double.isNaN(values[row]) && isBetter ? row : found;
            }
            Set<Cell> more = new HashSet<>(best);
            for (int row = 0; found >= 0 && row < values.length; row++) {
                if (rows.get(row).get(column).equals(rows.get(found).get(column))) {
                    more.add(new Cell(row, column));
                }
            }
            return new Table(caption, texts, head, rows, more, notes);
        }

        /**
         * Adds a sentence below the table.
         *
         * @param note the sentence
         * @return a changed copy
         */
        public Table withNote(String note) {
            List<String> more = new ArrayList<>(notes);
            more.add(note);
            return new Table(caption, texts, head, rows, best, more);
        }
    }

    /**
     * Begins a page with its title.
     *
     * @param title the title
     */
    public Page(String title) {
        this.title = title;
        body.append("<header><h1>").append(Markup.escaped(title)).append("</h1></header>\n");
    }

    /**
     * Begins a section with its heading.
     *
     * @param text the heading
     * @return this page
     */
    public Page heading(String text) {
        beforeSections = sections.isEmpty() ? body.length() : beforeSections;
        sections.add(text);
        body.append("<h2 id=\"section").append(sections.size()).append("\">");
        body.append(Markup.escaped(text)).append("</h2>\n");
        return this;
    }

    /** The table of contents; empty if there are few sections. */
    private String contents() {
        if (sections.size() < MANY) {
            return "";
        }
        StringBuilder contents = new StringBuilder("<nav aria-label=\"Contents\"><ol>\n");
        for (int k = 0; k < sections.size(); k++) {
            contents.append("<li><a href=\"#section").append(k + 1).append("\">");
            contents.append(Markup.escaped(sections.get(k))).append("</a></li>\n");
        }
        return contents.append("</ol></nav>\n").toString();
    }

    /**
     * Adds a paragraph.
     *
     * @param text the text
     * @return this page
     */
    public Page paragraph(String text) {
        body.append("<p>").append(Markup.escaped(text)).append("</p>\n");
        return this;
    }

    /**
     * Adds a paragraph that must not be missed.
     *
     * @param text the text
     * @return this page
     */
    public Page notice(String text) {
        body.append("<p class=\"notice\">").append(Markup.escaped(text)).append("</p>\n");
        return this;
    }

    /**
     * Adds a row of numbers that matter.
     *
     * @param facts the numbers
     * @return this page
     */
    public Page facts(List<Fact> facts) {
        body.append("<dl class=\"facts\">\n");
        for (Fact fact : facts) {
            body.append("<div><dt>").append(Markup.escaped(fact.label)).append("</dt><dd>");
            body.append(Markup.escaped(fact.value));
            if (!fact.note.isEmpty()) {
                body.append("<small>").append(Markup.escaped(fact.note)).append("</small>");
            }
            body.append("</dd></div>\n");
        }
        body.append("</dl>\n");
        return this;
    }

    /**
     * Makes a figure of a chart, or of {@code ifEmpty} if there is nothing to draw. The note also says what is cut off.
     *
     * @param plot the chart
     * @param note a sentence about it; may be empty
     * @param ifEmpty the sentence that stands there if there is nothing to draw
     * @return the figure
     */
    public static Figure chart(Plot plot, String note, String ifEmpty) {
        return plot.isEmpty()
                ? new Figure(plot.title(), "<p class=\"none\">" + Markup.escaped(ifEmpty) + "</p>\n", "")
                : new Figure(
                        plot.title(), plot.wide() + plot.narrow(), (note + " " + new PlotWords(plot).cuts()).strip());
    }

    /**
     * Makes a figure of a picture.
     *
     * @param alternative what it shows, for those who do not see it
     * @param title the title
     * @param image the picture
     * @param note a sentence about it; may be empty
     * @return the figure
     */
    public static Figure picture(String title, String alternative, BufferedImage image, String note) {
        String markup = String.format(
                "<img class=\"picture%s\" width=\"%d\" height=\"%d\" alt=\"%s\" src=\"%s\"/>\n",
                image.getWidth() <= SMALL ? " crisp" : "",
                image.getWidth(),
                image.getHeight(),
                Markup.escaped(alternative),
                FrameImages.uri("png", FrameImages.png(image)));
        return new Figure(title, markup, note);
    }

    /**
     * One of several bars.
     *
     * @param name its name
     * @param size its length
     * @param words the length in words
     */
    public record Bar(String name, double size, String words) {}

    /**
     * Makes a figure of durations in seconds, as bars below each other; {@code ifEmpty} stands there if there are none.
     *
     * @param title the title
     * @param seconds the durations by their names, in seconds
     * @param note a sentence about them; may be empty
     * @param ifEmpty the sentence that stands there if there are none
     * @return the figure
     */
    public static Figure durations(String title, Map<String, Double> seconds, String note, String ifEmpty) {
        List<Bar> bars = new ArrayList<>();
        seconds.forEach((name, value) -> bars.add(new Bar(name, value, NumberText.duration(value))));
        return bars(title, bars, note, ifEmpty);
    }

    /**
     * Makes a figure of bars below each other, the longest as wide as there is room; {@code ifEmpty} stands there if there are none.
     *
     * @param title the title
     * @param bars the bars, from top to bottom
     * @param note a sentence about them; may be empty
     * @param ifEmpty the sentence that stands there if there are none
     * @return the figure
     */
    public static Figure bars(String title, List<Bar> bars, String note, String ifEmpty) {
        if (bars.isEmpty()) {
            return new Figure(title, "<p class=\"none\">" + Markup.escaped(ifEmpty) + "</p>\n", "");
        }
        double most = bars.stream()
                .mapToDouble(Bar::size)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        StringBuilder markup = new StringBuilder("<table class=\"bars\">\n");
        for (Bar bar : bars) {
            double part = bar.size > 0 && Double.isFinite(bar.size) ? Math.max(0.5, 100 * bar.size / most) : 0;
            String name = bar.name.codePointCount(0, bar.name.length()) <= LONGEST
                    ? bar.name
                    : bar.name.substring(0, bar.name.offsetByCodePoints(0, LONGEST - 1)) + "…";
            markup.append("<tr><th scope=\"row\"").append(name.equals(bar.name) ? "" : title(bar.name));
            markup.append('>').append(Markup.escaped(name)).append("</th><td>");
            markup.append(String.format(
                    Locale.ROOT, "<span class=\"track\"><span style=\"width:%.1f%%\"></span></span></td>", part));
            markup.append("<td class=\"number\">").append(Markup.escaped(bar.words));
            markup.append("</td></tr>\n");
        }
        return new Figure(title, markup.append("</table>\n").toString(), note);
    }

    private static String title(String text) {
        return " title=\"" + Markup.escaped(text) + "\"";
    }

    /**
     * Adds figures, side by side where there is room, else below each other.
     *
     * @param figures the figures
     * @return this page
     */
    public Page figures(List<Figure> figures) {
        return figures("boxes", figures);
    }

    /**
     * Adds smaller figures, three side by side where there is room.
     *
     * @param figures the figures
     * @return this page
     */
    public Page thirds(List<Figure> figures) {
        return figures("boxes thirds", figures);
    }

    private Page figures(String cssClass, List<Figure> figures) {
        body.append("<div class=\"").append(cssClass).append("\">\n");
        for (Figure figure : figures) {
            body.append("<figure>\n<h3>").append(Markup.escaped(figure.title)).append("</h3>\n");
            body.append(figure.markup);
            if (!figure.note.isEmpty()) {
                body.append("<figcaption>").append(Markup.escaped(figure.note)).append("</figcaption>\n");
            }
            body.append("</figure>\n");
        }
        body.append("</div>\n");
        return this;
    }

    /**
     * Adds a figure in which videos play.
     *
     * @param caption the title
     * @param player plays the videos
     * @param note a sentence about them; may be empty
     * @return this page
     */
    public Page player(String caption, Player player, String note) {
        hasPlayer = true;
        return figures(List.of(new Figure(caption, player.markup(), note)));
    }

    /**
     * Adds tables, laid out as figures are.
     *
     * @param tables the tables
     * @return this page
     */
    public Page tables(List<Table> tables) {
        body.append("<div class=\"boxes tables\">\n");
        for (Table table : tables) {
            body.append("<section>\n<h3>").append(Markup.escaped(table.caption)).append("</h3>\n");
            append(table);
            body.append("</section>\n");
        }
        body.append("</div>\n");
        return this;
    }

    /**
     * Adds a table that the reader can open.
     *
     * @param table the table
     * @return this page
     */
    public Page details(Table table) {
        body.append("<details><summary>").append(Markup.escaped(table.caption)).append("</summary>\n");
        append(table);
        body.append("</details>\n");
        return this;
    }

    /**
     * Makes a figure of a table, to stand beside others.
     *
     * @param table the table
     * @return the figure
     */
    public static Figure figure(Table table) {
        return new Figure(table.caption, markup(table), "");
    }

    private void append(Table table) {
        body.append(markup(table));
    }

    private static String markup(Table table) {
        if (table.rows.isEmpty()) {
            return "<p class=\"none\">none</p>\n";
        }
        StringBuilder markup = new StringBuilder();
        String kind = table.head.isEmpty() ? "pairs" : table.texts > 0 ? "named" : "plain";
        markup.append("<div class=\"scroll\"><table class=\"").append(kind).append("\">\n");
        if (!table.head.isEmpty()) {
            markup.append("<thead>");
            row(markup, table.head, "th scope=\"col\"", "th", table.texts, column -> false);
            markup.append("</thead>\n");
        }
        markup.append("<tbody>\n");
        for (int k = 0; k < table.rows.size(); k++) {
            int row = k;
            row(
                    markup,
                    table.rows.get(k),
                    "td",
                    "td",
                    table.texts,
                    column -> table.best.contains(new Cell(row, column)));
        }
        markup.append("</tbody>\n</table></div>\n");
        for (String note : table.notes) {
            markup.append("<p class=\"note\">").append(Markup.escaped(note)).append("</p>\n");
        }
        return markup.toString();
    }

    private static void row(
            StringBuilder markup, List<String> cells, String open, String close, int texts, IntPredicate isBest) {
        markup.append("<tr>");
        for (int k = 0; k < cells.size(); k++) {
            String text = Markup.escaped(cells.get(k));
            markup.append('<').append(open).append(k < texts ? ">" : " class=\"number\">");
            markup.append(isBest.test(k) ? "<strong>" + text + "</strong>" : text);
            markup.append("</").append(close).append('>');
        }
        markup.append("</tr>\n");
    }

    /**
     * Returns the whole page.
     *
     * @return the HTML
     */
    public String html() {
        return PageHead.of(title, hasPlayer)
                + "<body>\n<main>\n"
                + body.substring(0, beforeSections)
                + contents()
                + body.substring(beforeSections)
                + "</main>\n"
                + (hasPlayer ? "<script>" + Player.SCRIPT + "</script>\n" : "")
                + "</body>\n</html>\n";
    }

    /**
     * Writes the page to a file, which is replaced as a whole or not at all.
     *
     * @param file the file
     * @throws IOException if writing fails
     */
    public void write(Path file) throws IOException {
        byte[] bytes = html().getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(file, out -> out.write(bytes));
    }
}
