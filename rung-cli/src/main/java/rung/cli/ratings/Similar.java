package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rung.cli.terminal.InputException;
import rung.data.Ids;
import rung.lists.Scored;
import rung.page.Json;
import rung.ratings.By;
import rung.ratings.Model;

/** {@code rung similar}: lists the items that the same people like. */
@Command(
        name = "similar",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the items most similar to an item.",
            "",
            "Prints position, item, title and similarity: 1 means that the same users choose both, 0 that one"
                    + " says nothing about the other. With --by rating, 1 means that the same users like both:"
                    + " it is the cosine between the predicted ratings of the two items by all users, after the"
                    + " biases of users and items are removed."
        },
        footer = {"", "Example: rung similar movies.rung --item 1 -n 5 --titles movies.csv"})
public final class Similar implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Mixin
    private TopList listing;

    @Option(names = "--item", paramLabel = "I", required = true, description = "The item to compare with.")
    private String item;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            converter = ListChoice.ByChoice.class,
            description = "Compare by 'preference' (what people choose together) or by 'rating' (what the same people"
                    + " like) (default: preference, if the model knows any).")
    private By by = By.BOTH;

    @Spec
    private CommandSpec spec;

    /** Creates the command; picocli sets its options. */
    public Similar() {}

    @Override
    public Integer call() throws IOException {
        listing.prepare();
        Model model = argument.read();
        listing.checkTitles(model.items());
        int number = argument.item(item, listing.titles());
        Ids items = model.items();
        List<Scored> best = similar(model, number, listing.count(items.size()));
        PrintWriter out = spec.commandLine().getOut();
        if (listing.isJson()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("item", item);
            if (listing.hasTitles()) {
                facts.put("title", listing.titles().get(item));
            }
            facts.put("similar", listing.facts("item", items, best, "similarity"));
            out.println(Json.object(facts));
        } else {
            if (listing.hasTitles()) {
                out.println("like " + listing.titled(item) + ":");
            }
            listing.print(out, "item", items, best);
        }
        return 0;
    }

    private List<Scored> similar(Model model, int number, int count) {
        try {
            return model.similar(number, count, by);
        } catch (IllegalStateException e) {
            throw new InputException(argument.path() + ": " + e.getMessage());
        }
    }
}
