package rung.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259) and refuses anything else: objects as maps, arrays as lists, numbers as doubles. */
public final class JsonReader {
    private final String text;
    private int at;

    public JsonReader(String text) {
        this.text = text.strip();
    }

    /** Reads text that is one object. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> readObject(String text) {
        return (Map<String, Object>) new JsonReader(text).read();
    }

    public Object read() {
        Object value = value();
        require(at == text.length());
        return value;
    }

    private void require(boolean isSo) {
        if (!isSo) {
            throw new IllegalArgumentException("not JSON at " + at + ": " + text);
        }
    }

    private Object value() {
        blanks();
        require(at < text.length());
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skip(char c) {
        blanks();
        boolean isThere = at < text.length() && text.charAt(at) == c;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private Map<String, Object> object() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        if (skip('}')) {
            return map;
        }
        do {
            blanks();
            String name = string();
            require(skip(':'));
            require(!map.containsKey(name));
            map.put(name, value());
        } while (skip(','));
        require(skip('}'));
        return map;
    }

    private List<Object> array() {
        List<Object> list = new ArrayList<>();
        at++;
        if (skip(']')) {
            return list;
        }
        do {
            list.add(value());
        } while (skip(','));
        require(skip(']'));
        return list;
    }

    private Object word(String word, Object value) {
        require(text.startsWith(word, at));
        at += word.length();
        return value;
    }

    private Double number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        require(number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?"));
        return Double.valueOf(number);
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        require(at < text.length() && text.charAt(at) == '"');
        at++;
        while (text.charAt(at) != '"') {
            char c = text.charAt(at++);
            require(c >= ' ');
            if (c == '\\') {
                char escape = text.charAt(at++);
                if (escape == 'u') {
                    c = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                    at += 4;
                } else {
                    require("\"\\/".indexOf(escape) >= 0);
                    c = escape;
                }
            }
            out.append(c);
        }
        at++;
        return out.toString();
    }
}
