package rung.completion;

import java.util.List;
import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.SkewedLaw;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.CellValues;
import rung.linalg.LineRandom;

/**
 * Draws tables that may be the true one: a matrix from the posterior, and noise for each cell. What draws differ by is scaled as the
 * standard errors are, so that they agree with them. A column with two values gets one of them, counts are whole numbers from 0 on, and
 * positive numbers are above 0.
 */
final class Draws {
    private final CellValues expected;
    private final Uncertainty uncertainty;
    private final List<ColumnKind> kinds;
    private final double[][] two; // the two values of a column that has no others
    private final long seed;

    /** Prepares draws around what is expected of each cell. */
    Draws(Observations data, List<ColumnKind> kinds, CellValues expected, Uncertainty uncertainty, long seed) {
        this.expected = expected;
        this.uncertainty = uncertainty;
        this.kinds = kinds;
        this.seed = seed;
        this.two = new double[kinds.size()][];
        for (int j = 0; j < two.length; j++) {
            two[j] = kinds.get(j) == ColumnKind.TWO_VALUED ? new double[] {Double.MAX_VALUE, -Double.MAX_VALUE} : null;
        }
        data.forEach((i, j, value, weight) -> {
            if (two[j] != null) {
                two[j][0] = Math.min(two[j][0], value);
                two[j][1] = Math.max(two[j][1], value);
            }
        });
    }

    /** A draw of a low-rank matrix that was fitted to a prepared table. */
    CellValues of(long number, BayesianIterate found) {
        LowRankMatrix drawn = found.drawn(seed * 0x9e3779b97f4a7c15L + number);
        return (i, j) -> {
            SplittableRandom random = random(number, i, j);
            double deviation = found.observed(j, drawn.get(i, j), random) - found.mean(i, j);
            double error = uncertainty.standardError(i, j);
            double expected = Math.sqrt(found.variance(i, j));
            return around(i, j, error, expected > 0 ? deviation / expected : 0, random);
        };
    }

    /** A draw where nothing is known of how cells depend on each other. */
    CellValues independent(long number) {
        return (i, j) -> {
            SplittableRandom random = random(number, i, j);
            return around(i, j, uncertainty.standardError(i, j), random.nextGaussian(), random);
        };
    }

    private double around(int i, int j, double error, double deviations, SplittableRandom random) {
        double value = expected.at(i, j);
        if (kinds.get(j) == ColumnKind.TWO_VALUED) {
            return random.nextDouble() * (two[j][1] - two[j][0]) < value - two[j][0] ? two[j][1] : two[j][0];
        }
        return SkewedLaw.isOf(kinds.get(j)) && error > 0
                ? new SkewedLaw(kinds.get(j), value, error).at(deviations)
                : value + error * deviations;
    }

    private SplittableRandom random(long number, int i, int j) {
        return random(seed, number, i, j);
    }

    /** Random numbers of one cell in one draw. */
    static SplittableRandom random(long seed, long number, int i, int j) {
        return LineRandom.of((seed * 0x9e3779b97f4a7c15L + number << 32) + i * 0x632be59bd9b4e019L, j);
    }
}
