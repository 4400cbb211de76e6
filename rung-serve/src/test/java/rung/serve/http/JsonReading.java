package rung.serve.http;

import java.util.Map;

/** Reads answers by the reader that requests are read with. */
public final class JsonReading {
    private JsonReading() {}

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String text) {
        return (Map<String, Object>) JsonText.value(text);
    }
}
