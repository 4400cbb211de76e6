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
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;
import rung.lists.ItemScorer;

/**
 * Chooses one of several configurations of a method inside the training part: by the lists that each makes of nine tenths of the
 * choices, measured on the last tenth.
 */
final class HeldOutChoice {
    private static final double FRACTION = 0.1;

    /** The length of the lists. */
    private static final int LENGTH = 20;

    /** At most this many users are measured, evenly spread over all with held-out choices. */
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

    /** The mean nDCG of the first {@value #LENGTH} items that were not chosen in the training part. */
    static double gain(ListMethod.Fit fit, Ratings.Split split, Workers workers) {
        Choices known = Choices.of(split.train());
        Choices heldOut = Choices.of(split.heldOut());
        int[] users = measured(heldOut);
        long work = (long) heldOut.items() * LENGTH;
        double[] gains = new double[users.length];
        workers.run(users.length, user -> user * work, () -> {
            ItemScorer scorer = fit.scorers().get();
            float[] scores = new float[heldOut.items()];
            NearestItems best = new NearestItems(LENGTH);
            return (from, to) -> {
                for (int k = from; k < to; k++) {
                    scorer.score(users[k], scores);
                    gains[k] = gain(users[k], scores, known, heldOut, best);
                }
            };
        });
        double sum = 0;
        for (double gain : gains) {
            sum += gain;
        }
        return users.length == 0 ? 0 : sum / users.length;
    }

    private static int[] measured(Choices heldOut) {
        Pattern.Lines lines = heldOut.by(Side.LEFT);
        int[] users = new int[heldOut.users()];
        int count = 0;
        for (int user = 0; user < users.length; user++) {
            if (lines.size(user) > 0) {
                users[count++] = user;
            }
        }
        int[] spread = new int[Math.min(count, USERS)];
        for (int k = 0; k < spread.length; k++) {
            spread[k] = users[(int) ((long) k * count / spread.length)];
        }
        return spread;
    }

    private static double gain(int user, float[] scores, Choices known, Choices heldOut, NearestItems best) {
        Pattern.Lines seen = known.by(Side.LEFT);
        for (int k = 0; k < seen.size(user); k++) {
            scores[seen.other(user, k)] = Float.NEGATIVE_INFINITY;
        }
        best.clear();
        for (int item = 0; item < scores.length; item++) {
            if (scores[item] > Float.NEGATIVE_INFINITY) {
                best.offer(item, scores[item]);
            }
        }
        int[] list = best.sorted();
        int relevant = heldOut.by(Side.LEFT).size(user);
        double gain = 0;
        double ideal = 0;
        for (int place = 0; place < LENGTH; place++) {
            double worth = 1 / Math.log(place + 2);
            gain += place < list.length && heldOut.has(user, list[place]) ? worth : 0;
            ideal += place < relevant ? worth : 0;
        }
        return gain / ideal;
    }
}
