package rung.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Means, standard errors, and what they say of a row. */
class SampleTest {
    @Test
    void theStandardErrorOfKnownNumbers() {
        Sample sample = new Sample(1, 2, 3, 4); // variance 5/3, so √(5/3/4)
        assertThat(sample.mean()).isEqualTo(2.5);
        assertThat(sample.standardError().orElseThrow()).isCloseTo(Math.sqrt(5.0 / 12), within(1e-15));
        assertThat(new Sample(7).standardError()).isEmpty();
    }

    /** What it is for: means of many samples scatter by the standard error. */
    @Test
    void theStandardErrorIsTheScatterOfMeans() {
        SplittableRandom random = new SplittableRandom(3);
        double[] means = new double[4000];
        double squares = 0;
        for (int k = 0; k < means.length; k++) {
            double[] values = new double[5];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextGaussian();
            }
            Sample sample = new Sample(values);
            means[k] = sample.mean();
            double error = sample.standardError().orElseThrow();
            squares += error * error / means.length;
        }
        double scatter = new Sample(means).standardError().orElseThrow() * Math.sqrt(means.length);
        assertThat(Math.sqrt(squares)).isCloseTo(scatter, within(0.03 * scatter));
    }

    @Test
    void columnsAndRows() {
        double[][] table = {{1, 10}, {3, 30}};
        Sample[] columns = Sample.columns(table);
        assertThat(columns).hasSize(2);
        assertThat(columns[1].values()).containsExactly(10.0, 30.0);
        assertThat(Sample.means(table).values()).containsExactly(5.5, 16.5);
    }

    private static Outcome.Row row(Sample ours, OptionalDouble paper) {
        return new Outcome.Row("", "", ours, paper, "");
    }

    @Test
    void aVerdictNeedsTwoStandardErrors() {
        Sample ours = new Sample(0.9, 1.0, 1.1); // standard error 0.0577
        assertThat(PaperReport.verdict(row(ours, OptionalDouble.of(1.1)))).isEqualTo("same");
        assertThat(PaperReport.verdict(row(ours, OptionalDouble.of(0.88)))).isEqualTo("worse");
        assertThat(PaperReport.verdict(row(ours, OptionalDouble.of(1.12)))).isEqualTo("better");
        assertThat(PaperReport.verdict(row(ours, OptionalDouble.empty()))).isEmpty();
        assertThat(PaperReport.verdict(row(new Sample(1), OptionalDouble.of(2))))
                .isEmpty();
    }
}
