import rung.Solution;
import rung.algorithm.FastLocalSearch;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** Minimizes a built-in loss over the entries that are there: Huber's, which one wrong entry does not impress. */
public final class BuiltInLoss {
    private BuiltInLoss() {}

    public static void main(String[] args) {
        double hole = Double.NaN;
        Matrix table = Matrix.of(new double[][] {
            {1, 2, hole, 4, 5}, {2, 4, 6, 8, 10}, {3, 6, 9, hole, 15}, {4, 8, 12, 16, 20}, {5, 10, 15, 20, 99}
        });

        Entrywise problem = Entrywise.of(Observations.withHoles(table), Loss.huber(0.1));
        Solution solution = FastLocalSearch.ofRank(1).minimize(problem);

        System.out.printf(
                "hole %.2f, instead of 99: %.2f%n",
                solution.matrix().get(0, 2), solution.matrix().get(4, 4));
        System.out.println(solution.stop().sentence());
    }
}
