package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher {@code rung}, copied into a tree of its own, with a Maven and a JDK that only write down their calls. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    /* Leaves a jar that is there as old as it is, as Maven does. First does what the file "maven" says, if it exists. */
    private static final String MAVEN = """
            #!/bin/sh
            echo mvn >>"$CALLS"
            [ ! -f "$HOME/maven" ] || . "$HOME/maven"
            mkdir -p rung-cli/target
            [ -f rung-cli/target/rung.jar ] || echo jar >rung-cli/target/rung.jar
            """;

    private static final String JAVA = """
            #!/bin/sh
            for word in "$@"; do
              case $word in
                -XX:AOTCacheOutput=*)
                  echo prepare >>"$CALLS"
                  [ ! -f "$HOME/java" ] || . "$HOME/java"
                  echo cache >"${word#*=}"
                  exit ;;
                -XX:AOTCache=*) echo "with $(cat "${word#*=}")" ;;
                -XX:+Use*GC) echo "$word" >>"$HOME/collectors" ;;
                -XX:CompileCommand=* | -XX:Tier*) echo "$word" >>"$HOME/compilers" ;;
              esac
            done
            echo ran
            """;

    @TempDir
    Path folder;

    private Path tree;
    private Path calls;
    private Path source;

    @BeforeEach
    void plant() throws IOException {
        tree = Files.createDirectory(folder.resolve("tree with a space"));
        calls = Files.createFile(folder.resolve("calls"));
        Files.copy(Path.of("..", "rung"), tree.resolve("rung"));
        assertThat(tree.resolve("rung").toFile().setExecutable(true)).isTrue();
        Files.createFile(tree.resolve("pom.xml"));
        for (String module : List.of("rung-core", "rung-video", "rung-page", "rung-serve", "rung-cli")) {
            Files.createDirectories(tree.resolve(module).resolve("src/main"));
            Files.createFile(tree.resolve(module).resolve("pom.xml"));
        }
        Path start = Path.of("src", "main", "launcher", "start");
        Files.createDirectories(tree.resolve("rung-cli").resolve(start).getParent());
        Files.copy(start, tree.resolve("rung-cli").resolve(start));
        source = Files.createFile(tree.resolve("rung-core/src/main/Some.java"));
        program("bin/mvn", MAVEN);
        program("jdk/bin/javac", "#!/bin/sh\n");
        program("jdk/bin/java", JAVA);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    @Test
    void buildsAndPreparesOnce() throws Exception {
        assertThat(run()).isEqualTo("with cache\nran\n");
        assertThat(run()).isEqualTo("with cache\nran\n");
        assertThat(calls).hasContent("mvn\nprepare\n");
    }

    @Test
    void buildsOnceAfterAChangeThatLeavesTheJarAsItWas() throws Exception {
        run();
        touch(source);
        run();
        run();
        run();
        assertThat(count("mvn")).isEqualTo(2);
    }

    @Test
    void buildsOnceInACopyWhoseTimesSayNothing() throws Exception {
        run();
        touch(tree.resolve("rung-cli/target/start-25000001"));
        touch(tree.resolve("rung-cli/target/.built"));
        touch(tree.resolve("rung-cli/target/rung.jar"));
        touch(source);
        assertThat(run()).isEqualTo("with cache\nran\n");
        run();
        assertThat(calls).hasContent("mvn\nprepare\nmvn\nprepare\n");
    }

    @Test
    void seesAChangeDuringTheBuild() throws Exception {
        Files.writeString(folder.resolve("maven"), "touch \"" + source + "\"\n");
        run();
        Files.delete(folder.resolve("maven"));
        run();
        run();
        assertThat(count("mvn")).isEqualTo(2);
    }

    @Test
    void triesAFailedBuildAgain() throws Exception {
        run();
        touch(source);
        Files.writeString(folder.resolve("maven"), "exit 1\n");
        assertThat(finish(start())).isEqualTo(1);
        assertThat(finish(start())).isEqualTo(1);
        Files.delete(folder.resolve("maven"));
        run();
        run();
        assertThat(count("mvn")).isEqualTo(4);
    }

    @Test
    void waitsForAnotherCallThatBuilds() throws Exception {
        Files.writeString(folder.resolve("maven"), "sleep 1\n");
        Process first = start();
        Process second = start();
        assertThat(finish(first)).isZero();
        assertThat(finish(second)).isZero();
        assertThat(count("mvn")).isEqualTo(1);
    }

    @Test
    void takesOverTheLockOfAProcessThatIsGone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path target = Files.createDirectory(tree.resolve("rung-cli/target"));
        Files.createSymbolicLink(target.resolve(".lock"), Path.of(Long.toString(gone.pid())));
        run();
        assertThat(count("mvn")).isEqualTo(1);
        assertThat(target.toFile().list()).containsExactlyInAnyOrder(".built", "rung.jar", "start-25000001");
    }

    @Test
    void doesWithoutPreparationThatFails() throws Exception {
        Files.writeString(folder.resolve("java"), "echo half >\"${word#*=}\"\nexit 1\n");
        assertThat(run()).isEqualTo("ran\n");
        assertThat(run()).isEqualTo("ran\n");
        assertThat(count("prepare")).isEqualTo(1);
    }

    @Test
    void preparesNextTimeAfterAnInterruption() throws Exception {
        Files.writeString(folder.resolve("java"), "echo half >\"${word#*=}\"\nexit 130\n");
        assertThat(finish(start())).isEqualTo(130);
        Files.delete(folder.resolve("java"));
        assertThat(run()).isEqualTo("with cache\nran\n");
        assertThat(tree.resolve("rung-cli/target").toFile().list())
                .containsExactlyInAnyOrder(".built", "rung.jar", "start-25000001");
    }

    /** One that the user names stays alone, as two are an error; a table that is large, or cannot be seen, gets the JVM's own. */
    @Test
    void aSmallTableGetsTheCollectorOfOneThread() throws Exception {
        Path small = Files.writeString(folder.resolve("a small one.csv"), "a,b\n1,\n");
        Path large = folder.resolve("large.csv");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(20_000_000);
        }
        assertThat(collectors("", "complete", small.toString())).containsExactly("-XX:+UseSerialGC");
        assertThat(collectors("-XX:+UseZGC", "complete", small.toString())).containsExactly("-XX:+UseZGC");
        assertThat(collectors("", "complete", large.toString())).isEmpty();
        assertThat(collectors("", "complete", "-")).isEmpty();
        assertThat(collectors("", "complete", "-", "--with", small.toString())).isEmpty(); // of unknown size
        assertThat(collectors("@" + small, "complete", small.toString())).isEmpty(); // may name a collector
        assertThat(collectors("", "train", small.toString())).isEmpty();
    }

    /* Where it asks for the sizes of files, /dev/stdout is another file than it is to the program. */
    @Test
    void startsWithTheNameOfItsOwnOutput() throws Exception {
        for (String word : List.of("complete", "serve")) {
            Path output = folder.resolve("output");
            Process process = launcher(word, "-o", "/dev/stdout")
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(finish(process)).as(word).isZero();
            assertThat(Files.readString(output)).as(word).endsWith("ran\n");
        }
    }

    /** What the JVM cannot read it says on standard output, and may not start. */
    @Test
    void theJvmUnderstandsWhatTheCompilersAreTold() throws Exception {
        for (String word : List.of("help", "complete", "train")) {
            Path told = Files.writeString(folder.resolve("compilers"), "");
            assertThat(finish(launcher(word).start())).isZero();
            List<String> options = Files.readAllLines(told);
            assertThat(options).as(word).anyMatch(option -> option.contains("rung.kernel.Vector*"));
            List<String> java = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
            java.addAll(options);
            java.add("-version");
            Process process = new ProcessBuilder(java)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .as(word)
                    .isEmpty();
            assertThat(process.waitFor()).as(word).isZero();
        }
    }

    /* The collectors that the program is started with. */
    private List<String> collectors(String options, String... words) throws Exception {
        Path file = Files.writeString(folder.resolve("collectors"), "");
        ProcessBuilder builder = launcher(words);
        builder.environment().put("RUNG_JAVA_OPTIONS", options);
        assertThat(finish(builder.start())).isZero();
        return Files.readAllLines(file);
    }

    /** Runs the launcher to its end, which must be a good one; returns what the program said. */
    private String run() throws Exception {
        Process process = start();
        assertThat(finish(process)).isZero();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start() throws IOException {
        return launcher("--help").start();
    }

    private ProcessBuilder launcher(String... words) {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("rung").toString());
        builder.command().addAll(List.of(words));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("CALLS", calls.toString());
        List.of("RUNG_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")
                .forEach(builder.environment()::remove);
        return builder;
    }

    private static int finish(Process process) throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private long count(String call) throws IOException {
        return Files.readAllLines(calls).stream().filter(call::equals).count();
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    }

    private void program(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
