package rung.file.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import rung.data.Ids;
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.numpy.NumpyWriter;
import rung.linalg.Side;
import rung.preferences.PreferenceModel;
import rung.ratings.Model;

/**
 * Writes the factors of a model for other programs: one row for each user or item, its factors and then its bias if it has one. The target
 * is replaced as a whole or, if anything fails, not touched; it is gzipped if its name ends in .gz.
 */
final class FactorsFile {
    private FactorsFile() {}

    /** Writes the factors of the users (left) or items (right) that predict ratings, and their biases. */
    static void writeRatings(Path target, Model model, Side side) throws IOException {
        BiasedFactors.Lines lines =
                side == Side.LEFT ? model.factors().rows() : model.factors().columns();
        int rank = model.factors().rank();
        List<String> columns = new ArrayList<>(factorNames(rank));
        columns.add("bias");
        write(target, model, side, columns, (row, line) -> {
            System.arraycopy(lines.factors(row), 0, line, 0, rank);
            line[rank] = lines.bias(row);
        });
    }

    /** Writes the factors of preference of the users (left) or items (right), divided by their scales: scores are products of these. */
    static void writePreferences(Path target, Model model, Side side) throws IOException {
        PreferenceModel part = model.preferences().orElseThrow();
        FactorRows factors = side == Side.LEFT ? part.users() : part.items();
        float[] scales = side == Side.LEFT ? part.userScales() : part.itemScales();
        write(target, model, side, factorNames(part.rank()), (row, line) -> {
            for (int k = 0; k < line.length; k++) {
                line[k] = factors.values()[row * factors.width() + k] / scales[row];
            }
        });
    }

    private static List<String> factorNames(int rank) {
        return IntStream.rangeClosed(1, rank).mapToObj(k -> "factor" + k).toList();
    }

    /* Writes a NumPy array if the name ends in .npy, else CSV. */
    private static void write(Path target, Model model, Side side, List<String> columns, NumpyWriter.Rows rows)
            throws IOException {
        Ids ids = side == Side.LEFT ? model.users() : model.items();
        if (target.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
            NumpyWriter.write(target, ids.size(), columns.size(), rows);
            return;
        }
        List<String> names = new ArrayList<>(List.of(side == Side.LEFT ? "user" : "item"));
        names.addAll(columns);
        csv(target, names, IntStream.range(0, ids.size()).mapToObj(ids::name).toList(), rows);
    }

    /**
     * Writes UTF-8 text by RFC 4180, but with lines that end in a line feed alone. Each number has the digits by which it is
     * read back as the same float.
     *
     * @param names the header: the name of the label column, then those of the columns
     * @param labels the first field of each row
     */
    static void csv(Path target, List<String> names, List<String> labels, NumpyWriter.Rows values) throws IOException {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("names must begin with that of the label column, got none");
        }
        AtomicFile.write(target, out -> {
            CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
            StringBuilder line = new StringBuilder();
            for (String name : names) {
                line.append(line.isEmpty() ? "" : ",").append(quoted(name));
            }
            write(line, encoder, out, target + ": a name in the header");
            float[] row = new float[names.size() - 1];
            int i = 0;
            for (String label : labels) {
                values.copy(i, row);
                line.append(quoted(label));
                for (float value : row) {
                    line.append(',').append(value);
                }
                i++;
                write(line, encoder, out, target + ": the label of row " + i);
            }
        });
    }

    /** A field, in quotes if it would not be read back without them. */
    private static String quoted(String field) {
        boolean bare = !field.isEmpty()
                && field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                && field.strip().equals(field);
        return bare ? field : '"' + field.replace("\"", "\"\"") + '"';
    }

    /** Writes a line and clears it; {@code what} names it in the message if it cannot be encoded. */
    private static void write(StringBuilder line, CharsetEncoder encoder, OutputStream out, String what)
            throws IOException {
        line.append('\n');
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(line));
            out.write(bytes.array(), 0, bytes.limit());
        } catch (CharacterCodingException e) {
            throw new FormatException(what + " is not Unicode text", e);
        }
        line.setLength(0);
    }
}
