package rung.bench.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.baseline.table.ColumnMeans;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Workers;

class CompletionBenchTest {
    private static BenchOptions options(Map<String, String> given) {
        return new BenchOptions(name -> Optional.ofNullable(given.get(name)));
    }

    /** What sections print, line by line. */
    private static List<String> run(Map<String, String> given, String... sections) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            new CompletionBench(out, options(given)).runAll(List.of(sections));
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    /** The numbers of a row after the name of its case, as far as there are any. */
    private static double[] numbers(String line, int from) {
        return Arrays.stream(line.substring(from).replace("|", " ").trim().split("\\s+"))
                .filter(word -> word.matches("-|[0-9.]+"))
                .mapToDouble(word -> word.equals("-") ? Double.NaN : Double.parseDouble(word))
                .toArray();
    }

    @Test
    void aSectionPrintsErrorsRatiosAndSeconds() throws IOException {
        List<String> lines = run(Map.of("seeds", "4", "methods", "mean,default"), "errors");
        assertThat(lines).hasSize(1 + 5);
        assertThat(lines.get(0)).startsWith("gross errors").contains("mean", "default", "of best", "default s");
        double clean = Double.NaN;
        for (String line : lines.subList(1, 6)) {
            double[] numbers = numbers(line, 30);
            double mean = numbers[0];
            double ours = numbers[1];
            assertThat(numbers[2]).isCloseTo(ours / mean, within(1e-3));
            assertThat(numbers[4]).isNotNegative();
            assertThat(mean).isGreaterThan(0.9);
            clean = Double.isNaN(clean) ? ours : clean;
            assertThat(ours).isLessThan(2 * clean); // gross errors are found
        }
        assertThat(lines.get(1)).doesNotContain("of clean");
        assertThat(lines.get(5)).contains("of clean");
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertThat(run(Map.of("data", "no/such/folder"), "traffic"))
                .singleElement()
                .asString()
                .contains("no/such/folder")
                .contains("skipped");
        assertThatThrownBy(() -> run(Map.of(), "papers"))
                .hasMessage("the section must be one of paper, traffic, errors, rows, kinds, speed, got 'papers'");
        assertThatThrownBy(() -> run(Map.of("methods", "mean,median"), "rows"))
                .hasMessage("-Dmethods must be of mean,interpolation,neighbors,soft-impute,default, got 'median'");
        assertThatThrownBy(() -> run(Map.of("seeds", "1;2"), "rows"))
                .hasMessage("-Dseeds must be whole numbers separated by commas, got '1;2'");
        assertThatThrownBy(() -> run(Map.of("trials", "0"), "rows"))
                .hasMessage("-Dtrials must be a whole number above 0, got '0'");
        assertThatThrownBy(() -> run(Map.of("sizes", "3x3"), "speed")).hasMessageContaining("got '3x3'");
    }

    /** Nobody is better than one who knows all but the noise, and who has the mean is one deviation off. */
    @Test
    void errorsAreInTheirUnits() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix table = new Matrix(2_000, 3);
        for (int k = 0; k < table.array().length; k++) {
            table.array()[k] = 50 + Math.pow(10, k % 3) * random.nextGaussian();
        }
        for (HiddenCells.Unit unit : HiddenCells.Unit.values()) {
            HiddenCells cells = HiddenCells.scattered(table, 0.3, unit, new SplittableRandom(2));
            Observations hidden = cells.hidden();
            assertThat(cells.observed().count() + hidden.count()).isEqualTo(6_000);
            assertThat(hidden.count()).isCloseTo(1_800, within(150));
            double error = cells.error(new ColumnMeans().fill(cells.observed(), hidden.pattern(), Workers.ONE));
            double squares = (1 + 100 + 10_000) / 3.0;
            double expected = switch (unit) {
                case OF_TABLE -> Math.sqrt(squares);
                case OF_COLUMNS -> 1;
                case OF_VALUES -> squares / (2_500 + squares);
            };
            assertThat(error).isCloseTo(expected, within(0.06 * expected));
            assertThat(cells.error(hidden.values())).isZero();
        }
    }

    /** Those that are tuned see nothing but observed cells, and are better than the mean where there is something to find. */
    @Test
    void everyMethodFillsTheHiddenCells() {
        HiddenCells table = ErrorsSection.table(0, 3);
        Observations other = table.hidden().withValues(new double[table.hidden().count()]);
        HiddenCells blank = new HiddenCells(table.observed(), other, table.unit(), false);
        List<String> all =
                List.of("mean", "interpolation", "neighbors", "soft-impute", Methods.ITERATIVE_SVD, Methods.DEFAULT);
        Methods.of(all, 2, 3).forEach((name, method) -> {
            double[] filled = method.fill(table);
            assertThat(method.fill(blank)).as(name).containsExactly(filled);
            if (!List.of("mean", "interpolation").contains(name)) {
                assertThat(table.error(filled)).as(name).isLessThan(0.8);
            }
        });
        assertThatThrownBy(() -> Methods.of(List.of("nobody"), 1, 1)).hasMessage("there is no method 'nobody'");
    }
}
