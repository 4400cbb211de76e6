package rung.comparison;

import java.util.List;
import java.util.function.BiFunction;
import rung.baseline.Baseline;
import rung.objective.Observations;

/** Who takes part, and what they try. */
public final class Contestants {
    private Contestants() {}

    /** On ratings. */
    public static List<Contestant> forRatings() {
        return List.of(
                new Listed("mean", "Global mean", Frame.CENTERED, (data, budget) -> List.of(new Mean())),
                new Defaults.OfRatings());
    }

    /** On tables. */
    public static List<Contestant> forTables() {
        return List.of(
                new Listed("mean", "Column means", Frame.CENTERED, (data, budget) -> List.of(new Mean())),
                new Defaults.OfTables());
    }

    /** One whose configurations are a function of data and budget. */
    private record Listed(
            String key, String name, Frame frame, BiFunction<Observations, Contestant.Budget, List<Baseline>> all)
            implements Contestant.Tuned {
        @Override
        public List<Baseline> configurations(Observations data, Budget budget) {
            return all.apply(data, budget);
        }
    }
}
