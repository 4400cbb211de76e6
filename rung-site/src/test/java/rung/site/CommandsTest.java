package rung.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every command in the pages runs, in an empty folder for each page, and prints what the page shows. */
class CommandsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> everyCommandPrintsWhatThePageShows() throws IOException {
        List<Contents.Chapter> pages = Contents.read(ROOT).chapters().stream()
                .filter(page -> blocks(page).anyMatch(block -> block.isOf("console")))
                .toList();
        assertThat(pages).hasSizeGreaterThanOrEqualTo(4);
        assumeTrue(isThere("bash") && isThere("awk"), "no bash or awk on the path");
        return pages.stream().map(page -> DynamicTest.dynamicTest(page.target(), () -> run(page)));
    }

    /** A program in a page is one of the examples, which are compiled and run by tests of their own. */
    @TestFactory
    Stream<DynamicTest> everyJavaProgramIsAnExample() throws IOException {
        return Contents.read(ROOT).chapters().stream()
                .filter(page -> page.source().startsWith(ROOT.resolve("docs")))
                .flatMap(page -> blocks(page)
                        .filter(block -> block.isOf("java") && block.info().contains(" "))
                        .map(block -> DynamicTest.dynamicTest(page.target() + ": " + block.info(), () -> {
                            Path file = ROOT.resolve(block.info().split(" ")[1]);
                            assertThat(block.text()).isEqualTo(Files.readString(file));
                        })));
    }

    private static Stream<Markdown.Block> blocks(Contents.Chapter page) {
        try {
            return Markdown.of(Files.readString(page.source())).blocks().stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private void run(Contents.Chapter page) throws Exception {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        Path scratch = Files.createDirectories(folder.resolve(page.target().replace('/', '-')));
        Path command = tools.resolve("rung");
        Files.writeString(
                command,
                String.format(
                        "#!/bin/sh\nexec '%s' --add-modules jdk.incubator.vector -cp '%s' rung.cli.Main \"$@\"\n",
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path")));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        for (Markdown.Block block :
                blocks(page).filter(each -> each.isOf("console")).toList()) {
            List<String> words = List.of(block.info().split(" "));
            if (words.contains("ffmpeg") && !isThere("ffmpeg")) {
                assertThat(System.getenv("RUNG_FFMPEG_REQUIRED")).isNotEqualTo("true");
                continue;
            }
            for (Session session : Session.of(block.text(), words.contains("shape"))) {
                List<String> seen = output(session.command(), scratch, tools);
                assertThat(session.shows(seen))
                        .as("%s%n$ %s%nprints%n%s%n", page.source(), session.command(), String.join("\n", seen))
                        .isTrue();
            }
        }
    }

    private static List<String> output(String command, Path scratch, Path tools) throws Exception {
        Path out = Files.createTempFile(tools, "out", "");
        Path messages = Files.createTempFile(tools, "messages", "");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", command).directory(scratch.toFile());
        shell.environment().put("PATH", tools + File.pathSeparator + System.getenv("PATH"));
        shell.environment().put("LC_ALL", "C.UTF-8");
        shell.redirectInput(new File("/dev/null")).redirectOutput(out.toFile()).redirectError(messages.toFile());
        Process process = shell.start();
        assertThat(process.waitFor(20, TimeUnit.MINUTES))
                .as("'%s' ends", command)
                .isTrue();
        assertThat(process.exitValue())
                .as("the status of '%s': %s", command, Files.readString(messages))
                .isZero();
        return Files.readAllLines(out);
    }
}
