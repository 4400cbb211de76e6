package rung.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.junit.jupiter.api.Test;

/** The Python module names the parameters and methods that the Java classes have. Python itself is not run. */
class PythonWrapperTest {
    private static final Path FILE = Path.of("../python/rung/spark.py");

    private static Set<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(Params params) {
        return Arrays.stream(params.params()).map(Param::name).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void hasEveryParameterWithItsMethods() throws Exception {
        String text = Files.readString(FILE);
        RankConstrained estimator = new RankConstrained();
        assertThat(found(text, "\\n    (\\w+) = Param\\(")).isEqualTo(names(estimator));
        for (String name : names(estimator)) {
            String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            assertThat(text)
                    .contains(
                            "def get" + capital + "(self)", "def set" + capital + "(self, value:", "\"" + name + "\"");
        }
    }

    @Test
    void modelsShareTheParametersThatTheJavaModelHas() throws Exception {
        String text = Files.readString(FILE);
        String shared = text.substring(text.indexOf("class _SharedParams"), text.indexOf("class RankConstrained("));
        RankConstrainedModel model = new RankConstrainedModel(
                "model",
                new ModelParts(
                        Optional.empty(), Optional.empty(), null, null, java.util.Map.of(), java.util.List.of()));
        assertThat(found(shared, "\\n    (\\w+) = Param\\(")).isEqualTo(names(model));
    }

    @Test
    void callsMethodsThatExist() throws Exception {
        String text = Files.readString(FILE);
        Set<String> methods = Arrays.stream(RankConstrainedModel.class.getMethods())
                .map(m -> m.getName())
                .collect(Collectors.toSet());
        assertThat(methods).containsAll(found(text, "_call_java\\(\"(\\w+)\""));
        for (String name : found(text, "_java_class = \"([\\w.]+)\"")) {
            assertThat(Class.forName(name).getMethod("read")).isNotNull();
        }
    }
}
