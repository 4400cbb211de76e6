package rung.spark.block;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.function.LongFunction;

/**
 * A row that is no rating.
 *
 * @param what the beginning of a sentence that goes on with user and item
 * @param user the number of the user; null if it has none
 * @param item the number of the item; null if it has none
 */
@DefaultSerializer(JavaSerializer.class)
public record BadRow(String what, Long user, Long item) implements Serializable {
    /** The whole sentence. The functions give the names of users and items by their numbers. */
    String sentence(LongFunction<String> users, LongFunction<String> items) {
        return what + " user " + (user == null ? "null" : users.apply(user)) + " and item "
                + (item == null ? "null" : items.apply(item));
    }
}
