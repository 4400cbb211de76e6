package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.Solution;
import rung.kernel.KernelChoice;

/** The library as a named module: what it shows, what it hides, and that it finds its vector kernels there too. */
class ModuleTest {
    @TempDir
    private Path folder;

    private static String core() throws Exception {
        return Path.of(Solution.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    private static String java(String... args) throws Exception {
        List<String> command = Stream.concat(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of(args))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    /** The kernels that a JVM with the vector module uses: plain loops only where an old JDK is slower with ARM's longer vectors. */
    private static String kernels() {
        boolean mayBeSlower = System.getProperty("os.arch").equals("aarch64")
                && Runtime.version().feature() < 21;
        return mayBeSlower ? KernelChoice.active().name() : "vector";
    }

    @Test
    void kernelsAndDrawsAreNotExported() throws Exception {
        assertThat(java("-p", core(), "--describe-module", "rung.core"))
                .contains("exports rung.algorithm")
                .contains("contains rung.kernel")
                .contains("contains rung.engine.sampling.block")
                .doesNotContain("exports rung.kernel")
                .doesNotContain("exports rung.engine.sampling\n")
                .doesNotContain("exports rung.engine.sampling.block");
    }

    @Test
    void aModularProgramRunsWithAndWithoutTheVectorModule() throws Exception {
        Path source = Files.createDirectories(folder.resolve("src"));
        Files.writeString(source.resolve("module-info.java"), "module tiny { requires rung.core; }");
        Files.createDirectories(source.resolve("tiny"));
        Files.writeString(
                source.resolve("tiny/Tiny.java"),
                "package tiny; public class Tiny { public static void main(String[] a) {"
                        + " System.out.println(rung.Provenance.platform()); } }");
        String classes = folder.resolve("classes").toString();
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-d",
                        classes,
                        "-p",
                        core(),
                        source.resolve("module-info.java").toString(),
                        source.resolve("tiny/Tiny.java").toString());
        assertThat(status).isZero();
        String path = core() + File.pathSeparator + classes;
        assertThat(java("-p", path, "-m", "tiny/tiny.Tiny"))
                .contains("scalar kernels")
                .contains("--add-modules jdk.incubator.vector");
        assertThat(java("-p", path, "--add-modules", "jdk.incubator.vector", "-m", "tiny/tiny.Tiny"))
                .contains(kernels() + " kernels");
    }
}
