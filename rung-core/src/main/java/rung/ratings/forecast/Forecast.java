package rung.ratings.forecast;

import java.util.Optional;
import rung.Listener;
import rung.Stage;
import rung.forecast.Range;
import rung.preferences.PreferenceTrainer;

/**
 * Tells a listener how much of a training is done and left, by the plan and by what its steps have shown. Where something is still open, what
 * is left lies between the least and the most that it may be.
 */
public final class Forecast implements Listener {
    private final Listener listener;
    private final Plan plan;
    private final Cost cost;
    private final ListsOutlook lists;
    private final RatingsOutlook ratings;
    private double done;

    /**
     * Creates a forecast for a training that has not begun.
     *
     * @param listener is told of each step
     * @param plan what the training will do
     */
    public Forecast(Listener listener, Plan plan) {
        this.listener = listener;
        this.plan = plan;
        this.cost = new Cost(plan.entries(), plan.users(), plan.items());
        this.lists = new ListsOutlook(plan);
        this.ratings = new RatingsOutlook(plan);
    }

    @Override
    public void onStage(Stage stage, String task) {
        listener.onStage(stage, task);
    }

    @Override
    public void onStep(Progress progress) {
        done += work(progress);
        Range left = lists.rest().plus(ratings.rest()).plus(Range.of(end()));
        Work told = new Work(done, left.least(), left.most());
        listener.onStep(new Reported(progress, progress.stage(), progress.task(), Optional.of(told), () -> {}));
    }

    private double work(Progress progress) {
        if (!progress.task().equals(PreferenceTrainer.TASK)) {
            return lists.end() + ratings.learn(progress.stage(), progress.step());
        }
        return progress.stage() == Stage.CHOOSING ? lists.choose(progress.step()) : lists.fit(progress.step());
    }

    /* What comes after the last step. A blend is chosen by what was held out. */
    private double end() {
        boolean isBlended = plan.lists().isTrained() && plan.ratings().isChosen();
        return plan.ratings().isTrained() ? cost.end(isBlended, lists.rank() + ratings.rank()) : 0;
    }
}
