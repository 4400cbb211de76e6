package rung.cli.pipe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rung.linalg.Matrix;

/** What a message says: named values, each a boolean, a whole number, a number, a text, a list of texts or an array. */
final class Fields {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /**
     * An array and its shape.
     *
     * @param elements a {@code byte[]}, {@code int[]}, {@code long[]}, {@code float[]} or {@code double[]}, row by row
     * @param shape the number of lines along each dimension
     */
    record Shaped(Object elements, long... shape) {}

    /** Puts a value; an array without a shape has one dimension. Returns this. */
    Fields put(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** Puts a number that may be unknown, as NaN. Returns this. */
    Fields put(String name, OptionalDouble value) {
        return put(name, value.orElse(Double.NaN));
    }

    Fields put(String name, Matrix matrix) {
        return put(name, new Shaped(matrix.array(), matrix.rows(), matrix.columns()));
    }

    Map<String, Object> values() {
        return values;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    boolean isSet(String name) {
        return has(name) && value(name, Boolean.class);
    }

    String text(String name) {
        return value(name, String.class);
    }

    Optional<String> textIfAny(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    Names names(String name) {
        return value(name, Names.class);
    }

    long number(String name) {
        return value(name, Long.class);
    }

    int count(String name) {
        long number = number(name);
        if (number != (int) number) {
            throw new IllegalArgumentException(name + " must fit 32 bits, got " + number);
        }
        return (int) number;
    }

    OptionalInt countIfAny(String name) {
        return has(name) ? OptionalInt.of(count(name)) : OptionalInt.empty();
    }

    OptionalDouble realIfAny(String name) {
        return has(name) ? OptionalDouble.of(value(name, Double.class)) : OptionalDouble.empty();
    }

    Object array(String name) {
        return value(name, Shaped.class).elements;
    }

    byte[] bytes(String name) {
        return elements(name, byte[].class);
    }

    int[] ints(String name) {
        return elements(name, int[].class);
    }

    float[] floats(String name) {
        return elements(name, float[].class);
    }

    double[] doubles(String name) {
        return elements(name, double[].class);
    }

    /** A matrix of any element type, in double precision; bytes have no sign. */
    Matrix matrix(String name) {
        Shaped shaped = value(name, Shaped.class);
        if (shaped.shape.length != 2) {
            throw new IllegalArgumentException(name + " must have two dimensions, got " + shaped.shape.length);
        }
        return new Matrix((int) shaped.shape[0], (int) shaped.shape[1], doubles(shaped.elements));
    }

    private static double[] doubles(Object elements) {
        if (elements instanceof double[] doubles) {
            return doubles;
        }
        double[] all = new double[java.lang.reflect.Array.getLength(elements)];
        for (int k = 0; k < all.length; k++) {
            if (elements instanceof float[] floats) {
                all[k] = floats[k];
            } else if (elements instanceof byte[] bytes) {
                all[k] = bytes[k] & 0xff;
            } else if (elements instanceof int[] ints) {
                all[k] = ints[k];
            } else {
                all[k] = ((long[]) elements)[k];
            }
        }
        return all;
    }

    private <T> T elements(String name, Class<T> type) {
        Object elements = array(name);
        if (!type.isInstance(elements)) {
            throw new IllegalArgumentException(name + " must be of type " + type.getSimpleName() + ", got "
                    + elements.getClass().getSimpleName());
        }
        return type.cast(elements);
    }

    private <T> T value(String name, Class<T> type) {
        Object value = values.get(name);
        if (value instanceof Wire.TooLarge large) {
            throw large.error();
        }
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("the call needs '" + name + "' as " + type.getSimpleName() + ", got "
                    + (value == null ? "nothing" : value.getClass().getSimpleName()));
        }
        return type.cast(value);
    }
}
