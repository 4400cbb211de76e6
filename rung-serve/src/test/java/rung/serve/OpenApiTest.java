package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.page.Json;
import rung.serve.http.JsonReading;

/** The server answers as its description says: every address, with the examples that the description has. */
class OpenApiTest {
    @TempDir
    private Path folder;

    private Map<String, Object> description;

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value, String... path) {
        Map<String, Object> found = (Map<String, Object>) value;
        for (String name : path) {
            found = (Map<String, Object>) found.get(name);
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    @Test
    void aRecommenderAnswersAsItIsDescribed() throws IOException {
        try (Served served = Served.in(folder, settings -> settings.withLog(folder.resolve("log.csv")))) {
            check(served, path -> !path.contains("/table") && !path.contains("/frames"));
        }
    }

    @Test
    void aSeparationAnswersAsItIsDescribed() throws IOException {
        for (String part : List.of("background", "mask")) {
            Files.createDirectory(folder.resolve(part));
            for (int k : new int[] {9, 10}) {
                BufferedImage image = new BufferedImage(k, 3, BufferedImage.TYPE_BYTE_GRAY);
                ImageIO.write(
                        image,
                        k == 9 ? "bmp" : "png",
                        folder.resolve(part + "/f" + k + (k == 9 ? ".bmp" : ".png"))
                                .toFile());
            }
        }
        try (Served served = Served.of(ServerSettings.of(folder))) {
            check(served, path -> path.contains("/frames") || path.equals("/health") || path.endsWith("/model"));
            Map<String, Object> model = Served.fields(served.get("/api/v1/model"), 200);
            assertThat(model)
                    .containsEntry("kind", "separation")
                    .containsEntry("frames", 2.0)
                    .containsEntry("width", 9.0)
                    .containsEntry("parts", List.of("background", "mask"));
            assertThat(served.get("/api/v1/frames/mask/2").statusCode()).isEqualTo(404);
            assertThat(served.get("/api/v1/frames/mask/x").statusCode()).isEqualTo(400);
            assertThat(served.get("/api/v1/frames/..%2fmask/0").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void theInputIsShownBesideTheParts() throws IOException {
        for (String part : List.of("input", "background")) {
            Files.createDirectory(folder.resolve(part));
            for (int k = 0; k < 2; k++) {
                frame(part, k);
            }
        }
        try (Served served = Served.of(ServerSettings.of(folder))) {
            assertThat(Served.fields(served.get("/api/v1/model"), 200))
                    .containsEntry("parts", List.of("input", "background"))
                    .containsEntry("frames", 2.0);
            assertThat(served.get("/api/v1/frames/input/1").statusCode()).isEqualTo(200);
            assertThat(served.messages()).isEmpty();
        }
        frame("input", 2);
        try (Served served = Served.of(ServerSettings.of(folder))) {
            assertThat(Served.fields(served.get("/api/v1/model"), 200))
                    .containsEntry("parts", List.of("background"))
                    .containsEntry("frames", 2.0);
            assertThat(served.messages())
                    .containsExactly(folder.resolve("input")
                            + ": has 3 frames and the parts have 2, so it is not shown beside them");
        }
    }

    private void frame(String part, int number) throws IOException {
        BufferedImage image = new BufferedImage(4, 3, BufferedImage.TYPE_BYTE_GRAY);
        ImageIO.write(image, "png", folder.resolve(part + "/" + number + ".png").toFile());
    }

    @Test
    void aTableAnswersAsItIsDescribed() throws IOException {
        Path table = Files.writeString(folder.resolve("filled.csv"), "name,a,b\nx,1,2.5\ny,3,4.5\nz,5,6.5\n");
        Path errors = Files.writeString(
                folder.resolve("sure.tsv"), "row\tcolumn\tvalue\tstandard error\tlow\thigh\n2\tb\t4.5\t0.25\t4\t5\n");
        try (Served served = Served.of(ServerSettings.of(table).withErrors(errors))) {
            check(served, path -> path.contains("/table") || path.endsWith("/model"));
            Map<String, Object> cells = Served.fields(served.get("/api/v1/table?row=1&rows=1"), 200);
            assertThat(cells).containsEntry("rows", List.of("y")).containsEntry("columns", List.of("a", "b"));
            assertThat(cells.get("cells"))
                    .isEqualTo(List.of(List.of(
                            Map.of("value", 3.0, "filled", false),
                            Map.of("value", 4.5, "filled", true, "error", 0.25))));
            Map<String, Object> overview = Served.fields(served.get("/api/v1/table/overview"), 200);
            assertThat(overview.get("values"))
                    .isEqualTo(List.of(List.of(0.0, 0.0), List.of(0.5, 0.5), List.of(1.0, 1.0)));
            assertThat(overview.get("empty"))
                    .isEqualTo(List.of(List.of(0.0, 0.0), List.of(0.0, 0.0), List.of(0.0, 0.0)));
            assertThat(served.get("/api/v1/table/file").body()).isEqualTo(Files.readString(table));
            assertThat(served.get("/api/v1/table?row=9").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aTableWithLabelsAnswersAsItIsDescribed() throws IOException {
        Path table = Files.writeString(
                folder.resolve("filled.csv"), "name,size,kind,note\nx,1,a,so\ny,3,b,no\nz,5,b,oh\nw,7,a,\n");
        Path errors = Files.writeString(
                folder.resolve("sure.tsv"), "row\tcolumn\tvalue\tstandard error\tlow\thigh\n2\tkind\tb\t0.25\t\t\n");
        try (Served served = Served.of(ServerSettings.of(table).withErrors(errors))) {
            check(served, path -> path.contains("/table") || path.endsWith("/model"));
            assertThat(Served.fields(served.get("/api/v1/model"), 200))
                    .containsEntry("columns", List.of("size", "kind"))
                    .containsEntry("categories", List.of(Map.of("column", 1.0, "labels", List.of("a", "b"))))
                    .containsEntry("filled", 1.0)
                    .containsEntry("rowNames", "name")
                    .containsEntry("leftOut", List.of(Map.of("name", "note", "kind", "text")));
            assertThat(Served.fields(served.get("/api/v1/table?row=1&rows=1"), 200)
                            .get("cells"))
                    .isEqualTo(List.of(List.of(
                            Map.of("value", 3.0, "filled", false),
                            Map.of("value", "b", "filled", true, "probability", 0.75))));
            assertThat(Served.fields(served.get("/api/v1/table/overview"), 200).get("labels"))
                    .isEqualTo(List.of(List.of(-1.0, 0.0), List.of(-1.0, 1.0), List.of(-1.0, 1.0), List.of(-1.0, 0.0)));
        }
    }

    @Test
    void aCellWithoutANumberIsNoNull() throws IOException {
        Path table = Files.writeString(folder.resolve("holes.csv"), "a,b\n1,\n3,\n,2\n");
        try (Served served = Served.of(ServerSettings.of(table))) {
            check(served, path -> path.contains("/table"));
            String answer = served.get("/api/v1/table/overview").body();
            assertThat(answer).doesNotContain("null");
            assertThat(JsonReading.object(answer))
                    .containsEntry("values", List.of(List.of(0.0, 0.0), List.of(1.0, 0.0), List.of(0.0, 0.5)))
                    .containsEntry("empty", List.of(List.of(0.0, 1.0), List.of(0.0, 1.0), List.of(1.0, 0.0)));
        }
    }

    @Test
    void onlyAddressesThatAreThereAreListed() throws IOException {
        Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3,5\n");
        try (Served served = Served.of(ServerSettings.of(table))) {
            assertThat(served.get("/openapi.json").body()).doesNotContainPattern(": [0-9]+\\.0[,}]");
            assertThat(map(Served.fields(served.get("/openapi.json"), 200), "paths"))
                    .containsOnlyKeys(
                            "/api/v1/model",
                            "/api/v1/table",
                            "/api/v1/table/overview",
                            "/api/v1/table/file",
                            "/openapi.json",
                            "/health",
                            "/metrics");
        }
    }

    private void check(Served served, java.util.function.Predicate<String> isMeant) throws IOException {
        description = Served.fields(served.get("/openapi.json"), 200);
        map(description, "paths")
                .forEach((path, operations) -> map(operations).forEach((method, operation) -> {
                    if (isMeant.test(path)) {
                        try {
                            check(served, path, method, map(operation));
                        } catch (IOException e) {
                            throw new AssertionError(method + " " + path, e);
                        }
                    }
                }));
    }

    private void check(Served served, String path, String method, Map<String, Object> operation) throws IOException {
        String address = path;
        String query = "";
        for (Object one : list(operation.get("parameters"))) {
            Map<String, Object> parameter = map(one);
            String example = example(parameter.get("example"));
            if (parameter.get("in").equals("path")) {
                address = address.replace("{" + parameter.get("name") + "}", example);
            } else {
                query += (query.isEmpty() ? "?" : "&") + parameter.get("name") + "=" + example;
            }
        }
        HttpRequest.Builder request = served.to(address + query);
        if (method.equals("post")) {
            Map<String, Object> example = map(
                    map(operation, "requestBody", "content", "application/json").get("example"));
            request.POST(HttpRequest.BodyPublishers.ofString(Json.object(example)));
        }
        HttpResponse<String> answer = served.send(request);
        String what = method + " " + address + query + ": " + answer.body();
        Map<String, Object> responses = map(operation, "responses");
        String status = String.valueOf(answer.statusCode());
        assertThat(status).as(what).startsWith("2").isIn(responses.keySet());
        Map<String, Object> content = map(responses, status, "content");
        String type = answer.headers().firstValue("Content-Type").orElseThrow().replaceFirst(";.*", "");
        assertThat(content).as(what).containsKey(type);
        if (type.equals("application/json")) {
            fits(JsonReading.object(answer.body()), map(content, type, "schema"), what);
        }
        if (method.equals("get") && !path.equals("/")) {
            assertThat(served.send(served.to(address + "/x/y/z")).statusCode()).isEqualTo(404);
        }
    }

    private static String example(Object value) {
        return value instanceof Double number && number == Math.rint(number)
                ? String.valueOf(number.intValue())
                : value.toString();
    }

    /** Checks a value against a schema: what is used of JSON Schema here. */
    private void fits(Object value, Map<String, Object> given, String what) {
        Map<String, Object> schema = given;
        if (given.containsKey("$ref")) {
            schema = map(description, given.get("$ref").toString().substring(2).split("/"));
        }
        switch (String.valueOf(schema.get("type"))) {
            case "object" -> {
                Map<String, Object> fields = map(value);
                Map<String, Object> properties =
                        schema.containsKey("properties") ? map(schema.get("properties")) : new LinkedHashMap<>();
                assertThat(fields.keySet())
                        .as(what)
                        .containsAll(list(schema.get("required")).stream()
                                .map(Object::toString)
                                .toList());
                for (Map.Entry<String, Object> field : fields.entrySet()) {
                    if (properties.containsKey(field.getKey())) {
                        fits(field.getValue(), map(properties.get(field.getKey())), what + " at " + field.getKey());
                    } else if (schema.containsKey("additionalProperties")) {
                        fits(field.getValue(), map(schema.get("additionalProperties")), what);
                    } else {
                        assertThat(properties)
                                .as(what + ": an undescribed field " + field.getKey())
                                .isEmpty();
                    }
                }
            }
            case "array" -> {
                for (Object each : list(value)) {
                    fits(each, map(schema.get("items")), what);
                }
            }
            case "string" -> assertThat(value).as(what).isInstanceOf(String.class);
            case "boolean" -> assertThat(value).as(what).isInstanceOf(Boolean.class);
            case "number" -> assertThat(value).as(what).isInstanceOf(Double.class);
            case "integer" ->
                assertThat(value)
                        .as(what)
                        .isInstanceOfSatisfying(
                                Double.class, number -> assertThat(number).isEqualTo(Math.rint(number)));
            default -> assertThat(schema).as(what).doesNotContainKey("type");
        }
        if (schema.containsKey("enum")) {
            assertThat(list(schema.get("enum"))).as(what).contains(value);
        }
    }
}
