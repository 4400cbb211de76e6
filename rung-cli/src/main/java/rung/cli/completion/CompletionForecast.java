package rung.cli.completion;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rung.Listener;
import rung.Stage;
import rung.Step;
import rung.cli.terminal.Pace;
import rung.completion.Completion;

/**
 * Foresees how long a completion will take. After each step it plans anew what will still be done, by what is known by then of rank,
 * errors and order, and takes the usual time of that by {@link CompletionTime} times the {@link Pace} of this machine.
 */
final class CompletionForecast {
    /** The names of tasks, as the completion tells them. */
    static final String KINDS = "kinds of columns";

    static final String ALL_CELLS = "against a fit that listens to all cells";
    static final String GROSS_ERRORS = "for gross errors";
    static final String CLIMB = "the climb";
    static final String DRAWS = "the mean of draws";
    static final String NEIGHBORS = "whether neighbors are alike";

    /** Of the ways to prepare columns this one is tried last. */
    private static final String LAST_PREPARATION = "columns less the levels of rows and columns";

    /** How a task ends that is one of several parts of the table. */
    private static final Pattern SPLIT = Pattern.compile(", split (\\d+) of (\\d+)$");

    /** The number of ways to prepare columns that are usually tried. */
    private static final int PREPARATIONS = 4;

    /** The number of them that are tried at high ranks, too. */
    private static final int FINALISTS = 2;

    /** All are tried up to this rank. */
    private static final int LOW_RANKS = 8;

    /** Up to this rank gross errors are looked for. */
    private static final int RANK_FOR_ERRORS = 16;

    /** The highest rank beside which neighbors are asked. */
    private static final int RANK_BESIDE_NEIGHBORS = 30;

    /** The rank to expect before there are errors to go by. */
    private static final int USUAL_RANK = 7;

    /** The number of steps of a last fit that begins with what is known of the columns. */
    private static final int STEPS_FROM_KNOWN = 4;

    /** What a step takes that does not add to the rank, as a part of one that does. */
    private static final double STANDING = 0.45;

    /** The part of the tables with gross errors, among those that are looked through. */
    private static final double LIKELY_ERRORS = 0.3;

    /** The part of the tables whose draws to choose by say that more of them are of use. */
    private static final double LIKELY_AVERAGING = 0.4;

    /** The search for gross errors finds some if its error is at most this part of the other. */
    private static final double BETTER = 0.9;

    /** The first steps of a kind take so many times as long, because the JVM has not compiled them yet. */
    private static final double COLD = 1.4;

    /** The first draws are as new to the JVM as a step after this many. */
    private static final int FAMILIAR = 10;

    private final CompletionTime usual;
    private final Pace pace;
    private final RankTrend robustTrend = new RankTrend();
    private final Map<String, RankTrend> trends = new HashMap<>(); // of the climbs under each preparation
    private RankTrend trend = new RankTrend(); // the one that tells most
    private int decided; // the rank that was chosen; 0 until that is known
    private final RankTrend kindsTrend = new RankTrend();
    private boolean isOrdered;
    private boolean isOrderedRound; // whether the attempts are those by stretches
    private boolean hasCheckedNeighbors;
    private boolean asksNeighbors; // in the last fit
    private boolean hasDrawn; // to choose by
    private final Set<String> tried = new HashSet<>(); // what was climbed with in this round of attempts
    private final Set<String> preparations = new HashSet<>();
    private int round; // of attempts at low ranks
    private int finalists; // climbs at high ranks that have begun
    private String before = "";
    private int climbs; // of the stage and task that runs
    private int steps; // so far
    private double least; // the least error of the fit that listens to all cells
    private double leastRobust; // that of the search for gross errors
    private double errors; // how likely it is that the attempts will be repeated without gross errors

    /**
     * Begins.
     *
     * @param usual the usual times of a table like this
     * @param isOrdered whether neighbors will probably be asked
     */
    CompletionForecast(CompletionTime usual, boolean isOrdered) {
        this.usual = usual;
        this.isOrdered = isOrdered;
        this.errors = usual.mayHaveErrors() ? LIKELY_ERRORS : 0;
        this.pace = new Pace(usual.start() + lows() + path());
    }

    /**
     * Takes a step into account.
     *
     * @param progress the step
     * @param now the seconds since the command began
     * @return the seconds that are left; empty if it is too early to tell
     */
    OptionalDouble secondsLeft(Listener.Progress progress, double now) {
        String running = progress.stage() + " " + progress.task();
        boolean hasAskedNeighbors = !running.equals(before) && before.endsWith(NEIGHBORS);
        climbs = (running.equals(before) ? climbs : 0) + (progress.step().step() == 1 ? 1 : 0);
        before = running;
        note(progress, hasAskedNeighbors);
        double took = step(progress, progress.step().rank())
                + usual.warmUp(progress.task().equals(DRAWS) ? progress.step().step() + FAMILIAR : steps++);
        if (steps == 1) {
            took += usual.start();
        } else if (hasAskedNeighbors) {
            took += usual.neighbors(rankBesideNeighbors());
        } else if (progress.step().step() == 1 && progress.stage() == Stage.CHOOSING) {
            took += usual.betweenAttempts();
        }
        pace.add(took, now);
        return pace.seconds(restOfClimb(progress) + after(progress), now);
    }

    /* Learns from a step what it says about the plan. */
    private void note(Listener.Progress progress, boolean hasAskedNeighbors) {
        Step step = progress.step();
        if (isOfKinds(progress)) {
            step.heldOut().ifPresent(error -> kindsTrend.add(step.rank(), error));
            return;
        }
        if (progress.stage() == Stage.CHOOSING) {
            if (step.step() == 1) {
                begin(progress);
            }
            step.heldOut().ifPresent(error -> add(progress.task(), step.rank(), error));
        } else if (progress.task().equals(ALL_CELLS)) {
            least = least(progress, least);
        } else if (progress.task().equals(GROSS_ERRORS)) {
            leastRobust = least(progress, leastRobust);
            robustTrend.add(step.rank(), step.heldOut().orElse(0));
            errors = leastRobust < BETTER * least ? 1 : LIKELY_ERRORS * (1 - (double) step.rank() / RANK_FOR_ERRORS);
            trend = errors == 1 ? robustTrend : trend;
        } else if (progress.task().equals(NEIGHBORS)) {
            isOrdered = true;
            hasCheckedNeighbors = true;
        } else if (progress.task().equals(CLIMB)) {
            decided = rankAfter(progress.steps().orElse(step.step()));
        } else if (progress.task().equals(DRAWS)) {
            decided = step.rank();
            hasDrawn = true;
        } else if (progress.stage() == Stage.FITTING) {
            decided = hasLeapt(progress) ? rankAfter(progress.steps().orElse(step.step())) : step.rank();
            asksNeighbors |= hasAskedNeighbors;
        }
    }

    /* Notes an error, and goes by the climb that has come farthest; by the better one of several. */
    private void add(String task, int rank, double error) {
        RankTrend own = trends.computeIfAbsent(withoutSplit(task), preparation -> new RankTrend());
        own.add(rank, error);
        boolean isFarther = own.lastRank() > trend.lastRank();
        boolean isBetter = own.lastRank() == trend.lastRank() && own.least() < trend.least();
        trend = isFarther || isBetter ? own : trend;
    }

    private static double least(Listener.Progress progress, double soFar) {
        double error = progress.step().heldOut().orElse(Double.POSITIVE_INFINITY);
        return progress.step().step() == 1 ? error : Math.min(soFar, error);
    }

    /* A climb to choose by begins, at low ranks or at high ones. A new round is one without gross errors, or one by stretches. */
    private void begin(Listener.Progress progress) {
        if (progress.step().rank() > 1) {
            finalists++;
            isOrdered &= isOrderedRound && !hasCheckedNeighbors;
            return;
        }
        if (!tried.add(progress.task()) || round == 0) {
            tried.clear();
            preparations.clear();
            tried.add(progress.task());
            round++;
            if (round > 1) {
                isOrderedRound = errors < 1;
                isOrdered |= isOrderedRound;
                errors = 0;
                trends.clear();
            }
        }
        preparations.add(withoutSplit(progress.task()));
    }

    /* The seconds of the step, or of one like it at another rank. */
    private double step(Listener.Progress progress, int rank) {
        if (isOfKinds(progress)) {
            return progress.stage() == Stage.CHECKING
                    ? usual.choosingStep(rank)
                    : usual.kindsStep(progress.stage() == Stage.FITTING, rank);
        }
        return switch (progress.stage()) {
            case CHOOSING -> isOrderedRound ? usual.checkingStep(rank) : usual.choosingStep(rank);
            case AVERAGING -> usual.draw(rank);
            case FITTING ->
                (hasLeapt(progress) || progress.step().step() == 1 ? 1 : STANDING) * usual.fittingStep(rank);
            default ->
                switch (progress.task()) {
                    case DRAWS -> COLD * usual.draw(rank);
                    case GROSS_ERRORS -> usual.robustStep(rank);
                    default -> usual.checkingStep(rank);
                };
        };
    }

    /* The seconds until the climb that runs will end, or until the last draw. */
    private double restOfClimb(Listener.Progress progress) {
        Step step = progress.step();
        int rank = step.rank();
        int left = Math.max(0, progress.steps().orElse(0) - step.step());
        if (progress.stage() == Stage.AVERAGING || progress.task().equals(DRAWS)) {
            return left * step(progress, rank);
        }
        if (progress.stage() == Stage.FITTING && rank > step.step() && !hasLeapt(progress)) {
            return left * STANDING * usual.fittingStep(rank); // it began with what is known, and does not climb
        }
        boolean isChosen = progress.stage() == Stage.FITTING
                || progress.task().equals(CLIMB)
                || progress.task().equals(NEIGHBORS)
                || progress.stage() == Stage.CHECKING && isOfKinds(progress);
        double sum = 0;
        int last = isChosen ? Integer.MAX_VALUE : last(progress);
        for (int k = 0, r = next(rank); k < left && r <= last; k++, r = next(r)) {
            sum += step(progress, r);
        }
        return sum;
    }

    /* Whether the rank is above the number of the step only because climbs take larger steps at high ranks. */
    private static boolean hasLeapt(Listener.Progress progress) {
        return rankAfter(progress.step().step()) >= progress.step().rank();
    }

    private static int rankAfter(int steps) {
        int rank = 0;
        for (int k = 0; k < steps; k++) {
            rank = next(rank);
        }
        return rank;
    }

    /* The rank at which a climb that is not sure of its end will probably end. */
    private int last(Listener.Progress progress) {
        if (isOfKinds(progress)) {
            return last(kindsTrend.end(USUAL_RANK));
        }
        if (progress.stage() == Stage.CHOOSING) {
            boolean isLow = finalists == 0 || hasLeapt(progress);
            return isLow ? lowest() : isOrderedRound ? Math.min(RANK_BESIDE_NEIGHBORS, lastRank()) : lastRank();
        }
        return Math.min(RANK_FOR_ERRORS, Math.max(lowest(), lastRank()));
    }

    /* The last rank of a climb whose error stops to fall at some rank. */
    private static int last(double end) {
        int rank = 1;
        while (rank < end) {
            rank = next(rank);
        }
        int beyond = rank > RankTrend.DEAR ? 2 : 4;
        for (int k = 0; k < beyond; k++) {
            rank = next(rank);
        }
        return rank;
    }

    private int lastRank() {
        return Math.min(usual.highestRank(), last(trend.end(USUAL_RANK)));
    }

    /* The rank that will probably be chosen. */
    private int chosenRank() {
        int rank = decided > 0
                ? decided
                : trend.isFlat() ? trend.chosen(usual.slack()) : (int) Math.ceil(trend.end(USUAL_RANK));
        return Math.min(usual.highestRank(), rank);
    }

    /* How likely it is that draws will be made: while the rank is not known, they are the likelier the cheaper they are. */
    private double likelyDraws() {
        double affordable = usual.affordableDraws(chosenRank());
        return trend.isFlat() ? affordable >= 1 ? 1 : 0 : Math.max(0, Math.min(1, affordable - 0.3));
    }

    private int rankBesideNeighbors() {
        int rank = chosenRank();
        return rank < LOW_RANKS ? rank : Math.min(RANK_BESIDE_NEIGHBORS, usual.highestRank());
    }

    private int lowest() {
        return Math.min(LOW_RANKS, usual.highestRank());
    }

    /* The rank after this one on a climb: by one up to rank 7, then by a quarter. */
    private static int next(int rank) {
        return rank + Math.max(1, (int) (Completion.GROWTH * rank));
    }

    private static double climb(int from, int to, IntToDoubleFunction step) {
        double sum = 0;
        for (int rank = from; rank <= to; rank = next(rank)) {
            sum += step.applyAsDouble(rank);
        }
        return sum;
    }

    /* The seconds of what comes after the climb that runs. */
    private double after(Listener.Progress progress) {
        int rank = chosenRank();
        if (isOfKinds(progress)) {
            return switch (progress.stage()) {
                case CHOOSING -> kindsCheck() + kindsFit() + usual.end(rank);
                case CHECKING -> kindsFit() + usual.end(rank);
                default -> usual.end(rank);
            };
        }
        return switch (progress.stage()) {
            case CHOOSING -> finalists == 0 ? attemptsLeft(progress) + afterAttempts() : afterFinalist();
            case FITTING -> afterFitting(progress);
            case AVERAGING -> tail();
            default ->
                switch (progress.task()) {
                    case ALL_CELLS ->
                        climb(1, Math.min(RANK_FOR_ERRORS, usual.highestRank()), usual::robustStep)
                                + errors * lows()
                                + path();
                    case GROSS_ERRORS -> errors * lows() + path();
                    case CLIMB ->
                        COLD * CompletionTime.DRAWS_TO_CHOOSE_BY * usual.draw(rank)
                                + fitting()
                                + LIKELY_AVERAGING * averaging()
                                + tail();
                    case NEIGHBORS -> usual.neighbors(rankBesideNeighbors()) + lastWithNeighbors();
                    default -> fitting() + LIKELY_AVERAGING * averaging() + tail(); // draws
                };
        };
    }

    /* The attempts of this round that have not begun. */
    private double attemptsLeft(Listener.Progress progress) {
        Matcher split = SPLIT.matcher(progress.task());
        int left = split.find() ? Integer.parseInt(split.group(2)) - Integer.parseInt(split.group(1)) : 0;
        boolean isLast = progress.task().startsWith(LAST_PREPARATION);
        left += isLast ? 0 : Math.max(1, PREPARATIONS - preparations.size()) * usual.splits();
        return left * attempt();
    }

    private double attempt() {
        return usual.betweenAttempts() + climb(1, lowest(), isOrderedRound ? usual::checkingStep : usual::choosingStep);
    }

    /* A round of attempts at low ranks. */
    private double lows() {
        return PREPARATIONS * usual.splits() * attempt();
    }

    private double afterAttempts() {
        if (round > 1 || !usual.mayHaveErrors()) {
            return path();
        }
        int last = Math.min(RANK_FOR_ERRORS, Math.max(lowest(), lastRank()));
        return climb(1, last, usual::checkingStep) + climb(1, last, usual::robustStep) + errors * lows() + path();
    }

    /* What follows a round of attempts, and the search for gross errors. */
    private double path() {
        if (isOrdered) {
            return (isOrderedRound ? 0 : lows()) + FINALISTS * finalist() + besideNeighbors();
        }
        return usual.lookAtNeighbors() + FINALISTS * finalist() + afterUnordered();
    }

    /* A climb at high ranks, if the error still falls at low ones. */
    private double finalist() {
        if (trend.end(USUAL_RANK) < lowest()) {
            return 0;
        }
        int last = isOrdered ? Math.min(RANK_BESIDE_NEIGHBORS, lastRank()) : lastRank();
        return usual.betweenAttempts()
                + climb(next(LOW_RANKS), last, isOrdered ? usual::checkingStep : usual::choosingStep);
    }

    private double afterFinalist() {
        return Math.max(0, FINALISTS - finalists) * finalist() + (isOrdered ? besideNeighbors() : afterUnordered());
    }

    private double besideNeighbors() {
        int rank = rankBesideNeighbors();
        return 2 * usual.checkingStep(rank) + usual.neighbors(rank) + lastWithNeighbors();
    }

    private double lastWithNeighbors() {
        int rank = rankBesideNeighbors();
        return climb(1, rank, usual::fittingStep) + usual.neighborsOnce(rank) + tail();
    }

    private double afterUnordered() {
        int rank = chosenRank();
        double check =
                climb(1, rank, usual::checkingStep) + COLD * CompletionTime.DRAWS_TO_CHOOSE_BY * usual.draw(rank);
        return likelyDraws() * (check + LIKELY_AVERAGING * averaging()) + fitting() + tail();
    }

    private double fitting() {
        int rank = chosenRank();
        double tall = usual.isTall() ? 2 : 1;
        return tall
                * (usual.beginsWithKnown()
                        ? (1 + STANDING * (STEPS_FROM_KNOWN - 1)) * usual.fittingStep(rank)
                        : climb(1, rank, usual::fittingStep));
    }

    private double averaging() {
        int rank = chosenRank();
        return usual.draws(rank) * usual.draw(rank);
    }

    private double afterFitting(Listener.Progress progress) {
        int rank = progress.step().rank();
        if (asksNeighbors) {
            return usual.neighborsOnce(rankBesideNeighbors()) + tail();
        }
        double second = usual.isTall() && climbs == 1 ? STANDING * STEPS_FROM_KNOWN * usual.fittingStep(rank) : 0;
        return second + (hasDrawn ? LIKELY_AVERAGING * averaging() : 0) + tail();
    }

    /* What comes when the table is fitted as numbers. */
    private double tail() {
        boolean hasKinds = usual.hasKinds() && (!isOrdered || usual.hasCategories());
        double kinds = hasKinds
                ? climb(1, lastOfKinds(), rank -> usual.kindsStep(false, rank)) + kindsCheck() + kindsFit()
                : 0;
        return kinds + usual.end(chosenRank());
    }

    private int lastOfKinds() {
        return last(kindsTrend.end(USUAL_RANK));
    }

    private double kindsCheck() {
        return climb(1, chosenRank(), usual::choosingStep);
    }

    private double kindsFit() {
        return climb(1, lastOfKinds(), rank -> usual.kindsStep(true, rank));
    }

    /** The name of a task, without which of several parts of the table it is about. */
    static String withoutSplit(String task) {
        return SPLIT.matcher(task).replaceFirst("");
    }

    /** Whether a fit by the kinds of columns runs, which comes last if it comes at all. */
    static boolean isOfKinds(Listener.Progress progress) {
        return progress.task().startsWith(KINDS);
    }
}
