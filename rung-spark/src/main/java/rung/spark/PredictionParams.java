package rung.spark;

import java.util.Locale;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The parameters that an estimator shares with its model: columns, and how predictions and lists are made.
 *
 * @param <S> the estimator, or the model
 */
public interface PredictionParams<S> extends Params {
    /** {@return the parameters themselves} */
    SharedParams shared();

    /** {@return this object} */
    S self();

    /** {@return the column of users' ids, of any type that has an order} */
    default Param<String> userCol() {
        return shared().userCol;
    }

    /** {@return the value of {@link #userCol()}} */
    default String getUserCol() {
        return getOrDefault(userCol());
    }

    /**
     * Sets {@link #userCol()}.
     *
     * @param value the new value
     * @return this object
     */
    default S setUserCol(String value) {
        set(userCol(), value);
        return self();
    }

    /** {@return the column of items' ids, of any type that has an order} */
    default Param<String> itemCol() {
        return shared().itemCol;
    }

    /** {@return the value of {@link #itemCol()}} */
    default String getItemCol() {
        return getOrDefault(itemCol());
    }

    /**
     * Sets {@link #itemCol()}.
     *
     * @param value the new value
     * @return this object
     */
    default S setItemCol(String value) {
        set(itemCol(), value);
        return self();
    }

    /** {@return the column of predictions} */
    default Param<String> predictionCol() {
        return shared().predictionCol;
    }

    /** {@return the value of {@link #predictionCol()}} */
    default String getPredictionCol() {
        return getOrDefault(predictionCol());
    }

    /**
     * Sets {@link #predictionCol()}.
     *
     * @param value the new value
     * @return this object
     */
    default S setPredictionCol(String value) {
        set(predictionCol(), value);
        return self();
    }

    /**
     * What to predict if the user or the item was not in the training data: nan; drop, which removes the row; or bias, the mean plus the
     * bias of the one that is known; for preferences almost 0, more for popular items.
     *
     * @return the parameter
     */
    default Param<String> coldStartStrategy() {
        return shared().coldStartStrategy;
    }

    /** {@return the value of {@link #coldStartStrategy()}} */
    default String getColdStartStrategy() {
        return getOrDefault(coldStartStrategy()).toLowerCase(Locale.ROOT);
    }

    /**
     * Sets {@link #coldStartStrategy()}.
     *
     * @param value the new value
     * @return this object
     */
    default S setColdStartStrategy(String value) {
        set(coldStartStrategy(), value);
        return self();
    }

    /** {@return how many users, or items, are scored at once when recommending} */
    default IntParam blockSize() {
        return shared().blockSize;
    }

    /** {@return the value of {@link #blockSize()}} */
    default int getBlockSize() {
        return (Integer) getOrDefault(blockSize());
    }

    /**
     * Sets {@link #blockSize()}.
     *
     * @param value the new value
     * @return this object
     */
    default S setBlockSize(int value) {
        set(blockSize(), value);
        return self();
    }
}
