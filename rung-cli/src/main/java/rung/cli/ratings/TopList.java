package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.data.Ids;
import rung.lists.Scored;
import rung.ratings.Model;
import rung.ratings.Reason;
import rung.ratings.Recommendation;

/** A list of the best items or users: its options, for use as a {@code @Mixin}, and how it is printed. */
final class TopList {
    /** Scores below this say nothing: only popularity puts items in order then. Numbers that differ by less look the same. */
    private static final double NO_SCORE = 5e-4;

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "10",
            description = "How many to list (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--titles",
            paramLabel = "FILE",
            description =
                    "A file with an item and its title in each line, such as movies.csv, movies.dat or u.item. Items"
                            + " may be named by a title, too, if only one has it.")
    private InputFile file;

    @Option(names = "--json", description = "Print the list as JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private ItemTitles itemTitles;
    private Map<String, String> titles = Map.of();
    private int[] counts = {}; // of users, by item

    /** Checks the options and reads the titles. */
    void prepare() throws IOException {
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "-n must be at least 1, got " + count);
        }
        itemTitles = new ItemTitles(file);
        titles = itemTitles.byItem();
    }

    /** How many to list: as many as asked for, but at most {@code limit}. */
    int count(int limit) {
        return Math.min(count, limit);
    }

    boolean isJson() {
        return json;
    }

    boolean hasTitles() {
        return file != null;
    }

    /** Warns if the titles are likely those of other data. */
    void checkTitles(Ids items) {
        itemTitles.check(items, spec.commandLine().getErr());
    }

    /** The titles, by which items may be named. */
    ItemTitles itemTitles() {
        return itemTitles;
    }

    Map<String, String> titles() {
        return titles;
    }

    /** An item with its title, if it has one. */
    String titled(String item) {
        String title = titles.get(item);
        return title == null ? "'" + item + "'" : "'" + item + "' (" + title + ")";
    }

    /** The list as facts for programs. */
    List<Map<String, Object>> facts(String kind, Ids names, List<Scored> best, String score) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Scored scored : best) {
            Map<String, Object> row = new LinkedHashMap<>();
            String name = names.name(scored.item());
            row.put("rank", rows.size() + 1);
            row.put(kind, name);
            if (file != null && kind.equals("item")) {
                row.put("title", titles.get(name));
            }
            row.put(score, (float) scored.score());
            rows.add(row);
        }
        return rows;
    }

    /** Recommendations as facts for programs. */
    List<Map<String, Object>> facts(Model model, List<Recommendation> list) {
        List<Map<String, Object>> rows = new ArrayList<>();
        int[] users = users(model, list.stream().mapToDouble(Recommendation::score));
        for (Recommendation each : list) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("rank", rows.size() + 1);
            name(row, each.item());
            each.rating().ifPresent(rating -> row.put("prediction", (float) rating));
            each.unclipped().ifPresent(rating -> row.put("unclipped", (float) rating));
            row.put("score", (float) each.score());
            if (users.length > 0) {
                row.put("users", users[model.items().find(each.item()).orElseThrow()]);
            }
            List<Map<String, Object>> because = new ArrayList<>();
            for (Reason reason : each.because()) {
                Map<String, Object> fact = new LinkedHashMap<>();
                name(fact, reason.item());
                fact.put("contribution", (float) reason.contribution());
                because.add(fact);
            }
            row.put("because", because);
            rows.add(row);
        }
        return rows;
    }

    /**
     * How many users chose each item of the model, if nothing but that orders a list; empty otherwise. The scores are next to 0 then.
     */
    int[] users(Model model, DoubleStream scores) {
        if (!scores.allMatch(score -> Math.abs(score) < NO_SCORE)) {
            return new int[0];
        }
        if (counts.length == 0) {
            counts = model.seen().usersByItem(model.items().size());
        }
        return counts;
    }

    /** Puts an item and, if there is a file of titles, its title. */
    void name(Map<String, Object> row, String item) {
        row.put("item", item);
        if (file != null) {
            row.put("title", titles.get(item));
        }
    }

    /**
     * Prints recommendations for people: position, item, title, the score by which they are ranked, the expected rating, reasons. The
     * score is left out where it is the expected rating; by rating it is not if some lie beyond the bounds. Where nothing is known of the preferences, items are ranked by popularity: then the number of users that
     * chose an item is shown in place of a score, and that is said.
     *
     * @param model what the list is from
     * @param choice what the list may hold
     * @param list the list
     */
    void print(PrintWriter out, Model model, ListChoice choice, List<Recommendation> list) {
        boolean hasRatings = list.stream().allMatch(each -> each.rating().isPresent());
        boolean hasScores = !hasRatings
                || list.stream()
                        .anyMatch(each -> Math.abs(each.score() - each.rating().getAsDouble()) > NO_SCORE);
        int[] users = users(model, list.stream().mapToDouble(Recommendation::score));
        boolean isByPopularity = hasScores && !list.isEmpty() && users.length > 0;
        String first = isByPopularity ? "users" : "score";
        List<String> headings =
                !hasScores ? List.of("prediction") : hasRatings ? List.of(first, "prediction") : List.of(first);
        TitledRows rows = new TitledRows("item", headings, "because of");
        for (Recommendation each : list) {
            String title = titles.getOrDefault(each.item(), "");
            List<String> names = each.because().stream()
                    .map(reason -> titles.getOrDefault(reason.item(), reason.item()))
                    .distinct()
                    .toList();
            String reasons = String.join(names.stream().anyMatch(name -> name.contains(",")) ? "; " : ", ", names);
            double[] rating = hasRatings ? new double[] {each.rating().getAsDouble()} : new double[0];
            if (isByPopularity) {
                int number = model.items().find(each.item()).orElseThrow();
                rows.add(each.item(), title, reasons, users[number], rating);
            } else if (hasScores && hasRatings) {
                rows.add(each.item(), title, reasons, each.score(), rating[0]);
            } else {
                rows.add(each.item(), title, reasons, hasScores ? each.score() : rating[0]);
            }
        }
        boolean isSaid = model.preferences()
                .map(part -> part.rank() == 0)
                .orElse(false); // of all lists, when the model was read
        if (isByPopularity && !isSaid) {
            Terminal.note(
                    spec.commandLine().getErr(),
                    "nothing is known of what this user prefers, so the most popular items come first");
        }
        if (list.isEmpty()) {
            Terminal.note(spec.commandLine().getErr(), "no item is left to list: " + choice.nothing(model));
        }
        rows.print(out);
    }

    /** Prints the list for people: position, name, title, and the score under a heading. */
    void print(PrintWriter out, String kind, Ids names, List<Scored> best, String heading) {
        boolean titled = kind.equals("item");
        TitledRows rows = new TitledRows(kind, List.of(heading), "");
        for (Scored scored : best) {
            String name = names.name(scored.item());
            rows.add(name, titled ? titles.getOrDefault(name, "") : "", "", scored.score());
        }
        rows.print(out);
    }
}
