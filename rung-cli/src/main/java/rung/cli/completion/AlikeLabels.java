package rung.cli.completion;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import rung.cli.terminal.Words;

/** Finds labels of a column that differ in case or in white space alone: often one label in two spellings. They stay different labels. */
final class AlikeLabels {
    private AlikeLabels() {}

    /**
     * Says which labels are alike.
     *
     * @param labels the labels of a column, each once
     * @return words such as "the labels 'Ja' and 'ja', which differ in case alone"; empty if no two are alike
     */
    static Optional<String> among(List<String> labels) {
        List<List<String>> groups = labels.stream()
                .collect(Collectors.groupingBy(label -> lower(spaced(label)), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(group -> group.size() > 1)
                .toList();
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        List<String> first = groups.get(0);
        boolean isOfCase = first.stream().map(AlikeLabels::spaced).distinct().count() > 1;
        boolean isOfSpace = first.stream().map(AlikeLabels::lower).distinct().count() > 1;
        return Optional.of("the labels "
                + Words.enumerated(
                        first.stream().map(label -> "'" + label + "'").toList())
                + ", which differ in "
                + (isOfCase ? "case" : "")
                + (isOfCase && isOfSpace ? " and " : "")
                + (isOfSpace ? "white space" : "")
                + " alone"
                + (groups.size() == 1 ? "" : ", and " + Words.count(groups.size() - 1, "more pair")));
    }

    private static String lower(String label) {
        return label.toLowerCase(Locale.ROOT);
    }

    /* A label without white space around it, and with one blank in place of any other. */
    private static String spaced(String label) {
        return label.replaceAll("(?U)\\s+", " ").strip();
    }
}
