package rung.file.ratings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import rung.data.Ids;
import rung.linalg.Workers;

/**
 * Puts the entries of all blocks together, and numbers users and items in the order of their first appearance in the file.
 *
 * <p>Threads take blocks in ascending order, so the first appearance of a name in the file is also its first on the thread that
 * read it. So it is enough to go through the blocks in order and to number the names that were new to their thread.
 */
final class RatingsAssembly {
    private final List<RatingsPart> parts;
    private final Workers workers;
    private boolean isLatin1;
    private final int[] starts; // the number of the first rating of each part, and at the end that of all ratings

    private final boolean hasTimes;

    RatingsAssembly(List<RatingsPart> parts, Workers workers, boolean hasTimes) {
        this.hasTimes = hasTimes;
        this.parts = parts;
        this.workers = workers;
        this.starts = new int[parts.size() + 1];
        for (int p = 0; p < parts.size(); p++) {
            starts[p + 1] = starts[p] + parts.get(p).count;
        }
    }

    /** Assembles the entries. The parts give up their arrays on the way, so that little is held in memory twice. */
    LineEntries entries() {
        Numbering users = new Numbering(RatingsParser::users, part -> part.users);
        Numbering items = new Numbering(RatingsParser::items, part -> part.items);
        int[] user = new int[count()];
        copy((part, start) -> {
            users.translate(part, part.user, user, start);
            part.user = null;
        });
        int[] item = new int[count()];
        copy((part, start) -> {
            items.translate(part, part.item, item, start);
            part.item = null;
        });
        float[] value = new float[count()];
        copy((part, start) -> {
            System.arraycopy(part.value, 0, value, start, part.count);
            part.value = null;
        });
        double[] time = new double[hasTimes ? count() : 0];
        if (hasTimes) {
            copy((part, start) -> System.arraycopy(part.time, 0, time, start, part.count));
        }
        parts.clear();
        Ids userIds = users.names.build();
        Ids itemIds = items.names.build();
        isLatin1 = !NameCharset.isUtf8(userIds) || !NameCharset.isUtf8(itemIds);
        return new LineEntries(
                isLatin1 ? NameCharset.fromLatin1(userIds) : userIds,
                isLatin1 ? NameCharset.fromLatin1(itemIds) : itemIds,
                user,
                item,
                value,
                time);
    }

    /** Whether the names were read as ISO-8859-1, since they were not UTF-8. */
    boolean isLatin1() {
        return isLatin1;
    }

    private int count() {
        return starts[parts.size()];
    }

    /** Copies something of a part, whose first rating has the number {@code start}. */
    private interface Copying {
        void copy(RatingsPart part, int start);
    }

    private void copy(Copying copying) {
        workers.run(parts.size(), part -> starts[part], (from, to) -> {
            for (int p = from; p < to; p++) {
                copying.copy(parts.get(p), starts[p]);
            }
        });
    }

    /** Translates the numbers that each parser gave to users, or to items, into those of the whole file. */
    private final class Numbering {
        private final Map<RatingsParser, int[]> numbers = new HashMap<>();
        private final Ids.Builder names;

        /**
         * Numbers the names.
         *
         * @param known gives the names that a parser has met
         * @param after gives how many of them it had met by the end of a part
         */
        Numbering(Function<RatingsParser, Ids.Builder> known, ToIntFunction<RatingsPart> after) {
            for (RatingsPart part : parts) {
                numbers.computeIfAbsent(
                        part.parser, parser -> new int[known.apply(parser).size()]);
            }
            names = numbers.size() == 1 ? known.apply(parts.get(0).parser) : new Ids.Builder();
            Map<RatingsParser, Integer> done = new HashMap<>();
            for (RatingsPart part : parts) {
                int[] number = numbers.get(part.parser);
                for (int id = done.getOrDefault(part.parser, 0); id < after.applyAsInt(part); id++) {
                    number[id] = names.add(known.apply(part.parser), id);
                }
                done.put(part.parser, after.applyAsInt(part));
            }
        }

        void translate(RatingsPart part, int[] from, int[] to, int start) {
            int[] number = numbers.get(part.parser);
            for (int k = 0; k < from.length; k++) {
                to[start + k] = number[from[k]];
            }
        }
    }
}
