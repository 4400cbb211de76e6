package rung.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Instances.ejmlTruncated;
import static rung.Near.near;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rung.Algorithm;
import rung.ExactProblem;
import rung.Settings;
import rung.data.Observations;
import rung.engine.convex.AnyConvex;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;
import rung.objective.Entries;

/** ½‖A − M‖² with all entries observed is minimized at each rank by the truncated SVD of M (Eckart and Young). */
class TruncatedSvdTest {
    record Case(int m, int n, boolean anyConvex) {}

    static Stream<Case> cases() {
        return Stream.of(new int[] {12, 12}, new int[] {25, 9}, new int[] {7, 30}, new int[] {1, 5}, new int[] {6, 1})
                .flatMap(size -> Stream.of(new Case(size[0], size[1], true), new Case(size[0], size[1], false)));
    }

    private static ExactProblem<?> problem(Matrix m, boolean anyConvex) {
        Observations all = Observations.dense(m);
        return anyConvex ? AnyConvex.of(new Entries(all, Loss.squared())) : Entrywise.of(all, Loss.squared());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void greedyEqualsItAtEveryRank(Case c) {
        Matrix m = Matrix.gaussian(c.m, c.n, new SplittableRandom(c.m * 100 + c.n));
        int r = Math.min(c.m, c.n);
        for (Algorithm algorithm : new Algorithm[] {Greedy.ofRank(r), Greedy.asInPaper(r)}) {
            int[] seen = new int[1];
            Settings listening = algorithm.settings().withListener(progress -> {
                seen[0]++;
                assertThat(progress.step().rank()).isEqualTo(seen[0]);
                near(progress.matrix().toDense(), ejmlTruncated(m, seen[0]), 1e-8);
            });
            new Greedy(listening).minimize(problem(m, c.anyConvex));
            assertThat(seen[0]).isEqualTo(r);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theOthersEqualItAtTheirRank(Case c) {
        // singular values well apart, because alternating refits converge like the square of their ratio
        double[] scales = new double[c.n];
        for (int j = 0; j < c.n; j++) {
            scales[j] = Math.pow(0.3, j);
        }
        Matrix m =
                Matrix.gaussian(c.m, c.n, new SplittableRandom(c.m * 100 + c.n)).scaledColumns(scales);
        int r = Math.min(3, Math.min(c.m, c.n));
        Settings thorough = Settings.ofRank(r).withRefits(200);
        for (Algorithm algorithm :
                new Algorithm[] {LocalSearch.ofRank(r), new FastGreedy(thorough), new FastLocalSearch(thorough)}) {
            Matrix found = algorithm.minimize(problem(m, c.anyConvex)).matrix().toDense();
            near(found, ejmlTruncated(m, r), 1e-8);
        }
    }
}
