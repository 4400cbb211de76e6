package rung.cli.completion;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.TimeLeft;
import rung.cli.terminal.Words;
import rung.data.Observations;

/** Shows the progress of the completion of a table, estimates how long it will take, and ends it when asked to. */
final class CompletionProgress implements Listener {
    /** The number of steps after which a climb that may be longer usually ends. */
    private static final int USUAL_STEPS = 10;

    /** The cost of a step that does not depend on the rank: a step at rank r costs about r² + OVERHEAD. */
    private static final double OVERHEAD = 20;

    /** The stage of all fits by the kinds of columns. */
    private static final String KINDS = "fitting kinds of columns";

    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private final TimeLeft timeLeft;
    private final double secondsOfNeighbors;
    private String stage = "";
    private long stageBegan;
    private int attempts;
    private int choices;
    private int highest;

    /**
     * Shows progress on a terminal.
     *
     * @param data what is completed
     * @param began when the command began, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    CompletionProgress(Terminal terminal, Observations data, long began, BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.ends = ends;
        this.stageBegan = System.nanoTime();
        this.timeLeft = new TimeLeft(CompletionTime.usual(data));
        this.secondsOfNeighbors = CompletionTime.ofNeighbors(data);
    }

    @Override
    public void onStep(Listener.Progress progress) {
        String name = isOfKinds(progress) ? KINDS : word(progress.stage());
        if (!name.equals(stage)) {
            finishStage();
            stage = name;
            attempts = 0;
            highest = 0;
        }
        Step step = progress.step();
        attempts += step.step() == 1 ? 1 : 0;
        choices += step.step() == 1 && progress.stage() == Stage.CHOOSING ? 1 : 0;
        highest = Math.max(highest, step.rank());
        String task = progress.task().isEmpty() || isOfKinds(progress) ? "" : " " + progress.task();
        ProgressLine line = ProgressLine.of(stage + task + ": " + position(progress));
        step.heldOut().ifPresent(error -> line.detail(String.format(Locale.ROOT, "error %.4f", error)));
        line.end(timeLeft.words(part(progress), done(progress), Seconds.since(began)));
        terminal.pulse(line);
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    /* The part by which the time that is left is told. If neighbors are asked, the last fit may have to ask them, too. */
    private String part(Listener.Progress progress) {
        if (progress.task().equals(CompletionTime.NEIGHBORS)) {
            timeLeft.expect(CompletionTime.COMPLETING, secondsOfNeighbors);
        }
        return switch (progress.stage()) {
            case CHOOSING -> isOfKinds(progress) ? progress.task() : CompletionTime.attempt(choices);
            case CHECKING -> progress.task();
            case AVERAGING -> CompletionTime.AVERAGING;
            default -> isOfKinds(progress) ? progress.task() : CompletionTime.COMPLETING;
        };
    }

    /* Whether a fit by the kinds of columns runs, which comes last if it comes at all. */
    private static boolean isOfKinds(Listener.Progress progress) {
        return progress.task().startsWith("kinds");
    }

    /** How much of the part is done, from 0 to 1: draws cost the same, steps of a climb more and more. */
    private static double done(Listener.Progress progress) {
        int step = progress.step().step();
        int steps = progress.steps().orElse(USUAL_STEPS);
        return progress.stage() == Stage.AVERAGING || progress.task().equals(CompletionTime.DRAWS)
                ? (double) step / Math.max(steps, step)
                : Math.min(1, work(step) / work(Math.min(steps, USUAL_STEPS)));
    }

    private static double work(int steps) {
        double sum = 0;
        for (int step = 1; step <= steps; step++) {
            sum += step * step + OVERHEAD;
        }
        return sum;
    }

    /** What happens in a stage, in a word. */
    private static String word(Stage stage) {
        return stage == Stage.FITTING ? "completing" : stage.toString();
    }

    /** How far the stage is: by draws where there are many at one rank, else by the rank. */
    private static String position(Listener.Progress progress) {
        return progress.stage() == Stage.AVERAGING
                ? "draw " + progress.step().step() + " of " + progress.steps().orElseThrow()
                : "rank " + progress.step().rank();
    }

    /** Prints what came out of the stage that ends. */
    void finishStage() {
        if (!stage.isEmpty()) {
            terminal.stage(
                    "%s: %s, rank %s%d (%.1f s)",
                    stage,
                    Words.count(attempts, "attempt"),
                    attempts == 1 ? "" : "up to ",
                    highest,
                    Seconds.since(stageBegan));
            stageBegan = System.nanoTime();
        }
    }
}
