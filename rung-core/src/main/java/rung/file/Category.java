package rung.file;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A column of text with few different values, each of which has a number: see {@link Table#category}. Immutable. */
public final class Category {
    private final CarriedColumn column;
    private final List<String> labels;
    private final short[] numbers; // -1 in a hole

    /**
     * Creates a category.
     *
     * @param column the column
     * @param labels its values, each once
     * @param texts the value of each row, empty in a hole
     */
    public Category(CarriedColumn column, List<String> labels, List<String> texts) {
        this.column = Objects.requireNonNull(column);
        this.labels = List.copyOf(labels);
        this.numbers = new short[texts.size()];
        for (int row = 0; row < numbers.length; row++) {
            numbers[row] = (short) (texts.get(row).isEmpty() ? -1 : this.labels.indexOf(texts.get(row)));
        }
    }

    /**
     * Returns the column of the table.
     *
     * @return the column
     */
    public CarriedColumn column() {
        return column;
    }

    /**
     * Returns the labels, in alphabetical order. The number of a label is its position.
     *
     * @return the labels
     */
    public List<String> labels() {
        return labels;
    }

    /**
     * Returns a row's label.
     *
     * @param row the row, from 0
     * @return one of the {@link #labels}; empty in a hole
     */
    public Optional<String> label(int row) {
        return numbers[row] < 0 ? Optional.empty() : Optional.of(labels.get(numbers[row]));
    }
}
