package rung.cli.completion;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rung.Algorithm;
import rung.Solution;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.cli.output.OutputFile;
import rung.cli.output.Written;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.completion.Completion;
import rung.completion.Synthetic;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;
import rung.page.NumberText;
import rung.page.Plot;

/** {@code rung demo}: completes a matrix as in the paper, by the paper's two fast algorithms and by Rung's default. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Completes a noisy matrix of rank 5 from a fifth of its entries.",
            "",
            "The setting is the paper's: a 100x100 matrix, r*=5, 20 %% of the entries known, SNR 10"
                    + " (the ratio of the standard deviations of signal and noise). Runs Fast Greedy and Fast"
                    + " Local Search exactly as in the paper, and Rung's default, at ranks 1 to 20. Prints and"
                    + " plots the error on the unknown entries at each rank. Then completes the matrix as 'rung"
                    + " complete' does, without being given the rank."
        },
        footer = {"", "Examples:", "  rung demo", "  rung demo --seeds 10 -o plot.svg"})
public final class Demo implements Callable<Integer> {
    private static final int SIZE = 100;
    private static final int TRUE_RANK = 5;
    private static final double OBSERVED = 0.2;
    private static final double SNR = 10;
    private static final int RANKS = 20;
    private static final int PAPER_ITERATIONS = 3;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "rung-demo.svg",
            description =
                    "The file for the plot: PNG if its name ends in .png, else SVG (default:" + " ${DEFAULT-VALUE}).")
    private OutputFile output;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "The seed of the first random matrix (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many random matrices to average over (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    /** A method that is run at every rank: a column of the table and a curve of the plot. */
    private record Method(String name, IntFunction<Algorithm> ofRank) {}

    private static final List<Method> METHODS = List.of(
            new Method("Fast Greedy (paper)", rank -> FastGreedy.asInPaper(rank, PAPER_ITERATIONS)),
            new Method("Fast Local Search (paper)", rank -> FastLocalSearch.asInPaper(rank, PAPER_ITERATIONS)),
            new Method("Rung's default", FastLocalSearch::ofRank));

    /** Creates the command; picocli sets its options. */
    public Demo() {}

    @Override
    public Integer call() throws IOException {
        if (seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--seeds must be at least 1, got " + seeds);
        }
        output.check(Written.PLOT);
        PrintWriter out = output.isStandardOutput()
                ? spec.commandLine().getErr()
                : spec.commandLine().getOut();
        Terminal terminal = new Terminal(spec.commandLine().getErr(), quiet);
        long began = System.nanoTime();
        double[][] errors = new double[METHODS.size()][RANKS + 1];
        for (int k = 0; k < seeds; k++) {
            Synthetic instance = new Synthetic(SIZE, SIZE, TRUE_RANK, OBSERVED, SNR, seed + k);
            for (int method = 0; method < errors.length; method++) {
                for (int rank = 1; rank <= RANKS; rank++) {
                    Solution solution = METHODS.get(method)
                            .ofRank
                            .apply(rank)
                            .minimize(Entrywise.of(instance.data(), Loss.squared()));
                    double error = instance.testError(solution.matrix());
                    errors[method][rank] += error / seeds;
                    terminal.progress(
                            "matrix %d of %d: %s, rank %d of %d, error %.4f",
                            k + 1, seeds, METHODS.get(method).name, rank, RANKS, error);
                }
            }
        }
        StringBuilder ranks = new StringBuilder();
        double unguided = 0;
        boolean isAboveTrueRank = false;
        for (int k = 0; k < seeds; k++) {
            Synthetic instance = new Synthetic(SIZE, SIZE, TRUE_RANK, OBSERVED, SNR, seed + k);
            Completion.Completed completed = Completion.byDefault().complete(instance.data());
            unguided += instance.testError(completed.matrix()) / seeds;
            isAboveTrueRank |= completed.rank() > TRUE_RANK;
            ranks.append(k == 0 ? "" : ", ").append(completed.rank());
            terminal.progress("matrix %d of %d: told nothing", k + 1, seeds);
        }
        terminal.clear();
        print(out, errors);
        out.println();
        Terminal.result(
                out, "Told nothing of the rank, 'rung complete' reaches %.4f (chosen: rank %s).", unguided, ranks);
        if (isAboveTrueRank && unguided <= errors[METHODS.size() - 1][TRUE_RANK]) {
            Terminal.result(
                    out,
                    "A chosen rank above %d does no harm: what is added is damped by as much of it as is noise.",
                    TRUE_RANK);
        }
        output.write("plot.svg", file -> plot(errors).write(file));
        Terminal.result(
                out,
                "plot: %s   (%s)",
                output.isStandardOutput()
                        ? output
                        : output.path().toAbsolutePath().normalize(),
                NumberText.duration(Seconds.since(began)));
        out.flush();
        out.println("A recommender to look at: rung serve --demo");
        return 0;
    }

    private void print(PrintWriter out, double[][] errors) {
        out.printf(
                Locale.ROOT,
                "Completing a %dx%d matrix of rank %d from %.0f %% of its entries, SNR %.0f (standard deviations).%n",
                SIZE,
                SIZE,
                TRUE_RANK,
                100 * OBSERVED,
                SNR);
        out.printf(
                "Normalized error on the entries not observed, mean over seeds %d to %d:%n%n", seed, seed + seeds - 1);
        out.print("rank");
        METHODS.forEach(method -> out.print("   " + method.name));
        out.println();
        for (int rank = 1; rank <= RANKS; rank++) {
            out.printf("%4d", rank);
            for (int method = 0; method < errors.length; method++) {
                String mark = rank == best(errors[method]) ? " *" : "  ";
                String cell = String.format(Locale.ROOT, "%.4f%s", errors[method][rank], mark);
                out.print("   "
                        + " ".repeat(Math.max(0, METHODS.get(method).name.length() - cell.length())) + cell);
            }
            out.println();
        }
        out.println("* the lowest of its column");
    }

    private static int best(double[] errors) {
        int best = 1;
        for (int rank = 2; rank < errors.length; rank++) {
            best = errors[rank] < errors[best] ? rank : best;
        }
        return best;
    }

    private static Plot plot(double[][] errors) {
        List<Plot.Series> series = new ArrayList<>();
        for (int method = 0; method < errors.length; method++) {
            double[] x = new double[RANKS];
            double[] y = new double[RANKS];
            for (int rank = 1; rank <= RANKS; rank++) {
                x[rank - 1] = rank;
                y[rank - 1] = errors[method][rank];
            }
            series.add(new Plot.Series(METHODS.get(method).name, x, y));
        }
        return Plot.lines(
                        "Test error against rank (100×100, r*=5, p=0.2, SNR=10)",
                        "rank",
                        "normalized test error",
                        series)
                .logarithmic()
                .whole();
    }
}
