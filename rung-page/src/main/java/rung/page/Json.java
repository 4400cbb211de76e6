package rung.page;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON: objects, arrays, strings, numbers, true, false and null. */
public final class Json {
    private Json() {}

    /**
     * Writes an object. Values are maps, collections, numbers, booleans or null; anything else is written as its string. A number
     * that is not finite becomes null.
     *
     * @param facts the values by their names, in order
     * @return the text
     */
    public static String object(Map<String, ?> facts) {
        return value(facts);
    }

    private static String value(Object value) {
        if (value == null || value instanceof Number number && !Double.isFinite(number.doubleValue())) {
            return "null";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(fact -> string(fact.getKey().toString()) + ": " + value(fact.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Json::value).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : string(value.toString());
    }

    private static String string(String text) {
        StringBuilder escaped = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> escaped.append("\\\"");
                case '\\' -> escaped.append("\\\\");
                default -> escaped.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return escaped.append('"').toString();
    }
}
