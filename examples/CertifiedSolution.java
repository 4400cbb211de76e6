import java.util.SplittableRandom;
import rung.Certificate;
import rung.Solution;
import rung.algorithm.LocalSearch;
import rung.data.Observations;
import rung.engine.convex.AnyConvex;
import rung.linalg.Matrix;
import rung.loss.Loss;
import rung.objective.Entries;
import rung.objective.Ridge;

/** Where R is strongly convex, a solution says how far it can be from the best matrix of any rank. */
public final class CertifiedSolution {
    private CertifiedSolution() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix m = Matrix.gaussian(20, 3, random).multiplyByTransposed(Matrix.gaussian(15, 3, random));
        Ridge ridge = new Ridge(new Entries(Observations.dense(m), Loss.squared()), 0.1);

        Solution solution = LocalSearch.ofRank(3).minimize(AnyConvex.of(ridge));

        Certificate certificate = solution.certificate().orElseThrow();
        System.out.printf("R %.6f, at most %.1e above the best of rank 3%n", solution.value(), certificate.gap(3));
    }
}
