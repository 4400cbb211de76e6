package rung.serve.recommender;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import rung.Provenance;
import rung.data.Ids;
import rung.data.NearNames;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;
import rung.ratings.By;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.RatingScale;
import rung.ratings.Reason;
import rung.ratings.Recommendation;
import rung.serve.http.Answer;
import rung.serve.http.HttpLimits;
import rung.serve.http.HttpProblem;
import rung.serve.http.JsonFields;
import rung.serve.http.Request;
import rung.serve.http.Routes;

/** The addresses of a recommender. */
public final class RecommenderRoutes {
    private static final int USUAL = 10;
    private static final int MOST_REASONS = 10;
    private static final int USUAL_FOUND = 20;

    private final String name;
    private final boolean needsToken;
    private final Supplier<Snapshot> current;
    private final Visitors visitors;

    RecommenderRoutes(String name, boolean needsToken, Supplier<Snapshot> current, Visitors visitors) {
        this.name = name;
        this.needsToken = needsToken;
        this.current = current;
        this.visitors = visitors;
    }

    void addTo(Routes routes) {
        routes.get("/api/v1/model", request -> model())
                .get("/api/v1/items", this::items)
                .get("/api/v1/items/{id}", this::item)
                .get("/api/v1/items/{id}/similar", this::similar)
                .get("/api/v1/users", this::users)
                .get("/api/v1/users/{id}", this::user)
                .get("/api/v1/users/{id}/recommendations", this::recommendations)
                .get("/api/v1/users/{id}/explanation", this::explanation)
                .post("/api/v1/recommendations", this::recommendationsForRatings)
                .post("/api/v1/predictions", this::predictions)
                .postLater("/api/v1/ratings", this::rate)
                .get("/api/v1/map", request -> current.get().map())
                .get("/api/v1/report", request -> current.get().report());
    }

    private Answer model() {
        Model model = current.get().model();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", "recommender");
        facts.put("name", name);
        facts.put("version", Provenance.libraryVersion());
        facts.put("users", model.users().size());
        facts.put("items", model.items().size());
        facts.put("ratings", model.seen().count());
        facts.put("hasRatings", model.ratings().isPresent());
        facts.put("hasPreferences", model.preferences().isPresent());
        model.ratings().ifPresent(part -> {
            facts.put("low", part.low());
            facts.put("high", part.high());
            facts.put("step", step(model, part.low(), part.high()));
        });
        Map<String, Object> rank = new LinkedHashMap<>();
        model.ratings().ifPresent(part -> rank.put("ratings", part.factors().rank()));
        model.preferences().map(PreferenceModel::rank).ifPresent(number -> rank.put("preferences", number));
        facts.put("rank", rank);
        facts.put("columns", current.get().catalog().titles().columnNames());
        facts.put("keepsRatings", visitors.isKept());
        facts.put("needsToken", needsToken);
        return Answer.json(facts);
    }

    /* The step of the ratings, or else a guess: ratings up to 5 that begin below 1 or between whole numbers go by halves. */
    private static double step(Model model, double low, double high) {
        return RatingScale.of(model)
                .map(scale -> scale.step(low, high))
                .orElse(OptionalDouble.empty())
                .orElseGet(() -> guessedStep(low, high));
    }

    private static double guessedStep(double low, double high) {
        return low != Math.rint(low) || high != Math.rint(high) || high <= 5 && low < 1 ? 0.5 : 1;
    }

    private Answer items(Request request) {
        Snapshot now = current.get();
        int n = count(request, USUAL_FOUND);
        return list(
                "items",
                now.search().find(request.value("q").orElse(""), n).stream()
                        .map(found -> now.catalog().facts(found.item(), found.score()))
                        .toList());
    }

    private Answer item(Request request) {
        Snapshot now = current.get();
        return Answer.json(now.catalog().facts(number(now, request.part("id"))));
    }

    private Answer similar(Request request) {
        Snapshot now = current.get();
        int item = number(now, request.part("id"));
        List<Scored> found = asked(
                () -> now.similarity(by(request.value("by").orElse("both"))).of(item, count(request, USUAL)));
        return list(
                "items",
                found.stream()
                        .map(each -> now.catalog().facts(each.item(), each.score()))
                        .toList());
    }

    private Answer users(Request request) {
        Model model = current.get().model();
        int n = count(request, USUAL_FOUND);
        String wanted = request.value("q").orElse("").strip().toLowerCase(Locale.ROOT);
        List<Map<String, Object>> found = new ArrayList<>();
        visitors.all().keySet().stream()
                .filter(id -> model.users().find(id).isEmpty()
                        && id.toLowerCase(Locale.ROOT).startsWith(wanted))
                .sorted()
                .limit(n)
                .forEach(id -> found.add(userFacts(id, visitors.ratings(id).size())));
        OptionalInt exact = model.users().find(request.value("q").orElse(""));
        exact.ifPresent(user ->
                found.add(0, userFacts(model.users().name(user), model.seen().count(user))));
        for (int user = 0; user < model.users().size() && found.size() < n; user++) {
            String id = model.users().name(user);
            if (exact.orElse(-1) != user && id.toLowerCase(Locale.ROOT).startsWith(wanted)) {
                found.add(userFacts(id, model.seen().count(user)));
            }
        }
        return list("users", found.subList(0, Math.min(n, found.size())));
    }

    private static Map<String, Object> userFacts(String id, int count) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", id);
        facts.put("count", count);
        return facts;
    }

    private Answer user(Request request) {
        Snapshot now = current.get();
        Asker asker = asker(now, request.part("id"));
        Map<String, Double> own = visitors.ratings(asker.id());
        Ids known = now.model().items();
        int[] numbers = asker.items().stream()
                .map(known::find)
                .flatMapToInt(OptionalInt::stream)
                .toArray();
        Map<String, Double> scores = new HashMap<>();
        if (numbers.length > 0) {
            asked(() -> asker.scored(numbers)).forEach(each -> scores.put(known.name(each.item()), each.score()));
        }
        List<Map<String, Object>> items = new ArrayList<>();
        for (String id : asker.items()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", id);
            one.put("title", now.catalog().titles().title(id).orElse(id));
            one.put("score", scores.getOrDefault(id, 0.0).floatValue());
            if (own.containsKey(id)) {
                one.put("rating", own.get(id).floatValue());
            }
            asker.expected(id).ifPresent(rating -> one.put("prediction", (float) rating));
            items.add(one);
        }
        Map<String, Object> facts = userFacts(asker.id(), items.size());
        facts.put("items", items);
        return Answer.json(facts);
    }

    private Answer recommendations(Request request) {
        Snapshot now = current.get();
        Asker asker = asker(now, request.part("id"));
        ListWish wish = new ListWish(
                count(request, USUAL),
                by(request.value("by").orElse("both")),
                request.number("surprise", -1, 1, 0),
                request.whole("because", 0, MOST_REASONS, 0));
        return asker instanceof Asker.Known known
                ? now.answers()
                        .get(new AnswerCache.Key(known.user(), wish), () -> list("items", listed(now, asker, wish)))
                : list("items", listed(now, asker, wish));
    }

    private Answer explanation(Request request) {
        Snapshot now = current.get();
        Asker asker = asker(now, request.part("id"));
        String id = request.value("item")
                .orElseThrow(() -> new HttpProblem(400, "item must be the id of an item, and it is missing"));
        int item = number(now, id);
        List<Scored> only = asker.scored(item);
        Map<String, Object> facts =
                explained(now, only.get(0), asker.explained(only).get(0), MOST_REASONS);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("item", facts);
        answer.put("because", facts.remove("because"));
        return Answer.json(answer);
    }

    private Answer recommendationsForRatings(Request request) {
        Snapshot now = current.get();
        JsonFields asked = request.json().only("ratings", "chosen", "n", "by", "surprise", "because");
        ListWish wish = new ListWish(
                asked.whole("n", 1, HttpLimits.LIST, USUAL),
                by(asked.has("by") ? asked.text("by") : "both"),
                asked.number("surprise", -1, 1, 0),
                asked.whole("because", 0, MOST_REASONS, 0));
        List<String> ids = new ArrayList<>();
        Asker asker;
        if (asked.has("chosen")) {
            ids.addAll(asked.texts("chosen", HttpLimits.ENTRIES));
            asker = Asker.whoChose(now.model(), ids);
        } else {
            Map<String, Double> ratings =
                    asked.has("ratings") ? asked.numbers("ratings", HttpLimits.ENTRIES) : Map.of();
            ids.addAll(ratings.keySet());
            ratings.values().forEach(rating -> requireOnScale(now.model(), rating));
            asker = asked(() -> Asker.whoRated(now.model(), "", ratings));
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("items", listed(now, asker, wish));
        facts.put(
                "unknown",
                ids.stream()
                        .filter(id -> now.model().items().find(id).isEmpty())
                        .toList());
        return Answer.json(facts);
    }

    private Answer predictions(Request request) {
        Snapshot now = current.get();
        List<Map<String, Object>> answers = new ArrayList<>();
        Map<String, Newcomer> newcomers = new HashMap<>();
        for (JsonFields pair : request.json().only("pairs").objects("pairs", HttpLimits.ENTRIES)) {
            String user = pair.only("user", "item").text("user");
            String item = pair.text("item");
            Map<String, Double> since = visitors.ratings(user);
            Model.Prediction prediction = asked(() -> since.isEmpty()
                    ? now.model().predict(user, item)
                    : newcomers
                            .computeIfAbsent(user, id -> newcomer(now.model(), id, since))
                            .predict(item));
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("user", user);
            facts.put("item", item);
            facts.put("prediction", (float) prediction.value());
            facts.put("known", !prediction.cold());
            answers.add(facts);
        }
        return list("predictions", answers);
    }

    private static Newcomer newcomer(Model model, String id, Map<String, Double> rated) {
        OptionalInt known = model.users().find(id);
        return known.isPresent() ? model.newcomer(known.getAsInt(), rated) : model.newcomer(rated);
    }

    private CompletionStage<Answer> rate(Request request) {
        Snapshot now = current.get();
        JsonFields asked = request.json().only("user", "item", "rating");
        String user = asked.text("user");
        String item = asked.text("item");
        double rating = asked.number("rating");
        requireOnScale(now.model(), rating);
        if (now.catalog().titles().title(item).isEmpty()) {
            number(now, item);
        }
        return visitors.rate(user, item, rating).thenApply(done -> {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("user", user);
            facts.put("item", item);
            facts.put("rating", rating);
            facts.put("kept", true);
            return Answer.json(facts).withStatus(201);
        });
    }

    /* What is rated lies on the scale of the model; without one, it is how often an item was chosen. */
    private static void requireOnScale(Model model, double rating) {
        if (model.ratings().isPresent() && !(rating >= model.low() && rating <= model.high())) {
            throw new HttpProblem(
                    400,
                    "rating must be between " + plain(model.low()) + " and " + plain(model.high())
                            + ", as in the model, got " + plain(rating));
        }
        if (model.ratings().isEmpty() && !(rating > 0 && rating < 1e9)) {
            throw new HttpProblem(400, "rating must be positive: how often the item was chosen; got " + plain(rating));
        }
    }

    private static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }

    /* A list with titles, expected ratings and, where they are asked for, reasons. */
    private static List<Map<String, Object>> listed(Snapshot now, Asker asker, ListWish wish) {
        return asked(() -> {
            List<Scored> best = asker.best(now.lists(wish.by(), wish.surprise()), wish.n());
            List<Recommendation> reasons = wish.because() > 0 ? asker.explained(best) : List.of();
            List<Map<String, Object>> items = new ArrayList<>();
            for (int k = 0; k < best.size(); k++) {
                items.add(
                        reasons.isEmpty()
                                ? expected(now, asker, best.get(k))
                                : explained(now, best.get(k), reasons.get(k), wish.because()));
            }
            return items;
        });
    }

    private static Map<String, Object> expected(Snapshot now, Asker asker, Scored scored) {
        Map<String, Object> facts = now.catalog().facts(scored.item(), scored.score());
        asker.expected(now.model().items().name(scored.item()))
                .ifPresent(rating -> facts.put("prediction", (float) rating));
        return facts;
    }

    private static Map<String, Object> explained(Snapshot now, Scored scored, Recommendation full, int reasons) {
        Map<String, Object> facts = now.catalog().facts(scored.item(), scored.score());
        full.rating().ifPresent(rating -> facts.put("prediction", (float) rating));
        List<Map<String, Object>> because = new ArrayList<>();
        for (Reason reason : full.because().stream().limit(reasons).toList()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", reason.item());
            one.put("title", now.catalog().titles().title(reason.item()).orElse(reason.item()));
            one.put("part", (float) reason.contribution());
            because.add(one);
        }
        facts.put("because", because);
        return facts;
    }

    private static Answer list(String name, List<?> list) {
        return Answer.json(Map.of(name, list));
    }

    private static int count(Request request, int usual) {
        return request.whole("n", 1, HttpLimits.LIST, usual);
    }

    private static By by(String word) {
        return switch (word) {
            case "both" -> By.BOTH;
            case "preference" -> By.PREFERENCE;
            case "rating" -> By.RATING;
            default ->
                throw new HttpProblem(400, "by must be one of both, preference, rating, got " + Request.quoted(word));
        };
    }

    /* What a model refuses is the request's fault: a value it cannot use, or a part that it has not. */
    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(400, e.getMessage());
        } catch (IllegalStateException e) {
            throw new HttpProblem(409, e.getMessage());
        }
    }

    private int number(Snapshot now, String id) {
        return now.model()
                .items()
                .find(id)
                .orElseThrow(() -> unknown(
                        "item", now.model().items(), id, now.catalog().titles().all()));
    }

    /* A user of the model, or somebody who rated since. */
    private Asker asker(Snapshot now, String id) {
        OptionalInt known = now.model().users().find(id);
        Map<String, Double> rated = visitors.ratings(id);
        if (rated.isEmpty()) {
            return new Asker.Known(
                    now.model(),
                    known.orElseThrow(() -> unknown("user", now.model().users(), id, Map.of())));
        }
        return asked(() -> known.isPresent()
                ? Asker.whoRatedMore(now.model(), known.getAsInt(), rated)
                : Asker.whoRated(now.model(), id, rated));
    }

    private HttpProblem unknown(String kind, Ids ids, String id, Map<String, String> titles) {
        return new HttpProblem(404, name + ": " + NearNames.unknown(kind, ids, Request.shortened(id), titles));
    }
}
