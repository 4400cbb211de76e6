package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.output.FieldLines;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.output.WrittenFiles;
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
        footer = {
            "",
            "Examples:",
            "  rung export movies.rung --users users.npy --items items.csv",
            "  rung export movies.rung --items - --by preference"
        })
public final class Export implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Option(names = "--users", paramLabel = "FILE", description = "The file for the factors of users.")
    private OutputFile users;

    @Option(names = "--items", paramLabel = "FILE", description = "The file for the factors of items.")
    private OutputFile items;

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
        if (users != null && items != null) {
            users.requireDifferent("--users", "--items", items);
        }
        Model model = by == By.RATING ? argument.readWithRatings() : argument.read();
        boolean isOfRatings = by == null ? model.ratings().isPresent() : by == By.RATING;
        if (!isOfRatings && model.preferences().isEmpty()) {
            throw new InputException(
                    argument.file() + ": the model was trained on ratings alone, so it knows no preferences");
        }
        requireLines(users, model.users());
        requireLines(items, model.items());
        WrittenFiles written = new WrittenFiles();
        for (Side side : Side.values()) {
            OutputFile target = side == Side.LEFT ? users : items;
            if (target != null) {
                written.write(target, () -> write(target, model, side, isOfRatings));
            }
        }
        return 0;
    }

    private void check(OutputFile target) throws IOException {
        if (target == null || target.isStandardOutput()) {
            return;
        }
        String name = target.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".npy") && !name.endsWith(".csv") && !name.endsWith(".csv.gz")) {
            throw new InputException(target + ": the name must end in .npy, .csv or .csv.gz, which tells the format");
        }
        target.check(Written.FACTORS, argument.file());
        if (hasIds(target)) {
            OutputFile.check(Written.FACTORS, idsBeside(target));
        }
    }

    /** Whether the ids go to a file of their own; CSV has them in the first column. */
    private boolean hasIds(OutputFile target) {
        return ids && target.toString().toLowerCase(Locale.ROOT).endsWith(".npy");
    }

    private static Path idsBeside(OutputFile target) {
        String name = target.path().getFileName().toString();
        return target.path().resolveSibling(name.substring(0, name.length() - ".npy".length()) + ".ids.txt");
    }

    /* Ids are written one per line, so none may be two. */
    private void requireLines(OutputFile target, Ids names) {
        for (int k = 0; target != null && hasIds(target) && k < names.size(); k++) {
            FieldLines.required(idsBeside(target).toString(), names.name(k), "\n\r", "a file in .csv can");
        }
    }

    private static void writeIds(Path target, Ids names) throws IOException {
        AtomicFile.write(target, out -> {
            for (int k = 0; k < names.size(); k++) {
                out.write((names.name(k) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private void write(OutputFile target, Model model, Side side, boolean isOfRatings) throws IOException {
        target.write("factors.csv", file -> {
            if (isOfRatings) {
                ModelFile.export(file, model, side);
            } else {
                ModelFile.exportPreferences(file, model, side);
            }
        });
        Ids names = side == Side.LEFT ? model.users() : model.items();
        if (hasIds(target)) {
            writeIds(idsBeside(target), names);
        }
        boolean isTaken = Stream.of(users, items).anyMatch(each -> each != null && each.isStandardOutput());
        PrintWriter messages =
                isTaken ? spec.commandLine().getErr() : spec.commandLine().getOut();
        messages.printf(
                "%d %s, rank %d: %s%n",
                names.size(),
                side == Side.LEFT ? "users" : "items",
                isOfRatings
                        ? model.factors().rank()
                        : model.preferences().orElseThrow().rank(),
                target);
    }
}
