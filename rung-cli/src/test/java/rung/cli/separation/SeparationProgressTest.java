package rung.cli.separation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rung.cli.terminal.TimeLeft;

/** The time that a separation has left, by the times that videos, images and tables took. */
class SeparationProgressTest {
    /* When parts ended: reading, choosing, fitting, drawing, writing, in seconds on two cores; a machine may be faster or slower. */
    @ParameterizedTest
    @CsvSource({
        "76800, 300, FRAMES, true, 2.7, 3.3, 4.7, 6.9, 10.1", // images, and a page
        "19200, 1699, MKV, false, 5.4, 7.2, 9.2, 9.5, 12.4", // a video
        "20800, 200, MKV, false, 2.3, 2.9, 3.6, 4.0, 4.6",
        "2016, 207, , false, 2.2, 2.8, 3.6, 3.7, 4.2" // a table
    })
    void itIsRightWithinAFactorOfTwo(
            int rows,
            int columns,
            PartForm form,
            boolean hasPage,
            double read,
            double chosen,
            double fitted,
            double drawn,
            double written) {
        Map<String, Double> usual =
                new SeparationProgress.Size(rows, columns, columns, Optional.ofNullable(form), hasPage).usual();
        List<String> parts = new ArrayList<>(usual.keySet());
        assertThat(parts.get(0)).isEqualTo(TimeLeft.START);
        assertThat(parts).hasSize(hasPage ? 5 : 4);
        for (double slowness : new double[] {0.5, 1, 4}) {
            TimeLeft left = new TimeLeft(usual);
            double end = slowness * written;
            check(left, parts.get(1), 0.2, slowness * (read + 0.2 * (chosen - read)), end);
            check(left, parts.get(1), 0.6, slowness * (read + 0.6 * (chosen - read)), end);
            check(left, parts.get(2), 1, slowness * fitted, end);
            if (hasPage) {
                check(left, parts.get(3), 0, slowness * fitted, end);
            }
            for (int k = form == null ? 10 : 0; k < 10; k++) {
                check(
                        left,
                        parts.get(parts.size() - 1),
                        0.1 * k,
                        slowness * (drawn + 0.1 * k * (written - drawn)),
                        end);
            }
        }
    }

    private static void check(TimeLeft estimate, String part, double done, double now, double end) {
        double left = estimate.after(part, done, now).orElseThrow().middle();
        double slack = 0.05 * end;
        assertThat(left)
                .as("%s, %.1f done, after %.1f of %.1f s", part, done, now, end)
                .isBetween((end - now) / 2 - slack, 2 * (end - now) + slack);
    }
}
