package rung.cli.paper;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.ExitStatus;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.RunOptions;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.page.NumberText;

/** {@code rung paper}: the tables and figures of the paper, run again. */
@Command(
        name = "paper",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the paper's tables and figures again.",
            "",
            "Runs the algorithms exactly as in the paper, the methods the paper compares with, and"
                    + " Rung's default, and prints our numbers beside the paper's. Writes report.html,"
                    + " results.json, and each chart as SVG and PNG. The same seed gives the same numbers,"
                    + " except for times. Everything together takes up to half an hour on two processors."
                    + " Ctrl-C stops and writes what is finished.",
            "",
            "Names: figure1 (train error by rank), figure2 (a video), figure3 and figure5 (test error"
                    + " by rank), table1 (lowest test error), table2 (recommenders), table3 (run times),"
                    + " figure4 (local search on ratings), figure6 (inner iterations)."
        },
        footer = {
            "",
            "Examples:",
            "  rung paper -o again --data movielens",
            "  rung paper table2 --data movielens -o table2"
        })
public final class Paper implements Callable<Integer> {
    private static final int BAR = 16;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "The tables and figures to run (default: all).")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUTDIR",
            required = true,
            description = "The folder for the results.")
    private Path output;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data",
            description = "The folder that holds ml-100k, ml-1m, ml-10M100K and highway. What needs data that is"
                    + " not there is left out (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(names = "--quick", description = "Use few seeds, and MovieLens 100K only. Takes three minutes.")
    private boolean quick;

    @Mixin
    private RunOptions run;

    @Spec
    private CommandSpec spec;

    private volatile String current = "";
    private volatile String kept = "nothing was written";
    private volatile OutputFolder folder; // the one that is being written, or was written last

    /** Creates the command; picocli sets its options. */
    public Paper() {}

    @Override
    public Integer call() throws IOException {
        Reproduction paper = new Reproduction();
        List<String> wanted = wanted(paper);
        requireData();
        long began = System.nanoTime();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), run.isQuiet());
        OutputFolder.begin(output, List.of(), List.of(data)).close(); // fails now if nothing can be written there
        try (Interruption interruption = new Interruption(
                how -> {
                    terminal.say("stopping; what is finished will be kept" + how);
                    return true;
                },
                why -> terminal.say("%s: %s", why, kept))) {
            interruption.cleanUpBy(() -> Optional.ofNullable(folder).ifPresent(OutputFolder::abandon));
            PaperReport report = new PaperReport(options());
            Map<String, Outcome> outcomes = new LinkedHashMap<>();
            Conditions conditions =
                    new Conditions(data, quick, run.seed(), run.threads(), watcher(terminal, interruption, began));
            for (String name : wanted) {
                if (interruption.isRequested()) {
                    break;
                }
                current = name;
                long start = System.nanoTime();
                try {
                    Outcome outcome = paper.run(name, conditions);
                    outcomes.put(name, outcome);
                    report.add(name, paper.title(name), outcome, Seconds.since(start));
                    terminal.stage("%s: %s (%s)", name, paper.title(name), NumberText.duration(Seconds.since(start)));
                    outcome.leftOut().forEach(terminal::note);
                } catch (CancellationException e) {
                    break;
                }
                if (!outcomes.values().stream().allMatch(Outcome::isEmpty)) { // else there is nothing to keep
                    write(report, wanted);
                }
                interruption.noteProgress();
            }
            interruption.beginWriting();
            terminal.clear();
            if (outcomes.isEmpty()) {
                terminal.say("stopped: %s", kept);
                return ExitStatus.INTERRUPTED;
            }
            if (interruption.isRequested()) {
                terminal.say("stopped early: %s", kept);
            }
            if (!interruption.isRequested() && outcomes.values().stream().allMatch(Outcome::isEmpty)) {
                throw new InputException("nothing was run, since " + data + " does not hold the data that "
                        + String.join(", ", outcomes.keySet()) + (outcomes.size() == 1 ? " needs" : " need"));
            }
            if (run.printsSummary()) {
                say(paper, outcomes, report, began);
            }
            return interruption.isRequested() ? ExitStatus.INTERRUPTED : 0;
        }
    }

    /** Writes what is finished, so that it stays whatever happens to the rest. */
    private void write(PaperReport report, List<String> wanted) throws IOException {
        try (OutputFolder part = OutputFolder.begin(output, List.of(), List.of(data))) {
            folder = part;
            report.write(part::file, wanted);
            part.finish();
        }
        kept = output + " holds " + String.join(", ", report.names());
    }

    /** Fails if a folder of data is named that is not there. */
    private void requireData() {
        if (spec.commandLine().getParseResult().hasMatchedOption("--data") && !Files.isDirectory(data)) {
            throw new InputException(data + (Files.exists(data) ? ": is a file" : ": does not exist")
                    + "; --data names the folder that holds ml-100k and the like");
        }
    }

    private List<String> wanted(Reproduction paper) {
        for (String name : names) {
            if (!paper.names().contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "there is no '" + name + "' in the paper; there are " + String.join(", ", paper.names()));
            }
        }
        return names.isEmpty()
                ? paper.names()
                : paper.names().stream().filter(names::contains).toList();
    }

    private Conditions.Watcher watcher(Terminal terminal, Interruption interruption, long began) {
        return new Conditions.Watcher() {
            @Override
            public void onUnit(String what, int done, int all) {
                int full = BAR * done / Math.max(1, all);
                terminal.pulse(
                        "%-7s [%s%s] %s  %s",
                        current,
                        "#".repeat(full),
                        ".".repeat(BAR - full),
                        what,
                        NumberText.duration(Seconds.since(began)));
            }

            @Override
            public boolean isStopped() {
                return interruption.isRequested();
            }
        };
    }

    private Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("names", names.isEmpty() ? "all" : String.join(" ", names));
        options.put("seed", String.valueOf(run.seed()));
        options.put("quick", quick ? "yes" : "no");
        options.put("threads", String.valueOf(run.threads()));
        return options;
    }

    private void say(Reproduction paper, Map<String, Outcome> outcomes, PaperReport report, long began) {
        PrintWriter out = spec.commandLine().getOut();
        if (run.isJson()) {
            out.println(report.json());
            out.flush();
            return;
        }
        outcomes.forEach((name, outcome) -> {
            out.println(name + ": " + paper.title(name));
            print(out, outcome.rows());
            outcome.claims()
                    .forEach(claim -> out.println((claim.holds() ? "  agrees: " : "  DIFFERS: ") + claim.seen()));
            out.println();
        });
        out.printf(
                Locale.ROOT,
                "%s   (%s)%n",
                output.resolve(PaperReport.PAGE).toAbsolutePath().normalize(),
                NumberText.duration(Seconds.since(began)));
        out.flush();
    }

    private static void print(PrintWriter out, List<Outcome.Row> rows) {
        String where = "";
        for (Outcome.Row row : rows) {
            if (!row.where().equals(where)) {
                where = row.where();
                out.println("  " + where);
            }
            String error = PaperReport.number(row.ours().standardError());
            out.printf(
                    Locale.ROOT,
                    "    %-34s %8s %-8s  %-14s %s%n",
                    row.what(),
                    PaperReport.number(OptionalDouble.of(row.ours().mean())),
                    error.isEmpty() ? "" : "± " + error,
                    row.paper().isEmpty()
                            ? ""
                            : "paper " + NumberText.general(row.paper().getAsDouble()),
                    row.remark());
        }
    }
}
