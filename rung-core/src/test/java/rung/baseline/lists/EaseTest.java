package rung.baseline.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.Stage;
import rung.data.Ratings;
import rung.linalg.Workers;

class EaseTest {
    private static double[][] weights(Ratings train, double lambda) {
        double[][] b = new double[train.items().size()][];
        Ease.weights(Choices.of(train), lambda, Workers.ONE, (i, row) -> b[i] = row.clone());
        return b;
    }

    /** Each column of B by itself: the least squares problem without its own item, by somebody else's solver. */
    @Test
    void eachColumnSolvesTheConstrainedProblem() {
        int n = 90;
        double lambda = 7;
        Ratings train = ListInstances.random(120, n, 0.5, 1);
        double[][] x = ListInstances.dense(train);
        double[][] b = weights(train, lambda);
        for (int j = 0; j < n; j++) {
            DMatrixRMaj others = new DMatrixRMaj(x.length + n - 1, n - 1); // X without j, above √λ·I
            DMatrixRMaj target = new DMatrixRMaj(x.length + n - 1, 1);
            for (int u = 0; u < x.length; u++) {
                for (int i = 0; i < n; i++) {
                    if (i != j) {
                        others.set(u, i < j ? i : i - 1, x[u][i]);
                    }
                }
                target.set(u, 0, x[u][j]);
            }
            for (int i = 0; i < n - 1; i++) {
                others.set(x.length + i, i, Math.sqrt(lambda));
            }
            DMatrixRMaj solution = new DMatrixRMaj(n - 1, 1);
            assertThat(CommonOps_DDRM.solve(others, target, solution)).isTrue();
            assertThat(b[j][j]).isZero();
            for (int i = 0; i < n; i++) {
                if (i != j) {
                    assertThat(b[i][j]).isCloseTo(solution.get(i < j ? i : i - 1, 0), within(1e-10));
                }
            }
        }
    }

    @Test
    void scoresAreTheRowOfXTimesB() {
        Ratings train = ListInstances.random(70, 66, 0.5, 2);
        double[][] x = ListInstances.dense(train);
        double[][] b = weights(train, 20);
        ListMethod.Fit fit = Ease.of(20).fit(train, Execution.byDefault());
        for (int u = 0; u < 70; u++) {
            float[] scores = ListInstances.scores(fit, u, 66);
            for (int j = 0; j < 66; j++) {
                double expected = 0;
                for (int i = 0; i < 66; i++) {
                    expected += x[u][i] * b[i][j];
                }
                assertThat((double) scores[j]).isCloseTo(expected, within(1e-5));
            }
        }
    }

    @Test
    void theChosenLambdaIsABestOneOnWhatWasHeldOut() {
        Ratings train = ListInstances.blocks(300, 40, 4, 3);
        List<Double> errors = new ArrayList<>();
        List<String> tasks = new ArrayList<>();
        ListMethod.Fit fit = Ease.byDefault().fit(train, Execution.byDefault().withListener(progress -> {
            assertThat(progress.stage()).isEqualTo(Stage.CHOOSING);
            errors.add(progress.step().heldOut().orElseThrow());
            tasks.add(progress.task());
        }));
        assertThat(errors).hasSizeGreaterThanOrEqualTo(3);
        double least = errors.stream().mapToDouble(error -> error).min().orElseThrow();
        assertThat(fit.method().settings()).isEqualTo(tasks.get(errors.indexOf(least)));
        Ratings.Split split = train.split(0.1, 0);
        OptionalDouble chosen = ((Ease) fit.method()).lambda();
        ListMethod.Fit part = new Ease(chosen).fit(split.train(), Execution.byDefault());
        assertThat(1 - HeldOutChoice.gain(part, split, Workers.ONE)).isEqualTo(least);
    }

    @Test
    void ownBlocksComeFirst() {
        Ratings train = ListInstances.blocks(300, 40, 4, 3);
        assertThat(Planted.precision(Ease.byDefault().fit(train, Execution.byDefault()), train, 4))
                .isGreaterThan(0.95);
    }

    @Test
    void tooManyItemsAreRefusedBeforehand() {
        Ease.requireMemory(3_706, 1L << 30);
        assertThatThrownBy(() -> Ease.requireMemory(100_000, 1L << 30))
                .hasMessage("EASE needs a number for each two of 100000 items, which is 80.0 GB of memory, "
                        + "and 1.1 GB is all there may be");
        assertThatThrownBy(() -> Ease.of(0)).hasMessage("lambda must be positive and finite, got 0.0");
    }
}
