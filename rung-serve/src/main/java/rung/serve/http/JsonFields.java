package rung.serve.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of a JSON object that a client sent. Each method checks what it returns and says in a {@link HttpProblem} what is wrong. */
public final class JsonFields {
    private final Map<?, ?> fields;

    private JsonFields(Map<?, ?> fields) {
        this.fields = fields;
    }

    static JsonFields of(String text) {
        if (JsonText.value(text) instanceof Map<?, ?> map) {
            return new JsonFields(map);
        }
        throw new HttpProblem(400, "the body must be a JSON object, such as {\"n\": 10}");
    }

    /**
     * Refuses fields of other names, which are likely misspelled.
     *
     * @param names the names that are known
     * @return this
     */
    public JsonFields only(String... names) {
        for (Object name : fields.keySet()) {
            if (!Set.of(names).contains(name)) {
                throw new HttpProblem(
                        400,
                        "there is no field " + Request.quoted(name.toString()) + " here, only "
                                + String.join(", ", names));
            }
        }
        return this;
    }

    /**
     * Whether there is a field.
     *
     * @param name its name
     * @return true if there is one and it is not null
     */
    public boolean has(String name) {
        return fields.get(name) != null;
    }

    /**
     * A text that must be there; a number is taken for its shortest text, since ids often are numbers.
     *
     * @param name the name of the field
     * @return the text
     */
    public String text(String name) {
        return text(fields.get(name), name);
    }

    private static String text(Object value, String name) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return String.valueOf(number.longValue());
        }
        throw new HttpProblem(400, name + " must be text" + (value == null ? ", and it is missing" : ""));
    }

    /**
     * A number that must be there.
     *
     * @param name the name of the field
     * @return the number, which is finite
     */
    public double number(String name) {
        return number(fields.get(name), name);
    }

    private static double number(Object value, String name) {
        if (value instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        throw new HttpProblem(400, name + " must be a finite number" + (value == null ? ", and it is missing" : ""));
    }

    /**
     * A number that may be missing.
     *
     * @param name the name of the field
     * @param least the least that it may be
     * @param most the most that it may be
     * @param otherwise what it is if it is not there
     * @return the number
     */
    public double number(String name, double least, double most, double otherwise) {
        return has(name) ? Request.number(name, Request.plain(number(name)), least, most) : otherwise;
    }

    /**
     * A whole number that may be missing.
     *
     * @param name the name of the field
     * @param least the least that it may be
     * @param most the most that it may be
     * @param otherwise what it is if it is not there
     * @return the number
     */
    public int whole(String name, int least, int most, int otherwise) {
        return has(name) ? Request.whole(name, Request.plain(number(name)), least, most) : otherwise;
    }

    /**
     * An object whose fields are all numbers.
     *
     * @param name the name of the field
     * @param most the most fields
     * @return the numbers by name, in the order of the text
     */
    public Map<String, Double> numbers(String name, int most) {
        if (!(fields.get(name) instanceof Map<?, ?> map)) {
            throw new HttpProblem(400, name + " must be an object of numbers, such as {\"318\": 5}");
        }
        checkCount(name, map.size(), most);
        Map<String, Double> numbers = new LinkedHashMap<>();
        map.forEach((key, value) ->
                numbers.put(key.toString(), number(value, name + " of " + Request.quoted(key.toString()))));
        return numbers;
    }

    private static void checkCount(String name, int count, int most) {
        if (count > most) {
            throw new HttpProblem(400, "there must be at most " + most + " " + name + ", got " + count);
        }
    }

    private List<?> list(String name, int most) {
        if (!(fields.get(name) instanceof List<?> list)) {
            throw new HttpProblem(400, name + " must be an array");
        }
        checkCount(name, list.size(), most);
        return list;
    }

    /**
     * An array of texts.
     *
     * @param name the name of the field
     * @param most the most texts
     * @return the texts
     */
    public List<String> texts(String name, int most) {
        List<String> texts = new ArrayList<>();
        list(name, most).forEach(value -> texts.add(text(value, "each of " + name)));
        return texts;
    }

    /**
     * An array of objects.
     *
     * @param name the name of the field
     * @param most the most objects
     * @return the objects
     */
    public List<JsonFields> objects(String name, int most) {
        List<JsonFields> objects = new ArrayList<>();
        for (Object value : list(name, most)) {
            if (!(value instanceof Map<?, ?> map)) {
                throw new HttpProblem(400, "each of " + name + " must be an object");
            }
            objects.add(new JsonFields(map));
        }
        return objects;
    }
}
