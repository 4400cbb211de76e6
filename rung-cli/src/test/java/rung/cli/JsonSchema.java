package rung.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks values against the part of JSON Schema that docs/output.schema.json uses; refuses words that it does not know. */
final class JsonSchema {
    private final Map<String, Object> root;

    JsonSchema(Map<String, Object> root) {
        this.root = root;
    }

    /** What is wrong with a value of a definition; empty if nothing is. */
    List<String> faults(String definition, Object value) {
        List<String> faults = new ArrayList<>();
        check(resolved("#/$defs/" + definition), value, definition, faults);
        return faults;
    }

    private Map<String, Object> resolved(String reference) {
        Map<String, Object> at = root;
        for (String name : reference.substring(2).split("/")) {
            at = object(at.get(name));
            if (at == null) {
                throw new IllegalArgumentException("the schema has no " + reference);
            }
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private void check(Map<String, Object> schema, Object value, String path, List<String> faults) {
        schema.forEach((word, rule) -> {
            switch (word) {
                case "description" -> {}
                case "$ref" -> check(resolved((String) rule), value, path, faults);
                case "type" -> {
                    List<?> types = rule instanceof List<?> several ? several : List.of(rule);
                    if (types.stream().noneMatch(type -> isOf((String) type, value))) {
                        faults.add(path + " must be " + types + ", got " + value);
                    }
                }
                case "enum" -> {
                    if (!((List<?>) rule).contains(value)) {
                        faults.add(path + " must be one of " + rule + ", got " + value);
                    }
                }
                case "minimum" -> {
                    if (((Number) value).doubleValue() < ((Number) rule).doubleValue()) {
                        faults.add(path + " must be at least " + rule + ", got " + value);
                    }
                }
                case "items" -> {
                    int k = 0;
                    for (Object each : (List<?>) value) {
                        check(object(rule), each, path + "[" + k++ + "]", faults);
                    }
                }
                case "required" -> {
                    for (Object name : (List<?>) rule) {
                        if (!object(value).containsKey(name)) {
                            faults.add(path + " must have " + name);
                        }
                    }
                }
                case "properties" ->
                    object(rule).forEach((name, each) -> {
                        if (object(value).containsKey(name)) {
                            check(object(each), object(value).get(name), path + "." + name, faults);
                        }
                    });
                case "additionalProperties" -> {
                    for (String name : object(value).keySet()) {
                        if (!object(schema.get("properties")).containsKey(name)) {
                            faults.add(path + " must not have " + name);
                        }
                    }
                }
                default -> throw new IllegalArgumentException("unknown word in the schema: " + word);
            }
        });
    }

    private static boolean isOf(String type, Object value) {
        return switch (type) {
            case "string" -> value instanceof String;
            case "number" -> value instanceof Number;
            case "integer" ->
                value instanceof Number number
                        && new BigDecimal(number.toString())
                                        .stripTrailingZeros()
                                        .scale()
                                <= 0;
            case "boolean" -> value instanceof Boolean;
            case "array" -> value instanceof List;
            case "object" -> value instanceof Map;
            case "null" -> value == null;
            default -> throw new IllegalArgumentException("unknown type " + type);
        };
    }
}
