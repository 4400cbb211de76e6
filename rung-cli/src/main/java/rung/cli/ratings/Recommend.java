package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.output.FieldLines;
import rung.cli.output.JsonLines;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.linalg.Workers;
import rung.lists.Scored;
import rung.page.Json;
import rung.page.NumberText;
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
            "Prints position, item, title, the score by which the list is ranked (about 1 for an item that the"
                    + " user would surely choose), the prediction, which is the rating that the user is expected to give, if the model knows"
                    + " ratings, and why: the items of theirs that speak most for it. Items that the user has rated or chosen already"
                    + " are left out. Where nothing but popularity orders a list, the number of users who chose the item stands in place"
                    + " of the score, which is next to 0 then. With --by rating, the score is the expected rating before it is clipped to the lowest and"
                    + " the highest one, which tells the best apart.",
            "",
            "With --all or --users, writes user, item, prediction, title if there are titles, and score for"
                    + " every user, best score first, separated by tabs without a header, and without the reasons; a model"
                    + " without ratings has the score in place of the rating. A file in .csv is CSV with a header; with --json, or in a file in .jsonl, there is"
                    + " an object for each user in a line."
        },
        footer = {
            "",
            "Examples:",
            "  rung recommend movies.rung --user 1 -n 5 --titles movies.csv",
            "  rung recommend movies.rung --all -n 10 -o recommendations.tsv",
            "  rung recommend movies.rung --users members.txt --json -o lists.jsonl"
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
            names = "--users",
            paramLabel = "FILE",
            description = "Recommend to the users in this file, one in each line, in their order.")
    private InputFile users;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "With --all and --users: the file to write (default: standard output).")
    private OutputFile output;

    @Option(names = "--with-seen", description = "Include items that the user has rated or chosen already.")
    private boolean withSeen;

    private OptionalInt threads = OptionalInt.empty();
    private int empty; // the number of lists without an item

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "With --all: how many threads to use (default: all processors).")
    private void setThreads(int number) {
        threads = OptionalInt.of(RunOptions.checkedThreads(spec, number));
    }

    /** Creates the command; picocli sets its options. */
    public Recommend() {}

    @Override
    public Integer call() throws IOException {
        requireOneForm();
        listing.prepare();
        if (output != null) {
            output.check(Written.LISTS, argument.file());
        }
        Model model = argument.read();
        listing.checkTitles(model.items());
        if (user != null) {
            forOne(model);
        } else {
            forSeveral(model);
        }
        return 0;
    }

    private void requireOneForm() {
        String sentence = null;
        int ways = (all ? 1 : 0) + (user == null ? 0 : 1) + (users == null ? 0 : 1);
        if (ways != 1) {
            sentence = "there must be one of --user, --users and --all, " + (ways == 0 ? "got none" : "got several");
        } else if (user != null && output != null) {
            sentence = "--output goes with --all or --users, not with --user";
        } else if (!all && threads.isPresent()) {
            sentence = "--threads goes with --all";
        }
        if (sentence != null) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    private void forOne(Model model) throws IOException {
        int number = argument.user(user);
        List<Recommendation> best = model.explained(number, model.recommend(number, options(model)));
        PrintWriter out = spec.commandLine().getOut();
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("user", user);
            facts.put("recommendations", listing.facts(model, best));
            out.println(Json.object(facts));
        } else {
            listing.print(out, model, choice, best);
        }
    }

    private ListOptions options(Model model) throws IOException {
        return choice.options(
                        model,
                        argument.file(),
                        listing.itemTitles(),
                        listing.count(model.items().size()),
                        user != null)
                .withSeen(withSeen);
    }

    /** Takes the list of a user, in order. */
    @FunctionalInterface
    private interface ListWriter {
        void write(int user, List<Scored> best) throws IOException;
    }

    private void forSeveral(Model model) throws IOException {
        long began = System.nanoTime();
        ListOptions options = options(model);
        PrintWriter out = spec.commandLine().getOut();
        int[] count = {0};
        Optional<OutputFile> target = Optional.ofNullable(output);
        if (listing.isJson() || JsonLines.isNamed(target)) {
            JsonLines.write(
                    target,
                    out,
                    lines -> count[0] =
                            forEach(model, options, (number, best) -> lines.line(facts(model, number, best))));
        } else {
            FieldLines.write(
                    target,
                    out,
                    names(model),
                    lines -> count[0] = forEach(model, options, (number, best) -> write(lines, model, number, best)));
        }
        if (empty > 0) {
            Terminal.note(
                    spec.commandLine().getErr(),
                    "no item is left to list for " + empty + " of " + Words.count(count[0], "user") + ": "
                            + choice.nothing(model));
        }
        if (output != null && !output.isStandardOutput()) {
            Terminal.result(
                    out,
                    "recommendations for %s: %s   (%s)",
                    Words.count(count[0], "user"),
                    output,
                    NumberText.duration(Seconds.since(began)));
        }
    }

    /** Gives the list of each user that is asked for; returns how many there are. */
    private int forEach(Model model, ListOptions options, ListWriter lists) throws IOException {
        ListWriter writer = (number, best) -> {
            empty += best.isEmpty() ? 1 : 0;
            lists.write(number, best);
        };
        Terminal terminal = new Terminal(spec.commandLine().getErr(), false);
        if (users != null) {
            List<Integer> numbers = argument.users(users, spec.commandLine().getErr());
            for (int number : numbers) {
                writer.write(number, model.recommend(number, options));
            }
            return numbers.size();
        }
        int count = model.users().size();
        model.recommendAll(options, threads.orElse(Workers.all().threads()), (number, best) -> {
            try {
                writer.write(number, best);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            terminal.pulse("recommending: %d of %d users", number + 1, count);
        });
        terminal.clear();
        return count;
    }

    private String[] names(Model model) {
        boolean hasRating = model.ratings().isPresent();
        List<String> names = new ArrayList<>(List.of("user", "item", hasRating ? "prediction" : "score"));
        if (listing.hasTitles()) {
            names.add("title");
        }
        if (hasRating) {
            names.add("score");
        }
        return names.toArray(String[]::new);
    }

    private void write(FieldLines lines, Model model, int number, List<Scored> best) throws IOException {
        String name = model.users().name(number);
        for (Scored scored : best) {
            boolean hasRating = model.ratings().isPresent();
            double shown = hasRating ? model.predict(number, scored.item()).value() : scored.score();
            String item = model.items().name(scored.item());
            List<String> fields = new ArrayList<>(List.of(name, item, FieldLines.number(shown)));
            if (listing.hasTitles()) {
                fields.add(listing.titles().getOrDefault(item, ""));
            }
            if (hasRating) {
                fields.add(FieldLines.number(scored.score()));
            }
            lines.line(fields.toArray(String[]::new));
        }
    }

    private Map<String, Object> facts(Model model, int number, List<Scored> best) {
        List<Map<String, Object>> rows = new ArrayList<>();
        int[] users = listing.users(model, best.stream().mapToDouble(Scored::score));
        for (Scored scored : best) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("rank", rows.size() + 1);
            listing.name(row, model.items().name(scored.item()));
            if (model.ratings().isPresent()) {
                row.put("prediction", (float)
                        model.predict(number, scored.item()).value());
                row.put("unclipped", (float) model.predictUnclipped(number, scored.item()));
            }
            row.put("score", (float) scored.score());
            if (users.length > 0) {
                row.put("users", users[scored.item()]);
            }
            rows.add(row);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("user", model.users().name(number));
        facts.put("recommendations", rows);
        return facts;
    }
}
