package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Cleaning of masks against definitions followed pixel by pixel. */
class MaskCleaningTest {
    private static final int[] SIDES = {1, 2, 3, 8, 17};

    /** Does something with random masks of many sizes and densities. */
    private interface Trial {
        void on(boolean[] mask, int width, int height);
    }

    private static void forEachMask(Trial trial) {
        SplittableRandom random = new SplittableRandom(11);
        for (int width : SIDES) {
            for (int height : SIDES) {
                for (double density : new double[] {0, 0.2, 0.45, 0.6, 0.9, 1}) {
                    boolean[] mask = new boolean[width * height];
                    for (int k = 0; k < mask.length; k++) {
                        mask[k] = random.nextDouble() < density;
                    }
                    trial.on(mask, width, height);
                }
            }
        }
    }

    private static boolean[] not(boolean[] mask) {
        boolean[] result = new boolean[mask.length];
        for (int k = 0; k < mask.length; k++) {
            result[k] = !mask[k];
        }
        return result;
    }

    @Test
    void theMajorityByCounting() {
        forEachMask((mask, width, height) -> {
            for (int window : new int[] {1, 3, 5, 41}) {
                boolean[] result = MaskCleaning.majority(mask, width, height, window);
                for (int k = 0; k < mask.length; k++) {
                    int balance = 0;
                    for (int j = 0; j < mask.length; j++) {
                        int across = Math.abs(j % width - k % width);
                        int down = Math.abs(j / width - k / width);
                        balance += Math.max(across, down) > window / 2 ? 0 : mask[j] ? 1 : -1;
                    }
                    assertThat(result[k]).isEqualTo(balance > 0 || balance == 0 && mask[k]);
                }
                assertThat(MaskCleaning.majority(not(mask), width, height, window))
                        .isEqualTo(not(result));
            }
        });
    }

    /** The pixels reached from one, through pixels of its value, by flooding. */
    private static boolean[] flood(boolean[] mask, int width, int start, boolean corners) {
        boolean[] reached = new boolean[mask.length];
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        reached[start] = true;
        while (!open.isEmpty()) {
            int at = open.remove();
            for (int j = 0; j < mask.length; j++) {
                int across = Math.abs(j % width - at % width);
                int down = Math.abs(j / width - at / width);
                boolean near = corners ? Math.max(across, down) == 1 : across + down == 1;
                if (near && !reached[j] && mask[j] == mask[start]) {
                    reached[j] = true;
                    open.add(j);
                }
            }
        }
        return reached;
    }

    @Test
    void smallComponentsByFlooding() {
        forEachMask((mask, width, height) -> {
            boolean[] result = MaskCleaning.withoutSmall(mask, width, height, 6);
            for (int k = 0; k < mask.length; k++) {
                int area = 0;
                for (boolean reached : flood(mask, width, k, true)) {
                    area += reached ? 1 : 0;
                }
                assertThat(result[k]).isEqualTo(mask[k] && area >= 6);
            }
            assertThat(MaskCleaning.withoutSmall(mask, width, height, 1)).isEqualTo(mask);
        });
    }

    @Test
    void holesByFlooding() {
        forEachMask((mask, width, height) -> {
            boolean[] result = MaskCleaning.filled(mask, width, height);
            for (int k = 0; k < mask.length; k++) {
                boolean[] reached = flood(mask, width, k, false);
                boolean edge = false;
                for (int j = 0; j < mask.length; j++) {
                    boolean border = j % width == 0 || j % width == width - 1 || j < width || j >= mask.length - width;
                    edge |= reached[j] && border;
                }
                assertThat(result[k]).isEqualTo(mask[k] || !edge);
            }
            assertThat(MaskCleaning.filled(result, width, height)).isEqualTo(result);
        });
    }

    @Test
    void theMaskGivenStaysAsItWas() {
        boolean[] mask = new boolean[25];
        mask[12] = true;
        boolean[] before = Arrays.copyOf(mask, 25);
        MaskCleaning.majority(mask, 5, 5, 3);
        MaskCleaning.withoutSmall(mask, 5, 5, 2);
        MaskCleaning.filled(mask, 5, 5);
        assertThat(mask).isEqualTo(before);
    }

    @Test
    void wrongArguments() {
        assertThatThrownBy(() -> MaskCleaning.majority(new boolean[4], 2, 2, 2))
                .hasMessage("the window must be odd and at least 1, got 2");
        assertThatThrownBy(() -> MaskCleaning.filled(new boolean[5], 2, 2))
                .hasMessage("a mask of 2×2 must have as many pixels, got 5");
    }
}
