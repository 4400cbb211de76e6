package rung.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void aPortThatIsTakenIsAnsweredWithTheOption() throws Exception {
        DemoModel.write(folder);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result result = rung("serve", folder.resolve(DemoModel.MODEL), "--port", taken.getLocalPort());
            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err()).contains("; --port names another, and --port 0 takes a free one");
        }
    }

    @Test
    void theFirstLineIsTheAddressAndAnEndIsOrderly() throws Exception {
        DemoModel.write(folder);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "serve",
                        folder.resolve(DemoModel.MODEL).toString(),
                        "--port",
                        "0")
                .redirectError(folder.resolve("messages").toFile())
                .start();
        try {
            String line = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            assertThat(line).matches("http://127\\.0\\.0\\.1:\\d+");
            try (var in = URI.create(line + "/health").toURL().openStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("\"ok\"");
            }
            process.destroy();
            assertThat(process.waitFor()).isEqualTo(143); // ended by the signal, after what it does at its end
            assertThat(folder.resolve("messages"))
                    .content()
                    .contains("Ctrl-C ends the server")
                    .contains("the server has ended");
        } finally {
            process.destroyForcibly();
        }
    }
}
