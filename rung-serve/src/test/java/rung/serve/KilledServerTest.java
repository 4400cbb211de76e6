package rung.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.data.Ratings;
import rung.file.ratings.Columns;
import rung.file.ratings.RatingsFile;

/** A server that is killed under load has lost nothing that it acknowledged, and its log is one that training reads. */
class KilledServerTest {
    private static final int CLIENTS = 8;

    @TempDir
    private Path folder;

    /** Serves a model and a log until it is killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws IOException {
            Server server = Server.start(ServerSettings.of(Path.of(args[0])).withLog(Path.of(args[1])));
            System.out.println(server.address());
        }
    }

    @Test
    void nothingAcknowledgedIsLost() throws Exception {
        kill(4, 1);
    }

    /* Each takes a second or two; -Drung.kills=200 asks for more. */
    @Test
    @Tag("slow")
    void nothingAcknowledgedIsLostManyTimes() throws Exception {
        kill(Integer.getInteger("rung.kills", 20), 2);
    }

    private void kill(int times, long seed) throws Exception {
        Served.copy(folder);
        Path log = folder.resolve("log.csv");
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        SplittableRandom random = new SplittableRandom(seed);
        for (int time = 0; time < times; time++) {
            Process server = start(log);
            try {
                URI address = URI.create(
                        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))
                                .readLine());
                int before = acknowledged.size();
                Thread[] clients = new Thread[CLIENTS];
                for (int c = 0; c < CLIENTS; c++) {
                    String name = "u" + time + "-" + c;
                    clients[c] = new Thread(() -> rate(address, name, acknowledged));
                    clients[c].start();
                }
                int wanted = before + 1 + random.nextInt(200);
                while (acknowledged.size() < wanted && server.isAlive()) {
                    Thread.sleep(1); // leaves the processor to the server
                }
                server.destroyForcibly().waitFor();
                for (Thread client : clients) {
                    client.join();
                }
            } finally {
                server.destroyForcibly();
            }
            Set<String> kept = kept(log); // before the next server mends anything
            Set<String> lost = new HashSet<>(acknowledged);
            lost.removeAll(kept);
            assertThat(lost).as("seed " + seed + ", time " + time).isEmpty();
        }
        assertThat(acknowledged.size()).isGreaterThan(times);
    }

    private Process start(Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.resolve(DemoModel.MODEL).toString(),
                        log.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void rate(URI address, String user, Set<String> acknowledged) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        try {
            for (int k = 0; k < 100_000; k++) {
                String name = user + "-" + k;
                String body = "{\"user\": \"" + name + "\", \"item\": \"b" + (1 + k % 100) + "\", \"rating\": "
                        + (1 + k % 5) + "}";
                HttpResponse<Void> answer = client.send(
                        HttpRequest.newBuilder(address.resolve("/api/v1/ratings"))
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
                if (answer.statusCode() == 201) {
                    acknowledged.add(name + " b" + (1 + k % 100) + " " + (1 + k % 5));
                }
            }
        } catch (IOException | InterruptedException e) {
            // it was killed
        }
    }

    private static Set<String> kept(Path log) throws IOException {
        assertThat(Files.readString(log)).startsWith("user,item,rating,timestamp\n");
        Ratings ratings = RatingsFile.readWithNotes(
                        log, Columns.recognized().keepingEqualRatings(), Optional.empty(), 1)
                .ratings();
        Set<String> kept = new HashSet<>();
        for (int e = 0; e < ratings.count(); e++) {
            kept.add(ratings.users().name(ratings.user()[e]) + " "
                    + ratings.items().name(ratings.item()[e]) + " " + (int) ratings.value()[e]);
        }
        return kept;
    }
}
