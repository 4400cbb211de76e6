package rung.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import rung.cli.terminal.ExitStatus;
import rung.serve.Server;
import rung.serve.ServerSettings;

/**
 * Runs the usual commands once on small data made up for it, in one JVM. The launcher starts it after a build while the
 * JVM records which classes it loads, so that later runs find them prepared. Everything is written into a temporary
 * folder, which is deleted at the end.
 */
public final class Rehearsal {
    private static final int USERS = 60;
    private static final int ITEMS = 40;
    private static final int ROWS = 30;
    private static final int COLUMNS = 20;

    /** The part of the cells that are observed. */
    private static final double OBSERVED = 0.6;

    private Rehearsal() {}

    /**
     * Takes no arguments. Exits with 1 if one of the commands fails, because what was recorded is not to be used then.
     *
     * @param args the arguments of the program
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Path folder = Files.createTempDirectory("rung");
        boolean worked = false;
        try {
            worked = run(folder);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
        System.exit(worked ? 0 : ExitStatus.FAILED);
    }

    /** Whether all commands worked. */
    static boolean run(Path folder) throws IOException {
        Random random = new Random(1);
        String ratings = folder.resolve("ratings.csv").toString();
        String model = folder.resolve("model.rung").toString();
        String table = folder.resolve("table.csv").toString();
        Files.writeString(Path.of(ratings), ratings(random));
        Files.writeString(Path.of(table), table(random));
        List<List<String>> commands = List.of(
                List.of("--help"),
                List.of("train", ratings, "-o", model, "--max-rank", "3", "--report", folder.resolve("t.html") + ""),
                List.of("recommend", model, "--user", "1", "-n", "3"),
                List.of("similar", model, "--item", "1", "-n", "3"),
                List.of("predict", model, "--user", "1", "--item", "2"),
                List.of("evaluate", model, ratings),
                List.of("inspect", model),
                List.of(
                        "complete",
                        table,
                        "-o",
                        folder.resolve("o.csv") + "",
                        "--report",
                        folder.resolve("c.html") + ""));
        for (List<String> command : commands) {
            String[] words = command.toArray(String[]::new);
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            if (Main.commandLine(InputStream.nullInputStream(), OutputStream.nullOutputStream(), words)
                            .setOut(nowhere)
                            .setErr(nowhere)
                            .execute(words)
                    != 0) {
                return false;
            }
        }
        serve(Path.of(model));
        return true;
    }

    /** Serves the model for one request; the command itself would serve until it is ended. */
    private static void serve(Path model) throws IOException {
        try (Server server = Server.start(ServerSettings.of(model));
                InputStream answer = server.address()
                        .resolve("/api/v1/users/1/recommendations?n=3")
                        .toURL()
                        .openStream()) {
            answer.readAllBytes();
        }
    }

    /** Lines of user, item and a rating from 1 to 5. */
    private static String ratings(Random random) {
        StringBuilder lines = new StringBuilder("userId,movieId,rating\n");
        for (int user = 1; user <= USERS; user++) {
            for (int item = 1; item <= ITEMS; item++) {
                if (random.nextDouble() < OBSERVED) {
                    int rating = 1 + (user % 3 + item % 3 + random.nextInt(2)) % 5;
                    lines.append(user + "," + item + "," + rating + "\n");
                }
            }
        }
        return lines.toString();
    }

    /** A table of rank 1 and some noise, with empty cells. */
    private static String table(Random random) {
        StringBuilder lines = new StringBuilder();
        for (int row = 1; row <= ROWS; row++) {
            for (int column = 1; column <= COLUMNS; column++) {
                lines.append(column == 1 ? "" : ",");
                if (random.nextDouble() < OBSERVED) {
                    lines.append((float) (Math.sin(row) * Math.cos(column) + random.nextGaussian() / 10));
                }
            }
            lines.append('\n');
        }
        return lines.toString();
    }
}
