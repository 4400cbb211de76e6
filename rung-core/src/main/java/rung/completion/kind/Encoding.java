package rung.completion.kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.data.Observations;
import rung.engine.bayes.Likelihood;
import rung.linalg.Pattern;
import rung.linalg.Side;

/**
 * Turns a table with columns of several kinds into one whose columns each have a likelihood: two values become 0 and 1, positive numbers
 * their logarithms, and a category a column of 0 and 1 for each label; one is enough for two labels.
 */
public final class Encoding {
    private final List<ColumnKind> kinds;
    private final double[][] levels; // the values of a column that has few; none for others
    private final int[] first; // the first encoded column of each, and their number at last

    private Encoding(List<ColumnKind> kinds, double[][] levels, int[] first) {
        this.kinds = kinds;
        this.levels = levels;
        this.first = first;
    }

    /**
     * The encoding of a table.
     *
     * @param data the observed entries
     * @param kinds the kinds of the columns
     * @return the encoding
     */
    public static Encoding of(Observations data, List<ColumnKind> kinds) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        double[][] levels = new double[kinds.size()][0];
        int[] first = new int[kinds.size() + 1];
        double[] column = new double[columns.longest()];
        for (int j = 0; j < levels.length; j++) {
            if (kinds.get(j).isOfFewValues()) {
                columns.load(data.values(), j, column);
                levels[j] = Arrays.stream(column, 0, columns.size(j))
                        .distinct()
                        .sorted()
                        .toArray();
            }
            first[j + 1] = first[j] + (levels[j].length > 2 ? levels[j].length : 1);
        }
        return new Encoding(kinds, levels, first);
    }

    /**
     * Reads what {@link #toNumbers} gave.
     *
     * @param kinds the kinds of the columns
     * @param numbers the numbers
     * @return the encoding
     * @throws IllegalArgumentException if they are not what it gives
     */
    public static Encoding of(List<ColumnKind> kinds, double[] numbers) {
        double[][] levels = new double[kinds.size()][];
        int[] first = new int[kinds.size() + 1];
        int at = 0;
        for (int j = 0; j < levels.length && at < numbers.length; j++) {
            int count = (int) numbers[at++];
            levels[j] = Arrays.copyOfRange(numbers, at, at + count);
            at += count;
            first[j + 1] = first[j] + (count > 2 ? count : 1);
        }
        if (at != numbers.length || first[levels.length] == 0) {
            throw new IllegalArgumentException(
                    "there must be the values of " + kinds.size() + " columns, got " + numbers.length + " numbers");
        }
        return new Encoding(kinds, levels, first);
    }

    /**
     * The number of values of each column that has few, and these values.
     *
     * @return the numbers, in an array of the caller's own
     */
    public double[] toNumbers() {
        return Arrays.stream(levels)
                .flatMapToDouble(each -> DoubleStream.concat(DoubleStream.of(each.length), Arrays.stream(each)))
                .toArray();
    }

    /**
     * Whether a column can hold a value, by what it held so far.
     *
     * @param column the column
     * @param value the value
     * @return false if it cannot
     */
    public boolean suits(int column, double value) {
        return switch (kinds.get(column)) {
            case NUMBER, CATEGORY -> true;
            case COUNT -> ColumnKind.areWhole(value);
            case POSITIVE -> value > 0;
            case TWO_VALUED -> value == level(column, 0) || value == level(column, 1);
        };
    }

    /**
     * The number of encoded columns.
     *
     * @return the number
     */
    public int columns() {
        return first[kinds.size()];
    }

    /**
     * The number of columns of the table itself.
     *
     * @return the number
     */
    public int sources() {
        return kinds.size();
    }

    /**
     * The number of encoded columns that a column has.
     *
     * @param column a column of the table
     * @return the number, more than one for a category with more than two labels
     */
    public int columnsOf(int column) {
        return first[column + 1] - first[column];
    }

    /**
     * The first encoded column of a column.
     *
     * @param column a column of the table
     * @return the encoded column
     */
    public int first(int column) {
        return first[column];
    }

    /**
     * The kind of a column.
     *
     * @param column a column of the table
     * @return its kind
     */
    public ColumnKind kind(int column) {
        return kinds.get(column);
    }

    /**
     * One of the values of a column that has few.
     *
     * @param column a column of the table
     * @param number the number of the value, from 0, in ascending order
     * @return the value
     */
    public double level(int column, int number) {
        return levels[column][Math.min(number, levels[column].length - 1)];
    }

    /**
     * The number of a value of a column that has few.
     *
     * @param column a column of the table
     * @param value one of its values
     * @return its number, from 0, in ascending order; 1 if the column has no other
     */
    public int label(int column, double value) {
        return value == level(column, 1) ? 1 : Arrays.binarySearch(levels[column], value);
    }

    /**
     * The likelihood of each encoded column.
     *
     * @return the likelihoods
     */
    public List<Likelihood> likelihoods() {
        List<Likelihood> likelihoods = new ArrayList<>();
        for (int j = 0; j < kinds.size(); j++) {
            Likelihood likelihood = switch (kinds.get(j)) {
                case NUMBER, POSITIVE -> Likelihood.NORMAL;
                case TWO_VALUED, CATEGORY -> Likelihood.LOGISTIC;
                case COUNT -> Likelihood.POISSON;
            };
            likelihoods.addAll(Collections.nCopies(columnsOf(j), likelihood));
        }
        return likelihoods;
    }

    /**
     * Which encoded columns are not numbers with normal noise.
     *
     * @return true for those
     */
    public boolean[] discrete() {
        List<Likelihood> likelihoods = likelihoods();
        boolean[] discrete = new boolean[likelihoods.size()];
        IntStream.range(0, discrete.length).forEach(j -> discrete[j] = likelihoods.get(j) != Likelihood.NORMAL);
        return discrete;
    }

    /**
     * Encodes observations.
     *
     * @param data the observed entries
     * @return the encoded entries
     */
    public Observations apply(Observations data) {
        Observations.Builder encoded = Observations.builder(data.rows(), columns());
        data.forEach((i, j, value, weight) -> {
            int at = first[j];
            int width = columnsOf(j);
            switch (kinds.get(j)) {
                case NUMBER, COUNT -> encoded.add(i, at, value);
                case POSITIVE -> encoded.add(i, at, Math.log(value));
                case TWO_VALUED, CATEGORY -> {
                    for (int k = 0; k < width; k++) {
                        encoded.add(i, at + k, value == level(j, width == 1 ? 1 : k) ? 1 : 0);
                    }
                }
            }
        });
        return encoded.build();
    }
}
