package rung.completion.forecast;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import rung.Listener;
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

    /** Whether there are gross errors. */
    public enum Errors {
        /** None are looked for. */
        NONE,
        /** They are looked for, and few tables have any. */
        OPEN,
        /** There are. */
        SURE
    }

    /** The usual number of ways to prepare columns that are tried. */
    private static final int PREPARATIONS = 4;

    /** What a step under heavy tails costs, as a multiple of a usual one. */
    private static final double ROBUST = 2;

    /** What a fit with neighbors costs before its first round, and what follows the last one, in rounds. */
    private static final double ROUNDS_BEFORE = 5;

    private static final double ROUNDS_AFTER = 2;

    /** What a last fit costs that begins where the choice ended, in steps. */
    private static final double STEPS_FROM_KNOWN = 1.5;

    /** What some parts cost in addition because they are the first of their kind, and the JVM has to compile them; with their first steps. */
    private static final Map<Part, Double> COLD = Map.of(
            Part.CHOICE, 1.6e9,
            Part.ROBUST_CLIMB, 0.3e9,
            Part.TRIAL_ROUNDS, 1.2e9,
            Part.TRIAL_DRAWS, 0.4e9,
            Part.CHOICE_OF_KINDS, 0.7e9);

    private static final int COLD_STEPS = 6;

    private static final int COLD_DRAWS = 50;

    /**
     * Parts that begin where the part before has ended, without a word, when another task begins; if the table is split, the part before may
     * follow again.
     */
    private static final Set<Part> SECONDS =
            EnumSet.of(Part.TRIAL_ROUNDS, Part.ROUNDS, Part.TRIAL_DRAWS, Part.DRAWS, Part.CLIMB_WITHOUT_KINDS);

    /** Climbs that compare fits, and say nothing of the rank that will be chosen. */
    private static final Set<Part> COMPARISONS = EnumSet.range(Part.USUAL_CLIMB, Part.FITS_WITHOUT_FAR);

    /** Parts of a last fit with neighbors. */
    private static final Set<Part> WITH_NEIGHBORS = EnumSet.of(Part.FIT_WITH_NEIGHBORS, Part.ROUNDS);

    /** How the name of a task ends that is one of several parts of the table. */
    private static final Pattern SPLIT = Pattern.compile(", split \\d+ of \\d+$");

    /** Parts that are done instead of a fit with neighbors. */
    private static final Set<Part> WITHOUT_NEIGHBORS = EnumSet.range(Part.HIGHER_RANKS, Part.DRAWS);

    private final Listener listener;
    private final Plan plan;
    private Part part = Part.CHOICE;
    private String task = ""; // that this part has begun with, if it has
    private final Map<Part, Integer> begun = new EnumMap<>(Part.class); // how often
    private final Map<Part, Double> spent = new EnumMap<>(Part.class);
    private int steps; // in this part, since it has begun
    private final Map<Part, Integer> stepsOf = new EnumMap<>(Part.class); // all that each part has done
    private double done;

    private final List<Step> climb = new ArrayList<>(); // the steps of the climb that runs
    private double leastError = Double.POSITIVE_INFINITY;
    private int before; // the rank that a choice before would take, until the first climb of another one is at its end
    private int best; // the rank with this error
    private int asGood; // the highest rank with an error that is as good
    private int rank; // that will probably be chosen
    private int rankOfNumbers; // that was chosen for numbers
    private boolean isSettled; // whether it was chosen
    private boolean isOpenAbove; // whether the error was still falling at the last rank that was tried
    private int rankOfErrors; // of the fits that find errors; 0 if it is not known
    private int rankOfNeighbors = -1; // beside which neighbors are tried; negative if it is not known
    private int splits; // of a choice by stretches; 0 if there is none
    private int reached; // the highest rank that a climb at higher ranks has ended with

    private Cost numbers = new Cost(0, 0, 0, 0, 0, 0);
    private Optional<Cost> kinds = Optional.empty(); // a category counts as a column for each label
    private boolean areKindsSure;
    private double slack; // by this part of the least error another one may be higher and is as good
    private Errors errors = Errors.NONE;
    private Neighbors neighbors = Neighbors.UNLIKELY;
    private IntUnaryOperator drawsAt = each -> 0;

    /**
     * Begins a forecast.
     *
     * @param listener is told of each step
     * @param plan what the completion goes by
     */
    public Forecast(Listener listener, Plan plan) {
        this.listener = listener;
        this.plan = plan;
        this.best = plan.lowRanks() / 2;
        this.asGood = best;
        this.rank = plan.lowRanks() - 1;
    }

    /**
     * Tells the size of a table, or of the part of it that is numbers.
     *
     * @param data the observed entries
     * @param refits the number of refits in a step
     * @param slack by this part of the least error another one may be higher and is as good
     * @param drawsAt the number of draws for each rank that may be chosen
     */
    public void ofNumbers(Observations data, int refits, double slack, IntUnaryOperator drawsAt) {
        this.numbers = Cost.of(data, refits, plan.growth());
        this.slack = slack;
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
        kinds = Optional.of(Cost.of(data, columnsOf, refits, plan.growth()));
        areKindsSure = isSure;
    }

    /**
     * Tells whether there are gross errors.
     *
     * @param answer what is known of it by now
     */
    public void expectErrors(Errors answer) {
        errors = answer;
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
        rankOfNumbers = isSettled ? rankOfNumbers : chosen;
        isSettled = true;
    }

    /**
     * Tells the rank of the fits that find errors.
     *
     * @param chosen the rank
     */
    public void expectErrorsAt(int chosen) {
        rankOfErrors = Math.max(1, chosen);
    }

    /**
     * Tells the rank without neighbors, beside which these are tried.
     *
     * @param chosen the rank
     */
    public void expectNeighborsAt(int chosen) {
        rankOfNeighbors = chosen;
    }

    /**
     * Tells that stretches are held out from now on.
     *
     * @param count how often the table is split
     */
    public void expectSplits(int count) {
        splits = count;
    }

    /**
     * Begins a part.
     *
     * @param next the part
     */
    public void enter(Part next) {
        part = next;
        task = "";
        begun.remove(next);
        spent.remove(next);
        stepsOf.remove(next);
        begin();
        if (next == Part.CHOICE_WITHOUT_ERRORS || next == Part.CHOICE_BY_STRETCHES || next == Part.CHOICE_OF_KINDS) {
            leastError = Double.POSITIVE_INFINITY;
            before = rank;
        }
    }

    private void begin() {
        steps = 0;
        climb.clear();
    }

    @Override
    public void onStage(Stage stage, String name) {
        String begins = stage + SPLIT.matcher(name).replaceFirst("");
        if (task.isEmpty()) {
            task = begins;
        }
        boolean isOfSecond = SECONDS.contains(part);
        if (isOfSecond == begins.equals(task) && (isOfSecond || isBeforeSecond())) {
            part = Part.values()[part.ordinal() + (isOfSecond ? -1 : 1)];
            begin();
        }
        begun.merge(part, 1, Integer::sum);
        listener.onStage(stage, name);
    }

    private boolean isBeforeSecond() {
        int next = part.ordinal() + 1;
        return next < Part.values().length && SECONDS.contains(Part.values()[next]);
    }

    @Override
    public void onStep(Progress progress) {
        Step step = progress.step();
        steps++;
        stepsOf.merge(part, 1, Integer::sum);
        double work = cost(step.rank()) + cold();
        spent.merge(part, work, Double::sum);
        done += work;
        if (step.heldOut().isPresent() && !COMPARISONS.contains(part)) {
            note(step);
        }
        Range left = left();
        Work told = new Work(done, left.least, left.most);
        listener.onStep(new Reported(progress, progress.stage(), progress.task(), Optional.of(told), () -> {}));
    }

    /* What a choice says of the rank. */
    private void note(Step step) {
        if (step.step() == 1) {
            before = climb.isEmpty() ? before : 0;
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
                asGood = error(each) <= (1 + slack) * least ? each.rank() : asGood;
            }
            boolean mayBeHigher = part != Part.HIGHER_RANKS && step.rank() < best + plan.patience();
            rank = mayBeHigher ? Math.max(asGood, Math.min(plan.lowRanks(), best + plan.patience())) : asGood;
            rank = Math.max(rank, before);
            isOpenAbove = best == step.rank() && best >= plan.lowRanks() && isFalling();
        }
    }

    private static double error(Step step) {
        return step.heldOut().orElseThrow();
    }

    private boolean isFalling() {
        int last = climb.size() - 1;
        if (last < 2) {
            return true;
        }
        Step before = climb.get(last - 2);
        double doublings = Math.log((double) climb.get(last).rank() / before.rank()) / Math.log(2);
        return Math.log(error(before) / error(climb.get(last))) > plan.worth() * doublings;
    }

    /* What one step or draw of this part costs. */
    private double cost(int at) {
        return switch (part) {
            case CHOICE, CHOICE_WITHOUT_ERRORS, HIGHER_RANKS, CLIMB_WITHOUT_KINDS ->
                some(numbers).step(at);
            case ROBUST_CLIMB, CLOSER_ROBUST_CLIMB, JUDGMENT, FITS_WITHOUT_FAR -> ROBUST * numbers.step(at);
            case TRIAL_ROUNDS, ROUNDS -> (1 + (isFirstRound() ? ROUNDS_BEFORE : 0)) * numbers.round(at);
            case TRIAL_DRAWS, DRAWS -> numbers.draw(at);
            case CHOICE_OF_KINDS -> kinds.map(this::some).orElse(numbers).step(at);
            case FIT_OF_KINDS -> kinds.orElse(numbers).step(at);
            case FIT -> isFromKnown() ? STEPS_FROM_KNOWN / 3 * numbers.step(at) : numbers.step(at);
            default -> numbers.step(at);
        };
    }

    /* What a step costs in addition while its code is compiled: once, however often parts of the table follow each other. */
    private double cold() {
        int cold = part == Part.TRIAL_DRAWS ? COLD_DRAWS : COLD_STEPS;
        return stepsOf.get(part) <= cold ? COLD.getOrDefault(part, 0.0) / cold : 0;
    }

    private boolean isFirstRound() {
        return steps == 1 || part == Part.TRIAL_ROUNDS && steps == plan.roundsToCompare() + 1;
    }

    /* The rounds of two fits with neighbors, of which one goes on. */
    private double trialRounds() {
        return plan.roundsToCompare() + plan.rounds() + 2 * ROUNDS_BEFORE + ROUNDS_AFTER;
    }

    private double lastRounds() {
        return plan.rounds() + ROUNDS_BEFORE + ROUNDS_AFTER;
    }

    /* The rank beside which neighbors are tried, if the table is of this one without them. */
    private int rankWithNeighbors(int without) {
        return without < plan.lowRanks()
                ? without
                : Math.max(1, Math.min(plan.highestWithNeighbors(), (int) numbers.columns() / 2));
    }

    /* What is done beside neighbors, at a rank that may not be known yet. */
    private Range withNeighbors(IntToDoubleFunction work) {
        Range likely = Range.of(work.applyAsDouble(rankWithNeighbors(rankWithoutNeighbors())));
        return rankOfNeighbors < 0 ? likely.or(Range.of(work.applyAsDouble(rankWithNeighbors(best)))) : likely;
    }

    private boolean isFromKnown() {
        return numbers.known() > plan.large();
    }

    private Cost some(Cost all) {
        return all.ofRows(plan.rows());
    }

    /** From so much work to so much. */
    private record Range(double least, double most) {
        static final Range NONE = new Range(0, 0);

        static Range of(double work) {
            return new Range(work, work);
        }

        static Range upTo(double work) {
            return new Range(0, work);
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

    /* How often a table is split of which this much is known. */
    private int splits(int cells) {
        return plan.splits(cells, numbers.known());
    }

    /* The same where the preparation is chosen, and what was chosen is fitted again. */
    private int splitsOfChoice() {
        return splits > 0 ? splits : splits(plan.cellsToPrepareBy());
    }

    private int splitsOfKinds() {
        return splits(plan.cellsToPrepareBy());
    }

    private int splitsByStretches() {
        return splits > 0 ? splits : splits(plan.cellsToCheckBy());
    }

    /* What is left of a part, which may have begun. */
    private Range rest(Part which) {
        return whole(which).less(spent.getOrDefault(which, 0.0));
    }

    /* What is left of the part before this one, which follows again if the table is split. */
    private Range before() {
        Part first = Part.values()[part.ordinal() - 1];
        int times = part == Part.TRIAL_ROUNDS
                ? splitsByStretches()
                : part == Part.TRIAL_DRAWS ? splitsOfChoice() : part == Part.CLIMB_WITHOUT_KINDS ? splitsOfKinds() : 1;
        return begun.getOrDefault(first, 0) < times ? rest(first) : Range.NONE;
    }

    /* All that is left. */
    private Range left() {
        Range left = SECONDS.contains(part) ? rest(part).plus(before()) : rest(part);
        Range with = Range.NONE;
        Range without = Range.NONE;
        for (Part later : EnumSet.range(part, Part.values()[Part.values().length - 1])) {
            if (later == part) {
                continue;
            }
            if (WITH_NEIGHBORS.contains(later)) {
                with = with.plus(rest(later));
            } else if (WITHOUT_NEIGHBORS.contains(later)) {
                without = without.plus(rest(later));
            } else {
                left = left.plus(rest(later));
            }
        }
        if (WITH_NEIGHBORS.contains(part)) {
            return left.plus(with);
        }
        if (WITHOUT_NEIGHBORS.contains(part) || neighbors == Neighbors.UNLIKELY) {
            return left.plus(without);
        }
        return left.plus(neighbors == Neighbors.OPEN ? with.or(without) : with);
    }

    /* What a whole part will probably have cost. */
    private Range whole(Part which) {
        double cold = COLD.getOrDefault(which, 0.0);
        boolean isTried = neighbors != Neighbors.UNLIKELY;
        boolean byKinds = kinds.isPresent() && (areKindsSure || neighbors != Neighbors.LIKELY);
        return switch (which) {
            case CHOICE -> Range.of(cold + splitsOfChoice() * choice(some(numbers)));
            case USUAL_CLIMB -> errors == Errors.NONE ? Range.NONE : Range.of(splitsToCheck() * forErrors());
            case ROBUST_CLIMB ->
                errors == Errors.NONE ? Range.NONE : Range.of(cold + splitsToCheck() * ROBUST * forErrors());
            case CLOSER_USUAL_CLIMB -> ifErrors(which, Range.of(splitsToBeSure() * forErrors()));
            case CLOSER_ROBUST_CLIMB -> ifErrors(which, Range.of(splitsToBeSure() * ROBUST * forErrors()));
            case JUDGMENT -> ifErrors(which, Range.of(splitsToJudge() * ROBUST * numbers.climb(0, rankOfErrors())));
            case FITS_WITHOUT_FAR -> {
                double fit = ROBUST * numbers.climb(0, rankOfErrors());
                yield ifErrors(which, Range.of(fit).or(Range.of(plan.fitsWithoutErrors() * fit)));
            }
            case CHOICE_WITHOUT_ERRORS -> ifErrors(which, Range.of(splitsOfChoice() * choice(some(numbers))));
            case CHOICE_BY_STRETCHES ->
                isTried
                        ? Range.of(splitsByStretches()
                                * (choice(numbers) + plan.finalists() * numbers.climb(plan.lowRanks(), 15)))
                        : Range.NONE;
            case NEIGHBORS -> {
                int from = splitsByStretches() == 1 ? plan.lowRanks() : 0;
                yield isTried ? withNeighbors(at -> splitsByStretches() * numbers.climb(from, at)) : Range.NONE;
            }
            case TRIAL_ROUNDS ->
                trials(withNeighbors(at -> cold + splitsByStretches() * trialRounds() * numbers.round(at)));
            case CLIMB_WITHOUT_NEIGHBORS ->
                which == part || neighbors == Neighbors.LIKELY
                        ? Range.of(splitsByStretches() * numbers.climb(0, rankWithoutNeighbors()))
                        : Range.NONE;
            case FIT_WITH_NEIGHBORS -> withNeighbors(at -> numbers.climb(0, at));
            case ROUNDS -> withNeighbors(at -> lastRounds() * numbers.round(at));
            case HIGHER_RANKS -> higherRanks();
            case CLIMB_TO_DRAW_FROM -> {
                boolean isChecked = splits > 0 || splitsOfChoice() > 1;
                yield atRank(
                        at -> isChecked ? splitsOfChoice() * numbers.climb(0, at) : ofDraws(at, numbers.climb(0, at)));
            }
            case TRIAL_DRAWS ->
                atRank(at -> ofDraws(at, cold + splitsOfChoice() * plan.trialDraws() * numbers.draw(at)));
            case FIT -> atRank(at -> isFromKnown() ? STEPS_FROM_KNOWN * numbers.step(at) : numbers.climb(0, at));
            case DRAWS -> atRank(at -> ofDraws(at, drawsAt.applyAsInt(at) * numbers.draw(at)));
            case CHOICE_OF_KINDS ->
                byKinds
                        ? byKinds(
                                at -> cold + splitsOfKinds() * some(kinds.get()).climb(0, farthest(at)))
                        : Range.NONE;
            case CLIMB_WITHOUT_KINDS ->
                byKinds ? Range.of(splitsOfKinds() * some(numbers).climb(0, rankOfNumbers())) : Range.NONE;
            case FIT_OF_KINDS -> byKinds ? byKinds(at -> kinds.get().climb(0, at)) : Range.NONE;
        };
    }

    /* What it costs to try all ways to prepare columns. */
    private double choice(Cost each) {
        return PREPARATIONS * each.climb(0, plan.lowRanks());
    }

    /* Where the order says nothing, the trial is over before its first round. */
    private Range trials(Range work) {
        if (part == Part.TRIAL_ROUNDS || neighbors == Neighbors.LIKELY) {
            return work;
        }
        return neighbors == Neighbors.OPEN ? Range.upTo(work.most) : Range.NONE;
    }

    private int rankOfNumbers() {
        return isSettled ? rankOfNumbers : rank;
    }

    /* What is done at the rank of a fit by kinds. The climb may go on for long at ranks that are cheap. */
    private Range byKinds(IntToDoubleFunction work) {
        if (part == Part.FIT_OF_KINDS) {
            return Range.of(work.applyAsDouble(rank));
        }
        boolean isClimbing = part == Part.CHOICE_OF_KINDS;
        int least = isClimbing || part == Part.CLIMB_WITHOUT_KINDS ? best : Math.min(best, rankOfNumbers());
        int most = part == Part.CLIMB_WITHOUT_KINDS ? best : Math.max(least, Math.min(plan.cheap(), mostOfKinds()));
        return Range.of(work.applyAsDouble(least)).or(Range.of(work.applyAsDouble(most)));
    }

    /* The rank that a climb reaches whose best one is this: it waits for a better one, but not at ranks that cost much. */
    private int farthest(int at) {
        return Math.max(at, Math.min(numbers.after(at, plan.patience()), numbers.after(plan.cheap(), 1)));
    }

    private int mostOfKinds() {
        return kinds.map(cost -> (int) Math.min(cost.rows(), cost.columns())).orElse(0);
    }

    private Range ifErrors(Part which, Range work) {
        return which == part || errors == Errors.SURE ? work : Range.NONE;
    }

    private int splitsToCheck() {
        return splits(plan.cellsToCheckBy());
    }

    /* How often a table is split again if there may be errors. */
    private int splitsToBeSure() {
        return splits(plan.cellsToBeSureBy()) - splitsToCheck();
    }

    /* The fits that judge the rest of a table whose errors must be told from what a fit of them all would follow. */
    private int splitsToJudge() {
        return numbers.known() > plan.cellsToBeSureBy() ? 0 : plan.splits() - splits(plan.cellsToBeSureBy());
    }

    private int rankOfErrors() {
        return rankOfErrors > 0 ? rankOfErrors : Math.min(plan.highestForErrors(), Math.max(1, best));
    }

    private int rankWithoutNeighbors() {
        return rankOfNeighbors < 0 ? rank : rankOfNeighbors;
    }

    private double forErrors() {
        return numbers.climb(0, Math.min(plan.highestForErrors(), numbers.after(best, plan.patience())));
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
        return isSettled || rank < plan.lowRanks() && part != Part.HIGHER_RANKS
                ? Range.NONE
                : atRank(to -> plan.finalists()
                        * splitsOfChoice()
                        * each.climb(splitsOfChoice() == 1 ? plan.lowRanks() : 0, to));
    }

    /* The rank that will be chosen lies from here ... */
    private int lowestRank() {
        if (isSettled || reached > 0) {
            return isSettled ? rank : reached;
        }
        return Math.min(most(), isOpenAbove ? numbers.after(best, 1) : asGood);
    }

    /* ... to here: where ranks that were not tried may be as good, they will be tried. */
    private int highestRank() {
        if (isSettled || reached > 0) {
            return lowestRank();
        }
        int highest =
                isOpenAbove ? numbers.highestOfUse() : numbers.after(Math.max(plan.lowRanks(), best), plan.patience());
        return Math.max(lowestRank(), Math.min(most(), rank < plan.lowRanks() ? rank : highest));
    }

    private int most() {
        return (int) Math.min(numbers.rows(), numbers.columns());
    }
}
