package rung.cli.paper;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The results of an experiment, collected as it goes. */
public final class Outcome {
    private final List<Chart> charts = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private final List<Picture> pictures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Map<String, String> conditions = new LinkedHashMap<>();

    /** Creates an outcome that is still empty. */
    public Outcome() {}

    /**
     * One figure of a table, beside the paper's.
     *
     * @param where the column of the paper's table: a setting or a data set
     * @param what the method
     * @param ours our figure on each seed
     * @param paper the paper's figure; empty if it has none
     * @param remark a remark, for example the rank; may be empty
     */
    public record Row(String where, String what, Sample ours, OptionalDouble paper, String remark) {
        /**
         * Our mean less the paper's figure.
         *
         * @return the difference; empty if the paper has no figure
         */
        public OptionalDouble difference() {
            return paper.isEmpty() ? paper : OptionalDouble.of(ours.mean() - paper.getAsDouble());
        }
    }

    /**
     * A sentence of the paper, and whether it holds here.
     *
     * @param paper the sentence
     * @param seen what was seen here
     * @param holds whether that agrees
     */
    public record Claim(String paper, String seen, boolean holds) {}

    /**
     * A line of a chart: means with a band of one standard error.
     *
     * @param name the name in the legend
     * @param byRank the sample at each rank 1, 2, 3, …
     */
    public record Curve(String name, List<Sample> byRank) {
        static Curve byRank(String name, Sample[] samples) {
            return new Curve(name, List.of(samples));
        }

        /** The same value at every rank. */
        static Curve level(String name, int ranks, Sample sample) {
            return new Curve(name, Collections.nCopies(ranks, sample));
        }
    }

    /**
     * A chart.
     *
     * @param file the name of its file, without an ending
     * @param title the title
     * @param x what the x axis shows
     * @param y what the y axis shows
     * @param curves the lines
     * @param highest the highest value on the y axis; infinite for no limit
     * @param note a sentence about it
     */
    public record Chart(
            String file, String title, String x, String y, List<Curve> curves, double highest, String note) {}

    /**
     * A picture.
     *
     * @param file the name of its file, without an ending
     * @param caption the title
     * @param image the picture
     */
    public record Picture(String file, String caption, BufferedImage image) {}

    Outcome add(Chart chart) {
        charts.add(chart);
        return this;
    }

    Outcome add(Row row) {
        rows.add(row);
        return this;
    }

    Outcome add(Claim claim) {
        claims.add(claim);
        return this;
    }

    Outcome add(Picture picture) {
        pictures.add(picture);
        return this;
    }

    /** A sentence that must be read with the figures. */
    Outcome note(String sentence) {
        notes.add(sentence);
        return this;
    }

    /** A sentence about a part that was left out. */
    Outcome leftOut(String sentence) {
        leftOut.add(sentence);
        return note(sentence);
    }

    /** What makes the numbers again: seeds, splits, sizes. */
    Outcome under(String what, Object value) {
        conditions.put(what, String.valueOf(value));
        return this;
    }

    /**
     * The charts, in order.
     *
     * @return the charts
     */
    public List<Chart> charts() {
        return Collections.unmodifiableList(charts);
    }

    /**
     * The figures, in the order of the table.
     *
     * @return the rows
     */
    public List<Row> rows() {
        return Collections.unmodifiableList(rows);
    }

    /**
     * The sentences of the paper that were checked.
     *
     * @return the claims
     */
    public List<Claim> claims() {
        return Collections.unmodifiableList(claims);
    }

    /**
     * The pictures, in order.
     *
     * @return the pictures
     */
    public List<Picture> pictures() {
        return Collections.unmodifiableList(pictures);
    }

    /**
     * Sentences that must be read with the figures.
     *
     * @return the sentences
     */
    public List<String> notes() {
        return Collections.unmodifiableList(notes);
    }

    /**
     * Sentences about what was left out; they are among the {@link #notes()}.
     *
     * @return the sentences
     */
    public List<String> leftOut() {
        return Collections.unmodifiableList(leftOut);
    }

    /**
     * Whether nothing was run, since all was left out.
     *
     * @return true if there is neither figure nor chart nor picture
     */
    public boolean isEmpty() {
        return rows.isEmpty() && charts.isEmpty() && pictures.isEmpty();
    }

    /**
     * Seeds, splits and sizes: what makes the numbers again.
     *
     * @return the values by their names
     */
    public Map<String, String> conditions() {
        return Collections.unmodifiableMap(conditions);
    }
}
