package rung.completion;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import rung.Execution;
import rung.Listener;
import rung.LowRankMatrix;
import rung.RankRange;
import rung.Stage;
import rung.algorithm.FastGreedy;
import rung.completion.Completion.Column;
import rung.completion.Completion.Completed;
import rung.completion.forecast.Part;
import rung.completion.kind.Bounds;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Encoding;
import rung.completion.kind.LabelShares;
import rung.completion.kind.Sharpness;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Workers;

/**
 * Completes a table with columns of several kinds. It is fitted twice: as if all columns were numbers, and by one low-rank matrix with
 * a likelihood for each column, see {@link MixedFit}. Each kind of column is filled by the fit that predicts its held-out cells better;
 * a category by the second, also where too few columns hold numbers for the first. Where neighbors inform each other the first fills all
 * but categories: the second knows no neighbors.
 */
final class MixedRun {
    /** The part of the error by which the second fit must be better, for numbers: they are what the first is for. */
    private static final double BETTER = 0.003;

    /** The least held-out cells of one kind that calibrate its standard errors by themselves; else those of all kinds do. */
    private static final int LEAST_TO_CALIBRATE = 50;

    /** The held-out cells that say how sure a fit is; a small table is split several times to have as many. */
    private static final int CELLS_TO_CALIBRATE = 500;

    /** What is added to the seed to hold out cells that did not choose. */
    private static final long OTHER_CELLS = 1_000;

    private final CompletionTask task;
    private final Observations all;
    private final List<ColumnKind> kinds;
    private final Execution execution;
    private final NumericPart numbers;
    private boolean stopped;

    MixedRun(CompletionTask task) {
        this.task = task;
        this.all = task.data();
        this.kinds = task.kinds();
        this.execution = task.execution();
        this.numbers = new NumericPart(kinds);
    }

    Completed complete() {
        task.forecast()
                .outlook()
                .expectKinds(
                        all,
                        Encoding.of(all, kinds)::columnsOf,
                        Completion::refits,
                        kinds.contains(ColumnKind.CATEGORY));
        Observations numeric = numbers.of(all);
        Completed plain = numeric.count() == 0
                ? CompletionRun.nothing(numeric, execution)
                : new CompletionRun(task.of(numeric, numbers.kinds(kinds))).complete();
        Observations data = GrossError.without(numbers.restored(plain.grossErrors()), all);
        Encoding encoding = Encoding.of(data, kinds);
        RankRange allowed = task.ranks()
                .cappedAt(CompletionRun.rankThatFits(data.rows(), encoding.columns()))
                .cappedAt(Math.min(data.rows(), encoding.columns()));
        List<Observations.Split> splits = HeldOutParts.splits(data, execution.seed());
        boolean mayBeBetter = plain.order().isEmpty() || kinds.contains(ColumnKind.CATEGORY); // else neighbors say more
        boolean isPossible = !plain.stopped()
                && mayBeBetter
                && !splits.isEmpty()
                && data.count() >= data.rows() + data.columns() + 2
                && (kinds.contains(ColumnKind.CATEGORY) || plain.heldOutError().isPresent());
        if (!isPossible) {
            return byPlain(plain, data);
        }
        Comparison comparison = new Comparison(plain, encoding);
        task.forecast().enter(Part.CHOICE_OF_KINDS);
        int rank = comparison.run(splits, allowed);
        Set<ColumnKind> mixed = comparison.better();
        if (!stopped && !mixed.isEmpty()) {
            task.forecast().outlook().expectRankOfKinds(rank);
            task.forecast().enter(Part.CALIBRATION_OF_KINDS);
            comparison.calibrate(data, rank);
        }
        if (stopped || mixed.isEmpty()) {
            return byPlain(plain, data);
        }
        task.forecast().enter(Part.FIT_OF_KINDS);
        Listener listener = execution.listener().begin(Stage.FITTING, "kinds of columns");
        MixedFit fit = MixedFit.of(data, encoding, rank, listener, execution).with(comparison.labels.sharpness());
        stopped |= fit.isStopped();
        return byBoth(plain, fit, mixed, comparison, data);
    }

    /* Fills in what a fit of numbers says, and the most frequent label of a category. */
    private Completed byPlain(Completed plain, Observations data) {
        LabelShares shares = LabelShares.of(data, kinds);
        double[] labels = shares.mostFrequent();
        List<Column> columns = IntStream.range(0, kinds.size())
                .mapToObj(j -> kinds.get(j) == ColumnKind.CATEGORY
                        ? new Column(kinds.get(j), OptionalDouble.empty(), OptionalDouble.empty())
                        : plain.columns().get(numbers.at(j)))
                .toList();
        return plain.with(
                plain.selection().with(columns),
                numbers.restored(plain.matrix()),
                numbers.restored(plain.grossErrors()),
                plain.uncertainty().map(before -> before.of(numbers, kinds, (i, j) -> shares.another(j))),
                plain.stopped() || stopped,
                new Filling(
                        (i, j) -> kinds.get(j) == ColumnKind.CATEGORY
                                ? labels[j]
                                : plain.filling().unbounded(i, numbers.at(j)),
                        number -> {
                            CellValues drawn = plain.filling().drawn(number);
                            return (i, j) -> kinds.get(j) == ColumnKind.CATEGORY
                                    ? shares.drawn(j, Draws.random(execution.seed(), number, i, j))
                                    : drawn.at(i, numbers.at(j));
                        },
                        bounds(data)),
                plain.model().with(kinds, Optional.empty(), labels, bounds(data)));
    }

    private Completed byBoth(
            Completed plain, MixedFit fit, Set<ColumnKind> mixed, Comparison comparison, Observations data) {
        Map<ColumnKind, Calibration> calibrations = comparison.calibrations();
        return plain.with(
                comparison.selection(mixed, fit.rank()),
                numbers.restored(plain.matrix()),
                numbers.restored(plain.grossErrors()),
                Optional.of(fit.uncertainty(
                        mixed,
                        calibrations,
                        plain.uncertainty().map(before -> before.of(numbers, kinds, (i, j) -> Double.NaN)))),
                stopped,
                new Filling(
                        (i, j) -> mixed.contains(kinds.get(j))
                                ? fit.expected(i, j)
                                : plain.filling().unbounded(i, numbers.at(j)),
                        number -> {
                            CellValues plainly = plain.filling().drawn(number);
                            CellValues drawn = fit.drawn(number, calibrations, execution.seed());
                            return (i, j) ->
                                    mixed.contains(kinds.get(j)) ? drawn.at(i, j) : plainly.at(i, numbers.at(j));
                        },
                        bounds(data)),
                plain.model()
                        .with(
                                kinds,
                                Optional.of(new TableModel.Mixed(
                                        fit.encoding(),
                                        fit.prepared(),
                                        fit.columns(),
                                        mixed,
                                        calibrations,
                                        fit.sharpness())),
                                LabelShares.of(data, kinds).mostFrequent(),
                                bounds(data)));
    }

    private Bounds bounds(Observations data) {
        return task.bounds(data);
    }

    /** Compares both fits on held-out cells. */
    private final class Comparison {
        private final Completed plain;
        private final Encoding encoding;
        private final ColumnErrors ofMixed = new ColumnErrors(kinds.size());
        private final ColumnErrors ofPlain = new ColumnErrors(kinds.size()); // on the same cells
        private final double[] scales = new double[kinds.size()]; // sums over the splits that were measured
        private int measured;
        private final Map<ColumnKind, double[]> losses = new EnumMap<>(ColumnKind.class);
        private final Map<ColumnKind, List<Double>> sizes = new EnumMap<>(ColumnKind.class);
        private final Sharpness.Evidence labels = new Sharpness.Evidence(kinds.size());

        Comparison(Completed plain, Encoding encoding) {
            this.plain = plain;
            this.encoding = encoding;
            for (ColumnKind kind : kinds) {
                losses.put(kind, new double[2]);
                if (!kind.isOfFewValues()) { // a probability says all there is to say
                    sizes.put(kind, new ArrayList<>());
                }
            }
        }

        /** Fits without the held-out cells of each split; returns the rank that predicts them best. */
        int run(List<Observations.Split> splits, RankRange allowed) {
            List<Integer> best = new ArrayList<>();
            for (int k = 0; k < splits.size() && !stopped; k++) {
                Observations.Split split = splits.get(k);
                String part = splits.size() == 1 ? "" : ", split " + (k + 1) + " of " + splits.size();
                Listener listener =
                        execution.listener().begin(Stage.CHOOSING, "kinds of columns" + part, () -> stopped = true);
                int patience = allowed.isExact() ? allowed.highest() : Completion.PATIENCE;
                MixedFit fit = MixedFit.of(
                        split,
                        encoding,
                        Completion.settings(
                                allowed.highest(),
                                split.train().count(),
                                allowed.isExact() ? listener : new WhileItPays(listener, List.of())),
                        patience,
                        execution);
                best.add(fit.rank());
                if (!stopped) {
                    measure(split, fit, plainFit(split));
                }
            }
            return allowed.isExact()
                    ? allowed.highest()
                    : best.stream().sorted().toList().get(best.size() / 2);
        }

        /* What the fit of numbers that was chosen says without the held-out cells. */
        private CellValues plainFit(Observations.Split split) {
            if (numbers.isEmpty() || plain.order().isPresent()) {
                return (i, j) -> Double.NaN;
            }
            Observations train = numbers.of(split.train());
            Preparation.Fitted prepared = plain.preparation().fit(train, workers());
            LowRankMatrix table = prepared.restore(new FastGreedy(Completion.settings(
                            plain.rank(),
                            train.count(),
                            execution.listener().begin(Stage.CHECKING, "kinds of columns")))
                    .minimize(Completion.problem(prepared.apply(train), execution))
                    .matrix());
            Bounds bounds = bounds(train);
            return (i, j) -> bounds.clip(numbers.at(j), table.get(i, numbers.at(j)));
        }

        /**
         * Measures how sure the fit is by cells that did not choose its rank: those that did are predicted better than others, and a fit
         * that is sure of them is too sure of the rest.
         */
        void calibrate(Observations data, int rank) {
            int cells = 0;
            int splits = 0;
            while (cells < CELLS_TO_CALIBRATE && splits < Completion.MAX_SPLITS && !stopped) {
                for (Observations.Split split :
                        HeldOutParts.splits(data, execution.seed() + OTHER_CELLS * (splits + 1))) {
                    Listener listener = execution.listener().begin(Stage.CHECKING, "kinds of columns");
                    MixedFit fit = MixedFit.of(split.train(), encoding, rank, listener, execution);
                    stopped |= fit.isStopped();
                    split.heldOut().forEach((i, j, value, weight) -> calibrate(fit, i, j, value));
                    cells += split.heldOut().count();
                    splits++;
                }
            }
        }

        private void calibrate(MixedFit fit, int i, int j, double value) {
            if (kinds.get(j).isOfFewValues()) {
                labels.add(j, encoding.label(j, value), fit.weights(i, j));
            } else {
                sizes.get(kinds.get(j)).add(fit.deviations(i, j, value, fit.expected(i, j)));
            }
        }

        private void measure(Observations.Split split, MixedFit fit, CellValues plainly) {
            Preparation.Fitted columns = Preparation.COLUMNS.fit(split.train(), workers());
            double[] mostFrequent = LabelShares.of(split.train(), kinds).mostFrequent();
            Bounds bounds = bounds(split.train());
            for (int j = 0; j < scales.length; j++) {
                scales[j] += columns.scale(j);
            }
            measured++;
            split.heldOut().forEach((i, j, value, weight) -> {
                ColumnKind kind = kinds.get(j);
                if (kind == ColumnKind.CATEGORY) {
                    ofMixed.add(j, value == fit.expected(i, j) ? 0 : 1, value == mostFrequent[j] ? 0 : 1);
                    return;
                }
                double errorOfMean = value - columns.value(j, 0);
                double predicted = bounds.clip(j, fit.expected(i, j));
                ofMixed.add(j, value - predicted, errorOfMean);
                ofPlain.add(j, value - plainly.at(i, j), errorOfMean);
                double[] loss = losses.get(kind);
                loss[0] += loss(j, value, plainly.at(i, j), columns);
                loss[1] += loss(j, value, bounds.clip(j, fit.median(i, j)), columns);
            });
        }

        /* How far off a prediction is: squares would be ruled by a few cells where some are many times as large as most. */
        private double loss(int j, double value, double predicted, Preparation.Fitted columns) {
            return switch (kinds.get(j)) {
                case POSITIVE -> Math.abs(value - predicted) / columns.scale(j);
                case COUNT -> square(Math.sqrt(value) - Math.sqrt(Math.max(0, predicted)));
                default -> square((value - predicted) / columns.scale(j));
            };
        }

        private static double square(double x) {
            return x * x;
        }

        /** The kinds of columns that the fit with likelihoods predicts better. */
        Set<ColumnKind> better() {
            Set<ColumnKind> better = EnumSet.noneOf(ColumnKind.class);
            losses.forEach((kind, loss) -> {
                double asked = kind == ColumnKind.NUMBER ? 1 - 2 * BETTER : 1;
                if (kind == ColumnKind.CATEGORY || loss[1] < asked * loss[0]) {
                    better.add(kind);
                }
            });
            return better;
        }

        /** What the held-out cells say of the standard errors of each kind. */
        Map<ColumnKind, Calibration> calibrations() {
            Map<ColumnKind, Calibration> calibrations = new EnumMap<>(ColumnKind.class);
            double[] all = sizes.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            for (ColumnKind kind : kinds) {
                List<Double> own = sizes.getOrDefault(kind, List.of());
                boolean isEnough = own.size() >= LEAST_TO_CALIBRATE || !sizes.containsKey(kind);
                calibrations.put(
                        kind,
                        Calibration.of(
                                isEnough
                                        ? own.stream()
                                                .mapToDouble(Double::doubleValue)
                                                .toArray()
                                        : all));
            }
            return calibrations;
        }

        /**
         * How well the cells are predicted by the fits that fill them, all on the same held-out cells. Where neighbors tell about each other
         * the numbers were measured by stretches; only the categories are measured here.
         *
         * @param mixed the kinds that the fit with likelihoods fills
         * @param rank the rank of that fit, which is told where there is no other
         */
        Completed.Selection selection(Set<ColumnKind> mixed, int rank) {
            List<Column> columns = IntStream.range(0, kinds.size())
                    .mapToObj(j -> column(j, mixed))
                    .toList();
            Completed.Selection selection = plain.heldOutError().isPresent()
                    ? plain.selection()
                    : plain.selection().withRank(rank);
            return plain.order().isPresent()
                    ? selection.with(columns)
                    : selection.with(
                            combined(columns, Column::error),
                            combined(columns, Column::errorOfMean),
                            columns,
                            IntStream.range(0, kinds.size())
                                    .filter(j -> kinds.get(j) != ColumnKind.CATEGORY)
                                    .map(ofMixed::count)
                                    .sum());
        }

        private Column column(int j, Set<ColumnKind> mixed) {
            ColumnKind kind = kinds.get(j);
            if (!mixed.contains(kind) && plain.order().isPresent()) {
                return plain.columns().get(numbers.at(j));
            }
            ColumnErrors errors = mixed.contains(kind) ? ofMixed : ofPlain;
            return new Column(kind, inUnit(j, errors.error(j)), inUnit(j, errors.errorOfMean(j)));
        }

        /* The mean square of errors that are 0 or 1 is their share. */
        private OptionalDouble inUnit(int column, OptionalDouble error) {
            return kinds.get(column) == ColumnKind.CATEGORY && error.isPresent()
                    ? OptionalDouble.of(error.getAsDouble() * error.getAsDouble())
                    : error;
        }

        /** The error over all columns that are no categories, in units of each column's standard deviation. */
        OptionalDouble combined(List<Column> columns, Function<Column, OptionalDouble> errorOf) {
            double sum = 0;
            long count = 0;
            for (int j = 0; j < kinds.size(); j++) {
                OptionalDouble error = errorOf.apply(columns.get(j));
                if (kinds.get(j) != ColumnKind.CATEGORY && error.isPresent()) {
                    double relative = error.getAsDouble() / (scales[j] / measured);
                    sum += relative * relative * ofMixed.count(j);
                    count += ofMixed.count(j);
                }
            }
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(sum / count));
        }
    }

    private Workers workers() {
        return execution.workers();
    }
}
