package rung.ratings.forecast;

import java.util.Optional;
import java.util.OptionalInt;
import rung.Listener;
import rung.Stage;

/** Tells a listener how much of a training as in the paper is done and left: a climb from rank to rank, of which nothing is open. */
public final class PaperForecast implements Listener {
    /** What an entry costs at each step: a pair is found among all entries; on top, as much for each rank squared as refits of lines take. */
    private static final double OF_ENTRY = 40;

    private static final double OF_SQUARED_RANK = 0.14;

    private final Listener listener;
    private final double entries;

    /**
     * Creates a forecast for a training that has not begun.
     *
     * @param listener is told of each step
     * @param entries the number of entries
     */
    public PaperForecast(Listener listener, double entries) {
        this.listener = listener;
        this.entries = entries;
    }

    @Override
    public void onStage(Stage stage, String task) {
        listener.onStage(stage, task);
    }

    @Override
    public void onStep(Progress progress) {
        Optional<Work> work = told(progress.step().step(), progress.steps());
        listener.onStep(new Reported(progress, progress.stage(), progress.task(), work, () -> {}));
    }

    /* Nothing if it is not known how many steps there will be, as where columns are swapped. */
    private Optional<Work> told(int done, OptionalInt steps) {
        if (steps.isEmpty()) {
            return Optional.empty();
        }
        double left = work(done, steps.getAsInt());
        return Optional.of(new Work(work(0, done), left, left));
    }

    private double work(int from, int to) {
        double sum = 0;
        for (double rank = from + 1; rank <= to; rank++) {
            sum += entries * (OF_ENTRY + OF_SQUARED_RANK * rank * rank);
        }
        return sum;
    }
}
