package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Ids;

/** Reads a file of users or items, one in each line, and looks up their numbers. */
final class NameList {
    private NameList() {}

    /**
     * Reads a list: the first field of each line, or the whole line if the model knows that.
     *
     * @param kind "user" or "item"
     * @param known the names that the model knows
     * @param err where it is said how many names the model does not know
     * @return the numbers, in the order of the file
     */
    static List<Integer> read(InputFile file, String kind, Ids known, PrintWriter err) throws IOException {
        List<Integer> found = new ArrayList<>();
        int unknown = 0;
        int line = 0;
        for (String text : lines(file)) {
            String name = text.strip();
            line++;
            if (!name.isEmpty()) {
                OptionalInt number = known.find(name);
                number = number.isPresent() ? number : known.find(unquoted(name.split("[\t,;|]|::")[0].strip()));
                number.ifPresent(found::add);
                boolean isHeader = line == 1 && name.toLowerCase(Locale.ROOT).startsWith(kind);
                boolean isComment = name.startsWith("#");
                unknown += number.isEmpty() && !isHeader && !isComment ? 1 : 0;
            }
        }
        if (found.isEmpty()) {
            throw new InputException(file + ": the model knows none of the " + kind + "s there");
        }
        if (unknown > 0) {
            Terminal.note(err, file + ": " + Words.count(unknown, kind) + " that the model does not know");
        }
        return found;
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
