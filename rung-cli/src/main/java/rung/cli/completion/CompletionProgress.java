package rung.cli.completion;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.TimeLeft;
import rung.cli.terminal.Words;
import rung.completion.Completion;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;

/** Shows the progress of the completion of a table, estimates how long it will take, and ends it when asked to. */
final class CompletionProgress implements Listener {
    /** The number of steps after which a climb that may be longer usually ends. */
    private static final int USUAL_STEPS = 10;

    /** The cost of a step that does not depend on the rank: a step at rank r costs about r² + OVERHEAD. */
    private static final double OVERHEAD = 20;

    /** The same for fits by the kinds of columns. */
    private static final double OVERHEAD_OF_KINDS = 90;

    /** Fits by the kinds of columns rarely pay beyond this many steps. */
    private static final int MOST_STEPS_OF_KINDS = 12;

    /** All preparations are tried up to this rank, and the best ones at higher ranks if need be. */
    private static final int LOW_RANKS = 8;

    /** The stage of all fits by the kinds of columns. */
    private static final String KINDS = "fitting kinds of columns";

    /** How a task ends that is one of several parts of the table. */
    private static final Pattern SPLIT = Pattern.compile(", split \\d+ of \\d+$");

    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private final TimeLeft timeLeft;
    private final CompletionTime usual;
    private String stage = "";
    private long stageBegan;
    private final Set<String> tasks = new LinkedHashSet<>(); // in this stage, in order
    private Stage last; // that of the last step
    private int steps; // of the last climb, or draws
    private int choices;
    private int highest; // the highest rank in this stage
    private int best; // the step of this climb with the least error
    private double leastError;
    private double leastOfAll = Double.POSITIVE_INFINITY; // the least error of a choice so far
    private String partBefore = "";
    private int climbs; // in this part so far
    private int bestRank; // the highest at which a choice had its least error so far
    private int stepsOfKinds; // the last step, and the one with the least error, of the choice by kinds
    private int bestOfKinds;
    private boolean asksNeighbors;

    /**
     * Shows progress on a terminal.
     *
     * @param data what is completed
     * @param kinds the kind of each column
     * @param isOrdered whether neighbors will probably be asked
     * @param began when the command began, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    CompletionProgress(
            Terminal terminal,
            Observations data,
            List<ColumnKind> kinds,
            boolean isOrdered,
            long began,
            BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.ends = ends;
        this.stageBegan = System.nanoTime();
        this.usual = new CompletionTime(data, kinds);
        this.timeLeft = new TimeLeft(usual.usual(isOrdered));
    }

    @Override
    public void onStep(Listener.Progress progress) {
        String name = isOfKinds(progress) ? KINDS : word(progress.stage());
        if (!name.equals(stage)) {
            finishStage();
            stage = name;
            tasks.clear();
            highest = 0;
        }
        Step step = progress.step();
        last = progress.stage();
        steps = step.step();
        tasks.add(SPLIT.matcher(progress.task()).replaceFirst(""));
        choices += step.step() == 1 && progress.stage() == Stage.CHOOSING ? 1 : 0;
        highest = Math.max(highest, step.rank());
        noteError(progress);
        String task = progress.task().isEmpty() || isOfKinds(progress) ? "" : " " + progress.task();
        ProgressLine line = ProgressLine.of(stage + task + ": " + position(progress));
        step.heldOut().ifPresent(error -> line.detail(String.format(Locale.ROOT, "error %.4f", error)));
        String part = part(progress);
        climbs = (part.equals(partBefore) ? climbs : 0) + (step.step() == 1 ? 1 : 0);
        partBefore = part;
        foresee(part);
        line.end(TimeLeft.words(timeLeft.seconds(part, done(progress), Seconds.since(began))));
        terminal.pulse(line);
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    private void noteError(Listener.Progress progress) {
        Step step = progress.step();
        double error = step.heldOut().orElse(Double.POSITIVE_INFINITY);
        if (step.step() == 1) {
            best = 0;
            leastError = Double.POSITIVE_INFINITY;
        }
        if (error < leastError) {
            leastError = error;
            best = step.step();
        }
        if (progress.stage() == Stage.CHOOSING && isOfKinds(progress)) {
            stepsOfKinds = step.step();
            bestOfKinds = best;
        } else if (progress.stage() == Stage.CHOOSING && error < leastOfAll) {
            leastOfAll = error;
            bestRank = Math.max(bestRank, step.rank());
            usual.draws(expectedRank()).forEach(timeLeft::expect);
        }
    }

    /* The rank that will be chosen, by what the choice has seen: where the error still falls at the last low rank, it will be higher. */
    private int expectedRank() {
        boolean isOpen = choices == 1 || bestRank == LOW_RANKS;
        return isOpen ? Math.max(CompletionTime.USUAL_RANK, bestRank * 3 / 2) : bestRank;
    }

    /* The part by which the time that is left is told. */
    private String part(Listener.Progress progress) {
        return switch (progress.stage()) {
            case CHOOSING -> isOfKinds(progress) ? CompletionTime.KINDS_CHOOSING : CompletionTime.attempt(choices);
            case CHECKING -> isOfKinds(progress) ? CompletionTime.KINDS_CHECKING : progress.task();
            case AVERAGING -> CompletionTime.AVERAGING;
            default -> isOfKinds(progress) ? CompletionTime.KINDS_FITTING : CompletionTime.COMPLETING;
        };
    }

    /* What the part that runs says of later ones: if neighbors are asked, the last fit may have to ask them, too. */
    private void foresee(String part) {
        switch (part) {
            case CompletionTime.NEIGHBORS -> {
                asksNeighbors = true;
                timeLeft.expectAlike(CompletionTime.COMPLETING, part, CompletionTime.NEIGHBORS_ONCE);
            }
            case CompletionTime.KINDS_CHOOSING -> expectFitOfKinds(Math.max(stepsOfKinds, usualStepsOfKinds()));
            case CompletionTime.KINDS_CHECKING, CompletionTime.KINDS_FITTING -> expectFitOfKinds(stepsOfKinds);
            case CompletionTime.CLIMB, CompletionTime.COMPLETING -> {
                if (!asksNeighbors) {
                    timeLeft.expect(CompletionTime.COMPLETING, usual.completing());
                }
            }
            default -> {}
        }
    }

    /* The last fit by kinds takes as many steps as were best, the choice goes on to see that they were. */
    private void expectFitOfKinds(int steps) {
        timeLeft.expectAlike(
                CompletionTime.KINDS_FITTING,
                CompletionTime.KINDS_CHOOSING,
                usual.lastFitOfKinds() * work(bestOfKinds, OVERHEAD_OF_KINDS) / work(steps, OVERHEAD_OF_KINDS));
    }

    private int usualStepsOfKinds() {
        return Math.min(MOST_STEPS_OF_KINDS, Math.max(USUAL_STEPS, bestOfKinds + Completion.PATIENCE));
    }

    /* Whether a fit by the kinds of columns runs, which comes last if it comes at all. */
    private static boolean isOfKinds(Listener.Progress progress) {
        return progress.task().startsWith("kinds");
    }

    /** How much of the part is done, from 0 to 1: draws cost the same, steps of a climb more and more. */
    private double done(Listener.Progress progress) {
        int step = progress.step().step();
        int expectedSteps = progress.steps().orElse(USUAL_STEPS);
        if (progress.stage() == Stage.AVERAGING || progress.task().equals(CompletionTime.DRAWS)) {
            return (double) step / Math.max(expectedSteps, step);
        }
        boolean isSure = progress.stage() == Stage.FITTING || progress.task().equals(CompletionTime.NEIGHBORS);
        int expected = isSure
                ? expectedSteps
                : Math.min(expectedSteps, isOfKinds(progress) ? usualStepsOfKinds() : USUAL_STEPS);
        double overhead = isOfKinds(progress) ? OVERHEAD_OF_KINDS : OVERHEAD;
        double climbed = Math.min(1, work(step, overhead) / work(expected, overhead));
        if (usual.isTall() && progress.stage() == Stage.FITTING) {
            double first = CompletionTime.SOME_ROWS_OF_TALL;
            return climbs == 1 ? first * climbed : first + (1 - first) * climbed;
        }
        boolean isBeforeNeighbors = progress.task().equals(CompletionTime.NEIGHBORS)
                || asksNeighbors && progress.stage() == Stage.FITTING && !isOfKinds(progress);
        return isBeforeNeighbors ? CompletionTime.CLIMB_BEFORE_NEIGHBORS * climbed : climbed;
    }

    private static double work(int steps, double overhead) {
        double sum = 0;
        for (int step = 1; step <= steps; step++) {
            sum += step * step + overhead;
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
            terminal.stage("%s (%.1f s)", result(), Seconds.since(stageBegan));
            stageBegan = System.nanoTime();
        }
    }

    /* What the stage did: "checking for gross errors, up to rank 8". */
    private String result() {
        if (stage.equals(KINDS)) {
            return stage + ", up to rank " + highest;
        }
        return switch (last) {
            case CHOOSING ->
                "choosing among " + Words.count(tasks.size(), "way") + " to prepare columns, up to rank " + highest;
            case CHECKING -> "checking " + String.join(" and ", tasks) + ", up to rank " + highest;
            case AVERAGING -> "averaging " + Words.count(steps, "draw") + " at rank " + highest;
            default -> stage + " at rank " + highest;
        };
    }
}
