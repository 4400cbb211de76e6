package rung.serve.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a client asks for: a path, the values in it and after the question mark, and a body. */
public final class Request {
    /** The most values after the question mark. */
    private static final int MOST_VALUES = 32;

    /** The most characters of a text in a message. */
    private static final int LONGEST_SHOWN = 100;

    private final String method;
    private final List<String> segments;
    private final Map<String, String> query;
    private final byte[] body;
    private final Map<String, String> named = new LinkedHashMap<>();

    private Request(String method, List<String> segments, Map<String, String> query, byte[] body) {
        this.method = method;
        this.segments = segments;
        this.query = query;
        this.body = body;
    }

    /**
     * Reads a request as it came over the wire. Nothing in the path is resolved: "..", if it is there, is a name like any other.
     *
     * @param method GET, POST or another
     * @param path the path, still encoded, beginning with a slash
     * @param query what follows the question mark, still encoded; empty if nothing does
     * @param body the bytes of the body
     * @return the request
     * @throws HttpProblem if the path or the query is not well encoded
     */
    static Request of(String method, String path, String query, byte[] body) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            segments.add(decoded(segment, false));
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals), true);
            values.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1), true));
            if (values.size() > MOST_VALUES) {
                throw new HttpProblem(400, "there must be at most " + MOST_VALUES + " values after the question mark");
            }
        }
        return new Request(method, segments, values, body);
    }

    private static String decoded(String text, boolean plusIsBlank) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[bytes.length];
        int count = 0;
        for (int k = 0; k < bytes.length; k++) {
            if (bytes[k] == '%') {
                int high = k + 2 < bytes.length ? Character.digit(bytes[k + 1], 16) : -1;
                int low = k + 2 < bytes.length ? Character.digit(bytes[k + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw badEncoding();
                }
                out[count++] = (byte) (16 * high + low);
                k += 2;
            } else {
                out[count++] = bytes[k] == '+' && plusIsBlank ? (byte) ' ' : bytes[k];
            }
        }
        return utf8(ByteBuffer.wrap(out, 0, count));
    }

    private static String utf8(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw badEncoding();
        }
    }

    private static HttpProblem badEncoding() {
        return new HttpProblem(400, "the address and the body must be UTF-8, in the address encoded as %XX");
    }

    /** {@return GET, POST or another method} */
    String method() {
        return method;
    }

    /** {@return the parts of the path between slashes, decoded} */
    public List<String> segments() {
        return segments;
    }

    /** Notes what a route calls a part of the path. */
    void name(String name, String value) {
        named.put(name, value);
    }

    /**
     * A part of the path, as the route calls it.
     *
     * @param name the name between braces
     * @return the text
     */
    public String part(String name) {
        return named.get(name);
    }

    /**
     * A value after the question mark.
     *
     * @param name its name
     * @return the text; empty if it is not there
     */
    public Optional<String> value(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /**
     * A whole number after the question mark.
     *
     * @param name its name
     * @param least the least that it may be
     * @param most the most that it may be
     * @param otherwise what it is if it is not there
     * @return the number
     */
    public int whole(String name, int least, int most, int otherwise) {
        String text = query.get(name);
        return text == null ? otherwise : whole(name, text, least, most);
    }

    /**
     * Reads a whole number.
     *
     * @param name what it is, for the message
     * @param text the number in digits
     * @param least the least that it may be
     * @param most the most that it may be
     * @return the number
     */
    public static int whole(String name, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new HttpProblem(
                400, name + " must be a whole number between " + least + " and " + most + ", got " + quoted(text));
    }

    /**
     * A number after the question mark.
     *
     * @param name its name
     * @param least the least that it may be
     * @param most the most that it may be
     * @param otherwise what it is if it is not there
     * @return the number
     */
    public double number(String name, double least, double most, double otherwise) {
        String text = query.get(name);
        return text == null ? otherwise : number(name, text, least, most);
    }

    /** Reads a number, as {@link #whole(String, String, int, int)} does a whole one. */
    static double number(String name, String text, double least, double most) {
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new HttpProblem(
                400,
                name + " must be a number between " + plain(least) + " and " + plain(most) + ", got " + quoted(text));
    }

    /** A number as people write it, whole ones without a point. */
    static String plain(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? String.valueOf((long) number)
                : String.valueOf(number);
    }

    /**
     * A text as messages show it: between quotes, and not longer than is useful.
     *
     * @param text what a client sent
     * @return the text to show
     */
    public static String quoted(String text) {
        return "'" + shortened(text) + "'";
    }

    /**
     * A text that is not longer than is useful in a message.
     *
     * @param text what a client sent
     * @return the text, or its beginning
     */
    public static String shortened(String text) {
        return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
    }

    /**
     * The body, which must be a JSON object.
     *
     * @return the object
     */
    public JsonFields json() {
        return JsonFields.of(utf8(ByteBuffer.wrap(body)));
    }
}
