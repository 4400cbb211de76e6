package rung.cli;

import java.util.Map;
import java.util.stream.Collectors;

/** As much of JSON as a summary needs: one flat object. */
final class Json {
    private Json() {}

    static String object(Map<String, Object> facts) {
        return facts.entrySet().stream()
                .map(fact -> string(fact.getKey()) + ": " + value(fact.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            return "null";
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
