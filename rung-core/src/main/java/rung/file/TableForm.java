package rung.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says how a table in text is written, and what its columns hold. What is not said is recognized by looking at the file.
 *
 * <p>A column goes by its name in the header, or by its number, from 1. Tables that are not text, such as NumPy arrays, need none of
 * this and pass it over.
 *
 * <pre>{@code
 * Table table = TableFile.read(path, TableForm.recognized().withHeader(true).withHoles(List.of("-999")));
 * }</pre>
 */
public final class TableForm {
    /** The characters that may stand between the fields of a line: comma, semicolon, tab, bar and space. */
    public static final String DELIMITERS = ",;\t| ";

    private static final TableForm RECOGNIZED = new TableForm();

    private Optional<Boolean> header = Optional.empty();
    private Optional<Character> delimiter = Optional.empty();
    private Optional<Character> decimalMark = Optional.empty();
    private Optional<String> labels = Optional.empty();
    private List<String> holes = List.of();
    private List<String> ignored = List.of();
    private List<String> numbers = List.of();
    private List<String> categories = List.of();
    private List<String> numeric = List.of();
    private List<String> leftOut = List.of();
    private List<String> keptLabels = List.of();
    private boolean categoriesAlone;

    private TableForm() {}

    /** Copies a form, so that one thing can be changed. */
    private TableForm(TableForm other) {
        header = other.header;
        delimiter = other.delimiter;
        decimalMark = other.decimalMark;
        labels = other.labels;
        holes = other.holes;
        ignored = other.ignored;
        numbers = other.numbers;
        categories = other.categories;
        numeric = other.numeric;
        leftOut = other.leftOut;
        keptLabels = other.keptLabels;
        categoriesAlone = other.categoriesAlone;
    }

    /**
     * A form of which nothing is said: all of it is recognized.
     *
     * @return the form
     */
    public static TableForm recognized() {
        return RECOGNIZED;
    }

    /**
     * Says whether the first line names the columns.
     *
     * @param value true if it does, false if it is data
     * @return a form that differs in this
     */
    public TableForm withHeader(boolean value) {
        TableForm form = new TableForm(this);
        form.header = Optional.of(value);
        return form;
    }

    /**
     * Says which character stands between the fields of a line. A space stands for one or several.
     *
     * @param value one of {@link #DELIMITERS}
     * @return a form that differs in this
     * @throws IllegalArgumentException if it is another character
     */
    public TableForm withDelimiter(char value) {
        if (DELIMITERS.indexOf(value) < 0) {
            throw new IllegalArgumentException(
                    "the delimiter must be a comma, a semicolon, a tab, a bar or a space, got '" + value + "'");
        }
        TableForm form = new TableForm(this);
        form.delimiter = Optional.of(value);
        return form;
    }

    /**
     * Says which character is the decimal point of numbers. The other one may then separate thousands.
     *
     * @param value a point or a comma
     * @return a form that differs in this
     * @throws IllegalArgumentException if it is another character
     */
    public TableForm withDecimalMark(char value) {
        if (value != '.' && value != ',') {
            throw new IllegalArgumentException("the decimal mark must be a point or a comma, got '" + value + "'");
        }
        TableForm form = new TableForm(this);
        form.decimalMark = Optional.of(value);
        return form;
    }

    /**
     * Says which column names the rows.
     *
     * @param column the name or the number of the column
     * @return a form that differs in this
     */
    public TableForm withLabels(String column) {
        TableForm form = new TableForm(this);
        form.labels = Optional.of(column);
        return form;
    }

    /**
     * Says which texts stand for a hole, besides empty cells and the usual words such as NA. A number such as -999 stands for itself
     * however it is written; words may be in any capitals. An empty text says that in columns of labels nothing but empty cells is a hole: NA
     * and the like are labels there. In columns of numbers they stand for holes all the same.
     *
     * @param words the texts
     * @return a form that differs in this
     */
    public TableForm withHoles(List<String> words) {
        TableForm form = new TableForm(this);
        form.holes = List.copyOf(words);
        return form;
    }

    /**
     * Says which columns are not data. They are carried through as they are.
     *
     * @param columns names or numbers of columns
     * @return a form that differs in this
     */
    public TableForm withIgnored(List<String> columns) {
        TableForm form = new TableForm(this);
        form.ignored = List.copyOf(columns);
        return form;
    }

    /**
     * Says which columns are data even if they look like row numbers or times.
     *
     * @param columns names or numbers of columns
     * @return a form that differs in this
     */
    public TableForm withNumbers(List<String> columns) {
        TableForm form = new TableForm(this);
        form.numbers = List.copyOf(columns);
        return form;
    }

    /**
     * Says which columns of text are categories, as far as they are there, even if they have no value at all.
     *
     * @param columns names of columns, or their places in a file without a header, as {@link #withLeftOut} has them
     * @return a form that differs in this
     */
    public TableForm withCategories(List<String> columns) {
        TableForm form = new TableForm(this);
        form.categories = List.copyOf(columns);
        return form;
    }

    /**
     * Says which columns are numbers, as far as they are there, so that a cell that is none is refused.
     *
     * @param columns names of columns; of a file without a header only their number counts
     * @return a form that differs in this
     */
    public TableForm withNumeric(List<String> columns) {
        TableForm form = new TableForm(this);
        form.numeric = List.copyOf(columns);
        return form;
    }

    /**
     * Says which columns are not data, as far as they are there and hold numbers. Unlike those of {@link #withIgnored} they may be absent:
     * this is for what is known of other tables of the same kind.
     *
     * <p>A column without a name goes by its place in the file, from 1. The places of a file without a header count only if it has as many
     * columns as are known in all: those of {@link #withNumeric}, {@link #withCategories} and these.
     *
     * @param columns names of columns, or their places where they have no names
     * @return a form that differs in this
     */
    public TableForm withLeftOut(List<String> columns) {
        TableForm form = new TableForm(this);
        form.leftOut = List.copyOf(columns);
        return form;
    }

    /**
     * Says which words are labels in columns of labels, though they usually stand for holes: for labels that are known from other tables of
     * the same kind.
     *
     * @param labels the labels; others have no effect
     * @return a form that differs in this
     */
    public TableForm withKeptLabels(List<String> labels) {
        TableForm form = new TableForm(this);
        form.keptLabels = List.copyOf(labels);
        return form;
    }

    /**
     * Says that a table of text need not have a column of numbers if it has one of categories. Otherwise such a table is refused, and
     * ids or codes beside categories count as numbers if there are no others.
     *
     * @return a form that differs in this
     */
    public TableForm withCategoriesAlone() {
        TableForm form = new TableForm(this);
        form.categoriesAlone = true;
        return form;
    }

    /**
     * Returns whether the first line names the columns.
     *
     * @return empty if that is to be recognized
     */
    public Optional<Boolean> header() {
        return header;
    }

    /**
     * Returns the character between the fields of a line.
     *
     * @return empty if it is to be recognized
     */
    public Optional<Character> delimiter() {
        return delimiter;
    }

    /**
     * Returns the decimal point of numbers.
     *
     * @return empty if it is to be recognized
     */
    public Optional<Character> decimalMark() {
        return decimalMark;
    }

    /**
     * Returns the column that names the rows.
     *
     * @return empty if it is to be recognized
     */
    public Optional<String> labels() {
        return labels;
    }

    /**
     * Returns the texts that stand for a hole, besides the usual ones.
     *
     * @return the texts
     */
    public List<String> holes() {
        return holes;
    }

    /**
     * Returns the columns that are not data.
     *
     * @return their names or numbers
     */
    public List<String> ignored() {
        return ignored;
    }

    /**
     * Returns the columns that are data even if they look like row numbers or times.
     *
     * @return their names or numbers
     */
    public List<String> numbers() {
        return numbers;
    }

    /**
     * Returns the columns that are categories, if they are there.
     *
     * @return their names
     */
    public List<String> categories() {
        return categories;
    }

    /**
     * Returns the columns that are numbers, if they are there.
     *
     * @return their names
     */
    public List<String> numeric() {
        return numeric;
    }

    /**
     * Returns the columns that are not data, if they are there.
     *
     * @return their names, or their places in the file
     */
    public List<String> leftOut() {
        return leftOut;
    }

    /**
     * Returns the words that are labels in columns of labels.
     *
     * @return the labels that are known
     */
    public List<String> keptLabels() {
        return keptLabels;
    }

    /**
     * Returns whether a table without a column of numbers may have categories alone.
     *
     * @return false if such a table is refused
     */
    public boolean mayBeCategoriesAlone() {
        return categoriesAlone;
    }

    /**
     * Returns all columns that something is said of and that must be there.
     *
     * @return their names or numbers
     */
    public List<String> columns() {
        List<String> columns = new ArrayList<>(labels.stream().toList());
        columns.addAll(ignored);
        columns.addAll(numbers);
        return List.copyOf(columns);
    }
}
