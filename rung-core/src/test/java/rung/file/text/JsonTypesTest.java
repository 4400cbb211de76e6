package rung.file.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.file.CarriedColumn;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** What fills a hole in JSON lines has the type of its column. */
class JsonTypesTest {
    @TempDir
    private Path folder;

    private Table read(String text) throws IOException {
        return TableFile.read(Files.writeString(folder.resolve("in.jsonl"), text));
    }

    private String filled(Table table, String label) throws IOException {
        Path target = folder.resolve("out.jsonl");
        Map<CarriedColumn, IntFunction<String>> labels = table.carriedColumns().stream()
                .filter(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                .collect(Collectors.toMap(column -> column, column -> row -> label));
        table.writeCompleted(target, (i, j) -> 40, labels);
        return Files.readString(target);
    }

    @Test
    void booleansAreNoStrings() throws IOException {
        String text = """
                {"a":1.5,"ok":true}
                {"a":2.5,"ok":true}
                {"a":-1.0,"ok":false}
                {"a":-2.0,"ok":false}
                {"a":2.1,"ok":null}
                {"a":2.2}
                """;
        assertThat(filled(read(text), "true"))
                .isEqualTo(text.replace("null", "true").replace("2.2}", "2.2,\"ok\":true}"));
        assertThat(read(text).description()).endsWith("categories: ok");
        Table kept = TableFile.read(
                folder.resolve("in.jsonl"), TableForm.recognized().withHoles(List.of("")));
        assertThat(filled(kept, "true")).as("null is no label").doesNotContain("null");
        String inQuotes = text.replaceAll("true|false", "\"$0\"");
        assertThat(filled(read(inQuotes), "true"))
                .isEqualTo(inQuotes.replace("null", "\"true\"").replace("2.2}", "2.2,\"ok\":\"true\"}"));
    }

    @Test
    void numbersInQuotesStayInQuotes() throws IOException {
        String text = """
                {"a":1.5,"n":"10"}
                {"a":2.5,"n":"20"}
                {"a":3.5,"n":null}
                {"n":"50"}
                {"a":5.5}
                """;
        assertThat(filled(read(text), "")).isEqualTo("""
                        {"a":1.5,"n":"10"}
                        {"a":2.5,"n":"20"}
                        {"a":3.5,"n":"40"}
                        {"n":"50","a":40}
                        {"a":5.5,"n":"40"}
                        """);
        String mixed = text.replace("\"20\"", "20");
        assertThat(filled(read(mixed), "")).contains("{\"a\":3.5,\"n\":40}");
    }

    @Test
    void nestedValuesAreCarriedThrough() throws IOException {
        String text = """
                {"a":1.5,"meta":{"u":1},"tags":["x"]}
                {"a":2.5,"meta":{"u":1},"tags":["x"]}
                {"a":null,"meta":{"u":0},"tags":["y"]}
                {"a":4.5,"meta":{"u":0},"tags":["y"]}
                {"a":5.5}
                """;
        Table table = read(text);
        assertThat(table.carriedColumns())
                .extracting(CarriedColumn::kind)
                .containsExactly(CarriedColumn.Kind.TEXT, CarriedColumn.Kind.TEXT);
        assertThat(filled(table, "")).isEqualTo(text.replace("null", "40"));
    }
}
