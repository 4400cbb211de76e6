package rung.cli.comparison;

import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.comparison.Comparison;
import rung.comparison.ListRound;
import rung.comparison.ListStanding;
import rung.comparison.Round;
import rung.comparison.Standing;
import rung.page.NumberText;

/** Shows the progress of a comparison, and ends it when asked to. */
final class ComparisonProgress implements Listener, Comparison.Results {
    private final Terminal terminal;
    private final long began;
    private final int splits;
    private final int methods;
    private final BooleanSupplier ends;
    private int rounds; // done
    private double splitsTook;

    /**
     * Shows progress on a terminal.
     *
     * @param began when the command began, by {@link System#nanoTime()}
     * @param splits how many splits there will be
     * @param methods how many methods are compared on each
     * @param ends asked after each step whether to end
     */
    ComparisonProgress(Terminal terminal, long began, int splits, int methods, BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.splits = splits;
        this.methods = methods;
        this.ends = ends;
    }

    @Override
    public void onStage(Stage stage, String task) {
        show(stage, task, "");
    }

    @Override
    public void onStep(Listener.Progress progress) {
        Step step = progress.step();
        String error = step.heldOut().isPresent()
                ? ", error " + NumberText.error(step.heldOut().getAsDouble())
                : "";
        show(progress.stage(), progress.task(), "rank " + step.rank() + error);
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    private void show(Stage stage, String task, String step) {
        int split = rounds / methods;
        double left = split == 0 ? 0 : Math.max(0, splitsTook / split * splits - Seconds.since(began));
        ProgressLine line = ProgressLine.of(task + ": " + stage).detail(step);
        line.end(left > 0 ? "about " + Seconds.clock(left) + " left" : "");
        terminal.progress("%s", line.fitted(Terminal.columns() - 1));
    }

    @Override
    public void onRound(int number, Standing standing) {
        rounds++;
        splitsTook = rounds % methods == 0 ? Seconds.since(began) : splitsTook;
        if (standing.hasFailed()) {
            terminal.stage(
                    "split %d, %s: left out, %s",
                    number + 1, standing.name(), standing.failure().get());
            return;
        }
        Round round = standing.rounds().get(standing.rounds().size() - 1);
        terminal.stage(
                "split %d, %s: error %s, rank %d (tuning %s, fit %s)",
                number + 1,
                standing.name(),
                NumberText.error(round.testError()),
                round.rank(),
                NumberText.duration(round.tuning().seconds()),
                NumberText.duration(round.fit().seconds()));
    }

    @Override
    public void onLists(int number, ListStanding standing) {
        rounds++;
        splitsTook = rounds % methods == 0 ? Seconds.since(began) : splitsTook;
        if (standing.hasFailed()) {
            terminal.stage(
                    "split %d, lists, %s: left out, %s",
                    number + 1, standing.name(), standing.failure().get());
            return;
        }
        ListRound round = standing.rounds().get(standing.rounds().size() - 1);
        terminal.stage(
                "split %d, lists, %s: nDCG %.4f (tuning %s, fit %s)",
                number + 1,
                standing.name(),
                round.chosen().ndcg().value(),
                NumberText.duration(round.tuning().seconds()),
                NumberText.duration(round.fit().seconds()));
    }
}
