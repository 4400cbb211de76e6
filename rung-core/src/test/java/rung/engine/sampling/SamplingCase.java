package rung.engine.sampling;

import rung.Climbed;
import rung.RatingInstance;
import rung.Settings;
import rung.algorithm.FastGreedy;

/** What the tests of training by draws share: made-up ratings, and climbs on them. */
abstract class SamplingCase {
    static final RatingInstance DATA = RatingInstance.of(200, 150, 3, 0.3, 0.5, 1);

    static Sampling sampling(RatingInstance data) {
        return Sampling.of(data.truth.rows(), data.truth.columns(), data.i, data.j, data.values);
    }

    static Climbed<SamplingIterate<MemoryFactors>> climbed(Sampling problem, int rank, int rounds) {
        return new FastGreedy(Settings.ofRank(rank).withFinishing(rounds)).minimize(problem);
    }

    static SamplingIterate<MemoryFactors> iterate(int rank) {
        return climbed(sampling(DATA), rank, 5).iterate();
    }
}
