package rung.cli.terminal;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.table.TableFile;

/** The options that say how a table in text is laid out, for use as a {@code @Mixin}; and the reading of such a table. */
public final class TableOptions {
    private static final Map<String, Character> DELIMITERS = Map.of(
            "comma",
            ',',
            "semicolon",
            ';',
            "tab",
            '\t',
            "\\t",
            '\t',
            "bar",
            '|',
            "pipe",
            '|',
            "space",
            ' ',
            "spaces",
            ' ');

    /** The words for delimiters that shells complete. */
    static final class DelimiterWords implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("comma", "semicolon", "tab", "bar", "space").iterator();
        }
    }

    @Option(
            names = "--header",
            negatable = true,
            description =
                    "The first line names the columns, or does not (default: recognized, as all of the layout is).")
    private Boolean header;

    @Option(
            names = "--sep",
            paramLabel = "CHARACTER",
            completionCandidates = DelimiterWords.class,
            description = "What separates columns: comma, semicolon, tab, bar or space, or the character itself.")
    private String delimiter;

    @Option(
            names = "--decimal",
            paramLabel = "MARK",
            description = "The decimal mark, a point or a comma; the other one may then separate thousands.")
    private String decimalMark;

    @Option(
            names = "--na",
            paramLabel = "TEXT",
            split = ",",
            description =
                    "What stands for a hole besides the usual, such as -999; several are separated by commas. With '' only"
                            + " empty cells are holes among labels, and NA is a label.")
    private List<String> holes;

    @Option(
            names = "--labels",
            paramLabel = "COLUMN",
            description =
                    "The column that names the rows: its name in the header, or its number in the file, from 1; so"
                            + " in all options.")
    private String labels;

    @Option(
            names = "--ignore",
            paramLabel = "COLUMN",
            split = ",",
            description = "Columns that are no data; they are carried through.")
    private List<String> ignored;

    @Option(
            names = "--numbers",
            paramLabel = "COLUMN",
            split = ",",
            description = "Columns that are data, even if they look like row numbers or times.")
    private List<String> numbers;

    /** Creates the options; picocli sets them. */
    public TableOptions() {}

    /**
     * Whether any of the options was given.
     *
     * @return true if one was
     */
    public boolean areGiven() {
        return header != null
                || delimiter != null
                || decimalMark != null
                || holes != null
                || labels != null
                || ignored != null
                || numbers != null;
    }

    /**
     * What the options say about a table; the rest is recognized.
     *
     * @return the form of the table
     * @throws UsageException if an option has a value that it cannot have
     */
    public TableForm form() {
        TableForm form = TableForm.recognized();
        form = header == null ? form : form.withHeader(header);
        form = labels == null ? form : form.withLabels(labels);
        form = holes == null ? form : form.withHoles(holes);
        form = ignored == null ? form : form.withIgnored(ignored);
        form = numbers == null ? form : form.withNumbers(numbers);
        if (delimiter != null) {
            char symbol = character(delimiter);
            if (TableForm.DELIMITERS.indexOf(symbol) < 0) {
                throw new UsageException(
                        "--sep must be one of comma, semicolon, tab, bar and space, got '" + delimiter + "'");
            }
            form = form.withDelimiter(symbol);
        }
        if (decimalMark != null) {
            String mark = decimalMark.replace("comma", ",").replace("point", ".");
            if (!mark.equals(",") && !mark.equals(".")) {
                throw new UsageException("--decimal must be a point or a comma, got '" + decimalMark + "'");
            }
            form = form.withDecimalMark(mark.charAt(0));
        }
        return form;
    }

    /**
     * What was assumed about a table, with the options that say otherwise.
     *
     * @param table the table
     * @return sentences
     */
    public static List<String> notes(Table table) {
        return table.notes().stream()
                .map(note -> note.replace("which was declared a hole", "which --na names")
                        .replace("declare it as their labels", "--labels 1 says so")
                        .replace("declare a decimal comma", "--decimal , says so"))
                .toList();
    }

    /**
     * What a table is, with the options that say otherwise.
     *
     * @param table the table
     * @return a sentence
     */
    public static String description(Table table) {
        return table.description()
                .replace("declare that only empty cells are holes", "--na '' says so")
                .replaceFirst("if '(.*)' (is a hole|are holes), declare that$", "if '$1' $2, --na says so");
    }

    private static char character(String word) {
        return word.length() == 1 ? word.charAt(0) : DELIMITERS.getOrDefault(word.toLowerCase(Locale.ROOT), '\0');
    }

    /**
     * Reads a table, and tells the option that helps where it cannot be read.
     *
     * @param file the file
     * @param known adds to the form what is known of the table beside the options
     * @return the table
     * @throws InputException if the file is no table
     * @throws IOException if reading fails
     */
    public Table read(InputFile file, UnaryOperator<TableForm> known) throws IOException {
        try {
            return TableFile.read(file.path(), known.apply(form()));
        } catch (FormatException e) {
            throw new InputException(e.getMessage()
                    .replace("declare it as one;", "declare it with --na;")
                    .replace("declare it as \"", "declare it with --na \"")
                    .replace("do not declare that there is none", "leave --no-header away")
                    .replace("as was said", "as --sep says")
                    .replace("that was declared", "that --decimal says")
                    .replace("do not declare the column as numbers", "leave --numbers away")
                    .replace(" text, declare that", " text, --sep says so")
                    .replace("declare them as \"", "declare them with --na \"")
                    .replace("leave the column out", "leave the column out with --ignore")
                    .replace("leave the columns out: ", "leave the columns out with --ignore "));
        }
    }
}
