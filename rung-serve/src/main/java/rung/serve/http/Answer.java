package rung.serve.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import rung.page.Json;

/**
 * What is sent back.
 *
 * @param status the HTTP status
 * @param type the content type
 * @param body the bytes; whoever sends them takes a view, so an answer can be kept and sent again
 * @param headers further headers
 */
public record Answer(int status, String type, ByteBuffer body, Map<String, String> headers) {
    private static final String JSON = "application/json";

    /**
     * An answer of 200.
     *
     * @param type the content type
     * @param body the bytes; the array is kept
     * @return the answer
     */
    public static Answer of(String type, byte[] body) {
        return new Answer(200, type, ByteBuffer.wrap(body).asReadOnlyBuffer(), Map.of());
    }

    /**
     * An answer in JSON.
     *
     * @param facts the values by name; absent ones are left out by the caller
     * @return the answer
     */
    public static Answer json(Map<String, ?> facts) {
        return of(JSON, bytes(Json.object(facts)));
    }

    /**
     * A problem, as RFC 9457 writes it.
     *
     * @param status the HTTP status
     * @param detail one sentence
     * @param instance the path that was asked for
     * @return the answer
     */
    public static Answer problem(int status, String detail, String instance) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("type", "about:blank");
        facts.put("title", HttpProblem.title(status));
        facts.put("status", status);
        facts.put("detail", detail);
        facts.put("instance", instance);
        byte[] text = bytes(Json.object(facts));
        return new Answer(
                status, "application/problem+json", ByteBuffer.wrap(text).asReadOnlyBuffer(), Map.of());
    }

    /**
     * Returns this answer with another status.
     *
     * @param other the status
     * @return a changed copy
     */
    public Answer withStatus(int other) {
        return new Answer(other, type, body, headers);
    }

    /**
     * Returns this answer with a further header.
     *
     * @param name the name of the header
     * @param value its value
     * @return a changed copy
     */
    public Answer withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, type, body, more);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
