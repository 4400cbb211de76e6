package rung.cli.completion;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import rung.cli.output.FieldLines;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.output.WrittenFiles;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.UsageException;
import rung.completion.Completion;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.model.TableModelFile;
import rung.linalg.CellValues;

/** The files that {@code complete} writes, for use as a {@code @Mixin}. */
final class CompletionOutputs {
    private static final int MOST_DRAWS = 1_000;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "The file for the completed table.")
    private OutputFile output;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            description = "Also write how sure each filled cell is, with tabs between the fields: row, column, value,"
                    + " standard error (for a label, the probability that it is another), and an interval that holds"
                    + " nine out of ten.")
    private OutputFile sureness;

    @Option(
            names = "--outliers",
            paramLabel = "FILE",
            description =
                    "Also write the known cells that are taken for gross errors, with tabs between the fields: row,"
                            + " column, value, what was expected, and how many standard deviations it is off.")
    private OutputFile outliers;

    @Option(
            names = "--draws",
            paramLabel = "N",
            description = "Also write N tables filled with what may be there instead of what to expect, so that they"
                    + " differ by as much as is not known: OUT-1.csv, OUT-2.csv and so on beside OUT.csv.")
    private Integer draws;

    @Option(
            names = "--model",
            paramLabel = "FILE",
            description = "Also keep what was learned about the columns, for other rows: see --with.")
    private OutputFile model;

    @Option(
            names = "--report",
            paramLabel = "PAGE",
            description = "Also write an HTML page about the completion: error by rank and by column, singular values,"
                    + " residuals, time, what columns are taken for, and some filled cells.")
    private OutputFile report;

    /** Creates the options; picocli sets them. */
    CompletionOutputs() {}

    OutputFile table() {
        return output;
    }

    Optional<OutputFile> report() {
        return Optional.ofNullable(report);
    }

    boolean hasOutliers() {
        return outliers != null;
    }

    /** Whether something is to be written that only a completion that learns can tell. */
    boolean isOfLearning() {
        return outliers != null || report != null || model != null;
    }

    private int draws() {
        return draws == null ? 0 : draws;
    }

    /** Whether anything beside the table is to be written. */
    boolean isMoreThanTable() {
        return isOfLearning() || sureness != null || draws() > 0;
    }

    /** What has nothing to tell of a table without holes, and what is written all the same. */
    Optional<String> unneeded() {
        List<String> words = new ArrayList<>();
        if (sureness != null) {
            words.add("--errors has a header alone");
        }
        if (draws() > 0) {
            words.add("--draws had nothing to draw, so "
                    + (draws() == 1 ? "its table is a copy" : "its tables are copies"));
        }
        return words.isEmpty() ? Optional.empty() : Optional.of("there are no holes: " + String.join(", and ", words));
    }

    private final WrittenFiles written = new WrittenFiles();

    /** Checks before any work is done that all files can be written, and that no two are the same. */
    void check(InputFile input) throws IOException {
        if (draws != null && (draws < 1 || draws > MOST_DRAWS)) {
            throw new UsageException("--draws must be between 1 and " + MOST_DRAWS + ", got " + draws);
        }
        if (draws() > 0 && output.isStandardOutput()) {
            throw new UsageException("--draws writes files beside the table, so --output must be a file, got -");
        }
        Map<String, OutputFile> others = new LinkedHashMap<>();
        others.put("--errors", sureness);
        others.put("--outliers", outliers);
        others.put("--model", model);
        others.put("--report", report);
        for (int k = 1; k <= draws(); k++) {
            OutputFile.check(Written.TABLE, numbered(k));
        }
        output.check(Written.TABLE, input);
        others.values().removeIf(Objects::isNull);
        for (Map.Entry<String, OutputFile> other : others.entrySet()) {
            other.getValue().check(written(other.getKey()), input);
            other.getValue().requireDifferent(other.getKey(), "--output", output);
            for (Map.Entry<String, OutputFile> next : others.entrySet()) {
                if (!next.getKey().equals(other.getKey())) {
                    other.getValue().requireDifferent(other.getKey(), next.getKey(), next.getValue());
                }
            }
        }
    }

    private static Written written(String option) {
        return switch (option) {
            case "--model" -> Written.MODEL;
            case "--report" -> Written.PAGE;
            default -> Written.TABS;
        };
    }

    void requireTarget(Table table) throws FormatException {
        if (!output.isStandardOutput()) {
            table.requireTarget(output.path());
        }
    }

    /** Checks before any work is done that the files about single cells can hold the names and labels of a table. */
    void requireNames(TableData source) {
        Stream.of(sureness, outliers)
                .filter(Objects::nonNull)
                .forEach(file -> Stream.concat(
                                source.names().stream(), file == sureness ? source.labels() : Stream.empty())
                        .forEach(name -> FieldLines.requireInTabs(file, name)));
    }

    /** Writes the table; to standard output under the name of the input, whose ending may tell the format. */
    void write(TableData source, CellValues values, String inputName) throws IOException {
        output.write(inputName, file -> source.write(file, values));
    }

    /** Writes what is said of cells: the table, draws of it, and how sure cells are. */
    void write(TableData source, FilledCells filled, String inputName, PrintWriter out) throws IOException {
        written.write(output, () -> write(source, filled::at, inputName));
        for (int k = 1; k <= draws(); k++) {
            int number = k;
            written.write(numbered(k), () -> filled.writeDraw(numbered(number), number));
        }
        if (sureness != null) {
            written.write(sureness, () -> filled.writeSureness(sureness, out));
        }
    }

    /** Writes what was learned: the model, and cells that look like errors. */
    void write(TableData source, Completion.Completed completed, PrintWriter out) throws IOException {
        if (model != null) {
            written.write(
                    model,
                    () -> model.write(
                            "model.rung", file -> TableModelFile.write(file, source.named(completed.model()))));
        }
        if (outliers != null) {
            written.write(outliers, () -> FilledCells.writeOutliers(outliers, source, completed.grossErrors(), out));
        }
    }

    /** Writes the page, if there is to be one. */
    void writeReport(OutputFile.Writing writing) throws IOException {
        if (report != null) {
            written.write(report, () -> report.write("page.html", writing));
        }
    }

    /** The files beside the table, in words: "also written: page.html, out-1.csv to out-3.csv". */
    Optional<String> others() {
        List<String> names = new ArrayList<>();
        Stream.of(sureness, outliers, model, report)
                .filter(file -> file != null && !file.isStandardOutput())
                .forEach(file -> names.add(file.toString()));
        if (draws() > 0) {
            names.add(tables(1, draws()));
        }
        int last = draws();
        while (draws() > 0 && Files.exists(numbered(last + 1))) {
            last++;
        }
        String old = last == draws()
                ? ""
                : "; " + tables(draws() + 1, last) + (last - draws() == 1 ? " is" : " are") + " of an earlier run";
        return names.isEmpty() ? Optional.empty() : Optional.of("also written: " + String.join(", ", names) + old);
    }

    /* Tables that were drawn, in words. */
    private String tables(int first, int last) {
        return numbered(first) + (first == last ? "" : " to " + numbered(last));
    }

    /** Where the summary goes: to standard output, unless a result does. */
    PrintWriter summary(CommandSpec spec) {
        boolean isTaken = Stream.of(output, sureness, outliers, model, report)
                .anyMatch(file -> file != null && file.isStandardOutput());
        return isTaken ? spec.commandLine().getErr() : spec.commandLine().getOut();
    }

    /* The name of the output with a number before its endings: out-3.csv.gz. */
    private Path numbered(int number) {
        Path file = output.path();
        String name = file.getFileName().toString();
        int dot = name.indexOf('.', 1);
        int at = dot < 0 ? name.length() : dot;
        return file.resolveSibling(name.substring(0, at) + "-" + number + name.substring(at));
    }
}
