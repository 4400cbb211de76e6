package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;

/** Reads a file of users or items, one in each line, and looks up their numbers. */
final class NameList {
    private static final int MOST_NAMED = 3;

    private NameList() {}

    /**
     * Reads a list: the first field of each line, or the whole line if that is known.
     *
     * @param kind "user" or "item"
     * @param known finds the number of a name, if the model knows it
     * @param err where it is said which names the model does not know
     * @return the numbers, in the order of the file
     */
    static List<Integer> read(InputFile file, String kind, Function<String, OptionalInt> known, PrintWriter err)
            throws IOException {
        List<Integer> found = new ArrayList<>();
        Set<String> unknown = new LinkedHashSet<>();
        int line = 0;
        List<String> lines = lines(file);
        if (lines.stream().allMatch(String::isBlank)) {
            throw new InputException(file + ": is empty");
        }
        for (String text : lines) {
            String name = text.strip();
            line++;
            if (!name.isEmpty()) {
                OptionalInt number = known.apply(unquoted(name));
                String first = unquoted(name.split("[\t,;|]|::")[0].strip());
                number = number.isPresent() ? number : known.apply(first);
                number.ifPresent(found::add);
                boolean isHeader = line == 1 && name.toLowerCase(Locale.ROOT).startsWith(kind);
                boolean isComment = name.startsWith("#");
                if (number.isEmpty() && !isHeader && !isComment) {
                    unknown.add(first);
                }
            }
        }
        if (found.isEmpty()) {
            throw new InputException(file + ": the model knows none of the " + kind + "s there"
                    + (unknown.isEmpty() ? "" : ", such as " + some(unknown)));
        }
        if (!unknown.isEmpty()) {
            Terminal.note(
                    err,
                    file + ": " + Words.count(unknown.size(), kind) + " that the model does not know "
                            + (unknown.size() == 1 ? "is" : "are") + " left out: " + some(unknown));
        }
        return found;
    }

    /** The first of some names, in quotes. */
    static String some(Collection<String> names) {
        return names.stream().limit(MOST_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? ", …" : "");
    }

    private static List<String> lines(InputFile file) throws IOException {
        Path path = file.path();
        if (!Files.exists(path)) {
            throw new InputException(file + ": does not exist");
        }
        if (Files.isDirectory(path)) {
            throw new InputException(file + ": is a folder, not a file");
        }
        try {
            return Files.readAllLines(path);
        } catch (CharacterCodingException e) {
            return Files.readAllLines(path, StandardCharsets.ISO_8859_1);
        }
    }

    private static String unquoted(String name) {
        boolean isQuoted = name.length() > 1 && name.startsWith("\"") && name.endsWith("\"");
        return isQuoted ? name.substring(1, name.length() - 1) : name;
    }
}
