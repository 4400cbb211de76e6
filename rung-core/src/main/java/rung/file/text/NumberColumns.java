package rung.file.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.file.CarriedColumn;
import rung.file.FormatException;
import rung.file.TableForm;
import rung.file.input.Source;
import rung.file.text.TableLayout.Header;

/**
 * The columns of numbers of a table: whether there are any, and what to do where they hold what is no number.
 *
 * @param source the file
 * @param form what was said of it
 * @param delimiter the delimiter; empty for JSON lines
 * @param notation how its numbers are written
 * @param survey what its cells hold
 * @param layout its layout
 */
record NumberColumns(
        Source source,
        TableForm form,
        Optional<Delimiter> delimiter,
        NumberNotation notation,
        TableSurvey survey,
        TableLayout layout) {
    /** The most words in columns of numbers that are listed, as they may all stand for holes. */
    private static final int MOST_WORDS = 12;

    /** Fails if there is no column of numbers, or one in which a cell is not a number. */
    void require() throws FormatException {
        OptionalInt wrong = firstWrong();
        if (wrong.isPresent() && layout.header() == Header.NONE && isBelowNames()) {
            throw source.error(
                    survey.first().line(),
                    "looks like a header, as '"
                            + Source.shortened(survey.first().texts()[wrong.getAsInt()])
                            + "' stands above numbers; do not declare that there is none");
        }
        if (wrong.isPresent()) {
            ColumnSurvey.Cell cell = survey.column(wrong.getAsInt()).wrongCell();
            throw source.error(
                    cell.line(),
                    "the value in column " + layout.numberAndName(wrong.getAsInt()) + " must be a number, got '"
                            + Source.shortened(cell.text()) + "'; "
                            + (isToldToBeNumbers(wrong.getAsInt())
                                    ? "most of the column is text: write two labels as 1 and 0 to have numbers, or do"
                                            + " not declare the column as numbers"
                                    : advice(cell.text())));
        }
        boolean mayLack = form.mayBeCategoriesAlone()
                && layout.carried().stream().anyMatch(column -> column.kind() == CarriedColumn.Kind.CATEGORY)
                && !hasLikeNumbers();
        if (layout.numbers().length == 0 && !mayLack) {
            boolean isUndivided = form.delimiter().isPresent() && survey.width() == 1;
            throw source.error("holds no column of numbers"
                    + (form.mayBeCategoriesAlone() ? " or of few different labels" : "")
                    + (isUndivided
                            ? "; no line of it is " + delimiter.orElseThrow().description() + ", as was said"
                            : form.decimalMark().isPresent() && hasLikeNumbers()
                                    ? "; its numbers do not have the decimal mark that was declared"
                                    : ""));
        }
    }

    /** Whether the first record, which was said to be no header, has text above all columns of numbers, as one has. */
    private boolean isBelowNames() {
        return form.header().isPresent()
                && Arrays.stream(layout.numbers())
                        .filter(k -> !survey.column(k).isVacant())
                        .allMatch(k -> survey.first().isText(k)
                                && survey.column(k)
                                                .texts()
                                                .getOrDefault(survey.first().texts()[k], 1)
                                        == 1);
    }

    /** Whether a column of text, but for a name, holds nothing but what looks like numbers, with other marks than those of the file. */
    private boolean hasLikeNumbers() {
        return IntStream.range(0, survey.width())
                .filter(k -> !survey.column(k).isNumeric() && !survey.column(k).isDates())
                .mapToObj(k -> survey.column(k).texts().keySet())
                .anyMatch(texts -> {
                    long alike =
                            texts.stream().filter(NumberColumns::isLikeNumber).count();
                    return alike > 0 && texts.size() - alike <= 1;
                });
    }

    private static boolean isLikeNumber(String text) {
        return text.matches("[-+(]?[\\d.,' ]*\\d\\)?");
    }

    /** Whether a column of text was said to be numbers. */
    private boolean isToldToBeNumbers(int field) throws FormatException {
        for (String column : form.numbers()) {
            if (layout.finder(source).field(column) == field) {
                return !survey.column(field).isNumeric();
            }
        }
        return false;
    }

    /** The sign that is beside a number: "%". */
    private static String sign(String text) {
        return text.replaceAll("[-+()\\d.,'\\s]", "");
    }

    /** The columns of numbers in which a sign is what is wrong first. */
    private int[] signedFields() {
        return Arrays.stream(layout.numbers())
                .filter(k -> survey.column(k).hasText())
                .filter(k ->
                        ColumnSurvey.isDecorated(survey.column(k).wrongCell().text()))
                .toArray();
    }

    private OptionalInt firstWrong() {
        return Arrays.stream(layout.numbers())
                .filter(k -> survey.column(k).hasText())
                .findFirst();
    }

    /** What to do about signs beside numbers, in all columns that have any. */
    private String adviceOnSigns() {
        int[] fields = signedFields();
        String signs = Arrays.stream(fields)
                .mapToObj(k -> sign(survey.column(k).wrongCell().text()))
                .distinct()
                .collect(Collectors.joining(", "));
        if (fields.length == 1) {
            boolean isFirst = fields[0] == firstWrong().orElse(-1);
            return "take the " + signs + " away in all of the column" + (isFirst ? "" : " " + layout.name(fields[0]))
                    + ", or leave the column out";
        }
        List<String> names = Arrays.stream(fields).mapToObj(layout::name).toList();
        boolean canBeListed = names.stream().noneMatch(name -> name.contains(",") || name.contains("\""));
        return "take the " + signs + " away in columns " + String.join(", ", names)
                + ", or leave the columns out: \""
                + (canBeListed
                        ? String.join(",", names)
                        : Arrays.stream(fields)
                                .mapToObj(k -> String.valueOf(k + 1))
                                .collect(Collectors.joining(",")))
                + "\"";
    }

    /** Whether any column of numbers holds what is no number in any way of writing. */
    private boolean hasWords() {
        return Arrays.stream(layout.numbers())
                .mapToObj(k -> survey.column(k).texts().keySet())
                .flatMap(Set::stream)
                .anyMatch(word -> !isLikeNumber(word) && !ColumnSurvey.isDecorated(word));
    }

    /** What to do about a text in a column of numbers. */
    private String advice(String text) {
        String number = NumberSign.of(text).map(NumberSign.Signed::number).orElse(text);
        boolean isNumber = notation.kind(number) == NumberNotation.Kind.NUMBER;
        if (!isNumber && isLikeNumber(number) && form.decimalMark().isPresent()) {
            return "its decimal mark is not the one that was declared";
        }
        if (ColumnSurvey.isDecorated(text)) {
            return adviceOnSigns() + (hasWords() ? "; " + adviceOnWords() : "");
        }
        if (delimiter.isEmpty() && text.matches("\\([\\d.,' ]*\\d\\)")) {
            return "if it is a number below 0, write it as -" + text.substring(1, text.length() - 1)
                    + "; if the column is no data, leave the column out";
        }
        if (isLikeNumber(text)) {
            return "the other numbers of the file are written in another way; correct it, or leave the column out";
        }
        return adviceOnWords() + (signedFields().length > 0 ? "; " + adviceOnSigns() : "");
    }

    /** What to do about the words in all columns of numbers. */
    private String adviceOnWords() {
        Map<String, Integer> words = new LinkedHashMap<>();
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (int k : layout.numbers()) {
            survey.column(k).texts().forEach((word, count) -> {
                if (!isLikeNumber(word) && !ColumnSurvey.isDecorated(word)) {
                    words.merge(word, count, Integer::sum);
                    places.computeIfAbsent(word, each -> new ArrayList<>()).add(layout.name(k));
                }
            });
        }
        List<String> columns =
                places.values().stream().flatMap(List::stream).distinct().toList();
        boolean areWords =
                words.size() <= MOST_WORDS && words.keySet().stream().noneMatch(word -> word.matches(".*[\",].*"));
        if (!areWords && columns.size() > 1) {
            return "columns " + String.join(", ", columns)
                    + " hold texts; if they are no data, leave the columns out: \"" + String.join(",", columns) + "\"";
        }
        if (!areWords || words.size() == 1 && columns.size() == 1) {
            return "if it stands for a hole, declare it as one; if the column is no data, leave the column out";
        }
        return "columns of numbers hold "
                + words.entrySet().stream()
                        .map(each -> "'" + Source.shortened(each.getKey()) + "' ("
                                + (each.getValue() == 1 ? "once" : each.getValue() + " times")
                                + (columns.size() == 1
                                        ? ""
                                        : " in " + (layout.header() == Header.NONE ? "column " : "")
                                                + String.join(", ", places.get(each.getKey())))
                                + ")")
                        .collect(Collectors.joining(", "))
                + "; if they stand for holes, declare them as \"" + String.join(",", words.keySet())
                + "\"; if a column is no data, leave the column out";
    }
}
