package rung.cli.completion;

import java.util.Locale;
import rung.Listener;
import rung.Step;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.completion.Completion;

/** Shows the progress of the completion of a table. */
final class CompletionProgress implements Completion.Progress {
    private final Terminal terminal;
    private final long began;
    private String stage = "";
    private long stageBegan;
    private int climbs;
    private int highest;

    /**
     * Shows progress on a terminal.
     *
     * @param began when the command began, by {@link System#nanoTime()}
     */
    CompletionProgress(Terminal terminal, long began) {
        this.terminal = terminal;
        this.began = began;
        this.stageBegan = System.nanoTime();
    }

    @Override
    public void onStep(String stageName, Listener.Progress progress) {
        if (!stageName.equals(stage)) {
            finishStage();
            stage = stageName;
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
        terminal.pulse("%s  rank %d%s  %.1f s", stage, step.rank(), error, Seconds.since(began));
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
