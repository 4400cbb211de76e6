package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Parameters;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.data.Ids;
import rung.file.model.ModelFile;
import rung.ratings.Model;

/** The model file that a command is given, for use as a {@code @Mixin}; looks up users and items by name. */
final class ModelArgument {
    private static final int MOST_SUGGESTIONS = 3;

    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file, made by 'rung train'.")
    private InputFile file;

    private Model model;

    InputFile file() {
        return file;
    }

    Model read() throws IOException {
        model = ModelFile.read(file.path());
        return model;
    }

    /** Reads a model that predicts ratings. */
    Model readWithRatings() throws IOException {
        if (read().ratings().isEmpty()) {
            throw new InputException(
                    file + ": the model was trained on choices without ratings, so it predicts no ratings");
        }
        return model;
    }

    /**
     * The numbers of the users in a file: the first field of each line, or the whole line if the model knows that. Says how many it does
     * not know.
     */
    List<Integer> users(InputFile list, PrintWriter err) throws IOException {
        return NameList.read(list, "user", model.users(), err);
    }

    int user(String name) {
        return number("user", model.users(), name, Map.of());
    }

    /**
     * The number of an item.
     *
     * @param titles of items, to suggest items by if there is none of this name
     */
    int item(String name, Map<String, String> titles) {
        return number("item", model.items(), name, titles);
    }

    private int number(String kind, Ids ids, String name, Map<String, String> titles) {
        return ids.find(name).orElseThrow(() -> {
            List<String> close = close(ids, name, titles);
            String hint = close.isEmpty()
                    ? "it knows " + ids.size() + ", such as '" + ids.name(0) + "'"
                    : "close to it: " + String.join(", ", close);
            return new InputException(file + ": the model knows no " + kind + " '" + name + "'; " + hint);
        });
    }

    /** Suggestions: names that differ in one character, in case or in surrounding blanks; and titles that contain the text. */
    private static List<String> close(Ids ids, String name, Map<String, String> titles) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        List<String> close = new ArrayList<>();
        if (wanted.isEmpty()) {
            return close;
        }
        titles.entrySet().stream()
                .filter(title -> title.getValue().toLowerCase(Locale.ROOT).contains(wanted)
                        && ids.find(title.getKey()).isPresent())
                .limit(MOST_SUGGESTIONS)
                .map(title -> "'" + title.getKey() + "' (" + title.getValue() + ")")
                .collect(Collectors.toCollection(() -> close));
        for (boolean exactly : new boolean[] {true, false}) {
            for (int k = 0; k < ids.size() && close.size() < MOST_SUGGESTIONS; k++) {
                String other = ids.name(k);
                String plain = other.toLowerCase(Locale.ROOT);
                if (exactly ? wanted.equals(plain) : !wanted.equals(plain) && isNear(wanted, plain)) {
                    close.add("'" + other + "'");
                }
            }
        }
        return close;
    }

    /** Whether changing, inserting or deleting at most one character makes the two equal. */
    private static boolean isNear(String a, String b) {
        if (Math.abs(a.length() - b.length()) > 1) {
            return false;
        }
        int same = 0;
        int least = Math.min(a.length(), b.length());
        while (same < least && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        int end = 0;
        while (end < least - same && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
            end++;
        }
        return Math.max(a.length(), b.length()) - same - end <= 1;
    }
}
