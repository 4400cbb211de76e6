package rung.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import rung.Execution;
import rung.Listener;
import rung.Stage;
import rung.baseline.lists.ListMethod;

/** A method while its lists are compared: it is tuned, fitted and measured, and its failures are recorded. */
final class ListParticipant {
    /**
     * The work on a split.
     *
     * @param split the number of the split, from 0
     * @param name the split in words: "split 1 of 3"
     * @param seed the seed by which the validation part was drawn
     * @param tuning the part to try configurations on, and the validation part
     * @param fitting the training part and the test part
     */
    record Tasks(int split, String name, long seed, ListTask tuning, ListTask fitting) {}

    private final ListContestant contestant;
    private final Contestant.Budget budget;
    private final int threads;
    private final String place;
    private final Listener listener;
    private final List<ListRound> rounds = new ArrayList<>();
    private OptionalLong memory = OptionalLong.empty();
    private Optional<String> failure = Optional.empty();
    private boolean stopped;

    ListParticipant(ListContestant contestant, Contestant.Budget budget, int threads, String place, Listener listener) {
        this.contestant = contestant;
        this.budget = budget;
        this.threads = threads;
        this.place = place;
        this.listener = listener;
    }

    /** Drops a split that not all methods have finished. */
    void drop(int split) {
        rounds.removeIf(round -> round.split() == split);
    }

    ListStanding standing() {
        return new ListStanding(contestant.key(), contestant.name(), List.copyOf(rounds), memory, failure);
    }

    /** Works on one split, and records what goes wrong. Returns whether there was anything to do. */
    boolean play(Tasks tasks) {
        if (failure.isPresent()) {
            return false;
        }
        try {
            playUnlessItFails(tasks);
        } catch (Participant.Stopped e) {
            throw e;
        } catch (RuntimeException e) {
            throwIfStopped();
            failure = Optional.of(Participant.sentence(e));
        } catch (OutOfMemoryError e) {
            failure = Optional.of("there was not enough memory");
        }
        return true;
    }

    /** The best trial so far, and its nDCG, if there was anything to choose. */
    private record Choice(ListMethod configuration, OptionalDouble ndcg) {}

    private void playUnlessItFails(Tasks tasks) {
        Cost.Meter tuning = Cost.begin();
        List<ListMethod> configurations = contestant.configurations(tasks.tuning.fit(), budget);
        Choice best = configurations.size() == 1
                ? new Choice(configurations.get(0), OptionalDouble.empty())
                : tune(configurations, tasks);
        Cost tuningCost = tuning.read();
        Cost.Meter fitting = Cost.begin();
        ListMethod.Fit fit = best.configuration.fit(tasks.fitting.fit(), execution(tasks, Stage.FITTING, ""));
        Cost fittingCost = fitting.read();
        throwIfStopped();
        rounds.add(new ListRound(
                tasks.split,
                tasks.fitting.chosen().measure(fit.scorers()),
                tasks.fitting.liked().map(each -> each.measure(fit.scorers())),
                best.ndcg,
                fit.method().settings(),
                configurations.size(),
                tuningCost,
                fittingCost));
        if (tasks.split == 0) {
            Execution again = execution(tasks, Stage.MEASURING, "");
            long peak = HeapWatch.peak(() -> best.configuration.fit(tasks.fitting.fit(), again));
            throwIfStopped();
            memory = OptionalLong.of(peak);
        }
    }

    private Choice tune(List<ListMethod> configurations, Tasks tasks) {
        Choice best = null;
        String reason = "it has nothing to try";
        for (int trial = 0; trial < configurations.size(); trial++) {
            ListMethod configuration = configurations.get(trial);
            String part = ", trial " + (trial + 1) + " of " + configurations.size();
            double ndcg;
            try {
                ListMethod.Fit fit = configuration.fit(tasks.tuning.fit(), execution(tasks, Stage.CHOOSING, part));
                throwIfStopped();
                ndcg = tasks.tuning.chosen().measure(fit.scorers()).ndcg().value();
            } catch (IllegalArgumentException e) {
                throwIfStopped();
                reason = Participant.sentence(e);
                continue;
            }
            if (best == null || ndcg > best.ndcg.getAsDouble()) {
                best = new Choice(configuration, OptionalDouble.of(ndcg));
            }
        }
        if (best == null) {
            throw new IllegalArgumentException(reason);
        }
        return best;
    }

    /* How a fit is run: it is watched, and ends once the comparison has to end. */
    private Execution execution(Tasks tasks, Stage stage, String trial) {
        Listener part = listener.begin(stage, tasks.name + ", " + place + trial, () -> stopped = true);
        return new Execution(tasks.seed, threads, part);
    }

    private void throwIfStopped() {
        if (stopped) {
            throw new Participant.Stopped();
        }
    }
}
