package rung.spark;

import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import rung.data.Meaning;
import rung.ratings.Part;
import rung.ratings.Recommender;
import rung.spark.block.DuplicatePairs;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingFrame;

/**
 * Trains a recommender on ratings in a frame, as {@link Recommender} does in one memory: climbs the ranks by posterior sampling,
 * with nothing to tune. With {@code setParts("both")} it learns from the same ratings which items users would choose, too, and ranks lists by
 * both. With {@code setImplicitPrefs(true)} it learns from who chose what which items users would choose, as {@link
 * rung.preferences.PreferenceTrainer} does.
 *
 * <p>Takes the place of {@code org.apache.spark.ml.recommendation.ALS}: the parameters that mean the same have the same names.
 */
public final class RankConstrained extends RankConstrainedParams implements DefaultParamsWritable {
    private static final long serialVersionUID = 1;

    /** An estimator with an id made up for it. */
    public RankConstrained() {
        this(Identifiable$.MODULE$.randomUID("rankConstrained"));
    }

    /**
     * An estimator with this id, which names it in pipelines and files.
     *
     * @param uid the identifier of this estimator
     */
    public RankConstrained(String uid) {
        super(uid);
    }

    /** Trains a model on a frame of ratings. */
    @Override
    public RankConstrainedModel fit(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        StorageLevel level = StorageLevel.fromString(getIntermediateStorageLevel());
        Meaning meaning = getImplicitPrefs() ? Meaning.WEIGHT : Meaning.RATING;
        RatingFrame frame = RatingFrame.of(dataset, getUserCol(), getItemCol(), getRatingCol(), meaning);
        try {
            RatingBlocks data = RatingBlocks.of(frame, getNumBlocks(), duplicatePairs(), level);
            RankConstrainedModel model;
            try {
                model = new Training(FitInput.of(this, frame, data, level)).train();
            } finally {
                data.unpersist();
            }
            data.keepIfCutAgain();
            return copyValues(model.setParent(this), ParamMap.empty());
        } finally {
            frame.unpersist();
        }
    }

    private DuplicatePairs duplicatePairs() {
        return getImplicitPrefs() && !isSet(duplicates()) ? DuplicatePairs.SUM : DuplicatePairs.of(getDuplicates());
    }

    private void requireSense() {
        if (getImplicitPrefs() && wantedParts().contains(Part.RATINGS)) {
            throw new IllegalArgumentException("parts must be preferences if implicitPrefs is true, got " + getParts()
                    + ": who chose what tells no ratings");
        }
        for (Param<?> param : List.of(biases(), innerIterations())) {
            if (!wantedParts().contains(Part.RATINGS) && isSet(param)) {
                throw new IllegalArgumentException(param.name()
                        + " must not be set if "
                        + (getImplicitPrefs() ? "implicitPrefs is true" : "parts is preferences")
                        + ", got " + getOrDefault(param) + ": preferences are fitted without");
            }
        }
    }

    @Override
    public StructType transformSchema(StructType schema) {
        requireSense();
        RatingFrame.check(schema, getUserCol(), getItemCol(), getRatingCol());
        return RankConstrainedModel.withPrediction(schema, getPredictionCol());
    }

    @Override
    public RankConstrained self() {
        return this;
    }

    @Override
    public RankConstrained copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /**
     * Reads estimators that were saved.
     *
     * @return the reader
     */
    public static MLReader<RankConstrained> read() {
        return new DefaultParamsReader<>();
    }

    /**
     * Loads an estimator that was saved in this folder.
     *
     * @param path the folder
     * @return the estimator
     */
    public static RankConstrained load(String path) {
        return read().load(path);
    }

    /**
     * Sets {@link #implicitPrefs()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setImplicitPrefs(boolean value) {
        set(implicitPrefs(), value);
        return this;
    }

    /**
     * Sets {@link #parts()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setParts(String value) {
        set(parts(), value);
        return this;
    }

    /**
     * Sets {@link #alpha()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setAlpha(double value) {
        set(alpha(), value);
        return this;
    }

    /**
     * Sets {@link #ratingCol()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setRatingCol(String value) {
        set(ratingCol(), value);
        return this;
    }

    /**
     * Sets {@link #rank()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setRank(int value) {
        set(rank(), value);
        return this;
    }

    /**
     * Sets {@link #maxRank()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setMaxRank(int value) {
        set(maxRank(), value);
        return this;
    }

    /**
     * Sets {@link #maxIter()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setMaxIter(int value) {
        set(maxIter(), value);
        return this;
    }

    /**
     * Sets {@link #regParam()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setRegParam(double value) {
        set(regParam(), value);
        return this;
    }

    /**
     * Sets {@link #innerIterations()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setInnerIterations(int value) {
        set(innerIterations(), value);
        return this;
    }

    /**
     * Sets {@link #tol()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setTol(double value) {
        set(tol(), value);
        return this;
    }

    /**
     * Sets {@link #maxSeconds()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setMaxSeconds(double value) {
        set(maxSeconds(), value);
        return this;
    }

    /**
     * Sets {@link #algorithm()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setAlgorithm(String value) {
        if (!"fastGreedy".equals(value)) {
            throw new IllegalArgumentException(
                    "algorithm must be fastGreedy, got '" + value + "': ratings are fitted by draws from"
                            + " a posterior, which have no exact core to refit and need not lower the objective, so the other"
                            + " algorithms mean nothing here");
        }
        set(algorithm(), value);
        return this;
    }

    /**
     * Sets {@link #biases()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setBiases(boolean value) {
        set(biases(), value);
        return this;
    }

    /**
     * Sets {@link #heldOutFraction()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setHeldOutFraction(double value) {
        set(heldOutFraction(), value);
        return this;
    }

    /**
     * Sets {@link #seed()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setSeed(long value) {
        set(seed(), value);
        return this;
    }

    /**
     * Sets {@link #duplicates()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setDuplicates(String value) {
        set(duplicates(), value);
        return this;
    }

    /**
     * Sets {@link #numBlocks()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setNumBlocks(int value) {
        set(numBlocks(), value);
        return this;
    }

    /**
     * Sets {@link #checkpointInterval()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setCheckpointInterval(int value) {
        set(checkpointInterval(), value);
        return this;
    }

    /**
     * Sets {@link #intermediateStorageLevel()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setIntermediateStorageLevel(String value) {
        set(intermediateStorageLevel(), value);
        return this;
    }

    /**
     * Sets {@link #finalStorageLevel()}.
     *
     * @param value the new value
     * @return this estimator
     */
    public RankConstrained setFinalStorageLevel(String value) {
        set(finalStorageLevel(), value);
        return this;
    }
}
