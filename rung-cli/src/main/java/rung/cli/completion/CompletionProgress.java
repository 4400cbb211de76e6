package rung.cli.completion;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;

/** Shows the progress of the completion of a table, and ends it when asked to. */
final class CompletionProgress implements Listener {
    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private String stage = "";
    private long stageBegan;
    private int climbs;
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
    }

    @Override
    public void onStep(Listener.Progress progress) {
        String name = word(progress.stage());
        if (!name.equals(stage)) {
            finishStage();
            stage = name;
            climbs = 0;
            highest = 0;
        }
        Step step = progress.step();
        climbs += step.step() == 1 ? 1 : 0;
        highest = Math.max(highest, step.rank());
        String error = step.heldOut().isPresent()
                ? String.format(
                        Locale.ROOT, "  held-out error %.4f", step.heldOut().getAsDouble())
                : "";
        terminal.pulse("%s  %s%s  %.1f s", stage, position(progress), error, Seconds.since(began));
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    /** What happens in a stage, in a word. */
    private static String word(Stage stage) {
        return stage == Stage.FITTING ? "completing" : stage.toString();
    }

    /** How far the stage is: by draws where there are many at one rank, else by the rank. */
    private static String position(Listener.Progress progress) {
        return progress.stage() == Stage.AVERAGING
                ? "draw " + progress.step().step() + "/" + progress.steps().orElseThrow()
                : "rank " + progress.step().rank();
    }

    /** Prints what came out of the stage that ends. */
    void finishStage() {
        if (!stage.isEmpty()) {
            terminal.stage(
                    "%s: %s, rank %s%d (%.1f s)",
                    stage,
                    Words.count(climbs, "climb"),
                    climbs == 1 ? "" : "up to ",
                    highest,
                    Seconds.since(stageBegan));
            stageBegan = System.nanoTime();
        }
    }
}
