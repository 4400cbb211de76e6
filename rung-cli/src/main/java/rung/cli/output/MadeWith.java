package rung.cli.output;

import java.util.LinkedHashMap;
import java.util.Map;
import rung.page.NumberText;
import rung.page.Page;

/** With what a result was made, in words: the table that ends every report page. */
public final class MadeWith {
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("problem", "what it minimized"),
            Map.entry("seed", "seed of every random choice"),
            Map.entry("stop", "why it ended"),
            Map.entry("preferences", "what lists learned"),
            Map.entry("lists", "lists are ranked by"),
            Map.entry("rung", "version of Rung"),
            Map.entry("version", "version of Rung"),
            Map.entry("platform", "ran on"),
            Map.entry("java", "Java"),
            Map.entry("kernels", "arithmetic"),
            Map.entry("threads", "processors used"));

    private MadeWith() {}

    /**
     * Makes the table.
     *
     * @param facts names and values, such as "rung" and "0.2.0"
     * @return the table, with the names in words
     */
    public static Page.Table table(Map<String, String> facts) {
        Map<String, String> words = new LinkedHashMap<>();
        facts.forEach(
                (name, value) -> words.put(WORDS.getOrDefault(name, name), value.isEmpty() ? NumberText.NONE : value));
        return Page.Table.of("Made with", words);
    }
}
