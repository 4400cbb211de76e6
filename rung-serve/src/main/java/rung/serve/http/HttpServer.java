package rung.serve.http;

import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Speaks HTTP: the one class that knows which server is used, Jetty. A thread is busy with a request from its last byte to its answer;
 * neither a client that sends slowly nor one that reads slowly holds one.
 */
public final class HttpServer implements AutoCloseable {
    private final org.eclipse.jetty.server.Server server;
    private final ServerConnector connector;
    private final Routes routes;
    private final Guard guard;
    private final Metrics metrics;
    private final Consumer<String> messages;

    /**
     * Prepares a server; {@link #start} opens its port.
     *
     * @param host the address to listen at
     * @param port the port; 0 takes a free one
     * @param routes who answers
     * @param guard who may ask
     * @param metrics counts requests
     * @param messages takes sentences for whoever runs the server
     */
    public HttpServer(String host, int port, Routes routes, Guard guard, Metrics metrics, Consumer<String> messages) {
        this(host, port, routes, guard, metrics, messages, HttpLimits.Waits.USUAL);
    }

    HttpServer(
            String host,
            int port,
            Routes routes,
            Guard guard,
            Metrics metrics,
            Consumer<String> messages,
            HttpLimits.Waits waits) {
        this.routes = routes;
        this.guard = guard;
        this.metrics = metrics;
        this.messages = messages;
        QueuedThreadPool threads = new QueuedThreadPool(HttpLimits.THREADS, Math.min(4, HttpLimits.THREADS));
        threads.setName("rung-http");
        server = new org.eclipse.jetty.server.Server(threads);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(HttpLimits.HEADER_BYTES);
        configuration.setMinRequestDataRate(HttpLimits.LEAST_BYTES_PER_SECOND);
        configuration.setMinResponseDataRate(HttpLimits.LEAST_BYTES_PER_SECOND);
        // Ids may hold slashes, dots and percent signs. Paths are split before they are decoded, and never resolved.
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(TimeUnit.SECONDS.toMillis(HttpLimits.IDLE_SECONDS));
        connector.setShutdownIdleTimeout(waits.end().toMillis());
        connector.setAcceptQueueSize(HttpLimits.CONNECTIONS);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(HttpLimits.CONNECTIONS, connector));
        server.addBean(new SlowClients(connector, waits));
        server.setErrorHandler(new Errors());
        server.setHandler(new GracefulHandler(new Requests()));
        server.setStopTimeout(waits.end().toMillis());
        DateGenerator.formatDate(0); // loads calendars, for which the first request would have to wait
    }

    /**
     * Opens the port.
     *
     * @return the port
     * @throws IOException if the port cannot be opened
     */
    public int start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            close();
            throw e.getCause() instanceof BindException
                    ? new IOException(connector.getHost() + ":" + connector.getPort() + ": "
                            + e.getCause().getMessage())
                    : e;
        } catch (Exception e) {
            close();
            throw new IOException("the server could not start: " + e.getMessage(), e);
        }
        return connector.getLocalPort();
    }

    /** Takes no more requests, finishes those in flight, and ends. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            messages.accept("the server did not end well: " + e.getMessage());
        }
    }

    /** Answers requests. */
    private final class Requests extends Handler.Abstract {
        @Override
        public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback) {
            metrics.begin();
            Exchange exchange = new Exchange(request, response, callback, System.nanoTime());
            if (exchange.hasBody()) {
                Body.read(
                        request,
                        request.getLength(),
                        exchange::answer,
                        problem -> exchange.fail(request.getMethod().equals("POST") ? "POST" : "none", problem));
            } else {
                exchange.answer(new byte[0]);
            }
            return true;
        }
    }

    /** A request and where its answer goes. */
    private final class Exchange {
        private final org.eclipse.jetty.server.Request request;
        private final Response response;
        private final Callback callback;
        private final long began;

        Exchange(org.eclipse.jetty.server.Request request, Response response, Callback callback, long began) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.began = began;
        }

        /** Whether something follows the headers. It is read whatever the method is: who is still sending would not see the answer. */
        boolean hasBody() {
            return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        }

        private String header(String name) {
            return request.getHeaders().get(name);
        }

        void answer(byte[] body) {
            String name = "none";
            try {
                HttpURI uri = request.getHttpURI();
                String path = uri.getPath();
                if (path == null || !path.startsWith("/")) {
                    throw new HttpProblem(400, "the address must begin with a slash");
                }
                String query = uri.getQuery();
                if (path.length() + (query == null ? 0 : query.length()) > HttpLimits.ADDRESS_CHARACTERS) {
                    throw new HttpProblem(
                            414, "the address must have at most " + HttpLimits.ADDRESS_CHARACTERS + " characters");
                }
                guard.admit(request.getMethod(), path, this::header);
                if (request.getMethod().equals("OPTIONS") && header("Origin") != null) {
                    send("OPTIONS", Answer.of("text/plain", new byte[0]).withStatus(204));
                    return;
                }
                Request asked = Request.of(request.getMethod(), path, query == null ? "" : query, body);
                Routes.Found found = routes.find(asked);
                name = found.name();
                CompletionStage<Answer> answer = found.answer().apply(asked);
                String counted = name;
                answer.whenComplete((done, failure) -> {
                    if (failure == null) {
                        send(counted, done);
                    } else {
                        fail(counted, failure);
                    }
                });
            } catch (RuntimeException | Error e) {
                fail(name, e);
            }
        }

        void fail(String name, Throwable failure) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            if (!(cause instanceof HttpProblem)) {
                messages.accept("this should not have happened, at " + name + ": " + cause);
            }
            HttpProblem problem = cause instanceof HttpProblem known
                    ? known
                    : new HttpProblem(500, "this should not have happened; the server's own messages say what did");
            String path = request.getHttpURI().getPath();
            Answer answer = Answer.problem(problem.status(), problem.getMessage(), path == null ? "" : path);
            send(name, problem.status() == 401 ? answer.withHeader("WWW-Authenticate", "Bearer") : answer);
        }

        private void send(String name, Answer answer) {
            boolean isHead = request.getMethod().equals("HEAD");
            response.setStatus(answer.status());
            guard.headers(this::header)
                    .forEach((header, value) -> response.getHeaders().put(header, value));
            answer.headers().forEach((header, value) -> response.getHeaders().put(header, value));
            response.getHeaders().put(new HttpField(HttpHeader.CONTENT_TYPE, answer.type()));
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().remaining());
            if (answer.status() >= 400 && hasBody()) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close"); // what may be left of the body is not read
            }
            metrics.end(name, answer.status(), System.nanoTime() - began);
            response.write(true, isHead ? null : answer.body().duplicate(), callback);
        }
    }

    /** Answers what is no request that Jetty could read. */
    private final class Errors extends ErrorHandler {
        @Override
        public boolean handle(org.eclipse.jetty.server.Request request, Response response, Callback callback) {
            int status = request.getAttribute(ERROR_STATUS) instanceof Integer code ? code : response.getStatus();
            status = status < 400 ? 500 : status;
            String detail = switch (status) {
                case 431 -> "the headers must have at most " + HttpLimits.HEADER_BYTES + " bytes";
                case 414 -> "the address must have at most " + HttpLimits.ADDRESS_CHARACTERS + " characters";
                case 503 -> "the server is ending";
                default -> status < 500 ? "this is not a request as HTTP/1.1 has it" : "this should not have happened";
            };
            Answer answer = Answer.problem(status, detail, "");
            response.setStatus(status);
            response.getHeaders().put(new HttpField(HttpHeader.CONTENT_TYPE, answer.type()));
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().remaining());
            metrics.count("none", status, 0);
            response.write(true, answer.body().duplicate(), callback);
            return true;
        }
    }
}
