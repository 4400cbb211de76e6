package rung.cli.separation;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.Provenance;
import rung.Step;
import rung.cli.output.OutputFile;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Failure;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.page.Json;
import rung.page.NumberText;
import rung.separation.Method;
import rung.separation.Separation;
import rung.video.Frames;
import rung.video.Size;

/** {@code rung separate}: a matrix, a folder of images or a video in, its part of low rank and its sparse part out. */
@Command(
        name = "separate",
        mixinStandardHelpOptions = true,
        description = {
            "Separates a video into background and foreground, or any matrix into a part of low rank and a sparse one.",
            "",
            "Reads a video, a folder of images in the order of their numbers, or a matrix as CSV, TSV, MatrixMarket or NumPy"
                    + " (.npy). Writes a folder with the background, the foreground |S| and a mask, in the form of the input;"
                    + " with the factors U (left.npy) and V (right.npy), whose product is the background, and with"
                    + " summary.json, which has the trace. Rank, delta and threshold come from the data.",
            "",
            "Videos are read and written by the programs ffmpeg and ffprobe, which must be on the PATH or in the folder that"
                    + " the environment variable RUNG_FFMPEG names. Folders of images and matrices do without."
        })
public final class Separate implements Callable<Integer> {
    /** The words of {@code --method}. */
    static final class MethodChoice extends Choice<Method> {
        MethodChoice() {
            super(Method.values());
        }
    }

    /** The words of {@code --as}. */
    static final class FormChoice extends Choice<PartForm> {
        FormChoice() {
            super(PartForm.values());
        }
    }

    private static final String SUMMARY = "summary.json";

    @Parameters(paramLabel = "IN", description = "The video, the folder of images or the matrix.")
    Path input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTDIR",
            required = true,
            description = "The folder where the results go.")
    Path output;

    @Option(names = "--rank", paramLabel = "N", description = "The rank of the background (default: chosen).")
    Integer rank;

    @Option(
            names = "--delta",
            paramLabel = "D",
            description =
                    "Where Huber's loss turns from squared to absolute (default: 1.345 times the typical residual,"
                            + " and a last refit that lets go of what is far off).")
    Double delta;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "fast-greedy",
            converter = MethodChoice.class,
            description = "fast-greedy, fast-local-search, greedy, local-search; or for comparison pca, pcp (principal"
                    + " component pursuit) or median (default: ${DEFAULT-VALUE}).")
    Method method;

    @Option(
            names = "--paper",
            description =
                    "To the letter of the paper, for comparison: 10 L-BFGS iterations for each refit, rank 3 unless --rank says"
                            + " another.")
    boolean paper;

    @Option(names = "--size", paramLabel = "WxH", description = "Resize the frames first, 160x120 say.")
    String size;

    @Option(
            names = "--color",
            description =
                    "Separate red, green and blue instead of the luminance; the mask is where any of them differs.")
    boolean color;

    @Option(
            names = "--region",
            paramLabel = "IMAGE",
            description = "Look only at the pixels that are not black in this image.")
    Path region;

    @Option(
            names = "--window",
            paramLabel = "N",
            description =
                    "For videos longer than memory: so many frames at once, some hundred or more; what is known of the background"
                            + " is carried along, and left.npy and right.npy are those of the last (default: all frames).")
    Integer window;

    @Option(
            names = "--threshold",
            paramLabel = "T",
            description =
                    "Foreground is where |S| is above (default: 9 times the typical residual, 15 times with --raw-mask and"
                            + " for a matrix).")
    Double threshold;

    @Option(
            names = "--raw-mask",
            description =
                    "No clean-up of the mask. Without this the majority of a neighbourhood decides, specks go and holes are"
                            + " filled.")
    boolean rawMask;

    @Option(
            names = "--truth",
            paramLabel = "DIR",
            description = "Masks to compare with: 255 foreground, 0 and 50 background, 85 and 170 not scored.")
    Path truth;

    @Option(
            names = "--as",
            paramLabel = "FORM",
            converter = FormChoice.class,
            description =
                    "How the parts of a video are written: mkv (lossless), mp4, avi, frames, npy (default: mkv for a video,"
                            + " frames for a folder).")
    PartForm form;

    @Option(
            names = "--report",
            paramLabel = "PAGE",
            description =
                    "An HTML page that plays original, background and foreground side by side, or draws the parts of a"
                            + " matrix.")
    Path report;

    @Mixin
    RunOptions run;

    @Spec
    private CommandSpec spec;

    private volatile boolean isSeparating;

    /** Where the page goes until all is written; null if there is none. */
    Path page;

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        Separation separation = separation();
        checkInput();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        try (Interruption interruption = new Interruption(
                        () -> {
                            terminal.say(
                                    isSeparating
                                            ? "stopping after this step; what was found so far will be written (Ctrl-C again: end now)"
                                            : "stopped before the first step was done: nothing was written");
                            return isSeparating;
                        },
                        () -> terminal.say("the step takes too long: nothing was written"));
                OutputFolder folder = OutputFolder.begin(output, results(), inputs())) {
            interruption.cleanUpBy(() -> {
                Frames.endPrograms();
                folder.abandon();
            });
            page = report == null ? null : page(folder);
            try {
                Separation watched = separation.withProgress(stage -> {
                    isSeparating = true;
                    terminal.pulse(
                            "rank %d  delta %s  typical residual %s  %.1f s",
                            stage.rank(),
                            NumberText.general(stage.delta()),
                            NumberText.general(stage.scale()),
                            Seconds.since(began));
                    return !interruption.isRequested();
                });
                Result result = MatrixSeparation.isMatrix(input)
                        ? new MatrixSeparation(this, terminal).run(watched, folder, began)
                        : new FrameSeparation(this, terminal, interruption).run(watched, folder, began);
                interruption.beginWriting();
                Files.writeString(folder.file(SUMMARY), Json.object(result.facts()) + "\n");
                folder.finish();
                terminal.clear();
                if (!run.isQuiet()) {
                    summary(result);
                }
                return interruption.isRequested() ? ExitStatus.INTERRUPTED : 0;
            } catch (IOException e) {
                IOException named = folder.named(e);
                terminal.clear();
                if (interruption.isRequested()) {
                    return failed(named, interruption);
                }
                throw named;
            } catch (RuntimeException e) {
                terminal.clear();
                if (interruption.isRequested()) {
                    return failed(e, interruption);
                }
                throw e;
            }
        }
    }

    /** Says so before the JVM ends, unless it is why. */
    private int failed(Exception e, Interruption interruption) {
        return interruption.isEnding()
                ? ExitStatus.INTERRUPTED
                : Failure.report(e, spec.commandLine().getErr());
    }

    private void checkInput() {
        if (!Files.exists(input)) {
            throw new InputException(input + ": does not exist");
        }
        if (!Files.isReadable(input)) {
            throw new InputException(input + ": cannot be read, its permissions forbid it");
        }
    }

    /** What the output folder will hold, by name. */
    private List<String> results() {
        List<String> names = new ArrayList<>(List.of("left.npy", "right.npy", SUMMARY));
        names.addAll(MatrixSeparation.isMatrix(input) ? MatrixSeparation.names(input) : FrameSeparation.names(this));
        return names;
    }

    private List<Path> inputs() {
        return Stream.of(input, truth, region).filter(Objects::nonNull).toList();
    }

    /** Where the page is written: with the results if it belongs to them. */
    private Path page(OutputFolder folder) throws IOException {
        Path place = report.toAbsolutePath().normalize();
        Path target = output.toAbsolutePath().normalize();
        String name = String.valueOf(place.getFileName());
        if (place.equals(target)
                || target.equals(place.getParent()) && results().contains(name)) {
            throw new InputException(report + ": the page needs a name of its own, "
                    + (place.equals(target) ? "this is the folder of the results" : "a result is called " + name));
        }
        if (target.equals(place.getParent()) && !Files.exists(place)) {
            return folder.file(name);
        }
        OutputFile.check(report);
        return report;
    }

    /** The way a video is written. */
    PartForm form() {
        return form != null ? form : Files.isDirectory(input) ? PartForm.FRAMES : PartForm.MKV;
    }

    private void summary(Result result) {
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            out.println(Json.object(result.facts()));
        } else {
            result.sentences().forEach(out::println);
        }
    }

    private Separation separation() {
        try {
            size();
        } catch (IllegalArgumentException e) {
            throw usage("--size: " + e.getMessage());
        }
        try {
            Separation separation = Separation.byDefault().withMethod(method).withSeed(run.seed());
            separation = rank == null ? separation : separation.withRank(rank);
            separation = delta == null ? separation : separation.withDelta(delta);
            separation = separation.withThreads(run.threads());
            if (paper) {
                if (method != Method.FAST_GREEDY && method != Method.FAST_LOCAL_SEARCH) {
                    throw usage("--paper goes with --method fast-greedy and fast-local-search only");
                }
                separation = separation.asInPaper();
            }
            if (delta != null && !method.isHuber()) {
                throw usage(
                        "--delta belongs to Huber's loss, which --method " + Choice.word(method) + " does not have");
            }
            if (rank != null && (method == Method.PCP || method == Method.MEDIAN)) {
                throw usage("--rank does not go with --method " + Choice.word(method) + ", which finds its own");
            }
            if (window != null && window < 2) {
                throw usage("--window must be at least 2 frames, got " + window);
            }
            if (threshold != null && !(threshold >= 0 && threshold < Double.POSITIVE_INFINITY)) {
                throw usage("--threshold must be a number of 0 or more, got " + threshold);
            }
            return separation;
        } catch (IllegalArgumentException e) {
            throw usage("--" + e.getMessage());
        }
    }

    /** The size asked for, or null. */
    Size size() {
        return size == null ? null : Size.parse(size);
    }

    ParameterException usage(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** What is told at the end: for programs, and for people. */
    record Result(Map<String, Object> facts, List<String> sentences) {}

    /** What every separation can tell. */
    Map<String, Object> facts(Separation.Separated separated) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("input", input.toString());
        facts.put("method", Choice.word(method) + (paper ? ", as in the paper" : ""));
        facts.put("rank", separated.low().rank());
        facts.put("delta", separated.delta());
        facts.put("scale", separated.scale());
        facts.put("stopped", separated.stopped());
        return facts;
    }

    /** The way there, for programs. */
    static List<Map<String, Object>> trace(List<Separation.Stage> path) {
        List<Map<String, Object>> trace = new ArrayList<>();
        for (Separation.Stage stage : path) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("rank", stage.rank());
            step.put("delta", stage.delta());
            step.put("value", stage.value());
            step.put("scale", stage.scale());
            step.put("seconds", Seconds.of(stage.elapsed()));
            trace.add(step);
        }
        return trace;
    }

    /** The way there, for the page. */
    static List<Step> steps(List<Separation.Stage> path) {
        List<Step> steps = new ArrayList<>();
        for (Separation.Stage stage : path) {
            steps.add(new Step(
                    steps.size() + 1,
                    stage.rank(),
                    stage.scale(),
                    Double.NaN,
                    stage.elapsed(),
                    OptionalDouble.empty()));
        }
        return steps;
    }

    /** How it was found, in words. */
    String sentence(Separation.Separated separated) {
        return String.format(
                Locale.ROOT,
                "rank %d by %s%s, typical residual %s%s",
                separated.low().rank(),
                Choice.word(method),
                Double.isNaN(separated.delta()) ? "" : ", delta " + NumberText.general(separated.delta()),
                NumberText.general(separated.scale()),
                separated.stopped() ? "; stopped before its end" : "");
    }

    /** What the page says about how it was made. */
    Map<String, String> options() {
        return RunOptions.given(spec);
    }

    Map<String, String> provenance() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("version", Provenance.libraryVersion());
        facts.put("platform", Provenance.platform());
        facts.put("seed", String.valueOf(run.seed()));
        facts.put("threads", String.valueOf(run.threads()));
        return facts;
    }
}
