package rung.comparison;

import java.util.List;
import java.util.function.Supplier;
import rung.Execution;
import rung.baseline.lists.Bpr;
import rung.baseline.lists.Ease;
import rung.baseline.lists.ImplicitAls;
import rung.baseline.lists.ItemNeighbors;
import rung.baseline.lists.ListMethod;
import rung.baseline.lists.MostPopular;
import rung.data.Ratings;
import rung.lists.ItemScorer;
import rung.ratings.By;
import rung.ratings.Model;
import rung.ratings.Recommender;

/**
 * The methods that make lists, and what each of them tries: first what is usual elsewhere, then numbers that are spread over their
 * ranges as those of {@link Contestants} are.
 */
public final class ListContestants {
    private static final double LEAST_LAMBDA = 10;
    private static final double MOST_LAMBDA = 5000;
    private static final double USUAL_LAMBDA = 500;
    private static final int LEAST_NEIGHBORS = 20;
    private static final int MOST_NEIGHBORS = 1000;
    private static final double LEAST_SHRINKAGE = 1;
    private static final double MOST_SHRINKAGE = 200;
    private static final int LEAST_RANK = 16;
    private static final double LEAST_ALPHA = 0.3;
    private static final double MOST_ALPHA = 10;
    private static final double LEAST_RIDGE = 0.5;
    private static final double MOST_RIDGE = 200;
    private static final double USUAL_RIDGE = 10;
    private static final double LEAST_RATE = 0.01;
    private static final double MOST_RATE = 0.1;
    private static final double LEAST_PENALTY = 0.001;
    private static final double MOST_PENALTY = 0.1;

    private ListContestants() {}

    /**
     * All methods.
     *
     * @return the methods, in order
     */
    public static List<ListContestant> all() {
        return List.of(
                new Listed("popular", "Most popular", (data, budget) -> List.of(new MostPopular())),
                new Listed("rung", "Rung's default", (data, budget) -> List.of(new RungLists())),
                new Listed(
                        "item-neighbors",
                        "Item neighbors",
                        (data, budget) -> Contestants.trials(budget, ListMethod::settings, ListContestants::neighbors)),
                new Listed(
                        "ease",
                        "EASE",
                        (data, budget) -> Contestants.trials(budget, ListMethod::settings, ListContestants::ease)),
                new Listed(
                        "implicit-als",
                        "ALS with implicit zeros",
                        (data, budget) ->
                                Contestants.trials(budget, ListMethod::settings, k -> leastSquares(budget, k))),
                new Listed(
                        "bpr",
                        "BPR",
                        (data, budget) -> Contestants.trials(budget, ListMethod::settings, k -> ranking(budget, k))));
    }

    /* Neighbors and shrinkage. */
    private static ListMethod neighbors(int k) {
        return k == 0
                ? ItemNeighbors.byDefault()
                : new ItemNeighbors(
                        (int) Math.round(between(LEAST_NEIGHBORS, MOST_NEIGHBORS, k, 2)),
                        between(LEAST_SHRINKAGE, MOST_SHRINKAGE, k, 3));
    }

    /* The penalty. */
    private static ListMethod ease(int k) {
        return Ease.of(k == 0 ? USUAL_LAMBDA : between(LEAST_LAMBDA, MOST_LAMBDA, k, 2));
    }

    /* Rank, penalty and how much more a choice weighs than none. */
    private static ListMethod leastSquares(Contestant.Budget budget, int k) {
        ImplicitAls usual = ImplicitAls.byDefault().withRank(rank(budget, ImplicitAls.RANK, k));
        return k == 0
                ? usual.withLambda(USUAL_RIDGE)
                : usual.withLambda(between(LEAST_RIDGE, MOST_RIDGE, k, 3))
                        .withAlpha(between(LEAST_ALPHA, MOST_ALPHA, k, 5));
    }

    /* Rank, penalty and rate. */
    private static ListMethod ranking(Contestant.Budget budget, int k) {
        Bpr usual = Bpr.byDefault().withRank(rank(budget, Bpr.RANK, k));
        return k == 0
                ? usual
                : usual.withRidge(between(LEAST_PENALTY, MOST_PENALTY, k, 3))
                        .withRate(between(LEAST_RATE, MOST_RATE, k, 5));
    }

    private static int rank(Contestant.Budget budget, int usual, int k) {
        int least = Math.min(LEAST_RANK, budget.maxRank());
        return k == 0
                ? Math.min(usual, budget.maxRank())
                : (int) Math.round(Contestants.geometric(least, budget.maxRank(), Contestants.halton(k, 2)));
    }

    private static double between(double low, double high, int k, int base) {
        return Contestants.rounded(Contestants.geometric(low, high, Contestants.halton(k, base)));
    }

    /** Makes the trials of a method, given data and budget. */
    private interface Trials {
        List<ListMethod> of(Ratings data, Contestant.Budget budget);
    }

    /** A method whose trials are written down here. */
    private record Listed(String key, String name, Trials trials) implements ListContestant {
        @Override
        public List<ListMethod> configurations(Ratings data, Contestant.Budget budget) {
            return trials.of(data, budget);
        }
    }

    /** Rung's own lists: the {@link Recommender}, which chooses its parameters itself. */
    record RungLists() implements ListMethod {
        @Override
        public String name() {
            return "Rung's default";
        }

        @Override
        public String settings() {
            return "chosen on a tenth held out";
        }

        @Override
        public Fit fit(Ratings train, Execution execution) {
            return new Fit(
                    this,
                    scorers(Recommender.byDefault()
                            .withSeed(execution.seed())
                            .withThreads(execution.threads())
                            .withListener(execution.listener())
                            .train(train)
                            .model()));
        }

        /** What ranks the items of a model. */
        private static Supplier<ItemScorer> scorers(Model model) {
            return model.scorers(By.BOTH);
        }
    }
}
