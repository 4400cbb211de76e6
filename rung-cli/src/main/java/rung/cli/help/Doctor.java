package rung.cli.help;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.page.NumberText;
import rung.video.Frames;

/** {@code rung doctor}: says what works on this machine, and how to get the rest. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Says what works on this machine, and how to get the rest.",
            "",
            "Writes a line for each thing: Java, kernels, cores, memory, videos, a browser, temporary files, and a small problem that is solved.",
            "Exits with 1 if something is missing that every command needs."
        },
        footer = {"", "Examples:", "  rung doctor", "  rung doctor > report.txt"})
public final class Doctor implements Callable<Integer> {
    private static final int ROWS = 40;
    private static final int COLUMNS = 30;

    private static final List<String> BROWSERS = List.of(
            "firefox",
            "firefox-esr",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "brave-browser",
            "microsoft-edge",
            "epiphany");

    /** Where the browsers that come with macOS and Windows are. */
    private static final List<String> SYSTEM_BROWSERS =
            List.of("/Applications/Safari.app", "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe");

    /** The error of a table without noise that is right. */
    private static final double RIGHT = 1e-3;

    /** On a terminal of fewer columns, lines after the first begin at the left, not below the words of the first. */
    private static final int NARROW = 80;

    @Spec
    private CommandSpec spec;

    private PrintWriter out;
    private boolean isWell = true;

    /** Creates the command. */
    public Doctor() {}

    @Override
    public Integer call() {
        out = spec.commandLine().getOut();
        Runtime machine = Runtime.getRuntime();
        good("Rung", Provenance.libraryVersion());
        Provenance here = Provenance.of("", "", "", 0, 1);
        good("Java", here.java() + " on " + here.system());
        Optional<String> hint = Provenance.fasterKernels();
        if (hint.isPresent()) {
            lacking("Kernels", here.kernels() + ": everything works, but more slowly; " + hint.get());
        } else {
            good("Kernels", here.kernels() + ", on " + here.cpu());
        }
        good("Cores", machine.availableProcessors() + "; Rung uses all of them, or as many as --threads says");
        good(
                "Memory",
                "Rung may use " + gigabytes(machine.maxMemory())
                        + "; the environment variable RUNG_JAVA_OPTIONS=-Xmx8g makes that 8 GB");
        if (Frames.hasVideos()) {
            good("Videos", "ffmpeg is there to read and write them");
        } else {
            lacking(
                    "Videos",
                    "folders of images work; video files need ffmpeg, which this installs: "
                            + Frames.howToHaveVideos());
        }
        good("Browser", browser() + "; it shows reports and the pages of 'rung serve'");
        temporaryFiles();
        solve();
        return isWell ? 0 : ExitStatus.FAILED;
    }

    /** The browser of this machine, in words; that none is found is no fault, since any machine's browser opens the pages. */
    private static String browser() {
        List<Path> places = Stream.of(
                        Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
                .filter(place -> !place.isEmpty())
                .map(Path::of)
                .toList();
        return BROWSERS.stream()
                .filter(name -> places.stream().anyMatch(place -> Files.isExecutable(place.resolve(name))))
                .findFirst()
                .or(() -> SYSTEM_BROWSERS.stream()
                        .filter(path -> Files.exists(Path.of(path)))
                        .findFirst())
                .orElse("none was found; the browser of another machine will do");
    }

    private void temporaryFiles() {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            Files.delete(Files.createTempFile("rung", ".tmp"));
            good(
                    "Temporary files",
                    "go to " + folder + ", where "
                            + gigabytes(Files.getFileStore(folder).getUsableSpace()) + " are free");
        } catch (IOException e) {
            bad(
                    "Temporary files",
                    "cannot be written to " + folder
                            + "; name another folder with RUNG_JAVA_OPTIONS=-Djava.io.tmpdir=FOLDER");
        }
    }

    /** Completes a table of rank one of which a third is hidden: what is filled in must be what was hidden. */
    private void solve() {
        Random random = new Random(1);
        double[] u = random.doubles(ROWS, 1, 2).toArray();
        double[] v = random.doubles(COLUMNS, 1, 2).toArray();
        Matrix table = new Matrix(ROWS, COLUMNS);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                table.set(i, j, random.nextInt(3) == 0 ? Double.NaN : u[i] * v[j]);
            }
        }
        long began = System.nanoTime();
        LowRankMatrix full =
                Completion.byDefault().complete(Observations.withHoles(table)).matrix();
        double worst = 0;
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                worst = Math.max(worst, Math.abs(full.get(i, j) - u[i] * v[j]) / (u[i] * v[j]));
            }
        }
        double seconds = Seconds.since(began);
        if (worst < RIGHT) {
            good("A small table", "was completed correctly in " + NumberText.duration(seconds));
        } else {
            bad(
                    "A small table",
                    String.format(
                            Locale.ROOT, "was completed wrongly, by up to %.2g of a value; please report it", worst));
        }
    }

    private static String gigabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    private void good(String what, String words) {
        say("ok", what, words);
    }

    private void lacking(String what, String words) {
        say("could be better", what, words);
    }

    private void bad(String what, String words) {
        isWell = false;
        say("MISSING", what, words);
    }

    private void say(String state, String what, String words) {
        String line = String.format("%-16s %-16s %s", what, state, words);
        boolean isNarrow = Terminal.outputColumns() < NARROW;
        out.println(Words.wrapped(line, Terminal.outputColumns(), " ".repeat(isNarrow ? 4 : 34)));
    }
}
