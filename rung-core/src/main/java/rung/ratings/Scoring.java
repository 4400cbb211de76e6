package rung.ratings;

import java.util.List;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.engine.sampling.biased.RowScores;
import rung.lists.Best;
import rung.lists.Scored;

/** Ranks all items for one user at a time. For one thread at a time. */
final class Scoring {
    private final RowScores rows;
    private final double low;
    private final double high;
    private final float[] scores;

    Scoring(BiasedFactors factors, double low, double high) {
        this(new RowScores(factors), low, high);
    }

    private Scoring(RowScores rows, double low, double high) {
        this.rows = rows;
        this.low = low;
        this.high = high;
        this.scores = new float[rows.count()];
    }

    /** A copy with work space of its own. */
    Scoring forAnotherThread() {
        return new Scoring(rows, low, high);
    }

    /**
     * Returns the n best items without the excluded ones, whose numbers ascend. Items are ranked before their scores are clipped to the
     * bounds.
     */
    List<Scored> best(FoldIn.Line user, int[] excluded, int n) {
        rows.of(user, scores);
        Best best = new Best(Math.min(n, scores.length));
        best.offerAll(scores, excluded, 0, excluded.length);
        return best.take().stream()
                .map(s -> new Scored(s.item(), Math.min(high, Math.max(low, s.score()))))
                .toList();
    }
}
