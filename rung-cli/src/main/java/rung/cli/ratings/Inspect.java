package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.LowRankMatrix;
import rung.Step;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.completion.kind.ColumnKind;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.model.ModelFile;
import rung.file.model.TableModelFile;
import rung.linalg.Matrix;
import rung.page.Json;
import rung.page.TrainingCharts;
import rung.ratings.Model;

/** {@code rung inspect}: shows what is in a model and how it was trained. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Shows what is in a model and how it was trained.",
            "",
            "Of a model that 'rung complete --model' made, it shows what is known of each column. Of one by 'rung"
                    + " train', it prints sizes, bounds, the constant that predictions begin with ('mean' in JSON) and noise, the facts that training recorded, the largest singular"
                    + " values (biases removed), and tables by rank: the error on held-out ratings while the rank was"
                    + " chosen, and error and time while the model was trained. Writes no file."
        },
        footer = {"", "Examples:", "  rung inspect movies.rung", "  rung inspect movies.rung --path --json"})
public final class Inspect implements Callable<Integer> {
    private static final int MOST_VALUES = 10;

    /** The fact that holds the errors by which the rank was chosen. */
    private static final String HELD_OUT = "held-out errors";

    private static final String RESIDUALS = "held-out residuals";

    /** Where the values of facts stand, below each other. */
    private static final String VALUE_INDENT = " ".repeat(17);

    /** The widest name of a column that a table is laid out for. */
    private static final int WIDEST_NAME = 30;

    @Parameters(paramLabel = "MODEL", description = "The model file, made by 'rung train' or 'rung complete --model'.")
    private InputFile file;

    @Option(names = "--path", description = "Print every step of the training, not only the last one at each rank.")
    private boolean wholePath;

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Inspect() {}

    @Override
    public Integer call() throws IOException {
        if (TableModelFile.isTable(file.path())) {
            inspectTable();
            return 0;
        }
        Model model = ModelFile.read(file.path());
        int version = ModelFile.version(file.path());
        long bytes = Files.size(file.path());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.object(facts(model, version, bytes)));
        } else {
            print(out, model, version, bytes);
        }
        return 0;
    }

    /** Shows what a model of a table knows about its columns. */
    private void inspectTable() throws IOException {
        TableModelFile.Named named = TableModelFile.read(file.path());
        int version = ModelFile.version(file.path());
        long bytes = Files.size(file.path());
        List<ColumnKind> kinds = named.model().kinds();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            List<Map<String, Object>> columns = new ArrayList<>();
            for (int j = 0; j < kinds.size(); j++) {
                Map<String, Object> column = new LinkedHashMap<>();
                column.put("name", named.columns().get(j));
                column.put("kind", kinds.get(j).key());
                column.put("labels", named.labels().get(j));
                columns.add(column);
            }
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("formatVersion", version);
            facts.put("bytes", bytes);
            facts.put("rank", named.model().rank());
            facts.put("columns", columns);
            out.println(Json.object(facts));
            return;
        }
        row(out, "file", "%s, %s, format version %d", file, size(bytes), version);
        row(out, "holds", "what 'rung complete' learned about a table, for rows that come later (--with)");
        row(
                out,
                "size",
                "%s, rank %d",
                Words.count(kinds.size(), "column"),
                named.model().rank());
        out.printf("%nColumns:%n");
        int widest = Math.min(
                WIDEST_NAME,
                named.columns().stream().mapToInt(Words::width).max().orElse(1));
        for (int j = 0; j < kinds.size(); j++) {
            List<String> labels = named.labels().get(j);
            String held = labels.isEmpty()
                    ? ""
                    : ": " + labels.stream().limit(MOST_VALUES).collect(Collectors.joining(", "))
                            + (labels.size() > MOST_VALUES ? ", …" : "");
            String line = "  " + Words.padded(named.columns().get(j), widest) + "  "
                    + kinds.get(j).words() + held;
            out.println(Words.wrapped(line, Terminal.outputColumns(), " ".repeat(widest + 4)));
        }
    }

    private static double[] singularValues(BiasedFactors factors) {
        return LowRankMatrix.of(matrix(factors.rows()), matrix(factors.columns()))
                .singularValues();
    }

    private static Matrix matrix(BiasedFactors.Lines lines) {
        float[] factors = lines.factors();
        double[] values = new double[factors.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = factors[k];
        }
        return new Matrix(lines.count(), lines.rank(), values);
    }

    /** The steps to show: all, or the last one at each rank. */
    private List<Step> steps(Model model) {
        if (wholePath) {
            return model.path();
        }
        Map<Integer, Step> last = new LinkedHashMap<>();
        for (Step step : model.path()) {
            last.put(step.rank(), step);
        }
        return new ArrayList<>(last.values());
    }

    private Map<String, Object> facts(Model model, int version, long bytes) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("formatVersion", version);
        facts.put("bytes", bytes);
        facts.put("users", model.users().size());
        facts.put("items", model.items().size());
        facts.put("ratings", model.seen().count());
        model.ratings().ifPresent(part -> {
            facts.put("rank", part.factors().rank());
            facts.put("min", (float) part.low());
            facts.put("max", (float) part.high());
            facts.put("mean", part.factors().mean());
            facts.put("noise", Math.sqrt(part.factors().noise()));
            facts.put(
                    "singularValues",
                    Arrays.stream(singularValues(part.factors())).boxed().toList());
        });
        model.preferences().ifPresent(part -> {
            facts.put("preferenceRank", part.rank());
            facts.put("preferencePenalty", part.penalty().lambda());
            facts.put("ratingPower", model.blend().power());
        });
        facts.put("facts", model.facts());
        facts.put("path", steps(model).stream().map(Inspect::fact).toList());
        return facts;
    }

    private static Map<String, Object> fact(Step step) {
        Map<String, Object> fact = new LinkedHashMap<>();
        fact.put("step", step.step());
        fact.put("rank", step.rank());
        fact.put("objective", step.value());
        if (step.heldOut().isPresent()) {
            fact.put("heldOut", step.heldOut().getAsDouble());
        }
        fact.put("seconds", step.seconds());
        return fact;
    }

    private void print(PrintWriter out, Model model, int version, long bytes) {
        row(out, "file", "%s, %s, format version %d", file, size(bytes), version);
        row(
                out,
                "size",
                "%s, %s%s%s",
                Words.count(model.users().size(), "user"),
                Words.count(model.items().size(), "item"),
                model.ratings().map(part -> ", rank " + part.factors().rank()).orElse(""),
                model.preferences()
                        .map(part -> ", preferences of rank " + part.rank())
                        .orElse(""));
        model.ratings().ifPresent(part -> {
            row(out, "predictions", "from %s to %s", Words.plain(part.low()), Words.plain(part.high()));
            row(
                    out,
                    "constant",
                    "%.4f (what biases and factors are added to)",
                    part.factors().mean());
            row(
                    out,
                    "noise",
                    "%.4f (standard deviation)",
                    Math.sqrt(part.factors().noise()));
        });
        ListChoice.caveat(model).ifPresent(words -> row(out, "about lists", "%s", words));
        model.facts().forEach((name, fact) -> {
            if (!fact.isEmpty()
                    && !name.equals(HELD_OUT)
                    && !name.equals(RESIDUALS)) { // in the table below, or for charts
                row(out, name.equals("stop") ? "ended because" : name, "%s", inWords(name, fact));
            }
        });
        if (model.ratings().isEmpty()) {
            return;
        }
        double[] sigma = singularValues(model.factors());
        if (sigma.length == 0) {
            row(
                    out,
                    "why rank 0",
                    "%s",
                    model.facts().getOrDefault(HELD_OUT, "").isEmpty()
                            ? "it has the biases of users and items alone"
                            : "on ratings held out, no rank was clearly better than the biases of users and items alone");
            table(out, model);
            return;
        }
        row(
                out,
                "singular values",
                "%s%s",
                Arrays.stream(sigma)
                        .limit(MOST_VALUES)
                        .mapToObj(value -> String.format(Locale.ROOT, "%.4g", value))
                        .collect(Collectors.joining("  ")),
                sigma.length > MOST_VALUES ? "  …" : "");
        table(out, model);
    }

    /** Prints a table by rank: the error on held-out ratings while the rank was chosen, and the last step on all ratings. */
    private void table(PrintWriter out, Model model) {
        Map<Integer, String> heldOut = heldOut(model.facts().getOrDefault(HELD_OUT, ""));
        List<Step> steps = steps(model);
        if (steps.isEmpty() && heldOut.isEmpty()) {
            return;
        }
        String best = heldOut.values().stream()
                .min(Comparator.comparingDouble(Double::parseDouble))
                .orElse("");
        if (!heldOut.isEmpty()) {
            out.println();
            out.println(Words.wrapped(
                    "Choosing the rank, on ratings held out (* the least error):", Terminal.outputColumns()));
            out.printf("%6s %10s%n", "rank", "RMSE");
            heldOut.forEach((rank, error) -> out.printf(
                    Locale.ROOT, "%6d %10.4f%s%n", rank, Double.parseDouble(error), error.equals(best) ? " *" : ""));
        }
        if (!steps.isEmpty()) {
            long ratings = model.seen().count();
            out.println();
            out.println(Words.wrapped(
                    "Training on all ratings" + (wholePath ? "" : ", the last step at each rank (--path: all steps)")
                            + ":",
                    Terminal.outputColumns()));
            out.printf("%6s %6s %10s %10s%n", "step", "rank", "RMSE", "seconds");
            for (Step step : steps) {
                out.printf(
                        Locale.ROOT,
                        "%6d %6d %10.4f %10.2f%n",
                        step.step(),
                        step.rank(),
                        TrainingCharts.rmse(step, ratings),
                        step.seconds());
            }
        }
    }

    /* What training recorded, "0.8841 at rank 7, 0.8852 at rank 6, …", by rank. */
    private static Map<Integer, String> heldOut(String fact) {
        Map<Integer, String> errors = new TreeMap<>();
        Matcher each = Pattern.compile("([0-9.eE+-]+) at rank (\\d+)").matcher(fact);
        while (each.find()) {
            errors.put(Integer.parseInt(each.group(2)), each.group(1));
        }
        return errors;
    }

    /** What training recorded, in words; as it is if it is not of the usual form. */
    static String inWords(String name, String fact) {
        return switch (name) {
            case "settings" ->
                fact.replaceFirst(
                        "^rank (\\d+), .*, 1 × exact, finishing (\\d+), .*",
                        "one rank after the other up to $1, with a draw of one side at each; then $2 rounds of draws,"
                                + " whose mean is the model");
            case "preferences" ->
                fact.replaceFirst("alpha ([0-9.]+)", "an item not chosen weighs $1 of a chosen one")
                        .replaceFirst("penalty (\\S+)\\·n\\^(\\S+),", "penalty $1 times (number of choices)^$2,");
            case "lists" ->
                Pattern.compile("preference × expected rating\\^(\\S+)")
                        .matcher(fact)
                        .replaceFirst(power -> "ranked by " + ListChoice.order(Double.parseDouble(power.group(1))));
            default -> fact;
        };
    }

    private static void row(PrintWriter out, String name, String format, Object... args) {
        String line = String.format(Locale.ROOT, "%-16s %s", name, String.format(Locale.ROOT, format, args));
        out.println(Words.wrapped(line, Terminal.outputColumns(), VALUE_INDENT));
    }

    private static String size(long bytes) {
        return bytes < 100_000
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
