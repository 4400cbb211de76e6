package rung;

import java.util.List;
import java.util.Optional;

/**
 * What a run found.
 *
 * @param matrix the solution: the last one, or the best on held-out data where such data was given
 * @param value R of it
 * @param trace every step that was kept, the rank path among them
 * @param stop why the run ended
 * @param certificate how far from optimal it can be, where the function knows its strong convexity and the refit is exact
 * @param provenance how it came about
 * @param iterate the solution as its engine keeps it, for engines that know more of it than the matrix; none if no engine
 *     made it
 */
public record Solution(
        LowRankMatrix matrix,
        double value,
        List<Step> trace,
        StopReason stop,
        Optional<Certificate> certificate,
        Provenance provenance,
        Optional<Iterate> iterate) {}
