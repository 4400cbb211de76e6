package rung.completion.forecast;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.forecast.Range;

/**
 * Tells a listener how much of a completion is done and left. The completion says which part it enters, and tells the {@link Outlook} what
 * it has found out. Where something is still open, what is left lies between the least and the most that it may be.
 */
public final class Forecast implements Listener {
    /** How the name of a task ends that is one of several splits of the table. */
    private static final Pattern SPLIT = Pattern.compile(", split \\d+ of \\d+$");

    private final Listener listener;
    private final Outlook outlook;
    private final Workload workload;
    private Part part = Part.COMPARISON;
    private String firstTask = ""; // of this part, or of the part that it follows without a word; empty before it
    private int steps; // the steps of this part since it has begun, which it may do several times
    private int climbs; // the climbs of this part since then
    private final Map<Part, Integer> tasks = new EnumMap<>(Part.class); // the number of tasks that each part has begun
    private final Map<Part, Double> spent = new EnumMap<>(Part.class); // the work that each part has done
    private double done;

    /**
     * Creates a forecast for a completion that has not begun.
     *
     * @param listener is told of each step
     * @param plan what the completion goes by
     */
    public Forecast(Listener listener, Plan plan) {
        this.listener = listener;
        this.outlook = new Outlook(plan);
        this.workload = new Workload(plan, outlook);
    }

    /**
     * Returns what is known of the table, to be told more.
     *
     * @return the outlook
     */
    public Outlook outlook() {
        return outlook;
    }

    /**
     * Enters a part, of which nothing is done yet.
     *
     * @param next the part
     */
    public void enter(Part next) {
        firstTask = "";
        tasks.remove(next);
        spent.remove(next);
        if (next.isOtherChoice()) {
            outlook.rank().restart();
        }
        change(next);
    }

    /* Goes on with a part, which may have done some of its work. */
    private void change(Part next) {
        part = next;
        steps = 0;
        climbs = 0;
        outlook.rank().endClimb();
        outlook.rankOfKinds().endClimb();
    }

    /* The rank that the climbs of this part tell of. */
    private LikelyRank rank() {
        return part.isOfKinds() ? outlook.rankOfKinds() : outlook.rank();
    }

    @Override
    public void onStage(Stage stage, String task) {
        String begun = stage + SPLIT.matcher(task).replaceFirst("");
        firstTask = firstTask.isEmpty() ? begun : firstTask;
        boolean isFirst = begun.equals(firstTask);
        if (part.isFollower() && isFirst) {
            change(part.leader());
        } else if (part.hasFollower() && !isFirst) {
            change(part.follower());
        }
        tasks.merge(part, 1, Integer::sum);
        listener.onStage(stage, task);
    }

    @Override
    public void onStep(Progress progress) {
        Step step = progress.step();
        steps++;
        climbs += step.step() == 1 ? 1 : 0;
        double work = workload.step(
                part, new Workload.Position(step.rank(), step.sigma().isEmpty(), climbs, steps));
        spent.merge(part, work, Double::sum);
        done += work;
        if (step.heldOut().isPresent() && part.tellsOfRank()) {
            rank().learn(step, part == Part.HIGHER_RANKS);
        } else if (step.heldOut().isPresent()) {
            outlook.search().learn(step);
        }
        Range left = left();
        Work told = new Work(done, left.least(), left.most());
        listener.onStep(new Reported(progress, progress.stage(), progress.task(), Optional.of(told), () -> {}));
    }

    /* All that is left. The last fit is one with neighbors or one without. */
    private Range left() {
        Range ending = Range.of(outlook.numbers().ending());
        Range left = ending.plus(part.isFollower() ? rest(part).plus(restOfLeader()) : rest(part));
        Range with = Range.NONE;
        Range without = Range.NONE;
        for (Part later : part.later()) {
            if (later.isWithNeighbors()) {
                with = with.plus(rest(later));
            } else if (later.isWithoutNeighbors()) {
                without = without.plus(rest(later));
            } else {
                left = left.plus(rest(later));
            }
        }
        if (part.isWithNeighbors()) {
            return left.plus(with);
        }
        if (part.isWithoutNeighbors()) {
            return left.plus(without);
        }
        return switch (outlook.neighbors()) {
            case UNLIKELY -> left.plus(without);
            case OPEN -> left.plus(with.or(without));
            case LIKELY -> left.plus(with);
        };
    }

    /* What is left of a part, which may have begun. */
    private Range rest(Part which) {
        return workload.whole(which, part).less(spent.getOrDefault(which, 0.0));
    }

    /* What is left of the part that this one follows, whose turn is once for each split of the table. */
    private Range restOfLeader() {
        Part leader = part.leader();
        return tasks.getOrDefault(leader, 0) < workload.turns(leader) ? rest(leader) : Range.NONE;
    }
}
