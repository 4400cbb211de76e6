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
import rung.baseline.table.TableFill;
import rung.data.Observations;
import rung.linalg.CellValues;

/** A method that takes part in a comparison. */
public sealed interface Contestant {
    /**
     * The word by which the method is picked, in small letters with dashes.
     *
     * @return the key
     */
    String key();

    /**
     * The method's name, as tables show it.
     *
     * @return the name
     */
    String name();

    /**
     * What each method may spend.
     *
     * @param trials the number of configurations to try
     * @param maxRank the highest rank among them
     */
    record Budget(int trials, int maxRank) {}

    /** A method with parameters to choose: it says what could be tried, and the comparison finds out what is best. */
    non-sealed interface Tuned extends Contestant {
        /**
         * How the method gets a table.
         *
         * @return the scaling
         */
        Scaling scaling();

        /**
         * The configurations to try, the most usual first.
         *
         * @param data the part that will be fitted
         * @param budget how many configurations and which ranks are allowed
         * @return the configurations
         * @throws IllegalArgumentException if the method cannot handle such data; the message says why
         */
        List<Baseline> configurations(Observations data, Budget budget);

        /**
         * How long a trial on such data may go on; the validation error may end it before.
         *
         * @param data the part that will be fitted
         * @return the limits
         */
        default Limits limits(Observations data) {
            return Limits.NONE;
        }

        /**
         * The number of steps in a row that do not improve on the best validation error, after which a trial ends.
         *
         * @return the number
         */
        default int patience() {
            return Comparison.PATIENCE;
        }
    }

    /**
     * A method that fills in cells straight from the training part, see {@link TableFill}: it says what could be tried, and the
     * comparison finds out what is best. It gets a table, or ratings, as they are.
     */
    non-sealed interface TunedFill extends Contestant {
        /**
         * The configurations to try, the most usual first.
         *
         * @param data the part that cells will be filled from
         * @param budget how many configurations are allowed
         * @return the configurations
         * @throws IllegalArgumentException if the method cannot handle such data; the message says why
         */
        List<TableFill> configurations(Observations data, Budget budget);
    }

    /** A method that chooses its parameters itself, within the data that it is given. */
    non-sealed interface SelfTuned extends Contestant {
        /**
         * Fits a table, or ratings, as they are.
         *
         * @param training the data
         * @param budget which ranks are allowed
         * @param options seed, threads and listener, which may end the fit
         * @return what it predicts, and what was chosen
         */
        Finding fit(Observations training, Budget budget, FitOptions options);

        /**
         * Records how the error falls with time while what was found is fitted to a part of the data.
         *
         * @param part the part to fit
         * @param error the error on another part
         * @param found what was chosen
         * @param options seed, threads and listener
         * @return the steps, each with its time and its held-out error
         */
        List<Step> errorOverTime(
                Observations part, ToDoubleFunction<LowRankMatrix> error, Finding found, FitOptions options);
    }

    /**
     * The result of a method that chooses its parameters itself.
     *
     * @param values what it predicts
     * @param rank the rank it chose
     * @param configuration what else it chose, in words
     * @param heldOutError the error of what it chose, on what it held out itself; empty if it held nothing out
     * @param errorByRank the same error for each rank it tried
     * @param choosing the time of the choice; the rest was the fit
     */
    record Finding(
            CellValues values,
            int rank,
            String configuration,
            OptionalDouble heldOutError,
            SortedMap<Integer, Double> errorByRank,
            Cost choosing) {}
}
