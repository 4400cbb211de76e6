package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the README compile and run as they stand there. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

    @TempDir
    private Path classes;

    private static List<String> examples() throws Exception {
        return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(README))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private String run(String example, int number) throws Exception {
        String name = "Example" + number;
        String source =
                "import java.util.*; import rung.*; import rung.algorithm.*; import rung.data.*; import rung.engine.convex.*; import rung.engine.entrywise.*;"
                        + " import rung.linalg.*; import rung.completion.*; import rung.loss.*; import rung.objective.*;"
                        + " import rung.ratings.*; import rung.separation.*;\n"
                        + "public class " + name + " { public static void main(String[] args) {\n" + example
                        + "\nSystem.out.println(solution); } }";
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignore) {
                        return source;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
        assertThat(compiler.getTask(messages, null, null, options, null, List.of(file))
                        .call())
                .as("example %s compiles: %s", number, messages)
                .isTrue();
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theExamplesRunAndAreShort() throws Exception {
        List<String> examples = examples();
        assertThat(examples).hasSize(5);
        for (String example : examples) {
            assertThat(example.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(10);
        }
        assertThat(run(examples.get(0), 0)).contains("4×3 matrix");
        assertThat(run(examples.get(1), 1)).contains("cold=false");
        assertThat(run(examples.get(2), 2)).contains("5×4 matrix of rank ≤ 1");
        String table = run(examples.get(3), 3);
        assertThat(Double.parseDouble(table.lines().findFirst().orElseThrow())).isBetween(2.9, 3.1);
        assertThat(run(examples.get(4), 4)).contains("30×20 matrix of rank ≤ 5");
    }
}
