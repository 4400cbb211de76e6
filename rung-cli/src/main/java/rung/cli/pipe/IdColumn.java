package rung.cli.pipe;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import rung.data.Ids;

/**
 * The user, or the item, of each rating as it is handed over: whole numbers that are the ids themselves, or that say which of some names
 * the id is.
 */
final class IdColumn {
    /** Numbers that lie within this many times as many as there are entries are looked up in a table. */
    private static final long DENSE = 4;

    private static final long SMALL_TABLE = 1 << 20;

    private final int[] ints; // null if they are longs
    private final long[] longs;
    private final Names names; // null if the numbers are the ids

    private IdColumn(Object numbers, Names names) {
        this.ints = numbers instanceof int[] array ? array : null;
        this.longs = numbers instanceof long[] array ? array : null;
        if (ints == null && longs == null) {
            throw new IllegalArgumentException("ids must be whole numbers, or numbers of names");
        }
        this.names = names;
    }

    static IdColumn of(Fields fields, String name) {
        return new IdColumn(fields.array(name), fields.has(name + ".names") ? fields.names(name + ".names") : null);
    }

    /** Ids in the order of their first appearance, as a file of ratings gives them, and the number of each entry's id. */
    record Numbered(Ids ids, int[] number) {}

    private int count() {
        return ints == null ? longs.length : ints.length;
    }

    private long at(int entry) {
        return ints == null ? longs[entry] : ints[entry];
    }

    private byte[] text(long id) {
        String text = names == null ? Long.toString(id) : names.get((int) id);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The id of an entry as a text. */
    String name(int entry) {
        return new String(text(at(entry)), StandardCharsets.UTF_8);
    }

    Numbered numbered() {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int e = 0; e < count(); e++) {
            low = Math.min(low, at(e));
            high = Math.max(high, at(e));
        }
        if (names != null && count() > 0 && (low < 0 || high >= names.size())) {
            throw new IllegalArgumentException(
                    "an id must be one of " + names.size() + " names, got " + low + " to " + high);
        }
        Ids.Builder ids = new Ids.Builder();
        int[] number = ints == null ? new int[longs.length] : ints; // in place: nobody else has the array
        long span = high - low;
        if (span >= 0 && span < Math.max(SMALL_TABLE, DENSE * count())) {
            int[] known = new int[(int) span + 1];
            Arrays.fill(known, -1);
            for (int e = 0; e < number.length; e++) {
                int at = (int) (at(e) - low);
                if (known[at] < 0) {
                    known[at] = add(ids, at + low);
                }
                number[e] = known[at];
            }
        } else {
            Map<Long, Integer> known = new HashMap<>();
            for (int e = 0; e < number.length; e++) {
                number[e] = known.computeIfAbsent(at(e), id -> add(ids, id));
            }
        }
        return new Numbered(ids.build(), number);
    }

    private int add(Ids.Builder ids, long id) {
        byte[] text = text(id);
        int before = ids.size();
        int added = ids.add(text, 0, text.length);
        if (added < before) {
            throw new IllegalArgumentException(
                    "names must be distinct, got '" + new String(text, StandardCharsets.UTF_8) + "' twice");
        }
        return added;
    }

    /** The number of each entry's id among known ones; −1 if it is none of them. */
    int[] among(Ids known) {
        int[] number = new int[count()];
        int[] ofName = names == null
                ? null
                : names.stream().mapToInt(name -> find(known, name)).toArray();
        for (int e = 0; e < number.length; e++) {
            number[e] = names == null ? find(known, Long.toString(at(e))) : ofName[(int) at(e)];
        }
        return number;
    }

    static int find(Ids known, String name) {
        return known.find(name).orElse(-1);
    }
}
