package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.data.Observations;
import rung.linalg.Matrix;

class ExactTableTest {
    /** Every random table below leaves a matrix of its rank this many cells more than it has numbers. */
    private static final int SPARE = 6;

    @Test
    void aTableOfProductsIsFilledExactlyAtRankOne() {
        for (int rows = 4; rows <= 7; rows++) {
            Matrix table = new Matrix(rows, 4);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < 4; j++) {
                    table.set(i, j, i == 0 && j == 2 ? Double.NaN : (i + 1) * (j + 1));
                }
            }
            Completion.Completed completed = complete(table);
            assertThat(completed.rank()).as("%d rows", rows).isOne();
            assertThat(completed.fill(0, 2)).isCloseTo(3, within(1e-12));
            Uncertainty uncertainty = completed.uncertainty().orElseThrow();
            assertThat(uncertainty.standardError(0, 2)).isBetween(0.0, 1e-12);
            assertThat(completed.heldOutError().orElseThrow()).isLessThan(1e-12);
            assertThat(completed.baselineError().orElseThrow()).isBetween(0.5, 5.0);
        }
    }

    @Test
    void everyHoleThatTheOtherCellsDetermineIsFilledExactlyInAnyUnit() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 40; trial++) {
            int rank = 1 + trial % 3;
            int rows = 2 * rank + 3 + random.nextInt(6);
            int columns = 2 * rank + 1 + random.nextInt(2);
            double scale = Math.pow(10, random.nextInt(13) - 6);
            double offset = trial % 2 == 0 ? 0 : 5;
            int matrixRank = offset == 0 ? rank : rank + 1;
            Matrix truth =
                    Matrix.gaussian(rows, rank, random).multiplyByTransposed(Matrix.gaussian(columns, rank, random));
            Matrix table = new Matrix(rows, columns);
            for (int k = 0; k < table.array().length; k++) {
                truth.array()[k] = scale * (truth.array()[k] + offset);
                table.array()[k] = truth.array()[k];
            }
            // one hole, and a second one in another row and column
            table.set(0, columns - 1, Double.NaN);
            table.set(rows - 1, 0, Double.NaN);
            assertThat(rows * columns - 2 - matrixRank * (rows + columns - matrixRank))
                    .isGreaterThanOrEqualTo(0);
            if (rows * columns - 2 - matrixRank * (rows + columns - matrixRank) < SPARE) {
                continue;
            }
            Completion.Completed completed = complete(table);
            String what = rows + "×" + columns + " of rank " + matrixRank + ", scale " + scale + ", trial " + trial;
            assertThat(completed.rank()).as(what).isEqualTo(matrixRank);
            assertThat(completed.fill(0, columns - 1))
                    .as(what)
                    .isCloseTo(truth.get(0, columns - 1), within(1e-6 * scale));
            assertThat(completed.fill(rows - 1, 0)).as(what).isCloseTo(truth.get(rows - 1, 0), within(1e-6 * scale));
        }
    }

    @Test
    void aHoleThatIsDeterminedMayLieFarBeyondTheKnownCellsOfItsColumn() {
        Matrix table = new Matrix(6, 4);
        for (int k = 0; k < 24; k++) {
            table.array()[k] = (k < 20 ? k / 4 - 1.7 : -40) * (1.7 + k % 4);
        }
        table.set(5, 1, Double.NaN);
        assertThat(complete(table).fill(5, 1)).isCloseTo(-108, within(1e-9));
    }

    @Test
    void noiseIsNoRounding() {
        SplittableRandom random = new SplittableRandom(8);
        for (double noise : new double[] {1e-8, 1e-6, 1e-3, 0.3, 10}) {
            Matrix table = Matrix.gaussian(20, 2, random).multiplyByTransposed(Matrix.gaussian(6, 2, random));
            for (int k = 0; k < table.array().length; k++) {
                table.array()[k] = k % 11 == 0 ? Double.NaN : table.array()[k] + noise * random.nextGaussian();
            }
            assertThat(ExactTable.of(Observations.withHoles(table), 6, 0))
                    .as("noise %s", noise)
                    .isEmpty();
        }
    }

    @Test
    void aColumnThatIsTheSumOfOthersDecidesOnlyAboutHolesThatItDetermines() {
        Matrix table = Matrix.gaussian(20, 5, new SplittableRandom(9));
        for (int i = 0; i < 20; i++) {
            table.set(i, 4, table.get(i, 0) + table.get(i, 1));
        }
        double sum = table.get(3, 4);
        table.set(3, 4, Double.NaN);
        assertThat(ExactTable.of(Observations.withHoles(table), 5, 0)
                        .orElseThrow()
                        .matrix()
                        .get(3, 4))
                .isCloseTo(sum, within(1e-12));
        table.set(7, 2, Double.NaN); // nothing determines this one
        assertThat(ExactTable.of(Observations.withHoles(table), 5, 0)).isEmpty();
    }

    @Test
    void theAnswerIsTheSameWithAnyNumberOfThreadsAndTransposed() {
        Matrix table = Matrix.gaussian(9, 2, new SplittableRandom(10))
                .multiplyByTransposed(Matrix.gaussian(5, 2, new SplittableRandom(11)));
        double truth = table.get(4, 2);
        table.set(4, 2, Double.NaN);
        Completion one = Completion.byDefault().withThreads(1);
        double filled = one.complete(Observations.withHoles(table)).fill(4, 2);
        assertThat(one.withThreads(3).complete(Observations.withHoles(table)).fill(4, 2))
                .isEqualTo(filled);
        assertThat(filled).isCloseTo(truth, within(1e-12));
        assertThat(one.complete(Observations.withHoles(table.transposed())).fill(2, 4))
                .isCloseTo(truth, within(1e-12));
    }

    /* Three rows that are known determine the rest of two proportional columns. */
    @Test
    void twoProportionalColumnsAreFilledByThreeRows() {
        double hole = Double.NaN;
        for (double unit : new double[] {1, 0.37, -2e5}) {
            Matrix table = new Matrix(5, 2);
            double[] x = {1, 2, hole, 4, 5};
            double[] y = {hole, 4, 6, 8, 10};
            for (int i = 0; i < 5; i++) {
                table.set(i, 0, x[i]);
                table.set(i, 1, unit * y[i]);
            }
            assertThat(complete(table).fill(0, 1)).isCloseTo(2 * unit, within(1e-9 * Math.abs(unit)));
            assertThat(complete(table).fill(2, 0)).isCloseTo(3, within(1e-9));
            if (Math.abs(unit) <= 1) {
                assertThat(complete(table.transposed()).fill(0, 2)).isCloseTo(3, within(1e-9));
            }
        }
    }

    /* Three rows of two answers from 1 to 5, which may agree, and three of three without two cells; the same with two digits. */
    @Test
    void fewSmallNumbersAreNotTakenForExactByChance() {
        SplittableRandom random = new SplittableRandom(12);
        int found = 0;
        for (int trial = 0; trial < 6000; trial++) {
            int columns = 2 + trial % 2;
            int most = trial % 3 == 0 ? 99 : 5;
            boolean areAlike = trial % 5 == 0; // raters who agree
            Matrix table = new Matrix(columns == 2 ? 5 : 3, columns);
            for (int i = 0; i < table.rows(); i++) {
                int of = 1 + random.nextInt(most);
                for (int j = 0; j < columns; j++) {
                    boolean isHole = columns == 2 ? i == 3 && j == 0 || i == 4 && j == 1 : i + j == 4 || i + j == 0;
                    table.set(
                            i,
                            j,
                            isHole ? Double.NaN : areAlike && random.nextInt(3) > 0 ? of : 1 + random.nextInt(most));
                }
            }
            found += ExactTable.ofFew(Observations.withHoles(table), 0).isPresent() ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(3);
    }

    private static Completion.Completed complete(Matrix table) {
        return Completion.byDefault().withThreads(1).complete(Observations.withHoles(table));
    }
}
