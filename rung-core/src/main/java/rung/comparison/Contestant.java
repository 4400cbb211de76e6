package rung.comparison;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Step;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.data.Observations;

/** A method that takes part in a comparison. */
public sealed interface Contestant {
    /** By which it is picked: a word in small letters, with dashes. */
    String key();

    /** Its name in the table. */
    String name();

    /**
     * What everybody may spend.
     *
     * @param trials configurations to try
     * @param maxRank the highest rank among them
     */
    record Budget(int trials, int maxRank) {}

    /** One that has to be told something: it says what could be tried, and the comparison finds out what is best. */
    non-sealed interface Tuned extends Contestant {
        Scaling scaling();

        /**
         * What to try, the most usual first, not more than the budget allows.
         *
         * @param data the part that will be fitted
         * @throws IllegalArgumentException if the method cannot do with such data; the message says why
         */
        List<Baseline> configurations(Observations data, Budget budget);

        /** How long a trial on such data may go on; the validation error may end it before. */
        default Limits limits(Observations data) {
            return Limits.NONE;
        }

        /** A trial ends after so many steps in a row that do not improve on its best validation error. */
        default int patience() {
            return Comparison.PATIENCE;
        }
    }

    /** One that is told nothing, and chooses inside of what it is given. */
    non-sealed interface SelfTuned extends Contestant {
        /** Fits a matrix to a table, or ratings, as they are; the listener of the course may end it. */
        Finding fit(Observations training, Budget budget, FitOptions course);

        /** How the error falls while what was found is fitted to a part: a step each, with its time and its held-out error. */
        List<Step> course(Observations part, ToDoubleFunction<LowRankMatrix> error, Finding found, FitOptions course);
    }

    /**
     * What one that chooses has found.
     *
     * @param rank the rank it chose
     * @param configuration what else it chose, in words
     * @param heldOutError of what it chose, on what it held out itself; empty if it did not
     * @param errorByRank the same for each rank it tried
     * @param choosing what the choice has cost; the rest was the fit
     */
    record Finding(
            LowRankMatrix matrix,
            int rank,
            String configuration,
            OptionalDouble heldOutError,
            SortedMap<Integer, Double> errorByRank,
            Cost choosing) {}
}
