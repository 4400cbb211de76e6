package rung.ratings;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import rung.engine.sampling.biased.RowScores;
import rung.lists.BestOfBlock;
import rung.lists.RelativeCount;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;
import rung.preferences.Tastes;

/** Ranks all items for users, as some options say: {@link #BLOCK} users at a time, tile by tile of the items. Can be shared by threads. */
final class Ranking {
    /** The most users whose lists are found together: their factors and scores stay in the cache while the items pass. */
    static final int BLOCK = 64;

    /** The number of items that are scored at a time. */
    private static final int TILE = 64;

    private final Model model;
    private final ListOptions options;
    private final By by;
    private final Optional<RowScores> ratings;
    private final float[] up; // what positive scores of each item are multiplied by; NaN for items that are not allowed
    private final float[] down; // the same for other scores

    Ranking(Model model, ListOptions options) {
        this.model = model;
        this.options = options;
        this.by = model.possible(options.by());
        this.ratings =
                by == By.PREFERENCE ? Optional.empty() : model.ratings().map(part -> new RowScores(part.factors()));
        if (options.surprise() != 0 && by == By.RATING) {
            throw new IllegalArgumentException("surprise is for lists by preference, not for those by rating alone");
        }
        float[] factors = factors();
        this.up = scales();
        this.down = up.clone();
        for (int item = 0; item < factors.length; item++) {
            up[item] *= factors[item];
            down[item] /= factors[item];
        }
    }

    /* What preferences are multiplied by, so that the scales of the items have no part in them. */
    private float[] scales() {
        float[] scales = new float[model.items().size()];
        Arrays.fill(scales, 1);
        if (by != By.RATING) {
            float[] targets =
                    model.preferences().map(PreferenceModel::itemScales).orElseThrow();
            for (int item = 0; item < scales.length; item++) {
                scales[item] = 1 / targets[item];
            }
        }
        return scales;
    }

    /* How much surprise makes of each item; NaN for items that are not allowed; empty if all are one. */
    private float[] factors() {
        if (options.surprise() == 0 && options.isOpen()) {
            return new float[0];
        }
        int n = model.items().size();
        int[] users = model.seen().usersByItem(n);
        double mean = Math.max(1, (double) model.seen().count() / n);
        float[] all = new float[n];
        for (int item = 0; item < n; item++) {
            all[item] = options.allows(item, users[item])
                    ? (float) Math.pow(RelativeCount.of(users[item], mean), -options.surprise() / 2)
                    : Float.NaN;
        }
        return all;
    }

    /** What lists are ranked by. */
    By by() {
        return by;
    }

    /** The score of an item, with what its scale and surprise make of it; NaN if it is not allowed. */
    float scaled(int item, float score) {
        return score * (score > 0 ? up[item] : down[item]);
    }

    /** Scores every item for each of some people; NaN is an item that is not allowed. */
    void score(List<Person> people, float[][] out) {
        Scores scores = new Scores(people);
        for (int from = 0; from < up.length; from += TILE) {
            int to = Math.min(up.length, from + TILE);
            scores.load(from, to);
            for (int p = 0; p < people.size(); p++) {
                for (int item = from; item < to; item++) {
                    int at = (item - from) * scores.columns + p;
                    float score = scores.tile[at] * (scores.tile[at] > 0 ? up[item] : down[item]);
                    out[p][item] = scores.refined(at, score);
                }
            }
        }
    }

    /** Returns the best items of a person. */
    List<Scored> best(Person person) {
        return best(List.of(person)).get(0);
    }

    /** Returns the best items of each of some people. Scores by rating alone are ratings before they are clipped to the bounds. */
    List<List<Scored>> best(List<Person> people) {
        Scores scores = new Scores(people);
        BestOfBlock best = new BestOfBlock(
                Math.min(options.length(), up.length),
                people.stream()
                        .map(person -> options.withSeen() ? new int[0] : person.chosen())
                        .toList(),
                by == By.BOTH ? scores : BestOfBlock.Refinement.NONE);
        for (int from = 0; from < up.length; from += TILE) {
            int to = Math.min(up.length, from + TILE);
            scores.load(from, to);
            best.offer(from, to, scores.tile, up, down);
        }
        return best.take();
    }

    /** The scores of some people for one tile after another. */
    private final class Scores implements BestOfBlock.Refinement {
        private final Optional<Tastes> tastes;
        private final Optional<RowScores.Block> lines;
        private final int columns;
        private final float[] tile;
        private final float[] predictions;

        Scores(List<Person> people) {
            tastes = by == By.RATING
                    ? Optional.empty()
                    : model.preferences()
                            .map(part -> new Tastes(
                                    part,
                                    people.stream()
                                            .map(person -> person.taste().orElseThrow())
                                            .toList()));
            lines = ratings.map(part -> part.block(
                    people.stream().map(person -> person.line().orElseThrow()).toList()));
            columns = tastes.map(Tastes::columns)
                    .orElseGet(() -> lines.orElseThrow().rows());
            tile = new float[TILE * columns];
            predictions = by == By.BOTH ? new float[TILE * columns] : tile;
        }

        /** Computes the scores for some items, not yet scaled. */
        void load(int from, int to) {
            tastes.ifPresent(block -> block.score(from, to, tile));
            lines.ifPresent(block -> block.predict(from, to, predictions));
        }

        /** Blends a preference with the expected rating. */
        @Override
        public float refined(int at, float score) {
            return by == By.BOTH ? model.blend().of(score, predictions[at], model.low(), model.high()) : score;
        }

        @Override
        public float least(float refined) {
            return model.blend().least(refined, model.high());
        }
    }
}
