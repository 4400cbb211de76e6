package rung.file.model;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.Step;
import rung.data.Ids;
import rung.engine.preference.FactorRows;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.FormatException;
import rung.linalg.FloatSequence;
import rung.linalg.IntSequence;
import rung.linalg.Side;
import rung.lists.Seen;
import rung.preferences.PreferenceModel;
import rung.ratings.Blend;
import rung.ratings.Model;
import rung.ratings.RatingModel;

/**
 * Writes a trained {@link Model} to a file and reads it back. docs/MODEL-FORMAT.md describes the format.
 *
 * <p>A model is written beside its place and moved there once it is complete. A file that is truncated, altered or of a future
 * version is refused with a {@link FormatException}.
 */
public final class ModelFile {
    /** The number of doubles in the section "model". */
    private static final int MODEL = 6;

    /** The number of doubles in the section "choice". */
    private static final int CHOICE = 8;

    /** The version of the format for models that predict ratings alone, which old readers understand. */
    private static final int RATINGS_ALONE = 1;

    /** The version for models with preferences that tell nothing of ratings. */
    private static final int PREFERENCES_APART = 2;

    /** The number of doubles for each step in the section "path". */
    private static final int STEP = 6;

    /** Where the large parts of a model are once it is read. */
    enum Place {
        /** In arrays. */
        MEMORY {
            @Override
            FloatSequence floats(SectionFile file, String section) throws FormatException {
                return FloatSequence.of(file.floatArray(section));
            }

            @Override
            IntSequence ints(SectionFile file, String section) throws FormatException {
                return IntSequence.of(file.intArray(section));
            }
        },
        /** In the file, which is mapped. */
        FILE {
            @Override
            FloatSequence floats(SectionFile file, String section) throws FormatException {
                return file.floats(section);
            }

            @Override
            IntSequence ints(SectionFile file, String section) throws FormatException {
                return file.ints(section);
            }
        };

        abstract FloatSequence floats(SectionFile file, String section) throws FormatException;

        abstract IntSequence ints(SectionFile file, String section) throws FormatException;
    }

    private ModelFile() {}

    /**
     * Writes a model; an existing file is replaced.
     *
     * @param path the file
     * @param model the model
     * @throws IOException if writing fails; the old file is then as it was
     */
    public static void write(Path path, Model model) throws IOException {
        SectionFile.write(path, version(model), sections(model));
    }

    /**
     * Writes a model to a stream: the same bytes that its file has.
     *
     * @param out the stream, which stays open
     * @param model the model
     * @throws IOException if writing fails
     */
    public static void write(OutputStream out, Model model) throws IOException {
        List<SectionData> sections = sections(model);
        SectionFile.write(out, SectionHeader.of(version(model), sections), sections);
    }

    private static int version(Model model) {
        if (model.preferences().isEmpty()) {
            return RATINGS_ALONE;
        }
        boolean isLinked =
                model.ratings().filter(part -> part.factors().rows().isLinked()).isPresent();
        return isLinked ? SectionFile.VERSION : PREFERENCES_APART;
    }

    private static List<SectionData> sections(Model model) {
        List<SectionData> sections = new ArrayList<>();
        model.ratings()
                .ifPresent(part -> sections.add(SectionData.doubles("model", new double[] {
                    part.factors().rank(),
                    part.factors().mean(),
                    part.factors().noise(),
                    part.low(),
                    part.high(),
                    part.factors().iterations()
                })));
        add(
                sections,
                "users",
                model.users(),
                model.ratings().map(part -> part.factors().rows()));
        add(
                sections,
                "items",
                model.items(),
                model.ratings().map(part -> part.factors().columns()));
        sections.add(SectionData.ints("seen.start", model.seen().starts().toArray()));
        sections.add(SectionData.ints("seen.items", model.seen().items().toArray()));
        if (model.seen().counts().length() > 0) {
            sections.add(SectionData.floats("seen.counts", model.seen().counts().toArray()));
        }
        model.preferences().ifPresent(part -> add(sections, part, model.blend()));
        sections.add(SectionData.bytes("facts", text(model.facts()).getBytes(StandardCharsets.UTF_8)));
        sections.add(SectionData.doubles("path", numbers(model.path())));
        return sections;
    }

    private static void add(List<SectionData> sections, String side, Ids ids, Optional<BiasedFactors.Lines> factors) {
        sections.add(SectionData.bytes(side + ".names", ids.pool()));
        sections.add(SectionData.ints(side + ".offsets", ids.offsets()));
        factors.ifPresent(lines -> {
            sections.add(SectionData.floats(side + ".factors", lines.factors()));
            sections.add(SectionData.floats(side + ".biases", lines.biases()));
            sections.add(SectionData.floats(side + ".vars", lines.variances()));
            sections.add(SectionData.doubles(side + ".priors", lines.priors()));
            if (lines.hints().length > 0) {
                sections.add(SectionData.floats(side + ".hints", lines.hints()));
            }
            if (lines.links().length > 0) {
                sections.add(SectionData.floats(side + ".links", lines.links()));
            }
        });
    }

    private static void add(List<SectionData> sections, PreferenceModel part, Blend blend) {
        sections.add(SectionData.doubles("choice", new double[] {
            part.rank(),
            part.penalty().alpha(),
            part.penalty().lambda(),
            part.penalty().nu(),
            part.typical(),
            blend.mean(),
            blend.spread(),
            blend.power()
        }));
        sections.add(SectionData.floats("users.tastes", part.users().unpadded()));
        sections.add(SectionData.floats("users.scales", part.userScales()));
        sections.add(SectionData.floats("items.tastes", part.items().unpadded()));
        sections.add(SectionData.floats("items.scales", part.itemScales()));
    }

    /**
     * Reads a model, and checks all of the file.
     *
     * @param path the file
     * @return the model
     * @throws FormatException if the file is not a whole model of a version that is known here
     */
    public static Model read(Path path) throws IOException {
        return read(SectionFile.open(path), Place.MEMORY);
    }

    /**
     * Reads a model, and checks all of the file, but leaves the factors of the users and what they rated or chose in the file, which is
     * mapped into memory: a model may be larger than the heap. All answers are the same, bit for bit, as those of {@link #read(Path)}.
     *
     * <p>The file must not be overwritten or cut short while the model is used: put another in its place by moving it there, as {@link
     * #write(Path, Model)} does. On Windows it cannot be replaced meanwhile.
     *
     * @param path the file
     * @return the model
     * @throws FormatException if the file is not a whole model of a version that is known here
     */
    public static Model map(Path path) throws IOException {
        return read(SectionFile.open(path), Place.FILE);
    }

    /**
     * Reads a model from memory, and checks all of it.
     *
     * @param name what it is called in messages
     * @param bytes the bytes of its file
     * @return the model
     * @throws FormatException if they are not a whole model of a version that is known here
     */
    public static Model read(String name, ByteBuffer bytes) throws IOException {
        return read(SectionFile.parse(name, bytes, bytes.remaining() / 8 * 8 + 8), Place.MEMORY);
    }

    /**
     * Returns the version of the format that a file is written in.
     *
     * @param path the file
     * @return the version
     * @throws IOException if the file cannot be read or is no model
     */
    public static int version(Path path) throws IOException {
        return SectionFile.open(path).version();
    }

    static Model read(SectionFile file, Place place) throws IOException {
        if (TableModelFile.isTable(file)) {
            throw file.error("is a model of a table, for 'rung complete --with'; it knows nothing of users and items");
        }
        try {
            double[] choice = file.has("choice") ? numbers(file, "choice", CHOICE) : new double[0];
            Optional<RatingModel> ratings =
                    file.has("model") || choice.length == 0 ? Optional.of(ratings(file, place)) : Optional.empty();
            Ids users = ids(file, "users");
            Ids items = ids(file, "items");
            return new Model(
                    users,
                    items,
                    ratings,
                    choice.length == 0 ? Optional.empty() : Optional.of(preferences(file, place, choice, users, items)),
                    choice.length == 0 ? Blend.NONE : new Blend(choice[5], choice[6], choice[7]),
                    new Seen(
                            file.intArray("seen.start"),
                            place.ints(file, "seen.items"),
                            file.has("seen.counts") ? place.floats(file, "seen.counts") : FloatSequence.of()),
                    facts(utf8(file.bytes("facts"))),
                    steps(file.doubles("path")));
        } catch (IllegalArgumentException e) {
            throw file.error("is damaged: " + e.getMessage());
        }
    }

    /* The numbers of a section, of which the first is a rank. */
    private static double[] numbers(SectionFile file, String section, int least) throws IOException {
        double[] numbers = file.doubles(section);
        if (numbers.length < least || !(numbers[0] >= 0 && numbers[0] <= 1e6)) {
            throw file.error("is damaged: its numbers make no sense");
        }
        return numbers;
    }

    private static RatingModel ratings(SectionFile file, Place place) throws IOException {
        double[] model = numbers(file, "model", MODEL);
        int rank = (int) model[0];
        BiasedFactors factors = new BiasedFactors(
                model[1], model[2], lines(file, place, "users", rank), lines(file, Place.MEMORY, "items", rank), (int)
                        model[5]);
        return new RatingModel(factors, model[3], model[4]);
    }

    private static PreferenceModel preferences(SectionFile file, Place place, double[] choice, Ids users, Ids items)
            throws IOException {
        int rank = (int) choice[0];
        float[] userScales = file.floatArray("users.scales");
        if (userScales.length != users.size()) {
            throw new IllegalArgumentException(
                    "there must be a scale for each of " + users.size() + " users, got " + userScales.length);
        }
        return PreferenceModel.of(
                place.floats(file, "users.tastes"),
                FactorRows.of(items.size(), rank, file.floatArray("items.tastes")),
                userScales,
                file.floatArray("items.scales"),
                new PreferenceModel.Penalty(choice[1], choice[2], choice[3]),
                choice[4]);
    }

    private static Ids ids(SectionFile file, String side) throws IOException {
        ByteBuffer names = file.bytes(side + ".names");
        byte[] pool = new byte[names.remaining()];
        names.get(pool);
        return Ids.of(pool, file.intArray(side + ".offsets"));
    }

    private static BiasedFactors.Lines lines(SectionFile file, Place place, String side, int rank) throws IOException {
        return new BiasedFactors.Lines(
                rank,
                place.floats(file, side + ".factors"),
                place.floats(file, side + ".biases"),
                place.floats(file, side + ".vars"),
                file.doubles(side + ".priors"),
                file.has(side + ".hints") ? place.floats(file, side + ".hints") : FloatSequence.of(),
                file.has(side + ".links") ? file.floatArray(side + ".links") : new float[0]);
    }

    private static String utf8(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }

    /* Writes each fact in a line of its own: name, tab, text. */
    private static String text(Map<String, String> facts) {
        StringBuilder text = new StringBuilder();
        facts.forEach((name, fact) ->
                text.append(plain(name)).append('\t').append(plain(fact)).append('\n'));
        return text.toString();
    }

    private static String plain(String text) {
        return text.replaceAll("[\t\r\n]", " ");
    }

    private static Map<String, String> facts(String text) {
        Map<String, String> facts = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int tab = line.indexOf('\t');
            facts.put(tab < 0 ? line : line.substring(0, tab), tab < 0 ? "" : line.substring(tab + 1));
        });
        return facts;
    }

    private static double[] numbers(List<Step> path) {
        return path.stream()
                .flatMapToDouble(step -> DoubleStream.of(
                        step.step(),
                        step.rank(),
                        step.value(),
                        step.sigma().orElse(Double.NaN),
                        step.seconds(),
                        step.heldOut().orElse(Double.NaN)))
                .toArray();
    }

    private static List<Step> steps(double[] numbers) {
        return IntStream.range(0, numbers.length / STEP)
                .mapToObj(k -> {
                    int at = k * STEP;
                    return new Step(
                            (int) numbers[at],
                            (int) numbers[at + 1],
                            numbers[at + 2],
                            known(numbers[at + 3]),
                            Duration.ofNanos(Math.round(numbers[at + 4] * 1e9)),
                            known(numbers[at + 5]));
                })
                .toList();
    }

    private static OptionalDouble known(double number) {
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /**
     * Writes the factors of one side that predict ratings, for other programs: one row for each user or item, the bias last. A NumPy array of float32 if the name ends in .npy, else CSV with a header and the names in the first column.
     *
     * @param side {@link Side#LEFT} for the users, {@link Side#RIGHT} for the items
     * @param path the file to write
     * @param model the model
     * @throws IOException if writing fails
     * @throws IllegalStateException if the model predicts no ratings
     */
    public static void export(Path path, Model model, Side side) throws IOException {
        FactorsFile.writeRatings(path, model, side);
    }

    /**
     * Writes the factors of preference of one side in the same way, without biases. The dot product of a user's row and an item's row is
     * the score of the item.
     *
     * @param side {@link Side#LEFT} for the users, {@link Side#RIGHT} for the items
     * @param path the file to write
     * @param model the model
     * @throws IOException if writing fails
     * @throws IllegalStateException if the model knows no preferences
     */
    public static void exportPreferences(Path path, Model model, Side side) throws IOException {
        if (model.preferences().isEmpty()) {
            throw new IllegalStateException("the model was trained on ratings alone, so it knows no preferences");
        }
        FactorsFile.writePreferences(path, model, side);
    }
}
