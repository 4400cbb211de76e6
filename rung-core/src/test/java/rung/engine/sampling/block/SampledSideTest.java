package rung.engine.sampling.block;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import rung.linalg.LineRandom;
import rung.linalg.Workers;

/** One side's columns against plain lists of what was recorded. */
class SampledSideTest {
    private static final int LINES = 5;

    /** One column, the bias among them, for all lines: its last draw and all that was recorded since it came. */
    private static final class Column {
        final double[] draw = new double[LINES];
        final List<double[]> conditional = new ArrayList<>();
        final List<double[]> drawn = new ArrayList<>();

        double mean(int line) {
            return average(conditional, x -> x[line]);
        }

        double square(int line) {
            return average(drawn, x -> x[line] * x[line]);
        }
    }

    /* The first draws that are remembered have the same weight; each that follows a fixed one, and those before it what is left. */
    private static double average(List<double[]> all, ToDoubleFunction<double[]> value) {
        int memory = Math.min(all.size(), SampledSide.MEMORY);
        double sum = 0;
        for (int k = 0; k < all.size(); k++) {
            int later = all.size() - Math.max(k + 1, memory);
            sum += Math.pow(1 - 1.0 / memory, later) / memory * value.applyAsDouble(all.get(k));
        }
        return sum;
    }

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Column> columns = new ArrayList<>(List.of(new Column()));
    private SampledSide side = SampledSide.zero(LINES);

    private void insert() {
        double[] column = new double[LINES];
        Column expected = new Column();
        for (int line = 0; line < LINES; line++) {
            column[line] = random.nextGaussian();
            expected.draw[line] = -3 * column[line];
        }
        side = side.with(column, -3, Workers.ONE);
        columns.add(columns.size() - 1, expected);
    }

    private void remove(int k) {
        side = side.without(k, Workers.ONE);
        columns.remove(k);
    }

    private void draw() {
        columns.forEach(column -> {
            column.conditional.add(new double[LINES]);
            column.drawn.add(new double[LINES]);
        });
        side.beginDraw(new float[0]);
        for (int line = 0; line < LINES; line++) {
            float[] conditional = new float[side.width()];
            float[] drawn = new float[side.width()];
            for (int k = 0; k < columns.size(); k++) {
                Column column = columns.get(k);
                conditional[k] = (float) random.nextGaussian();
                drawn[k] = (float) random.nextGaussian();
                column.conditional.get(column.conditional.size() - 1)[line] = conditional[k];
                column.drawn.get(column.drawn.size() - 1)[line] = drawn[k];
                column.draw[line] = drawn[k];
            }
            side.record(line, conditional, drawn);
        }
    }

    private void check() {
        int r = columns.size() - 1;
        int w = side.width();
        assertThat(side.rank()).isEqualTo(r);
        assertThat(w).isEqualTo((r + 2 + 15) / 16 * 16);
        assertThat(side.draw()).hasSize(LINES * w);
        assertThat(side.mean()).hasSize(LINES * w);
        float[] variances = side.variances(Workers.ONE);
        double[] lastSquares = new double[r + 1];
        double[] allSquares = new double[r + 1];
        for (int line = 0; line < LINES; line++) {
            for (int k = 0; k <= r; k++) {
                Column column = columns.get(k);
                near(side.draw()[line * w + k], column.draw[line], 1e-6);
                near(side.mean()[line * w + k], column.mean(line), 1e-5);
                lastSquares[k] += column.draw[line] * column.draw[line] / LINES;
                allSquares[k] += column.square(line) / LINES;
                double variance = Math.max(0, column.square(line) - column.mean(line) * column.mean(line));
                near(variances[line * w + k], k < r ? variance : 0, 1e-5);
            }
            for (int k = r + 1; k < w; k++) {
                assertThat(side.draw()[line * w + k]).isEqualTo(k == r + 1 ? 1 : 0);
                assertThat(side.mean()[line * w + k]).isEqualTo(k == r + 1 ? 1 : 0);
                assertThat(variances[line * w + k]).isZero();
            }
        }
        for (int k = 0; k <= r; k++) {
            near(side.squares(Workers.ONE)[k] / LINES, lastSquares[k], 1e-5);
            near(side.squaresOfAll(Workers.ONE)[k] / LINES, allSquares[k], 1e-5);
        }
    }

    /* Up beyond two widths, 14 to 15 and 30 to 31, and down again, with draws in between. */
    @Test
    void columnsComeAndGo() {
        check();
        draw();
        check();
        for (int r = 1; r <= 33; r++) {
            insert();
            check();
            draw();
            draw();
            check();
        }
        while (columns.size() > 1) {
            remove(random.nextInt(columns.size() - 1));
            check();
            draw();
            check();
        }
    }

    @Test
    void columnsComeAndGoInAnyOrder() {
        for (int k = 0; k < 400; k++) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (columns.size() > 1) {
                        remove(random.nextInt(columns.size() - 1));
                    }
                }
                case 1 -> draw();
                default -> insert();
            }
            check();
        }
    }

    @Test
    void whatIsForgottenDoesNotCount() {
        draw();
        draw();
        insert();
        side.resetMeans();
        for (Column column : columns) {
            column.conditional.clear();
            column.drawn.clear();
        }
        draw();
        check();
        draw();
        check();
    }

    @Test
    void oldDrawsFade() {
        insert();
        for (int k = 0; k < 2 * SampledSide.MEMORY; k++) {
            draw();
            check();
        }
    }

    @Test
    void columnsAreScaledInTheAveragesAlone() {
        insert();
        draw();
        SampledSide scaled = side.copy(Workers.ONE);
        scaled.resetMeans();
        scaled.beginDraw(new float[] {3});
        scaled.record(0, new float[] {2, 5}, new float[] {7, 8});
        assertThat(scaled.draw()).startsWith(7, 8, 1);
        assertThat(scaled.mean()).startsWith(6, 5, 1); // the bias is not scaled
        near(scaled.variances(Workers.ONE)[0], 21 * 21 - 6 * 6, 1e-4);
    }

    @Test
    void aCopyIsIndependent() {
        insert();
        draw();
        SampledSide copy = side.copy(Workers.ONE);
        SampledSide same = side.copy(Workers.ONE);
        SampledSide changed = side;
        draw();
        assertThat(copy.draw()).isEqualTo(same.draw()).isNotEqualTo(changed.draw());
        assertThat(copy.mean()).isEqualTo(same.mean()).isNotEqualTo(changed.mean());
        assertThat(copy.squaresOfAll(Workers.ONE)).isEqualTo(same.squaresOfAll(Workers.ONE));
        assertThat(copy.squaresOfAll(Workers.ONE)).isNotEqualTo(changed.squaresOfAll(Workers.ONE));
        side = same;
        draw();
        assertThat(copy.draw()).isNotEqualTo(same.draw());
    }

    /* (u, 1, b)·(v, c, 1) = u·v + b + c. */
    @Test
    void aTurnedLineTimesALineOfTheOtherSideHasBothBiases() {
        for (int r : new int[] {0, 1, 7, 13, 14, 15, 30}) {
            SampledSideTest left = new SampledSideTest();
            SampledSideTest right = new SampledSideTest();
            for (int k = 0; k < r; k++) {
                left.insert();
                right.insert();
                right.draw();
            }
            left.draw();
            right.draw();
            int w = right.side.width();
            float[] swapped = new float[w];
            for (int i = 0; i < LINES; i++) {
                left.side.copySwapped(i, swapped);
                for (int j = 0; j < LINES; j++) {
                    double product = 0;
                    for (int k = 0; k < w; k++) {
                        product += (double) swapped[k] * right.side.draw()[j * w + k];
                    }
                    double expected = left.columns.get(r).draw[i] + right.columns.get(r).draw[j];
                    for (int k = 0; k < r; k++) {
                        expected += left.columns.get(k).draw[i] * right.columns.get(k).draw[j];
                    }
                    near(product, expected, 1e-5);
                }
            }
        }
    }

    @Test
    void everyLineHasRandomNumbersOfItsOwn() {
        Set<Long> first = new HashSet<>();
        for (long key = 0; key < 20; key++) {
            for (int line = 0; line < 1000; line++) {
                first.add(LineRandom.of(key << 32, line).nextLong());
            }
        }
        assertThat(first).hasSize(20_000);
    }
}
