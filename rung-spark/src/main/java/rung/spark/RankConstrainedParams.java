package rung.spark;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import rung.preferences.PreferenceTrainer;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** The parameters of {@link RankConstrained}, and their values. */
public abstract class RankConstrainedParams extends Estimator<RankConstrainedModel>
        implements PredictionParams<RankConstrained> {
    private static final long serialVersionUID = 1;

    private static final String RATINGS = "ratings";
    private static final String PREFERENCES = "preferences";
    private static final String BOTH = "both";

    /** Names of Spark's storage levels. */
    private static final List<String> LEVELS = List.of(
            "DISK_ONLY",
            "DISK_ONLY_2",
            "DISK_ONLY_3",
            "MEMORY_ONLY",
            "MEMORY_ONLY_2",
            "MEMORY_ONLY_SER",
            "MEMORY_ONLY_SER_2",
            "MEMORY_AND_DISK",
            "MEMORY_AND_DISK_2",
            "MEMORY_AND_DISK_SER",
            "MEMORY_AND_DISK_SER_2",
            "OFF_HEAP");

    private final String uid;
    private final SharedParams shared;
    private final Param<String> ratingCol;
    private final BooleanParam implicitPrefs;
    private final Param<String> parts;
    private final DoubleParam alpha;
    private final IntParam rank;
    private final IntParam maxRank;
    private final IntParam maxIter;
    private final DoubleParam regParam;
    private final IntParam innerIterations;
    private final DoubleParam tol;
    private final DoubleParam maxSeconds;
    private final Param<String> algorithm;
    private final BooleanParam biases;
    private final DoubleParam heldOutFraction;
    private final LongParam seed;
    private final Param<String> duplicates;
    private final IntParam numBlocks;
    private final IntParam checkpointInterval;
    private final Param<String> intermediateStorageLevel;
    private final Param<String> finalStorageLevel;

    /** Defines all parameters and their defaults. */
    RankConstrainedParams(String uid) {
        this.uid = uid;
        this.shared = new SharedParams(this);
        this.ratingCol = new Param<>(
                this,
                "ratingCol",
                "the column of ratings, or of counts and play times if implicitPrefs is true: a number; if empty, each row counts 1");
        this.implicitPrefs = new BooleanParam(
                this,
                "implicitPrefs",
                "whether the rows say who chose what, and how often, in place of ratings: predictions are then preferences, about 1 for what a user chose and about 0 for what means nothing to them");
        this.parts = new Param<>(
                this,
                "parts",
                "what to learn from ratings: ratings, how users would rate items; preferences, what they would choose, by who rated what alone; or both, so that lists are ranked by both; if not set and implicitPrefs is true, preferences",
                ParamValidators.inArray(List.of(RATINGS, PREFERENCES, BOTH)));
        this.alpha = new DoubleParam(
                this,
                "alpha",
                "for preferences: how much a pair that is not there counts beside one that is; not the alpha of ALS, by which the weight of a pair grows with its count",
                ParamValidators.gtEq(0));
        this.rank = new IntParam(
                this,
                "rank",
                "the rank; if not set, held-out ratings choose it; that of preferences alone is maxRank then",
                ParamValidators.gt(0));
        this.maxRank = new IntParam(
                this,
                "maxRank",
                "the highest rank to choose from; if not set, that of preferences is 128",
                ParamValidators.gt(0));
        this.maxIter = new IntParam(
                this,
                "maxIter",
                "how many rounds of refits of both sides follow once the final rank is reached; if not set, more when there are few ratings, and 3 for preferences alone",
                ParamValidators.gtEq(0));
        this.regParam = new DoubleParam(
                this,
                "regParam",
                "the ridge of each user and item, times the number of its ratings, as in ALS; if not set, it is estimated from the ratings, column by column; for preferences alone, the penalty of the objective, which held-out entries choose if it is not set",
                ParamValidators.gtEq(0));
        this.innerIterations = new IntParam(
                this,
                "innerIterations",
                "how many refits follow each inserted pair; the sides alternate",
                ParamValidators.gt(0));
        this.tol = new DoubleParam(
                this,
                "tol",
                "training ends when a step lowers the objective by less than this fraction of all that was gained so far; 0 for never",
                ParamValidators.inRange(0, 1, true, false));
        this.maxSeconds = new DoubleParam(
                this,
                "maxSeconds",
                "training begins no step after this many seconds; 0 for no limit",
                ParamValidators.gtEq(0));
        this.algorithm = new Param<>(
                this,
                "algorithm",
                "how to climb: fastGreedy, the only way that draws from a posterior allow",
                ParamValidators.inArray(List.of("fastGreedy")));
        this.biases = new BooleanParam(this, "biases", "whether users and items have biases");
        this.heldOutFraction = new DoubleParam(
                this,
                "heldOutFraction",
                "the fraction of the ratings that is held out to choose the rank, if the rank is not set, and the penalty of preferences",
                ParamValidators.inRange(0, 1, false, false));
        this.seed = new LongParam(this, "seed", "the seed of every random choice");
        this.duplicates = new Param<>(
                this,
                "duplicates",
                "what to do with several ratings of one item by one user: mean, sum, keep (each counts, as in ALS), or error; if not set and implicitPrefs is true, sum",
                ParamValidators.inArray(List.of("mean", "sum", "keep", "error")));
        this.numBlocks = new IntParam(
                this,
                "numBlocks",
                "how many blocks of users there are, and of items; 0 for as many as there are cores, or more if blocks would be too large",
                ParamValidators.gtEq(0));
        this.checkpointInterval = new IntParam(
                this,
                "checkpointInterval",
                "after how many refits a side is written to the folder for checkpoints, if the context has one; -1 for never",
                ParamValidators.gtEq(-1));
        this.intermediateStorageLevel = new Param<>(
                this,
                "intermediateStorageLevel",
                "the storage level of ratings and factors during the fit",
                ParamValidators.inArray(LEVELS));
        this.finalStorageLevel = new Param<>(
                this,
                "finalStorageLevel",
                "the storage level of the model's factors",
                ParamValidators.inArray(
                        Stream.concat(Stream.of("NONE"), LEVELS.stream()).toList()));
        setDefault(ratingCol, "rating");
        setDefault(implicitPrefs, false);
        setDefault(parts, RATINGS);
        setDefault(alpha, PreferenceTrainer.ALPHA);
        setDefault(maxRank, Recommender.MAX_RANK);
        setDefault(maxIter, Recommender.ROUNDS);
        setDefault(innerIterations, Recommender.DRAWS);
        setDefault(tol, 0.0);
        setDefault(maxSeconds, 0.0);
        setDefault(algorithm, "fastGreedy");
        setDefault(biases, true);
        setDefault(heldOutFraction, Recommender.HELD_OUT);
        setDefault(seed, 0L);
        setDefault(duplicates, "mean");
        setDefault(numBlocks, 0);
        setDefault(checkpointInterval, 10);
        setDefault(intermediateStorageLevel, "MEMORY_AND_DISK");
        setDefault(finalStorageLevel, "MEMORY_AND_DISK");
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public SharedParams shared() {
        return shared;
    }

    /** {@return whether the rows say who chose what, and how often, in place of ratings} */
    public BooleanParam implicitPrefs() {
        return implicitPrefs;
    }

    /** {@return the value of {@link #implicitPrefs()}} */
    public boolean getImplicitPrefs() {
        return (Boolean) getOrDefault(implicitPrefs);
    }

    /**
     * What to learn from ratings: {@code ratings}, how users would rate items; {@code preferences}, what they would choose, by who rated what
     * alone; or {@code both}, so that lists are ranked by both. If {@link #implicitPrefs()} is true, it is preferences.
     *
     * @return the parameter
     */
    public Param<String> parts() {
        return parts;
    }

    /** {@return the value of {@link #parts()}} */
    public String getParts() {
        return getOrDefault(parts);
    }

    /** The parts of the model to train. */
    Set<Part> wantedParts() {
        String wanted = getImplicitPrefs() && !isSet(parts) ? PREFERENCES : getParts();
        return switch (wanted) {
            case RATINGS -> EnumSet.of(Part.RATINGS);
            case PREFERENCES -> EnumSet.of(Part.PREFERENCES);
            default -> EnumSet.allOf(Part.class);
        };
    }

    /**
     * For preferences: how much a pair of user and item that is not there counts beside one that is. In ALS a pair that is
     * not there counts 1, and one that is counts 1 + alpha·rating: its alpha says something else.
     *
     * @return the parameter
     */
    public DoubleParam alpha() {
        return alpha;
    }

    /** {@return the value of {@link #alpha()}} */
    public double getAlpha() {
        return (Double) getOrDefault(alpha);
    }

    /** {@return the column of ratings, a number; if empty, each row counts 1} */
    public Param<String> ratingCol() {
        return ratingCol;
    }

    /** {@return the value of {@link #ratingCol()}} */
    public String getRatingCol() {
        return getOrDefault(ratingCol);
    }

    /** {@return the rank; if not set, held-out ratings choose it} */
    public IntParam rank() {
        return rank;
    }

    /** {@return the value of {@link #rank()}} */
    public int getRank() {
        return (Integer) getOrDefault(rank);
    }

    /** {@return the highest rank to choose from} */
    public IntParam maxRank() {
        return maxRank;
    }

    /** {@return the value of {@link #maxRank()}} */
    public int getMaxRank() {
        return (Integer) getOrDefault(maxRank);
    }

    /** {@return how many rounds of refits of both sides follow once the final rank is reached} */
    public IntParam maxIter() {
        return maxIter;
    }

    /** {@return the value of {@link #maxIter()}} */
    public int getMaxIter() {
        return (Integer) getOrDefault(maxIter);
    }

    /** {@return the ridge, as in ALS; if it is not set, it is estimated from the ratings, column by column, or chosen by held-out entries for preferences alone} */
    public DoubleParam regParam() {
        return regParam;
    }

    /** {@return the value of {@link #regParam()}} */
    public double getRegParam() {
        return (Double) getOrDefault(regParam);
    }

    /** {@return how many refits follow each inserted pair; the sides alternate} */
    public IntParam innerIterations() {
        return innerIterations;
    }

    /** {@return the value of {@link #innerIterations()}} */
    public int getInnerIterations() {
        return (Integer) getOrDefault(innerIterations);
    }

    /** {@return training ends when a step lowers the objective by less than this fraction of all that was gained so far; 0 for never} */
    public DoubleParam tol() {
        return tol;
    }

    /** {@return the value of {@link #tol()}} */
    public double getTol() {
        return (Double) getOrDefault(tol);
    }

    /** {@return training begins no step after this many seconds; 0 for no limit} */
    public DoubleParam maxSeconds() {
        return maxSeconds;
    }

    /** {@return the value of {@link #maxSeconds()}} */
    public double getMaxSeconds() {
        return (Double) getOrDefault(maxSeconds);
    }

    /** {@return how to climb: always fastGreedy} */
    public Param<String> algorithm() {
        return algorithm;
    }

    /** {@return the value of {@link #algorithm()}} */
    public String getAlgorithm() {
        return getOrDefault(algorithm);
    }

    /** {@return whether users and items have biases} */
    public BooleanParam biases() {
        return biases;
    }

    /** {@return the value of {@link #biases()}} */
    public boolean getBiases() {
        return (Boolean) getOrDefault(biases);
    }

    /** {@return the fraction of the ratings that is held out to choose the rank, if the rank is not set} */
    public DoubleParam heldOutFraction() {
        return heldOutFraction;
    }

    /** {@return the value of {@link #heldOutFraction()}} */
    public double getHeldOutFraction() {
        return (Double) getOrDefault(heldOutFraction);
    }

    /** {@return the seed of every random choice} */
    public LongParam seed() {
        return seed;
    }

    /** {@return the value of {@link #seed()}} */
    public long getSeed() {
        return (Long) getOrDefault(seed);
    }

    /** {@return what to do with several ratings of one item by one user: mean, keep (each counts, as in ALS), or error} */
    public Param<String> duplicates() {
        return duplicates;
    }

    /** {@return the value of {@link #duplicates()}} */
    public String getDuplicates() {
        return getOrDefault(duplicates);
    }

    /**
     * How many blocks of users there are, and of items; 0 for as many as there are cores, or more if blocks would be too large.
     *
     * @return the parameter
     */
    public IntParam numBlocks() {
        return numBlocks;
    }

    /** {@return the value of {@link #numBlocks()}} */
    public int getNumBlocks() {
        return (Integer) getOrDefault(numBlocks);
    }

    /**
     * After how many refits of a side its lineage is cut: by a checkpoint if the context has a folder for them, else by a second
     * copy; -1 for never.
     *
     * @return the parameter
     */
    public IntParam checkpointInterval() {
        return checkpointInterval;
    }

    /** {@return the value of {@link #checkpointInterval()}} */
    public int getCheckpointInterval() {
        return (Integer) getOrDefault(checkpointInterval);
    }

    /** {@return the storage level of ratings and factors during the fit} */
    public Param<String> intermediateStorageLevel() {
        return intermediateStorageLevel;
    }

    /** {@return the value of {@link #intermediateStorageLevel()}} */
    public String getIntermediateStorageLevel() {
        return getOrDefault(intermediateStorageLevel);
    }

    /** {@return the storage level of the model's factors} */
    public Param<String> finalStorageLevel() {
        return finalStorageLevel;
    }

    /** {@return the value of {@link #finalStorageLevel()}} */
    public String getFinalStorageLevel() {
        return getOrDefault(finalStorageLevel);
    }
}
