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
import rung.cli.terminal.Pace;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.WarmUp;
import rung.cli.terminal.Words;
import rung.page.NumberText;

/** Shows the progress of the completion of a table, with the time that is left, and ends it when asked to. */
final class CompletionProgress implements Listener {
    /** The stage of all fits by the kinds of columns. */
    private static final String KINDS = "fitting kinds of columns";

    /** The tasks of fits with neighbors, which go round after round at one rank. */
    private static final Set<String> OF_ROUNDS = Set.of("whether neighbors help", "with neighbors");

    /** How a task ends that is done with a part of the table. */
    private static final Pattern PART = Pattern.compile(", (split \\d+ of \\d+|by \\d+ rows)$");

    /** What writing takes, as a part of what reading took, both with the start or the end of the JVM. */
    private static final double WRITING = 0.5;

    /** Fits 26 tables between 80×40 and 300,000×12, on two machines of which one is twice as fast. */
    private static final WarmUp WARM_UP = new WarmUp(60, 0.6);

    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private final Pace pace;
    private String stage = "";
    private long stageBegan;
    private final Set<String> tasks = new LinkedHashSet<>(); // in this stage, in order
    private Stage last; // that of the last step
    private int steps; // of the last climb, or draws
    private int highest; // the highest rank in this stage

    /**
     * Shows progress on a terminal. The table has just been read.
     *
     * @param began when the command began, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    CompletionProgress(Terminal terminal, long began, BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.ends = ends;
        this.stageBegan = System.nanoTime();
        this.pace = new Pace(WRITING * Seconds.since(began), WARM_UP);
    }

    @Override
    public void onStage(Stage begun, String task) {
        pace.begin(Seconds.since(began));
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
        tasks.add(PART.matcher(progress.task()).replaceFirst(""));
        highest = Math.max(highest, step.rank());
        String task = progress.task().isEmpty() || isOfKinds(progress) ? "" : " " + progress.task();
        ProgressLine line = ProgressLine.of(stage + task + ": " + position(progress));
        step.heldOut().ifPresent(error -> line.detail(String.format(Locale.ROOT, "error %.4f", error)));
        progress.work()
                .flatMap(work -> pace.left(work, Seconds.since(began)))
                .ifPresent(left -> line.end(left.words()));
        terminal.pulse(line);
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    private static boolean isOfKinds(Listener.Progress progress) {
        return progress.task().startsWith("kinds");
    }

    /** What happens in a stage, in a word. */
    private static String word(Stage stage) {
        return stage == Stage.FITTING ? "completing" : stage.toString();
    }

    /** How far the stage is: by draws or rounds where there are many at one rank, else by the rank. */
    private static String position(Listener.Progress progress) {
        boolean isRound = OF_ROUNDS.contains(progress.task());
        return isRound || progress.stage() == Stage.AVERAGING
                ? (isRound ? "round " : "draw ") + progress.step().step() + " of "
                        + progress.steps().orElseThrow()
                : "rank " + progress.step().rank();
    }

    /** Prints what came out of the stage that ends. */
    void finishStage() {
        if (!stage.isEmpty()) {
            terminal.stage("%s (%s)", result(), NumberText.duration(Seconds.since(stageBegan)));
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
            case CHECKING -> "checking " + Words.enumerated(List.copyOf(tasks)) + ", up to rank " + highest;
            case AVERAGING -> "averaging " + Words.count(steps, "draw") + " at rank " + highest;
            default -> stage + " at rank " + highest;
        };
    }
}
