package rung.spark;

import org.apache.spark.sql.api.java.UDF4;
import scala.collection.Seq;

/**
 * Predicts a rating from the features and biases of a user and an item. The features of an unknown user or item are null.
 *
 * @param isColdScored whether those are predicted by the mean and the bias that is known, instead of NaN
 */
record Scorer(double mean, double low, double high, boolean isColdScored)
        implements UDF4<Seq<Float>, Float, Seq<Float>, Float, Float> {
    @Override
    public Float call(Seq<Float> user, Float userBias, Seq<Float> item, Float itemBias) {
        if (!isColdScored && (user == null || item == null)) {
            return Float.NaN;
        }
        double sum = mean + (userBias == null ? 0 : userBias) + (itemBias == null ? 0 : itemBias);
        if (user != null && item != null) {
            for (int k = 0; k < user.length(); k++) {
                sum += user.apply(k) * item.apply(k);
            }
        }
        return (float) Math.min(high, Math.max(low, sum));
    }
}
