package rung.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long the server waits for those who send slowly, and for requests in flight when it ends. */
@Timeout(600)
class WaitsTest {
    private static final Duration LONG = Duration.ofMinutes(9);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    private HttpServer server(Duration headers) {
        Routes routes = new Routes()
                .get("/health", request -> Answer.json(Map.of("status", "ok")))
                .get("/slow", request -> {
                    asked.countDown();
                    try {
                        answered.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return Answer.json(Map.of("status", "late"));
                })
                .post("/echo", request -> Answer.json(Map.of("status", "read")));
        return new HttpServer(
                "127.0.0.1",
                0,
                routes,
                new Guard(Optional.empty(), true, Set.of()),
                new Metrics(),
                message -> {},
                new HttpLimits.Waits(headers, Duration.ofMillis(50), LONG));
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String firstLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\r'; b = in.read()) {
            line.append((char) b);
        }
        return line.toString();
    }

    @Test
    void headersThatDripEndTheConnection() throws Exception {
        try (HttpServer server = server(Duration.ofMillis(300));
                Socket socket = new Socket("127.0.0.1", server.start())) {
            socket.setSoTimeout(20);
            boolean isOpen = true;
            send(socket, "GET /health HTTP/1.1\r\nHost: localhost\r\nX: ");
            while (isOpen) {
                try {
                    send(socket, "a");
                    isOpen = socket.getInputStream().read() >= 0;
                } catch (SocketTimeoutException e) {
                    // nothing came, as long as it waits
                } catch (SocketException e) {
                    isOpen = false; // the drop met a closed connection
                }
            }
        }
    }

    @Test
    void aBodyIsReadWhateverTheMethod() throws Exception {
        try (HttpServer server = server(LONG)) {
            int port = server.start();
            for (String method : new String[] {"PUT", "GET", "DELETE", "HEAD", "POST"}) {
                try (Socket socket = new Socket("127.0.0.1", port)) {
                    String large = "x".repeat(1 << 19);
                    send(
                            socket,
                            method + " /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + 4 * large.length()
                                    + "\r\n\r\n");
                    for (int k = 0; k < 4; k++) {
                        send(socket, large); // a connection that is closed meanwhile would fail here
                    }
                    assertThat(firstLine(socket.getInputStream())).as(method).startsWith("HTTP/1.1 413");
                }
                try (Socket socket = new Socket("127.0.0.1", port)) {
                    send(socket, method + " /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
                    assertThat(firstLine(socket.getInputStream()))
                            .as(method)
                            .startsWith(method.equals("POST") ? "HTTP/1.1 200" : "HTTP/1.1 405");
                }
            }
        }
    }

    @Test
    void requestsThatFollowEachOtherUnaskedAreAnsweredInOrder() throws Exception {
        try (HttpServer server = server(LONG);
                Socket socket = new Socket("127.0.0.1", server.start())) {
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
                            + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            + "HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                            + "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.split("HTTP/1.1 200", -1)).hasSize(5);
            assertThat(all.split("\"status\"", -1)).hasSize(4); // HEAD has none
            assertThat(all.indexOf("\"read\"")).isPositive().isLessThan(all.indexOf("\"ok\""));
        }
    }

    @Test
    void anEndWaitsForTheRequestInFlightAlone() throws Exception {
        HttpServer server = server(LONG);
        int port = server.start();
        try (Socket busy = new Socket("127.0.0.1", port);
                Socket idle = new Socket("127.0.0.1", port)) {
            send(idle, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(firstLine(idle.getInputStream())).startsWith("HTTP/1.1 200");
            send(busy, "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
            asked.await();
            Thread closing = new Thread(server::close);
            closing.start();
            idle.getInputStream().readAllBytes(); // until it is closed, which no request in flight delays
            assertThat(closing.isAlive()).isTrue();
            answered.countDown();
            assertThat(firstLine(busy.getInputStream())).startsWith("HTTP/1.1 200");
            closing.join();
        }
    }
}
