package rung.serve.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259): objects become maps, arrays lists, numbers doubles; true, false and text are what they are, and null is null. Text
 * that is no JSON is a {@link HttpProblem} that says where.
 */
final class JsonText {
    /** The most objects and arrays within one another. */
    private static final int DEEPEST = 16;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** Reads a text that holds one value and nothing else. */
    static Object value(String text) {
        JsonText reader = new JsonText(text);
        Object value = reader.value(0);
        if (reader.peek() != 0) {
            throw reader.wrong("nothing more");
        }
        return value;
    }

    private HttpProblem wrong(String expected) {
        return new HttpProblem(400, "the body must be JSON: expected " + expected + " at character " + (at + 1));
    }

    /* The next character that is no blank; 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean takes(char c) {
        boolean isSo = peek() == c;
        at += isSo ? 1 : 0;
        return isSo;
    }

    private void require(char c) {
        if (!takes(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private Object value(int depth) {
        if (depth > DEEPEST) {
            throw wrong("at most " + DEEPEST + " objects and arrays within one another");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object word(String word, Object meaning) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value");
        }
        at += word.length();
        return meaning;
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        require('{');
        if (takes('}')) {
            return fields;
        }
        do {
            if (peek() != '"') {
                throw wrong("a name in quotes");
            }
            String name = string();
            require(':');
            fields.put(name, value(depth + 1));
        } while (takes(','));
        require('}');
        return fields;
    }

    private List<Object> array(int depth) {
        List<Object> values = new ArrayList<>();
        require('[');
        if (takes(']')) {
            return values;
        }
        do {
            values.add(value(depth + 1));
        } while (takes(','));
        require(']');
        return values;
    }

    private double number() {
        int from = at;
        at += at < text.length() && text.charAt(at) == '-' ? 1 : 0;
        int whole = digits();
        boolean isNumber = whole == 1 || whole > 1 && text.charAt(at - whole) != '0';
        if (isNumber && at < text.length() && text.charAt(at) == '.') {
            at++;
            isNumber = digits() > 0;
        }
        if (isNumber && at < text.length() && (text.charAt(at) | ' ') == 'e') {
            at++;
            at += at < text.length() && "+-".indexOf(text.charAt(at)) >= 0 ? 1 : 0;
            isNumber = digits() > 0;
        }
        if (!isNumber) {
            throw wrong("a value");
        }
        return Double.parseDouble(text.substring(from, at));
    }

    private int digits() {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - from;
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c < ' ') {
                throw wrong("no control character within quotes");
            }
            out.append(c == '\\' ? escaped() : c);
        }
        if (at == text.length()) {
            throw wrong("'\"'");
        }
        at++;
        for (int k = 0; k < out.length(); k++) {
            if (Character.isSurrogate(out.charAt(k))) {
                boolean isPair = Character.isHighSurrogate(out.charAt(k))
                        && k + 1 < out.length()
                        && Character.isLowSurrogate(out.charAt(k + 1));
                if (!isPair) {
                    throw wrong("whole characters, not half of a pair,");
                }
                k++;
            }
        }
        return out.toString();
    }

    private char escaped() {
        at++;
        char c = at < text.length() ? text.charAt(at) : 0;
        int plain = "\"\\/bfnrt".indexOf(c);
        if (plain >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(plain);
        }
        int code = 0;
        for (int k = 1; k <= 4; k++) {
            int digit = c == 'u' && at + k < text.length() ? Character.digit(text.charAt(at + k), 16) : -1;
            if (digit < 0) {
                throw wrong("an escape such as \\n or \\u0041");
            }
            code = 16 * code + digit;
        }
        at += 4;
        return (char) code;
    }
}
