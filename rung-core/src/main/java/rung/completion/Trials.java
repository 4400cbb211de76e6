package rung.completion;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The preparations that were tried, and which of them are the best so far. */
final class Trials {
    /**
     * The fraction of the error by which a preparation must be better than those tried before it: the difference is measured on few
     * entries. Without this rule the errors that {@link Completion} reports for its draws were 1 % higher.
     */
    private static final double BETTER = 0.003;

    /**
     * The part by which levels of rows must be better where neighbors may inform each other, which cannot inform a level that was taken from
     * a row alone: rows of traffic without any value were 6 to 12 % further off with levels, at the same error on cells.
     */
    private static final double BETTER_BY_LEVELS = 0.02;

    /** The number of preparations that are tried at higher ranks too; only the best one if the choice is clear. */
    static final int FINALISTS = 2;

    /** This many held-out observations tell at low ranks which preparation is the best, so that no other one is tried at higher ranks. */
    private static final int CLEAR = 2_000;

    private final boolean isByOnePart;
    private final boolean isClear;
    private final List<Completion.Trial> all = new ArrayList<>();
    private boolean mayHaveNeighbors;

    /**
     * Begins without any.
     *
     * @param parts what is held out to judge by
     * @param mayHaveNeighbors whether neighbors may inform each other
     */
    Trials(HeldOutParts parts, boolean mayHaveNeighbors) {
        this.isByOnePart = parts.isOne();
        this.isClear = isByOnePart && parts.cells() >= CLEAR;
        this.mayHaveNeighbors = mayHaveNeighbors;
    }

    /** Adds a trial, in the place of the one of the same preparation. */
    void put(Completion.Trial trial) {
        for (int k = 0; k < all.size(); k++) {
            if (all.get(k).preparation() == trial.preparation()) {
                all.set(k, trial);
                return;
            }
        }
        all.add(trial);
    }

    /** Returns all trials, in the order in which their preparations were tried first. */
    List<Completion.Trial> all() {
        return List.copyOf(all);
    }

    /**
     * Says that neighbors turned out not to inform each other. Levels of rows, which take from neighbors what they could tell, are then as
     * good as any other preparation with the same error.
     */
    void forgetNeighbors() {
        mayHaveNeighbors = false;
    }

    /** Returns the best preparations so far, the best one first. */
    List<Completion.Trial> finalists() {
        if (isClear) {
            return leader().stream().toList();
        }
        return all.stream()
                .sorted(Comparator.comparingDouble(this::judged))
                .limit(FINALISTS)
                .toList();
    }

    /** Returns the most finalists that there will be. */
    int mostFinalists() {
        return isClear ? 1 : FINALISTS;
    }

    /** Returns the first preparation that is about as good as the best; none before the first trial. */
    Optional<Completion.Trial> leader() {
        double least = least(this::judged);
        return all.stream()
                .filter(trial -> judged(trial) <= (1 + BETTER) * least)
                .findFirst();
    }

    /** Returns the errors of the best preparation so far, which another one must keep up with; none if too little is held out to tell. */
    List<Double> ahead(Preparation other) {
        return finalists().stream()
                .limit(isByOnePart ? 1 : 0)
                .filter(best -> best.preparation() != other)
                .findAny()
                .map(Completion.Trial::errors)
                .orElse(List.of());
    }

    /** Returns the least error of all trials. */
    double leastError() {
        return least(Completion.Trial::error);
    }

    private double judged(Completion.Trial trial) {
        boolean isHandicapped = mayHaveNeighbors && trial.preparation().hasLevelsOfRows();
        return (isHandicapped ? 1 + BETTER_BY_LEVELS : 1) * trial.error();
    }

    private double least(ToDoubleFunction<Completion.Trial> error) {
        return all.stream().mapToDouble(error).min().orElse(Double.NaN);
    }
}
