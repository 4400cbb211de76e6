package rung.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import rung.serve.http.JsonReading;

/** A server of the demonstration model, and a client that asks it. */
public final class Served implements AutoCloseable {
    private static Path trained;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30))
            .build();
    private final Server server;
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private Served(ServerSettings settings) throws IOException {
        server = Server.start(settings.withMessages(messages::add));
    }

    /** Serves a copy of the model in a folder, with its titles. */
    public static Served in(Path folder, UnaryOperator<ServerSettings> settings) throws IOException {
        copy(folder);
        return new Served(settings.apply(
                ServerSettings.of(folder.resolve(DemoModel.MODEL)).withTitles(folder.resolve(DemoModel.TITLES))));
    }

    /** Serves something else. */
    public static Served of(ServerSettings settings) throws IOException {
        return new Served(settings);
    }

    /** Puts a copy of the model and its titles into a folder. Training takes seconds, so it is done once for all tests. */
    public static synchronized void copy(Path folder) throws IOException {
        if (trained == null) {
            trained = Files.createTempDirectory("rung-served");
            DemoModel.write(trained);
            for (String name : List.of(DemoModel.TITLES, DemoModel.MODEL)) {
                trained.toFile().deleteOnExit();
                trained.resolve(name).toFile().deleteOnExit();
            }
        }
        for (String name : List.of(DemoModel.TITLES, DemoModel.MODEL)) {
            Files.copy(trained.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    public URI address() {
        return server.address();
    }

    /** What the server told whoever runs it. */
    public List<String> messages() {
        return messages;
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    public HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path));
    }

    public HttpResponse<String> get(String path) throws IOException {
        return send(to(path));
    }

    public HttpResponse<String> post(String path, String body) throws IOException {
        return send(to(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** The fields of an answer, which must be of this status. */
    public static Map<String, Object> fields(HttpResponse<String> answer, int status) {
        if (answer.statusCode() != status) {
            throw new AssertionError(answer.statusCode() + " instead of " + status + ": " + answer.body());
        }
        return JsonReading.object(answer.body());
    }

    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> list(Map<String, Object> fields, String name) {
        return (List<Map<String, Object>>) fields.get(name);
    }

    @Override
    public void close() {
        server.close();
    }
}
