package rung;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.lang.reflect.Proxy;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.engine.entrywise.EntrywiseIterate;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.loss.Loss;
import rung.objective.Entries;

/** Which piece each rule gives up, and how a new one enters. */
class TruncationTest {
    private static final double[] UNIT = {1, 0, 0, 0};

    /*
     * The pieces are e₁e₁ᵀ·9, e₁wᵀ·8, e₂e₂ᵀ·4 and e₃e₃ᵀ·5 with w between e₁ and e₂. The third weighs least. The data
     * lack the fourth, so removing that one lowers R. The smallest singular value belongs to none of them alone.
     */
    private final Observations data = Observations.dense(Matrix.of(new double[][] {
        {15, 5, 0, 0}, {0, 4, 0, 0}, {0, 0, -5, 0}, {0, 0, 0, 1},
    }));

    private EntrywiseIterate iterate() {
        EntrywiseIterate a = Entrywise.of(data, Loss.squared()).start();
        a.append(pair(0, UNIT), 9);
        a.append(pair(0, new double[] {0.8, 0.6, 0, 0}), 8);
        a.append(pair(1, new double[] {0, 1, 0, 0}), 4);
        a.append(pair(2, new double[] {0, 0, 1, 0}), 5);
        return a;
    }

    private static SingularPair pair(int row, double[] v) {
        double[] u = new double[4];
        u[row] = -1;
        return new SingularPair(1, u, v);
    }

    private static Matrix without(LowRankMatrix a, int i) {
        return a.left().withoutColumn(i).multiplyByTransposed(a.right().withoutColumn(i));
    }

    @Test
    void theSmallestSingularValueGoes() {
        EntrywiseIterate a = iterate();
        Matrix expected = Instances.ejmlTruncated(a.matrix().toDense(), 3);
        Truncation.SMALLEST_SINGULAR_VALUE.truncate(a);
        near(a.matrix().toDense(), expected, 1e-12);
        for (int i = 0; i < 4; i++) {
            assertThat(Near.minus(without(iterate().matrix(), i), expected).norm())
                    .isGreaterThan(0.1);
        }
    }

    @Test
    void theLightestColumnGoes() {
        EntrywiseIterate a = iterate();
        Matrix expected = without(a.matrix(), 2);
        Truncation.SMALLEST_WEIGHT.truncate(a);
        near(a.matrix().toDense(), expected, 1e-12);
    }

    @Test
    void theColumnGoesWhoseRemovalRaisesRTheLeast() {
        EntrywiseIterate a = iterate();
        Entries function = new Entries(data, Loss.squared());
        int best = 0;
        double[] values = new double[4];
        for (int i = 0; i < 4; i++) {
            values[i] = function.value(LowRankMatrix.of(
                    a.matrix().left().withoutColumn(i), a.matrix().right().withoutColumn(i)));
            best = values[i] < values[best] ? i : best;
        }
        assertThat(best).isEqualTo(3);
        Matrix expected = without(a.matrix(), best);
        Truncation.BEST_REMOVAL.truncate(a);
        near(a.matrix().toDense(), expected, 1e-12);
        near(a.value(), values[best], 1e-12);
    }

    /** An iterate that counts its copies, and those that were released. */
    private interface Counted extends ExactIterate<Counted> {}

    private static Counted counted(int rank, int[] counts) {
        return (Counted) Proxy.newProxyInstance(
                Counted.class.getClassLoader(),
                new Class<?>[] {Counted.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "rank" -> rank;
                    case "value" -> 1.0;
                    case "copy" -> {
                        counts[0]++;
                        yield counted(rank, counts);
                    }
                    case "release" -> {
                        counts[1]++;
                        yield null;
                    }
                    default -> null;
                });
    }

    @Test
    void theCopiesThatAreTriedAreReleased() {
        int[] counts = new int[2];
        Truncation.BEST_REMOVAL.truncate(counted(3, counts));
        assertThat(counts).containsExactly(3, 3);
    }

    @Test
    void aNewPairEntersAsAUnitOrScaledByTheLineSearch() {
        Matrix m = Matrix.gaussian(6, 5, new SplittableRandom(3));
        Entrywise problem = Entrywise.of(Observations.dense(m), Loss.squared());
        double sigma = Instances.ejmlSvd(m).sigma()[0];
        EntrywiseIterate unit = problem.start();
        assertThat(Insertion.UNIT.insert(unit, unit.steepest(1e-10))).isTrue();
        near(unit.weights()[0], 1, 1e-12);
        EntrywiseIterate scaled = problem.start(); // ½‖M − s·u·vᵀ‖² is least at s = σ₁
        assertThat(Insertion.LINE_SEARCH.insert(scaled, scaled.steepest(1e-10))).isTrue();
        near(scaled.weights()[0], sigma, 1e-6);
        near(Matrix.norm(scaled.matrix().left().column(0)), Math.sqrt(sigma), 1e-6);
        near(Matrix.norm(scaled.matrix().right().column(0)), Math.sqrt(sigma), 1e-6);
    }

    @Test
    void aPairThatPointsUphillIsNotInserted() {
        EntrywiseIterate a = Entrywise.of(
                        Observations.dense(Matrix.gaussian(6, 5, new SplittableRandom(3))), Loss.squared())
                .start();
        SingularPair down = a.steepest(1e-10);
        double[] turned = down.u().clone();
        for (int i = 0; i < turned.length; i++) {
            turned[i] = -turned[i];
        }
        assertThat(Insertion.LINE_SEARCH.insert(a, new SingularPair(down.sigma(), turned, down.v())))
                .isFalse();
        assertThat(a.rank()).isZero();
    }
}
