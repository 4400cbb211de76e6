package rung.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Instances;
import rung.LowRankMatrix;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Observed entries: what is in them after they are split, turned or measured. */
class ObservationsTest {
    record Entry(int i, int j, double value, double weight) {}

    private static List<Entry> entries(Observations data) {
        List<Entry> entries = new ArrayList<>();
        Pattern.Lines rows = data.pattern().lines(Side.LEFT);
        for (int i = 0; i < data.rows(); i++) {
            for (int k = 0; k < rows.size(i); k++) {
                int at = rows.position(i, k);
                int j = rows.isFull() ? k : rows.index()[at];
                entries.add(new Entry(i, j, data.values()[at], data.weight(at)));
            }
        }
        return entries;
    }

    static Stream<Observations> kinds() {
        SplittableRandom random = new SplittableRandom(1);
        Matrix m = Matrix.gaussian(11, 8, random);
        Observations.Builder repeated = Observations.builder(11, 8);
        for (int k = 0; k < 120; k++) {
            repeated.add(random.nextInt(11), random.nextInt(8), random.nextGaussian(), random.nextDouble());
        }
        return Stream.of(
                Observations.dense(m),
                Observations.dense(m, Instances.weights(11, 8, 0.5, 2, random)),
                Instances.sampled(m, 0.6, random),
                repeated.build());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aSplitHoldsEveryObservationOnceWithItsValueAndWeight(Observations data) {
        Observations.Split split = data.split(0.3, 5);
        List<Entry> both = entries(split.train());
        both.addAll(entries(split.heldOut()));
        assertThat(both).containsExactlyInAnyOrderElementsOf(entries(data));
        assertThat(split.heldOut().count()).isBetween(data.count() / 10, data.count() / 2);
        assertThat(split.heldOut().rows()).isEqualTo(11);
        assertThat(split.heldOut().columns()).isEqualTo(8);
        assertThat(entries(data.split(0.3, 5).heldOut())).isEqualTo(entries(split.heldOut()));
        assertThat(entries(data.split(0.3, 6).heldOut())).isNotEqualTo(entries(split.heldOut()));
        assertThat(data.split(0, 5).heldOut().count()).isZero();
        assertThat(data.split(1, 5).train().count()).isZero();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aSplitWithinRowsLeavesSomethingOfEachRow(Observations data) {
        for (double fraction : new double[] {0, 0.3, 0.8, 1}) {
            Observations.Split split = data.splitWithinRows(fraction, 5);
            List<Entry> both = entries(split.train());
            both.addAll(entries(split.heldOut()));
            assertThat(both).containsExactlyInAnyOrderElementsOf(entries(data));
            assertThat(rows(split.train())).isEqualTo(rows(data));
            Observations.Split plain = data.split(fraction, 5);
            Set<Integer> left = rows(plain.train());
            assertThat(entries(split.heldOut()))
                    .isEqualTo(entries(plain.heldOut()).stream()
                            .filter(entry -> left.contains(entry.i))
                            .toList());
        }
    }

    private static Set<Integer> rows(Observations data) {
        return entries(data).stream().map(entry -> entry.i).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theTransposeHasTheSameEntriesTurned(Observations data) {
        List<Entry> turned = new ArrayList<>();
        entries(data).forEach(e -> turned.add(new Entry(e.j, e.i, e.value, e.weight)));
        assertThat(data.transposed().rows()).isEqualTo(8);
        assertThat(entries(data.transposed())).containsExactlyInAnyOrderElementsOf(turned);
        assertThat(entries(data.transposed().transposed())).isEqualTo(entries(data));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theErrorIsTheRootOfTheMeanSquare(Observations data) {
        SplittableRandom random = new SplittableRandom(2);
        LowRankMatrix a = LowRankMatrix.of(Matrix.gaussian(11, 2, random), Matrix.gaussian(8, 2, random));
        double sum = 0;
        for (Entry e : entries(data)) {
            sum += Math.pow(a.get(e.i, e.j) - e.value, 2);
        }
        near(data.rmse(a), Math.sqrt(sum / data.count()), 1e-12);
    }

    @Test
    void thereIsNoErrorOfNothing() {
        Observations none = Observations.builder(2, 3).build();
        assertThatThrownBy(() -> none.rmse(LowRankMatrix.zero(2, 3)))
                .hasMessage("there are no observations, so there is no error on them");
        assertThat(none.asHeldOut()).isEmpty();
    }

    @Test
    void theSmallestWeightIsThatOfAnEntryNotObservedIfThereIsOne() {
        Matrix m = Matrix.gaussian(3, 2, new SplittableRandom(3));
        Matrix weights = Matrix.of(new double[][] {{2, 3}, {0.5, 7}, {1, 1}});
        assertThat(Observations.dense(m).smallestWeight()).isEqualTo(1);
        assertThat(Observations.dense(m, weights).smallestWeight()).isEqualTo(0.5);
        assertThat(Observations.builder(3, 2).add(0, 1, 4, 2).build().smallestWeight())
                .isZero();
    }

    @Test
    void holesAreLeftOut() {
        Matrix m = Matrix.of(new double[][] {{1, Double.NaN, 3}, {Double.NaN, 5, 6}});
        assertThat(entries(Observations.withHoles(m)))
                .containsExactly(
                        new Entry(0, 0, 1, 1), new Entry(0, 2, 3, 1), new Entry(1, 1, 5, 1), new Entry(1, 2, 6, 1));
        assertThatThrownBy(() -> Observations.withHoles(m).split(1.5, 0))
                .hasMessage("fraction must be between 0 and 1, got 1.5");
    }
}
