package rung.bench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpLoadTest {
    private static final int CONNECTIONS = 7;

    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] body =
                    new byte[Integer.parseInt(exchange.getRequestURI().getPath().substring(1))];
            exchange.sendResponseHeaders(body.length == 1 ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
        threads.shutdownNow();
    }

    private HttpLoad.Result ask(int bytes) throws IOException {
        byte[] request = ("GET /" + bytes + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        return HttpLoad.run(server.getAddress(), CONNECTIONS, Duration.ZERO, () -> request);
    }

    @Test
    void countsEveryWholeAnswerOnce() throws IOException {
        HttpLoad.Result result = ask(300_000); // longer than what is read at once
        assertThat(result.nanos().length).isBetween(CONNECTIONS, asked.get());
        assertThat(result.failed()).isZero();
        assertThat(result.nanos()).isSorted().doesNotContain(0);
        assertThat(result.milliseconds(1))
                .isEqualTo(Arrays.stream(result.nanos()).max().orElseThrow() / 1e6);
        assertThat(result.milliseconds(0.5)).isBetween(result.nanos()[0] / 1e6, result.milliseconds(0.99));
    }

    @Test
    void tellsWhatIsNoAnswer() throws IOException {
        HttpLoad.Result result = ask(1);
        assertThat(result.failed()).isEqualTo(result.nanos().length);
    }
}
