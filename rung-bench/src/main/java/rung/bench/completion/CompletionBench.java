package rung.bench.completion;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The default completion, told nothing, beside column means, interpolation, nearest neighbors and SoftImpute, the last two tuned by
 * held-out cells of the training part.
 *
 * <p>The sections are {@code paper}, {@code traffic}, {@code errors}, {@code rows}, {@code kinds} and {@code speed}; without a name all
 * are run. {@code -Dseeds=3,4} decides the tables or holes that are drawn, {@code -Dmethods=mean,default} leaves out all methods but
 * these, and {@code -Dtrials} says how many configurations the tuned ones may try. See {@link TrafficSection} and {@link SpeedSection}
 * for options of their own.
 */
public final class CompletionBench {
    private final PrintStream out;
    private final BenchOptions options;
    private final Map<String, Section> sections = new LinkedHashMap<>();

    /** A part of the benchmark. */
    interface Section {
        void run(PrintStream out, BenchOptions options) throws IOException;
    }

    CompletionBench(PrintStream out, BenchOptions options) {
        this.out = out;
        this.options = options;
        sections.put("paper", new PaperSection());
        sections.put("traffic", new TrafficSection());
        sections.put("errors", new ErrorsSection());
        sections.put("rows", new RowsSection());
        sections.put("kinds", new KindsSection());
        sections.put("speed", new SpeedSection());
    }

    /**
     * Runs sections, and prints their tables.
     *
     * @param names the sections; none for all
     * @throws IOException if the traffic is there and cannot be read
     * @throws IllegalArgumentException if there is no such section, or an option is wrong
     */
    public static void run(List<String> names) throws IOException {
        new CompletionBench(System.out, BenchOptions.ofSystem()).runAll(names);
    }

    void runAll(List<String> names) throws IOException {
        Set<String> all = sections.keySet();
        for (String name : names) {
            if (!all.contains(name)) {
                throw new IllegalArgumentException(
                        "the section must be one of " + String.join(", ", all) + ", got '" + name + "'");
            }
        }
        for (String name : names.isEmpty() ? all : names) {
            sections.get(name).run(out, options);
            out.println();
        }
    }
}
