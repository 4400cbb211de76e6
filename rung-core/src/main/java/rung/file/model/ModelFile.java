package rung.file.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.Step;
import rung.data.Ids;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.FormatException;
import rung.linalg.Side;
import rung.lists.Seen;
import rung.ratings.Model;

/**
 * Writes a trained {@link Model} to a file and reads it back. docs/MODEL-FORMAT.md describes the format.
 *
 * <p>A model is written beside its place and moved there once it is complete. A file that is truncated, altered or of a future
 * version is refused with a {@link FormatException}.
 */
public final class ModelFile {
    /** The number of doubles in the section "model". */
    private static final int MODEL = 6;

    /** The number of doubles for each step in the section "path". */
    private static final int STEP = 6;

    private ModelFile() {}

    /**
     * Writes a model; an existing file is replaced.
     *
     * @param path the file
     * @param model the model
     * @throws IOException if writing fails; the old file is then as it was
     */
    public static void write(Path path, Model model) throws IOException {
        List<SectionData> sections = new ArrayList<>();
        BiasedFactors factors = model.factors();
        sections.add(SectionData.doubles("model", new double[] {
            factors.rank(), factors.mean(), factors.noise(), model.low(), model.high(), factors.iterations()
        }));
        add(sections, "users", model.users(), factors.rows());
        add(sections, "items", model.items(), factors.columns());
        sections.add(SectionData.ints("seen.start", model.seen().starts()));
        sections.add(SectionData.ints("seen.items", model.seen().items()));
        sections.add(SectionData.bytes("facts", text(model.facts()).getBytes(StandardCharsets.UTF_8)));
        sections.add(SectionData.doubles("path", numbers(model.path())));
        SectionFile.write(path, SectionFile.VERSION, sections);
    }

    private static void add(List<SectionData> sections, String side, Ids ids, BiasedFactors.Lines lines) {
        sections.add(SectionData.bytes(side + ".names", ids.pool()));
        sections.add(SectionData.ints(side + ".offsets", ids.offsets()));
        sections.add(SectionData.floats(side + ".factors", lines.factors()));
        sections.add(SectionData.floats(side + ".biases", lines.biases()));
        sections.add(SectionData.floats(side + ".vars", lines.variances()));
        sections.add(SectionData.doubles(side + ".priors", lines.priors()));
        if (lines.hints().length > 0) {
            sections.add(SectionData.floats(side + ".hints", lines.hints()));
        }
    }

    /**
     * Reads a model, and checks all of the file.
     *
     * @param path the file
     * @return the model
     * @throws FormatException if the file is not a whole model of a version that is known here
     */
    public static Model read(Path path) throws IOException {
        return read(SectionFile.open(path));
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

    static Model read(SectionFile file) throws IOException {
        try {
            double[] model = file.doubles("model");
            if (model.length < MODEL || !(model[0] >= 0 && model[0] <= 1e6)) {
                throw file.error("is damaged: its numbers make no sense");
            }
            int rank = (int) model[0];
            BiasedFactors factors = new BiasedFactors(
                    model[1], model[2], lines(file, "users", rank), lines(file, "items", rank), (int) model[5]);
            return new Model(
                    ids(file, "users"),
                    ids(file, "items"),
                    factors,
                    model[3],
                    model[4],
                    new Seen(file.intArray("seen.start"), file.intArray("seen.items")),
                    facts(utf8(file.bytes("facts"))),
                    steps(file.doubles("path")));
        } catch (IllegalArgumentException e) {
            throw file.error("is damaged: " + e.getMessage());
        }
    }

    private static Ids ids(SectionFile file, String side) throws IOException {
        ByteBuffer names = file.bytes(side + ".names");
        byte[] pool = new byte[names.remaining()];
        names.get(pool);
        return Ids.of(pool, file.intArray(side + ".offsets"));
    }

    private static BiasedFactors.Lines lines(SectionFile file, String side, int rank) throws IOException {
        return new BiasedFactors.Lines(
                rank,
                file.floatArray(side + ".factors"),
                file.floatArray(side + ".biases"),
                file.floatArray(side + ".vars"),
                file.doubles(side + ".priors"),
                file.has(side + ".hints") ? file.floatArray(side + ".hints") : new float[0]);
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
                        step.elapsed().toNanos() / 1e9,
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
     * Writes the factors of one side of a model for other programs: one row for each of its users or items, the bias last. A
     * NumPy array of float32 if the name ends in .npy, else CSV with a header and the names in the first column.
     *
     * @param side {@link Side#LEFT} for the users, {@link Side#RIGHT} for the items
     * @param path the file to write
     * @param model the model
     * @throws IOException if writing fails
     */
    public static void export(Path path, Model model, Side side) throws IOException {
        FactorsFile.write(path, model, side);
    }
}
