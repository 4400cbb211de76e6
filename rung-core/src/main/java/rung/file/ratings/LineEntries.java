package rung.file.ratings;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.data.TimeOrder;
import rung.linalg.Workers;

/**
 * What the lines of one file or of several say, in their order, before duplicates are settled: user, item and value of each line that is
 * an entry.
 */
final class LineEntries {
    /** Times above this are counted in thousandths of a second, or in smaller parts: in seconds, that is the year 5138. */
    private static final double MOST_SECONDS = 1e11;

    private final Ids users;
    private final Ids items;
    private final int[] user;
    private final int[] item;
    private final float[] value;
    private double[] time; // of each line, then of each rating; empty if times were not read

    LineEntries(Ids users, Ids items, int[] user, int[] item, float[] value, double[] time) {
        this.users = users;
        this.items = items;
        this.user = user;
        this.item = item;
        this.value = value;
        this.time = time;
    }

    /** Puts the entries of several files one after the other. Users and items of the same name are the same. */
    static LineEntries joined(List<LineEntries> files) {
        if (files.size() == 1) {
            return files.get(0);
        }
        int count = 0;
        for (LineEntries each : files) {
            count = Math.addExact(count, each.count());
        }
        Ids.Builder users = new Ids.Builder();
        Ids.Builder items = new Ids.Builder();
        int[] user = new int[count];
        int[] item = new int[count];
        float[] value = new float[count];
        double[] time = new double[files.get(0).time.length == 0 ? 0 : count];
        int start = 0;
        for (LineEntries each : files) {
            int[] userNumber = numbers(each.users, users);
            int[] itemNumber = numbers(each.items, items);
            double unit = each.secondsPerUnit();
            for (int e = 0; e < each.count(); e++) {
                user[start + e] = userNumber[each.user[e]];
                item[start + e] = itemNumber[each.item[e]];
                value[start + e] = each.value[e];
                if (time.length > 0) {
                    time[start + e] = each.time[e] * unit;
                }
            }
            start += each.count();
        }
        return new LineEntries(users.build(), items.build(), user, item, value, time);
    }

    /* The numbers that names have among those of all files. */
    private static int[] numbers(Ids own, Ids.Builder all) {
        int[] numbers = new int[own.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = all.add(own.pool(), own.offsets()[k], own.offsets()[k + 1]);
        }
        return numbers;
    }

    /* Files may count times in seconds, or in thousandths, millionths or billionths of a second. */
    private double secondsPerUnit() {
        double highest = Arrays.stream(time).filter(Double::isFinite).max().orElse(0);
        double unit = 1;
        while (highest * unit > MOST_SECONDS) {
            unit /= 1000;
        }
        return unit;
    }

    int count() {
        return value.length;
    }

    /** Returns the one value that all entries have; NaN if they differ, or there are none. */
    float onlyValue() {
        float first = value.length == 0 ? Float.NaN : value[0];
        for (float each : value) {
            if (each != first) {
                return Float.NaN;
            }
        }
        return first;
    }

    /** Returns the lowest and the highest value; infinities, the higher first, if there are none. */
    float[] span() {
        float lowest = Float.POSITIVE_INFINITY;
        float highest = Float.NEGATIVE_INFINITY;
        for (float each : value) {
            lowest = Math.min(lowest, each);
            highest = Math.max(highest, each);
        }
        return new float[] {lowest, highest};
    }

    /** Returns the values that are far from all others, if some are. */
    Optional<FarRatings> far() {
        return FarRatings.of(value);
    }

    /** The value of an entry. */
    float value(int entry) {
        return value[entry];
    }

    /** Makes every value 1. */
    void countEach() {
        Arrays.fill(value, 1);
    }

    /** Makes ratings of the entries, which are no longer of use then. */
    Ratings ratings(Duplicates policy, Meaning meaning, Workers workers) {
        Ratings ratings = Ratings.of(users, items, user, item, value, time, policy, workers);
        time = Arrays.copyOf(time, Math.min(time.length, ratings.count()));
        return meaning == Meaning.RATING ? ratings : ratings.withMeaning(meaning);
    }

    /** The order in time of the ratings that were made of these entries. */
    TimeOrder order(Ratings ratings) {
        return TimeOrder.of(ratings, time);
    }
}
