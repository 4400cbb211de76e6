package rung.cli.ratings;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.cli.terminal.Choice;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.Ids;
import rung.ratings.By;
import rung.ratings.ListOptions;
import rung.ratings.Model;

/** What a list of recommendations may hold and how it is ranked, for use as a {@code @Mixin}. */
final class ListChoice {
    /** The words of {@code --by}. */
    static final class ByChoice extends Choice<By> {
        ByChoice() {
            super(By.values());
        }
    }

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "both",
            converter = ByChoice.class,
            description = "Rank by 'preference' (what the user would choose), by 'rating' (how they would rate it),"
                    + " or by 'both' (default: ${DEFAULT-VALUE}).")
    private By by;

    @Option(
            names = "--surprise",
            paramLabel = "S",
            defaultValue = "0",
            description = "How much to favor items that few people know: from -1 (safe: what everybody knows) to 1"
                    + " (surprising) (default: ${DEFAULT-VALUE}).")
    private double surprise;

    @Option(
            names = "--exclude",
            paramLabel = "FILE",
            description = "A file of items that must not be listed, one in each line, by name or title.")
    private InputFile excluded;

    @Option(
            names = {"--candidates", "--only-items"},
            paramLabel = "FILE",
            description = "A file of items, one in each line, by name or title: no others are listed.")
    private InputFile only;

    @Option(
            names = "--min-ratings",
            paramLabel = "N",
            defaultValue = "0",
            description = "List only items that at least this many users rated or chose (default: ${DEFAULT-VALUE}).")
    private int least;

    /** What a rank of 0 means for lists, as a part of a sentence. */
    private static final String POPULAR = "no better list than the most popular items was found";

    /** What preferences are that do not tell items apart, as a part of a sentence. */
    static final String ALIKE = "the model's preferences hardly tell users apart";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /**
     * Makes the options of a list of at most this many items.
     *
     * @param titles of items, by which files may name them
     * @param hasReasons whether reasons are shown, so that it is said why there are none
     */
    ListOptions options(Model model, InputFile modelFile, ItemTitles titles, int length, boolean hasReasons)
            throws IOException {
        if (!(surprise >= -1 && surprise <= 1)) {
            throw new ParameterException(
                    spec.commandLine(), "--surprise must be between -1 and 1, got " + Words.plain(surprise));
        }
        if (least < 0) {
            throw new ParameterException(spec.commandLine(), "--min-ratings must not be negative, got " + least);
        }
        if (by == By.RATING && surprise != 0) {
            throw new ParameterException(spec.commandLine(), "--surprise does not go with --by rating");
        }
        if (by == By.RATING && model.ratings().isEmpty()) {
            throw new InputException(
                    modelFile + ": the model was trained on choices without ratings, so --by rating is not possible");
        }
        if (model.preferences().isEmpty()) {
            if (by == By.PREFERENCE || surprise != 0) {
                throw new InputException(modelFile + ": the model was trained on ratings alone, so "
                        + (by == By.PREFERENCE ? "--by preference" : "--surprise") + " is not possible");
            }
            if (by == By.BOTH) {
                Terminal.note(
                        spec.commandLine().getErr(),
                        modelFile + ": the model knows ratings alone, so lists are ranked by them;"
                                + " train it again to rank by what people choose too");
            }
        }
        boolean isAlone = by == By.PREFERENCE || model.ratings().isEmpty();
        if (by != By.RATING && (isAlone || hasReasons)) {
            caveat(model, isAlone)
                    .ifPresent(words -> Terminal.note(
                            spec.commandLine().getErr(), modelFile + ": " + words + ", and have no reasons"));
        }
        ListOptions options = ListOptions.of(length)
                .withBy(model.preferences().isEmpty() ? By.RATING : by)
                .withSurprise(surprise)
                .withLeastUsers(least);
        options = excluded == null ? options : options.without(items(excluded, model.items(), titles));
        return only == null ? options : options.among(items(only, model.items(), titles));
    }

    /** What is to be known of the lists of a model, as a sentence without its end; empty if users differ as they should. */
    static Optional<String> caveat(Model model) {
        return caveat(model, model.ratings().isEmpty());
    }

    private static Optional<String> caveat(Model model, boolean isByPreference) {
        double power = isByPreference ? 0 : model.blend().power();
        return model.preferences()
                .filter(part -> !part.tellsItemsApart() && model.users().size() > 1)
                .map(part -> (part.rank() == 0 ? POPULAR : ALIKE) + ", so "
                        + (power == 0
                                ? "lists are nearly the same for all"
                                : "lists differ between users by the expected rating alone"));
    }

    /**
     * What lists are ranked by, in words.
     *
     * @param power how much the expected rating counts: {@link rung.ratings.Blend#power}
     */
    static String order(double power) {
        return power == 0
                ? "preference alone"
                : "preference times the expected rating to the power of " + Words.plain(power);
    }

    /** Why a list has no items, in words that follow a colon. */
    String nothing(Model model) {
        int most = Arrays.stream(model.seen().usersByItem(model.items().size()))
                .max()
                .orElse(0);
        return least > most
                ? "--min-ratings is " + least + ", and no item has more than " + Words.count(most, "user")
                : "each was chosen by the user, is excluded, or is no candidate"
                        + (least > 0 ? ", or has fewer users than --min-ratings asks for" : "");
    }

    private int[] items(InputFile file, Ids known, ItemTitles titles) throws IOException {
        return NameList.read(
                        file,
                        "item",
                        name -> titles.find(known, name),
                        spec.commandLine().getErr())
                .stream()
                .mapToInt(k -> k)
                .toArray();
    }
}
