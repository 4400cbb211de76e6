package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rung.baseline.table.ColumnMeans;
import rung.completion.Completion.Completed;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

/** Rows with 0 to 3 values in tables of all sorts, against the means of their columns. */
class NearlyEmptyRowsTest {
    private static final int MOST = 3;
    private static final double[] OFFSETS = {0, 1, 10, 1e3, 1e6};

    /** What a table is like: sizes, rank, offsets, scales, noise, and what is missing. */
    private record Design(
            int rows,
            int columns,
            int rank,
            double offset,
            boolean offsetsDiffer,
            boolean scalesDiffer,
            double noise,
            double observed,
            boolean inBlocks) {
        static Design of(SplittableRandom random) {
            int rows = (int) Math.round(6 * Math.exp(random.nextDouble() * Math.log(50)));
            int columns = (int) Math.round(4 * Math.exp(random.nextDouble() * Math.log(10)));
            return new Design(
                    rows,
                    columns,
                    random.nextInt(Math.min(10, Math.min(rows, columns)) + 1),
                    OFFSETS[random.nextInt(OFFSETS.length)],
                    random.nextBoolean(),
                    random.nextInt(3) == 0,
                    0.05 * Math.exp(random.nextDouble() * Math.log(20)),
                    0.5 + 0.45 * random.nextDouble(),
                    random.nextInt(3) == 0);
        }

        /* Which cells of rows with many values are there. Blocks of rows and columns are missing as wholes, but for the first rows. */
        boolean[][] there(SplittableRandom random) {
            boolean[][] there = new boolean[rows][columns];
            int ofRows = inBlocks ? 1 + random.nextInt(4) : rows;
            int ofColumns = inBlocks ? 2 + random.nextInt(3) : columns;
            boolean[][] block = new boolean[ofRows][ofColumns];
            for (int a = 0; a < ofRows; a++) {
                for (int b = 0; b < ofColumns; b++) {
                    block[a][b] = random.nextDouble() < observed || inBlocks && a == 0;
                }
            }
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    there[i][j] = block[i * ofRows / rows][j * ofColumns / columns]
                            && (!inBlocks || random.nextDouble() < 0.9);
                }
            }
            return there;
        }

        Matrix table(SplittableRandom random) {
            Matrix product =
                    Matrix.gaussian(rows, rank, random).multiplyByTransposed(Matrix.gaussian(columns, rank, random));
            for (int j = 0; j < columns; j++) {
                double scale = scalesDiffer ? Math.pow(10, 6 * random.nextDouble() - 3) : 1;
                double center = offset * (offsetsDiffer ? random.nextGaussian() : 1);
                for (int i = 0; i < rows; i++) {
                    double low = rank > 0 ? product.get(i, j) / Math.sqrt(rank) : 0;
                    product.set(i, j, scale * (center + low + noise * random.nextGaussian()));
                }
            }
            return product;
        }

        /* Every fifth row has 0, 1, 2 or 3 values in turn; its other cells are hidden. */
        Observations.Split split(Matrix table, SplittableRandom random) {
            boolean[][] there = there(random);
            Observations.Builder known = Observations.builder(rows, columns);
            Observations.Builder hidden = Observations.builder(rows, columns);
            int values = random.nextInt(MOST + 1);
            for (int i = 0; i < rows; i++) {
                boolean isFew = i % 5 == 1;
                values = isFew ? (values + 1) % (MOST + 1) : values;
                int left = values;
                for (int j = 0; j < columns; j++) {
                    if (isFew ? random.nextDouble() < left / (double) (columns - j) : there[i][j]) {
                        known.add(i, j, table.get(i, j));
                        left--;
                    } else if (isFew) {
                        hidden.add(i, j, table.get(i, j));
                    }
                }
            }
            return new Observations.Split(known.build(), hidden.build());
        }
    }

    private static double[] scales(Matrix table) {
        double[] scales = new double[table.columns()];
        Arrays.setAll(scales, j -> {
            double[] column = table.column(j);
            double mean = Arrays.stream(column).average().orElseThrow();
            return Math.sqrt(Arrays.stream(column)
                    .map(x -> (x - mean) * (x - mean))
                    .average()
                    .orElseThrow());
        });
        return scales;
    }

    /* The squared errors of a table's rows by the number of their values: of the completed table, and of column means. */
    private static double[][] errors(Matrix table, Observations.Split split) {
        Observations hidden = split.heldOut();
        double[] scales = scales(table);
        Completed completed =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
        double[] means = new ColumnMeans().fill(split.train(), hidden.pattern(), Workers.all());
        Pattern.Lines rows = split.train().pattern().lines(Side.LEFT);
        Pattern.Lines columns = split.train().pattern().lines(Side.RIGHT);
        double[][] errors = new double[2][MOST + 1];
        int[] next = {0};
        hidden.forEach((i, j, value, weight) -> {
            double mean = means[next[0]++];
            if (columns.size(j) > 0) {
                errors[0][rows.size(i)] += Math.pow((value - completed.fill(i, j)) / scales[j], 2);
                errors[1][rows.size(i)] += Math.pow((value - mean) / scales[j], 2);
            }
        });
        return errors;
    }

    @Test
    @Tag("slow")
    void rowsWithFewValuesAreNoWorseThanColumnMeans() {
        double[] logarithms = new double[MOST + 1];
        int[] tables = new int[MOST + 1];
        int above = 0;
        int all = 60;
        for (long seed = 1; seed <= all; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Design design = Design.of(random);
            Matrix table = design.table(random);
            double[][] errors = errors(table, design.split(table, random));
            double ratio = Math.sqrt(
                    Arrays.stream(errors[0]).sum() / Arrays.stream(errors[1]).sum());
            assertThat(ratio).as("seed %s, %s", seed, design).isLessThan(1.3);
            above += ratio > 1.05 ? 1 : 0;
            for (int k = 0; k <= MOST; k++) {
                if (errors[1][k] > 0) {
                    logarithms[k] += 0.5 * Math.log(errors[0][k] / errors[1][k]);
                    tables[k]++;
                }
            }
        }
        assertThat(above).isLessThan(all / 10);
        for (int k = 0; k <= MOST; k++) {
            assertThat(Math.exp(logarithms[k] / tables[k])).as("%s values", k).isLessThan(1.005 - 0.03 * k);
        }
    }

    /* Tables of noise around 0, so few rows of which that some columns have one or two values. */
    @Test
    void cellsOfColumnsWithOneValueAreNoWorseThanThatValue() {
        double[] sums = new double[2];
        for (long seed = 1; seed <= 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Design design = new Design(7, 22, 0, 0, false, false, 0.1, 0.6, false);
            Matrix table = design.table(random);
            double[][] errors = errors(table, design.split(table, random));
            sums[0] += Arrays.stream(errors[0]).sum();
            sums[1] += Arrays.stream(errors[1]).sum();
        }
        assertThat(Math.sqrt(sums[0] / sums[1])).isLessThan(1);
    }
}
