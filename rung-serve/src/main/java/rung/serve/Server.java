package rung.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Map;
import rung.serve.http.Answer;
import rung.serve.http.Guard;
import rung.serve.http.HttpServer;
import rung.serve.http.Metrics;
import rung.serve.http.Routes;
import rung.serve.http.Site;
import rung.serve.recommender.RecommenderService;

/** A model, a separation or a completed table behind HTTP: JSON for programs and a page for people. It runs until it is closed. */
public final class Server implements AutoCloseable {
    private final HttpServer http;
    private final RecommenderService service;
    private final URI address;

    private Server(HttpServer http, RecommenderService service, URI address) {
        this.http = http;
        this.service = service;
        this.address = address;
    }

    /**
     * Reads what is to be served and opens the port.
     *
     * @param settings what is served, and to whom
     * @return the server, which answers from now on
     * @throws IOException if a file cannot be read or is not what it should be, or the port cannot be opened
     */
    public static Server start(Settings settings) throws IOException {
        Guard guard = new Guard(
                settings.token(), InetAddress.getByName(settings.host()).isLoopbackAddress(), settings.origins());
        Metrics metrics = new Metrics();
        Routes routes = new Routes();
        RecommenderService service =
                new RecommenderService(settings.source(), settings.titles(), settings.log(), settings.messages());
        service.addTo(routes, guard.needsToken());
        service.addTo(metrics);
        String name = settings.source().getFileName().toString();
        routes.get("/health", request -> Answer.json(Map.of("status", "ok", "model", name)))
                .get("/metrics", request -> metrics.answer())
                .get("/openapi.json", new Site(Server.class, "")::whole);
        Site site = new Site(Server.class, "site/");
        routes.otherwise(site::file);
        HttpServer http = new HttpServer(settings.host(), settings.port(), routes, guard, metrics, settings.messages());
        int port = http.start();
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return new Server(http, service, URI.create("http://" + host + ":" + port));
    }

    /** {@return where the server answers, such as {@code http://127.0.0.1:8080}} */
    public URI address() {
        return address;
    }

    /** Takes no more requests, finishes those in flight, and ends. */
    @Override
    public void close() {
        http.close();
        try {
            service.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
