package rung.completion;

import java.util.List;
import rung.Execution;
import rung.RankRange;
import rung.completion.forecast.Forecast;
import rung.completion.kind.Bounds;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;

/**
 * What a completion was told to do.
 *
 * @param data the observed entries
 * @param kinds what each column holds
 * @param ranks the ranks to choose from
 * @param smoothness whether neighboring rows or columns may tell about each other
 * @param isBounded whether what is filled in stays within the bounds of its column
 * @param execution seed, threads and listener, which is the forecast
 * @param forecast tells how much is left to do
 */
record CompletionTask(
        Observations data,
        List<ColumnKind> kinds,
        RankRange ranks,
        Smoothness smoothness,
        boolean isBounded,
        Execution execution,
        Forecast forecast) {
    /** The same for other entries, such as those of some columns. */
    CompletionTask of(Observations others, List<ColumnKind> kindsOfOthers) {
        return new CompletionTask(others, kindsOfOthers, ranks, smoothness, isBounded, execution, forecast);
    }

    /** The bounds of entries, or none if there shall be none. */
    Bounds bounds(Observations observed) {
        return isBounded ? Bounds.of(observed) : Bounds.none(observed.columns());
    }
}
