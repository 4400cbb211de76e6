package rung.spark;

import org.apache.spark.sql.api.java.UDF4;
import rung.preferences.PreferenceModel;
import scala.collection.Seq;

/**
 * Scores an item for a user by tastes and scales. The tastes of an unknown user or item are null.
 *
 * @param isColdScored whether those are scored as by {@link PreferenceModel#score}, where nothing is known of a user; 0 if nothing is known
 *     of the item; else NaN
 */
record PreferenceScorer(boolean isColdScored) implements UDF4<Seq<Float>, Float, Seq<Float>, Float, Float> {
    @Override
    public Float call(Seq<Float> user, Float userScale, Seq<Float> item, Float itemScale) {
        if (!isColdScored && (user == null || item == null)) {
            return Float.NaN;
        }
        if (item == null) {
            return 0f;
        }
        double sum = 0;
        boolean isKnown = false;
        for (int k = 0; user != null && k < user.length(); k++) {
            sum += (double) user.apply(k) * item.apply(k);
            isKnown |= user.apply(k) != 0;
        }
        return isKnown ? (float) (sum / userScale / itemScale) : PreferenceModel.ofStranger(itemScale);
    }
}
