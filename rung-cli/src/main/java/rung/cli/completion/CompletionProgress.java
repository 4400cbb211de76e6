package rung.cli.completion;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.TimeLeft;
import rung.cli.terminal.Words;

/** Shows the progress of the completion of a table, estimates how long it will take, and ends it when asked to. */
final class CompletionProgress implements Listener {
    /** How often a stage usually starts anew: choosing and checking try a few things. */
    private static final double USUAL_ATTEMPTS = 4;

    /** The rank that an attempt is taken to reach, before one has. */
    private static final int USUAL_RANK = 8;

    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private final TimeLeft timeLeft;
    private String stage = "";
    private long stageBegan;
    private int attempts;
    private int highest;

    /**
     * Shows progress on a terminal.
     *
     * @param began when the command began, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    CompletionProgress(Terminal terminal, long began, BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.ends = ends;
        this.stageBegan = System.nanoTime();
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put(word(Stage.CHOOSING), 0.5);
        shares.put(word(Stage.CHECKING), 0.33);
        shares.put(word(Stage.FITTING), 0.05);
        shares.put(word(Stage.AVERAGING), 0.12);
        this.timeLeft = new TimeLeft(shares);
    }

    @Override
    public void onStep(Listener.Progress progress) {
        String name = word(progress.stage());
        if (!name.equals(stage)) {
            finishStage();
            stage = name;
            attempts = 0;
            highest = 0;
        }
        Step step = progress.step();
        attempts += step.step() == 1 ? 1 : 0;
        highest = Math.max(highest, step.rank());
        String task = progress.task().isEmpty() ? "" : " " + progress.task();
        ProgressLine line = ProgressLine.of(stage + task + ": " + position(progress));
        step.heldOut().ifPresent(error -> line.detail(String.format(Locale.ROOT, "error %.4f", error)));
        line.end(timeLeft.words(stage, done(progress), Seconds.since(began)));
        terminal.pulse(line);
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    /** How much of the stage is done, from 0 to 1. */
    private double done(Listener.Progress progress) {
        double own = progress.stage() == Stage.AVERAGING
                ? (double) progress.step().step() / progress.steps().orElseThrow()
                : (double) progress.step().rank() / Math.max(USUAL_RANK, highest);
        boolean isOne = progress.stage() == Stage.FITTING || progress.stage() == Stage.AVERAGING;
        double all = isOne ? 1 : Math.max(USUAL_ATTEMPTS, attempts);
        return (Math.max(1, attempts) - 1 + Math.min(0.95, own)) / all;
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
