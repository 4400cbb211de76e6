package rung.cli.ratings;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Step;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Recommender;

/** Shows the progress of a training, estimates how long it will take, and ends it when asked to. */
final class TrainingProgress implements Listener {
    /** The cost of a step that does not depend on the rank: a step at rank r costs about r² + OVERHEAD multiplications a rating. */
    private static final double OVERHEAD = 300;

    /** How many of the last steps the speed is measured by. */
    private static final int RECENT = 9;

    /** No time left is shown before this many steps: the JVM has yet to compile what they run. */
    private static final int LEAST = 4;

    private final Terminal terminal;
    private final int ratings;
    private final double heldOut;
    private final BooleanSupplier ends;
    private final Deque<Double> recent = new ArrayDeque<>(); // seconds for a unit of work in the last steps

    private String stage = "";
    private double elapsed;
    private Step last;
    private Step best;

    /**
     * Shows progress on a terminal.
     *
     * @param ratings how many ratings there are
     * @param heldOut the fraction of them that is not trained on while the rank is chosen
     * @param ends asked after each step whether to end
     */
    TrainingProgress(Terminal terminal, int ratings, double heldOut, BooleanSupplier ends) {
        this.terminal = terminal;
        this.ratings = ratings;
        this.heldOut = heldOut;
        this.ends = ends;
    }

    @Override
    public void onStep(Listener.Progress progress) {
        String name = name(progress);
        if (!name.equals(stage)) {
            finishStage();
            stage = name;
            elapsed = 0;
            best = null;
        }
        last = progress.step();
        int steps = progress.steps().orElse(progress.step().step());
        double now = Seconds.of(last.elapsed());
        double seconds = now - elapsed;
        elapsed = now;
        recent.addLast(seconds / (draws(isRound(last.step(), steps)) * work(last.rank())));
        if (recent.size() > RECENT) {
            recent.removeFirst();
        }
        if (last.heldOut().isPresent()
                && (best == null
                        || last.heldOut().getAsDouble() < best.heldOut().getAsDouble())) {
            best = last;
        }
        terminal.pulse("%s", line(steps, seconds));
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    /** What happens, in words: "choosing", "checking rank 0", "training", "choosing preferences". */
    private static String name(Listener.Progress progress) {
        return switch (progress.stage()) {
            case FITTING -> ("training " + progress.task()).strip();
            default -> (progress.stage() + " " + progress.task()).strip();
        };
    }

    /** Whether lists are learned: their steps are penalties and refits, and what is held out measures lists. */
    private boolean isOfLists() {
        return stage.endsWith(PreferenceTrainer.TASK);
    }

    private boolean isChoosing() {
        return last.heldOut().isPresent();
    }

    /** The progress line, shorter than 80 characters. */
    private String line(int steps, double seconds) {
        if (isOfLists()) {
            return stage + " " + last.step() + "/" + steps + "  rank " + last.rank() + quality(last);
        }
        StringBuilder line = new StringBuilder(stage);
        line.append(isChoosing() ? " rank " : " ")
                .append(last.step())
                .append('/')
                .append(steps);
        line.append(isChoosing() ? "" : "  rank " + last.rank());
        line.append("  R ").append(compact(last.value()));
        if (isChoosing()) {
            line.append(
                    String.format(Locale.ROOT, "  held-out %.4f", last.heldOut().getAsDouble()));
        }
        double visited = draws(isRound(last.step(), steps)) * ratings * (isChoosing() ? 1 - heldOut : 1);
        line.append(String.format(Locale.ROOT, "  %.1f M ratings/s", visited / Math.max(1e-9, seconds) / 1e6));
        if (recent.size() >= LEAST) {
            line.append(isChoosing() ? "  < " : "  ")
                    .append(Seconds.clock(secondsLeft(steps)))
                    .append(" left");
        }
        return line.toString();
    }

    private static String quality(Step step) {
        return step.heldOut().isPresent()
                ? String.format(
                        Locale.ROOT, "  nDCG@20 %.4f", 1 - step.heldOut().getAsDouble())
                : "";
    }

    private static double work(int rank) {
        return (double) rank * rank + OVERHEAD;
    }

    /** How many sides a step draws: a round at the final rank draws both; a step that inserts a pair, as many as training says. */
    private int draws(boolean isRound) {
        return isRound ? 2 : Recommender.DRAWS;
    }

    private boolean isRound(int step, int steps) {
        return !isChoosing() && step > steps - Recommender.rounds(ratings);
    }

    /**
     * Estimates the seconds that are left, by one of the faster of the last steps, since the JVM is still getting faster. While
     * the rank is being chosen, the highest is assumed.
     */
    private double secondsLeft(int steps) {
        int rounds = Recommender.rounds(ratings);
        int highest = isChoosing() ? steps : Math.max(last.rank(), steps - rounds);
        double left = isChoosing() ? rounds * draws(true) * work(highest) : 0;
        for (int step = last.step() + 1; step <= steps; step++) {
            int rank = Math.min(last.rank() + step - last.step(), highest);
            left += draws(isRound(step, steps)) * work(rank);
        }
        double[] paces = recent.stream().mapToDouble(pace -> pace).sorted().toArray();
        return left * paces[paces.length / 4];
    }

    /** A number in three or four digits and a unit: 320.9k. */
    static String compact(double value) {
        String[] units = {"", "k", "M", "G", "T"};
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= 1000 && unit < units.length - 1) {
            rest /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, Math.abs(rest) >= 100 ? "%.1f%s" : "%.2f%s", rest, units[unit]);
    }

    /** Prints what came out of the stage that ends. */
    void finishStage() {
        if (last == null) {
            return;
        }
        if (isOfLists()) {
            terminal.stage(
                    "%s: rank %d%s (%.1f s)",
                    stage, last.rank(), best == null ? "" : "," + quality(best).substring(1), elapsed);
        } else if (isChoosing()) {
            terminal.stage(
                    "%s: ranks 1 to %d tried, least held-out error %.4f at rank %d (%.1f s)",
                    stage, last.rank(), best.heldOut().getAsDouble(), best.rank(), elapsed);
        } else {
            terminal.stage(
                    "%s: rank %d, %d steps, R %s (%.1f s)",
                    stage, last.rank(), last.step(), compact(last.value()), elapsed);
        }
    }
}
