package rung.cli.ratings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.output.OutputFile;
import rung.cli.terminal.Choice;
import rung.cli.terminal.InputException;
import rung.data.Ids;
import rung.file.AtomicFile;
import rung.file.model.ModelFile;
import rung.linalg.Side;
import rung.ratings.By;
import rung.ratings.Model;

/** {@code rung export}: writes the factors of a model for other programs. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the factors of a model for other programs.",
            "",
            "Writes one row for each user or item: its factors, then its bias. A file name that ends"
                    + " in .csv or .csv.gz gives CSV with a header and the ids in the first column. A name that"
                    + " ends in .npy gives a NumPy array of float32 with the rows in the same order; --ids"
                    + " writes the ids beside it.",
            "",
            "A prediction is the mean (see 'rung inspect'), plus both biases, plus the dot product of"
                    + " the factors.",
            "",
            "Factors of preference have no bias: the score of an item is the dot product of its row and"
                    + " the user's. They are written for a model without ratings, and with --by preference."
        },
        footer = {"", "Example: rung export movies.rung --users users.npy --items items.csv"})
public final class Export implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Option(names = "--users", paramLabel = "FILE", description = "The file for the factors of users.")
    private Path users;

    @Option(names = "--items", paramLabel = "FILE", description = "The file for the factors of items.")
    private Path items;

    @Option(
            names = "--ids",
            description =
                    "For each NAME.npy also write NAME.ids.txt: the ids, one per line, in the order of the" + " rows.")
    private boolean ids;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            converter = ByChoice.class,
            description = "Which factors: 'rating' or 'preference' (default: rating, if the model predicts ratings).")
    private By by;

    /** The words of {@code --by}. */
    static final class ByChoice extends Choice<By> {
        ByChoice() {
            super(new By[] {By.RATING, By.PREFERENCE});
        }
    }

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Export() {}

    @Override
    public Integer call() throws IOException {
        if (users == null && items == null) {
            throw new ParameterException(spec.commandLine(), "there must be --users, --items or both");
        }
        check(users);
        check(items);
        if (users != null
                && items != null
                && users.toAbsolutePath()
                        .normalize()
                        .equals(items.toAbsolutePath().normalize())) {
            throw new InputException(users + ": users and items must go to different files");
        }
        Model model = by == By.RATING ? argument.readWithRatings() : argument.read();
        boolean isOfRatings = by == null ? model.ratings().isPresent() : by == By.RATING;
        if (!isOfRatings && model.preferences().isEmpty()) {
            throw new InputException(
                    argument.path() + ": the model was trained on ratings alone, so it knows no preferences");
        }
        write(users, model, Side.LEFT, isOfRatings);
        write(items, model, Side.RIGHT, isOfRatings);
        return 0;
    }

    private void check(Path target) throws IOException {
        if (target == null) {
            return;
        }
        String name = target.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".npy") && !name.endsWith(".csv") && !name.endsWith(".csv.gz")) {
            throw new InputException(target + ": the name must end in .npy, .csv or .csv.gz, which tells the format");
        }
        OutputFile.check(target, argument.path());
        if (hasIds(target)) {
            OutputFile.check(idsBeside(target), argument.path());
        }
    }

    /** Whether the ids go to a file of their own; CSV has them in the first column. */
    private boolean hasIds(Path target) {
        return ids && target.toString().toLowerCase(Locale.ROOT).endsWith(".npy");
    }

    private static Path idsBeside(Path target) {
        String name = target.getFileName().toString();
        return target.resolveSibling(name.substring(0, name.length() - ".npy".length()) + ".ids.txt");
    }

    private static void writeIds(Path target, Ids names) throws IOException {
        AtomicFile.write(target, out -> {
            for (int k = 0; k < names.size(); k++) {
                out.write((names.name(k) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private void write(Path target, Model model, Side side, boolean isOfRatings) throws IOException {
        if (target == null) {
            return;
        }
        if (isOfRatings) {
            ModelFile.export(target, model, side);
        } else {
            ModelFile.exportPreferences(target, model, side);
        }
        Ids names = side == Side.LEFT ? model.users() : model.items();
        if (hasIds(target)) {
            writeIds(idsBeside(target), names);
        }
        spec.commandLine()
                .getOut()
                .printf(
                        "%d %s, rank %d: %s%n",
                        names.size(),
                        side == Side.LEFT ? "users" : "items",
                        isOfRatings
                                ? model.factors().rank()
                                : model.preferences().orElseThrow().rank(),
                        target);
    }
}
