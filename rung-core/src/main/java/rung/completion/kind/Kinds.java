package rung.completion.kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import rung.data.Median;
import rung.data.Observations;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Recognizes the kinds of columns by what they hold. A category is never recognized: numbers do not show that they stand for labels. */
public final class Kinds {
    /** A column with fewer observations than this is taken for numbers. */
    private static final int FEW = 20;

    /** Each of two values must be there this often. */
    private static final int LEAST_OF_TWO = 3;

    /** Counts vary at least by this part of what Poisson's law says: marks from 1 to 5 vary less. */
    private static final double LEAST_DISPERSION = 0.8;

    /**
     * How much likelier an entry must be on average under a log-normal than under a normal distribution, as a logarithm. This is what it
     * is if the standard deviation of the logarithms is 0.45.
     */
    private static final double SKEWED = 0.15;

    /** The same for a column that is taken for numbers, but looks a little skewed: a standard deviation of 0.2. */
    private static final double MILDLY_SKEWED = 0.03;

    /** What looks a little like counts varies at least by this part of what Poisson's law says; marks from 1 to 5 by a third. */
    private static final double LITTLE_DISPERSION = 0.45;

    /** Counts of a larger mean are as good as numbers. */
    private static final double LARGE_MEAN = 20;

    /**
     * The number of standard deviations of the logarithms from which on a number is taken for an error, and does not tell what its column
     * holds.
     */
    private static final double FAR = 6;

    /** The bounds of the largest number of a column: squares of it, and of what is small beside it, are numbers, too. */
    private static final double LARGEST = 1e140;

    private static final double SMALLEST = 1e-140;

    private Kinds() {}

    /**
     * Says why the numbers of a column cannot be reckoned with: their squares are summed, so the largest must be neither too large nor too
     * small for that.
     *
     * @param observed the observed numbers of a column
     * @return a sentence; empty if nothing is wrong
     */
    public static Optional<String> complaintOfScale(double... observed) {
        double largest = 0;
        for (double x : observed) {
            largest = Math.abs(x) > Math.abs(largest) ? x : largest;
        }
        double size = Math.abs(largest);
        return size > LARGEST || size > 0 && size < SMALLEST
                ? Optional.of("the largest number of a column must be between " + SMALLEST + " and " + LARGEST
                        + " in size, got " + largest + "; write the column in another unit")
                : Optional.empty();
    }

    /**
     * Tells which columns hold no more than two values.
     *
     * @param data the observed entries
     * @return whether each column does
     */
    public static boolean[] twoValued(Observations data) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        boolean[] twoValued = new boolean[columns.count()];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < twoValued.length; j++) {
            columns.load(data.values(), j, column);
            twoValued[j] = distinct(Arrays.stream(column, 0, columns.size(j))) < 3;
        }
        return twoValued;
    }

    /* The number of values that differ; 3 if it is larger. */
    private static long distinct(DoubleStream values) {
        return values.distinct().limit(3).count();
    }

    /**
     * The kind of each column.
     *
     * @param data the observed entries
     * @param told the kinds of some columns, which are taken as they are
     * @return one kind for each column
     * @throws IllegalArgumentException if a column cannot be of the kind that was told
     */
    public static List<ColumnKind> of(Observations data, Map<Integer, ColumnKind> told) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[] column = new double[columns.longest()];
        List<ColumnKind> kinds = new ArrayList<>();
        for (int j = 0; j < data.columns(); j++) {
            columns.load(data.values(), j, column);
            double[] observed = Arrays.copyOf(column, columns.size(j));
            if (told.containsKey(j)) {
                require(told.get(j), observed, j);
            }
            kinds.add(told.containsKey(j) ? told.get(j) : recognized(observed));
        }
        return List.copyOf(kinds);
    }

    private static void require(ColumnKind kind, double[] observed, int column) {
        kind.complaint(observed).ifPresent(wanted -> {
            throw new IllegalArgumentException(
                    "column " + (column + 1) + " must " + wanted + " to be of kind " + kind.key());
        });
    }

    private static ColumnKind recognized(double[] observed) {
        if (observed.length < FEW) {
            return ColumnKind.NUMBER;
        }
        if (distinct(Arrays.stream(observed)) == 2) {
            double least = Arrays.stream(observed).min().orElseThrow();
            long there = Arrays.stream(observed).filter(x -> x == least).count();
            return Math.min(there, observed.length - there) >= LEAST_OF_TWO ? ColumnKind.TWO_VALUED : ColumnKind.NUMBER;
        }
        if (ColumnKind.areWhole(observed) && Arrays.stream(observed).anyMatch(x -> x == 0)) {
            double mean = Arrays.stream(observed).average().orElseThrow();
            return mean > 0 && variance(observed) >= LEAST_DISPERSION * mean ? ColumnKind.COUNT : ColumnKind.NUMBER;
        }
        return isSkewed(observed) ? ColumnKind.POSITIVE : ColumnKind.NUMBER;
    }

    /**
     * What a column of numbers may be instead, though too little speaks for it to take it for that.
     *
     * @param observed the observed numbers of a column that is taken for numbers
     * @return counts or skewed numbers; empty if it looks like neither
     */
    public static Optional<ColumnKind> resembled(double... observed) {
        if (observed.length < FEW || distinct(Arrays.stream(observed)) < 3) {
            return Optional.empty();
        }
        if (ColumnKind.areWhole(observed)) {
            double mean = Arrays.stream(observed).average().orElseThrow();
            double least = Arrays.stream(observed).min().orElseThrow();
            boolean isCount = mean < LARGE_MEAN && least <= 1 && variance(observed) >= LITTLE_DISPERSION * mean;
            return isCount
                    ? Optional.of(ColumnKind.COUNT)
                    : likelierByLogarithms(observed) > SKEWED ? Optional.of(ColumnKind.POSITIVE) : Optional.empty();
        }
        return likelierByLogarithms(observed) > MILDLY_SKEWED ? Optional.of(ColumnKind.POSITIVE) : Optional.empty();
    }

    private static boolean isSkewed(double[] observed) {
        return likelierByLogarithms(observed) > SKEWED;
    }

    /* How much likelier an entry is on average under a log-normal than under a normal distribution, as a logarithm; 0 if it cannot be. */
    private static double likelierByLogarithms(double[] observed) {
        if (!Arrays.stream(observed).allMatch(x -> x > 0)) {
            return 0;
        }
        double[] logs = withoutFar(Arrays.stream(observed).map(Math::log).toArray());
        double mean = Arrays.stream(logs).average().orElseThrow();
        double normal =
                variance(Arrays.stream(logs).map(log -> Math.exp(log - mean)).toArray()); // in units of the mean
        double logNormal = variance(logs);
        return logNormal > 0 ? 0.5 * Math.log(normal / logNormal) : 0;
    }

    /* The numbers that are not far from their median. */
    private static double[] withoutFar(double[] numbers) {
        double median = Median.of(numbers.clone(), numbers.length);
        double most = FAR
                * Median.standardDeviation(
                        Arrays.stream(numbers).map(x -> x - median).toArray());
        return most > 0
                ? Arrays.stream(numbers)
                        .filter(x -> Math.abs(x - median) <= most)
                        .toArray()
                : numbers;
    }

    private static double variance(double[] numbers) {
        double mean = Arrays.stream(numbers).average().orElse(0);
        return Arrays.stream(numbers)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElse(0);
    }
}
