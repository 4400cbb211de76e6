package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.ratings.RatingsFile;

/** Random requests, whole and broken ones, get documented answers only, and leave the server and its log as they should be. */
class FuzzTest {
    /** What the description lists, and what is said of bytes that are no request. */
    private static final Set<Integer> DOCUMENTED =
            Set.of(200, 201, 400, 403, 404, 405, 408, 409, 413, 414, 421, 431, 501, 503, 505);

    /**
     * The most that requests may leave behind: lists that are kept, ratings of 50 users, the page's files. 90,000 requests that left 100
     * bytes each would be more.
     */
    private static final long MOST_LEFT = 8L << 20;

    private static final List<String> PATHS = List.of(
            "/api/v1/model",
            "/api/v1/items",
            "/api/v1/items/b1",
            "/api/v1/items/b2/similar",
            "/api/v1/users",
            "/api/v1/users/reader1",
            "/api/v1/users/reader2/recommendations",
            "/api/v1/users/reader3/explanation",
            "/api/v1/recommendations",
            "/api/v1/predictions",
            "/api/v1/ratings",
            "/api/v1/frames/input/0",
            "/api/v1/table",
            "/health",
            "/metrics",
            "/openapi.json",
            "/index.html",
            "/");
    private static final List<String> PIECES = List.of(
            "..",
            "/",
            "%2e",
            "%",
            "%zz",
            "%00",
            "\u00e9",
            "<script>",
            "'",
            "\"",
            "b1",
            "reader1",
            "?",
            "&",
            "n=",
            "q=",
            "=",
            "-1",
            "999999999999",
            "1e400",
            "NaN",
            "null",
            "true",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\\u0000",
            "\\ud800",
            "\"ratings\"",
            "\"user\"",
            "\"item\"",
            "\"rating\"",
            "\"pairs\"",
            "\"ann\"",
            "5",
            "0.5",
            " ",
            "surprise=",
            "by=rating",
            "item=b1");

    @TempDir
    private Path folder;

    @Test
    void someThousandRequests() throws IOException {
        fuzz(3_000, 1);
    }

    @Test
    @Tag("slow")
    void aHundredThousandRequests() throws IOException {
        fuzz(100_000, 2);
    }

    private void fuzz(int count, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path log = folder.resolve("log.csv");
        try (Served served = Served.in(folder, settings -> settings.withLog(log))) {
            int threads = 0;
            long used = 0;
            for (int k = 0; k < count; k++) {
                byte[] request = request(random);
                String answer = answer(served, request);
                String what = "seed " + seed + ", request " + k + ": "
                        + new String(request, StandardCharsets.ISO_8859_1) + "\nanswer: " + answer;
                if (!answer
                        .isEmpty()) { // a connection that is closed without a word is an answer to bytes that are none
                    assertThat(answer).as(what).matches("(?s)HTTP/1\\.[01] \\d{3} .*");
                    int status = Integer.parseInt(answer.substring(9, 12));
                    assertThat(DOCUMENTED).as(what).contains(status);
                    assertThat(answer)
                            .as(what)
                            .doesNotContain("Exception")
                            .doesNotContain("\tat ")
                            .doesNotContain("jetty");
                    if (status >= 400) {
                        assertThat(answer).as(what).containsIgnoringCase("application/problem+json");
                    }
                }
                if (k == count / 10) {
                    threads = Thread.activeCount();
                    used = usedHeap();
                }
            }
            assertThat(Thread.activeCount()).as("threads").isLessThanOrEqualTo(threads + 8);
            assertThat(usedHeap() - used)
                    .as("bytes of the heap that nine tenths of the requests left behind")
                    .isLessThan(MOST_LEFT);
            assertThat(served.messages()).isEmpty();
            assertThat(served.get("/health").statusCode()).isEqualTo(200);
        }
        if (Files.size(log) > 40) {
            assertThat(RatingsFile.read(log).count()).isPositive();
        }
    }

    /* What is left after garbage is collected: the least of some attempts, since a collection may leave some. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 5; k++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static byte[] request(SplittableRandom random) {
        String method = random.nextInt(3) == 0
                ? "POST"
                : random.nextInt(20) == 0
                        ? List.of("HEAD", "PUT", "DELETE", "OPTIONS", "x").get(random.nextInt(5))
                        : "GET";
        String path = PATHS.get(random.nextInt(PATHS.size()))
                + (random.nextInt(3) == 0 ? "?n=" + random.nextInt(-2, 12) : "")
                + (random.nextInt(3) == 0 ? pieces(random, 5) : "");
        String body = method.equals("POST") ? body(random) : "";
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        text.append(random.nextInt(30) == 0 ? "" : "Host: localhost\r\n");
        text.append(random.nextInt(30) == 0 ? "Origin: " + pieces(random, 2) + "\r\n" : "");
        int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
        text.append(method.equals("POST") && random.nextInt(30) != 0 ? "Content-Length: " + length + "\r\n" : "");
        text.append(random.nextInt(40) == 0 ? pieces(random, 3) + "\r\n" : "");
        text.append("Connection: close\r\n\r\n").append(body);
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        for (int k = random.nextInt(10) == 0 ? 3 : 0; k > 0; k--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static String body(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> pieces(random, 12);
            case 1 ->
                "{\"user\": \"u" + random.nextInt(50) + "\", \"item\": \"b" + random.nextInt(200) + "\", \"rating\": "
                        + random.nextInt(7) + "}";
            case 2 -> "{\"ratings\": {\"b" + random.nextInt(200) + "\": " + random.nextInt(-3, 9) + "}, \"n\": 3}";
            case 3 -> "{\"pairs\": [{\"user\": \"reader1\", \"item\": \"b" + random.nextInt(200) + "\"}]}";
            default -> "{\"chosen\": [" + pieces(random, 3) + "]}";
        };
    }

    private static String pieces(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        for (int k = random.nextInt(most + 1); k > 0; k--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String answer(Served served, byte[] request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", served.address().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request);
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try {
                in.transferTo(out);
            } catch (java.net.SocketException e) {
                // reset after the answer, because some of the request was not read
            }
            return out.toString(StandardCharsets.UTF_8);
        }
    }
}
