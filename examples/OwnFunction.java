import java.util.SplittableRandom;
import rung.ConvexFunction;
import rung.LowRankMatrix;
import rung.Solution;
import rung.algorithm.Greedy;
import rung.engine.convex.AnyConvex;
import rung.linalg.LinearOperator;
import rung.linalg.Matrix;

/** A convex function of one's own takes its size, its value and its gradient; then all four algorithms minimize it. */
public final class OwnFunction {
    private OwnFunction() {}

    /** R(A) = ½‖A − target‖², whose best matrix of rank r is the truncated singular value decomposition of the target. */
    record Distance(Matrix target) implements ConvexFunction {
        @Override
        public int rows() {
            return target.rows();
        }

        @Override
        public int columns() {
            return target.columns();
        }

        @Override
        public double value(LowRankMatrix a) {
            double d = difference(a).norm();
            return d * d / 2;
        }

        @Override
        public LinearOperator gradient(LowRankMatrix a) {
            return difference(a);
        }

        @Override
        public double strongConvexity() {
            return 1; // so that solutions carry a certificate
        }

        private Matrix difference(LowRankMatrix a) {
            return a.toDense().plus(-1, target);
        }
    }

    public static void main(String[] args) {
        Matrix target = Matrix.gaussian(30, 20, new SplittableRandom(1));

        Solution solution = Greedy.ofRank(5).minimize(AnyConvex.of(new Distance(target)));

        System.out.printf(
                "R %.4f at rank %d%n", solution.value(), solution.matrix().rank());
    }
}
