package rung.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static rung.cli.Commands.rung;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands.Result;
import rung.cli.Main;
import rung.serve.DemoModel;

/** The command {@code serve}: what it refuses, and that it serves until it is asked to end. */
class ServeTest {
    @TempDir
    private Path folder;

    private static void refuses(String sentence, Object... args) {
        Result result = rung(args);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains(sentence);
    }

    @Test
    void refusesWhatDoesNotGoTogether() throws Exception {
        refuses("there must be a model, or --demo", "serve");
        refuses("--demo brings its own model", "serve", "x.rung", "--demo");
        refuses("--port must be between 0 and 65535, got 70000", "serve", "x.rung", "--port", 70000);
        refuses("needs --token SECRET, or --open", "serve", "x.rung", "--host", "0.0.0.0");
        refuses("--token must not be empty", "serve", "x.rung", "--token", "");
        refuses("x.rung: does not exist", "serve", folder.resolve("x.rung"));
        Path text = Files.writeString(folder.resolve("y.rung"), "no model");
        refuses("y.rung: is not a Rung model", "serve", text);
        refuses("holds no frames of a separation", "serve", folder);
    }

    @Test
    void aLogInAFolderThatIsNotThereIsRefusedAsAnyOutputIs() throws Exception {
        DemoModel.write(folder);
        Path log = folder.resolve("nowhere").resolve("log.csv");
        refuses(
                log + ": the folder " + log.getParent() + " does not exist",
                "serve",
                folder.resolve(DemoModel.MODEL),
                "--port",
                0,
                "--log",
                log);
    }

    @Test
    void refusesWhatMeansNothingToWhatIsServed() throws Exception {
        Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3,4\n");
        Path errors = Files.writeString(folder.resolve("sure.tsv"), "");
        DemoModel.write(folder);
        Path model = folder.resolve(DemoModel.MODEL);
        String toTable = " is for a model, so it does not go with a table";
        refuses("--titles" + toTable, "serve", table, "--titles", "x.csv");
        refuses("--log" + toTable, "serve", table, "--log", folder.resolve("log.csv"));
        refuses("--titles" + toTable, "serve", folder.resolve("t.dat"), "--errors", errors, "--titles", "x.csv");
        refuses("--errors is for a table, so it does not go with a model", "serve", model, "--errors", errors);
        refuses("--errors is for a table, so it does not go with a model", "serve", "--demo", "--errors", errors);
        refuses("--titles is for a model, so it does not go with a separation", "serve", folder, "--titles", "x.csv");
        refuses("--errors is for a table, so it does not go with a separation", "serve", folder, "--errors", errors);
    }

    @Test
    void everyFileThatIsMissingIsBadInput() throws Exception {
        DemoModel.write(folder);
        Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n3,4\n");
        refuses("x.csv: does not exist", "serve", folder.resolve("x.csv"));
        refuses("x.tsv: does not exist", "serve", table, "--errors", folder.resolve("x.tsv"));
        refuses("x.tsv: does not exist", "serve", folder.resolve(DemoModel.MODEL), "--titles", folder.resolve("x.tsv"));
    }

    @Test
    void aPortThatIsTakenIsAnsweredWithTheOption() throws Exception {
        DemoModel.write(folder);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result result = rung("serve", folder.resolve(DemoModel.MODEL), "--port", taken.getLocalPort());
            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err()).contains("; --port names another, and --port 0 takes a free one");
        }
    }

    /** Starts the command on the demonstration's model. */
    private Process serve(List<String> before, String... options) throws Exception {
        DemoModel.write(folder);
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                folder.resolve(DemoModel.MODEL).toString(),
                "--port",
                "0"));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("messages").toFile())
                .start();
    }

    private static String address(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    private static String read(String address) throws IOException {
        try (var in = URI.create(address).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theFirstLineIsTheAddressAndAnEndIsOrderly() throws Exception {
        Path titles = Files.writeString(folder.resolve("films.csv"), "tt1,Alien\ntt2,Brazil\n");
        Process process = serve(List.of(), "--titles", titles.toString());
        try {
            String line = address(process);
            assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+");
            assertThat(read(line + "/health")).contains("\"ok\"");
            process.destroy();
            assertThat(process.waitFor()).isEqualTo(143); // ended by the signal, after what it does at its end
            assertThat(folder.resolve("messages"))
                    .content()
                    .contains(DemoModel.MODEL + ": a model of ")
                    .contains("films.csv: of the model's ")
                    .contains(" items 0 have a title among the 2 here, so these may be the titles of others")
                    .contains("Ctrl-C ends the server")
                    .contains("the server has ended");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whoListensEverywherePrintsAnAddressThatABrowserOpens() throws Exception {
        Process process = serve(List.of(), "--host", "0.0.0.0", "--token", "sesame");
        try {
            String line = address(process);
            assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+");
            assertThat(read(line + "/index.html")).contains("<html");
        } finally {
            process.destroyForcibly();
        }
    }

    /* Who starts tests in the background may have Ctrl-C ignored, and so would the server: env makes it what it usually is. */
    @Test
    void ctrlCFinishesTheRequestInFlight() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/env"))
                        && new ProcessBuilder("/usr/bin/env", "--default-signal=INT", "true")
                                        .redirectErrorStream(true)
                                        .start()
                                        .waitFor()
                                == 0,
                "this system has no 'env --default-signal', without which Ctrl-C may be ignored");
        Process process = serve(List.of("/usr/bin/env", "--default-signal=INT"));
        try {
            URI address = URI.create(address(process));
            try (Socket socket = new Socket(address.getHost(), address.getPort())) {
                String body = "{\"ratings\": {\"b1\": 5}}";
                socket.getOutputStream()
                        .write(("POST /api/v1/recommendations HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                                        + body.length() + "\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                while (!read(address + "/metrics").contains("rung_requests_in_flight 2.0")) {
                    Thread.sleep(20);
                }
                assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                                .start()
                                .waitFor())
                        .isZero();
                while (accepts(address)) {
                    Thread.sleep(20);
                }
                socket.getOutputStream().write(body.substring(1).getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                byte[] answer = socket.getInputStream().readNBytes(15);
                assertThat(new String(answer, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
            }
            assertThat(process.waitFor()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean accepts(URI address) {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
