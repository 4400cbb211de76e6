package rung.serve.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Which part of the program answers which address: templates such as {@code /api/v1/items/{id}/similar}. */
public final class Routes {
    /** A template and who answers it. */
    private record Route(
            String method, String template, List<String> segments, Function<Request, CompletionStage<Answer>> answer) {}

    private final List<Route> routes = new ArrayList<>();
    private Function<Request, Optional<Answer>> files = request -> Optional.empty();

    /** Creates routes that lead nowhere. */
    public Routes() {}

    /**
     * Adds an address that is read.
     *
     * @param template the path, with names in braces for its variable parts
     * @param answer answers at once
     * @return this
     */
    public Routes get(String template, Function<Request, Answer> answer) {
        return add("GET", template, answer.andThen(CompletableFuture::completedFuture));
    }

    /**
     * Adds an address that takes a body.
     *
     * @param template the path, with names in braces for its variable parts
     * @param answer answers at once
     * @return this
     */
    public Routes post(String template, Function<Request, Answer> answer) {
        return add("POST", template, answer.andThen(CompletableFuture::completedFuture));
    }

    /**
     * Adds an address that takes a body and answers later.
     *
     * @param template the path, with names in braces for its variable parts
     * @param answer answers when it can
     * @return this
     */
    public Routes postLater(String template, Function<Request, CompletionStage<Answer>> answer) {
        return add("POST", template, answer);
    }

    /**
     * Leaves those addresses of a description that are here.
     *
     * @param whole the OpenAPI description of all addresses that there may be
     * @return the description of these
     */
    @SuppressWarnings("unchecked")
    public Answer described(Answer whole) {
        Map<String, Object> facts = (Map<String, Object>) JsonText.value(
                StandardCharsets.UTF_8.decode(whole.body().duplicate()).toString());
        Set<String> known = routes.stream().map(route -> shape(route.template)).collect(Collectors.toSet());
        ((Map<String, Object>) facts.get("paths")).keySet().removeIf(path -> !known.contains(shape(path)));
        facts.replaceAll((name, value) -> withWholeNumbers(value));
        return Answer.json(facts);
    }

    /* Limits and defaults of whole numbers are 20, and not 20.0. */
    private static Object withWholeNumbers(Object value) {
        if (value instanceof Map<?, ?> fields) {
            Map<Object, Object> whole = new LinkedHashMap<>(fields);
            whole.replaceAll((name, field) -> withWholeNumbers(field));
            return whole;
        }
        if (value instanceof List<?> items) {
            return items.stream().map(Routes::withWholeNumbers).toList();
        }
        return value instanceof Double number && number == Math.rint(number) ? (Object) number.longValue() : value;
    }

    /* A template without the names of its variable parts. */
    private static String shape(String template) {
        return template.replaceAll("\\{[^}]*}", "{}");
    }

    private Routes add(String method, String template, Function<Request, CompletionStage<Answer>> answer) {
        routes.add(new Route(method, template, List.of(template.substring(1).split("/")), answer));
        return this;
    }

    /**
     * Sets who answers addresses that no template fits: the files of the page.
     *
     * @param answer answers, or not
     * @return this
     */
    public Routes otherwise(Function<Request, Optional<Answer>> answer) {
        files = answer;
        return this;
    }

    /**
     * A request and who answers it.
     *
     * @param name by which requests are counted: the method and the template, "GET site" for a file of the page, "unknown" for an
     *     address that is none, and "none" for a method that the address does not take
     * @param answer answers the request
     */
    record Found(String name, Function<Request, CompletionStage<Answer>> answer) {}

    /** Finds who answers a request; notes the variable parts of the path in it. */
    Found find(Request request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        List<String> allowed = new ArrayList<>();
        for (Route route : routes) {
            if (fits(route.segments, request.segments())) {
                if (route.method.equals(method)) {
                    note(route.segments, request);
                    return new Found(route.method + " " + route.template, route.answer);
                }
                allowed.add(route.method);
            }
        }
        Optional<Answer> file = allowed.isEmpty() && method.equals("GET") ? files.apply(request) : Optional.empty();
        if (file.isPresent()) {
            return new Found("GET site", all -> CompletableFuture.completedFuture(file.get()));
        }
        return new Found(allowed.isEmpty() ? "unknown" : "none", all -> {
            throw allowed.isEmpty()
                    ? nowhere()
                    : new HttpProblem(405, "this address answers " + String.join(" and ", allowed) + " alone");
        });
    }

    private static HttpProblem nowhere() {
        return new HttpProblem(404, "there is nothing at this address; /openapi.json lists what there is");
    }

    private static boolean fits(List<String> template, List<String> path) {
        if (template.size() != path.size()) {
            return false;
        }
        for (int k = 0; k < path.size(); k++) {
            String wanted = template.get(k);
            if (!wanted.startsWith("{") && !wanted.equals(path.get(k))) {
                return false;
            }
        }
        return true;
    }

    private static void note(List<String> template, Request request) {
        for (int k = 0; k < template.size(); k++) {
            String name = template.get(k);
            if (name.startsWith("{")) {
                request.name(
                        name.substring(1, name.length() - 1), request.segments().get(k));
            }
        }
    }

    /** {@return the method and the template of every address, in the order they were added} */
    public List<String> names() {
        return routes.stream().map(route -> route.method + " " + route.template).toList();
    }
}
