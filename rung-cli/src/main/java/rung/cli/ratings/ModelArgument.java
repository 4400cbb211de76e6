package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Parameters;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.data.Ids;
import rung.data.NearNames;
import rung.file.model.ModelFile;
import rung.ratings.Model;

/** The model file that a command is given, for use as a {@code @Mixin}; looks up users and items by name. */
final class ModelArgument {
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
                    file
                            + ": the model was trained on choices without ratings, or stopped before it came to them, so it predicts no ratings");
        }
        return model;
    }

    /**
     * The numbers of the users in a file: the first field of each line, or the whole line if the model knows that. Says how many it does
     * not know.
     */
    List<Integer> users(InputFile list, PrintWriter err) throws IOException {
        return NameList.read(list, "user", name -> model.users().find(name), err);
    }

    int user(String name) {
        return model.users().find(name).orElseThrow(() -> unknown("user", model.users(), name, Map.of()));
    }

    /** The number of an item, by its name or by a title that only it has. */
    int item(String name, ItemTitles titles) {
        return titles.find(model.items(), name)
                .orElseThrow(() -> unknown("item", model.items(), name, titles.byItem()));
    }

    private InputException unknown(String kind, Ids ids, String name, Map<String, String> titles) {
        return new InputException(file + ": " + NearNames.unknown(kind, ids, name, titles));
    }
}
