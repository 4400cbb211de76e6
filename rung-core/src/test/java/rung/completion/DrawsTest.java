package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.Instances;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Draws of whole tables agree with what is filled in, and with how sure it is. */
class DrawsTest {
    private static final int DRAWS = 300;

    /* Four columns of numbers, one positive and skewed, one of two values, one of counts, one of three labels. */
    private static Observations table(SplittableRandom random) {
        Matrix behind = Instances.lowRank(120, 8, 1, random);
        Matrix table = new Matrix(120, 8);
        for (int i = 0; i < 120; i++) {
            for (int j = 0; j < 8; j++) {
                double z = behind.get(i, j);
                double value = switch (j) {
                    case 4 -> Math.exp(z + 0.3 * random.nextGaussian());
                    case 5 -> random.nextDouble() < 1 / (1 + Math.exp(-2 * z)) ? 1 : 0;
                    case 6 -> Math.floor(-3 * Math.exp(0.5 * z) * Math.log(1 - random.nextDouble()));
                    case 7 -> z > 0.5 ? 2 : z > -0.5 ? 1 : 0;
                    default -> 10 + z + 0.5 * random.nextGaussian();
                };
                table.set(i, j, random.nextDouble() < 0.2 ? Double.NaN : value);
            }
        }
        return Observations.withHoles(table);
    }

    @Test
    void meansAndSpreadsAgree() {
        Observations data = table(new SplittableRandom(1));
        Completion.Completed completed = Completion.byDefault()
                .withKind(7, ColumnKind.CATEGORY)
                .withBounds(false)
                .complete(data);
        int row = 11;
        double[] sums = new double[8];
        double[] squares = new double[8];
        for (int k = 0; k < DRAWS; k++) {
            Filling draw = completed.draw(k);
            for (int j = 0; j < 8; j++) {
                double value = draw.at(row, j);
                sums[j] += value / DRAWS;
                squares[j] += value * value / DRAWS;
                if (j == 5 || j == 6 || j == 7) {
                    assertThat(value).isEqualTo(Math.rint(value)).isBetween(0.0, j == 5 ? 1 : j == 7 ? 2 : 1000.0);
                }
            }
        }
        Uncertainty sure = completed.uncertainty().orElseThrow();
        for (int j = 0; j < 7; j++) {
            double error = sure.standardError(row, j);
            double spread = Math.sqrt(squares[j] - sums[j] * sums[j]);
            assertThat(Math.abs(sums[j] - completed.fill(row, j)))
                    .as("mean of column %d", j)
                    .isLessThan(4 * Math.max(error, spread) / Math.sqrt(DRAWS));
            assertThat(spread / error).as("spread of column %d", j).isBetween(0.7, 1.3);
        }
    }

    /* Numbers of one row are wrong together: their factors are drawn once for all of them. */
    @Test
    void cellsOfARowMoveTogether() {
        SplittableRandom random = new SplittableRandom(2);
        Matrix table = Instances.lowRank(60, 30, 1, random);
        for (int j = 1; j < 30; j++) {
            table.set(7, j, Double.NaN);
        }
        table.set(7, 0, table.get(7, 0) + 0.1);
        Observations data = Observations.withHoles(Instances.noisy(table, 0.3, random));
        Completion.Completed completed = Completion.byDefault().withRank(1).complete(data);
        double[] product = new double[2];
        for (int k = 0; k < DRAWS; k++) {
            Filling draw = completed.draw(k);
            double first = 0;
            double second = 0;
            for (int j = 1; j < 30; j++) {
                double sign = Math.signum(table.get(3, j)); // of rank one: all cells of a row change by the same factor
                double off = sign * (draw.at(7, j) - completed.fill(7, j));
                first += j < 15 ? off : 0;
                second += j < 15 ? 0 : off;
            }
            product[0] += first * second;
            product[1] += Math.abs(first * second);
        }
        assertThat(product[0] / product[1]).isGreaterThan(0.3);
    }

    @Test
    void aDrawIsTheSameAgain() {
        Observations data = table(new SplittableRandom(3));
        Completion completion = Completion.byDefault().withKind(7, ColumnKind.CATEGORY);
        Completion.Completed one = completion.withThreads(1).complete(data);
        Completion.Completed two = completion.withThreads(2).complete(data);
        for (int j = 0; j < 8; j++) {
            assertThat(two.draw(5).at(3, j)).isEqualTo(one.draw(5).at(3, j));
        }
        assertThat(one.draw(6).at(3, 0)).isNotEqualTo(one.draw(5).at(3, 0));
    }
}
