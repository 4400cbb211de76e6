package rung.completion.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.data.Observations;
import rung.linalg.Side;

/** What is held out looks like the holes of the table. */
class StretchesTest {
    private static Observations withOutages(int m, int n, int length, double fraction, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[][] isHidden = new boolean[m][n];
        for (int hidden = 0; hidden < fraction * m * n; ) {
            int j = random.nextInt(n);
            int from = random.nextInt(m - length + 1);
            for (int t = from; t < from + length; t++) {
                hidden += isHidden[t][j] ? 0 : 1;
                isHidden[t][j] = true;
            }
        }
        Observations.Builder data = Observations.builder(m, n);
        for (int t = 0; t < m; t++) {
            for (int j = 0; j < n; j++) {
                if (!isHidden[t][j]) {
                    data.add(t, j, t * n + j, 1 + j);
                }
            }
        }
        return data.build();
    }

    private static double meanLength(int[] lengths) {
        double holes = 0;
        double cells = 0;
        for (int k = 1; k < lengths.length; k++) {
            holes += lengths[k];
            cells += (double) k * lengths[k];
        }
        return cells / holes;
    }

    /* However many cells are missing: at random places they are no stretches. */
    @Test
    void holesAreStretchesIfTheyAreLongerThanScatteredOnes() {
        Order order = Order.of(Side.LEFT, 400);
        SplittableRandom random = new SplittableRandom(8);
        for (double missing : new double[] {0, 0.05, 0.3, 0.6, 0.9}) {
            for (int length : new int[] {1, 12}) {
                Observations.Builder data = Observations.builder(400, 10);
                for (int j = 0; j < 10; j++) {
                    boolean isHole = false;
                    for (int i = 0; i < 400; i++) {
                        isHole = i % length == 0 ? random.nextDouble() < missing : isHole;
                        if (!isHole) {
                            data.add(i, j, 1);
                        }
                    }
                }
                assertThat(Stretches.areIn(data.build(), order))
                        .as("%s missing, %s at once", missing, length)
                        .isEqualTo(missing > 0 && length > 1);
            }
        }
    }

    /* All holes have the same length, and so do all stretches, though no multiple of it is a tenth of the table. */
    @Test
    void wholeStretchesAreAsLongAsHoles() {
        Observations.Builder rows = Observations.builder(300, 1);
        for (int t = 0; t < 300; t++) {
            if (t % 100 < 80 || t % 100 >= 92) {
                rows.add(t, 0, t);
            }
        }
        Observations data = rows.build();
        Order order = Order.of(Side.LEFT, 300);
        for (long seed = 0; seed < 5; seed++) {
            Observations kept = Stretches.splitWhole(data, order, 0.1, seed).train();
            int[] lengths = Stretches.lengths(kept, order);
            assertThat(lengths[12]).as("seed %s", seed).isEqualTo(3 + 3);
            assertThat(meanLength(lengths)).isEqualTo(12);
        }
    }

    @Test
    void holesAreCountedByLength() {
        Observations data = Observations.builder(6, 4)
                .add(0, 0, 1)
                .add(3, 0, 1)
                .add(4, 0, 1) // 2 inside, 1 at the end
                .add(2, 1, 1)
                .add(2, 1, 2)
                .add(3, 1, 1)
                .add(4, 1, 1)
                .add(5, 1, 1) // 2 at the beginning
                .add(0, 2, 1)
                .add(1, 2, 1)
                .add(2, 2, 1)
                .add(3, 2, 1)
                .add(4, 2, 1)
                .add(5, 2, 1)
                .build(); // the last column is not observed at all
        assertThat(Stretches.lengths(data, Order.of(Side.LEFT, 6))).containsExactly(0, 1, 2, 0, 0, 0, 0);
        assertThat(Stretches.lengths(data.transposed(), Order.of(Side.RIGHT, 6)))
                .containsExactly(0, 1, 2, 0, 0, 0, 0);
    }

    @Test
    void newHolesAreAsLongAsTheOldOnes() {
        Order order = Order.of(Side.LEFT, 1000);
        for (int length : new int[] {1, 12, 100}) {
            Observations data = withOutages(1000, 40, length, 0.2, 4);
            Observations.Split split = Stretches.split(data, order, 0.1, 7);
            assertThat((double) split.heldOut().count() / data.count()).isBetween(0.098, 0.1);
            int[] before = Stretches.lengths(data, order);
            int[] after = Stretches.lengths(split.train(), order);
            int[] added = new int[before.length];
            int cells = 0;
            for (int k = 0; k < before.length; k++) {
                added[k] = after[k] - before[k];
                assertThat(added[k]).as("no old hole grew, length %d", k).isNotNegative();
                cells += k * added[k];
            }
            assertThat(cells).isEqualTo(split.heldOut().count());
            assertThat(meanLength(added) / meanLength(before))
                    .as("length %d", length)
                    .isBetween(0.7, 1.2);
        }
    }

    @Test
    void bothPartsTogetherAreTheTable() {
        Observations data = withOutages(200, 10, 5, 0.3, 1);
        Observations.Split split = Stretches.split(data, Order.of(Side.LEFT, 200), 0.2, 3);
        assertThat(split.train().count() + split.heldOut().count()).isEqualTo(data.count());
        split.heldOut().forEach((i, j, value, weight) -> {
            assertThat(value).isEqualTo(i * 10 + j);
            assertThat(weight).isEqualTo(1 + j);
        });
        assertThat(Stretches.split(data, Order.of(Side.LEFT, 200), 0.2, 3)
                        .heldOut()
                        .values())
                .isEqualTo(split.heldOut().values());
        assertThat(Stretches.split(data, Order.of(Side.LEFT, 200), 0.2, 4)
                        .heldOut()
                        .values())
                .isNotEqualTo(split.heldOut().values());
    }

    @Test
    void aFullTableGetsSingleCellsHeldOut() {
        Observations data = withOutages(300, 5, 1, 0, 1);
        Observations.Split split = Stretches.split(data, Order.of(Side.LEFT, 300), 0.1, 3);
        int[] lengths = Stretches.lengths(split.train(), Order.of(Side.LEFT, 300));
        assertThat(lengths[1]).isEqualTo(150);
    }

    @Test
    void noRoomIsNoEndlessLoop() {
        Observations one = Observations.builder(4, 2).add(1, 0, 1).add(3, 1, 1).build();
        Observations.Split split = Stretches.split(one, Order.of(Side.LEFT, 4), 1, 3);
        assertThat(split.heldOut().count()).isZero();
        Observations none = Observations.builder(4, 2).build();
        assertThat(Stretches.split(none, Order.of(Side.LEFT, 4), 0.5, 3).train().count())
                .isZero();
        Observations half = withOutages(50, 3, 30, 0.7, 1);
        assertThat(Stretches.split(half, Order.of(Side.LEFT, 50), 1, 3)
                        .heldOut()
                        .count())
                .isPositive();
    }

    /* Eight hundred single holes and one of 300 cells: a third of what is missing lies in it. */
    @Test
    void anOutageAmongScatteredHolesIsHeldOutToo() {
        int rows = 2_800;
        for (long seed = 1; seed <= 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Observations.Builder builder = Observations.builder(rows, 4);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < 4; j++) {
                    boolean isOut = j == 1 && i >= 1_000 && i < 1_300;
                    if (!isOut && random.nextDouble() < 0.95) {
                        builder.add(i, j, 1);
                    }
                }
            }
            Observations data = builder.build();
            Order order = Order.of(Side.LEFT, rows);
            Observations.Split split = Stretches.split(data, order, 0.1, seed);
            int[] before = Stretches.lengths(data, order);
            int[] lengths = Stretches.lengths(split.train(), order);
            int outages = Arrays.stream(lengths, 300, lengths.length).sum();
            assertThat(outages)
                    .as("seed %s", seed)
                    .isGreaterThan(Arrays.stream(before, 300, before.length).sum());
            assertThat(split.heldOut().count()).isBetween(data.count() / 20, data.count() / 8);
        }
    }
}
