package rung.page;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Writes JSON: objects, arrays, strings, numbers, true, false and null. */
public final class Json {
    private Json() {}

    /**
     * Writes an object. Values are maps, collections, numbers, booleans or null; anything else is written as its string. A number
     * that is not finite and an Optional without a value become null.
     *
     * @param facts the values by their names, in order
     * @return the text
     */
    public static String object(Map<String, ?> facts) {
        StringBuilder out = new StringBuilder();
        value(facts, out);
        return out.toString();
    }

    private static void value(Object value, StringBuilder out) {
        if (value instanceof Optional<?> some) {
            value(some.orElse(null), out);
        } else if (value instanceof OptionalDouble number) {
            value(number.isPresent() ? number.getAsDouble() : null, out);
        } else if (value instanceof OptionalLong number) {
            value(number.isPresent() ? number.getAsLong() : null, out);
        } else if (value == null || value instanceof Number number && !Double.isFinite(number.doubleValue())) {
            out.append("null");
        } else if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> fact : map.entrySet()) {
                out.append(before);
                string(fact.getKey().toString(), out);
                out.append(": ");
                value(fact.getValue(), out);
                before = ", ";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> values) {
            String before = "[";
            for (Object each : values) {
                out.append(before);
                value(each, out);
                before = ", ";
            }
            out.append(values.isEmpty() ? "[]" : "]");
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(value.toString(), out);
        }
    }

    private static void string(String text, StringBuilder out) {
        out.append('"');
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
