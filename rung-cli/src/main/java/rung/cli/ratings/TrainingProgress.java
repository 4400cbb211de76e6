package rung.cli.ratings;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.Pace;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.SecondsLeft;
import rung.cli.terminal.Terminal;
import rung.page.NumberText;
import rung.preferences.PreferenceTrainer;

/** Shows the progress of trainings, one after the other, with the time that all of them have left, and ends them when asked to. */
final class TrainingProgress implements Listener {
    /** What the training does at a moment. */
    enum Part {
        CHOOSING("choosing the rank"),
        CHECKING("checking against biases alone"),
        TRAINING("training"),
        CHOOSING_LISTS("tuning lists"),
        TRAINING_LISTS("training lists");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        private boolean isOfLists() {
            return this == CHOOSING_LISTS || this == TRAINING_LISTS;
        }
    }

    /** What follows the last step, if both parts of a model are trained. */
    private static final String CHECKING_LISTS = "checking lists";

    private final Terminal terminal;
    private final BooleanSupplier ends;
    private final TrainingWork work;
    private final Pace pace;
    private final long began;
    private final Map<Part, Double> seconds = new EnumMap<>(Part.class);

    private Part begun; // the part that was told of last, and the one of the last step
    private Part part;
    private double runBegan; // in seconds, as the next
    private double partBegan;
    private double stageBegan;
    private Step last;
    private Step best;
    private int highest; // the highest rank in this part

    /**
     * Shows progress on a terminal.
     *
     * @param work the work of all trainings
     * @param pace turns work into time
     * @param began when the command began, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    TrainingProgress(Terminal terminal, TrainingWork work, Pace pace, long began, BooleanSupplier ends) {
        this.terminal = terminal;
        this.work = work;
        this.pace = pace;
        this.began = began;
        this.ends = ends;
        this.runBegan = Seconds.since(began);
    }

    /** Prints what came out of a training, and gets ready for the next. */
    void finishRun() {
        finishPart(OptionalInt.empty());
        begun = null;
        part = null;
        last = null;
        runBegan = Seconds.since(began);
        work.next();
    }

    /**
     * What the time went to so far, in seconds: reading, choosing and checking, tuning lists, and training, which is all the rest.
     *
     * @param read the seconds after which everything was read
     * @param now the seconds until now
     */
    Map<String, Double> timings(double read, double now) {
        Map<String, Double> timings = new LinkedHashMap<>();
        timings.put("reading", read);
        double choosing = seconds(Part.CHOOSING) + seconds(Part.CHECKING);
        double tuning = seconds(Part.CHOOSING_LISTS);
        if (choosing > 0) {
            timings.put("choosing", choosing);
        }
        if (tuning > 0) {
            timings.put("tuning lists", tuning);
        }
        timings.put("training", now - read - choosing - tuning);
        return timings;
    }

    private double seconds(Part each) {
        return seconds.getOrDefault(each, 0.0);
    }

    @Override
    public void onStage(Stage stage, String task) {
        pace.begin(Seconds.since(began));
        pace.change();
        Part next = part(stage, task);
        if (next == begun) {
            return;
        }
        begun = next;
        stageBegan = Seconds.since(began);
        if (part == Part.CHECKING && last != null) {
            return; // the first step of the next part tells what came out
        }
        finishPart(OptionalInt.empty());
        last = null;
        terminal.begin(next.words);
    }

    @Override
    public void onStep(Listener.Progress progress) {
        Part now = part(progress.stage(), progress.task());
        if (now != part) {
            boolean isChecked = part == Part.CHECKING && last != null;
            finishPart(OptionalInt.of(progress.step().rank()));
            if (isChecked) {
                terminal.begin(now.words);
            }
            partBegan = part == null ? runBegan : begun == now ? stageBegan : Seconds.since(began);
            part = now;
            best = null;
            highest = 0;
        }
        last = progress.step();
        highest = Math.max(highest, last.rank());
        if (last.heldOut().isPresent()
                && (best == null
                        || last.heldOut().getAsDouble() < best.heldOut().getAsDouble())) {
            best = last;
        }
        int steps = progress.steps().orElse(last.step());
        double time = Seconds.since(began);
        boolean areEqual = part == Part.TRAINING || part == Part.TRAINING_LISTS; // and all will be done
        double known = areEqual ? pace.ofSteps(last.step(), steps, time) : 0;
        String left = work.after(progress)
                .flatMap(all -> pace.left(all, time, known))
                .map(SecondsLeft::words)
                .orElse("");
        terminal.pulse(line(steps).end(left));
        if (part == Part.TRAINING && last.step() >= steps && work.hasBoth()) {
            finishPart(OptionalInt.empty());
            last = null;
            terminal.begin(CHECKING_LISTS);
            terminal.pulse(ProgressLine.of(CHECKING_LISTS).end(left));
        }
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    private static Part part(Stage stage, String task) {
        boolean isOfLists = task.equals(PreferenceTrainer.TASK);
        if (stage == Stage.CHOOSING) {
            return isOfLists ? Part.CHOOSING_LISTS : Part.CHOOSING;
        }
        return isOfLists ? Part.TRAINING_LISTS : stage == Stage.CHECKING ? Part.CHECKING : Part.TRAINING;
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
        return line.detail(quality(last));
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

    /* Prints what came out of the part that ends; the rank of the first step of the next one tells who won a check. */
    private void finishPart(OptionalInt nextRank) {
        if (last == null) {
            return;
        }
        double passed = Seconds.since(began) - partBegan;
        String took = NumberText.duration(passed);
        seconds.merge(part, passed, Double::sum);
        switch (part) {
            case CHOOSING ->
                terminal.stage(
                        "%s: 1 to %d tried, least error %.4f at rank %d (%s)",
                        part.words, highest, best.heldOut().orElseThrow(), best.rank(), took);
            case CHECKING ->
                terminal.stage(
                        "%s: %s (%s)",
                        part.words,
                        nextRank.isEmpty()
                                ? "stopped"
                                : nextRank.getAsInt() == 0
                                        ? "they do better, so the rank is 0"
                                        : "rank " + nextRank.getAsInt() + " does better",
                        took);
            case CHOOSING_LISTS ->
                terminal.stage(
                        "%s: %d tried, %s (%s)", part.words, last.step(), quality(best == null ? last : best), took);
            default -> terminal.stage("%s: rank %d, %d steps (%s)", part.words, last.rank(), last.step(), took);
        }
    }
}
