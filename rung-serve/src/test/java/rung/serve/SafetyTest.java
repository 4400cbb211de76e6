package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ask, how much, and how slowly. */
class SafetyTest {
    @TempDir
    private Path folder;

    /** Sends bytes as they are, and returns the answer up to its body. */
    private static String raw(Served served, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", served.address().getPort())) {
            socket.setSoTimeout(300_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            StringBuilder answer = new StringBuilder();
            InputStream in = socket.getInputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                answer.append((char) b);
                if (answer.indexOf("\r\n\r\n", answer.length() - 4) >= 0) {
                    break;
                }
            }
            return answer.toString();
        }
    }

    @Test
    void aTokenIsNeededWhereThereIsOne() throws IOException {
        try (Served served = Served.in(folder, settings -> settings.withToken("secret"))) {
            var refused = served.get("/api/v1/items");
            assertThat(Served.fields(refused, 401)).containsEntry("title", "Unauthorized");
            assertThat(refused.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
            assertThat(served.get("/metrics").statusCode()).isEqualTo(401);
            for (String wrong : List.of("Bearer secre", "Bearer secrets", "Basic secret", "secret", "Bearer ")) {
                assertThat(served.send(served.to("/api/v1/items").header("Authorization", wrong))
                                .statusCode())
                        .as(wrong)
                        .isEqualTo(401);
            }
            assertThat(served.send(served.to("/api/v1/items").header("Authorization", "Bearer secret"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(served.get("/").statusCode()).as("the page asks for it").isEqualTo(200);
            assertThat(served.get("/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void pagesOfOtherOriginsMayNotAskUnlessNamed() throws IOException {
        try (Served served = Served.in(folder, settings -> settings.withOrigins(Set.of("https://good.example")))) {
            String body = "{\"ratings\": {\"b1\": 5}}";
            HttpRequest.Builder bad = served.to("/api/v1/recommendations")
                    .header("Origin", "https://bad.example")
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            var refused = served.send(bad);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
            var allowed = served.send(served.to("/api/v1/items").header("Origin", "https://good.example"));
            assertThat(allowed.statusCode()).isEqualTo(200);
            assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("https://good.example");
            var preflight = served.send(served.to("/api/v1/ratings")
                    .header("Origin", "https://good.example")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(served.send(served.to("/api/v1/items")
                                    .header("Origin", served.address().toString()))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aNameThatLeadsHereByTrickeryIsNotServed() throws IOException {
        try (Served served = Served.in(folder, settings -> settings)) {
            assertThat(raw(served, "GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 421");
            assertThat(raw(served, "GET /health HTTP/1.1\r\nHost: localhost:1\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void thereAreLimits() throws IOException {
        try (Served served = Served.in(folder, settings -> settings)) {
            assertThat(served.post("/api/v1/recommendations", " ".repeat(2_000_000))
                            .statusCode())
                    .isEqualTo(413);
            assertThat(served.send(served.to("/api/v1/recommendations")
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofInputStream(
                                            () -> new ByteArrayInputStream(new byte[2_000_000]))))
                            .statusCode())
                    .isEqualTo(413); // in parts, of a length that is not announced
            assertThat(served.get("/api/v1/items?q=" + "a".repeat(9_000)).statusCode())
                    .isEqualTo(414);
            assertThat(raw(served, "GET / HTTP/1.1\r\nHost: localhost\r\nA: " + "a".repeat(16_500) + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 431")
                    .contains("application/problem+json");
            assertThat(served.get("/api/v1/items?n=1001").statusCode()).isEqualTo(400);
            assertThat(served.get("/api/v1/items?" + "a=b&".repeat(10) + "n=1").statusCode())
                    .isEqualTo(200);
            StringBuilder pairs = new StringBuilder("{\"pairs\": [");
            for (int k = 0; k < 10_001; k++) {
                pairs.append(k == 0 ? "" : ",").append("{\"user\":\"a\",\"item\":\"b1\"}");
            }
            assertThat(served.post("/api/v1/predictions", pairs + "]}").statusCode())
                    .isEqualTo(400);
            assertThat(served.post("/api/v1/recommendations", "{\"a\":" + "[".repeat(100_000))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(
                            raw(
                                    served,
                                    "POST /api/v1/recommendations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n"))
                    .startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void noPathLeavesTheFolder() throws IOException {
        try (Served served = Served.in(folder, settings -> settings)) {
            for (String path : List.of(
                    "/../openapi.json",
                    "/%2e%2e/openapi.json",
                    "/..%2fopenapi.json",
                    "/x/../../Server.class",
                    "//etc/passwd",
                    "/%2fetc%2fpasswd",
                    "/..\\Server.class",
                    "/.%00./x.html",
                    "/module-info.class")) {
                String answer = raw(served, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(answer).as(path).matches("(?s)HTTP/1.1 40[04] .*problem\\+json.*");
            }
        }
    }

    @Test
    void everyAnswerHasAStrictPolicy() throws IOException {
        try (Served served = Served.in(folder, settings -> settings)) {
            for (String path : List.of("/", "/api/v1/items", "/nothing")) {
                assertThat(served.get(path).headers().map())
                        .containsEntry("X-Content-Type-Options", List.of("nosniff"))
                        .hasEntrySatisfying(
                                "Content-Security-Policy",
                                policy -> assertThat(policy.get(0))
                                        .startsWith("default-src 'none'; script-src 'self'; style-src 'self';"))
                        .doesNotContainKey("Server");
            }
        }
    }

    @Test
    void slowClientsHoldNoThreads() throws IOException {
        try (Served served = Served.in(folder, settings -> settings)) {
            List<Socket> slow = new ArrayList<>();
            try {
                for (int k = 0; k < 200; k++) { // several times as many as there are threads
                    Socket socket = new Socket("127.0.0.1", served.address().getPort());
                    slow.add(socket);
                    String begun = k % 2 == 0
                            ? "GET /health HTTP/1.1\r\nHost: loc"
                            : "POST /api/v1/recommendations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{";
                    socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                }
                for (int k = 0; k < 20; k++) {
                    assertThat(served.get("/api/v1/items?n=1").statusCode()).isEqualTo(200);
                }
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void requestsInFlightAreFinished() throws Exception {
        Served served = Served.in(folder, settings -> settings);
        try (Socket socket = new Socket("127.0.0.1", served.address().getPort())) {
            String body = "{\"ratings\": {\"b1\": 5}}";
            String head = "POST /api/v1/recommendations HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
                    + "\r\n\r\n{";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (!served.get("/metrics").body().contains("rung_requests_in_flight 2.0")) {
                Thread.sleep(20);
            }
            Thread closing = new Thread(served::close);
            closing.start();
            Thread.sleep(200);
            socket.getOutputStream().write(body.substring(1).getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[15];
            assertThat(socket.getInputStream().read(answer)).isPositive();
            assertThat(new String(answer, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 200 OK");
            closing.join();
        }
    }
}
