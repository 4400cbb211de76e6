package rung.spark;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import rung.ratings.Recommender;

/** The parameters of {@link RankConstrained}, and their values. */
public abstract class RankConstrainedParams extends Estimator<RankConstrainedModel> {
    private static final long serialVersionUID = 1;

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
    private final Param<String> userCol;
    private final Param<String> itemCol;
    private final Param<String> ratingCol;
    private final Param<String> predictionCol;
    private final Param<String> coldStartStrategy;
    private final IntParam blockSize;
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
        this.userCol = new Param<>(this, "userCol", "the column of users' ids, of any type that has an order");
        this.itemCol = new Param<>(this, "itemCol", "the column of items' ids, of any type that has an order");
        this.ratingCol = new Param<>(this, "ratingCol", "the column of ratings, a number; if empty, each row counts 1");
        this.predictionCol = new Param<>(this, "predictionCol", "the column of predictions");
        this.coldStartStrategy = new Param<>(
                this,
                "coldStartStrategy",
                "what to predict if the user or the item was not in the training data: nan; drop, which removes the row; or bias, the mean plus the bias of the one that is known",
                RankConstrainedModel.COLD_STARTS);
        this.blockSize = new IntParam(
                this,
                "blockSize",
                "how many users, or items, are scored at once when recommending",
                ParamValidators.gt(0));
        this.rank =
                new IntParam(this, "rank", "the rank; if not set, held-out ratings choose it", ParamValidators.gt(0));
        this.maxRank = new IntParam(this, "maxRank", "the highest rank to choose from", ParamValidators.gt(0));
        this.maxIter = new IntParam(
                this,
                "maxIter",
                "how many rounds of refits of both sides follow once the final rank is reached; if not set, more when there are few ratings",
                ParamValidators.gtEq(0));
        this.regParam = new DoubleParam(
                this,
                "regParam",
                "the ridge of each user and item, times the number of its ratings, as in ALS; if not set, it is estimated from the ratings, column by column",
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
                "the fraction of the ratings that is held out to choose the rank, if the rank is not set",
                ParamValidators.inRange(0, 1, false, false));
        this.seed = new LongParam(this, "seed", "the seed of every random choice");
        this.duplicates = new Param<>(
                this,
                "duplicates",
                "what to do with several ratings of one item by one user: mean, keep (each counts, as in ALS), or error",
                ParamValidators.inArray(List.of("mean", "keep", "error")));
        this.numBlocks = new IntParam(
                this,
                "numBlocks",
                "how many blocks of users there are, and of items; 0 for as many as there are cores, or more if blocks would be too large",
                ParamValidators.gtEq(0));
        this.checkpointInterval = new IntParam(
                this,
                "checkpointInterval",
                "after how many refits of a side its lineage is cut: by a checkpoint if the context has a folder for them, else by a second copy; -1 for never",
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
        setDefault(userCol, "user");
        setDefault(itemCol, "item");
        setDefault(ratingCol, "rating");
        setDefault(predictionCol, "prediction");
        setDefault(coldStartStrategy, "nan");
        setDefault(blockSize, 4096);
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

    /**
     * The column of users' ids, of any type that has an order.
     *
     * @return the parameter
     */
    public Param<String> userCol() {
        return userCol;
    }

    /**
     * The value of {@link #userCol()}.
     *
     * @return its value
     */
    public String getUserCol() {
        return getOrDefault(userCol);
    }

    /**
     * The column of items' ids, of any type that has an order.
     *
     * @return the parameter
     */
    public Param<String> itemCol() {
        return itemCol;
    }

    /**
     * The value of {@link #itemCol()}.
     *
     * @return its value
     */
    public String getItemCol() {
        return getOrDefault(itemCol);
    }

    /**
     * The column of ratings, a number; if empty, each row counts 1.
     *
     * @return the parameter
     */
    public Param<String> ratingCol() {
        return ratingCol;
    }

    /**
     * The value of {@link #ratingCol()}.
     *
     * @return its value
     */
    public String getRatingCol() {
        return getOrDefault(ratingCol);
    }

    /**
     * The column of predictions.
     *
     * @return the parameter
     */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    /**
     * The value of {@link #predictionCol()}.
     *
     * @return its value
     */
    public String getPredictionCol() {
        return getOrDefault(predictionCol);
    }

    /**
     * What to predict if the user or the item was not in the training data: nan; drop, which removes the row; or bias, the mean plus the bias of the one that is known.
     *
     * @return the parameter
     */
    public Param<String> coldStartStrategy() {
        return coldStartStrategy;
    }

    /**
     * The value of {@link #coldStartStrategy()}.
     *
     * @return its value
     */
    public String getColdStartStrategy() {
        return getOrDefault(coldStartStrategy).toLowerCase(Locale.ROOT);
    }

    /**
     * How many users, or items, are scored at once when recommending.
     *
     * @return the parameter
     */
    public IntParam blockSize() {
        return blockSize;
    }

    /**
     * The value of {@link #blockSize()}.
     *
     * @return its value
     */
    public int getBlockSize() {
        return (Integer) getOrDefault(blockSize);
    }

    /**
     * The rank; if not set, held-out ratings choose it.
     *
     * @return the parameter
     */
    public IntParam rank() {
        return rank;
    }

    /**
     * The value of {@link #rank()}.
     *
     * @return its value
     */
    public int getRank() {
        return (Integer) getOrDefault(rank);
    }

    /**
     * The highest rank to choose from.
     *
     * @return the parameter
     */
    public IntParam maxRank() {
        return maxRank;
    }

    /**
     * The value of {@link #maxRank()}.
     *
     * @return its value
     */
    public int getMaxRank() {
        return (Integer) getOrDefault(maxRank);
    }

    /**
     * How many rounds of refits of both sides follow once the final rank is reached.
     *
     * @return the parameter
     */
    public IntParam maxIter() {
        return maxIter;
    }

    /**
     * The value of {@link #maxIter()}.
     *
     * @return its value
     */
    public int getMaxIter() {
        return (Integer) getOrDefault(maxIter);
    }

    /**
     * The ridge, as in ALS; if it is not set, it is estimated from the ratings, column by column.
     *
     * @return the parameter
     */
    public DoubleParam regParam() {
        return regParam;
    }

    /**
     * The value of {@link #regParam()}.
     *
     * @return its value
     */
    public double getRegParam() {
        return (Double) getOrDefault(regParam);
    }

    /**
     * How many refits follow each inserted pair; the sides alternate.
     *
     * @return the parameter
     */
    public IntParam innerIterations() {
        return innerIterations;
    }

    /**
     * The value of {@link #innerIterations()}.
     *
     * @return its value
     */
    public int getInnerIterations() {
        return (Integer) getOrDefault(innerIterations);
    }

    /**
     * Training ends when a step lowers the objective by less than this fraction of all that was gained so far; 0 for never.
     *
     * @return the parameter
     */
    public DoubleParam tol() {
        return tol;
    }

    /**
     * The value of {@link #tol()}.
     *
     * @return its value
     */
    public double getTol() {
        return (Double) getOrDefault(tol);
    }

    /**
     * Training begins no step after this many seconds; 0 for no limit.
     *
     * @return the parameter
     */
    public DoubleParam maxSeconds() {
        return maxSeconds;
    }

    /**
     * The value of {@link #maxSeconds()}.
     *
     * @return its value
     */
    public double getMaxSeconds() {
        return (Double) getOrDefault(maxSeconds);
    }

    /**
     * How to climb: always fastGreedy.
     *
     * @return the parameter
     */
    public Param<String> algorithm() {
        return algorithm;
    }

    /**
     * The value of {@link #algorithm()}.
     *
     * @return its value
     */
    public String getAlgorithm() {
        return getOrDefault(algorithm);
    }

    /**
     * Whether users and items have biases.
     *
     * @return the parameter
     */
    public BooleanParam biases() {
        return biases;
    }

    /**
     * The value of {@link #biases()}.
     *
     * @return its value
     */
    public boolean getBiases() {
        return (Boolean) getOrDefault(biases);
    }

    /**
     * The fraction of the ratings that is held out to choose the rank, if the rank is not set.
     *
     * @return the parameter
     */
    public DoubleParam heldOutFraction() {
        return heldOutFraction;
    }

    /**
     * The value of {@link #heldOutFraction()}.
     *
     * @return its value
     */
    public double getHeldOutFraction() {
        return (Double) getOrDefault(heldOutFraction);
    }

    /**
     * The seed of every random choice.
     *
     * @return the parameter
     */
    public LongParam seed() {
        return seed;
    }

    /**
     * The value of {@link #seed()}.
     *
     * @return its value
     */
    public long getSeed() {
        return (Long) getOrDefault(seed);
    }

    /**
     * What to do with several ratings of one item by one user: mean, keep (each counts, as in ALS), or error.
     *
     * @return the parameter
     */
    public Param<String> duplicates() {
        return duplicates;
    }

    /**
     * The value of {@link #duplicates()}.
     *
     * @return its value
     */
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

    /**
     * The value of {@link #numBlocks()}.
     *
     * @return its value
     */
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

    /**
     * The value of {@link #checkpointInterval()}.
     *
     * @return its value
     */
    public int getCheckpointInterval() {
        return (Integer) getOrDefault(checkpointInterval);
    }

    /**
     * The storage level of ratings and factors during the fit.
     *
     * @return the parameter
     */
    public Param<String> intermediateStorageLevel() {
        return intermediateStorageLevel;
    }

    /**
     * The value of {@link #intermediateStorageLevel()}.
     *
     * @return its value
     */
    public String getIntermediateStorageLevel() {
        return getOrDefault(intermediateStorageLevel);
    }

    /**
     * The storage level of the model's factors.
     *
     * @return the parameter
     */
    public Param<String> finalStorageLevel() {
        return finalStorageLevel;
    }

    /**
     * The value of {@link #finalStorageLevel()}.
     *
     * @return its value
     */
    public String getFinalStorageLevel() {
        return getOrDefault(finalStorageLevel);
    }
}
