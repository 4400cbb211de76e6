package rung.cli.ratings;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.output.FieldLines;
import rung.cli.output.JsonLines;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.terminal.BadLineOptions;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ColumnOptions;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.data.NearNames;
import rung.file.ratings.RatingsFile;
import rung.page.Json;
import rung.page.NumberText;
import rung.ratings.Model;

/** {@code rung predict}: predicts how users would rate items. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        description = {
            "Predicts ratings for pairs of a user and an item.",
            "",
            "Each line of the input holds a user and an item; further fields are ignored, so a file"
                    + " of ratings will do, and what 'rung train' takes for its header is no pair. Writes user, item and prediction in the same order, separated by"
                    + " tabs and without a header; to a file in .csv as CSV with a header, and with --json or to a file in .jsonl as an object in each line. If the model does not know the user or the item of a pair, it"
                    + " predicts the constant that predictions begin with, which is near the mean of the ratings, shifted by how high or low the one that it"
                    + " knows usually is (its bias), and says so;"
                    + " --unknown decides otherwise."
        },
        footer = {
            "",
            "Examples:",
            "  rung predict movies.rung pairs.csv -o predictions.tsv",
            "  rung predict movies.rung --user 1 --item 318"
        })
public final class Predict implements Callable<Integer> {
    /** What becomes of pairs whose user or item the model does not know: predicted, left out, or predicted and marked. */
    enum UnknownPairs {
        BIAS,
        DROP,
        FLAG
    }

    /** The words of {@code --unknown}. */
    static final class UnknownPairsChoice extends Choice<UnknownPairs> {
        UnknownPairsChoice() {
            super(UnknownPairs.values());
        }
    }

    @Mixin
    private ModelArgument argument;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PAIRS", description = "The file of pairs.")
    private InputFile input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "The file to write (default: standard output).")
    private OutputFile output;

    @Option(
            names = "--user",
            paramLabel = "U",
            description = "Predict for this user, instead of reading a file; needs --item.")
    private String user;

    @Option(
            names = "--item",
            paramLabel = "I",
            description = "Predict for this item, instead of reading a file; needs --user.")
    private String item;

    @Option(
            names = "--titles",
            paramLabel = "FILE",
            description =
                    "A file with an item and its title in each line: writes titles, too. --item may be a title, if only"
                            + " one item has it.")
    private InputFile titlesFile;

    @Option(names = "--json", description = "Write JSON, an object for each pair in a line.")
    private boolean json;

    @Mixin
    private ColumnOptions columns;

    @Mixin
    private BadLineOptions badLines;

    @Option(
            names = "--unknown",
            paramLabel = "WHAT",
            defaultValue = "bias",
            converter = UnknownPairsChoice.class,
            description =
                    "What to do with pairs whose user or item the model does not know: 'bias' predicts them like the others, 'flag' also adds a"
                            + " field 'cold' to their lines, 'drop' leaves them out (default: ${DEFAULT-VALUE}).")
    private UnknownPairs unknown;

    @Spec
    private CommandSpec spec;

    private ItemTitles titles;
    private long written;
    private long coldOnes;
    private List<String> skipped = List.of();

    /** Creates the command; picocli sets its options. */
    public Predict() {}

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        requireOneForm();
        titles = new ItemTitles(titlesFile);
        if (input == null) {
            predictOne(argument.readWithRatings());
            return 0;
        }
        if (output != null) {
            output.check(Written.LISTS, input, argument.file());
        }
        Model model = argument.readWithRatings();
        titles.check(model.items(), spec.commandLine().getErr());
        PrintWriter out = spec.commandLine().getOut();
        Optional<OutputFile> target = Optional.ofNullable(output);
        if (json || JsonLines.isNamed(target)) {
            JsonLines.write(
                    target,
                    out,
                    lines -> forEachPair(model, (u, i, prediction) -> lines.line(facts(u, i, prediction))));
        } else {
            FieldLines.write(
                    target,
                    out,
                    names(),
                    lines -> forEachPair(
                            model, (u, i, prediction) -> lines.line(fields(u, i, prediction, lines.isCsv()))));
        }
        skipped.forEach(each -> Terminal.note(spec.commandLine().getErr(), each));
        if (coldOnes > 0) {
            Terminal.note(
                    spec.commandLine().getErr(),
                    coldOnes + (coldOnes == 1 ? " pair has" : " pairs have")
                            + " a user or item that the model does not know: "
                            + (unknown == UnknownPairs.DROP
                                    ? "left out"
                                    : "predicted from the mean and what bias is known"));
        }
        if (output != null && !output.isStandardOutput()) {
            Terminal.result(
                    out,
                    "%s: %s   (%s)",
                    Words.count(written, "prediction"),
                    output,
                    NumberText.duration(Seconds.since(began)));
        }
        return 0;
    }

    private void requireOneForm() {
        boolean isPair = user != null || item != null;
        String sentence = null;
        if (isPair && (input != null || output != null)) {
            sentence = "--user and --item ask for one prediction on standard output, so "
                    + (input != null ? "a file of pairs" : "--output") + " does not go with them";
        } else if (isPair && (user == null || item == null)) {
            sentence = "--user and --item go together, " + (user == null ? "--user" : "--item") + " is missing";
        } else if (isPair && columns.areGiven()) {
            sentence = "columns are for a file of pairs, not for --user and --item";
        } else if (!isPair && input == null) {
            sentence = "a file of pairs is missing, or --user and --item";
        }
        if (sentence != null) {
            throw new ParameterException(spec.commandLine(), sentence);
        }
    }

    /** Takes a pair and its prediction. */
    @FunctionalInterface
    private interface PredictionWriter {
        void write(String user, String item, Model.Prediction prediction) throws IOException;
    }

    private void forEachPair(Model model, PredictionWriter writer) throws IOException {
        skipped = badLines.read(skipsBad ->
                RatingsFile.forEachPair(input.path(), columns.columns(), skipsBad, (u, i, line) -> {
                    Model.Prediction prediction = model.predict(u, i);
                    coldOnes += prediction.cold() ? 1 : 0;
                    if (!prediction.cold() || unknown != UnknownPairs.DROP) {
                        written++;
                        writer.write(u, i, prediction);
                    }
                }));
    }

    private String[] names() {
        List<String> names = new ArrayList<>(List.of("user", "item", "prediction"));
        if (titlesFile != null) {
            names.add("title");
        }
        if (unknown == UnknownPairs.FLAG) {
            names.add("cold");
        }
        return names.toArray(String[]::new);
    }

    private String[] fields(String u, String i, Model.Prediction prediction, boolean hasAll) {
        List<String> fields = new ArrayList<>(List.of(u, i, FieldLines.number(prediction.value())));
        if (titlesFile != null) {
            fields.add(titles.byItem().getOrDefault(i, ""));
        }
        if (unknown == UnknownPairs.FLAG && (hasAll || prediction.cold())) {
            fields.add(prediction.cold() ? "cold" : "");
        }
        return fields.toArray(String[]::new);
    }

    private Map<String, Object> facts(String u, String i, Model.Prediction prediction) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("user", u);
        facts.put("item", i);
        if (titlesFile != null) {
            facts.put("title", titles.byItem().get(i));
        }
        facts.put("prediction", (float) prediction.value());
        facts.put("cold", prediction.cold());
        return facts;
    }

    private void predictOne(Model model) {
        PrintWriter err = spec.commandLine().getErr();
        titles.check(model.items(), err);
        OptionalInt found = titles.find(model.items(), item);
        String name = found.isPresent() ? model.items().name(found.getAsInt()) : item;
        Model.Prediction prediction = model.predict(user, name);
        boolean isLeftOut = prediction.cold() && unknown == UnknownPairs.DROP;
        if (prediction.cold()) {
            boolean userIsNew = model.users().find(user).isEmpty();
            if (userIsNew) {
                note(err, NearNames.unknown("user", model.users(), user, Map.of()));
            }
            if (found.isEmpty()) {
                note(err, NearNames.unknown("item", model.items(), item, titles.byItem()));
            }
            note(err, isLeftOut ? "nothing is predicted" : guess(userIsNew, found.isEmpty()));
        }
        if (isLeftOut) {
            return;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.object(facts(user, name, prediction)));
            return;
        }
        out.printf(
                Locale.ROOT,
                "%s%s%s%n",
                NumberText.fixed(prediction.value(), 4),
                titlesFile == null ? "" : "\t" + titles.byItem().getOrDefault(name, ""),
                prediction.cold() && unknown == UnknownPairs.FLAG ? "\tcold" : "");
    }

    private void note(PrintWriter err, String sentence) {
        Terminal.note(err, argument.file() + ": " + sentence);
    }

    /** What is predicted for a pair that the model does not know. */
    private String guess(boolean userIsNew, boolean itemIsNew) {
        return "the number is "
                + (userIsNew && itemIsNew
                        ? "the constant that predictions begin with, which is near the mean of the ratings"
                        : userIsNew
                                ? "what users in general are expected to give item '" + item + "'"
                                : "what user '" + user + "' is expected to give items in general");
    }
}
