package rung.spark;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.function.LongFunction;

/**
 * A row that is no rating.
 *
 * @param what a sentence that its user and item end
 * @param user by number; null if it is none
 * @param item likewise
 */
@DefaultSerializer(JavaSerializer.class)
record BadRow(String what, Long user, Long item) implements Serializable {
    /** The sentence, users and items by their names. */
    String sentence(LongFunction<String> users, LongFunction<String> items) {
        return what + " user " + (user == null ? "null" : users.apply(user)) + " and item "
                + (item == null ? "null" : items.apply(item));
    }
}
