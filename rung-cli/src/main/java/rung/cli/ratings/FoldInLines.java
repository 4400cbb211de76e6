package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.ratings.RatingsFile;
import rung.lists.Scored;
import rung.page.Json;
import rung.page.NumberText;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Recommendation;

/** {@code rung fold-in}: recommends to users, or for items, that the model was not trained on. */
@Command(
        name = "fold-in",
        mixinStandardHelpOptions = true,
        description = {
            "Recommends to new users, given some of their ratings, or the items that they chose.",
            "",
            "Each line of the input holds an item and a rating, or an item alone, all of one new user; or a"
                    + " user, an item and a rating, of any number of new users. Columns are recognized as by"
                    + " 'rung train', and lines that are items of the model as a whole. The model is not changed and nothing is"
                    + " trained: the new user gets the factors that training would have found from these"
                    + " ratings. Prints lists as 'rung recommend' does, and writes no file.",
            "",
            "With --items, the items are new and the users are known: each line holds a user and a rating, all of one new"
                    + " item; or a user, an item and a rating, of any number of new items. Prints the mean rating"
                    + " predicted over all users, and the users who are predicted to rate the item highest."
        },
        footer = {
            "",
            "Examples:",
            "  rung fold-in movies.rung mine.csv -n 5 --titles movies.csv",
            "  echo 318,5 | rung fold-in movies.rung -",
            "  echo 17,5 | rung fold-in movies.rung - --items",
            "  printf 'Alien (1979)\\nBrazil (1985)\\n' | rung fold-in by-title.rung -"
        })
public final class FoldInLines implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Parameters(index = "1", paramLabel = "RATINGS", description = "The file of ratings.")
    private InputFile input;

    @Mixin
    private TopList listing;

    @Mixin
    private ListChoice choice;

    @Mixin
    private ColumnOptions columns;

    @Option(names = "--items", description = "The items are new instead of the users.")
    private boolean isOfItems;

    @Spec
    private CommandSpec spec;

    private long repeated; // entries that repeat another of the same user and item

    /**
     * The ratings of one new user, or of one new item.
     *
     * @param known the numbers of the rated items that the model knows; of the users, if the item is new
     * @param values the ratings of these
     * @param skipped how many ratings were left out, because the model does not know what they rate
     */
    private record Rated(String name, int[] known, float[] values, int skipped) {}

    /** Creates the command; picocli sets its options. */
    public FoldInLines() {}

    @Override
    public Integer call() throws IOException {
        listing.prepare();
        Model model = isOfItems ? argument.readWithRatings() : argument.read();
        listing.checkTitles(model.items());
        Ratings given = read(model);
        Ratings ratings = onScale(given, model);
        List<Rated> rated = isOfItems
                ? matched(ratings.items(), ratings.item(), ratings.users(), ratings.user(), ratings, model.users())
                : matched(ratings.users(), ratings.user(), ratings.items(), ratings.item(), ratings, model.items());
        Meaning meaning = model.ratings().isPresent() ? ratings.meaning() : Meaning.WEIGHT;
        warn(given, model, noun(meaning));
        List<Map<String, Object>> all = new ArrayList<>();
        ListOptions options = isOfItems
                ? ListOptions.of(0)
                : choice.options(
                        model,
                        argument.file(),
                        listing.itemTitles(),
                        listing.count(model.items().size()),
                        true);
        for (Rated one : rated) {
            all.add(isOfItems ? item(model, one) : user(model, one, rated.size(), meaning, options));
        }
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put(isOfItems ? "items" : "users", all);
            facts.put("duplicates", repeated);
            spec.commandLine().getOut().println(Json.object(facts));
        }
        return 0;
    }

    /** What a line says: how someone rated an item, or that they chose it. */
    private static String noun(Meaning meaning) {
        return meaning == Meaning.RATING ? "rating" : "choice";
    }

    private Ratings read(Model model) throws IOException {
        RatingsFile.Reading reading = isOfItems
                ? RatingsFile.readNewItems(
                        input.path(),
                        columns.columns(),
                        "new item",
                        user -> model.users().find(user).isPresent())
                : RatingsFile.readNewUsers(
                        input.path(),
                        columns.columns(),
                        "new user",
                        item -> listing.itemTitles().names(model.items(), item));
        reading.notes().forEach(each -> Terminal.note(spec.commandLine().getErr(), each));
        boolean needsRatings = isOfItems || model.preferences().isEmpty();
        if (reading.ratings().meaning() == Meaning.WEIGHT && needsRatings) {
            throw new InputException(input + ": has no ratings, and the model was trained on ratings");
        }
        repeated = reading.ratings().duplicates();
        return isOfItems ? reading.ratings() : byName(reading.ratings(), model);
    }

    /** Calls items by their names that are called by their titles; who has called one by both has it once. */
    private Ratings byName(Ratings ratings, Model model) {
        Ids.Builder names = new Ids.Builder();
        int[] numbers = new int[ratings.items().size()];
        boolean isOther = false;
        for (int k = 0; k < numbers.length; k++) {
            String given = ratings.items().name(k);
            OptionalInt known = listing.itemTitles().find(model.items(), given);
            String name = known.isPresent() ? model.items().name(known.getAsInt()) : given;
            numbers[k] = names.add(name);
            isOther |= !name.equals(given);
        }
        if (!isOther) {
            return ratings;
        }
        int[] items = Arrays.stream(ratings.item()).map(item -> numbers[item]).toArray();
        Ratings named = Ratings.of(
                        ratings.users(),
                        names.build(),
                        ratings.user(),
                        items,
                        ratings.value(),
                        ratings.meaning() == Meaning.RATING ? Duplicates.LAST : Duplicates.SUM)
                .withMeaning(ratings.meaning());
        repeated += named.duplicates();
        return named;
    }

    /** Takes ratings beyond the scale that the model was trained on for its ends, and says so. */
    private Ratings onScale(Ratings ratings, Model model) {
        if (model.ratings().isEmpty() || ratings.meaning() == Meaning.WEIGHT) {
            return ratings;
        }
        float[] values = ratings.value().clone();
        int outside = 0;
        for (int e = 0; e < values.length; e++) {
            float value = (float) onScale(model, values[e]);
            outside += value == values[e] ? 0 : 1;
            values[e] = value;
        }
        if (outside == 0) {
            return ratings;
        }
        Terminal.note(
                spec.commandLine().getErr(),
                input + ": " + Words.count(outside, "rating") + " outside "
                        + Words.plain(model.low())
                        + " to " + Words.plain(model.high()) + ", the scale of the model, "
                        + (outside == 1 ? "counts" : "count")
                        + " as the nearer end of it");
        return Ratings.of(ratings.users(), ratings.items(), ratings.user(), ratings.item(), values, Duplicates.LAST);
    }

    /** Warns of input that can be used, but may not be what was meant. */
    private void warn(Ratings ratings, Model model, String noun) {
        PrintWriter err = spec.commandLine().getErr();
        if (repeated > 0) {
            Terminal.note(
                    err,
                    input + ": " + Words.count(repeated, noun)
                            + (repeated == 1 ? " repeats" : " repeat")
                            + " another of the same user and item: "
                            + (ratings.meaning() == Meaning.RATING ? "the latest counts" : "they are added up"));
        }
        Ids own = isOfItems ? ratings.items() : ratings.users();
        Ids known = isOfItems ? model.items() : model.users();
        List<String> again = IntStream.range(0, own.size())
                .mapToObj(own::name)
                .filter(name -> known.find(name).isPresent())
                .toList();
        if (!again.isEmpty()) {
            String kind = isOfItems ? "item" : "user";
            Terminal.note(
                    err,
                    input + ": the model knows "
                            + (again.size() == 1
                                    ? kind + " " + NameList.some(again) + " already"
                                    : Words.count(again.size(), kind) + " already (" + NameList.some(again) + ")")
                            + "; only the " + noun + "s given here count");
        }
    }

    /** Groups the ratings by new user, or by new item, and looks up the model's numbers for the other side. */
    private List<Rated> matched(Ids own, int[] line, Ids others, int[] other, Ratings ratings, Ids known) {
        int[] numbers = new int[others.size()];
        Set<String> unknown = new LinkedHashSet<>();
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = known.find(others.name(k)).orElse(-1);
            if (numbers[k] < 0) {
                unknown.add(others.name(k));
            }
        }
        String kind = isOfItems ? "user" : "item";
        if (unknown.size() == others.size()) {
            throw new InputException(input + ": the model knows none of the " + kind + "s there, such as '"
                    + unknown.iterator().next() + "'");
        }
        if (!unknown.isEmpty()) {
            Terminal.note(
                    spec.commandLine().getErr(),
                    input + ": " + unknown.size() + " " + kind + (unknown.size() == 1 ? "" : "s")
                            + " skipped that the model does not know: "
                            + NameList.some(unknown));
        }
        int[] count = new int[own.size()];
        int[] skipped = new int[own.size()];
        for (int e = 0; e < line.length; e++) {
            (numbers[other[e]] < 0 ? skipped : count)[line[e]]++;
        }
        List<Rated> rated = new ArrayList<>();
        for (int k = 0; k < count.length; k++) {
            rated.add(new Rated(own.name(k), new int[count[k]], new float[count[k]], skipped[k]));
        }
        for (int e = line.length - 1; e >= 0; e--) {
            if (numbers[other[e]] >= 0) {
                int at = --count[line[e]];
                rated.get(line[e]).known[at] = numbers[other[e]];
                rated.get(line[e]).values[at] = ratings.value()[e];
            }
        }
        return rated;
    }

    private Map<String, Object> user(Model model, Rated rated, int of, Meaning meaning, ListOptions options) {
        Newcomer newcomer = model.newcomer(rated.known, rated.values, meaning);
        List<Recommendation> best = newcomer.explained(newcomer.recommend(options));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("user", rated.name);
        facts.put("ratings", rated.known.length);
        facts.put("skipped", rated.skipped);
        facts.put("recommendations", listing.facts(model, best));
        if (!listing.isJson()) {
            PrintWriter out = spec.commandLine().getOut();
            if (of > 1) {
                out.println("user '" + rated.name + "', from " + Words.count(rated.known.length, noun(meaning)) + ":");
            }
            listing.print(out, model, choice, best);
        }
        return facts;
    }

    private Map<String, Object> item(Model model, Rated rated) {
        double[] predictions = predictions(model, model.foldInItem(rated.known, rated.values));
        double mean = Arrays.stream(predictions)
                .map(value -> onScale(model, value))
                .average()
                .orElseThrow();
        boolean[] hasRated = new boolean[predictions.length];
        for (int user : rated.known) {
            hasRated[user] = true;
        }
        List<Scored> candidates = new ArrayList<>();
        for (int user = 0; user < predictions.length; user++) {
            if (!hasRated[user]) {
                candidates.add(new Scored(user, predictions[user]));
            }
        }
        candidates.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<Scored> best = candidates.subList(0, listing.count(candidates.size()));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("item", rated.name);
        facts.put("ratings", rated.known.length);
        facts.put("skipped", rated.skipped);
        facts.put("mean", mean);
        List<Map<String, Object>> users = listing.facts("user", model.users(), best, "score");
        for (int k = 0; k < users.size(); k++) {
            users.get(k).put("prediction", (float) onScale(model, best.get(k).score()));
        }
        facts.put("users", users);
        if (!listing.isJson()) {
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    Locale.ROOT,
                    "item %s, from %s: predicted mean %s%n",
                    listing.titled(rated.name),
                    Words.count(rated.known.length, "rating"),
                    NumberText.fixed(mean, 3));
            TitledRows rows = new TitledRows("user", List.of("score", "prediction"), "");
            best.forEach(each ->
                    rows.add(model.users().name(each.item()), "", "", each.score(), onScale(model, each.score())));
            rows.print(out);
        }
        return facts;
    }

    private static double onScale(Model model, double rating) {
        return Math.min(model.high(), Math.max(model.low(), rating));
    }

    /** The predicted rating of a new item by each user, before it is clipped to the scale. */
    private static double[] predictions(Model model, rung.engine.sampling.biased.FoldIn.Line item) {
        BiasedFactors factors = model.factors();
        int r = factors.rank();
        double[] out = new double[model.users().size()];
        for (int user = 0; user < out.length; user++) {
            double sum = factors.mean() + factors.rows().bias(user) + item.bias();
            for (int k = 0; k < r; k++) {
                sum += factors.rows().factor(user, k) * item.factor(k);
            }
            out[user] = sum;
        }
        return out;
    }
}
