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
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import rung.ratings.Recommender;

/**
 * Trains a recommender on ratings in a frame, as {@link Recommender} does in one memory: climbs the ranks by posterior sampling,
 * with nothing to tune.
 *
 * <p>Takes the place of {@code org.apache.spark.ml.recommendation.ALS}: the parameters that mean the same have the same names.
 */
public final class RankConstrained extends Estimator<RankConstrainedModel> implements DefaultParamsWritable {
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

    public RankConstrained() {
        this(Identifiable$.MODULE$.randomUID("rankConstrained"));
    }

    public RankConstrained(String uid) {
        this.uid = uid;
        this.userCol = new Param<>(this, "userCol", "the column of users' ids, of any type that has an order");
        this.itemCol = new Param<>(this, "itemCol", "the column of items' ids, of any type that has an order");
        this.ratingCol = new Param<>(this, "ratingCol", "the column of ratings, a number; if empty, each row counts 1");
        this.predictionCol = new Param<>(this, "predictionCol", "the column of predictions");
        this.coldStartStrategy = new Param<>(
                this,
                "coldStartStrategy",
                "what is predicted where the user or the item was not there in training: nan, drop (the row), or bias (the mean, and the bias of what is known)",
                RankConstrainedModel.COLD_STARTS);
        this.blockSize = new IntParam(
                this,
                "blockSize",
                "users, or items, whose scores are computed at once when recommending",
                ParamValidators.gt(0));
        this.rank =
                new IntParam(this, "rank", "the rank; if not set, held-out ratings choose it", ParamValidators.gt(0));
        this.maxRank = new IntParam(this, "maxRank", "the highest rank to choose from", ParamValidators.gt(0));
        this.maxIter = new IntParam(
                this,
                "maxIter",
                "rounds of refits of both sides at the final rank, once it is reached; more if it is not set and ratings are few",
                ParamValidators.gtEq(0));
        this.regParam = new DoubleParam(
                this,
                "regParam",
                "the ridge: so much times the number of its ratings, for each user and item; if not set, its strength is found in the ratings, column by column",
                ParamValidators.gtEq(0));
        this.innerIterations = new IntParam(
                this,
                "innerIterations",
                "refits of a side after each insertion, the sides alternating",
                ParamValidators.gt(0));
        this.tol = new DoubleParam(
                this,
                "tol",
                "ends when a step lowers the objective by less than this fraction of what was gained so far; 0 for never",
                ParamValidators.inRange(0, 1, true, false));
        this.maxSeconds = new DoubleParam(
                this, "maxSeconds", "no step begins after so many seconds; 0 for no limit", ParamValidators.gtEq(0));
        this.algorithm = new Param<>(
                this,
                "algorithm",
                "how to climb: fastGreedy, the only way that draws from a posterior allow",
                ParamValidators.inArray(List.of("fastGreedy")));
        this.biases = new BooleanParam(this, "biases", "whether users and items have biases");
        this.heldOutFraction = new DoubleParam(
                this,
                "heldOutFraction",
                "the part of the ratings that chooses the rank, if it is not set",
                ParamValidators.inRange(0, 1, false, false));
        this.seed = new LongParam(this, "seed", "of every random choice");
        this.duplicates = new Param<>(
                this,
                "duplicates",
                "what becomes of several ratings of one pair: mean, keep (each counts, as in ALS), or error",
                ParamValidators.inArray(List.of("mean", "keep", "error")));
        this.numBlocks = new IntParam(
                this,
                "numBlocks",
                "blocks of users, and of items; 0 for as many as there are cores, or more if they would be too large",
                ParamValidators.gtEq(0));
        this.checkpointInterval = new IntParam(
                this,
                "checkpointInterval",
                "lineages are cut after so many refits of a side: by checkpoints, if the context has a folder for them, else by a second copy; -1 for never",
                ParamValidators.gtEq(-1));
        this.intermediateStorageLevel = new Param<>(
                this,
                "intermediateStorageLevel",
                "how ratings and factors are kept during the fit",
                ParamValidators.inArray(LEVELS));
        this.finalStorageLevel = new Param<>(
                this,
                "finalStorageLevel",
                "how the model's factors are kept",
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

    /** Trains a model. */
    @Override
    public RankConstrainedModel fit(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        StorageLevel level = StorageLevel.fromString(getIntermediateStorageLevel());
        RatingFrame frame = RatingFrame.of(dataset, getUserCol(), getItemCol(), getRatingCol());
        try {
            RatingBlocks data = RatingBlocks.of(frame, getNumBlocks(), Duplicates.of(getDuplicates()), level);
            try {
                RankConstrainedModel model = new Training(this, frame, data, level).train();
                return copyValues(model.setParent(this), ParamMap.empty());
            } finally {
                data.unpersist();
            }
        } finally {
            frame.unpersist();
        }
    }

    @Override
    public StructType transformSchema(StructType schema) {
        RatingFrame.check(schema, getUserCol(), getItemCol(), getRatingCol());
        return RankConstrainedModel.withPrediction(schema, getPredictionCol());
    }

    @Override
    public RankConstrained copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    public static MLReader<RankConstrained> read() {
        return new DefaultParamsReader<>();
    }

    public static RankConstrained load(String path) {
        return read().load(path);
    }

    /** The column of users' ids, of any type that has an order. */
    public Param<String> userCol() {
        return userCol;
    }

    public String getUserCol() {
        return getOrDefault(userCol);
    }

    public RankConstrained setUserCol(String value) {
        set(userCol, value);
        return this;
    }

    /** The column of items' ids, of any type that has an order. */
    public Param<String> itemCol() {
        return itemCol;
    }

    public String getItemCol() {
        return getOrDefault(itemCol);
    }

    public RankConstrained setItemCol(String value) {
        set(itemCol, value);
        return this;
    }

    /** The column of ratings, a number; if empty, each row counts 1. */
    public Param<String> ratingCol() {
        return ratingCol;
    }

    public String getRatingCol() {
        return getOrDefault(ratingCol);
    }

    public RankConstrained setRatingCol(String value) {
        set(ratingCol, value);
        return this;
    }

    /** The column of predictions. */
    public Param<String> predictionCol() {
        return predictionCol;
    }

    public String getPredictionCol() {
        return getOrDefault(predictionCol);
    }

    public RankConstrained setPredictionCol(String value) {
        set(predictionCol, value);
        return this;
    }

    /** What is predicted where the user or the item was not there in training: nan, drop (the row), or bias (the mean, and the bias of what is known). */
    public Param<String> coldStartStrategy() {
        return coldStartStrategy;
    }

    public String getColdStartStrategy() {
        return getOrDefault(coldStartStrategy).toLowerCase(Locale.ROOT);
    }

    public RankConstrained setColdStartStrategy(String value) {
        set(coldStartStrategy, value);
        return this;
    }

    /** Users, or items, whose scores are computed at once when recommending. */
    public IntParam blockSize() {
        return blockSize;
    }

    public int getBlockSize() {
        return (Integer) getOrDefault(blockSize);
    }

    public RankConstrained setBlockSize(int value) {
        set(blockSize, value);
        return this;
    }

    /** The rank; if not set, held-out ratings choose it. */
    public IntParam rank() {
        return rank;
    }

    public int getRank() {
        return (Integer) getOrDefault(rank);
    }

    public RankConstrained setRank(int value) {
        set(rank, value);
        return this;
    }

    /** The highest rank to choose from. */
    public IntParam maxRank() {
        return maxRank;
    }

    public int getMaxRank() {
        return (Integer) getOrDefault(maxRank);
    }

    public RankConstrained setMaxRank(int value) {
        set(maxRank, value);
        return this;
    }

    /** Rounds of refits of both sides at the final rank, once it is reached. */
    public IntParam maxIter() {
        return maxIter;
    }

    public int getMaxIter() {
        return (Integer) getOrDefault(maxIter);
    }

    public RankConstrained setMaxIter(int value) {
        set(maxIter, value);
        return this;
    }

    /** The ridge, as in ALS; if it is not set, its strength is found in the ratings, column by column. */
    public DoubleParam regParam() {
        return regParam;
    }

    public double getRegParam() {
        return (Double) getOrDefault(regParam);
    }

    public RankConstrained setRegParam(double value) {
        set(regParam, value);
        return this;
    }

    /** Refits of a side after each insertion, the sides alternating. */
    public IntParam innerIterations() {
        return innerIterations;
    }

    public int getInnerIterations() {
        return (Integer) getOrDefault(innerIterations);
    }

    public RankConstrained setInnerIterations(int value) {
        set(innerIterations, value);
        return this;
    }

    /** Ends when a step lowers the objective by less than this fraction of what was gained so far; 0 for never. */
    public DoubleParam tol() {
        return tol;
    }

    public double getTol() {
        return (Double) getOrDefault(tol);
    }

    public RankConstrained setTol(double value) {
        set(tol, value);
        return this;
    }

    /** No step begins after so many seconds; 0 for no limit. */
    public DoubleParam maxSeconds() {
        return maxSeconds;
    }

    public double getMaxSeconds() {
        return (Double) getOrDefault(maxSeconds);
    }

    public RankConstrained setMaxSeconds(double value) {
        set(maxSeconds, value);
        return this;
    }

    /** How to climb: always fastGreedy. */
    public Param<String> algorithm() {
        return algorithm;
    }

    public String getAlgorithm() {
        return getOrDefault(algorithm);
    }

    public RankConstrained setAlgorithm(String value) {
        if (!"fastGreedy".equals(value)) {
            throw new IllegalArgumentException(
                    "algorithm must be fastGreedy, got '" + value + "': ratings are fitted by draws from"
                            + " a posterior, which have no exact core to refit and need not lower the objective, so the other"
                            + " algorithms mean nothing here");
        }
        set(algorithm, value);
        return this;
    }

    /** Whether users and items have biases. */
    public BooleanParam biases() {
        return biases;
    }

    public boolean getBiases() {
        return (Boolean) getOrDefault(biases);
    }

    public RankConstrained setBiases(boolean value) {
        set(biases, value);
        return this;
    }

    /** The part of the ratings that chooses the rank, if it is not set. */
    public DoubleParam heldOutFraction() {
        return heldOutFraction;
    }

    public double getHeldOutFraction() {
        return (Double) getOrDefault(heldOutFraction);
    }

    public RankConstrained setHeldOutFraction(double value) {
        set(heldOutFraction, value);
        return this;
    }

    /** Of every random choice. */
    public LongParam seed() {
        return seed;
    }

    public long getSeed() {
        return (Long) getOrDefault(seed);
    }

    public RankConstrained setSeed(long value) {
        set(seed, value);
        return this;
    }

    /** What becomes of several ratings of one pair: mean, keep (each counts, as in ALS), or error. */
    public Param<String> duplicates() {
        return duplicates;
    }

    public String getDuplicates() {
        return getOrDefault(duplicates);
    }

    public RankConstrained setDuplicates(String value) {
        set(duplicates, value);
        return this;
    }

    /** Blocks of users, and of items; 0 for as many as there are cores, or more if they would be too large. */
    public IntParam numBlocks() {
        return numBlocks;
    }

    public int getNumBlocks() {
        return (Integer) getOrDefault(numBlocks);
    }

    public RankConstrained setNumBlocks(int value) {
        set(numBlocks, value);
        return this;
    }

    /** Lineages are cut after so many refits of a side: by checkpoints, if the context has a folder for them, else by a second copy; -1 for never. */
    public IntParam checkpointInterval() {
        return checkpointInterval;
    }

    public int getCheckpointInterval() {
        return (Integer) getOrDefault(checkpointInterval);
    }

    public RankConstrained setCheckpointInterval(int value) {
        set(checkpointInterval, value);
        return this;
    }

    /** How ratings and factors are kept during the fit. */
    public Param<String> intermediateStorageLevel() {
        return intermediateStorageLevel;
    }

    public String getIntermediateStorageLevel() {
        return getOrDefault(intermediateStorageLevel);
    }

    public RankConstrained setIntermediateStorageLevel(String value) {
        set(intermediateStorageLevel, value);
        return this;
    }

    /** How the model's factors are kept. */
    public Param<String> finalStorageLevel() {
        return finalStorageLevel;
    }

    public String getFinalStorageLevel() {
        return getOrDefault(finalStorageLevel);
    }

    public RankConstrained setFinalStorageLevel(String value) {
        set(finalStorageLevel, value);
        return this;
    }
}
