package rung.cli.ratings;

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
import rung.preferences.PreferenceTrainer;

/** Shows the progress of a training, estimates how long it will take, and ends it when asked to. */
final class TrainingProgress implements Listener {
    /** The cost of a step that does not depend on the rank: a step at rank r costs about r² + OVERHEAD multiplications a rating. */
    private static final double OVERHEAD = 300;

    /** The number of penalties after which the choice among them usually ends. */
    private static final double USUAL_PENALTIES = 9;

    /** What the training does at a moment, and its usual share of the time on MovieLens 100K and 1M. */
    private enum Part {
        CHOOSING("choosing the rank", 0.29),
        CHECKING("checking a lower rank", 0.02),
        TRAINING("training", 0.2),
        CHOOSING_LISTS("tuning lists", 0.45),
        TRAINING_LISTS("training lists", 0.04);

        private final String words;
        private final double share;

        Part(String words, double share) {
            this.words = words;
            this.share = share;
        }

        private boolean isOfLists() {
            return this == CHOOSING_LISTS || this == TRAINING_LISTS;
        }
    }

    private final Terminal terminal;
    private final BooleanSupplier ends;
    private final TimeLeft timeLeft;
    private final long began = System.nanoTime();

    private Part part;
    private double seconds;
    private Step last;
    private Step best;

    /**
     * Shows progress on a terminal.
     *
     * @param hasRatings whether ratings are learned, and not lists alone
     * @param hasLists whether lists are learned
     * @param ends asked after each step whether to end
     */
    TrainingProgress(Terminal terminal, boolean hasRatings, boolean hasLists, BooleanSupplier ends) {
        this.terminal = terminal;
        this.ends = ends;
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Part each : Part.values()) {
            if (each.isOfLists() ? hasLists : hasRatings) {
                shares.put(each.words, each.share);
            }
        }
        this.timeLeft = new TimeLeft(shares);
    }

    @Override
    public void onStep(Listener.Progress progress) {
        Part now = part(progress);
        if (now != part) {
            finishStage();
            part = now;
            best = null;
        }
        last = progress.step();
        seconds = Seconds.of(last.elapsed());
        if (last.heldOut().isPresent()
                && (best == null
                        || last.heldOut().getAsDouble() < best.heldOut().getAsDouble())) {
            best = last;
        }
        int steps = progress.steps().orElse(last.step());
        terminal.pulse(line(steps));
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    private static Part part(Listener.Progress progress) {
        boolean isOfLists = progress.task().equals(PreferenceTrainer.TASK);
        if (progress.stage() == Stage.CHOOSING) {
            return isOfLists ? Part.CHOOSING_LISTS : Part.CHOOSING;
        }
        return isOfLists ? Part.TRAINING_LISTS : progress.stage() == Stage.CHECKING ? Part.CHECKING : Part.TRAINING;
    }

    private ProgressLine line(int steps) {
        String position = switch (part) {
            case CHOOSING, CHOOSING_LISTS -> last.step() + " of at most " + steps;
            default -> "step " + last.step() + " of " + Math.max(steps, last.step());
        };
        ProgressLine line = ProgressLine.of(part.words + ": " + position);
        if (part != Part.CHOOSING) {
            line.detail("rank " + last.rank());
        }
        line.detail(quality(last));
        return line.end(timeLeft.words(part.words, done(steps), Seconds.since(began)));
    }

    /** What a step reached on what is held out: "error 0.8412", or the quality of lists. */
    private String quality(Step step) {
        if (step.heldOut().isEmpty()) {
            return "";
        }
        double error = step.heldOut().getAsDouble();
        return part.isOfLists()
                ? String.format(Locale.ROOT, "nDCG@20 %.4f", 1 - error)
                : String.format(Locale.ROOT, "error %.4f", error);
    }

    /** How much of the part is done, from 0 to 1. */
    private double done(int steps) {
        return switch (part) {
            case CHOOSING_LISTS -> Math.min(0.95, last.step() / Math.min(steps, USUAL_PENALTIES));
            case CHOOSING, TRAINING, CHECKING -> work(last.step(), steps) / work(steps, steps);
            case TRAINING_LISTS -> (double) last.step() / Math.max(steps, last.step());
        };
    }

    /** The work of the first steps, in multiplications a rating: ranks ascend while the rank is chosen, and stay in the end. */
    private double work(int done, int steps) {
        double sum = 0;
        for (int step = 1; step <= done; step++) {
            double rank = part == Part.CHOOSING ? step : Math.min(last.rank(), Math.max(1, steps));
            sum += rank * rank + OVERHEAD;
        }
        return sum;
    }

    /** Prints what came out of the stage that ends. */
    void finishStage() {
        if (last == null) {
            return;
        }
        switch (part) {
            case CHOOSING ->
                terminal.stage(
                        "%s: 1 to %d tried, least error %.4f at rank %d (%.1f s)",
                        part.words, last.rank(), best.heldOut().orElseThrow(), best.rank(), seconds);
            case CHOOSING_LISTS ->
                terminal.stage(
                        "%s: %d tried, %s at rank %d (%.1f s)",
                        part.words, last.step(), quality(best == null ? last : best), last.rank(), seconds);
            default -> terminal.stage("%s: rank %d, %d steps (%.1f s)", part.words, last.rank(), last.step(), seconds);
        }
    }
}
