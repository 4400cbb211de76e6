package rung.cli.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import rung.Provenance;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.comparison.Compared;
import rung.comparison.Comparison;
import rung.comparison.Cost;
import rung.comparison.Estimate;
import rung.comparison.Round;
import rung.comparison.Standing;
import rung.completion.GrossError;
import rung.page.Json;
import rung.page.NumberText;
import rung.page.Plot;

/** What a comparison found, for people and for programs: the folder of its results, and the table on the terminal. */
final class ComparisonFiles {
    static final String PAGE = "report.html";
    private static final String FACTS = "comparison.json";
    private static final String ROWS = "comparison.csv";
    private static final String LISTS = "lists.csv";
    private static final String BY_RANK = "error-vs-rank";
    private static final String BY_TIME = "error-vs-time";

    /** The names of the files in the folder of results. */
    static final List<String> NAMES =
            List.of(PAGE, FACTS, ROWS, LISTS, BY_RANK + ".svg", BY_RANK + ".png", BY_TIME + ".svg", BY_TIME + ".png");

    /**
     * What was compared on.
     *
     * @param source the name of the file
     * @param words one sentence on what it holds
     * @param unmeasured the cells that look like errors, on which no method was measured
     */
    record Data(String source, String words, List<Unmeasured> unmeasured) {
        /** A sentence on the cells that were not measured, which names them. */
        Optional<String> errors() {
            boolean isOne = unmeasured.size() == 1;
            return unmeasured.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Words.count(unmeasured.size(), "cell")
                            + (isOne ? " looks like an error" : " look like errors")
                            + ", and no method is measured on " + (isOne ? "it" : "them") + ": "
                            + Words.list(
                                    unmeasured.stream().map(Unmeasured::words).toList())
                            + "; --all-cells measures " + (isOne ? "it" : "them") + ", too");
        }
    }

    /** A cell that looks like an error, and its place in the file: "in.csv:12, column b". */
    record Unmeasured(String place, GrossError error) {
        private String words() {
            return place + " (" + NumberText.general(error.value()) + ")";
        }

        private Map<String, Object> facts() {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("place", place);
            facts.put("value", error.value());
            facts.put("expected", error.expected());
            return facts;
        }
    }

    private final Data data;
    private final Compared compared;
    private final Map<String, String> options;
    private final ListResults lists;

    /**
     * The results of one comparison.
     *
     * @param data what was compared on
     * @param options how the command was called
     */
    ComparisonFiles(Data data, Compared compared, Map<String, String> options) {
        this.data = data;
        this.compared = compared;
        this.options = options;
        this.lists = new ListResults(compared);
    }

    void write(OutputFolder folder) throws IOException {
        ComparisonReport report = new ComparisonReport(data, compared, options);
        report.page().write(folder.file(PAGE));
        Files.writeString(folder.file(FACTS), Json.object(facts()) + "\n");
        if (!compared.lists().isEmpty()) {
            Files.writeString(folder.file(LISTS), lists.csv());
        }
        if (!compared.standings().isEmpty()) {
            Files.writeString(folder.file(ROWS), csv());
            write(folder, BY_RANK, report.byRank());
            write(folder, BY_TIME, report.byTime());
        }
    }

    private static void write(OutputFolder folder, String name, Plot plot) throws IOException {
        plot.write(folder.file(name + ".svg"));
        plot.write(folder.file(name + ".png"));
    }

    /** All results, as facts for programs. */
    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("input", data.source);
        facts.put("data", data.words);
        facts.put("kind", compared.isTable() ? "table" : compared.hasRatings() ? "ratings" : "choices");
        facts.put(
                "error",
                compared.standings().isEmpty()
                        ? null
                        : compared.isTable()
                                ? "root mean square, in standard deviations of the training part's columns"
                                : "root mean square, predictions clipped to the range of the training part");
        facts.put("splits", compared.splits());
        facts.put("partial", compared.stopped());
        facts.put("testFraction", compared.testFraction());
        facts.put("validationFraction", Comparison.VALIDATION);
        facts.put("trials", compared.budget().trials());
        facts.put("maxRank", compared.budget().maxRank());
        facts.put("patience", Comparison.PATIENCE);
        facts.put("seed", compared.seed());
        facts.put("threads", compared.threads());
        facts.put("seconds", compared.seconds());
        facts.put("version", Provenance.libraryVersion());
        facts.put("platform", Provenance.platform());
        facts.put("options", options);
        List<Map<String, Object>> parts = new ArrayList<>();
        for (Compared.Parts each : compared.parts()) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("fitted", each.fitted());
            part.put("validation", each.validation());
            part.put("test", each.test());
            part.put(compared.isTable() ? "notMeasured" : "cold", each.leftOut());
            parts.add(part);
        }
        facts.put("parts", parts);
        if (compared.isTable()) {
            facts.put(
                    "unmeasured",
                    data.unmeasured.stream().map(Unmeasured::facts).toList());
        }
        facts.put("methods", compared.ranked().stream().map(this::facts).toList());
        facts.put("lists", compared.lists().isEmpty() ? null : lists.facts());
        return facts;
    }

    private Map<String, Object> facts(Standing standing) {
        Map<String, Object> facts = new LinkedHashMap<>();
        Optional<Estimate> error = standing.error();
        Optional<Estimate> behind = behind(standing);
        facts.put("key", standing.key());
        facts.put("name", standing.name());
        facts.put("failure", standing.failure());
        facts.put("error", error.map(Estimate::mean));
        facts.put("standardError", error.map(Estimate::standardError));
        facts.put("behindBest", behind.map(Estimate::mean));
        facts.put("behindBestStandardError", behind.map(Estimate::standardError));
        facts.putAll(seconds(standing.fit(), standing.tuning()));
        facts.put("peakLiveBytes", standing.memory());
        facts.put(
                "splits", standing.rounds().stream().map(ComparisonFiles::facts).toList());
        List<Map<String, Object>> ranks = new ArrayList<>();
        standing.errorByRank().forEach((rank, estimate) -> {
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("rank", rank);
            point.put("validationError", estimate.mean());
            point.put("standardError", estimate.standardError());
            ranks.add(point);
        });
        facts.put("errorByRank", ranks);
        List<Map<String, Object>> course = new ArrayList<>();
        for (Standing.Moment moment : standing.errorOverTime()) {
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("seconds", Seconds.of(moment.elapsed()));
            point.put("rank", moment.rank());
            point.put("validationError", moment.validationError());
            course.add(point);
        }
        facts.put("course", course);
        return facts;
    }

    private static Map<String, Object> facts(Round round) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("split", round.split() + 1);
        facts.put("testError", round.testError());
        facts.put("validationError", round.validationError());
        facts.put("configuration", round.configuration());
        facts.put("rank", round.rank());
        facts.put("steps", round.steps() > 0 ? round.steps() : null);
        facts.put("trials", round.trials());
        facts.putAll(seconds(Optional.of(round.fit()), Optional.of(round.tuning())));
        return facts;
    }

    /** The times of a fit and of choosing, as facts for programs. */
    static Map<String, Object> seconds(Optional<Cost> fit, Optional<Cost> tuning) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("fitSeconds", fit.map(Cost::seconds));
        facts.put("fitCpuSeconds", fit.map(Cost::cpuSeconds));
        facts.put("tuningSeconds", tuning.map(Cost::seconds));
        facts.put("tuningCpuSeconds", tuning.map(Cost::cpuSeconds));
        return facts;
    }

    private Optional<Estimate> behind(Standing standing) {
        return compared.best().flatMap(standing::behind);
    }

    /** The results as CSV, a line for each method. */
    String csv() {
        StringBuilder csv = new StringBuilder(
                "key,name,error,standard_error,behind_best,behind_best_standard_error,"
                        + "splits,ranks,fit_seconds,fit_cpu_seconds,tuning_seconds,tuning_cpu_seconds,peak_live_bytes,failure\n");
        for (Standing standing : compared.ranked()) {
            csv.append(String.join(
                            ",",
                            standing.key(),
                            quoted(standing.name()),
                            fields(standing.error()),
                            fields(behind(standing)),
                            String.valueOf(standing.rounds().size()),
                            ranks(standing, " "),
                            times(standing.fit()),
                            times(standing.tuning()),
                            standing.memory().isPresent()
                                    ? String.valueOf(standing.memory().getAsLong())
                                    : "",
                            quoted(standing.failure().orElse(""))))
                    .append('\n');
        }
        return csv.toString();
    }

    static String quoted(String text) {
        return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** A mean and its standard error, as two fields of a line; a field is empty if there is no number for it. */
    static String fields(Optional<Estimate> estimate) {
        return field(estimate) + "," + number(estimate.map(Estimate::standardError));
    }

    /** A mean as one field of a line. */
    static String field(Optional<Estimate> estimate) {
        return estimate.map(each -> String.valueOf(each.mean())).orElse("");
    }

    /** Elapsed and processor seconds, as two fields of a line. */
    static String times(Optional<Cost> cost) {
        return cost.map(each -> String.valueOf(each.seconds())).orElse("") + "," + number(cost.map(Cost::cpuSeconds));
    }

    private static String number(Optional<OptionalDouble> value) {
        return value.filter(OptionalDouble::isPresent)
                .map(number -> String.valueOf(number.getAsDouble()))
                .orElse("");
    }

    /** The ranks of the fits, one for each split unless all are the same. */
    static String ranks(Standing standing, String between) {
        List<String> ranks = standing.rounds().stream()
                .map(round -> String.valueOf(round.rank()))
                .toList();
        return ranks.stream().distinct().count() == 1 ? ranks.get(0) : String.join(between, ranks);
    }

    /** An estimate and its standard error, with four decimals, or more where four would round the error to 0. */
    static String estimate(Optional<Estimate> estimate) {
        return estimate.map(ComparisonFiles::estimate).orElse(NumberText.NONE);
    }

    private static String estimate(Estimate estimate) {
        boolean isUsual = Math.abs(estimate.mean()) >= 0.001 && Math.abs(estimate.mean()) < 1e4;
        DoubleFunction<String> digits = isUsual ? x -> NumberText.fixed(x, 4) : NumberText::error;
        return digits.apply(estimate.mean())
                + (estimate.standardError().isEmpty()
                        ? ""
                        : " ± " + digits.apply(estimate.standardError().getAsDouble()));
    }

    /** A number of bytes in words. */
    static String memory(OptionalLong bytes) {
        if (bytes.isEmpty()) {
            return NumberText.NONE;
        }
        double megabytes = bytes.getAsLong() / 1e6;
        return megabytes < 0.1
                ? String.format(Locale.ROOT, "%.0f kB", 1000 * megabytes)
                : String.format(Locale.ROOT, megabytes < 10 ? "%.1f MB" : "%.0f MB", megabytes);
    }

    static final List<String> HEAD = List.of("Method", "Error", "Behind", "Rank", "Fit", "CPU", "Tuning", "Memory");

    /** The cells of the table for a method that did not fail. */
    List<String> cells(Standing standing) {
        boolean isBest = compared.best().orElse(null) == standing;
        return List.of(
                standing.name(),
                estimate(standing.error()),
                isBest ? "best" : estimate(behind(standing)),
                ranks(standing, ", "),
                NumberText.duration(standing.fit().orElseThrow().seconds()),
                NumberText.duration(standing.fit().orElseThrow().cpuSeconds()),
                NumberText.duration(standing.tuning().orElseThrow().seconds()),
                memory(standing.memory()));
    }

    /** The tables that are printed, line by line. */
    List<String> table() {
        List<String> lines = new ArrayList<>();
        if (!compared.standings().isEmpty()) {
            lines.addAll(errors());
        }
        if (!compared.lists().isEmpty()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(lists.table());
        }
        return lines;
    }

    private List<String> errors() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        compared.ranked().stream()
                .filter(standing -> !standing.hasFailed() && !standing.rounds().isEmpty())
                .forEach(standing -> rows.add(cells(standing)));
        List<String> lines = new ArrayList<>(rows.size() > 1 ? aligned(rows) : List.of());
        data.errors().ifPresent(each -> lines.add(Words.wrapped(each, Terminal.outputColumns())));
        others().forEach(each -> lines.add(Words.wrapped(each, Terminal.outputColumns())));
        lines.add(Words.wrapped(footnote(), Terminal.outputColumns()));
        return lines;
    }

    /** The methods without an error, and why. */
    List<String> others() {
        List<String> others = new ArrayList<>();
        List<String> unfinished = new ArrayList<>();
        for (Standing standing : compared.ranked()) {
            if (standing.hasFailed()) {
                others.add(standing.name() + ": left out, " + standing.failure().get());
            } else if (standing.rounds().isEmpty()) {
                unfinished.add(standing.name());
            }
        }
        return withUnfinished(others, unfinished);
    }

    /** Adds a line that names all methods that were not finished. */
    static List<String> withUnfinished(List<String> others, List<String> unfinished) {
        if (!unfinished.isEmpty()) {
            others.add("not finished: " + String.join(", ", unfinished));
        }
        return others;
    }

    /**
     * Rows of cells as lines of text: the first column to the left, the others to the right. On a terminal that is too narrow the last
     * columns are left out, and named below.
     */
    static List<String> aligned(List<List<String>> rows) {
        int[] all = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int k = 0; k < all.length; k++) {
                all[k] = Math.max(all[k], row.get(k).length());
            }
        }
        int kept = all.length;
        while (kept > 2 && Arrays.stream(all, 0, kept).sum() + 2 * (kept - 1) > Terminal.outputColumns()) {
            kept--;
        }
        int[] widths = Arrays.copyOf(all, kept);
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(String.format("%-" + widths[0] + "s", row.get(0)));
            for (int k = 1; k < widths.length; k++) {
                line.append(String.format("  %" + widths[k] + "s", row.get(k)));
            }
            lines.add(line.toString());
        }
        if (kept < all.length) {
            String left = String.join(", ", rows.get(0).subList(kept, all.length));
            lines.add(Words.wrapped("not shown at this width: " + left, Terminal.outputColumns()));
        }
        return lines;
    }

    private String footnote() {
        int done = compared.parts().size();
        return stopped(compared)
                + (compared.isTable() ? "Error in standard deviations of columns" : "Test RMSE")
                + (done > 1 ? " ± standard error over " + done + " splits" : " on one split")
                + "; fit and tuning on one split; memory is the peak of what is alive during a fit.";
    }

    /** That a comparison was stopped, as a sentence with a blank behind it; empty if it was not. */
    static String stopped(Compared compared) {
        int done = compared.parts().size();
        return compared.stopped()
                ? done == 1
                        ? "Stopped early, during the first of " + Words.count(compared.splits(), "split")
                                + ": methods may be missing. "
                        : "Stopped early, after " + done + " of " + Words.count(compared.splits(), "split") + ". "
                : "";
    }
}
