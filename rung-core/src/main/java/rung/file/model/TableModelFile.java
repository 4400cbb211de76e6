package rung.file.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.completion.TableModel;
import rung.file.FormatException;

/** Writes what was learned about the columns of a table to a file, and reads it back. docs/MODEL-FORMAT.md describes the format. */
public final class TableModelFile {
    /** The version of the format that has models of tables. */
    private static final int VERSION = 2;

    private static final String PREFIX = "t-";

    /** Where signs are: they begin as names do, which a reader that knows no signs passes over. */
    private static final String SIGNS = PREFIX + "names.signs";

    private TableModelFile() {}

    /**
     * A model, and what its columns are called.
     *
     * @param model the model
     * @param columns the name of each column
     * @param labels for each column the labels of a category, whose numbers the model knows; none for other columns
     * @param leftOut the names of the columns that were there, too, but are no data: ids, times, what was ignored
     * @param signs for each column the sign or unit beside its numbers, or an empty text; nothing at all if that is not known
     */
    public record Named(
            TableModel model,
            List<String> columns,
            List<List<String>> labels,
            List<String> leftOut,
            Optional<List<String>> signs) {
        /** Checks that there is a name for each column. */
        public Named {
            columns = List.copyOf(columns);
            labels = labels.stream().map(List::copyOf).toList();
            leftOut = List.copyOf(leftOut);
            signs = signs.map(List::copyOf);
            int count = model.kinds().size();
            if (columns.size() != count || labels.size() != count) {
                throw new IllegalArgumentException("there must be " + count + " names and lists of labels, got "
                        + columns.size() + " and " + labels.size());
            }
            if (signs.isPresent() && signs.get().size() != count) {
                throw new IllegalArgumentException(
                        "there must be " + count + " signs, got " + signs.get().size());
            }
        }

        /** {@return the names of the columns that have labels} */
        public List<String> categories() {
            return columns(true);
        }

        /** {@return the names of the columns that are numbers} */
        public List<String> numbers() {
            return columns(false);
        }

        private List<String> columns(boolean haveLabels) {
            return IntStream.range(0, columns.size())
                    .filter(j -> labels.get(j).isEmpty() != haveLabels)
                    .mapToObj(columns::get)
                    .toList();
        }
    }

    /**
     * Writes a model; an existing file is replaced.
     *
     * @param path the file
     * @param named the model and its names
     * @throws IOException if writing fails; the old file is then as it was
     */
    public static void write(Path path, Named named) throws IOException {
        List<SectionData> sections = new ArrayList<>();
        List<String> texts = new ArrayList<>(named.columns());
        int[] counts = new int[named.labels().size()];
        for (int j = 0; j < counts.length; j++) {
            counts[j] = named.labels().get(j).size();
            texts.addAll(named.labels().get(j));
        }
        texts.addAll(named.leftOut());
        int[] lengths = texts.stream()
                .mapToInt(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .toArray();
        sections.add(SectionData.ints(PREFIX + "labels.count", counts));
        sections.add(SectionData.ints(PREFIX + "names.length", lengths));
        sections.add(SectionData.bytes(PREFIX + "names", String.join("", texts).getBytes(StandardCharsets.UTF_8)));
        named.signs()
                .ifPresent(signs -> sections.add(
                        SectionData.bytes(SIGNS, String.join("\n", signs).getBytes(StandardCharsets.UTF_8))));
        named.model().toNumbers().forEach((name, numbers) -> sections.add(SectionData.doubles(PREFIX + name, numbers)));
        SectionFile.write(path, VERSION, sections);
    }

    /**
     * Says whether a file holds a model of a table, and not one of ratings.
     *
     * @param path a model file
     * @return true if it does
     * @throws FormatException if the file is no model file, or is damaged
     */
    public static boolean isTable(Path path) throws IOException {
        return isTable(SectionFile.open(path));
    }

    /** Whether a file holds such a model. */
    static boolean isTable(SectionFile file) {
        return file.has(PREFIX + "kinds");
    }

    /**
     * Reads a model.
     *
     * @param path the file
     * @return the model and its names
     * @throws FormatException if the file is no such model, or is damaged
     */
    public static Named read(Path path) throws IOException {
        SectionFile file = SectionFile.open(path);
        if (!isTable(file)) {
            throw file.error("is not a model of a table, which 'rung complete --model' makes");
        }
        try {
            Map<String, double[]> parts = new LinkedHashMap<>();
            for (String name : file.names()) {
                if (name.startsWith(PREFIX)
                        && !name.startsWith(PREFIX + "names")
                        && !name.startsWith(PREFIX + "labels.")) {
                    parts.put(name.substring(PREFIX.length()), file.doubles(name));
                }
            }
            TableModel model = TableModel.of(parts);
            int[] counts = file.intArray(PREFIX + "labels.count");
            List<String> texts = texts(file);
            List<List<String>> labels = new ArrayList<>();
            int at = model.kinds().size();
            for (int count : counts) {
                labels.add(texts.subList(at, at + count));
                at += count;
            }
            return new Named(
                    model,
                    texts.subList(0, model.kinds().size()),
                    labels,
                    texts.subList(at, texts.size()),
                    signs(file));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw file.error("is damaged: " + e.getMessage());
        }
    }

    private static Optional<List<String>> signs(SectionFile file) throws IOException {
        return file.has(SIGNS)
                ? Optional.of(List.of(StandardCharsets.UTF_8
                        .decode(file.bytes(SIGNS))
                        .toString()
                        .split("\n", -1)))
                : Optional.empty();
    }

    private static List<String> texts(SectionFile file) throws IOException {
        ByteBuffer bytes = file.bytes(PREFIX + "names");
        List<String> texts = new ArrayList<>();
        for (int length : file.intArray(PREFIX + "names.length")) {
            byte[] text = new byte[Math.min(Math.max(0, length), bytes.remaining())];
            bytes.get(text);
            texts.add(new String(text, StandardCharsets.UTF_8));
        }
        return texts;
    }
}
