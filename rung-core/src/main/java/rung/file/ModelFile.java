package rung.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import rung.Step;
import rung.engine.BiasedFactors;
import rung.ratings.Ids;
import rung.ratings.Model;
import rung.ratings.Seen;

/**
 * Keeps a trained {@link Model} in a file: docs/MODEL-FORMAT.md describes it. A file is written beside and moved into place;
 * one that is truncated, altered or of a future version is refused with a sentence.
 */
public final class ModelFile {
    /** Numbers in the section of that name, and for each step of the path. */
    private static final int MODEL = 6;

    private static final int STEP = 6;

    private ModelFile() {}

    /** Writes a model, in place of what was there. */
    public static void write(Path path, Model model) throws IOException {
        List<Section> sections = new ArrayList<>();
        BiasedFactors factors = model.factors();
        sections.add(Section.doubles("model", new double[] {
            factors.rank(), factors.mean(), factors.noise(), model.low(), model.high(), factors.iterations()
        }));
        add(sections, "users", model.users(), factors.rows());
        add(sections, "items", model.items(), factors.columns());
        sections.add(Section.ints("seen.start", model.seen().start()));
        sections.add(Section.ints("seen.items", model.seen().items()));
        sections.add(Section.bytes("facts", text(model.facts()).getBytes(StandardCharsets.UTF_8)));
        sections.add(Section.doubles("path", numbers(model.path())));
        SectionFile.write(path, SectionFile.VERSION, sections);
    }

    private static void add(List<Section> sections, String side, Ids ids, BiasedFactors.Lines lines) {
        sections.add(Section.bytes(side + ".names", ids.pool()));
        sections.add(Section.ints(side + ".offsets", ids.offsets()));
        sections.add(Section.floats(side + ".factors", lines.factors()));
        sections.add(Section.floats(side + ".biases", lines.biases()));
        sections.add(Section.floats(side + ".vars", lines.variances()));
        sections.add(Section.doubles(side + ".priors", lines.priors()));
        if (lines.hints().length > 0) {
            sections.add(Section.floats(side + ".hints", lines.hints()));
        }
    }

    /** Opens a model; the file is mapped, checked, and read. */
    public static Model read(Path path) throws IOException {
        return read(SectionFile.open(path));
    }

    /** The version of the format that a file is in. */
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

    /* One fact a line: name, tab, text. */
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
                        step.sigma(),
                        step.elapsed().toNanos() / 1e9,
                        step.heldOut().orElse(Double.NaN)))
                .toArray();
    }

    private static List<Step> steps(double[] numbers) {
        return IntStream.range(0, numbers.length / STEP)
                .mapToObj(k -> {
                    int at = k * STEP;
                    double heldOut = numbers[at + 5];
                    return new Step(
                            (int) numbers[at],
                            (int) numbers[at + 1],
                            numbers[at + 2],
                            numbers[at + 3],
                            Duration.ofNanos(Math.round(numbers[at + 4] * 1e9)),
                            Double.isNaN(heldOut) ? OptionalDouble.empty() : OptionalDouble.of(heldOut));
                })
                .toList();
    }

    /** Writes the factors of the users, or items, as .npy or else as CSV: one row each, its bias last. */
    public static void export(Path path, Model model, boolean users) throws IOException {
        BiasedFactors.Lines lines =
                users ? model.factors().rows() : model.factors().columns();
        Ids ids = users ? model.users() : model.items();
        int rank = model.factors().rank();
        FloatExport.Rows rows = (row, target) -> {
            System.arraycopy(lines.factors(), row * rank, target, 0, rank);
            target[rank] = lines.biases()[row];
        };
        if (path.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
            FloatExport.numpy(path, lines.count(), rank + 1, rows);
            return;
        }
        List<String> names = new ArrayList<>(List.of(users ? "user" : "item"));
        IntStream.rangeClosed(1, rank).forEach(k -> names.add("factor" + k));
        names.add("bias");
        List<String> labels = IntStream.range(0, ids.size()).mapToObj(ids::name).toList();
        FloatExport.csv(path, names, labels, rows);
    }
}
