package rung.completion.forecast;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Stage;
import rung.Step;
import rung.data.Observations;

/**
 * Tells a listener how much of a completion is done and left. The completion says which part it begins and what it has decided; of what is
 * still open the likelier outcome is expected, or both are, and what is left lies between them.
 */
public final class Forecast implements Listener {
    /** Whether neighbors will inform each other. */
    public enum Neighbors {
        /** They will not, or hardly. */
        UNLIKELY,
        /** They will be tried, and nobody knows what comes of it. */
        OPEN,
        /** They will. */
        LIKELY
    }

    /** The usual number of ways to prepare columns that are tried, and of those that are tried at higher ranks, too. */
    private static final int PREPARATIONS = 4;

    private static final int FINALISTS = 2;

    /** Whatever a table is chosen by, it is no more rows than this. */
    private static final int ROWS_TO_CHOOSE_BY = 5_000;

    /** All ways are tried up to this rank. */
    private static final int LOW_RANKS = 8;

    /** The number of steps that a climb goes on beyond the best. */
    private static final int PATIENCE = 4;

    /** Among errors within this part of the least, that of the highest rank is taken. */
    private static final double AS_GOOD = 0.005;

    /** A climb goes on at higher ranks while two steps lower the error by this part. */
    private static final double FALLS = 0.04;

    /** The highest rank of a search for gross errors, and of a fit with neighbors. */
    private static final int MOST_FOR_ERRORS = 16;

    private static final int MOST_WITH_NEIGHBORS = 30;

    /** What a step under heavy tails costs, as a multiple of a usual one. */
    private static final double ROBUST = 3.3;

    /** The rounds of the last fit with neighbors, and what the check costs, in such rounds. */
    private static final double ROUNDS = 12;

    private static final double ROUNDS_TO_CHECK = 30;

    /** The number of draws that show whether draws are of use. */
    private static final int TRIAL_DRAWS = 300;

    /** The entries from which on the last fit begins where the choice ended, and what it costs, in steps. */
    private static final int LARGE = 100_000;

    private static final double STEPS_FROM_KNOWN = 1.5;

    /** What some parts cost in addition because they are the first of their kind, and the JVM has to compile them; with their first steps. */
    private static final Map<Part, Double> COLD = Map.of(
            Part.CHOICE, 1.6e9,
            Part.ROBUST_CLIMB, 0.3e9,
            Part.NEIGHBORS, 0.8e9,
            Part.TRIAL_DRAWS, 0.4e9,
            Part.CHOICE_OF_KINDS, 0.7e9);

    private static final int COLD_STEPS = 6;

    private static final int COLD_DRAWS = 50;

    /** Parts that begin where the part before has ended, without a word. */
    private static final Set<Part> SECONDS =
            EnumSet.of(Part.ROBUST_CLIMB, Part.TRIAL_DRAWS, Part.DRAWS, Part.CLIMB_WITHOUT_KINDS);

    /** Parts that are done instead of a fit with neighbors. */
    private static final Set<Part> WITHOUT_NEIGHBORS = EnumSet.range(Part.HIGHER_RANKS, Part.DRAWS);

    private final Listener listener;
    private Part part = Part.CHOICE;
    private boolean hasBegun;
    private int steps; // in this part
    private double spent; // in this part
    private double done;

    private final List<Step> climb = new ArrayList<>(); // the steps of the climb that runs
    private double leastError = Double.POSITIVE_INFINITY;
    private int best = LOW_RANKS / 2; // the rank with this error
    private int rank = LOW_RANKS - 1; // that will probably be chosen
    private boolean isSettled; // whether it was chosen
    private boolean isOpenAbove; // whether the error was still falling at the last rank that was tried
    private int reached; // the highest rank that a climb at higher ranks has ended with

    private Cost numbers = new Cost(0, 0, 0, 0, 0);
    private Optional<Cost> kinds = Optional.empty(); // a category counts as a column for each label
    private boolean areKindsSure;
    private boolean mayHaveErrors;
    private Neighbors neighbors = Neighbors.UNLIKELY;
    private IntUnaryOperator drawsAt = each -> 0;

    /**
     * Begins a forecast.
     *
     * @param listener is told of each step
     */
    public Forecast(Listener listener) {
        this.listener = listener;
    }

    /**
     * Tells the size of a table, or of the part of it that is numbers.
     *
     * @param data the observed entries
     * @param refits the number of refits in a step
     * @param drawsAt the number of draws for each rank that may be chosen
     */
    public void ofNumbers(Observations data, int refits, IntUnaryOperator drawsAt) {
        this.numbers = Cost.of(data, refits);
        this.drawsAt = drawsAt;
    }

    /**
     * Tells that the table will be fitted by the kinds of its columns, too.
     *
     * @param data the observed entries
     * @param columnsOf the number of columns that stand for each column: one for each label of a category
     * @param refits the number of refits in a step
     * @param isSure whether it will even if neighbors inform each other
     */
    public void ofKinds(Observations data, IntUnaryOperator columnsOf, int refits, boolean isSure) {
        kinds = Optional.of(Cost.of(data, columnsOf, refits));
        areKindsSure = isSure;
    }

    /**
     * Tells whether gross errors are looked for.
     *
     * @param may whether they are
     */
    public void expectErrors(boolean may) {
        mayHaveErrors = may;
    }

    /**
     * Tells whether neighbors inform each other.
     *
     * @param answer what is known of it by now
     */
    public void expectNeighbors(Neighbors answer) {
        neighbors = answer;
    }

    /**
     * Tells the rank that was chosen for good.
     *
     * @param chosen the rank
     */
    public void expectRank(int chosen) {
        rank = chosen;
        isSettled = true;
    }

    /**
     * Begins a part.
     *
     * @param next the part
     */
    public void enter(Part next) {
        done += silent(part);
        part = next;
        hasBegun = false;
        steps = 0;
        spent = 0;
        climb.clear();
        if (next == Part.CHOICE_WITHOUT_ERRORS || next == Part.CHOICE_BY_STRETCHES || next == Part.CHOICE_OF_KINDS) {
            leastError = Double.POSITIVE_INFINITY;
        }
    }

    @Override
    public void onStage(Stage stage, String task) {
        int next = part.ordinal() + 1;
        if (hasBegun && next < Part.values().length && SECONDS.contains(Part.values()[next])) {
            enter(Part.values()[next]);
        }
        hasBegun = true;
        listener.onStage(stage, task);
    }

    @Override
    public void onStep(Progress progress) {
        Step step = progress.step();
        steps++;
        double work = cost(step.rank()) + cold();
        spent += work;
        done += work;
        if (step.heldOut().isPresent() && part != Part.USUAL_CLIMB && part != Part.ROBUST_CLIMB) {
            note(step);
        }
        listener.onStep(new Told(progress));
    }

    /* What a choice says of the rank. */
    private void note(Step step) {
        if (step.step() == 1) {
            climb.clear();
        }
        climb.add(step);
        if (part == Part.HIGHER_RANKS && step.step() == 1) {
            reached = steps > 1 ? rank : 0; // the second climb is like the first
        }
        double least = climb.stream().mapToDouble(Forecast::error).min().orElseThrow();
        if (least <= leastError) {
            leastError = least;
            for (Step each : climb) {
                best = error(each) == least ? each.rank() : best;
                rank = error(each) <= (1 + AS_GOOD) * least ? each.rank() : rank;
            }
            if (part != Part.HIGHER_RANKS && step.rank() < best + PATIENCE) {
                rank = Math.min(LOW_RANKS, best + PATIENCE); // what was not tried may be as good
            }
            isOpenAbove = best == step.rank() && best >= LOW_RANKS && isFalling();
        }
    }

    private static double error(Step step) {
        return step.heldOut().orElseThrow();
    }

    private boolean isFalling() {
        int last = climb.size() - 1;
        return last < 2 || error(climb.get(last)) < (1 - FALLS) * error(climb.get(last - 2));
    }

    /* What one step or draw of this part costs. */
    private double cost(int at) {
        return switch (part) {
            case CHOICE, CHOICE_WITHOUT_ERRORS, HIGHER_RANKS, CLIMB_WITHOUT_KINDS ->
                some(numbers).step(at);
            case ROBUST_CLIMB -> ROBUST * numbers.step(at);
            case TRIAL_DRAWS, DRAWS -> numbers.draw(at);
            case CHOICE_OF_KINDS -> kinds.map(Forecast::some).orElse(numbers).step(at);
            case FIT_OF_KINDS -> kinds.orElse(numbers).step(at);
            case FIT -> isFromKnown() ? STEPS_FROM_KNOWN / 3 * numbers.step(at) : numbers.step(at);
            default -> numbers.step(at);
        };
    }

    private double cold() {
        int cold = part == Part.TRIAL_DRAWS ? COLD_DRAWS : COLD_STEPS;
        return steps <= cold ? COLD.getOrDefault(part, 0.0) / cold : 0;
    }

    /* What follows the last step of a part. */
    private double silent(Part which) {
        return switch (which) {
            case NEIGHBORS -> ROUNDS_TO_CHECK * numbers.round(rankWithNeighbors());
            case FIT_WITH_NEIGHBORS -> ROUNDS * numbers.round(rankWithNeighbors());
            default -> 0;
        };
    }

    private int rankWithNeighbors() {
        return rank < LOW_RANKS ? rank : Math.max(1, Math.min(MOST_WITH_NEIGHBORS, (int) numbers.columns() / 2));
    }

    private boolean isFromKnown() {
        return numbers.known() > LARGE;
    }

    private static Cost some(Cost all) {
        return all.ofRows(ROWS_TO_CHOOSE_BY);
    }

    /** From so much work to so much. */
    private record Range(double least, double most) {
        static final Range NONE = new Range(0, 0);

        static Range of(double work) {
            return new Range(work, work);
        }

        Range plus(Range other) {
            return new Range(least + other.least, most + other.most);
        }

        Range or(Range other) {
            return new Range(Math.min(least, other.least), Math.max(most, other.most));
        }

        Range less(double work) {
            return new Range(Math.max(0, least - work), Math.max(0, most - work));
        }
    }

    /* All that is left. */
    private Range left() {
        Range left = whole(part).less(spent);
        Range without = Range.NONE;
        for (Part later : EnumSet.range(part, Part.values()[Part.values().length - 1])) {
            if (later == part || later == Part.FIT_WITH_NEIGHBORS) {
                continue;
            }
            if (WITHOUT_NEIGHBORS.contains(later)) {
                without = without.plus(whole(later));
            } else {
                left = left.plus(whole(later));
            }
        }
        if (part.compareTo(Part.FIT_WITH_NEIGHBORS) > 0 || neighbors == Neighbors.UNLIKELY) {
            return left.plus(without);
        }
        Range with = part == Part.FIT_WITH_NEIGHBORS ? Range.NONE : whole(Part.FIT_WITH_NEIGHBORS);
        return left.plus(neighbors == Neighbors.OPEN ? with.or(without) : with);
    }

    /* What a whole part will probably have cost. */
    private Range whole(Part which) {
        double cold = COLD.getOrDefault(which, 0.0);
        boolean isTried = neighbors != Neighbors.UNLIKELY;
        boolean byKinds = kinds.isPresent() && (areKindsSure || neighbors != Neighbors.LIKELY);
        return switch (which) {
            case CHOICE -> Range.of(cold + PREPARATIONS * some(numbers).climb(0, LOW_RANKS));
            case CHOICE_WITHOUT_ERRORS ->
                which == part ? Range.of(PREPARATIONS * some(numbers).climb(0, LOW_RANKS)) : Range.NONE;
            case USUAL_CLIMB -> mayHaveErrors ? Range.of(forErrors()) : Range.NONE;
            case ROBUST_CLIMB -> mayHaveErrors ? Range.of(cold + ROBUST * forErrors()) : Range.NONE;
            case CHOICE_BY_STRETCHES ->
                isTried
                        ? Range.of(
                                PREPARATIONS * numbers.climb(0, LOW_RANKS) + FINALISTS * numbers.climb(LOW_RANKS, 15))
                        : Range.NONE;
            case NEIGHBORS ->
                isTried ? Range.of(cold + numbers.climb(LOW_RANKS, rankWithNeighbors()) + silent(which)) : Range.NONE;
            case FIT_WITH_NEIGHBORS -> Range.of(numbers.climb(0, rankWithNeighbors()) + silent(which));
            case HIGHER_RANKS -> higherRanks();
            case CLIMB_TO_DRAW_FROM -> atRank(at -> ofDraws(at, numbers.climb(0, at)));
            case TRIAL_DRAWS -> atRank(at -> ofDraws(at, cold + TRIAL_DRAWS * numbers.draw(at)));
            case FIT -> atRank(at -> isFromKnown() ? STEPS_FROM_KNOWN * numbers.step(at) : numbers.climb(0, at));
            case DRAWS -> atRank(at -> ofDraws(at, drawsAt.applyAsInt(at) * numbers.draw(at)));
            case CHOICE_OF_KINDS ->
                byKinds ? Range.of(cold + some(kinds.get()).climb(0, Cost.after(bestOfKinds(), PATIENCE))) : Range.NONE;
            case CLIMB_WITHOUT_KINDS -> byKinds ? Range.of(some(numbers).climb(0, rank)) : Range.NONE;
            case FIT_OF_KINDS -> byKinds ? Range.of(kinds.get().climb(0, bestOfKinds())) : Range.NONE;
        };
    }

    /* Fits by kinds seldom pay at higher ranks; until one has begun, that is all that is known. */
    private int bestOfKinds() {
        return part.compareTo(Part.CHOICE_OF_KINDS) < 0 ? Math.min(best, LOW_RANKS) : best;
    }

    private double forErrors() {
        return numbers.climb(0, Math.min(MOST_FOR_ERRORS, Cost.after(best, PATIENCE)));
    }

    /* What is done at the rank that will be chosen. */
    private Range atRank(IntToDoubleFunction work) {
        return Range.of(work.applyAsDouble(lowestRank())).or(Range.of(work.applyAsDouble(highestRank())));
    }

    private double ofDraws(int at, double work) {
        return drawsAt.applyAsInt(at) > 0 ? work : 0;
    }

    private Range higherRanks() {
        Cost each = some(numbers);
        return isSettled || rank < LOW_RANKS && part != Part.HIGHER_RANKS
                ? Range.NONE
                : atRank(to -> FINALISTS * each.climb(LOW_RANKS, to));
    }

    /* The rank that will be chosen lies from here ... */
    private int lowestRank() {
        boolean isLow = isSettled || rank < LOW_RANKS;
        return isLow ? rank : reached > 0 ? reached : Math.min(most(), isOpenAbove ? Cost.after(best, 1) : rank);
    }

    /* ... to here: where ranks that were not tried may be as good, they will be tried. */
    private int highestRank() {
        boolean isLow = isSettled || rank < LOW_RANKS || reached > 0;
        int highest = isOpenAbove ? numbers.highestOfUse() : Cost.after(Math.max(LOW_RANKS, best), PATIENCE);
        return isLow ? lowestRank() : Math.max(lowestRank(), Math.min(most(), highest));
    }

    private int most() {
        return (int) Math.min(numbers.rows(), numbers.columns());
    }

    /** A step, and how much is done and left. */
    private final class Told implements Progress {
        private final Progress progress;

        Told(Progress progress) {
            this.progress = progress;
        }

        @Override
        public Optional<Work> work() {
            Range left = left();
            return Optional.of(new Work(done, left.least, left.most));
        }

        @Override
        public Stage stage() {
            return progress.stage();
        }

        @Override
        public String task() {
            return progress.task();
        }

        @Override
        public OptionalInt steps() {
            return progress.steps();
        }

        @Override
        public Step step() {
            return progress.step();
        }

        @Override
        public LowRankMatrix matrix() {
            return progress.matrix();
        }

        @Override
        public void stop() {
            progress.stop();
        }
    }
}
