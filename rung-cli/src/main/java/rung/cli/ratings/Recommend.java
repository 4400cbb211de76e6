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
import rung.linalg.Workers;
import rung.lists.Scored;
import rung.page.Json;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommendation;

/** {@code rung recommend}: lists the items that users would choose and like. */
@Command(
        name = "recommend",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the items that a user would choose and like.",
            "",
            "Prints position, item, title, the rating that the user is expected to give, and why: the items"
                    + " of theirs that speak most for it. Without ratings it prints the score instead, about 1 for"
                    + " an item that the user would surely choose. Items that the user has rated or chosen already"
                    + " are left out. With --all, writes user, item and expected rating (or score) for every user,"
                    + " best first, separated by tabs, without the reasons."
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

    @Mixin
    private ListChoice choice;

    @Option(names = "--user", paramLabel = "U", description = "The user to recommend to.")
    private String user;

    @Option(names = "--all", description = "Recommend to all users.")
    private boolean all;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "With --all: the file to write (default: standard output).")
    private Path output;

    @Option(names = "--with-seen", description = "Include items that the user has rated or chosen already.")
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

    private void forOne(Model model) throws IOException {
        listing.checkTitles(model.items());
        int number = argument.user(user);
        List<Recommendation> best = model.explained(number, model.recommend(number, options(model)));
        PrintWriter out = spec.commandLine().getOut();
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("user", user);
            facts.put("recommendations", listing.facts(best));
            out.println(Json.object(facts));
        } else {
            listing.print(out, best);
        }
    }

    private ListOptions options(Model model) throws IOException {
        return choice.options(
                        model, argument.path(), listing.count(model.items().size()))
                .withSeen(withSeen);
    }

    private void forAll(Model model) throws IOException {
        long began = System.nanoTime();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), false);
        int users = model.users().size();
        ListOptions options = options(model);
        PrintWriter out = spec.commandLine().getOut();
        TabSeparated.write(
                output,
                out,
                lines -> model.recommendAll(
                        options, threads == null ? Workers.all().threads() : threads, (number, best) -> {
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
                double shown = model.ratings().isPresent()
                        ? model.predict(number, scored.item()).value()
                        : scored.score();
                lines.line(name, model.items().name(scored.item()), TabSeparated.number(shown));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
