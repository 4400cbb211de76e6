package rung.bench.completion;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rung.bench.Cpu;

/**
 * Prints a row for each case: the error of each method, the default's over the least of the others', and the CPU seconds of each. All
 * are means over the tables of the case.
 */
final class Results {
    private static final String CELL = " %13s";

    private final PrintStream out;
    private final Map<String, Methods.Method> methods;

    Results(PrintStream out, String title, Map<String, Methods.Method> methods) {
        this.out = out;
        this.methods = methods;
        StringBuilder line = new StringBuilder(String.format("%-30s", title));
        methods.keySet().forEach(name -> line.append(String.format(CELL, name)));
        line.append(String.format(" %8s %8s |", "of best", "s.e."));
        methods.keySet().forEach(name -> line.append(String.format(CELL, name + " s")));
        out.println(line);
    }

    /**
     * What a case gave.
     *
     * @param error the mean error of the default; NaN if it was left out
     */
    record Row(double error) {}

    /**
     * Measures all methods on the tables of a case, and prints its row.
     *
     * @param name the case
     * @param tables the tables
     * @param note printed behind the row, given what the case gave
     */
    Row measure(String name, List<HiddenCells> tables, Note note) {
        List<Double> means = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        double ours = Double.NaN;
        double spread = Double.NaN;
        double others = Double.POSITIVE_INFINITY;
        for (Map.Entry<String, Methods.Method> each : methods.entrySet()) {
            double[] errors = new double[tables.size()];
            Cpu cpu = new Cpu();
            for (int k = 0; k < errors.length; k++) {
                HiddenCells table = tables.get(k);
                errors[k] = table.error(each.getValue().fill(table));
            }
            seconds.add(cpu.used() / errors.length);
            double mean = mean(errors);
            means.add(mean);
            if (each.getKey().equals(Methods.DEFAULT)) {
                ours = mean;
                spread = standardError(errors, mean);
            } else {
                others = Math.min(others, mean);
            }
        }
        StringBuilder line = new StringBuilder(String.format("%-30s", name));
        means.forEach(mean -> line.append(String.format(CELL, number("%.4f", mean))));
        line.append(String.format(
                " %8s %8s |",
                number("%.3f", Double.isInfinite(others) ? Double.NaN : ours / others), number("%.4f", spread)));
        seconds.forEach(each -> line.append(String.format(CELL, number("%.2f", each))));
        Row row = new Row(ours);
        out.println(line + note.of(row));
        return row;
    }

    Row measure(String name, List<HiddenCells> tables) {
        return measure(name, tables, row -> "");
    }

    /** What is printed behind a row. */
    interface Note {
        String of(Row row);
    }

    /** A number, or a dash where there is none. */
    static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double standardError(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return values.length < 2 ? Double.NaN : Math.sqrt(squares / (values.length - 1) / values.length);
    }
}
