package rung.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.cli.Commands.rung;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.cli.Commands;
import rung.completion.Completion;
import rung.completion.Preparation;
import rung.completion.kind.ColumnKind;

/** Tables of labels, with few numbers or none. */
class LabelsTest {
    @TempDir
    private Path folder;

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("in.csv"), text);
    }

    @Test
    void labelsBesideOneNumber() throws Exception {
        Path in =
                file("score,a,b,c\n73,yes,yes,yes\n5,no,no,no\n64,yes,yes,yes\n12,no,no,no\n90,yes,yes,yes\n33,no,no,\n"
                        + "41,yes,yes,yes\n28,no,no,no\n77,yes,,yes\n50,yes,yes,yes\n");
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", in, "-o", out);
        assertThat(Files.readAllLines(out)).contains("33,no,no,no", "77,yes,yes,yes");
        assertThat(result.out())
                .contains(" of held-out labels wrong (commonest label of each column: ")
                .doesNotContain("WARNING: column means");
    }

    /* Each label is the one of its row or the other one, by the column. */
    private Path tableOfLabels() throws Exception {
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int i = 0; i < 40; i++) {
            boolean isFirst = i * 7 % 10 < 4;
            text.append(i % 9 == 4 ? "" : isFirst ? "yes" : "no")
                    .append(isFirst ? ",left" : ",right")
                    .append(i % 8 == 1 ? "," : isFirst ? ",no" : ",yes")
                    .append('\n');
        }
        return file(text.toString());
    }

    @Test
    void labelsAlone() throws Exception {
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", tableOfLabels(), "-o", out, "--json");
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.err()).contains("40 rows without a column of numbers; categories: a, b, c");
        List<String> lines = Files.readAllLines(out);
        assertThat(lines.subList(1, 41)).isSubsetOf("yes,left,no", "no,right,yes");
        assertThat(result.out()).containsPattern("\"labelError\": ?0\\.0").contains("\"heldOutError\": null");
    }

    /* No matrix of numbers is told of where there is none. */
    @Test
    void thePageOfLabelsAloneSaysWhatFilledThem() throws Exception {
        Path page = folder.resolve("page.html");
        Commands.Result result = rung("complete", tableOfLabels(), "-o", folder.resolve("out.csv"), "--report", page);
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(Files.readString(page))
                .contains("with a likelihood for each column", "of labels: see Columns")
                .doesNotContain(
                        "too few cells", "no low-rank part", "nothing held out", "not finite", "There was no climb");
    }

    /* The second column is predicted worse than by its mean, and so the table as a whole; that matters if it has holes. */
    @Test
    void meansAreComparedWithWhereThereAreHoles() {
        List<Completion.Column> columns = List.of(
                new Completion.Column(ColumnKind.NUMBER, OptionalDouble.of(0.9), OptionalDouble.of(1)),
                new Completion.Column(ColumnKind.NUMBER, OptionalDouble.of(4), OptionalDouble.of(3)),
                new Completion.Column(ColumnKind.CATEGORY, OptionalDouble.of(0.6), OptionalDouble.of(0.4)));
        Completion.Completed.Selection found = new Completion.Completed.Selection(
                Preparation.NONE,
                1,
                false,
                OptionalDouble.of(1.1),
                OptionalDouble.of(1),
                List.of(),
                columns,
                false,
                10);
        assertThat(CompletionSummary.areMeansBetter(found, j -> new int[] {20, 15, 20}[j], 20))
                .isTrue();
        assertThat(CompletionSummary.areMeansBetter(found, j -> new int[] {15, 20, 15}[j], 20))
                .isFalse();
        assertThat(CompletionSummary.areMeansBetter(found, j -> new int[] {20, 20, 15}[j], 20))
                .isFalse();
    }

    /* Before any work: no draws, a kind of a column that is not there, and one line for all columns of two labels. */
    @Test
    void optionsAreChecked() throws Exception {
        Path in = tableOfLabels();
        Path out = folder.resolve("out.csv");
        assertThat(rung("complete", in, "-o", out, "--draws", "0").err())
                .contains("--draws must be between 1 and 1000, got 0");
        assertThat(rung("complete", in, "-o", out, "--kind", "z=category").err())
                .contains("no column 'z'")
                .doesNotContain("did you mean");
        Path full =
                Files.writeString(folder.resolve("full.csv"), "a,b,x\nyes,no,1\nno,no,2\nno,yes,3\nyes,yes,4\n,no,5\n");
        assertThat(rung("complete", full, "-o", out, "--kind", "a=two-valued,b=two-valued")
                        .err())
                .contains("columns 'a', 'b' have two labels each: a hole gets the likelier one");
        assertThat(out).exists();
    }

    /* They stay what they are, but may be meant to be one. */
    @Test
    void labelsThatDifferInSpellingAloneAreSaid() throws Exception {
        StringBuilder text = new StringBuilder("x,answer,town\n");
        String[] answers = {"Eher ja", "eher ja", "nein", "eher  ja"};
        for (int i = 0; i < 40; i++) {
            text.append(i + "," + (i == 3 ? "" : answers[i % 4]) + "," + (i % 2 == 0 ? "Bern" : "Berne") + "\n");
        }
        Path out = folder.resolve("out.csv");
        Commands.Result result = rung("complete", file(text.toString()), "-o", out);
        assertThat(result.err())
                .containsOnlyOnce("which differ in")
                .contains(
                        "rung: column 'answer' has the labels 'Eher ja', 'eher  ja' and 'eher ja', which differ in case and"
                                + " white space alone\n");
        assertThat(Files.readString(out)).contains(",Eher ja,", ",eher ja,", ",eher  ja,");
        assertThat(AlikeLabels.among(List.of("JA", "ja", "no", "x", "X")))
                .hasValue("the labels 'JA' and 'ja', which differ in case alone, and 1 more pair");
        assertThat(AlikeLabels.among(List.of("St. Gallen", "St.\u00a0Gallen", "bern")))
                .hasValue("the labels 'St. Gallen' and 'St.\u00a0Gallen', which differ in white space alone");
        assertThat(AlikeLabels.among(List.of("a", "b"))).isEmpty();
    }

    @Test
    void numbersOfLabels() throws Exception {
        Commands.Result result =
                rung("complete", tableOfLabels(), "-o", folder.resolve("out.csv"), "--numbers", "a", "--header");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err())
                .contains("write two labels as 1 and 0 to have numbers, or leave --numbers away")
                .doesNotContain("--na");
    }
}
