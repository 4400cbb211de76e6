package rung.completion.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ErrorFactorsTest {
    private static final int GROUPS = 200;

    /* Squares of normal errors in groups of different sizes, each with a variance of its own; a stretch of cells shares one error. */
    private static double[] squares(double[] variances, int[] group, int[] stretch, SplittableRandom random) {
        double[] squares = new double[group.length];
        double error = 0;
        for (int c = 0; c < group.length; c++) {
            error = c > 0 && stretch[c] == stretch[c - 1] ? error : random.nextGaussian();
            squares[c] = variances[group[c]] * error * error;
        }
        return squares;
    }

    private static int[] groups(int stretches, int length) {
        int[] group = new int[GROUPS * stretches * length];
        Arrays.setAll(group, c -> c / (stretches * length));
        return group;
    }

    private static int[] stretches(int cells, int length) {
        int[] stretch = new int[cells];
        Arrays.setAll(stretch, c -> c / length);
        return stretch;
    }

    /* The factors are nearer to the true variances than the groups' mean squares are and than one factor for all is. */
    @Test
    void drawingTowardTheMeanLowersTheError() {
        for (int length : new int[] {1, 10}) {
            SplittableRandom random = new SplittableRandom(length);
            double[] variances = new double[GROUPS];
            Arrays.setAll(variances, g -> Math.exp(0.6 * random.nextGaussian()));
            int[] group = groups(6, length);
            int[] stretch = stretches(group.length, length);
            double[] squares = squares(variances, group, stretch, random);
            double[] means = new double[GROUPS];
            for (int c = 0; c < squares.length; c++) {
                means[group[c]] += squares[c] / 6 / length;
            }
            double ofAll = Arrays.stream(means).average().orElseThrow();
            ErrorFactors factors = new ErrorFactors(GROUPS, group, stretch);
            for (int pass = 0; pass < 5; pass++) {
                factors.improve(squares);
            }
            double own = 0;
            double common = 0;
            double shrunk = 0;
            for (int g = 0; g < GROUPS; g++) {
                own += Math.pow(Math.log(means[g] / variances[g]), 2);
                common += Math.pow(Math.log(ofAll / variances[g]), 2);
                shrunk += Math.pow(Math.log(factors.factor(g) / variances[g]), 2);
            }
            assertThat(shrunk).as("length %d", length).isLessThan(0.9 * Math.min(own, common));
        }
    }

    /* Without differences but chance all factors are alike; with many cells each is its group's mean square. */
    @Test
    void differencesByChanceAreNone() {
        SplittableRandom random = new SplittableRandom(3);
        double[] same = new double[GROUPS];
        Arrays.fill(same, 4);
        int[] group = groups(20, 1);
        int[] stretch = stretches(group.length, 1);
        ErrorFactors alike = new ErrorFactors(GROUPS, group, stretch);
        alike.improve(squares(same, group, stretch, random));
        for (int g = 0; g < GROUPS; g++) {
            assertThat(alike.factor(g)).isCloseTo(4, within(1.0));
        }
        double[] apart = new double[GROUPS];
        Arrays.setAll(apart, g -> Math.pow(10, g % 7 - 3));
        int[] many = groups(1_000, 1);
        int[] singles = stretches(many.length, 1);
        double[] squares = squares(apart, many, singles, random);
        ErrorFactors each = new ErrorFactors(GROUPS, many, singles);
        for (int pass = 0; pass < 5; pass++) {
            each.improve(squares);
        }
        for (int g = 0; g < GROUPS; g++) {
            assertThat(Math.log(each.factor(g) / apart[g])).as("group %d", g).isCloseTo(0, within(0.25));
        }
    }

    /* Sizes over a factor that the same error made larger are too small; without the own stretch they are not. */
    @Test
    void aStretchDoesNotJudgeItself() {
        double[] variances = new double[GROUPS];
        SplittableRandom random = new SplittableRandom(5);
        Arrays.setAll(variances, g -> Math.exp(2 * random.nextGaussian()));
        int[] group = groups(4, 5);
        int[] stretch = stretches(group.length, 5);
        double[] squares = squares(variances, group, stretch, random);
        ErrorFactors factors = new ErrorFactors(GROUPS, group, stretch);
        for (int pass = 0; pass < 5; pass++) {
            factors.improve(squares);
        }
        double own = Arrays.stream(squares).average().orElseThrow();
        double others = 0;
        for (int c = 0; c < squares.length; c++) {
            others += squares[c] * factors.loss(c) / squares.length;
        }
        assertThat(own).isBetween(0.6, 1.1);
        assertThat(others).isGreaterThan(1.3 * own);
    }
}
