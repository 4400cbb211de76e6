import java.util.SplittableRandom;
import rung.Solution;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.data.Observations;
import rung.engine.entrywise.Entrywise;
import rung.linalg.Matrix;
import rung.loss.Loss;

/** One run gives every rank on the way; entries that are held out choose among them. */
public final class RankPath {
    private RankPath() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix truth = Matrix.gaussian(80, 3, random).multiplyByTransposed(Matrix.gaussian(60, 3, random));
        Observations.Builder observed = Observations.builder(80, 60);
        for (int k = 0; k < 80 * 60; k++) {
            if (random.nextDouble() < 0.5) {
                observed.add(k / 60, k % 60, truth.get(k / 60, k % 60) + 0.1 * random.nextGaussian());
            }
        }
        Observations.Split split = observed.build().split(0.1, 0);

        Solution solution = FastGreedy.ofRank(10)
                .with(settings -> settings.withHeldOut(split.heldOut().asHeldOut()))
                .minimize(Entrywise.of(split.train(), Loss.squared()));

        for (Step step : solution.trace()) {
            System.out.printf(
                    "rank %d: R %.3f, held-out error %.4f%n",
                    step.rank(), step.value(), step.heldOut().orElseThrow());
        }
        System.out.println("chosen: rank " + solution.matrix().rank()); // 3
    }
}
