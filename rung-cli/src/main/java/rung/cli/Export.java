package rung.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.file.ModelFile;
import rung.ratings.Model;

/** {@code rung export}: the factors of a model for other programs. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the factors of a model for other programs.",
            "",
            "One row for each user or item: its factors, and its bias last. A name that ends in .csv or .csv.gz gives CSV with"
                    + " a header and the names in the first column; one that ends in .npy gives a NumPy array of float32, whose"
                    + " rows are in the same order. A prediction is the mean, which 'rung inspect' prints, plus both biases plus"
                    + " the product of the factors."
        },
        footer = {"", "Example: rung export movies.rung --users users.npy --items items.csv"})
final class Export implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Option(names = "--users", paramLabel = "FILE", description = "Where the users' factors go.")
    private Path users;

    @Option(names = "--items", paramLabel = "FILE", description = "Where the items' factors go.")
    private Path items;

    @Spec
    private CommandSpec spec;

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
        Model model = argument.read();
        write(users, model, true);
        write(items, model, false);
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
        Outputs.check(target, argument.path());
    }

    private void write(Path target, Model model, boolean isOfUsers) throws IOException {
        if (target != null) {
            ModelFile.export(target, model, isOfUsers);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%d %s, rank %d: %s%n",
                            isOfUsers ? model.users().size() : model.items().size(),
                            isOfUsers ? "users" : "items",
                            model.factors().rank(),
                            target);
        }
    }
}
