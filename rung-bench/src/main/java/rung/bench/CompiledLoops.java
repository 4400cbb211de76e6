package rung.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The loops of {@link KernelBenchmark} in C, compiled by gcc for the processor at hand. The compiler may change the order of
 * additions ({@code -ffast-math}), which the kernels must not.
 */
final class CompiledLoops {
    private CompiledLoops() {}

    /** The microseconds of a call for each benchmark that has a twin in C; none where gcc is not on the path. */
    static Map<String, Double> micros(int rank) throws IOException, InterruptedException {
        Map<String, Double> micros = new TreeMap<>();
        Path folder = Files.createTempDirectory("rung-kernels");
        try {
            Path source = folder.resolve("kernels.c");
            try (InputStream code = CompiledLoops.class.getResourceAsStream("kernels.c")) {
                Files.copy(code, source, StandardCopyOption.REPLACE_EXISTING);
            }
            for (String real : List.of("double", "float")) {
                Path program = folder.resolve(real);
                compile(source, real, program);
                for (String line : output(List.of(program.toString(), Integer.toString(rank)))
                        .split("\n")) {
                    String[] parts = line.split(" ");
                    micros.put(real.equals("float") ? single(parts[0]) : parts[0], Double.parseDouble(parts[1]));
                }
            }
        } catch (IOException e) {
            System.out.println("no comparison with C: " + e.getMessage());
            return Map.of();
        } finally {
            for (String name : List.of("kernels.c", "double", "float")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
        return micros;
    }

    private static void compile(Path source, String real, Path program) throws IOException, InterruptedException {
        String processor = System.getProperty("os.arch").equals("aarch64") ? "-mcpu=native" : "-march=native";
        output(List.of(
                "gcc",
                "-O3",
                processor,
                "-ffast-math",
                "-DREAL=" + real,
                source.toString(),
                "-o",
                program.toString(),
                "-lm"));
    }

    /** The name of the benchmark in single precision. */
    private static String single(String name) {
        return "single" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IOException(command.get(0) + " failed: " + output);
        }
        return output;
    }
}
