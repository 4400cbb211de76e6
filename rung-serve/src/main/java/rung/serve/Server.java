package rung.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import rung.serve.http.Answer;
import rung.serve.http.Guard;
import rung.serve.http.HttpServer;
import rung.serve.http.Metrics;
import rung.serve.http.Routes;
import rung.serve.http.Service;
import rung.serve.http.StaticFiles;
import rung.serve.recommender.RecommenderService;
import rung.serve.separation.SeparationService;
import rung.serve.table.TableService;

/** A model, a separation or a completed table behind HTTP: JSON for programs and a page for people. It runs until it is closed. */
public final class Server implements AutoCloseable {
    private final HttpServer http;
    private final Service service;
    private final URI address;

    private Server(HttpServer http, Service service, URI address) {
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
    public static Server start(ServerSettings settings) throws IOException {
        Guard guard = new Guard(
                settings.token(), InetAddress.getByName(settings.host()).isLoopbackAddress(), settings.origins());
        Metrics metrics = new Metrics();
        Routes routes = new Routes();
        // The classes of the HTTP server take as long to load as the model, so both are done at once.
        CompletableFuture<HttpServer> prepared = CompletableFuture.supplyAsync(
                () -> new HttpServer(settings.host(), settings.port(), routes, guard, metrics, settings.messages()));
        Service service = service(settings);
        service.addTo(routes, guard.needsToken());
        service.addTo(metrics);
        StaticFiles files = new StaticFiles(Server.class, "");
        String name =
                settings.source().toAbsolutePath().normalize().getFileName().toString();
        routes.get("/health", request -> Answer.json(Map.of("status", "ok", "model", name)))
                .get("/metrics", request -> metrics.answer())
                .get("/openapi.json", request -> routes.described(files.whole(request)));
        StaticFiles site = new StaticFiles(Server.class, "site/");
        routes.otherwise(site::file);
        HttpServer http = prepared.join();
        int port;
        try {
            port = http.start();
        } catch (IOException e) {
            service.close();
            throw e;
        }
        return new Server(http, service, URI.create("http://" + reachable(settings.host()) + ":" + port));
    }

    /* A host as it stands in an address. Browsers do not open that of all interfaces, so it becomes the loopback's. */
    private static String reachable(String host) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        String name = !address.isAnyLocalAddress() ? host : address instanceof Inet6Address ? "::1" : "127.0.0.1";
        return name.contains(":") ? "[" + name + "]" : name;
    }

    private static Service service(ServerSettings settings) throws IOException {
        Path source = settings.source();
        return switch (settings.kind()) {
            case SEPARATION -> new SeparationService(source, settings.messages());
            case TABLE -> new TableService(source, settings.errors());
            case MODEL -> new RecommenderService(source, settings.titles(), settings.log(), settings.messages());
        };
    }

    /** {@return where the server answers programs on this machine, such as {@code http://127.0.0.1:8080}} */
    public URI address() {
        return address;
    }

    /** {@return what is served, in words, such as "a table of 20×3"} */
    public String description() {
        return service.description();
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
