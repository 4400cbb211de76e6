package rung.cli.pipe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import rung.cli.terminal.Seconds;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.NearNames;
import rung.data.Ratings;
import rung.file.model.ModelFile;
import rung.file.ratings.Columns;
import rung.linalg.Workers;
import rung.lists.ListEvaluation;
import rung.lists.ListQuality;
import rung.lists.Measured;
import rung.lists.Scored;
import rung.ratings.By;
import rung.ratings.Evaluation;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Part;
import rung.ratings.Reason;
import rung.ratings.Recommendation;
import rung.ratings.Recommender;

/** Answers the calls about ratings. Models are kept here under a number that the caller chose, until it says that it is done with them. */
final class RatingsCalls {
    private final Map<Long, Model> models = new ConcurrentHashMap<>();

    void register(Map<String, Call> calls) {
        calls.put("columns", RatingsCalls::columns);
        calls.put("train", this::train);
        calls.put("load", this::load);
        calls.put("forget", (arguments, conversation) -> {
            models.remove(arguments.number("model"));
            return new Fields();
        });
        calls.put("recommend", this::recommend);
        calls.put("recommend-lists", this::recommendLists);
        calls.put("predict", this::predict);
        calls.put("similar", this::similar);
        calls.put("newcomer", this::newcomer);
        calls.put("newcomer-predict", this::newcomerPredict);
        calls.put("evaluate", this::evaluate);
        calls.put("evaluate-lists", this::evaluateLists);
        calls.put("ids", (arguments, conversation) -> {
            Model model = model(arguments);
            return new Fields().put("users", Names.of(model.users())).put("items", Names.of(model.items()));
        });
    }

    /* Which of some names are those of the user, the item, and the rating or else the weight. */
    private static Fields columns(Fields arguments, Conversation conversation) {
        Columns named = Columns.named(arguments.names("names"));
        Fields found = new Fields();
        named.user().ifPresent(name -> found.put("user", name));
        named.item().ifPresent(name -> found.put("item", name));
        named.rating().ifPresent(name -> found.put("rating", name));
        named.weight().ifPresent(name -> found.put("weight", name));
        return found;
    }

    private Model model(Fields arguments) {
        Model model = models.get(arguments.number("model"));
        if (model == null) {
            throw new IllegalStateException("there is no model " + arguments.number("model") + " here");
        }
        return model;
    }

    /**
     * Ratings as they are handed over: arrays of users, items and, unless they are only choices, values. They become what a file with the
     * same lines becomes.
     */
    private static Ratings ratings(Fields arguments, boolean keepsEqual) {
        IdColumn.Numbered users = IdColumn.of(arguments, "user").numbered();
        IdColumn.Numbered items = IdColumn.of(arguments, "item").numbered();
        int count = users.number().length;
        Meaning meaning = arguments.isSet("weights") || !arguments.has("value") ? Meaning.WEIGHT : Meaning.RATING;
        float[] value = arguments.has("value") ? arguments.floats("value") : ones(count);
        if (!keepsEqual && meaning == Meaning.RATING && count > 1 && areEqual(value)) {
            meaning = Meaning.WEIGHT; // there is nothing in them but what was chosen
            value = ones(count);
        }
        Duplicates policy = arguments
                .textIfAny("duplicates")
                .map(word -> Duplicates.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(meaning == Meaning.RATING ? Duplicates.LAST : Duplicates.SUM);
        Workers workers = new Workers(threads(arguments));
        Ratings all = Ratings.of(users.ids(), items.ids(), users.number(), items.number(), value, policy, workers);
        return meaning == Meaning.RATING ? all : all.withMeaning(meaning);
    }

    private static float[] ones(int count) {
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static boolean areEqual(float[] values) {
        for (float value : values) {
            if (value != values[0]) {
                return false;
            }
        }
        return true;
    }

    static int threads(Fields arguments) {
        return arguments.countIfAny("threads").orElse(Workers.all().threads());
    }

    private Fields train(Fields arguments, Conversation conversation) throws IOException {
        long began = System.nanoTime();
        Ratings ratings = ratings(arguments, false);
        double taken = Seconds.since(began);
        Recommender recommender = Recommender.byDefault()
                .withSeed(arguments.number("seed"))
                .withThreads(threads(arguments))
                .withListener(conversation.listener(arguments));
        OptionalInt rank = arguments.countIfAny("rank");
        int least = Math.min(ratings.users().size(), ratings.items().size());
        if (rank.isPresent() && rank.getAsInt() > least) {
            throw new IllegalArgumentException("rank must be between 1 and " + least + " (the smaller of "
                    + ratings.users().size() + " users and " + ratings.items().size() + " items), got "
                    + rank.getAsInt());
        }
        recommender = rank.isPresent() ? recommender.withRank(rank.getAsInt()) : recommender;
        recommender = arguments.has("max_rank") ? recommender.withMaxRank(arguments.count("max_rank")) : recommender;
        recommender = arguments.has("rounds") ? recommender.withRounds(arguments.count("rounds")) : recommender;
        OptionalDouble heldOut = arguments.realIfAny("held_out");
        recommender = heldOut.isPresent() ? recommender.withHeldOut(heldOut.getAsDouble()) : recommender;
        recommender = arguments.has("only")
                ? recommender.withOnly(Part.valueOf(arguments.text("only").toUpperCase(Locale.ROOT)))
                : recommender;
        OptionalDouble low = arguments.realIfAny("low");
        OptionalDouble high = arguments.realIfAny("high");
        if (low.isPresent() || high.isPresent()) {
            recommender = recommender.withBounds(low.orElse(ratings.lowest()), high.orElse(ratings.highest()));
        }
        Recommender.Trained trained = recommender.train(ratings);
        models.put(arguments.number("model"), trained.model());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelFile.write(bytes, trained.model());
        return described(trained.model())
                .put("bytes", bytes.toByteArray())
                .put("stopped", trained.stopped())
                .put("held_out_error", trained.heldOutError())
                .put("held_out_ndcg", trained.heldOutNdcg())
                .put("duplicates", ratings.duplicates())
                .put("count", ratings.count())
                .put("taking", taken);
    }

    private Fields load(Fields arguments, Conversation conversation) throws IOException {
        Model model = ModelFile.read(arguments.text("name"), ByteBuffer.wrap(arguments.bytes("bytes")));
        models.put(arguments.number("model"), model);
        return described(model)
                .put("integer_users", areIntegers(model.users()))
                .put("integer_items", areIntegers(model.items()));
    }

    private static Fields described(Model model) {
        List<String> facts = new ArrayList<>();
        model.facts().forEach((name, fact) -> {
            facts.add(name);
            facts.add(fact);
        });
        return new Fields()
                .put("users", model.users().size())
                .put("items", model.items().size())
                .put("rates", model.ratings().isPresent())
                .put("prefers", model.preferences().isPresent())
                .put("rank", model.ratings().map(part -> part.factors().rank()).orElse(0))
                .put("facts", Names.of(facts));
    }

    private static boolean areIntegers(Ids ids) {
        return IntStream.range(0, ids.size()).allMatch(k -> ids.name(k).matches("0|-?[1-9][0-9]{0,17}"));
    }

    private static int known(Ids ids, String name, String kind) {
        return ids.find(name)
                .orElseThrow(() -> new NoSuchElementException(NearNames.unknown(kind, ids, name, Map.of())));
    }

    private static ListOptions options(Fields arguments, Model model) {
        By by = By.valueOf(arguments.text("by").toUpperCase(Locale.ROOT));
        ListOptions options = ListOptions.of(
                        Math.min(arguments.count("n"), model.items().size()))
                .withBy(model.preferences().isEmpty() && by == By.BOTH ? By.RATING : by)
                .withSurprise(arguments.realIfAny("surprise").orElse(0))
                .withLeastUsers(arguments.countIfAny("least_users").orElse(0))
                .withSeen(arguments.isSet("with_seen"));
        options = arguments.has("without") ? options.without(items(arguments, "without", model)) : options;
        return arguments.has("among") ? options.among(items(arguments, "among", model)) : options;
    }

    private static int[] items(Fields arguments, String name, Model model) {
        return Arrays.stream(IdColumn.of(arguments, name).among(model.items()))
                .filter(k -> k >= 0)
                .toArray();
    }

    private Fields recommend(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        int user = known(model.users(), arguments.text("user"), "user");
        return list(model.explained(user, model.recommend(user, options(arguments, model))));
    }

    private static Fields list(List<Recommendation> list) {
        List<String> because = new ArrayList<>();
        int[] reasons = new int[list.size()];
        for (int k = 0; k < reasons.length; k++) {
            list.get(k).because().stream().map(Reason::item).forEach(because::add);
            reasons[k] = list.get(k).because().size();
        }
        return new Fields()
                .put("item", Names.of(list.stream().map(Recommendation::item).toList()))
                .put("score", numbers(list, Recommendation::score))
                .put("rating", numbers(list, each -> each.rating().orElse(Double.NaN)))
                .put("unclipped", numbers(list, each -> each.unclipped().orElse(Double.NaN)))
                .put("reasons", reasons)
                .put("because", Names.of(because));
    }

    private static <T> double[] numbers(List<T> list, Function<T, Double> number) {
        return list.stream().mapToDouble(number::apply).toArray();
    }

    /** The lists of some users, or of all: one row each, with the numbers of items, −1 after the last. */
    private Fields recommendLists(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        ListOptions options = options(arguments, model);
        int width = Math.min(arguments.count("n"), model.items().size());
        if (arguments.has("user")) {
            int[] users = IdColumn.of(arguments, "user").among(model.users());
            int unknown = IntStream.range(0, users.length)
                    .filter(k -> users[k] < 0)
                    .findFirst()
                    .orElse(-1);
            if (unknown >= 0) {
                String name = IdColumn.of(arguments, "user").name(unknown);
                throw new NoSuchElementException(NearNames.unknown("user", model.users(), name, Map.of()));
            }
            Lists lists = new Lists(model, users.length, width);
            for (int k = 0; k < users.length; k++) {
                lists.put(k, users[k], model.recommend(users[k], options));
            }
            return lists.fields();
        }
        Lists lists = new Lists(model, model.users().size(), width);
        model.recommendAll(options, threads(arguments), (user, best) -> lists.put(user, user, best));
        return lists.fields();
    }

    /** Lists of several users. */
    private static final class Lists {
        private final Model model;
        private final int width;
        private final int[] item;
        private final double[] score;
        private final double[] rating;

        Lists(Model model, int users, int width) {
            this.model = model;
            this.width = width;
            this.item = new int[Math.multiplyExact(users, width)];
            this.score = new double[item.length];
            this.rating = new double[item.length];
            Arrays.fill(item, -1);
            Arrays.fill(score, Double.NaN);
            Arrays.fill(rating, Double.NaN);
        }

        void put(int row, int user, List<Scored> best) {
            for (int k = 0; k < best.size(); k++) {
                int at = row * width + k;
                item[at] = best.get(k).item();
                score[at] = best.get(k).score();
                rating[at] = model.ratings().isPresent()
                        ? model.predict(user, item[at]).value()
                        : Double.NaN;
            }
        }

        Fields fields() {
            long rows = width == 0 ? 0 : item.length / width;
            return new Fields()
                    .put("item", new Fields.Shaped(item, rows, width))
                    .put("score", new Fields.Shaped(score, rows, width))
                    .put("rating", new Fields.Shaped(rating, rows, width));
        }
    }

    private Fields predict(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        int[] users = IdColumn.of(arguments, "user").among(model.users());
        int[] items = IdColumn.of(arguments, "item").among(model.items());
        if (users.length != items.length) {
            throw new IllegalArgumentException(
                    "there must be as many users as items, got " + users.length + " and " + items.length);
        }
        double[] rating = new double[users.length];
        byte[] cold = new byte[users.length];
        for (int k = 0; k < users.length; k++) {
            Model.Prediction prediction = model.predict(number(users[k]), number(items[k]));
            rating[k] = prediction.value();
            cold[k] = (byte) (prediction.cold() ? 1 : 0);
        }
        return new Fields().put("rating", rating).put("cold", cold);
    }

    private static OptionalInt number(int known) {
        return known < 0 ? OptionalInt.empty() : OptionalInt.of(known);
    }

    private Fields similar(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        By by = By.valueOf(arguments.text("by").toUpperCase(Locale.ROOT));
        boolean isOfUsers = arguments.has("user");
        Ids ids = isOfUsers ? model.users() : model.items();
        String kind = isOfUsers ? "user" : "item";
        int one = known(ids, arguments.text(kind), kind);
        int n = Math.min(arguments.count("n"), ids.size());
        List<Scored> best = isOfUsers ? model.similarUsers(one, n, by) : model.similar(one, n, by);
        return new Fields()
                .put(
                        "id",
                        Names.of(
                                best.stream().map(each -> ids.name(each.item())).toList()))
                .put("score", numbers(best, Scored::score));
    }

    private static Newcomer person(Fields arguments, Model model) {
        int[] items = IdColumn.of(arguments, "item").among(model.items());
        boolean isRated = arguments.has("value");
        float[] values = isRated ? arguments.floats("value") : ones(items.length);
        int[] known =
                IntStream.range(0, items.length).filter(k -> items[k] >= 0).toArray();
        if (known.length == 0 && items.length > 0) {
            throw new NoSuchElementException("the model knows none of these " + items.length + " items");
        }
        int[] chosen = Arrays.stream(known).map(k -> items[k]).toArray();
        float[] kept = new float[known.length];
        for (int k = 0; k < kept.length; k++) {
            kept[k] = values[known[k]];
            if (!Float.isFinite(kept[k])) {
                throw new IllegalArgumentException("ratings must be finite, got " + kept[k]);
            }
        }
        if (!isRated && model.preferences().isEmpty()) {
            throw new IllegalArgumentException("the model was trained on ratings alone, so a new user needs ratings");
        }
        return model.newcomer(chosen, kept, isRated && model.ratings().isPresent() ? Meaning.RATING : Meaning.WEIGHT);
    }

    private Fields newcomer(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        Newcomer person = person(arguments, model);
        return list(person.explained(person.recommend(options(arguments, model))));
    }

    private Fields newcomerPredict(Fields arguments, Conversation conversation) {
        Newcomer person = person(arguments, model(arguments));
        return new Fields()
                .put(
                        "rating",
                        numbers(
                                arguments.names("of"),
                                item -> person.predict(item).value()));
    }

    private Fields evaluate(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        if (!arguments.has("value")) {
            throw new IllegalArgumentException("there are no ratings that predictions could be compared with");
        }
        Ratings test = ratings(arguments.put("duplicates", "last"), true);
        Evaluation evaluation = model.evaluate(test, !arguments.isSet("drop_cold"));
        return new Fields()
                .put("rmse", evaluation.rmse())
                .put("mae", evaluation.mae())
                .put("rmse_standard_error", evaluation.rmseStandardError())
                .put("mae_standard_error", evaluation.maeStandardError())
                .put("count", evaluation.count())
                .put("cold", evaluation.cold());
    }

    private Fields evaluateLists(Fields arguments, Conversation conversation) {
        Model model = model(arguments);
        int[] users = IdColumn.of(arguments, "user").among(model.users());
        int[] items = IdColumn.of(arguments, "item").among(model.items());
        float[] values = arguments.has("value") ? arguments.floats("value") : ones(users.length);
        int[] known = IntStream.range(0, users.length)
                .filter(k -> users[k] >= 0 && items[k] >= 0)
                .toArray();
        float[] value = new float[known.length];
        for (int k = 0; k < known.length; k++) {
            value[k] = values[known[k]];
        }
        Ratings test = Ratings.of(
                model.users(),
                model.items(),
                Arrays.stream(known).map(k -> users[k]).toArray(),
                Arrays.stream(known).map(k -> items[k]).toArray(),
                value,
                Duplicates.LAST);
        ListEvaluation evaluation = ListEvaluation.of(model.seen(), test).withLength(arguments.count("n"));
        OptionalDouble least = arguments.realIfAny("liked");
        evaluation = least.isPresent() ? evaluation.withLeast(least.getAsDouble()) : evaluation;
        if (evaluation.users() == 0) {
            throw new IllegalArgumentException("none of these has a user and an item that the model knows, and an item"
                    + " that the user had not chosen before");
        }
        ListQuality quality = evaluation.withSeed(0).measure(model.scorers(By.BOTH));
        Fields fields = new Fields().put("users", quality.users()).put("unknown", users.length - known.length);
        put(fields, "recall", quality.recall());
        put(fields, "ndcg", quality.ndcg());
        put(fields, "map", quality.map());
        put(fields, "hit_rate", quality.hitRate());
        put(fields, "coverage", quality.coverage());
        put(fields, "novelty", quality.novelty());
        return fields;
    }

    private static void put(Fields fields, String name, Measured measured) {
        fields.put(name, measured.value()).put(name + "_standard_error", measured.standardError());
    }
}
