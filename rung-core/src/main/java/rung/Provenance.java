package rung;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import rung.kernel.KernelChoice;

/**
 * How a solution came about: enough to compute it again.
 *
 * @param algorithm the name of the algorithm
 * @param settings its settings, in words
 * @param problem which function, how large, which engine
 * @param seed the seed of every random choice
 * @param threads the number of threads of the engine
 * @param version the version of this library
 * @param java version and vendor of the JVM
 * @param system operating system and architecture
 * @param cpu the processor's name, or "unknown"
 * @param kernels the family of kernels: scalar or vector
 */
public record Provenance(
        String algorithm,
        String settings,
        String problem,
        long seed,
        int threads,
        String version,
        String java,
        String system,
        String cpu,
        String kernels) {
    private static final String VERSION = readVersion();
    private static final String JAVA = System.getProperty("java.vm.name") + " " + Runtime.version();
    private static final String SYSTEM = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    private static final String CPU = readCpu();

    /**
     * The provenance of a run of an algorithm in this JVM.
     *
     * @param algorithm the algorithm
     * @param problem the problem
     * @return the provenance
     */
    public static Provenance of(Algorithm algorithm, Problem<?> problem) {
        return of(
                algorithm.name(),
                algorithm.settings().toString(),
                problem.description(),
                problem.seed(),
                problem.threads());
    }

    /**
     * The provenance of a run, in this JVM, of a method that is not an {@link Algorithm}.
     *
     * @param algorithm the name of the method
     * @param settings its settings, in words
     * @param problem what was solved
     * @param seed the seed of every random choice
     * @param threads the number of threads
     * @return the provenance
     */
    public static Provenance of(String algorithm, String settings, String problem, long seed, int threads) {
        return new Provenance(
                algorithm,
                settings,
                problem,
                seed,
                threads,
                VERSION,
                JAVA,
                SYSTEM,
                CPU,
                KernelChoice.active().name());
    }

    /**
     * Describes this JVM in one line: Java, system, processor, cores, kernels, and how to get faster ones.
     *
     * @return the line
     */
    public static String platform() {
        return JAVA + ", " + SYSTEM + ", " + CPU + ", "
                + Runtime.getRuntime().availableProcessors() + " cores, "
                + KernelChoice.active().name() + " kernels"
                + fasterKernels().map(hint -> " (" + hint + ")").orElse("");
    }

    /**
     * How to get faster kernels than those in use.
     *
     * @return what to do, as half a sentence; empty if there are none
     */
    public static Optional<String> fasterKernels() {
        return KernelChoice.hint();
    }

    /**
     * The version of this library.
     *
     * @return the version
     */
    public static String libraryVersion() {
        return VERSION;
    }

    private static String readVersion() {
        try (InputStream in = Provenance.class.getResourceAsStream("version.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String readCpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            Map<String, String> values = new HashMap<>();
            lines.filter(line -> line.contains(":")).forEach(line -> {
                int colon = line.indexOf(':');
                values.putIfAbsent(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            });
            String part = values.get("CPU part"); // on ARM the numbers of the maker and of its design
            String number = part == null ? "unknown" : "ARM " + values.get("CPU implementer") + " " + part;
            return values.getOrDefault("model name", number);
        } catch (IOException | UncheckedIOException e) {
            return "unknown";
        }
    }
}
