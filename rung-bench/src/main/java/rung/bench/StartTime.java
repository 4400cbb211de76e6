package rung.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** How long {@code ./rung --help} takes once warm, beside a JVM that does nothing; run it from the project's folder. */
final class StartTime {
    private static final int RUNS = 15;

    private StartTime() {}

    static void run() throws IOException, InterruptedException {
        Path launcher = Path.of("rung").toAbsolutePath();
        if (!Files.isExecutable(launcher)) {
            System.err.println(launcher + " must be the launcher: run this from the project's folder");
            System.exit(2);
        }
        double[] bare = seconds(ProcessHandle.current().info().command().orElse("java"), "-version");
        double[] help = seconds(launcher.toString(), "--help");
        System.out.printf("%-16s %8s %8s   (seconds, %d runs)%n", "start", "best", "median", RUNS);
        System.out.printf("%-16s %8.3f %8.3f%n", "java -version", bare[0], bare[RUNS / 2]);
        System.out.printf("%-16s %8.3f %8.3f%n", "rung --help", help[0], help[RUNS / 2]);
    }

    private static double[] seconds(String... command) throws IOException, InterruptedException {
        double[] seconds = new double[RUNS];
        for (int k = -2; k < RUNS; k++) { // two to warm up: the first may build
            long began = System.nanoTime();
            int status = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException(String.join(" ", command) + " ended with status " + status);
            }
            if (k >= 0) {
                seconds[k] = (System.nanoTime() - began) / 1e9;
            }
        }
        Arrays.sort(seconds);
        return seconds;
    }
}
