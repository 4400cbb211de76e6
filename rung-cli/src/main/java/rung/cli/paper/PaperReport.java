package rung.cli.paper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import rung.Provenance;
import rung.cli.output.MadeWith;
import rung.page.Json;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;

/** Writes the results of all experiments: a page, charts and pictures, and JSON for programs. */
public final class PaperReport {
    /** The name of the page. */
    public static final String PAGE = "report.html";
    /** The name of the results for programs. */
    public static final String RESULTS = "results.json";

    private final Map<String, Result> results = new LinkedHashMap<>();
    private final Map<String, String> options;
    private List<String> unfinished = List.of();

    private record Result(String title, Outcome outcome, double seconds) {}

    /**
     * Creates a report without results.
     *
     * @param options how the command was called: the values of its options by their names
     */
    public PaperReport(Map<String, String> options) {
        this.options = new LinkedHashMap<>(options);
    }

    /**
     * Adds the outcome of an experiment, and how long it took.
     *
     * @param name the name of the table or figure
     * @param title its title
     * @param outcome the results
     * @param seconds how long it took
     */
    public void add(String name, String title, Outcome outcome, double seconds) {
        results.put(name, new Result(title, outcome, seconds));
    }

    /**
     * The experiments that are finished, in their order.
     *
     * @return the names of the tables and figures
     */
    public List<String> names() {
        return List.copyOf(results.keySet());
    }

    /**
     * Writes all files. The function says where the file of a name goes.
     *
     * @param place gives the path of a file by its name
     * @param wanted the names of all experiments that were asked for; those without an outcome are said to be missing
     * @throws IOException if writing fails
     */
    public void write(Function<String, Path> place, List<String> wanted) throws IOException {
        unfinished = wanted.stream().filter(name -> !results.containsKey(name)).toList();
        for (Result result : results.values()) {
            for (Outcome.Chart chart : result.outcome.charts()) {
                plot(chart).write(place.apply(chart.file() + ".svg"));
                plot(chart).write(place.apply(chart.file() + ".png"));
            }
            for (Outcome.Picture picture : result.outcome.pictures()) {
                ImageIO.write(
                        picture.image(),
                        "png",
                        place.apply(picture.file() + ".png").toFile());
            }
        }
        Files.write(place.apply(RESULTS), (json() + "\n").getBytes(StandardCharsets.UTF_8));
        Files.write(place.apply(PAGE), page().html().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether our figure agrees with the paper's, in words: a difference below two standard errors is none.
     *
     * @param row the row
     * @return the words
     */
    public static String verdict(Outcome.Row row) {
        OptionalDouble difference = row.difference();
        OptionalDouble error = row.ours().standardError();
        if (difference.isEmpty() || error.isEmpty()) {
            return "";
        }
        double errors = difference.getAsDouble() / error.getAsDouble();
        return errors > 2 ? "worse" : errors < -2 ? "better" : "same";
    }

    private Page page() {
        Page page = new Page("Local Search Algorithms for Rank-Constrained Convex Optimization, run again")
                .paragraph(
                        "Every table and figure of Axiotis and Sviridenko (ICLR 2021), with the algorithms to the letter of the"
                                + " paper, the methods it compares with, and Rung's default beside them. Differences are ours minus the"
                                + " paper's; an error within two standard errors of the paper's counts as the same.");
        if (!unfinished.isEmpty()) {
            page.notice("Stopped before the end: " + String.join(", ", unfinished) + " missing.");
        }
        page.facts(summary());
        results.forEach((name, result) -> section(page, name, result));
        Map<String, String> provenance = new LinkedHashMap<>();
        provenance.put("rung", Provenance.libraryVersion());
        provenance.put("platform", Provenance.platform());
        return page.heading("How it was made")
                .tables(List.of(Page.Table.of("Options", options), MadeWith.table(provenance)));
    }

    private List<Page.Fact> summary() {
        int claims = 0;
        int holding = 0;
        int compared = 0;
        int worse = 0;
        double seconds = 0;
        for (Result result : results.values()) {
            claims += result.outcome.claims().size();
            holding += (int) result.outcome.claims().stream()
                    .filter(Outcome.Claim::holds)
                    .count();
            for (Outcome.Row row : result.outcome.rows()) {
                compared += verdict(row).isEmpty() ? 0 : 1;
                worse += verdict(row).equals("worse") ? 1 : 0;
            }
            seconds += result.seconds;
        }
        return List.of(
                new Page.Fact("Tables and figures", NumberText.count(results.size()), ""),
                new Page.Fact("Claims seen again", holding + " of " + claims, ""),
                new Page.Fact(
                        "Errors beside the paper's",
                        NumberText.count(compared),
                        worse + " worse by two standard errors"),
                new Page.Fact("Time", NumberText.duration(seconds), ""));
    }

    private static void section(Page page, String name, Result result) {
        Outcome outcome = result.outcome;
        page.heading(label(name) + ". " + result.title);
        outcome.notes().forEach(page::paragraph);
        if (!outcome.charts().isEmpty()) {
            page.figures(outcome.charts().stream()
                    .map(chart -> Page.chart(plot(chart), chart.note(), "Nothing to draw."))
                    .toList());
        }
        if (!outcome.pictures().isEmpty()) {
            page.thirds(outcome.pictures().stream()
                    .map(picture -> Page.picture(picture.caption(), picture.caption(), picture.image(), ""))
                    .toList());
        }
        if (!outcome.rows().isEmpty()) {
            tables(outcome, true).forEach(table -> page.tables(List.of(table))); // as wide as the page
            List<Page.Table> others = tables(outcome, false);
            if (!others.isEmpty()) {
                page.tables(others);
            }
        }
        if (!outcome.claims().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            outcome.claims()
                    .forEach(claim ->
                            rows.add(List.of(claim.paper(), claim.seen(), claim.holds() ? "agrees" : "differs")));
            page.tables(List.of(new Page.Table("Claims", 2, List.of("The paper says", "Seen here", ""), rows)));
        }
        Map<String, String> conditions = new LinkedHashMap<>(outcome.conditions());
        conditions.put("time", NumberText.duration(result.seconds));
        page.details(Page.Table.of("Seeds, splits and settings", conditions));
    }

    /** The label of an experiment: "Figure 1" for figure1. */
    private static String label(String name) {
        int digit = name.length() - 1;
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1, digit) + " " + name.substring(digit);
    }

    /** One table for each data set or setting that has figures of the paper, or that has none. */
    private static List<Page.Table> tables(Outcome outcome, boolean withPapers) {
        Map<String, List<Outcome.Row>> groups = new LinkedHashMap<>();
        outcome.rows()
                .forEach(row -> groups.computeIfAbsent(row.where(), where -> new ArrayList<>())
                        .add(row));
        List<Page.Table> tables = new ArrayList<>();
        groups.forEach((where, rows) -> {
            if (hasPapers(rows) == withPapers) {
                tables.add(table(where, rows));
            }
        });
        return tables;
    }

    private static boolean hasPapers(List<Outcome.Row> rows) {
        return rows.stream().anyMatch(row -> row.paper().isPresent());
    }

    private static Page.Table table(String where, List<Outcome.Row> rows) {
        boolean hasPapers = hasPapers(rows);
        boolean hasErrors =
                rows.stream().anyMatch(row -> row.ours().standardError().isPresent());
        List<String> head = new ArrayList<>(List.of("method", "with", "ours"));
        if (hasErrors) {
            head.add("± s.e.");
        }
        if (hasPapers) {
            head.addAll(List.of("paper's", "difference", ""));
        }
        List<List<String>> cells = new ArrayList<>();
        for (Outcome.Row row : rows) {
            List<String> line = new ArrayList<>(List.of(
                    row.what(),
                    row.remark(),
                    number(OptionalDouble.of(row.ours().mean()))));
            if (hasErrors) {
                line.add(number(row.ours().standardError()));
            }
            if (hasPapers) {
                line.add(
                        row.paper().isPresent() ? NumberText.general(row.paper().getAsDouble()) : "");
                line.add((row.difference().orElse(0) > 0 ? "+" : "") + number(row.difference()));
                line.add(verdict(row));
            }
            cells.add(line);
        }
        return new Page.Table(where, 2, head, cells);
    }

    /**
     * A figure as text: four decimals for errors, one for seconds.
     *
     * @param value the number
     * @return the text; empty if there is no number
     */
    public static String number(OptionalDouble value) {
        return value.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT, Math.abs(value.getAsDouble()) >= 10 ? "%.1f" : "%.4f", value.getAsDouble());
    }

    private static Plot plot(Outcome.Chart chart) {
        List<Plot.Series> series = new ArrayList<>();
        for (Outcome.Curve curve : chart.curves()) {
            Plot.Series line = new Plot.Series(
                    curve.name(),
                    IntStream.rangeClosed(1, curve.byRank().size())
                            .asDoubleStream()
                            .toArray(),
                    curve.byRank().stream().mapToDouble(Sample::mean).toArray());
            double[] errors = curve.byRank().stream()
                    .flatMapToDouble(sample -> sample.standardError().stream())
                    .toArray();
            boolean hasBand = errors.length == curve.byRank().size() && errors.length > 0;
            series.add(hasBand ? line.withBand(errors, "one standard error") : line);
        }
        Plot plot = Plot.lines(chart.title(), chart.x(), chart.y(), series).whole();
        return Double.isFinite(chart.highest()) ? plot.below(chart.highest()) : plot;
    }

    /**
     * All results as JSON. Times are kept apart, since only they differ when a run is repeated.
     *
     * @return the text
     */
    public String json() {
        Map<String, Object> experiments = new LinkedHashMap<>();
        Map<String, Object> seconds = new LinkedHashMap<>();
        results.forEach((name, result) -> {
            experiments.put(name, facts(result));
            seconds.put(name, result.seconds);
        });
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("options", options);
        all.put("rung", Provenance.libraryVersion());
        all.put("platform", Provenance.platform());
        all.put("unfinished", unfinished);
        all.put("seconds", seconds);
        all.put("experiments", experiments);
        return Json.object(all);
    }

    private static Map<String, Object> facts(Result result) {
        Outcome outcome = result.outcome;
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("title", result.title);
        facts.put("conditions", outcome.conditions());
        List<Object> rows = new ArrayList<>();
        for (Outcome.Row row : outcome.rows()) {
            Map<String, Object> cells = new LinkedHashMap<>();
            cells.put("where", row.where());
            cells.put("method", row.what());
            cells.put("with", row.remark());
            cells.put("ours", row.ours().mean());
            cells.put("standardError", row.ours().standardError());
            cells.put("values", row.ours().values());
            cells.put("paper", row.paper());
            cells.put("difference", row.difference());
            rows.add(cells);
        }
        facts.put("rows", rows);
        List<Object> claims = new ArrayList<>();
        for (Outcome.Claim claim : outcome.claims()) {
            Map<String, Object> words = new LinkedHashMap<>();
            words.put("paper", claim.paper());
            words.put("seen", claim.seen());
            words.put("holds", claim.holds());
            claims.add(words);
        }
        facts.put("claims", claims);
        List<Object> charts = new ArrayList<>();
        for (Outcome.Chart chart : outcome.charts()) {
            Map<String, Object> curves = new LinkedHashMap<>();
            for (Outcome.Curve curve : chart.curves()) {
                Map<String, Object> numbers = new LinkedHashMap<>();
                numbers.put(
                        "x",
                        IntStream.rangeClosed(1, curve.byRank().size())
                                .asDoubleStream()
                                .boxed()
                                .toList());
                numbers.put("y", curve.byRank().stream().map(Sample::mean).toList());
                numbers.put(
                        "standardError",
                        curve.byRank().stream().map(Sample::standardError).toList());
                curves.put(curve.name(), numbers);
            }
            Map<String, Object> drawn = new LinkedHashMap<>();
            drawn.put("file", chart.file());
            drawn.put("title", chart.title());
            drawn.put("x", chart.x());
            drawn.put("y", chart.y());
            drawn.put("curves", curves);
            charts.add(drawn);
        }
        facts.put("charts", charts);
        facts.put("notes", outcome.notes());
        return facts;
    }
}
