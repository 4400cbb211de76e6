package rung.completion;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import rung.Climbed;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Stage;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.completion.forecast.Outlook;
import rung.completion.order.FactorPrior;
import rung.completion.order.LocalPart;
import rung.completion.order.Order;
import rung.completion.order.OrderedFit;
import rung.completion.order.Spread;
import rung.data.Observations;
import rung.engine.bayes.Bayesian;
import rung.engine.bayes.BayesianIterate;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.SampledProduct;
import rung.linalg.Side;

/** Decides by held-out stretches whether neighbors along an order inform each other, see {@link OrderedFit}. */
final class OrderChoice {
    /** The highest rank of the matrix beside which there is a local part. What neighbors tell needs no rank, and a round costs r³. */
    static final int MAX_RANK = 30;

    /** The most cells, observed or not: the local part of all of them is kept. */
    private static final long MOST_CELLS = 20_000_000;

    /** The least observations and lines to look for an order by: fewer could not show one if there is one. */
    private static final int LEAST = 8;

    private static final int LEAST_LINES = 8;

    /** The part of the error by which neighbors must lower it. */
    private static final double BETTER = 0.005;

    /** The part of the least error without neighbors by which that of a fit with them may be higher where stretches are few. */
    private static final double WORTH_A_CHECK = 0.1;

    /** In a table of so many lines across, or fewer, ranks above half of these are tried, too. */
    private static final int NARROW = 8;

    /** Columns are in different units if the largest of their standard deviations is that of the smallest times this, or more. */
    private static final double APART = 4;

    /** How the table is prepared that a local part alone fills. */
    private static final Preparation ALONE = Preparation.COLUMNS;

    /** The number of rounds after which priors are compared; only the better one goes on. */
    static final int ROUNDS_TO_COMPARE = 6;

    /** The correlation of next neighbors from which on they will probably be tried, and from which on they will probably be of use. */
    private static final double ALIKE = 0.06;

    private static final double MUCH_ALIKE = 0.3;

    /** A rank from which on a table has many directions. */
    private static final int SOME = 8;

    private final RankRange ranks;
    private final Order order;
    private final Execution execution;
    private boolean stopped;

    OrderChoice(RankRange ranks, Order order, Execution execution) {
        this.ranks = ranks;
        this.order = order;
        this.execution = execution;
    }

    /**
     * A fit with neighbors that is better than one without.
     *
     * @param preparation how the table is prepared
     * @param rank the rank beside which there is a local part
     * @param prior what is assumed of the factors along the order
     * @param isMixed whether the mean of this fit and of a local part alone fills the table
     * @param error the error on held-out stretches, in units of each column's standard deviation
     * @param spread the standard errors that the fit without the held-out stretches expects, corrected by them
     * @param calibration what the held-out stretches say of these
     * @param columns the error on held-out stretches in each column
     * @param errors the error of each held-out cell in that unit, split after split in row order
     * @param areAlike whether neighbors are alike in what the matrix leaves, as far as the observed cells tell
     */
    record Ordered(
            Preparation preparation,
            int rank,
            FactorPrior prior,
            boolean isMixed,
            double error,
            Spread spread,
            Calibration calibration,
            ColumnErrors columns,
            double[] errors,
            boolean areAlike) {}

    /**
     * The ranks beside which there may be a local part.
     *
     * @param rank the first that is tried
     * @param highest the last one that is tried, if each is better than the one before
     * @param isScaledToo whether columns are also tried as {@link Preparation#COLUMNS} prepares them
     */
    private record Beside(int rank, int highest, boolean isScaledToo) {}

    private Beside beside(PreparationChoice.Chosen chosen, PreparationChoice choice) {
        Observations first = choice.splits().get(0).train();
        int across = order.side() == Side.LEFT ? first.columns() : first.rows();
        int rank = rank(chosen, across);
        boolean mayBeHigher = !ranks.isExact() && across <= NARROW;
        int highest = mayBeHigher ? Math.max(rank, Math.min(chosen.trial().rank(), across - 2)) : rank;
        return new Beside(rank, highest, areInUnits(chosen.trial().preparation(), first));
    }

    /** Tells what {@link #choose} will try. */
    void expectTrials(PreparationChoice.Chosen chosen, PreparationChoice choice, Outlook outlook) {
        Beside beside = beside(chosen, choice);
        int others = beside.isScaledToo ? 1 : 0;
        outlook.expectMoreWithNeighbors(
                others + (beside.highest > beside.rank ? 1 : 0), others + beside.highest - beside.rank);
    }

    /** Returns whether the listener ended the trial. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns whether a table is of a size for this. */
    static boolean isPossible(Observations data, Side side) {
        int lines = side == Side.LEFT ? data.rows() : data.columns();
        return data.count() >= LEAST && lines >= LEAST_LINES && (long) data.rows() * data.columns() <= MOST_CELLS;
    }

    /** Returns whether neighbors along the order are alike in what a low-rank table leaves. */
    boolean isInformative(Observations data, PreparationChoice.Sketch sketch) {
        return isInformative(rest(data, sketch));
    }

    /** Returns the same of what is left of prepared data. */
    boolean isInformative(Observations rest) {
        return LocalPart.informative(rest, order, execution.workers()).ratio() > 0;
    }

    /** Guesses the same, at once: by the correlation of next neighbors in what a low-rank table leaves. */
    Outlook.Neighbors guess(Observations data, PreparationChoice.Sketch sketch) {
        return guess(rest(data, sketch));
    }

    /** Guesses the same of what is left of prepared data. */
    Outlook.Neighbors guess(Observations rest) {
        Pattern.Lines lines = rest.pattern().lines(order.side() == Side.LEFT ? Side.RIGHT : Side.LEFT);
        double[] values = new double[lines.longest()];
        double products = 0;
        double squares = 0;
        for (int line = 0; line < lines.count(); line++) {
            lines.load(rest.values(), line, values);
            for (int k = 1; k < lines.size(line); k++) {
                boolean isNext = lines.other(line, k) == lines.other(line, k - 1) + 1;
                products += isNext ? values[k - 1] * values[k] : 0;
                squares += isNext ? (values[k - 1] * values[k - 1] + values[k] * values[k]) / 2 : 0;
            }
        }
        if (!(products > ALIKE * squares)) {
            return Outlook.Neighbors.UNLIKELY;
        }
        return products > MUCH_ALIKE * squares ? Outlook.Neighbors.LIKELY : Outlook.Neighbors.OPEN;
    }

    /* What a low-rank table leaves of the prepared data. */
    private Observations rest(Observations data, PreparationChoice.Sketch sketch) {
        Observations z = sketch.prepared().apply(data);
        LowRankMatrix found = sketch.solution().matrix();
        double[] rest = z.values().clone();
        double[] fitted = SampledProduct.of(found.left(), found.right(), z.pattern(), execution.workers());
        for (int k = 0; k < rest.length; k++) {
            rest[k] -= fitted[k];
        }
        return z.withValues(rest);
    }

    /**
     * Tries a local part on what a choice by stretches holds out: alone, beside the matrix that was chosen, and the mean of both. Returns
     * what may be better than what was chosen without, what is to be preferred first.
     *
     * <p>Where outages are long and few directions are shared, each of the two errs in another way. Windows of 288 rows and 60 columns of
     * traffic speeds with outages of 48 rows, mean of six: error 9.60 alone, 9.40 beside a matrix, 9.19 in the mean.
     */
    List<Ordered> choose(PreparationChoice.Chosen chosen, PreparationChoice choice) {
        Beside beside = beside(chosen, choice);
        Preparation preparation = chosen.trial().preparation();
        Optional<Candidate> alone = ranks.isExact() ? Optional.empty() : attempt(ALONE, 0, choice);
        Optional<Candidate> first = beside.rank == 0 && preparation == ALONE && !ranks.isExact()
                ? Optional.empty()
                : attempt(preparation, beside.rank, choice);
        Optional<Candidate> both = first.filter(each -> beside.isScaledToo)
                .flatMap(each -> clearlyBetter(each, Preparation.COLUMNS, beside.rank, choice))
                .or(() -> first);
        for (Optional<Candidate> higher = both; higher.isPresent(); ) {
            both = higher;
            higher = both.filter(each -> each.rank() < beside.highest)
                    .flatMap(each -> clearlyBetter(each, each.preparation(), each.rank() + 1, choice));
        }
        if (stopped) {
            return List.of();
        }
        StretchErrors stretches = StretchErrors.of(choice.splits(), order);
        Optional<Candidate> single =
                Stream.of(both, alone).flatMap(Optional::stream).min(Comparator.comparingDouble(Candidate::error));
        Optional<Candidate> mixed = both.filter(each -> stretches.areFew())
                .flatMap(each -> alone.map(each::mixedWith))
                .filter(each -> !stretches.areClearlyLess(single.orElseThrow().errors(), each.errors()));
        return Stream.of(mixed, single)
                .flatMap(Optional::stream)
                .filter(each -> each.error()
                        < (stretches.areFew() && each.areAlike() ? 1 + WORTH_A_CHECK : 1 - BETTER)
                                * choice.leastError())
                .map(Candidate::ordered)
                .toList();
    }

    /**
     * Returns whether a fit with neighbors is to be preferred to one without. All observed cells have shown that neighbors are alike before
     * they are tried; a few stretches must show the contrary clearly.
     *
     * @param without the error of each held-out cell without neighbors
     */
    boolean isPreferred(Ordered found, double[] without, PreparationChoice choice) {
        StretchErrors stretches = StretchErrors.of(choice.splits(), order);
        return stretches.areFew() && found.areAlike
                ? !stretches.areClearlyLess(without, found.errors)
                : squares(found.errors) < squares(without);
    }

    private static double squares(double[] errors) {
        return Arrays.stream(errors).map(x -> x * x).sum();
    }

    private Optional<Candidate> attempt(Preparation preparation, int rank, PreparationChoice choice) {
        List<Part> parts = new ArrayList<>();
        for (Observations.Split split : choice.splits()) {
            if (!stopped) {
                parts.add(part(split, preparation, rank, choice.reached(preparation)));
            }
        }
        FactorPrior prior = null;
        List<OrderedFit> better = List.of();
        double earlier = Double.POSITIVE_INFINITY;
        Rounds rounds = new Rounds(
                parts.size() * ((FactorPrior.values().length - 1) * ROUNDS_TO_COMPARE + OrderedFit.ROUNDS),
                Stage.CHECKING,
                "whether neighbors help");
        FactorPrior[] priors = FactorPrior.values();
        for (FactorPrior each : rank == 0 ? List.of(priors[0]) : List.of(priors)) {
            if (stopped) {
                return Optional.empty();
            }
            List<OrderedFit> fits = parts.stream()
                    .map(part -> rounds.of(begin(part.z, part.start, each), ROUNDS_TO_COMPARE))
                    .toList();
            double error = error(parts, fitted(parts, fits));
            if (error < earlier) {
                earlier = error;
                prior = each;
                better = fits;
            }
        }
        List<OrderedFit> fits =
                better.stream().map(fit -> rounds.of(fit, OrderedFit.ROUNDS)).toList();
        if (stopped || fits.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Candidate(preparation, rank, prior, parts, fits, fitted(parts, fits), false));
    }

    /**
     * Fits with neighbors, each without some stretches.
     *
     * @param parts the table without these
     * @param fits the fit of each
     * @param fitted what is filled into these stretches
     * @param isMixed whether that is the mean of the fit and of a local part alone
     */
    private record Candidate(
            Preparation preparation,
            int rank,
            FactorPrior prior,
            List<Part> parts,
            List<OrderedFit> fits,
            List<double[]> fitted,
            boolean isMixed) {
        double error() {
            return OrderChoice.error(parts, fitted);
        }

        boolean areAlike() {
            return fits.stream().allMatch(fit -> fit.local().process().ratio() > 0);
        }

        /** The error of each held-out cell, in units of each column's standard deviation. */
        double[] errors() {
            return IntStream.range(0, parts.size())
                    .mapToObj(k -> parts.get(k).errors(fitted.get(k)))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
        }

        /** The same fits, but the stretches are filled by the mean of these and of others. */
        Candidate mixedWith(Candidate other) {
            List<double[]> means = IntStream.range(0, parts.size())
                    .mapToObj(k -> parts.get(k).mean(fitted.get(k), other.parts.get(k), other.fitted.get(k)))
                    .toList();
            return new Candidate(preparation, rank, prior, parts, fits, means, true);
        }

        Ordered ordered() {
            ColumnErrors columns = new ColumnErrors(parts.get(0).z.columns());
            for (int k = 0; k < parts.size(); k++) {
                parts.get(k).addErrors(fitted.get(k), columns);
            }
            Spread spread = Spread.of(
                    fits,
                    fitted,
                    parts.stream()
                            .map(part -> part.prepared.apply(part.split.heldOut()))
                            .toList());
            return new Ordered(
                    preparation,
                    rank,
                    prior,
                    isMixed,
                    error(),
                    spread,
                    Calibration.ofStretches(spread.sizes(), spread.stretches()),
                    columns,
                    errors(),
                    areAlike());
        }
    }

    /**
     * A table without some of its stretches.
     *
     * @param split the table and the stretches
     * @param prepared how the table was prepared
     * @param yardstick says what errors are measured by
     * @param z the prepared table
     * @param start what was found without neighbors
     */
    private record Part(
            Observations.Split split,
            Preparation.Fitted prepared,
            Preparation.Fitted yardstick,
            Observations z,
            Climbed<BayesianIterate> start) {
        double[] at(OrderedFit fit) {
            return fit.at(split.heldOut().pattern());
        }

        double[] errors(double[] fitted) {
            double[] errors = new double[fitted.length];
            int[] next = {0};
            prepared.forEach(
                    split.heldOut(),
                    fitted,
                    (i, j, value, restored) -> errors[next[0]++] = (value - restored) / yardstick.scale(j));
            return errors;
        }

        /** The mean of what two fits fill in, each prepared as it was; prepared as for this one. */
        double[] mean(double[] fitted, Part other, double[] fittedByOther) {
            double[] restored = new double[fitted.length];
            int[] next = {0};
            other.prepared.forEach(split.heldOut(), fittedByOther, (i, j, value, by) -> restored[next[0]++] = by);
            double[] means = new double[fitted.length];
            next[0] = 0;
            prepared.forEach(split.heldOut(), fitted, (i, j, value, by) -> {
                int k = next[0]++;
                means[k] = fitted[k] + (restored[k] - by) / (2 * prepared.scale(j));
            });
            return means;
        }

        void addErrors(double[] fitted, ColumnErrors columns) {
            prepared.forEach(
                    split.heldOut(),
                    fitted,
                    (i, j, value, restored) -> columns.add(j, value - restored, value - yardstick.value(j, 0)));
        }
    }

    private Part part(Observations.Split split, Preparation preparation, int rank, Optional<BayesianIterate> reached) {
        Preparation.Fitted prepared = preparation.fit(split.train(), execution.workers());
        Observations z = prepared.apply(split.train());
        Bayesian problem = Completion.problem(z, execution).withEvenNoise();
        Climbed<BayesianIterate> start = climb(
                reached.filter(before -> before.rank() <= rank)
                        .map(problem::goingOnFrom)
                        .orElse(problem),
                rank,
                z.count(),
                Stage.CHECKING,
                "whether neighbors are alike");
        stopped |= start.stop() == StopReason.STOPPED;
        return new Part(split, prepared, Preparation.COLUMNS.fit(split.train(), execution.workers()), z, start);
    }

    private static List<double[]> fitted(List<Part> parts, List<OrderedFit> fits) {
        return IntStream.range(0, parts.size())
                .mapToObj(k -> parts.get(k).at(fits.get(k)))
                .toList();
    }

    /* The error on all held-out stretches, in units of each column's standard deviation. */
    private static double error(List<Part> parts, List<double[]> fitted) {
        double squares = 0;
        long cells = 0;
        for (int k = 0; k < parts.size(); k++) {
            Part part = parts.get(k);
            Observations heldOut = part.split.heldOut();
            double error = part.yardstick.error(part.prepared, heldOut, fitted.get(k));
            squares += error * error * heldOut.count();
            cells += heldOut.count();
        }
        return Math.sqrt(squares / cells);
    }

    /*
     * Whether columns are prepared as they are although their numbers are of another size in each, as those in different units are: beside
     * neighbors all columns have one noise.
     */
    private boolean areInUnits(Preparation chosen, Observations data) {
        Preparation.Fitted columns = Preparation.COLUMNS.fit(data, execution.workers());
        double[] scales = IntStream.range(0, data.columns())
                .mapToDouble(columns::scale)
                .sorted()
                .toArray();
        boolean isScaled = chosen == Preparation.COLUMNS || chosen == Preparation.ROWS_AND_COLUMNS;
        return !isScaled && scales[scales.length - 1] >= APART * scales[0];
    }

    /* Tries another fit beside neighbors; empty if it is not clearly better. */
    private Optional<Candidate> clearlyBetter(
            Candidate before, Preparation preparation, int rank, PreparationChoice choice) {
        return attempt(preparation, rank, choice)
                .filter(each ->
                        StretchErrors.of(choice.splits(), order).areClearlyLess(each.errors(), before.errors()));
    }

    /*
     * There are two lines across for each factor, or more, beside the one that a hole is in: a line with a factor of its own leaves
     * nothing to its neighbors. Held-out stretches are few, and do not show what a higher rank is good for; too high a rank does no harm
     * beside that.
     */
    private int rank(PreparationChoice.Chosen chosen, int across) {
        int found = chosen.trial().rank();
        int most = found < SOME ? found : Math.min(MAX_RANK, ranks.highest());
        return ranks.isExact() ? found : Math.min(most, (across - 1) / 2);
    }

    /**
     * A table completed with neighbors.
     *
     * @param matrix the low-rank part
     * @param local what neighbors add to it
     * @param prepared what was subtracted
     * @param spread the standard error that the fit expects of each cell
     * @param solution the climb before
     * @param isStopped whether the listener ended the climb or the rounds after it
     */
    record Fit(
            LowRankMatrix matrix,
            Matrix local,
            Preparation.Fitted prepared,
            CellValues spread,
            Climbed<BayesianIterate> solution,
            boolean isStopped) {}

    /** Completes a table. */
    Fit fit(Observations data, Ordered chosen) {
        Preparation.Fitted prepared = chosen.preparation().fit(data, execution.workers());
        Observations z = prepared.apply(data);
        Climbed<BayesianIterate> start =
                climb(Completion.problem(z, execution).withEvenNoise(), chosen.rank(), z.count(), Stage.FITTING, "");
        stopped |= start.stop() == StopReason.STOPPED;
        OrderedFit fit = new Rounds(OrderedFit.ROUNDS, Stage.FITTING, "with neighbors")
                .of(begin(z, start, chosen.prior()), OrderedFit.ROUNDS);
        Matrix local =
                new Matrix(data.rows(), data.columns(), fit.local().everywhere().means());
        for (int i = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++) {
                local.set(i, j, prepared.scale(j) * local.get(i, j));
            }
        }
        if (chosen.isMixed() && !stopped) {
            mix(data, prepared.restore(fit.matrix()), local);
        }
        CellValues expected = chosen.spread().standardErrors();
        CellValues spread = (i, j) -> prepared.scale(j) * expected.at(i, j);
        return new Fit(prepared.restore(fit.matrix()), local, prepared, spread, start, stopped);
    }

    /* Moves a local part half the way to where a local part alone would fill the table as well. */
    private void mix(Observations data, LowRankMatrix matrix, Matrix local) {
        Preparation.Fitted prepared = ALONE.fit(data, execution.workers());
        Observations z = prepared.apply(data);
        Climbed<BayesianIterate> start =
                climb(Completion.problem(z, execution).withEvenNoise(), 0, z.count(), Stage.FITTING, "");
        double[] alone =
                begin(z, start, FactorPrior.values()[0]).local().everywhere().means();
        for (int i = 0, cell = 0; i < data.rows(); i++) {
            for (int j = 0; j < data.columns(); j++, cell++) {
                double other = prepared.value(j, alone[cell]) - matrix.get(i, j);
                local.set(i, j, (local.get(i, j) + other) / 2);
            }
        }
    }

    private Climbed<BayesianIterate> climb(Bayesian problem, int rank, int entries, Stage stage, String task) {
        return new FastGreedy(
                        Completion.settings(rank, entries, execution.listener().begin(stage, task)))
                .minimize(problem);
    }

    /* The fit before its first round. */
    private OrderedFit begin(Observations z, Climbed<BayesianIterate> start, FactorPrior prior) {
        return OrderedFit.of(z, start.matrix(), start.iterate()::uncertainty, order, prior, 0, execution.workers());
    }

    /** Rounds of fits with neighbors, each of which the listener sees as a step. */
    private final class Rounds {
        private final long began = System.nanoTime();
        private final int most;
        private final Listener listener;
        private int done;

        Rounds(int most, Stage stage, String task) {
            this.most = most;
            this.listener = execution.listener().begin(stage, task);
        }

        /** Goes on with a fit until a number of its rounds is done, or the listener ends it. */
        OrderedFit of(OrderedFit begun, int rounds) {
            OrderedFit fit = begun;
            while (fit.round() < rounds && fit.canGoOn() && !stopped) {
                fit = fit.after(fit.round() + 1);
                done++;
                listener.onStep(new Round(fit.matrix(), done, most, began));
            }
            return fit;
        }
    }

    private final class Round implements Listener.Progress {
        private final LowRankMatrix matrix;
        private final Step step;
        private final int steps;

        Round(LowRankMatrix matrix, int done, int steps, long began) {
            this.matrix = matrix;
            this.step = new Step(
                    done,
                    matrix.rank(),
                    Double.NaN, // what a round lowers is not computed
                    OptionalDouble.empty(),
                    Duration.ofNanos(System.nanoTime() - began),
                    OptionalDouble.empty());
            this.steps = steps;
        }

        @Override
        public OptionalInt steps() {
            return OptionalInt.of(steps);
        }

        @Override
        public Step step() {
            return step;
        }

        @Override
        public LowRankMatrix matrix() {
            return matrix;
        }

        @Override
        public void stop() {
            stopped = true;
        }
    }
}
