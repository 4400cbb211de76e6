package rung.completion;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import rung.Climbed;
import rung.Execution;
import rung.HeldOut;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Settings;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.CountLaw;
import rung.completion.kind.Encoding;
import rung.completion.kind.Sharpness;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.engine.bayes.ColumnFactors;
import rung.linalg.CellValues;
import rung.linalg.Workers;

/** A table with columns of several kinds, fitted by one low-rank matrix with a likelihood for each column. */
final class MixedFit {
    private final Encoding encoding;
    private final Preparation.Fitted prepared;
    private final BayesianIterate found;
    private final boolean stopped;
    private final Sharpness sharpness;

    private MixedFit(
            Encoding encoding,
            Preparation.Fitted prepared,
            BayesianIterate found,
            boolean stopped,
            Sharpness sharpness) {
        this.encoding = encoding;
        this.prepared = prepared;
        this.found = found;
        this.stopped = stopped;
        this.sharpness = sharpness;
    }

    private static MixedFit of(Encoding encoding, Preparation.Fitted prepared, Climbed<BayesianIterate> climbed) {
        return new MixedFit(
                encoding, prepared, climbed.iterate(), climbed.stop() == StopReason.STOPPED, Sharpness.of());
    }

    /** Fits rows that a fit has not seen, by what it knows of the columns. */
    static MixedFit of(
            Observations rows, Encoding encoding, Preparation.Fitted prepared, ColumnFactors columns, Workers workers) {
        Observations encoded = encoding.apply(rows);
        Preparation.Fitted ofRows = prepared.forRows(encoded);
        return new MixedFit(encoding, ofRows, columns.fit(ofRows.apply(encoded), workers), false, Sharpness.of());
    }

    /** Fits a table. */
    static MixedFit of(Observations data, Encoding encoding, int rank, Listener listener, Execution execution) {
        Observations encoded = encoding.apply(data);
        Preparation.Fitted prepared = prepared(encoded, encoding, execution.workers());
        return of(
                encoding,
                prepared,
                TallClimb.of(
                        prepared.apply(encoded), encoding.likelihoods(), Optional.empty(), rank, listener, execution));
    }

    /** Fits a part of a table, and keeps the rank that predicts the rest best. */
    static MixedFit of(
            Observations.Split split, Encoding encoding, Settings settings, int patience, Execution execution) {
        Observations encoded = encoding.apply(split.train());
        Preparation.Fitted prepared = prepared(encoded, encoding, execution.workers());
        Observations z = prepared.apply(encoded);
        Observations rest = prepared.apply(encoding.apply(split.heldOut()));
        double[] deviations = new double[encoding.columns()];
        Preparation.Fitted ofColumns = Preparation.COLUMNS.fit(z, execution.workers());
        for (int j = 0, at = 0; j < encoding.sources(); j++) {
            for (int k = 0; k < encoding.columnsOf(j); k++, at++) { // all labels of a category count as one column
                deviations[at] = ofColumns.scale(at) * Math.sqrt(encoding.columnsOf(j));
            }
        }
        HeldOut<BayesianIterate> heldOut = new HeldOut<>(iterate -> error(iterate, rest, deviations), patience);
        return of(
                encoding,
                prepared,
                new FastGreedy(settings)
                        .minimize(Completion.problem(z, execution).withLikelihoods(encoding.likelihoods()), heldOut));
    }

    private static Preparation.Fitted prepared(Observations encoded, Encoding encoding, Workers workers) {
        return Preparation.COLUMNS.fit(encoded, workers).except(encoding.discrete());
    }

    private static double error(BayesianIterate found, Observations rest, double[] deviations) {
        double[] sum = {0};
        rest.forEach((i, j, value, weight) -> {
            double error = (value - found.expected(i, j)) / deviations[j];
            sum[0] += error * error;
        });
        return Math.sqrt(sum[0] / rest.count());
    }

    /** The same fit with probabilities of labels that are as sharp as held-out cells say. */
    MixedFit with(Sharpness newSharpness) {
        return new MixedFit(encoding, prepared, found, stopped, newSharpness);
    }

    int rank() {
        return found.rank();
    }

    boolean isStopped() {
        return stopped;
    }

    Encoding encoding() {
        return encoding;
    }

    Preparation.Fitted prepared() {
        return prepared;
    }

    Sharpness sharpness() {
        return sharpness;
    }

    ColumnFactors columns() {
        return found.columnFactors();
    }

    /** The expected value of a cell; the likeliest label of a category. */
    double expected(int i, int column) {
        int at = encoding.first(column);
        return switch (encoding.kind(column)) {
            case NUMBER -> prepared.value(at, found.mean(i, at));
            case COUNT -> found.expected(i, at);
            case TWO_VALUED -> {
                double low = encoding.level(column, 0);
                yield low + (encoding.level(column, 1) - low) * probability(i, column, 1);
            }
            case POSITIVE -> Math.exp(prepared.value(at, found.mean(i, at)) + 0.5 * logVariance(i, at));
            case CATEGORY -> encoding.level(column, likeliest(i, column));
        };
    }

    /** The value that a cell exceeds as often as not, for numbers above 0; the expected value of others. */
    double median(int i, int column) {
        int at = encoding.first(column);
        return encoding.kind(column) == ColumnKind.POSITIVE
                ? Math.exp(prepared.value(at, found.mean(i, at)))
                : expected(i, column);
    }

    /** The standard error of a cell as a prediction of what would be observed there; for a category the probability of another label. */
    double deviation(int i, int column) {
        int at = encoding.first(column);
        return switch (encoding.kind(column)) {
            case NUMBER -> prepared.scale(at) * Math.sqrt(found.variance(i, at));
            case COUNT -> Math.sqrt(found.variance(i, at));
            case TWO_VALUED -> {
                double second = probability(i, column, 1);
                yield (encoding.level(column, 1) - encoding.level(column, 0)) * Math.sqrt(second * (1 - second));
            }
            case POSITIVE -> expected(i, column) * Math.sqrt(Math.expm1(logVariance(i, at)));
            case CATEGORY -> 1 - probability(i, column, likeliest(i, column));
        };
    }

    /**
     * How far a value is off, in standard errors that the fit expects: of the logarithm for numbers above 0. For counts it is the
     * distance of the {@link CountLaw#position} from the middle.
     */
    double deviations(int i, int column, double value, double predicted) {
        return switch (encoding.kind(column)) {
            case COUNT -> Math.abs(law(i, column).position(value));
            case POSITIVE -> ratio(Math.log(value / median(i, column)), logDeviation(i, column));
            default -> ratio(value - predicted, deviation(i, column));
        };
    }

    private static double ratio(double error, double expected) {
        return error == 0 ? 0 : Math.abs(error) / expected;
    }

    /**
     * How sure the cells are.
     *
     * @param filled the kinds that this fit fills
     * @param calibrations what held-out cells say of each
     * @param plainly how sure the cells are that the fit of numbers fills; empty if there are none
     */
    Uncertainty uncertainty(
            Set<ColumnKind> filled, Map<ColumnKind, Calibration> calibrations, Optional<Uncertainty> plainly) {
        return Uncertainty.of(
                        (i, j) -> filled.contains(encoding.kind(j))
                                ? new Uncertainty.Expected(deviation(i, j), 0)
                                : plainly.orElseThrow().expected(i, j),
                        j -> filled.contains(encoding.kind(j))
                                ? calibrations.get(encoding.kind(j))
                                : plainly.orElseThrow().calibration(j),
                        encoding::kind)
                .with(skewed(filled));
    }

    /* The intervals of counts and of numbers above 0, as far as this fit fills these kinds. */
    private Uncertainty.Skewed skewed(Set<ColumnKind> filled) {
        return new Uncertainty.Skewed(
                column -> isFilled(column, ColumnKind.POSITIVE, filled) || isFilled(column, ColumnKind.COUNT, filled),
                column -> isFilled(column, ColumnKind.COUNT, filled),
                this::interval);
    }

    private boolean isFilled(int column, ColumnKind kind, Set<ColumnKind> filled) {
        return encoding.kind(column) == kind && filled.contains(kind);
    }

    private Uncertainty.Interval interval(int i, int column, double size) {
        if (encoding.kind(column) == ColumnKind.COUNT) {
            double[] ends = law(i, column).within(size);
            return new Uncertainty.Interval(ends[0], ends[1]);
        }
        double factor = Math.exp(size * logDeviation(i, column));
        double median = median(i, column);
        return new Uncertainty.Interval(median / factor, median * factor);
    }

    private CountLaw law(int i, int column) {
        int at = encoding.first(column);
        return new CountLaw(found.expected(i, at), found.variance(i, at));
    }

    private double logDeviation(int i, int column) {
        return Math.sqrt(logVariance(i, encoding.first(column)));
    }

    /**
     * Draws a table that may be the true one. What numbers differ by is scaled as the calibrations say, in the logarithm for positive
     * ones, around the same mean.
     */
    CellValues drawn(long number, Map<ColumnKind, Calibration> calibrations, long seed) {
        LowRankMatrix drawn = found.drawn(seed * 0x9e3779b97f4a7c15L + number);
        return (i, column) -> {
            ColumnKind kind = encoding.kind(column);
            int at = encoding.first(column);
            SplittableRandom random = Draws.random(seed, number, i, column);
            if (kind == ColumnKind.CATEGORY) {
                return drawnLabel(i, column, random);
            }
            double observed = found.observed(at, drawn.get(i, at), random);
            double scale = calibrations.get(kind).scale();
            double deviation = prepared.scale(at) * (observed - found.mean(i, at));
            return switch (kind) {
                case NUMBER -> prepared.value(at, found.mean(i, at)) + scale * deviation;
                case POSITIVE ->
                    expected(i, column) * Math.exp(scale * deviation - 0.5 * scale * scale * logVariance(i, at));
                case TWO_VALUED -> encoding.level(column, resampled(i, column, (int) observed, random));
                default -> observed;
            };
        };
    }

    /* Makes a value that was drawn as often as the fit says into one that is drawn as often as its sharpened probability says. */
    private int resampled(int i, int column, int drawn, SplittableRandom random) {
        double before = weights(i, column)[drawn];
        double after = probability(i, column, drawn);
        return random.nextDouble() * before < after ? drawn : 1 - drawn;
    }

    private double drawnLabel(int i, int column, SplittableRandom random) {
        double left = random.nextDouble();
        double[] probabilities = sharpness.probabilities(column, weights(i, column));
        int label = 0;
        while (label < probabilities.length - 1 && left >= probabilities[label]) {
            left -= probabilities[label++];
        }
        return encoding.level(column, label);
    }

    private double logVariance(int i, int at) {
        return prepared.scale(at) * prepared.scale(at) * found.variance(i, at);
    }

    private int likeliest(int i, int column) {
        double[] weights = weights(i, column);
        int best = weights.length == 2 && weights[1] >= weights[0] ? 1 : 0;
        for (int k = 1; k < weights.length; k++) {
            best = weights[k] > weights[best] ? k : best;
        }
        return best;
    }

    private double probability(int i, int column, int label) {
        return sharpness.probabilities(column, weights(i, column))[label];
    }

    /** The weight of each label of a category, or of each of two values, on the scale of {@link Sharpness}. */
    double[] weights(int i, int column) {
        int at = encoding.first(column);
        if (encoding.columnsOf(column) == 1) {
            double second = found.expected(i, at);
            return new double[] {1 - second, second};
        }
        double[] weights = new double[encoding.columnsOf(column)];
        Arrays.setAll(
                weights,
                k -> { // its odds against all others
                    double share = found.expected(i, at + k);
                    return share / (1 - share);
                });
        return weights;
    }
}
