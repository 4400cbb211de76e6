package rung.cli.separation;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import rung.Listener;
import rung.Stage;
import rung.cli.terminal.ProgressLine;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.SecondsLeft;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.TimeLeft;
import rung.page.NumberText;

/** Shows the progress of a separation, estimates how long it will take, and ends it when asked to. */
final class SeparationProgress implements Listener {
    /* The parts of a window, whose names the estimate needs. */
    private static final String CHOOSING = "choosing the rank";
    private static final String FITTING = "fitting the background";
    private static final String DRAWING = "drawing the page";
    private static final String WRITING = "writing";

    /** The number of ranks after which the choice usually ends. */
    private static final double USUAL_RANKS = 6;

    /** The rows that usually choose the rank. */
    private static final double ROWS_TO_CHOOSE_BY = 2_000;

    /* The usual seconds for an entry on two fast cores; how much slower or faster this machine is, the run itself tells. */
    private static final double READING_FRAMES = 1e-7;
    private static final double READING_TABLES = 1e-6;
    private static final double CHOICE = 7e-7;
    private static final double FIT = 7e-8;
    private static final double PAGE = 1.1e-7;
    private static final double WRITING_VIDEOS = 0.7e-7;
    private static final double WRITING_FRAMES = 1.3e-7;
    private static final double WRITING_TABLES = 1.5e-6;

    /**
     * What is separated.
     *
     * @param rows the pixels of a frame that are looked at, or the rows of a matrix
     * @param columns the frames, or the columns of a matrix
     * @param window the frames that are separated at a time
     * @param form the form in which frames are written; empty for a matrix
     * @param hasPage whether a page is drawn
     */
    record Size(double rows, double columns, double window, Optional<PartForm> form, boolean hasPage) {
        /** The usual seconds of each part, window after window. */
        Map<String, Double> usual() {
            Map<String, Double> usual = new LinkedHashMap<>();
            int windows = (int) Math.max(1, Math.floor(columns / Math.min(window, columns)));
            double entries = rows * columns / windows;
            double chosenBy = Math.min(entries, ROWS_TO_CHOOSE_BY * columns / windows);
            double reading = (form.isPresent() ? READING_FRAMES : READING_TABLES) * entries;
            double writing = entries
                    * form.map(each -> each == PartForm.FRAMES ? WRITING_FRAMES : WRITING_VIDEOS)
                            .orElse(WRITING_TABLES);
            for (int k = 1; k <= windows; k++) {
                usual.put(k == 1 ? TimeLeft.START : name(k, TimeLeft.START), (k == 1 ? 0.8 : 0) + reading);
                if (k == 1) {
                    usual.put(name(k, CHOOSING), 0.4 + CHOICE * chosenBy);
                }
                usual.put(name(k, FITTING), 0.3 + FIT * entries);
                if (k == 1 && hasPage && form.isPresent()) {
                    usual.put(name(k, DRAWING), 0.1 + PAGE * entries);
                }
                usual.put(name(k, WRITING), writing);
            }
            return usual;
        }
    }

    private final Terminal terminal;
    private final long began;
    private final BooleanSupplier ends;
    private TimeLeft timeLeft = new TimeLeft(Map.of(TimeLeft.START, 1.0));
    private boolean isSized;
    private int window = 1;
    private int frames; // of this window

    /**
     * Shows progress on a terminal.
     *
     * @param began when the command did, by {@link System#nanoTime()}
     * @param ends asked after each step whether to end
     */
    SeparationProgress(Terminal terminal, long began, BooleanSupplier ends) {
        this.terminal = terminal;
        this.began = began;
        this.ends = ends;
    }

    /** Tells what is separated, once it is known: from then on the time that is left is estimated. */
    void begin(Size size) {
        timeLeft = new TimeLeft(size.usual());
        isSized = true;
    }

    @Override
    public void onStep(Progress progress) {
        boolean isChoosing = progress.stage() == Stage.CHOOSING;
        int rank = progress.step().rank();
        String part = isChoosing ? CHOOSING : FITTING;
        ProgressLine line = ProgressLine.of(part + ": rank " + rank)
                .detail("misfit " + NumberText.general(progress.step().value()));
        terminal.pulse(line.end(left(part, isChoosing ? Math.min(0.95, rank / USUAL_RANKS) : 1)));
        if (ends.getAsBoolean()) {
            progress.stop();
        }
    }

    /**
     * Prints that a window is separated, and will be drawn on the page or written.
     *
     * @param first the number of its first frame, from 1
     * @param count the number of its frames
     * @param isDrawn whether it is drawn on the page first
     */
    void separated(int first, int count, boolean isDrawn) {
        frames = count;
        ProgressLine line = ProgressLine.of(String.format(
                        Locale.ROOT,
                        "frames %d to %d separated (%s)",
                        first,
                        first + count - 1,
                        NumberText.duration(Seconds.since(began))))
                .end(left(isDrawn ? DRAWING : WRITING, 0));
        terminal.stage("%s", line.fitted(Terminal.columns() - 1));
    }

    /**
     * Shows that a frame is written.
     *
     * @param number its number, from 1
     * @param inWindow its number within the window
     */
    void written(int number, int inWindow) {
        terminal.pulse(ProgressLine.of("writing: frame " + number).end(left(WRITING, (double) inWindow / frames)));
        window += inWindow == frames ? 1 : 0;
    }

    private String left(String part, double done) {
        return isSized
                ? timeLeft.after(name(window, part), done, Seconds.since(began))
                        .map(SecondsLeft::words)
                        .orElse("")
                : "";
    }

    private static String name(int window, String part) {
        return window + " " + part;
    }
}
