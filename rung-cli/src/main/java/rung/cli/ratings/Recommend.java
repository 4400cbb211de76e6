package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.output.OutputFile;
import rung.cli.output.TabSeparated;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Ids;
import rung.linalg.Workers;
import rung.lists.Scored;
import rung.page.Json;
import rung.ratings.Model;

/** {@code rung recommend}: lists the items that users would rate highest. */
@Command(
        name = "recommend",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the items that a user is predicted to rate highest.",
            "",
            "Prints position, item, title and predicted rating. Items that the user has rated already"
                    + " are left out. With --all, writes user, item and predicted rating for every user,"
                    + " separated by tabs."
        },
        footer = {
            "",
            "Example: rung recommend movies.rung --user 1 -n 5 --titles movies.csv",
            "         rung recommend movies.rung --all -n 10 -o recommendations.tsv"
        })
public final class Recommend implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Mixin
    private TopList listing;

    @Option(names = "--user", paramLabel = "U", description = "The user to recommend to.")
    private String user;

    @Option(names = "--all", description = "Recommend to all users.")
    private boolean all;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "With --all: the file to write (default: standard output).")
    private Path output;

    @Option(names = "--with-seen", description = "Include items that the user has rated already.")
    private boolean withSeen;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "With --all: how many threads to use (default: all processors).")
    private Integer threads;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Recommend() {}

    @Override
    public Integer call() throws IOException {
        requireOneForm();
        listing.prepare();
        if (all) {
            if (output != null) {
                OutputFile.check(output, argument.path());
            }
            forAll(argument.read());
        } else {
            forOne(argument.read());
        }
        return 0;
    }

    private void requireOneForm() {
        String sentence = null;
        if (all == (user != null)) {
            sentence = "there must be --user or --all, " + (all ? "got both" : "got neither");
        } else if (all && (listing.isJson() || listing.hasTitles())) {
            sentence = (listing.isJson() ? "--json" : "--titles") + " goes with --user, not with --all";
        } else if (!all && (output != null || threads != null)) {
            sentence = (output != null ? "--output" : "--threads") + " goes with --all, not with --user";
        } else if (threads != null && threads < 1) {
            sentence = "--threads must be at least 1, got " + threads;
        }
        if (sentence != null) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    private void forOne(Model model) {
        listing.checkTitles(model.items());
        int number = argument.user(user);
        Ids items = model.items();
        List<Scored> best = model.recommend(number, listing.count(items.size()), withSeen);
        PrintWriter out = spec.commandLine().getOut();
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("user", user);
            facts.put("recommendations", listing.facts("item", items, best, "prediction"));
            out.println(Json.object(facts));
        } else {
            listing.print(out, "item", items, best);
        }
    }

    private void forAll(Model model) throws IOException {
        long began = System.nanoTime();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), false);
        int users = model.users().size();
        PrintWriter out = spec.commandLine().getOut();
        TabSeparated.write(
                output,
                out,
                lines -> model.recommendAll(
                        listing.count(model.items().size()),
                        withSeen,
                        threads == null ? Workers.all().threads() : threads,
                        (number, best) -> {
                            write(lines, model, number, best);
                            terminal.pulse("%d of %d users", number + 1, users);
                        }));
        terminal.clear();
        if (output != null) {
            out.printf(
                    Locale.ROOT,
                    "recommendations for %s: %s   (%.1f s)%n",
                    Words.count(users, "user"),
                    output,
                    Seconds.since(began));
        }
    }

    private static void write(TabSeparated lines, Model model, int number, List<Scored> best) {
        try {
            String name = model.users().name(number);
            for (Scored scored : best) {
                lines.line(name, model.items().name(scored.item()), TabSeparated.number(scored.score()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
