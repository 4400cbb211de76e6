package rung.ratings;

import java.util.List;
import java.util.Optional;
import rung.engine.sampling.biased.RowScores;
import rung.lists.Best;
import rung.lists.Scored;

/** Ranks all items for one user after another, as some options say. Can be shared by threads, each of which needs a {@link Worker}. */
final class Ranking {
    /** This part of the average is added to the users of each item, so that hardly known items are not favoured without bounds. */
    private static final double ADDED = 0.1;

    private final Model model;
    private final ListOptions options;
    private final By by;
    private final Optional<RowScores> ratings;
    private final float[]
            factors; // what scores are multiplied by; NaN for items that are not allowed; empty if all are one

    Ranking(Model model, ListOptions options) {
        this.model = model;
        this.options = options;
        this.by = model.possible(options.by());
        this.ratings =
                by == By.PREFERENCE ? Optional.empty() : model.ratings().map(part -> new RowScores(part.factors()));
        this.factors = factors();
    }

    private float[] factors() {
        if (options.surprise() != 0 && by == By.RATING) {
            throw new IllegalArgumentException("surprise is for lists by preference, not for those by rating alone");
        }
        if (options.surprise() == 0 && options.isOpen()) {
            return new float[0];
        }
        int n = model.items().size();
        int[] users = model.seen().usersByItem(n);
        double mean = Math.max(1, (double) model.seen().count() / n);
        float[] all = new float[n];
        for (int item = 0; item < n; item++) {
            double popularity = (users[item] + ADDED * mean) / mean;
            all[item] = options.allows(item, users[item])
                    ? (float) Math.pow(popularity, -options.surprise() / 2)
                    : Float.NaN;
        }
        return all;
    }

    /** Makes work space for one thread. */
    Worker worker() {
        return new Worker();
    }

    /** Ranks for one thread at a time. */
    final class Worker {
        private final float[] scores = new float[model.items().size()];
        private final float[] predictions = new float[by == By.BOTH ? scores.length : 0];

        /** Scores every item; NaN is an item that is not allowed. */
        void score(Person person, float[] out) {
            if (by == By.RATING) {
                ratings.orElseThrow().of(person.line().orElseThrow(), out);
            } else {
                model.preferences().orElseThrow().score(person.taste().orElseThrow(), out);
            }
            if (by == By.BOTH) {
                ratings.orElseThrow().of(person.line().orElseThrow(), predictions);
                model.blend().apply(out, predictions, model.low(), model.high());
            }
            for (int item = 0; item < factors.length; item++) {
                out[item] = out[item] < 0 ? out[item] / factors[item] : out[item] * factors[item];
            }
        }

        /** Returns the best items. Those by rating alone are ranked before their scores are clipped to the bounds. */
        List<Scored> best(Person person) {
            int[] excluded = options.withSeen() ? new int[0] : person.chosen();
            score(person, scores);
            Best best = new Best(Math.min(options.length(), scores.length));
            best.offerAll(scores, excluded, 0, excluded.length);
            List<Scored> found = best.take();
            return by == By.RATING
                    ? found.stream()
                            .map(s -> new Scored(
                                    s.item(), model.ratings().orElseThrow().clipped(s.score())))
                            .toList()
                    : found;
        }
    }
}
