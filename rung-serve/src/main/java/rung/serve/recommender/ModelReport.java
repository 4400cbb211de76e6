package rung.serve.recommender;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;
import rung.page.TrainingCharts;
import rung.ratings.Model;

/** The model's own page: what can be told from its file, as charts, tables and facts. What the file does not say is left out. */
final class ModelReport {
    private static final Pattern AT_RANK = Pattern.compile("([0-9.]+) at rank (\\d+)");
    private static final Pattern BINS =
            Pattern.compile("from (-?[0-9.E-]{1,20}) by ([0-9.E-]{1,20}):((?: \\d{1,12}){1,1000})");
    private static final Pattern LISTS = Pattern.compile("(\\d{1,9}) items for (\\d{1,9}) users: (.*)");
    private static final Pattern MEASURE = Pattern.compile("([A-Za-z ]+?) ([0-9.]+) \\(([0-9.]+) by popularity\\)");
    private static final Set<String> LEFT_OUT = Set.of(
            "heldOut", "held-out", "ratings", "choices", "held-out errors", "held-out residuals", "held-out lists");

    private final Model model;
    private final List<Map<String, Object>> sections = new ArrayList<>();

    private ModelReport(Model model) {
        this.model = model;
    }

    /** The report as programs see it. */
    static Map<String, Object> of(Model model) {
        ModelReport report = new ModelReport(model);
        report.popularity();
        if (model.ratings().isPresent()) {
            report.errorByRank();
            report.add(
                    "steps",
                    TrainingCharts.errorByStep(
                            model.path(), model.factors().rank(), model.seen().count()));
            report.add("singular-values", TrainingCharts.spectrum(model.factors()));
            report.residuals();
        }
        report.lists();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sections", report.sections);
        facts.put("facts", report.facts());
        return facts;
    }

    private void add(String id, TrainingCharts.Chart chart) {
        if (!chart.plot().isEmpty()) {
            Map<String, Object> section = section(id, chart.plot().title(), chart.note());
            section.put("svg", chart.plot().wide());
            section.put("narrow", chart.plot().narrow());
        }
    }

    private Map<String, Object> section(String id, String title, String text) {
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("id", id);
        section.put("title", title);
        section.put("text", text);
        sections.add(section);
        return section;
    }

    private void errorByRank() {
        TreeMap<Integer, Double> errors = new TreeMap<>();
        Matcher found = AT_RANK.matcher(model.facts().getOrDefault("held-out errors", ""));
        while (found.find()) {
            errors.put(Integer.parseInt(found.group(2)), Double.parseDouble(found.group(1)));
        }
        add("errors", TrainingCharts.errorByRank(errors, model.factors().rank()));
    }

    private void residuals() {
        Matcher found = BINS.matcher(model.facts().getOrDefault("held-out residuals", ""));
        if (found.matches()) {
            double from = Double.parseDouble(found.group(1));
            double width = Double.parseDouble(found.group(2));
            long[] counts = Arrays.stream(found.group(3).strip().split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            double[] edges = new double[counts.length + 1];
            Arrays.setAll(edges, k -> from + k * width);
            add(
                    "residuals",
                    TrainingCharts.residuals(
                            new Histogram(edges, counts), "the ratings held out, predicted without them"));
        }
    }

    private void lists() {
        Matcher found = LISTS.matcher(model.facts().getOrDefault("held-out lists", ""));
        if (found.matches()) {
            List<TrainingCharts.ListMeasure> measures = new ArrayList<>();
            for (String each : found.group(3).split(", ")) {
                Matcher one = MEASURE.matcher(each);
                if (one.matches()) {
                    measures.add(new TrainingCharts.ListMeasure(
                            one.group(1), Double.parseDouble(one.group(2)), Double.parseDouble(one.group(3))));
                }
            }
            Page.Table table = TrainingCharts.listQuality(
                    Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), measures);
            Map<String, Object> section =
                    section("lists", table.caption(), table.notes().get(0));
            section.put("head", table.head());
            section.put("rows", table.rows());
        }
    }

    private void popularity() {
        String entries = model.ratings().isPresent() ? "ratings" : "choices";
        Plot plot =
                TrainingCharts.popularity(model.seen().usersByItem(model.items().size()), entries);
        add(
                "popularity",
                new TrainingCharts.Chart(plot, "How many of all " + entries + " the most popular items have."));
    }

    private List<Map<String, Object>> facts() {
        List<Map<String, Object>> facts = new ArrayList<>();
        fact(facts, "Users", NumberText.count(model.users().size()));
        fact(facts, "Items", NumberText.count(model.items().size()));
        fact(
                facts,
                model.ratings().isPresent() ? "Ratings" : "Choices",
                NumberText.count(model.seen().count()));
        model.ratings()
                .ifPresent(part ->
                        fact(facts, "Rank", NumberText.count(part.factors().rank())));
        model.preferences().ifPresent(part -> fact(facts, "Rank of preferences", NumberText.count(part.rank())));
        model.facts().forEach((name, value) -> {
            if (!LEFT_OUT.contains(name) && !value.isEmpty()) {
                fact(facts, Character.toUpperCase(name.charAt(0)) + name.substring(1), value);
            }
        });
        return facts;
    }

    private static void fact(List<Map<String, Object>> facts, String name, String value) {
        Map<String, Object> fact = new LinkedHashMap<>();
        fact.put("name", name);
        fact.put("value", value);
        facts.add(fact);
    }
}
