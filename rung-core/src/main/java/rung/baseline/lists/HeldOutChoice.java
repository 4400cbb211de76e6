package rung.baseline.lists;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Execution;
import rung.HeldOut;
import rung.Limits;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Stage;
import rung.algorithm.Recorder;
import rung.data.Ratings;
import rung.linalg.Workers;
import rung.lists.ListEvaluation;

/**
 * Chooses one of several configurations of a method inside the training part: by the lists that each makes of nine tenths of the
 * choices, measured on the last tenth.
 */
final class HeldOutChoice {
    private static final double FRACTION = 0.1;

    /** At most this many users are measured. */
    private static final int USERS = 3_000;

    private HeldOutChoice() {}

    /**
     * Walks along configurations that are ordered by a parameter: up from the start while lists become better, or else down.
     *
     * @param path the configurations, in order
     * @param start the one to begin at
     * @param train the choices
     * @param execution seed, threads and listener; a stop ends the walk
     * @return the best configuration that was tried
     */
    static <M extends ListMethod> M walk(List<M> path, int start, Ratings train, Execution execution) {
        Ratings.Split split = train.split(FRACTION, execution.seed(), execution.workers());
        boolean[] stopped = new boolean[1];
        int best = start;
        double bestGain = gain(path.get(start), split, execution, stopped);
        for (int direction = 1; direction >= -1; direction -= 2) {
            boolean improved = true;
            for (int k = best + direction; improved && !stopped[0] && k >= 0 && k < path.size(); k += direction) {
                double gain = gain(path.get(k), split, execution, stopped);
                improved = gain > bestGain;
                if (improved) {
                    best = k;
                    bestGain = gain;
                }
            }
            if (best > start) {
                break;
            }
        }
        return path.get(best);
    }

    private static double gain(ListMethod method, Ratings.Split split, Execution execution, boolean[] stopped) {
        Listener part = execution.listener().begin(Stage.CHOOSING, method.settings(), () -> stopped[0] = true);
        ListMethod.Fit fit = method.fit(split.train(), execution.withListener(Listener.NONE));
        double gain = gain(fit, split, execution.workers());
        LowRankMatrix none = LowRankMatrix.zero(
                split.train().users().size(), split.train().items().size());
        Recorder<LowRankMatrix> recorder = new Recorder<>(
                Recorder.Keeping.ofMatrices(), Limits.NONE, Optional.of(HeldOut.of(a -> 1 - gain)), part, none, 0);
        recorder.record(() -> none, 0, 0, OptionalDouble.empty(), false);
        return gain;
    }

    /** The mean nDCG of lists of what is held out; 0 if that is nothing. */
    static double gain(ListMethod.Fit fit, Ratings.Split split, Workers workers) {
        ListEvaluation lists = ListEvaluation.of(split.train(), split.heldOut())
                .withUsers(USERS)
                .withResamples(0)
                .withWorkers(workers);
        return lists.users() == 0 ? 0 : lists.measure(fit.scorers()).ndcg().value();
    }
}
