package rung.spark;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;
import scala.Function1;

/** The parameters behind {@link PredictionParams}, with their defaults. */
public final class SharedParams implements Serializable {
    private static final long serialVersionUID = 1;

    /** Accepts the values of coldStartStrategy in upper or lower case, as ALS does. */
    private static final Function1<String, Object> COLD_STARTS = (Function1<String, Object> & Serializable)
            name -> List.of("nan", "drop", "bias").contains(name.toLowerCase(Locale.ROOT));

    final Param<String> userCol;
    final Param<String> itemCol;
    final Param<String> predictionCol;
    final Param<String> coldStartStrategy;
    final IntParam blockSize;

    /** Defines the parameters of an estimator, or of a model. */
    SharedParams(Params owner) {
        this.userCol = new Param<>(owner, "userCol", "the column of users' ids, of any type that has an order");
        this.itemCol = new Param<>(owner, "itemCol", "the column of items' ids, of any type that has an order");
        this.predictionCol = new Param<>(owner, "predictionCol", "the column of predictions");
        this.coldStartStrategy = new Param<>(
                owner,
                "coldStartStrategy",
                "what to predict if the user or the item was not in the training data: nan; drop, which removes the row; or bias, the mean plus the bias of the one that is known, and for preferences almost 0, more for popular items",
                COLD_STARTS);
        this.blockSize = new IntParam(
                owner,
                "blockSize",
                "how many users, or items, are scored at once when recommending",
                ParamValidators.gt(0));
        owner.setDefault(userCol, "user");
        owner.setDefault(itemCol, "item");
        owner.setDefault(predictionCol, "prediction");
        owner.setDefault(coldStartStrategy, "nan");
        owner.setDefault(blockSize, 4096);
    }
}
