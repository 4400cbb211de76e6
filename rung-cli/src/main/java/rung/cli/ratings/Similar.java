package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
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
import rung.cli.terminal.InputException;
import rung.cli.terminal.Terminal;
import rung.data.Ids;
import rung.lists.Scored;
import rung.page.Json;
import rung.ratings.By;
import rung.ratings.Model;
import rung.ratings.Similarity;

/** {@code rung similar}: lists the items that the same people like. */
@Command(
        name = "similar",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the items most similar to an item, or the users most similar to a user.",
            "",
            "Prints position, item, title and similarity: 1 means that the same users choose both, 0 that one"
                    + " says nothing about the other. With --by rating, 1 means that the same users like both:"
                    + " it is the cosine between the predicted ratings of the two items by all users, after the"
                    + " biases of users and items are removed. Users are compared in the same way, by what they would"
                    + " choose or how they would rate."
        },
        footer = {
            "",
            "Examples:",
            "  rung similar movies.rung --item 1 -n 5 --titles movies.csv",
            "  rung similar movies.rung --user 1 --by rating"
        })
public final class Similar implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Mixin
    private TopList listing;

    @Option(
            names = "--item",
            paramLabel = "I",
            description = "The item to compare with; with --titles, its title will do.")
    private String item;

    @Option(names = "--user", paramLabel = "U", description = "The user to compare with.")
    private String user;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            converter = ListChoice.ByChoice.class,
            description = "Compare by 'preference' (what people choose together) or by 'rating' (what the same people"
                    + " like) (default: preference, if the model's preferences tell any apart).")
    private By by = By.BOTH;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Similar() {}

    @Override
    public Integer call() throws IOException {
        if ((item == null) == (user == null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "there must be --item or --user, " + (item == null ? "got neither" : "got both"));
        }
        listing.prepare();
        Model model = argument.read();
        listing.checkTitles(model.items());
        String kind = item == null ? "user" : "item";
        Ids names = item == null ? model.users() : model.items();
        int number = item == null ? argument.user(user) : argument.item(item, listing.itemTitles());
        Similarity similarity = similarity(model);
        List<Scored> best = similarity.of(number, listing.count(names.size()));
        say(model, similarity, names.size(), best);
        String compared = similarity.by().name().toLowerCase(Locale.ROOT);
        PrintWriter out = spec.commandLine().getOut();
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            if (item == null) {
                facts.put("user", user);
            } else {
                listing.name(facts, names.name(number));
            }
            facts.put("by", compared);
            facts.put("similar", listing.facts(kind, names, best, "similarity"));
            out.println(Json.object(facts));
        } else {
            if (item != null && listing.hasTitles()) {
                out.println("like " + listing.titled(names.name(number)) + ":");
            }
            listing.print(out, kind, names, best, "by " + compared);
        }
        return 0;
    }

    private Similarity similarity(Model model) {
        try {
            return item == null ? Similarity.ofUsers(model, by) : Similarity.ofItems(model, by);
        } catch (IllegalStateException e) {
            throw new InputException(argument.file() + ": " + e.getMessage());
        }
    }

    /** Says if there is no other, if the model knows no differences, or only by ratings where preferences are usual. */
    private void say(Model model, Similarity similarity, int count, List<Scored> best) {
        String kind = item == null ? "user" : "item";
        String sentence = null;
        if (count < 2) {
            sentence = "there is no other " + kind + " to compare with";
        } else if (!similarity.tellsApart()) {
            sentence = "no " + kind + "s are told apart by "
                    + (by == By.RATING
                            ? "this model's ratings"
                            : by == By.PREFERENCE ? "this model's preferences" : "this model")
                    + ", so none is more similar than another";
        } else if (best.isEmpty()) {
            sentence = "nothing is known of this " + kind + " by which to compare it";
        } else if (by == By.BOTH
                && similarity.by() == By.RATING
                && model.preferences().isPresent()) {
            sentence = ListChoice.ALIKE + ", so " + kind + "s are compared by rating";
        }
        if (sentence != null) {
            Terminal.note(spec.commandLine().getErr(), argument.file() + ": " + sentence);
        }
    }
}
