package rung.file.ratings;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import rung.file.input.Source;
import rung.file.text.JsonObject;

/** Splits a line that is a JSON object into the values of some keys. A key that it lacks, or that is null, is an empty field. */
final class JsonFields extends LineFields {
    private final JsonObject object;
    private final List<String> keys;

    /** Finds the values of these keys; others are passed over. */
    JsonFields(List<String> keys) {
        this.keys = keys;
        this.object = new JsonObject(keys, false);
    }

    @Override
    void divide(byte[] bytes, int from, int to) {
        Optional<String> fault = object.take(bytes, from, to);
        fault.ifPresent(this::fail);
        for (int k = 0; k < object.count() && fault.isEmpty(); k++) {
            int end = object.isNull(k) ? object.start(k) : object.end(k);
            add(object.start(k), end, object.isEscaped(k));
        }
    }

    @Override
    boolean isName(int field) {
        return super.isName(field) && !object.isNested(field);
    }

    @Override
    String nothing(int field) {
        String key = "'" + Source.shortened(keys.get(field)) + "'";
        if (!object.isPresent(field)) {
            return "is missing: the object has no field " + key;
        }
        return object.isNested(field)
                ? "must be text or a number, got a list or an object in " + key
                : "is missing: " + key + " is " + (object.isNull(field) ? "null" : "empty");
    }

    @Override
    byte[] unescaped(byte[] bytes, int field) {
        return object.text(field, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    }
}
