package rung.cli.separation;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.output.OutputFile;
import rung.cli.output.OutputFolder;
import rung.cli.output.Written;
import rung.cli.terminal.Choice;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Failure;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.page.Json;
import rung.separation.Method;
import rung.separation.Separation;
import rung.video.Frames;
import rung.video.Size;

/** {@code rung separate}: a matrix, a folder of images or a video in, its part of low rank and its sparse part out. */
@Command(
        name = "separate",
        mixinStandardHelpOptions = true,
        description = {
            "Separates a video into background and foreground, or any matrix into a low-rank part and"
                    + " a sparse part.",
            "",
            "Reads a video; or a folder of images, in the order of the numbers in their names; or a"
                    + " matrix as CSV, TSV, MatrixMarket or NumPy (.npy). Writes a folder that holds the"
                    + " background, the foreground |S| and a mask in the format of the input; the factors U"
                    + " (left.npy) and V (right.npy), whose product is the background; and summary.json. Rank,"
                    + " delta and threshold are chosen by the data.",
            "",
            "Videos need the programs ffmpeg and ffprobe, on the PATH or in the folder that the"
                    + " environment variable RUNG_FFMPEG names. Folders of images and matrices do not."
        },
        footer = {
            "",
            "Examples:",
            "  rung separate highway.avi -o parts --report page.html",
            "  rung separate table.csv -o parts --rank 2"
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
    private InputFile input;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTDIR",
            required = true,
            description = "The folder for the results.")
    private Path output;

    @Option(
            names = "--rank",
            paramLabel = "N",
            description = "The rank of the background (default: chosen by the data).")
    private Integer rank;

    @Option(
            names = "--delta",
            paramLabel = "D",
            description = "The residual at which Huber's loss turns from squared to absolute (default: 1.345 times"
                    + " the typical residual, followed by a last refit that ignores residuals far beyond it).")
    private Double delta;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            defaultValue = "fast-greedy",
            converter = MethodChoice.class,
            description = "fast-greedy, fast-local-search, greedy or local-search; for comparison also pca, pcp"
                    + " (principal component pursuit) or median (default: ${DEFAULT-VALUE}).")
    private Method method;

    @Option(
            names = "--paper",
            description = "For comparison, separate exactly as in the paper: 10 L-BFGS iterations for each refit,"
                    + " and rank 3 unless --rank is given.")
    private boolean paper;

    @Option(names = "--size", paramLabel = "WxH", description = "Resize the frames first, for example to 160x120.")
    private String size;

    @Option(
            names = "--color",
            description = "Separate red, green and blue instead of the luminance. A pixel is foreground if any of"
                    + " the three is.")
    private boolean color;

    @Option(
            names = "--region",
            paramLabel = "IMAGE",
            description = "Use only the pixels that are not black in this image.")
    private InputFile region;

    @Option(
            names = "--window",
            paramLabel = "N",
            description =
                    "Separate N frames at a time, for a video that does not fit into memory; 100 or more give a good"
                            + " background. It may change from one part to the next. left.npy and right.npy are those of the"
                            + " last N frames (default: all frames at once).")
    private Integer window;

    @Option(
            names = "--threshold",
            paramLabel = "T",
            description = "A pixel or entry is foreground if |S| is above this (default: 9 times the typical"
                    + " residual; 15 times with --raw-mask, and for a matrix).")
    private Double threshold;

    @Option(
            names = "--raw-mask",
            description = "Do not clean the mask. Cleaning lets the majority of the neighboring pixels decide,"
                    + " removes specks and fills holes.")
    private boolean rawMask;

    @Option(
            names = "--truth",
            paramLabel = "DIR",
            description = "A folder of true masks to compare with: 255 is foreground, 0 and 50 are background, 85"
                    + " and 170 are not scored. They belong to frames by their numbers, or by their order if there"
                    + " are as many.")
    private Path truth;

    @Option(
            names = "--as",
            paramLabel = "FORM",
            converter = FormChoice.class,
            description = "The form in which the parts of a video are written: mkv (lossless), mp4, avi, frames or"
                    + " npy (default: mkv for a video, frames for a folder of images).")
    private PartForm form;

    @Option(
            names = "--report",
            paramLabel = "PAGE",
            description = "Also write an HTML page that plays original, background and foreground side by side, or"
                    + " draws the parts of a matrix.")
    private Path report;

    @Option(
            names = "--carry-text",
            description = "Write the columns of a table that are no data, such as ids, dates and text, with each"
                    + " part, too; the names of the rows always are.")
    private boolean carryText;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    private volatile boolean isSeparating;

    /** Creates the command; picocli sets its options. */
    public Separate() {}

    @Override
    public Integer call() throws IOException {
        long began = System.nanoTime();
        SeparationOptions options = options();
        Separation separation = options.fit().separation();
        options.requireInput();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        try (Interruption interruption = new Interruption(
                        how -> {
                            terminal.say(
                                    isSeparating
                                            ? "stopping after this step; what was found so far will be written" + how
                                            : "stopped before the first step was done: nothing was written");
                            return isSeparating;
                        },
                        why -> terminal.say("%s: nothing was written", why));
                OutputFolder folder = OutputFolder.begin(output, names(options), options.inputs())) {
            interruption.cleanUpBy(() -> {
                Frames.endPrograms();
                folder.abandon();
            });
            Optional<Path> page = page(options, folder);
            try {
                SeparationProgress shown = new SeparationProgress(terminal, began, interruption::isRequested);
                Separation watched = separation.withListener(progress -> {
                    isSeparating = true;
                    shown.onStep(progress);
                });
                SeparationSummary summary = options.isMatrix()
                        ? new MatrixSeparation(options, terminal, shown).run(watched, folder, page, began)
                        : new FrameSeparation(options, terminal, shown, interruption).run(watched, folder, page, began);
                interruption.beginWriting();
                Files.writeString(folder.file(SUMMARY), Json.object(summary.facts()) + "\n");
                folder.finish();
                terminal.clear();
                if (run.printsSummary()) {
                    print(summary);
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

    private SeparationOptions options() throws IOException {
        return new SeparationOptions(
                input,
                MatrixEnding.of(input),
                output,
                new SeparationOptions.Fit(
                        Optional.ofNullable(rank),
                        Optional.ofNullable(delta),
                        method,
                        paper,
                        run.seed(),
                        run.threads()),
                Optional.ofNullable(threshold),
                new SeparationOptions.Frames(
                        size(),
                        color,
                        Optional.ofNullable(region),
                        Optional.ofNullable(window),
                        rawMask,
                        Optional.ofNullable(truth),
                        Optional.ofNullable(form)),
                Optional.ofNullable(report),
                carryText,
                RunOptions.given(spec));
    }

    private Optional<Size> size() {
        try {
            return Optional.ofNullable(size).map(Size::parse);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--size: " + e.getMessage());
        }
    }

    /** The names of what the output folder will hold. */
    private static List<String> names(SeparationOptions options) {
        List<String> names = new ArrayList<>(List.of("left.npy", "right.npy", SUMMARY));
        names.addAll(options.isMatrix() ? MatrixSeparation.names(options) : FrameSeparation.names(options));
        return names;
    }

    /** Where the page is written: into the temporary folder if it belongs to the results. */
    private static Optional<Path> page(SeparationOptions options, OutputFolder folder) throws IOException {
        if (options.report().isEmpty()) {
            return Optional.empty();
        }
        Path report = options.report().get();
        Path place = report.toAbsolutePath().normalize();
        Path target = options.output().toAbsolutePath().normalize();
        String name = String.valueOf(place.getFileName());
        if (place.equals(target)
                || target.equals(place.getParent()) && names(options).contains(name)) {
            throw new InputException(report + ": the page needs a name of its own, "
                    + (place.equals(target) ? "this is the folder of the results" : "a result is called " + name));
        }
        if (target.equals(place.getParent()) && !Files.exists(place)) {
            return Optional.of(folder.file(name));
        }
        OutputFile.check(Written.PAGE, report);
        return Optional.of(report);
    }

    private void print(SeparationSummary summary) {
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            out.println(Json.object(summary.facts()));
        } else {
            summary.sentences().forEach(sentence -> Terminal.result(out, "%s", sentence));
        }
    }
}
