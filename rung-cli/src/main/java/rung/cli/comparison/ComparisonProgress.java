package rung.cli.comparison;

import java.util.Locale;
import java.util.function.BooleanSupplier;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.comparison.Comparison;
import rung.comparison.Round;
import rung.comparison.Standing;
import rung.page.NumberText;

/** Shows the progress of a comparison, and ends it when asked to. */
final class ComparisonProgress implements Comparison.Progress {
    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier goesOn;
    private int split;
    private double splitsTook;

    /**
     * Shows progress on a terminal.
     *
     * @param began when the command began, by {@link System#nanoTime()}
     * @param goesOn asked after each step whether to go on
     */
    ComparisonProgress(Terminal terminal, long began, BooleanSupplier goesOn) {
        this.terminal = terminal;
        this.began = began;
        this.goesOn = goesOn;
    }

    @Override
    public boolean goesOn(Comparison.Moment moment) {
        double now = Seconds.since(began);
        if (moment.split() > split) {
            split = moment.split();
            splitsTook = now;
        }
        String stage = switch (moment.stage()) {
            case TUNING -> String.format(Locale.ROOT, "trial %d/%d", moment.trial() + 1, moment.trials());
            case FITTING -> "fit";
            case MEASURING -> "memory";
        };
        String step = moment.step()
                .map(each -> String.format(
                        Locale.ROOT,
                        " step %d rank %d%s",
                        each.step(),
                        each.rank(),
                        each.heldOut().isPresent()
                                ? " error " + NumberText.error(each.heldOut().getAsDouble())
                                : ""))
                .orElse("");
        double left = split == 0 ? 0 : Math.max(0, splitsTook / split * moment.splits() - now);
        terminal.progress(
                "split %d/%d  %d/%d %s  %s%s%s",
                moment.split() + 1,
                moment.splits(),
                moment.method() + 1,
                moment.methods(),
                moment.name(),
                stage,
                step,
                left > 0 ? "  " + Seconds.clock(left) + " left" : "");
        return goesOn.getAsBoolean();
    }

    @Override
    public void onRound(int number, Standing standing) {
        if (standing.hasFailed()) {
            terminal.stage("split %d, %s: left out, %s", number + 1, standing.name(), standing.failure());
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
}
