package rung.serve.recommender;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.Step;
import rung.page.NumberText;
import rung.page.Plot;
import rung.page.Spectrum;
import rung.ratings.Model;

/** The model's own page: what can be told from its file, as charts and facts. */
final class ModelReport {
    private static final Pattern AT_RANK = Pattern.compile("([0-9.]+) at rank (\\d+)");
    private static final Set<String> LEFT_OUT = Set.of("heldOut", "held-out", "ratings");

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
            report.errorByStep();
            report.spectrum();
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sections", report.sections);
        facts.put("facts", report.facts());
        return facts;
    }

    private void add(String id, String text, Plot plot) {
        if (!plot.isEmpty()) {
            Map<String, Object> section = new LinkedHashMap<>();
            section.put("id", id);
            section.put("title", plot.title());
            section.put("text", text);
            section.put("svg", plot.element());
            sections.add(section);
        }
    }

    private void errorByRank() {
        TreeMap<Integer, Double> errors = new TreeMap<>();
        model.facts().values().forEach(fact -> {
            Matcher found = AT_RANK.matcher(fact);
            while (found.find()) {
                errors.put(Integer.parseInt(found.group(2)), Double.parseDouble(found.group(1)));
            }
        });
        int rank = model.factors().rank();
        Plot plot = Plot.lines(
                        "Held-out error against rank",
                        "rank",
                        "RMSE",
                        List.of(new Plot.Series(
                                "held-out RMSE",
                                errors.keySet().stream().mapToDouble(k -> k).toArray(),
                                errors.values().stream().mapToDouble(e -> e).toArray())))
                .whole();
        add(
                "errors",
                "A part of the ratings was held out to choose the rank; then the model was trained on all of them.",
                errors.containsKey(rank) ? plot.withMark(rank, errors.get(rank), "chosen: rank " + rank) : plot);
    }

    private void errorByStep() {
        List<Step> steps = model.path();
        double count = model.seen().count();
        add(
                "steps",
                "What the model leaves unexplained in the ratings it was trained on.",
                Plot.lines(
                                "Training error against step",
                                "step",
                                "RMSE",
                                List.of(new Plot.Series(
                                        "training RMSE",
                                        steps.stream().mapToDouble(Step::step).toArray(),
                                        steps.stream()
                                                .mapToDouble(step -> Math.sqrt(2 * step.value() / count))
                                                .toArray())))
                        .whole());
    }

    private void spectrum() {
        add(
                "singular-values",
                "Of the product of the factors, without the mean and the biases.",
                Spectrum.plot("Singular values of the model", Spectrum.of(model.factors())));
    }

    private void popularity() {
        add(
                "popularity",
                "How many of all ratings or choices the most popular items have.",
                rung.page.Popularity.plot(model.seen().usersByItem(model.items().size())));
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
            if (!LEFT_OUT.contains(name)
                    && !value.isEmpty()
                    && !AT_RANK.matcher(value).find()) {
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
