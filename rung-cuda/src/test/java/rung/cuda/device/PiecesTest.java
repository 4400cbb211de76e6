package rung.cuda.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every entry is in one piece, pieces are short, and the longest come first. */
class PiecesTest {
    @Test
    void piecesCoverEveryLineOnce() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            int lines = 1 + random.nextInt(200);
            int[] start = new int[lines + 1];
            for (int line = 0; line < lines; line++) {
                int size = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(50);
                start[line + 1] = start[line] + (random.nextInt(5) == 0 ? 0 : size);
            }
            check(start, Pieces.of(start));
        }
    }

    private static void check(int[] start, Pieces cut) {
        int[] covered = new int[start[start.length - 1]];
        int[] pieces = new int[start.length - 1];
        boolean[] slots = new boolean[cut.slots()];
        int before = Pieces.MOST;
        for (int p = 0; p < cut.count(); p++) {
            int line = cut.pieces()[4 * p];
            int from = cut.pieces()[4 * p + 1];
            int to = cut.pieces()[4 * p + 2];
            int slot = cut.pieces()[4 * p + 3];
            assertThat(to - from).isBetween(0, before);
            before = to - from;
            assertThat(from).isGreaterThanOrEqualTo(start[line]);
            assertThat(to).isLessThanOrEqualTo(start[line + 1]);
            for (int e = from; e < to; e++) {
                covered[e]++;
            }
            pieces[line]++;
            if (slot < 0) {
                assertThat(to - from).isEqualTo(start[line + 1] - start[line]);
            } else {
                assertThat(slots[slot]).isFalse();
                slots[slot] = true;
            }
        }
        assertThat(covered).containsOnly(start.length > 1 && covered.length > 0 ? 1 : 0);
        int longLines = 0;
        int next = 0;
        for (int line = 0; line < pieces.length; line++) {
            assertThat(pieces[line]).isPositive();
            if (pieces[line] > 1) {
                assertThat(cut.longLines()[3 * longLines]).isEqualTo(line);
                assertThat(cut.longLines()[3 * longLines + 1]).isEqualTo(next);
                assertThat(cut.longLines()[3 * longLines + 2]).isEqualTo(pieces[line]);
                next += pieces[line];
                longLines++;
            }
        }
        assertThat(cut.longCount()).isEqualTo(longLines);
        assertThat(cut.slots()).isEqualTo(next);
    }
}
