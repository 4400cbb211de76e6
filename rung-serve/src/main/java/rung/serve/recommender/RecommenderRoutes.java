package rung.serve.recommender;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import rung.Provenance;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Reason;
import rung.ratings.Recommendation;
import rung.serve.http.Answer;
import rung.serve.http.JsonFields;
import rung.serve.http.Limits;
import rung.serve.http.Problem;
import rung.serve.http.Request;
import rung.serve.http.Routes;

/** The addresses of a recommender. */
public final class RecommenderRoutes {
    private static final int USUAL = 10;
    private static final int USUAL_FOUND = 20;

    private final String name;
    private final boolean needsToken;
    private final Supplier<Snapshot> current;

    RecommenderRoutes(String name, boolean needsToken, Supplier<Snapshot> current) {
        this.name = name;
        this.needsToken = needsToken;
        this.current = current;
    }

    void addTo(Routes routes) {
        routes.get("/api/v1/model", request -> model())
                .get("/api/v1/items", this::items)
                .get("/api/v1/items/{id}", this::item)
                .get("/api/v1/items/{id}/similar", this::similar)
                .get("/api/v1/users", this::users)
                .get("/api/v1/users/{id}", this::user)
                .get("/api/v1/users/{id}/recommendations", this::recommendations)
                .post("/api/v1/recommendations", this::recommendationsForRatings);
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
            facts.put("step", step(part.low(), part.high()));
        });
        Map<String, Object> rank = new LinkedHashMap<>();
        model.ratings().ifPresent(part -> rank.put("ratings", part.factors().rank()));
        model.preferences().map(PreferenceModel::rank).ifPresent(number -> rank.put("preferences", number));
        facts.put("rank", rank);
        facts.put("columns", current.get().catalog().titles().columnNames());
        facts.put("keepsRatings", false);
        facts.put("needsToken", needsToken);
        return Answer.json(facts);
    }

    /* A guess: ratings up to 5 that begin below 1 or between whole numbers go by halves. */
    private static double step(double low, double high) {
        return low != Math.rint(low) || high != Math.rint(high) || high <= 5 && low < 1 ? 0.5 : 1;
    }

    private Answer items(Request request) {
        Snapshot now = current.get();
        int n = count(request, USUAL_FOUND);
        return list(
                "items",
                now.search().find(request.value("q").orElse(""), n).stream()
                        .map(now.catalog()::facts)
                        .toList());
    }

    private Answer item(Request request) {
        Snapshot now = current.get();
        return Answer.json(now.catalog().facts(number(now, request.part("id"))));
    }

    private Answer similar(Request request) {
        Snapshot now = current.get();
        int item = number(now, request.part("id"));
        List<Scored> found = asked(() -> now.model()
                .similar(item, count(request, USUAL), by(request.value("by").orElse("both"))));
        return list(
                "items",
                found.stream()
                        .map(each -> now.catalog().facts(each.item(), each.score()))
                        .toList());
    }

    private Answer users(Request request) {
        Snapshot now = current.get();
        Model model = now.model();
        int n = count(request, USUAL_FOUND);
        String wanted = request.value("q").orElse("").strip().toLowerCase(Locale.ROOT);
        List<Map<String, Object>> found = new ArrayList<>();
        OptionalInt exact = model.users().find(request.value("q").orElse(""));
        exact.ifPresent(user -> found.add(userFacts(model, user)));
        for (int user = 0; user < model.users().size() && found.size() < n; user++) {
            if (exact.orElse(-1) != user
                    && model.users().name(user).toLowerCase(Locale.ROOT).startsWith(wanted)) {
                found.add(userFacts(model, user));
            }
        }
        return list("users", found);
    }

    private static Map<String, Object> userFacts(Model model, int user) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", model.users().name(user));
        facts.put("count", model.seen().count(user));
        return facts;
    }

    private Answer user(Request request) {
        Snapshot now = current.get();
        Model model = now.model();
        int user = userNumber(now, request.part("id"));
        Map<String, Object> facts = userFacts(model, user);
        List<Map<String, Object>> items = new ArrayList<>();
        for (int item : model.seen().of(user)) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", model.items().name(item));
            one.put("title", now.catalog().title(item));
            model.ratings()
                    .ifPresent(part -> one.put(
                            "expected", (float) model.predict(user, item).value()));
            items.add(one);
        }
        facts.put("items", items);
        return Answer.json(facts);
    }

    private Answer recommendations(Request request) {
        Snapshot now = current.get();
        int user = userNumber(now, request.part("id"));
        ListOptions options = ListOptions.of(count(request, USUAL))
                .withBy(by(request.value("by").orElse("both")))
                .withSurprise(request.number("surprise", -1, 1, 0));
        return asked(() -> {
            List<Scored> best = now.model().recommend(user, options);
            return list("items", facts(now, best, now.model().explained(user, best)));
        });
    }

    private Answer recommendationsForRatings(Request request) {
        Snapshot now = current.get();
        JsonFields asked = request.json().only("ratings", "chosen", "n", "by", "surprise");
        ListOptions options = ListOptions.of(asked.whole("n", 0, Limits.LIST, USUAL))
                .withBy(by(asked.has("by") ? asked.text("by") : "both"))
                .withSurprise(asked.number("surprise", -1, 1, 0));
        List<String> ids = new ArrayList<>();
        Newcomer newcomer;
        if (asked.has("chosen")) {
            ids.addAll(asked.texts("chosen", Limits.ENTRIES));
            newcomer = now.model().newcomer(ids);
        } else {
            Map<String, Double> ratings = asked.has("ratings") ? asked.numbers("ratings", Limits.ENTRIES) : Map.of();
            ids.addAll(ratings.keySet());
            newcomer = asked(() -> now.model().newcomer(ratings));
        }
        List<Scored> best = asked(() -> newcomer.recommend(options));
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("items", facts(now, best, newcomer.explained(best)));
        facts.put(
                "unknown",
                ids.stream()
                        .filter(id -> now.model().items().find(id).isEmpty())
                        .toList());
        return Answer.json(facts);
    }

    private static List<Map<String, Object>> facts(Snapshot now, List<Scored> best, List<Recommendation> list) {
        List<Map<String, Object>> items = new ArrayList<>();
        for (int k = 0; k < best.size(); k++) {
            Map<String, Object> facts =
                    now.catalog().facts(best.get(k).item(), best.get(k).score());
            list.get(k).rating().ifPresent(rating -> facts.put("expected", (float) rating));
            List<Map<String, Object>> because = new ArrayList<>();
            for (Reason reason : list.get(k).because()) {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("id", reason.item());
                one.put("title", now.catalog().titles().title(reason.item()).orElse(reason.item()));
                one.put("part", (float) reason.contribution());
                because.add(one);
            }
            facts.put("because", because);
            items.add(facts);
        }
        return items;
    }

    private static Answer list(String name, List<?> list) {
        return Answer.json(Map.of(name, list));
    }

    private static int count(Request request, int usual) {
        return request.whole("n", 0, Limits.LIST, usual);
    }

    private static By by(String word) {
        return switch (word) {
            case "both" -> By.BOTH;
            case "preference" -> By.PREFERENCE;
            case "rating" -> By.RATING;
            default ->
                throw new Problem(400, "by must be one of both, preference, rating, got " + Request.quoted(word));
        };
    }

    /* What a model refuses is the request's fault: a value it cannot use, or a part that it has not. */
    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (IllegalArgumentException e) {
            throw new Problem(400, e.getMessage());
        } catch (IllegalStateException e) {
            throw new Problem(409, e.getMessage());
        }
    }

    private int number(Snapshot now, String id) {
        return now.model().items().find(id).orElseThrow(() -> unknown("item", id));
    }

    private int userNumber(Snapshot now, String id) {
        return now.model().users().find(id).orElseThrow(() -> unknown("user", id));
    }

    private Problem unknown(String kind, String id) {
        return new Problem(404, name + ": the model knows no " + kind + " " + Request.quoted(id));
    }
}
