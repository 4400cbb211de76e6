package rung.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rung.linalg.Matrix;

/** What goes into tiles comes out of them, whichever way one asks. */
class TilesTest {
    private static final int WIDTH = Tiles.WIDTH;

    private static float[][] columns(int rows, int columns, boolean asBytes) {
        SplittableRandom random = new SplittableRandom(31L * rows + columns);
        float[][] all = new float[columns][rows];
        for (float[] column : all) {
            for (int i = 0; i < rows; i++) {
                column[i] = asBytes
                        ? random.nextInt(256)
                        : random.nextInt(9) == 0 ? Float.NaN : (float) random.nextGaussian();
            }
        }
        return all;
    }

    private static byte[] bytes(float[] column) {
        byte[] bytes = new byte[column.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) column[i];
        }
        return bytes;
    }

    private static void holds(Tiles tiles, float[][] columns) {
        int rows = columns[0].length;
        assertThat(tiles.rows()).isEqualTo(rows);
        assertThat(tiles.columns()).isEqualTo(columns.length);
        assertThat(tiles.count()).isEqualTo((int) Math.ceil(rows / (double) WIDTH));
        Matrix matrix = tiles.toMatrix();
        float[] loaded = new float[columns.length * WIDTH];
        for (int j = 0; j < columns.length; j++) {
            float[] column = new float[rows];
            tiles.column(j, column);
            assertThat(column).containsExactly(columns[j]);
            for (int i = 0; i < rows; i++) {
                assertThat(tiles.get(i, j)).isEqualTo(Float.valueOf(columns[j][i]));
                assertThat(matrix.get(i, j)).isEqualTo(Double.valueOf(columns[j][i]));
            }
        }
        for (int t = 0; t < tiles.count(); t++) {
            tiles.load(t, loaded);
            for (int k = 0; k < loaded.length; k++) {
                int row = t * WIDTH + k % WIDTH;
                assertThat(loaded[k])
                        .as("row %d, column %d", row, k / WIDTH)
                        .isEqualTo(Float.valueOf(row < rows ? columns[k / WIDTH][row] : Float.NaN));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 40", "63, 3", "64, 17", "65, 16", "128, 1", "130, 60"})
    void whatGoesInComesOut(int rows, int columns) {
        for (int expected : new int[] {0, 1, columns, columns + 5}) {
            float[][] floats = columns(rows, columns, false);
            Tiles.Builder some = Tiles.ofFloats(rows);
            float[][] grey = columns(rows, columns, true);
            Tiles.Builder small = Tiles.ofBytes(rows);
            Tiles.Builder mixed = Tiles.ofFloats(rows);
            if (expected > 0) {
                some.expecting(expected);
                small.expecting(expected);
            }
            for (int j = 0; j < columns; j++) {
                assertThat(some.columns()).isEqualTo(j);
                some.add(floats[j]);
                small.add(bytes(grey[j]));
                if (j % 2 == 0) {
                    mixed.add(grey[j]);
                } else {
                    mixed.add(bytes(grey[j]));
                }
            }
            holds(some.build(), floats);
            holds(small.build(), grey);
            holds(mixed.build(), grey);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void chosenRowsAreAMatrixOfTheirOwn(boolean asBytes) {
        float[][] columns = columns(150, 7, asBytes);
        Tiles.Builder builder = asBytes ? Tiles.ofBytes(150) : Tiles.ofFloats(150);
        for (float[] column : columns) {
            if (asBytes) {
                builder.add(bytes(column));
            } else {
                builder.add(column);
            }
        }
        Tiles tiles = builder.build();
        int[] chosen = new int[70];
        for (int k = 0; k < chosen.length; k++) {
            chosen[k] = 149 - 2 * k;
        }
        float[][] expected = new float[7][70];
        for (int j = 0; j < 7; j++) {
            for (int k = 0; k < 70; k++) {
                expected[j][k] = columns[j][chosen[k]];
            }
        }
        holds(tiles.rows(chosen), expected);
    }

    @Test
    void aMatrixIsRoundedToSinglePrecision() {
        Matrix matrix = Matrix.gaussian(70, 5, new SplittableRandom(1));
        matrix.set(3, 2, Double.NaN);
        Tiles tiles = Tiles.of(matrix);
        for (int i = 0; i < 70; i++) {
            for (int j = 0; j < 5; j++) {
                assertThat(tiles.get(i, j)).isEqualTo(Float.valueOf((float) matrix.get(i, j)));
            }
        }
    }

    @Test
    void memoryCountsWholeTiles() {
        assertThat(Tiles.memory(1, 1, true)).isEqualTo(64);
        assertThat(Tiles.memory(64, 3, true)).isEqualTo(192);
        assertThat(Tiles.memory(65, 3, false)).isEqualTo(4 * 3 * 128);
        assertThat(Tiles.memory(19_200, 300, true)).isEqualTo(19_200 * 300);
        assertThat(Tiles.memory(100_000_000, 100_000, false)).isEqualTo(40_000_000_000_000L);
    }

    @Test
    void whatCannotBeIsRefusedInASentence() {
        assertThatThrownBy(() -> Tiles.ofFloats(0)).hasMessage("a matrix must have at least 1 row, got 0");
        assertThatThrownBy(() -> Tiles.ofBytes(-3)).hasMessage("a matrix must have at least 1 row, got -3");
        assertThatThrownBy(() -> Tiles.ofFloats(3).build())
                .hasMessage("a matrix must have at least 1 column, got none");
        assertThatThrownBy(() -> Tiles.ofFloats(3).add(new float[4])).hasMessage("a column must have 3 entries, got 4");
        assertThatThrownBy(() -> Tiles.ofBytes(3).add(new byte[2])).hasMessage("a column must have 3 entries, got 2");
        assertThatThrownBy(() -> Tiles.ofBytes(3).add(new float[3]))
                .hasMessage("a matrix of bytes takes columns of bytes");
        assertThatThrownBy(() -> Tiles.ofBytes(3).expecting(40_000_000))
                .hasMessageStartingWith("a matrix must have at most ")
                .hasMessageEndingWith("columns, got 40000000: separate it in windows");
    }
}
