package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The name of an output tells its form: tabs, CSV or JSON lines. Names that tabs cannot hold are written in the others. */
class OutputFormTest extends RatingsCommands {
    private static final String LONG = "The \"Film\"\nPart 2, uncut";

    /* The shared ratings, in which one item and one user have names with line breaks, tabs, commas and quotes. */
    private Path oddModel() throws Exception {
        StringBuilder text = new StringBuilder("user,item,rating\n");
        for (String[] line : lines(train)) {
            String user = line[0].equals("u1") ? "\"u\t1\"" : line[0];
            String item = line[1].equals("m1") ? '"' + LONG.replace("\"", "\"\"") + '"' : line[1];
            text.append(user + "," + item + "," + line[2] + "\n");
        }
        Path odd = folder.resolve("odd.rung");
        Commands.Result result = rung(
                "train",
                Files.writeString(folder.resolve("odd.csv"), text),
                "-o",
                odd,
                "--rank",
                1,
                "--only",
                "ratings",
                "-q");
        assertThat(result.status()).as(result.err()).isZero();
        return odd;
    }

    @Test
    void spreadsheetsAreNotWrittenUnderAnotherName() throws Exception {
        Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n2,\n3,6\n4,8\n");
        Path to = folder.resolve("x.xlsx");
        Path other = folder.resolve("x.parquet");
        Path out = folder.resolve("out.csv");
        Map<String, Commands.Result> tried = new LinkedHashMap<>();
        tried.put(".csv, .tsv, .txt, .jsonl, .npy, .npz or .mtx", rung("complete", table, "-o", to));
        tried.put("a file in .tsv or .txt", rung("complete", table, "-o", out, "--outliers", to));
        tried.put(" .tsv or .txt", rung("complete", table, "-o", out, "--errors", to));
        tried.put(".html", rung("complete", table, "-o", out, "--report", to));
        tried.put("a file in .rung", rung("complete", table, "-o", out, "--model", to));
        tried.put(".rung", rung("train", train, "-o", to));
        tried.put("a file in .html", rung("train", train, "-o", folder.resolve("m.rung"), "--report", other));
        tried.put(
                "in .html", rung("train", train, "-o", folder.resolve("m.rung"), "--report", folder.resolve("p.pdf")));
        tried.put(".jsonl", rung("predict", model, test, "-o", other));
        tried.put(".csv", rung("recommend", model, "--all", "-o", to));
        tried.put(".svg", rung("demo", "-o", to));
        tried.put("name a folder", rung("compare", table, "-o", folder.resolve("x.ods")));
        tried.put("a folder of results", rung("separate", table, "-o", folder.resolve("x.XLS")));
        tried.forEach((ending, result) -> {
            assertThat(result.status()).as(ending).isEqualTo(2);
            assertThat(result.err()).contains("are not written; name ").contains(ending);
        });
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(table);
        }
    }

    @Test
    void csvHoldsAnyName() throws Exception {
        Path odd = oddModel();
        Path pairs = folder.resolve("odd.csv");
        Path csv = folder.resolve("p.csv");
        Path json = folder.resolve("p.jsonl");
        assertThat(rung("predict", odd, pairs, "-o", csv, "--unknown", "flag").status())
                .isZero();
        assertThat(rung("predict", odd, pairs, "-o", json).status()).isZero();
        String written = Files.readString(csv);
        assertThat(written).startsWith("user,item,prediction,cold\n");
        assertThat(written).contains(",\"The \"\"Film\"\"\nPart 2, uncut\",");
        Path again = folder.resolve("again.jsonl");
        assertThat(rung("predict", odd, csv, "-o", again).status())
                .as("read back")
                .isZero();
        assertThat(again).hasSameTextualContentAs(json);
        assertThat(Files.readAllLines(json))
                .hasSize(lines(train).size())
                .allMatch(line -> line.startsWith("{\"user\"") && line.endsWith("}"));

        Path lists = folder.resolve("r.csv");
        assertThat(rung("recommend", odd, "--all", "-n", 2, "-o", lists).status())
                .isZero();
        assertThat(Files.readString(lists)).startsWith("user,item,prediction,score\n");
        Path objects = folder.resolve("r.json");
        assertThat(rung("recommend", odd, "--all", "-n", 2, "-o", objects).status())
                .isZero();
        assertThat(Files.readAllLines(objects)).hasSize(USERS).allMatch(line -> line.startsWith("{\"user\""));
    }

    @Test
    void tabsThatCannotHoldANameNameTheWayOut() throws Exception {
        Path odd = oddModel();
        Path tabs = folder.resolve("t.tsv");
        for (List<Object> words : List.<List<Object>>of(
                List.of("predict", odd, folder.resolve("odd.csv"), "-o", tabs),
                List.of("recommend", odd, "--all", "-n", 60, "--with-seen", "-o", tabs))) {
            Commands.Result refused = rung(words.toArray());
            assertThat(refused.status()).isEqualTo(2);
            assertThat(refused.err())
                    .containsPattern(
                            "t.tsv: cannot hold the name '(u\\\\t1', which has a tab|The \"Film\"\\\\nPart 2,"
                                    + " uncut', which has a line break) in it; --json can, and so can a file in .csv or .jsonl");
            assertThat(tabs).doesNotExist();
        }
        Path ids = folder.resolve("items.npy");
        assertThat(rung("export", odd, "--items", ids, "--ids").err())
                .contains("items.ids.txt: cannot hold the name 'The \"Film\"\\nPart 2, uncut', which has a line break"
                        + " in it; a file in .csv can");
    }
}
