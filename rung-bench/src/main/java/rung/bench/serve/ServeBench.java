package rung.bench.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast {@code ./rung serve} answers: requests a second and the time within which 50 and 99 of 100 are answered, with 64 connections.
 * Run it from the project's folder; it starts the server itself, of the model that is named or of the demonstration. Where {@code wrk} is
 * on the path, it asks too. Client and server share the processors.
 */
public final class ServeBench {
    private static final int CONNECTIONS = 64;
    private static final int RATED = 5;
    private static final Duration WARM_UP = Duration.ofSeconds(Integer.getInteger("warmup", 15));
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("seconds", 10));
    private static final Pattern ID = Pattern.compile("\"id\": \"([A-Za-z0-9._-]+)\"");

    private final SplittableRandom random = new SplittableRandom(7);
    private final URI server;
    private final List<String> users;
    private final List<String> items;

    private ServeBench(URI server) throws IOException {
        this.server = server;
        this.users = ids("users");
        this.items = ids("items");
    }

    /**
     * Measures.
     *
     * @param arguments the model file; empty for the demonstration
     * @throws IOException if the server does not start, or ends
     * @throws InterruptedException if the thread is interrupted
     */
    public static void run(List<String> arguments) throws IOException, InterruptedException {
        Path launcher = Path.of("rung").toAbsolutePath();
        if (arguments.size() > 1 || !Files.isExecutable(launcher)) {
            throw new IllegalArgumentException("serve takes one model file or none, and runs " + launcher
                    + ": run this from the project's folder");
        }
        String model = arguments.isEmpty() ? "--demo" : arguments.get(0);
        run(launcher, "version"); // builds, if it must
        long began = System.nanoTime();
        Process process = new ProcessBuilder(launcher.toString(), "serve", model, "--port", "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String address = lines.readLine();
            if (address == null) {
                throw new IOException("the server did not start; its messages are above");
            }
            URI server = URI.create(address);
            read(server.resolve("/api/v1/users?n=1"));
            System.out.printf(
                    "%s: start to first answer %.2f s%n",
                    Path.of(model).getFileName(), (System.nanoTime() - began) / 1e9);
            new ServeBench(server).measure();
        } finally {
            process.destroy();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    private static void run(Path launcher, String word) throws IOException, InterruptedException {
        int status = new ProcessBuilder(launcher.toString(), word)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(launcher + " " + word + " ended with status " + status);
        }
    }

    private static String read(URI address) throws IOException {
        try (var in = address.toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /* A list has 1,000 at most, so lists are asked for by the first character. */
    private List<String> ids(String what) throws IOException {
        Set<String> found = new LinkedHashSet<>();
        for (String first : (" 123456789abcdefghijklmnopqrstuvwxyz").split("")) {
            Matcher ids = ID.matcher(read(server.resolve("/api/v1/" + what + "?n=1000&q=" + first.strip())));
            while (ids.find()) {
                found.add(ids.group(1));
            }
        }
        if (found.isEmpty()) {
            throw new IOException("the model has no " + what + " with plain ids to ask for");
        }
        return new ArrayList<>(found);
    }

    private void measure() throws IOException, InterruptedException {
        System.out.printf(
                "%d connections, %d s after %d s to warm up, %d users and %d items by chance%n",
                CONNECTIONS, TIME.toSeconds(), WARM_UP.toSeconds(), users.size(), items.size());
        System.out.printf("%-46s %12s %9s %9s %8s%n", "", "requests/s", "50 % ms", "99 % ms", "failed");
        measure("GET  /api/v1/users/{id}/recommendations?n=10", this::recommendations);
        measure("the same, n from 1 to 20: few are kept", this::otherRecommendations);
        measure("POST /api/v1/recommendations, " + RATED + " ratings, n = 10", this::newcomer);
        wrk();
    }

    private void measure(String what, Supplier<byte[]> requests) throws IOException {
        InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
        HttpLoad.run(address, CONNECTIONS, WARM_UP, requests);
        HttpLoad.Result result = HttpLoad.run(address, CONNECTIONS, TIME, requests);
        System.out.printf(
                "%-46s %12.0f %9.1f %9.1f %8d%n",
                what, result.perSecond(), result.milliseconds(0.5), result.milliseconds(0.99), result.failed());
    }

    private byte[] recommendations() {
        return request("GET /api/v1/users/" + any(users) + "/recommendations?n=10", "");
    }

    /* Lists of 1 to 20 items: there are more of them than the server keeps, so most are computed when they are asked for. */
    private byte[] otherRecommendations() {
        return request("GET /api/v1/users/" + any(users) + "/recommendations?n=" + (1 + random.nextInt(20)), "");
    }

    private byte[] newcomer() {
        Set<String> rated = new LinkedHashSet<>();
        while (rated.size() < Math.min(RATED, items.size())) {
            rated.add("\"" + any(items) + "\": " + (1 + random.nextInt(5)));
        }
        return request("POST /api/v1/recommendations", "{\"ratings\": {" + String.join(", ", rated) + "}, \"n\": 10}");
    }

    private String any(List<String> ids) {
        return ids.get(random.nextInt(ids.size()));
    }

    private static byte[] request(String line, String body) {
        return (line + " HTTP/1.1\r\nHost: localhost\r\n"
                        + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /* The same first requests by wrk, which takes less of the processors than a JVM. */
    private void wrk() throws IOException, InterruptedException {
        boolean isThere = List.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "wrk")));
        if (!isThere) {
            return;
        }
        Path script = Files.createTempFile("rung", ".lua");
        try {
            Files.writeString(
                    script,
                    "math.randomseed(7)\nlocal ids = {\"" + String.join("\", \"", users)
                            + "\"}\nrequest = function() return"
                            + " wrk.format(\"GET\", \"/api/v1/users/\" .. ids[math.random(#ids)] .. \"/recommendations?n=10\") end\n");
            System.out.println("wrk, the same users:");
            new ProcessBuilder(
                            "wrk",
                            "-t1",
                            "-c" + CONNECTIONS,
                            "-d" + TIME.toSeconds() + "s",
                            "--latency",
                            "-s",
                            script.toString(),
                            server.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
        } finally {
            Files.delete(script);
        }
    }
}
