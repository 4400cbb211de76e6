package rung.cli.ratings;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.linalg.Workers;
import rung.lists.ItemScorer;
import rung.lists.ListEvaluation;
import rung.lists.ListQuality;
import rung.lists.Measured;
import rung.lists.PopularityScorer;
import rung.lists.RandomScorer;
import rung.ratings.By;
import rung.ratings.Model;

/**
 * How good the lists of a model are on a file of held-out choices, beside the most popular items and random ones: what {@code rung
 * evaluate --lists} prints.
 */
final class ListFigures {
    /** The seed of random lists and of error bars. */
    private static final long SEED = 0;

    private static final List<String> HEAD = List.of("recall", "nDCG", "MAP", "hit rate", "coverage", "novelty");

    private static final List<Function<ListQuality, Measured>> COLUMNS = List.of(
            ListQuality::recall,
            ListQuality::ndcg,
            ListQuality::map,
            ListQuality::hitRate,
            ListQuality::coverage,
            ListQuality::novelty);

    private static final List<String> KEYS = List.of("recall", "ndcg", "map", "hitRate", "coverage", "novelty");

    /** What each list is made by, as a table names it and as JSON does. */
    private enum Maker {
        MODEL("this model", "model"),
        POPULAR("most popular", "mostPopular"),
        RANDOM("random", "random");

        private final String words;
        private final String key;

        Maker(String words, String key) {
            this.words = words;
            this.key = key;
        }
    }

    /** The figures for one meaning of relevant: any entry of the file, or one whose value is at least that. */
    private record Block(OptionalDouble least, Map<Maker, ListQuality> qualities) {
        int users() {
            return qualities.get(Maker.MODEL).users();
        }
    }

    private final int length;
    private final int unknown;
    private final int seen;
    private final int duplicates;
    private final List<Block> blocks = new ArrayList<>();
    private OptionalDouble unliked = OptionalDouble.empty(); // the rating that none reaches

    /**
     * Measures a model.
     *
     * @param test the held-out choices
     * @param length the most items of a list
     * @param liked the lowest rating of an item that is liked; empty for {@link ListEvaluation#leastLiked}
     */
    ListFigures(Model model, Ratings test, int length, OptionalDouble liked) {
        this.length = length;
        this.duplicates = test.duplicates();
        Ratings known = known(model, test);
        this.unknown = test.count() - known.count();
        this.seen = alreadySeen(model, known);
        Map<Maker, Supplier<ItemScorer>> scorers = scorers(model);
        ListEvaluation evaluation =
                ListEvaluation.of(model.seen(), known).withLength(length).withSeed(SEED);
        if (evaluation.users() == 0) {
            if (seen == test.count()) {
                throw new InputException("all of these were already in the training file, and lists leave out what a"
                        + " user chose there");
            }
            throw new InputException("none of these has a user and an item that the model knows, and an item that the"
                    + " user had not chosen before");
        }
        blocks.add(block(evaluation, OptionalDouble.empty(), scorers));
        OptionalDouble least = test.meaning() == Meaning.WEIGHT
                ? OptionalDouble.empty()
                : liked.isPresent() ? liked : ListEvaluation.leastLiked(test);
        if (least.isPresent()) {
            ListEvaluation ofLiked = evaluation.withLeast(least.getAsDouble());
            if (ofLiked.users() > 0) {
                blocks.add(block(ofLiked, least, scorers));
            } else {
                unliked = least;
            }
        }
    }

    /** What makes the lists that are compared. */
    private static Map<Maker, Supplier<ItemScorer>> scorers(Model model) {
        PopularityScorer popular =
                new PopularityScorer(model.seen(), model.items().size());
        Map<Maker, Supplier<ItemScorer>> scorers = new LinkedHashMap<>();
        scorers.put(Maker.MODEL, model.scorers(By.BOTH));
        scorers.put(Maker.POPULAR, () -> popular);
        scorers.put(Maker.RANDOM, () -> new RandomScorer(SEED));
        return scorers;
    }

    private static Block block(
            ListEvaluation evaluation, OptionalDouble least, Map<Maker, Supplier<ItemScorer>> scorers) {
        Map<Maker, ListQuality> qualities = new LinkedHashMap<>();
        scorers.forEach((maker, scorer) -> qualities.put(maker, evaluation.measure(scorer)));
        return new Block(least, qualities);
    }

    /** The entries whose user and item the model knows, with the model's numbers. */
    static Ratings known(Model model, Ratings test) {
        int[] users = numbers(test.users(), model.users());
        int[] items = numbers(test.items(), model.items());
        int[] user = new int[test.count()];
        int[] item = new int[test.count()];
        float[] value = new float[test.count()];
        int count = 0;
        for (int e = 0; e < test.count(); e++) {
            user[count] = users[test.user()[e]];
            item[count] = items[test.item()[e]];
            value[count] = test.value()[e];
            count += user[count] >= 0 && item[count] >= 0 ? 1 : 0;
        }
        return Ratings.of(
                        model.users(),
                        model.items(),
                        Arrays.copyOf(user, count),
                        Arrays.copyOf(item, count),
                        Arrays.copyOf(value, count),
                        Duplicates.ERROR,
                        Workers.all())
                .withMeaning(test.meaning());
    }

    /** The number of each name in the model; −1 for one that it does not know. */
    static int[] numbers(Ids names, Ids known) {
        int[] numbers = new int[names.size()];
        for (int k = 0; k < numbers.length; k++) {
            OptionalInt number = known.find(names.name(k));
            numbers[k] = number.orElse(-1);
        }
        return numbers;
    }

    /** How many of these choices the model was trained on; users and items go by the model's numbers. */
    static int alreadySeen(Model model, Ratings known) {
        int count = 0;
        for (int e = 0; e < known.count(); e++) {
            count += model.seen().has(known.user()[e], known.item()[e]) ? 1 : 0;
        }
        return count;
    }

    /** The figures as facts for programs. */
    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("n", length);
        facts.put("unknown", unknown);
        facts.put("seen", seen);
        facts.put("duplicates", duplicates);
        for (Block block : blocks) {
            Map<String, Object> part = new LinkedHashMap<>();
            block.least.ifPresent(least -> part.put("least", least));
            part.put("users", block.users());
            block.qualities.forEach((maker, quality) -> part.put(maker.key, facts(quality)));
            facts.put(block.least.isPresent() ? "liked" : "any", part);
        }
        return facts;
    }

    private static Map<String, Object> facts(ListQuality quality) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (int k = 0; k < COLUMNS.size(); k++) {
            Measured measured = COLUMNS.get(k).apply(quality);
            facts.put(KEYS.get(k), measured.value());
            facts.put(KEYS.get(k) + "StandardError", measured.standardError());
        }
        return facts;
    }

    /** Prints the figures for people. */
    void print(PrintWriter out) {
        for (Block block : blocks) {
            Terminal.result(
                    out,
                    "Lists of %d, %s, for %s:",
                    length,
                    block.least.isPresent()
                            ? "liked (rated " + Words.plain(block.least.getAsDouble()) + " or more)"
                            : "chosen at all",
                    Words.count(block.users(), "user"));
            table(block, Terminal.outputColumns()).forEach(out::println);
            out.println();
        }
        Terminal.result(out, "%s", footnote());
    }

    /* A line for each maker of lists; where that is too wide, a line for each figure. */
    private static List<String> table(Block block, int width) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of(""), HEAD.stream()).toList());
        block.qualities.forEach((maker, quality) -> rows.add(Stream.concat(
                        Stream.of(maker.words), COLUMNS.stream().map(column -> text(column.apply(quality))))
                .toList()));
        List<String> lines = aligned(rows, 12);
        return Words.width(lines.get(0)) <= width
                ? lines
                : aligned(
                        IntStream.range(0, rows.get(0).size())
                                .mapToObj(k ->
                                        rows.stream().map(row -> row.get(k)).toList())
                                .toList(),
                        9);
    }

    private static List<String> aligned(List<List<String>> rows, int first) {
        return rows.stream()
                .map(row -> Words.padded(row.get(0), first)
                        + row.stream()
                                .skip(1)
                                .map(cell -> String.format(Locale.ROOT, "  %15s", cell))
                                .collect(Collectors.joining()))
                .toList();
    }

    private static String text(Measured measured) {
        return String.format(Locale.ROOT, "%.4f", measured.value())
                + measured.standardError().stream()
                        .mapToObj(error -> String.format(Locale.ROOT, " ± %.4f", error))
                        .findFirst()
                        .orElse("");
    }

    private String footnote() {
        boolean hasErrors = blocks.stream().anyMatch(block -> block.users() > 1);
        return (hasErrors ? "± standard error over users" : "no standard errors, which need more than one user")
                + (unliked.isPresent() ? "; none is rated " + Words.plain(unliked.getAsDouble()) + " or more" : "")
                + (unknown > 0 ? "; " + Words.count(unknown, "line") + " left out, of unknown users or items" : "")
                + (seen > 0 ? "; " + Words.count(seen, "line") + " left out, of items seen in training" : "")
                + (duplicates > 0 ? "; " + Words.count(duplicates, "duplicate") + " merged into others" : "");
    }
}
