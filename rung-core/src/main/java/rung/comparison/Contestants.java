package rung.comparison;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import rung.Limits;
import rung.algorithm.FastGreedy;
import rung.baseline.AlternatingMinimization;
import rung.baseline.Baseline;
import rung.baseline.Biases;
import rung.baseline.Centering;
import rung.baseline.HardImpute;
import rung.baseline.NonnegativeFactorization;
import rung.baseline.RankClimb;
import rung.baseline.SoftImpute;
import rung.baseline.StochasticSvd;
import rung.baseline.SvdPlusPlus;
import rung.baseline.table.ColumnMeans;
import rung.baseline.table.ColumnMedians;
import rung.baseline.table.Interpolation;
import rung.baseline.table.NearestNeighbors;
import rung.baseline.table.TableFill;
import rung.data.Observations;

/**
 * The methods that take part, and what each of them tries.
 *
 * <p>The first trial is what is usual elsewhere, if anything is. The other trials of a method with numbers to choose are spread evenly
 * over their ranges, on logarithmic scales, by the sequence of Halton, so that any budget covers the ranges as well as it can; those of
 * other methods are a list. When to end, and with it the rank of a method that climbs or follows a path, needs no trial: the validation
 * error decides it in each.
 */
public final class Contestants {
    /* The ranges of parameters. Ridges and rates are for data with a standard deviation of one, and are scaled to the data's. */
    private static final double LEAST_RIDGE = 0.01;
    private static final double MOST_RIDGE = 1;
    private static final double LEAST_PENALTY = 0.005;
    private static final double MOST_PENALTY = 0.2;
    private static final double LEAST_RATE = 0.002;
    private static final double MOST_RATE = 0.03;
    private static final double HIGHEST_RATE = 0.1;
    private static final double LEAST_BIAS_RIDGE = 1;
    private static final double MOST_BIAS_RIDGE = 60;
    private static final int MOST_ITERATIONS = 6;
    private static final int[] ITERATIONS = {2, 3, 4, 1, 6, 10, 5, 8, 15, 20};

    /** The number of points of the sequence per trial that are looked at, to find different trials. */
    private static final int LOOKED_AT = 8;

    /** The usual rank where one has to be given. */
    private static final int USUAL_RANK = 10;

    /** The most epochs of stochastic gradients; more where an epoch is short. The validation error ends most trials before. */
    private static final int EPOCHS = 100;

    private static final int MOST_EPOCHS = 1000;
    private static final double UPDATES = 1e7;

    /** The numbers of neighbors to try. */
    private static final int[] NEIGHBORS = {NearestNeighbors.NEIGHBORS, 10, 20, 2, 40, 1, 80, 3, 15, 30};

    /** An iteration of SoftImpute and HardImpute that changes less than this ends it: fancyimpute's default. */
    private static final double TOLERANCE = 1e-3;

    /** The path of SoftImpute for data with little noise: further down, in more steps. */
    private static final SoftImpute.Lambdas DEEP = SoftImpute.Lambdas.below(1e-3, 50);

    /** A number of iterations that ends HardImpute early, which regularizes. */
    private static final int FEW_ITERATIONS = 10;

    private Contestants() {}

    /**
     * The methods for ratings.
     *
     * @return the methods, the simplest first
     */
    public static List<Contestant> forRatings() {
        List<Contestant> all = new ArrayList<>();
        all.add(new Listed("mean", "Global mean", (data, budget) -> List.of(new Mean())));
        all.addAll(matrices(new Defaults.OfRatings(), true));
        return List.copyOf(all);
    }

    /**
     * The methods for tables. The default, and those that fill in cells without a matrix, get the table as it is; the columns are
     * centered and scaled for all others.
     *
     * @return the methods, the simplest first
     */
    public static List<Contestant> forTables() {
        List<Contestant> all = new ArrayList<>();
        all.add(new Filled("mean", new ColumnMeans()));
        all.add(new Filled("median", new ColumnMedians()));
        all.add(new Filled("interpolation", new Interpolation()));
        all.add(new Filled(
                "neighbors",
                "Nearest neighbors",
                (data, budget) -> Arrays.stream(NEIGHBORS)
                        .limit(budget.trials())
                        .<TableFill>mapToObj(k -> NearestNeighbors.of(k, data))
                        .toList()));
        all.addAll(matrices(new Defaults.OfTables(), false));
        return List.copyOf(all);
    }

    private static List<Contestant> matrices(Contestant rung, boolean isRatings) {
        return List.of(
                new Listed("biases", "Biases only", (data, budget) -> trials(budget, Contestants::biases)),
                rung,
                new Listed(
                        "stopped-early",
                        "Fast Greedy, stopped early",
                        (data, budget) ->
                                climbs(data, budget, isRatings, k -> FastGreedy.stoppedEarly(budget.maxRank(), k))),
                new Listed(
                        "fast-greedy",
                        "Fast Greedy (paper)",
                        (data, budget) -> iterations(
                                budget, k -> bounded(RankClimb.fastGreedy(budget.maxRank(), k), data, isRatings))),
                new Listed(
                        "fast-local-search",
                        "Fast Local Search (paper)",
                        (data, budget) -> trials(budget, k -> bounded(localSearch(budget, k), data, isRatings))),
                new Listed(
                        "greedy",
                        "Greedy (GECO)",
                        (data, budget) -> List.of(bounded(RankClimb.greedy(budget.maxRank()), data, isRatings))),
                new Listed(
                        "soft-impute",
                        "SoftImpute",
                        (data, budget) -> isRatings ? softImpute(budget) : softImputeOfTable(budget)),
                new Listed("hard-impute", "HardImpute", (data, budget) -> hardImpute(budget, isRatings)),
                new Listed(
                        "als",
                        "Alternating minimization",
                        (data, budget) -> trials(budget, k -> alternating(data, budget, k))),
                new Listed(
                        "svd",
                        "SVD by SGD",
                        Scaling.CENTERED,
                        true,
                        (data, budget) -> trials(budget, k -> stochastic(data, budget, k, false))),
                new Listed(
                        "svd-biases",
                        "SVD by SGD with biases",
                        Scaling.CENTERED,
                        true,
                        (data, budget) -> trials(budget, k -> stochastic(data, budget, k, true))),
                new Listed(
                        "svd-plus-plus",
                        "SVD++",
                        Scaling.CENTERED,
                        true,
                        (data, budget) -> trials(budget, k -> plusPlus(data, budget, k))),
                new Listed("nmf", "NMF", Scaling.SCALED, false, Contestants::nonnegative));
    }

    /* Penalties of rows and columns. */
    private static Baseline biases(int k) {
        return k == 0
                ? Biases.byDefault()
                : new Biases(
                        rounded(geometric(LEAST_BIAS_RIDGE, MOST_BIAS_RIDGE, halton(k, 2))),
                        rounded(geometric(LEAST_BIAS_RIDGE, MOST_BIAS_RIDGE, halton(k, 3))));
    }

    /* How many inner iterations. */
    private static List<Baseline> iterations(Contestant.Budget budget, IntFunction<Baseline> climbing) {
        return trials(budget, k -> climbing.apply(ITERATIONS[k % ITERATIONS.length]));
    }

    /* The rank, at which it begins to swap, and how many inner iterations. */
    private static RankClimb localSearch(Contestant.Budget budget, int k) {
        return RankClimb.fastLocalSearch(
                rank(budget, k),
                k == 0 ? ITERATIONS[0] : (int) Math.round(geometric(1, MOST_ITERATIONS, halton(k, 3))));
    }

    private static List<Baseline> climbs(
            Observations data, Contestant.Budget budget, boolean isRatings, IntFunction<FastGreedy> algorithm) {
        return iterations(budget, k -> bounded(RankClimb.of(algorithm.apply(k)), data, isRatings));
    }

    /* The paper clips the gradient to the range of the ratings. */
    private static RankClimb bounded(RankClimb climbing, Observations data, boolean isRatings) {
        double low = Arrays.stream(data.values()).min().orElse(Double.NaN);
        double high = Arrays.stream(data.values()).max().orElse(Double.NaN);
        return isRatings && low < high ? climbing.withBounds(low, high) : climbing;
    }

    /* Tries what is subtracted first, whether singular values are fitted again, and how far down the path goes. */
    private static List<Baseline> softImpute(Contestant.Budget budget) {
        SoftImpute plain = SoftImpute.ofMaxRank(budget.maxRank()).withTolerance(TOLERANCE);
        List<Baseline> all = new ArrayList<>();
        for (SoftImpute path : List.of(plain, plain.withLambdas(DEEP))) {
            for (boolean debiased : new boolean[] {false, true}) {
                for (Centering centering : centerings(true)) {
                    all.add(path.withDebiased(debiased).withCentering(centering));
                }
            }
        }
        return all.subList(0, Math.min(all.size(), budget.trials()));
    }

    /*
     * Tries the same with no bound on the rank but the budget's, so that the penalty decides the rank; and in turns with that lower
     * bounds, on a path that goes further down, for tables with little noise. Columns are centered already.
     */
    private static List<Baseline> softImputeOfTable(Contestant.Budget budget) {
        SoftImpute plain = SoftImpute.ofMaxRank(budget.maxRank()).withTolerance(TOLERANCE);
        List<SoftImpute> free = List.of(
                plain,
                plain.withCentering(Centering.BIASES),
                plain.withDebiased(true),
                plain.withLambdas(DEEP),
                plain.withDebiased(true).withCentering(Centering.BIASES));
        return trials(budget, k -> {
            boolean isFree = k % 2 == 0 && k / 2 < free.size();
            int number = k < 2 * free.size() ? k / 2 : k - free.size();
            return isFree
                    ? free.get(number)
                    : SoftImpute.ofMaxRank(rank(budget, number))
                            .withTolerance(TOLERANCE)
                            .withLambdas(DEEP);
        });
    }

    /* Tries what is subtracted first, and how many iterations each rank may take. */
    private static List<Baseline> hardImpute(Contestant.Budget budget, boolean isRatings) {
        HardImpute plain = HardImpute.ofRank(budget.maxRank()).withTolerance(TOLERANCE);
        List<Baseline> all = new ArrayList<>();
        for (HardImpute each : List.of(plain, plain.withMaxIterations(FEW_ITERATIONS))) {
            for (Centering centering : centerings(isRatings)) {
                all.add(each.withCentering(centering));
            }
        }
        return all.subList(0, Math.min(all.size(), budget.trials()));
    }

    /* The mean of centered columns is zero already. */
    private static List<Centering> centerings(boolean isRatings) {
        return isRatings
                ? List.of(Centering.BIASES, Centering.MEAN, Centering.NONE)
                : List.of(Centering.NONE, Centering.BIASES);
    }

    /* Rank and penalty, which is weighted by the number of observations. */
    private static Baseline alternating(Observations data, Contestant.Budget budget, int k) {
        double lambda = k == 0
                ? AlternatingMinimization.WEIGHTED_LAMBDA
                : geometric(LEAST_RIDGE, MOST_RIDGE, halton(k, 3)) * deviation(data, true);
        return new AlternatingMinimization(rank(budget, k), rounded(lambda), 1);
    }

    /* Rank, penalty and rate, which must not be too high for the size of the values. */
    private static Baseline stochastic(Observations data, Contestant.Budget budget, int k, boolean biased) {
        double size = deviation(data, true);
        double rate = k == 0 ? StochasticSvd.RATE : geometric(LEAST_RATE, MOST_RATE, halton(k, 5));
        double ridge = k == 0 ? StochasticSvd.RIDGE : geometric(LEAST_PENALTY, MOST_PENALTY, halton(k, 3));
        return new StochasticSvd(
                rank(budget, k),
                rounded(Math.min(rate / size, HIGHEST_RATE / deviation(data, biased))),
                rounded(ridge * size),
                biased);
    }

    /* Rank, penalty and rate, as above. */
    private static Baseline plusPlus(Observations data, Contestant.Budget budget, int k) {
        double size = deviation(data, true);
        double rate = k == 0 ? SvdPlusPlus.RATE : geometric(LEAST_RATE, MOST_RATE, halton(k, 5));
        double ridge = k == 0 ? SvdPlusPlus.RIDGE : geometric(LEAST_PENALTY, MOST_PENALTY, halton(k, 3));
        return new SvdPlusPlus(rank(budget, k), rounded(rate / size), rounded(ridge * size));
    }

    /* The rank. */
    private static List<Baseline> nonnegative(Observations data, Contestant.Budget budget) {
        double least = Arrays.stream(data.values()).min().orElse(0);
        if (least < 0) {
            throw new IllegalArgumentException("there are negative values, which NMF cannot fit");
        }
        return trials(budget, k -> new NonnegativeFactorization(rank(budget, k)));
    }

    /** Makes as many different trials as the budget allows, if the sequence gives that many before long: whole numbers repeat. */
    static <T> List<T> trials(Contestant.Budget budget, Function<T, String> settings, IntFunction<T> trial) {
        Map<String, T> all = new LinkedHashMap<>();
        for (int k = 0; k < LOOKED_AT * budget.trials() && all.size() < budget.trials(); k++) {
            T next = trial.apply(k);
            all.putIfAbsent(settings.apply(next), next);
        }
        return List.copyOf(all.values());
    }

    private static List<Baseline> trials(Contestant.Budget budget, IntFunction<Baseline> trial) {
        return trials(budget, Baseline::settings, trial);
    }

    private static int rank(Contestant.Budget budget, int k) {
        return k == 0
                ? Math.min(USUAL_RANK, budget.maxRank())
                : (int) Math.round(geometric(1, budget.maxRank(), halton(k, 2)));
    }

    /** The number at a part t of the way from low to high, on a logarithmic scale. */
    static double geometric(double low, double high, double t) {
        return low * Math.pow(high / low, t);
    }

    /** Rounds to three digits, which is as exactly as one would write it. */
    static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3)).doubleValue();
    }

    /** The k-th number of the sequence of Halton: the digits of k in that base, in reverse behind the point. */
    static double halton(int k, int base) {
        double value = 0;
        double place = 1;
        for (int rest = k; rest > 0; rest /= base) {
            place /= base;
            value += rest % base * place;
        }
        return value;
    }

    /** The standard deviation, or the root of the mean square. */
    private static double deviation(Observations data, boolean centered) {
        double mean = centered ? Arrays.stream(data.values()).sum() / data.count() : 0;
        double squares = 0;
        for (double value : data.values()) {
            squares += (value - mean) * (value - mean);
        }
        return squares > 0 ? Math.sqrt(squares / data.count()) : 1;
    }

    /** Makes the trials of a method, given data and budget. */
    private interface Trials {
        List<Baseline> of(Observations data, Contestant.Budget budget);
    }

    /** Makes the trials of a method that fills in cells, given data and budget. */
    private interface Fills {
        List<TableFill> of(Observations data, Contestant.Budget budget);
    }

    /** A method that fills in cells, whose trials are written down here. */
    private record Filled(String key, String name, Fills fills) implements Contestant.TunedFill {
        /** A method with nothing to choose. */
        Filled(String key, TableFill only) {
            this(key, only.name(), (data, budget) -> List.of(only));
        }

        @Override
        public List<TableFill> configurations(Observations data, Budget budget) {
            return fills.of(data, budget);
        }
    }

    /** A method whose trials are written down here; if its steps are epochs, their number depends on the data. */
    private record Listed(String key, String name, Scaling scaling, boolean hasEpochs, Trials trials)
            implements Contestant.Tuned {
        Listed(String key, String name, Trials trials) {
            this(key, name, Scaling.CENTERED, false, trials);
        }

        @Override
        public List<Baseline> configurations(Observations data, Budget budget) {
            return trials.of(data, budget);
        }

        @Override
        public Limits limits(Observations data) {
            int epochs = (int) Math.max(EPOCHS, Math.min(MOST_EPOCHS, UPDATES / data.count()));
            return hasEpochs ? Limits.NONE.withSteps(epochs) : Limits.NONE;
        }

        @Override
        public int patience() {
            return hasEpochs ? Comparison.PATIENCE_WITH_EPOCHS : Comparison.PATIENCE;
        }
    }
}
