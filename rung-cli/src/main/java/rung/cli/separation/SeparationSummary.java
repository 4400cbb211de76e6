package rung.cli.separation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rung.cli.terminal.Choice;
import rung.page.NumberText;
import rung.separation.Separation;

/**
 * What the command prints about a separation that is done.
 *
 * @param facts for programs, as JSON
 * @param sentences for people, a line each
 */
record SeparationSummary(Map<String, Object> facts, List<String> sentences) {
    /** The facts that a separation of frames and one of a matrix have in common, to be added to. */
    static Map<String, Object> facts(SeparationOptions options, Separation.Separated separated) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("input", options.input().toString());
        facts.put("method", Choice.word(options.fit().method()) + (options.fit().paper() ? ", as in the paper" : ""));
        facts.put("rank", separated.low().rank());
        facts.put("delta", separated.delta());
        facts.put("scale", separated.scale());
        facts.put("stopped", separated.stopped());
        return facts;
    }

    /** The stages of a separation, as facts for programs. */
    static List<Map<String, Object>> trace(List<Separation.Reached> path) {
        List<Map<String, Object>> trace = new ArrayList<>();
        for (Separation.Reached reached : path) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("rank", reached.step().rank());
            step.put("delta", reached.delta());
            step.put("value", reached.step().value());
            step.put("scale", reached.scale());
            step.put("seconds", reached.step().seconds());
            trace.add(step);
        }
        return trace;
    }

    /** How the separation was found, in words. */
    static String sentence(SeparationOptions options, Separation.Separated separated) {
        return String.format(
                Locale.ROOT,
                "rank %d by %s%s, typical residual %s%s",
                separated.low().rank(),
                Choice.word(options.fit().method()),
                separated.delta().isEmpty()
                        ? ""
                        : ", delta " + NumberText.general(separated.delta().getAsDouble()),
                NumberText.general(separated.scale()),
                separated.stopped() ? "; stopped before its end" : "");
    }

    /** The last lines: where the page and the results are, and how long it took. */
    static List<String> lastLines(SeparationOptions options, double seconds) {
        List<String> lines = new ArrayList<>();
        options.report().ifPresent(page -> lines.add("also written: " + page));
        lines.add(options.output() + "   (" + NumberText.duration(seconds) + ")");
        return lines;
    }
}
