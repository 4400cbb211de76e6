package rung.cli.completion;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.GrossError;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Kinds;
import rung.completion.order.Order;
import rung.completion.order.Stretches;
import rung.data.Observations;
import rung.linalg.Side;
import rung.page.Json;
import rung.page.NumberText;

/** What is printed of a table that was completed. */
final class CompletionSummary {
    /** Fewer held-out cells than this are said: their error is then off by more than about a tenth, by chance. */
    private static final int FEW = 50;

    /** So many equal numbers that look like errors are no coincidence. */
    private static final int MANY_EQUAL = 3;

    private final TableData source;
    private final Completion.Completed completed;
    private final KindOptions kinds;
    private final CompletionOutputs outputs;
    private final Neighbors smooth;
    private final boolean isRounded;
    private final boolean isRankTold;
    private final Observations data;

    /**
     * A summary.
     *
     * @param source the table
     * @param data its known cells
     * @param completed what came of it
     * @param kinds what was told of its columns
     * @param outputs the files that were written
     * @param smooth which neighbors may tell about each other; null if that was not told
     * @param isRounded whether columns of whole numbers were filled with whole numbers
     * @param isRankTold whether the rank was given
     */
    CompletionSummary(
            TableData source,
            Observations data,
            Completion.Completed completed,
            KindOptions kinds,
            CompletionOutputs outputs,
            Neighbors smooth,
            boolean isRounded,
            boolean isRankTold) {
        this.source = source;
        this.completed = completed;
        this.kinds = kinds;
        this.outputs = outputs;
        this.smooth = smooth;
        this.isRounded = isRounded;
        this.isRankTold = isRankTold;
        this.data = data;
    }

    /* What columns are taken for, if not for numbers and not told: "recognized: kids (counts), income (positive and skewed)". */
    private Optional<String> assumed() {
        List<String> found = IntStream.range(0, completed.columns().size())
                .filter(j -> completed.columns().get(j).kind() != ColumnKind.NUMBER)
                .filter(j -> !kinds.isTold(source.position(j)))
                .mapToObj(j -> source.name(j) + " ("
                        + completed.columns().get(j).kind().words() + ")")
                .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("recognized: " + Words.list(found) + "; --kind says otherwise");
    }

    /* Columns that are taken for numbers, though they look a little like something else, and how to say that they are. */
    private Optional<String> doubtful() {
        List<String> looks = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (int j = 0; j < completed.columns().size(); j++) {
            if (completed.columns().get(j).kind() == ColumnKind.NUMBER && !kinds.isTold(source.position(j))) {
                String name = source.name(j);
                Kinds.resembled(source.observed(j)).ifPresent(kind -> {
                    looks.add(name + (kind == ColumnKind.COUNT ? " (could be counts)" : " (a little skewed)"));
                    options.add(name + "=" + kind.key());
                });
            }
        }
        return looks.isEmpty()
                ? Optional.empty()
                : Optional.of("taken for plain numbers: " + Words.list(looks) + "; --kind " + options.get(0)
                        + " says otherwise");
    }

    /* Which columns of two values are filled with what lies between these. */
    private Optional<String> probabilities() {
        List<String> found = IntStream.range(0, completed.columns().size())
                .filter(j -> completed.columns().get(j).kind() == ColumnKind.TWO_VALUED)
                .filter(j -> !isRounded && source.hasHole(j))
                .mapToObj(j -> {
                    double[] both = Arrays.stream(source.observed(j))
                            .distinct()
                            .sorted()
                            .toArray();
                    return both[0] == 0 && both[1] == 1
                            ? source.name(j) + " (of 1)"
                            : String.format(
                                    "%s (from %s, never, to %s, always)",
                                    source.name(j), Words.plain(both[0]), Words.plain(both[1]));
                })
                .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "filled with probabilities: " + Words.list(found) + "; --round fills in the likelier value");
    }

    /*
     * Numbers that may stand for holes: the one that most cells hold which look like errors, if it is in many, and codes such as -999 far
     * from the other numbers of their column.
     */
    private Optional<String> mark() {
        Map<Double, Long> counts = completed.grossErrors().stream()
                .collect(Collectors.groupingBy(GrossError::value, TreeMap::new, Collectors.counting()));
        Map<Double, Boolean> marks = HoleCodes.in(source); // each mark, and whether it is one wherever it is
        counts.entrySet().stream()
                .filter(each -> each.getValue() >= MANY_EQUAL)
                .max(Map.Entry.comparingByValue())
                .ifPresent(each -> marks.put(each.getKey(), true));
        if (marks.isEmpty()) {
            return Optional.empty();
        }
        List<String> held = new ArrayList<>();
        for (double number : marks.keySet()) {
            long count = source.count(number);
            held.add(Words.count(count, "cell") + (count == 1 ? " holds " : " hold ") + Words.plain(number));
        }
        boolean areEverywhere = marks.values().stream().allMatch(each -> each);
        return Optional.of(Words.list(held) + "; if " + (marks.size() == 1 ? "that marks a hole" : "these mark holes")
                + (!source.isText()
                        ? ", put NaN there"
                        : areEverywhere
                                ? ": --na "
                                        + marks.keySet().stream()
                                                .map(Words::plain)
                                                .collect(Collectors.joining(","))
                                : ", empty the cells that do: not all seem to"));
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        assumed().ifPresent(remarks::add);
        doubtful().ifPresent(remarks::add);
        probabilities().ifPresent(remarks::add);
        Neighbors.remark(smooth, completed).ifPresent(remarks::add);
        completed
                .outages()
                .ifPresent(outages -> remarks.add(outages.count()
                        + (outages.count() == 1 ? " row with no or few values is" : " rows with no or few values are")
                        + " filled from the rows around"));
        int errors = completed.grossErrors().size();
        if (errors > 0) {
            remarks.add((errors == 1
                            ? "one known cell looks like an error and was"
                            : errors + " known cells look like errors and were")
                    + " left out of account"
                    + (outputs.hasOutliers() ? "" : "; --outliers FILE lists " + (errors == 1 ? "it" : "them")));
        }
        mark().ifPresent(remarks::add);
        if (completed.isLimited()) {
            remarks.add("the rank stopped at its limit while the error still fell; --max-rank raises it");
        }
        if (areMeansBetter(completed.selection(), j -> source.observed(j).length, data.rows())) {
            remarks.add("WARNING: column means would do better than this; look at the table, its header and its"
                    + " outliers" + (isRankTold ? ", or leave out --rank" : ""));
        }
        return remarks;
    }

    /**
     * Whether column means would be better than what is filled in, in the columns of numbers that have holes.
     *
     * @param known the number of known cells of each column
     * @param rows the number of rows
     */
    static boolean areMeansBetter(Completion.Completed.Selection found, IntUnaryOperator known, int rows) {
        if (!isWorse(found.heldOutError().orElse(0), found.baselineError().orElse(0))) {
            return false;
        }
        double error = 0;
        double ofMeans = 0;
        for (int j = 0; j < found.columns().size(); j++) {
            Completion.Column column = found.columns().get(j);
            int count = known.applyAsInt(j);
            if (count < rows
                    && column.kind() != ColumnKind.CATEGORY
                    && column.error().isPresent()) {
                double ratio = column.error().getAsDouble()
                        / Math.max(Double.MIN_NORMAL, column.errorOfMean().orElseThrow());
                error += count * ratio * ratio;
                ofMeans += count;
            }
        }
        return isWorse(Math.sqrt(error), Math.sqrt(ofMeans));
    }

    private static boolean isWorse(double error, double ofMeans) {
        return error > 1.01 * ofMeans;
    }

    /** The share of held-out labels that are wrong, of which the columns may be predicted well or badly. */
    private OptionalDouble labelError(Function<Completion.Column, OptionalDouble> errorOf) {
        double sum = 0;
        long count = 0;
        for (int j = 0; j < data.columns(); j++) {
            OptionalDouble error = errorOf.apply(completed.columns().get(j));
            if (completed.columns().get(j).kind() == ColumnKind.CATEGORY && error.isPresent()) {
                int known = source.observed(j).length; // as many of them are held out in each column
                sum += known * error.getAsDouble();
                count += known;
            }
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    /* How well labels are told: "12.5 % of held-out labels are wrong (commonest label: 48.1 %)". */
    private Optional<String> labels() {
        OptionalDouble error = labelError(Completion.Column::error);
        return error.isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%.1f %% of held-out labels wrong (commonest label of each column: %.1f %%)",
                        100 * error.getAsDouble(),
                        100 * labelError(Completion.Column::errorOfMean).orElseThrow()));
    }

    /*
     * Which cells were held out, and how many if they are few: the fewer, the less the error says. Errors on stretches are larger than those
     * on single cells of the same table.
     */
    private String heldOut() {
        int count = completed.selection().heldOutCells();
        String number = count > 0 && count < FEW ? count + " " : "";
        if (completed.selection().isByStretches()) {
            return number + "cells held out in stretches as long as the holes";
        }
        boolean isEasier = smooth == Neighbors.NONE
                && Stretches.areIn(data, Order.of(Side.LEFT, source.values().rows()));
        return isEasier ? number + "cells held out one by one, unlike the holes," : number + "held-out cells";
    }

    /** Prints the summary, for people or as JSON. */
    void print(PrintWriter out, boolean isJson, double seconds) {
        long cells = (long) source.values().rows() * source.values().columns();
        long holes = source.holes();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", source.values().rows());
        facts.put("columns", source.values().columns());
        facts.put("holes", holes);
        facts.put("rank", completed.rank());
        facts.put("preparation", completed.preparation().name().toLowerCase(Locale.ROOT));
        facts.put("heldOutCells", completed.selection().heldOutCells());
        facts.put("heldOutError", completed.heldOutError());
        facts.put("baselineError", completed.baselineError());
        facts.put("labelError", labelError(Completion.Column::error));
        facts.put("baselineLabelError", labelError(Completion.Column::errorOfMean));
        Optional<EmptyRowHoles> emptyRows = EmptyRowHoles.of(data, completed);
        facts.put("emptyRowHoles", emptyRows.map(EmptyRowHoles::count).orElse(0L));
        facts.put(
                "emptyRowError",
                emptyRows.map(rows -> OptionalDouble.of(rows.error())).orElse(OptionalDouble.empty()));
        facts.put("grossErrors", completed.grossErrors().size());
        facts.put("smooth", completed.order().map(Neighbors::side).orElse("none"));
        facts.put("stopped", completed.stopped());
        facts.put("seconds", seconds);
        facts.put("output", outputs.table().toString());
        if (isJson) {
            out.println(Json.object(facts));
            return;
        }
        String size = source.hasCategories() ? ", in " + source.size() : "";
        String fit = "rank " + completed.rank() + ", columns " + completed.preparation();
        if (holes == 0) {
            Terminal.result(
                    out, "no holes: copied as it is; learned from %s%s, %s", Words.count(cells, "cell"), size, fit);
        } else {
            Terminal.result(
                    out,
                    "%s of %d cells filled (%.1f %%)%s, %s",
                    Words.count(holes, "hole"),
                    cells,
                    100.0 * holes / cells,
                    size,
                    fit);
        }
        if (completed.heldOutError().isEmpty() && labels().isPresent()) {
            Terminal.result(out, "%s", labels().get());
            remarks().forEach(remark -> Terminal.result(out, "%s", remark));
        } else if (completed.heldOutError().isEmpty()) {
            Terminal.result(
                    out,
                    "too few cells to estimate the error: %s the levels of rows and columns",
                    holes == 0 ? "learned" : "filled by");
            Neighbors.remark(smooth, completed).ifPresent(remark -> Terminal.result(out, "%s", remark));
            mark().ifPresent(remark -> Terminal.result(out, "%s", remark));
        } else {
            Terminal.result(
                    out,
                    "error on %s %.3f standard deviations of their columns (column means: %.3f)",
                    heldOut(),
                    completed.heldOutError().getAsDouble(),
                    completed.baselineError().orElseThrow());
            emptyRows.ifPresent(rows -> Terminal.result(out, "%s", rows.sentence("that error")));
            labels().ifPresent(labels -> Terminal.result(out, "%s", labels));
            remarks().forEach(remark -> Terminal.result(out, "%s", remark));
        }
        outputs.others().ifPresent(others -> Terminal.result(out, "%s", others));
        Terminal.result(out, "%s   (%s)", outputs.table(), NumberText.duration(seconds));
    }
}
