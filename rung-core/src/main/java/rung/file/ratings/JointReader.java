package rung.file.ratings;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rung.data.DuplicateException;
import rung.data.Duplicates;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.data.TimeOrder;
import rung.file.FormatException;
import rung.file.input.Source;
import rung.linalg.Workers;

/**
 * Reads one file of ratings, or several as if they were one: each has its own form, and a user or an item of the same name is the same in
 * all. What the values mean, and what repeats another, is decided by all files together.
 */
final class JointReader {
    /** The fewest ratings of a file that show its scale. */
    private static final int ENOUGH = 10;

    /** Scales differ if their ends are farther apart than this part of the longer one. */
    private static final double APART = 0.5;

    private final List<RatingsReader> readers;
    private final Workers workers;
    private final boolean isOrdered;
    private Optional<TimeOrder> order = Optional.empty();

    /**
     * Prepares.
     *
     * @param readers the readers of the files, in order, at least one
     * @param isOrdered whether the order in time is asked for, so that they read times
     */
    JointReader(List<RatingsReader> readers, Workers workers, boolean isOrdered) {
        this.readers = readers;
        this.workers = workers;
        this.isOrdered = isOrdered;
    }

    /**
     * Reads all entries. Duplicates are treated as given, or else as is usual for what the values mean. Times take a while to read: only if
     * the latest of several ratings is to be found, all is read again with them.
     */
    Ratings read(Optional<Duplicates> given) throws IOException {
        Ratings ratings = readOnce(given);
        boolean keepsLatest = given.orElse(RatingsReader.usual(ratings.meaning())) == Duplicates.LAST;
        if (isOrdered
                || !keepsLatest
                || ratings.duplicates() == 0
                || readers.stream().noneMatch(RatingsReader::knowsTimes)) {
            return ratings;
        }
        readers.forEach(RatingsReader::readTimes);
        return readOnce(given);
    }

    private Ratings readOnce(Optional<Duplicates> given) throws IOException {
        List<LineEntries> files = new ArrayList<>();
        for (RatingsReader reader : readers) {
            files.add(reader.entries());
        }
        Meaning meaning = agree(files);
        if (meaning == Meaning.RATING) {
            for (int k = 0; k < files.size(); k++) {
                files.set(k, readers.get(k).withoutFar(files.get(k)));
            }
            compareScales(files);
        }
        int[] counts = files.stream().mapToInt(LineEntries::count).toArray();
        LineEntries all = LineEntries.joined(files);
        boolean saysNothing = meaning == Meaning.RATING
                && readers.stream().noneMatch(RatingsReader::keepsEqualRatings)
                && all.count() > 1
                && !Float.isNaN(all.onlyValue());
        if (saysNothing) {
            float only = all.onlyValue();
            readers.forEach(reader -> reader.noteOnly(only));
            all.countEach();
            meaning = Meaning.WEIGHT;
        }
        try {
            Ratings ratings = all.ratings(given.orElse(RatingsReader.usual(meaning)), meaning, workers);
            order = isOrdered ? Optional.of(all.order(ratings)) : Optional.empty();
            return ratings;
        } catch (DuplicateException e) {
            throw repeated(e, counts, meaning);
        }
    }

    /** The order of the ratings in time, after {@link #read}; empty if times were not asked for. */
    Optional<TimeOrder> order() {
        return order;
    }

    /* What the values of all files mean. Beside a file of choices, one whose ratings are all equal says what was chosen, too. */
    private Meaning agree(List<LineEntries> files) throws FormatException {
        Optional<RatingsReader> ofChoices = readers.stream()
                .filter(reader -> reader.meaning() == Meaning.WEIGHT)
                .findFirst();
        if (ofChoices.isEmpty()) {
            return Meaning.RATING;
        }
        for (int k = 0; k < files.size(); k++) {
            RatingsReader reader = readers.get(k);
            if (reader.meaning() == Meaning.RATING) {
                float only = files.get(k).onlyValue();
                if (Float.isNaN(only) || reader.keepsEqualRatings()) {
                    throw reader.source()
                            .error("holds ratings, but "
                                    + ofChoices.get().source().name()
                                    + " says what was chosen, without ratings; files must be of one kind");
                }
                reader.noteOnly(only);
                files.get(k).countEach();
            }
        }
        return Meaning.WEIGHT;
    }

    /* Says of each file whose scale is not that of the first that shows one. */
    private void compareScales(List<LineEntries> files) {
        int first = -1;
        float[] usual = {};
        for (int k = 0; k < files.size(); k++) {
            float[] span = files.get(k).span();
            if (files.get(k).count() < ENOUGH || span[0] == span[1]) {
                continue;
            }
            if (first < 0) {
                first = k;
                usual = span;
            }
            double length = Math.max(usual[1] - usual[0], span[1] - span[0]);
            double apart = Math.max(Math.abs(usual[0] - span[0]), Math.abs(usual[1] - span[1]));
            if (apart > APART * length) {
                readers.get(k)
                        .noteScale("ratings go " + shown(span) + ", and those of "
                                + readers.get(first).source().name() + " " + shown(usual)
                                + "; they are taken as they are, so write all on one scale if these are two");
            }
        }
    }

    private static String shown(float[] span) {
        return "from " + RatingsReader.shown(span[0]) + " to " + RatingsReader.shown(span[1]);
    }

    private FormatException repeated(DuplicateException e, int[] counts, Meaning meaning) throws IOException {
        int firstFile = 0;
        int first = e.first();
        while (first >= counts[firstFile]) {
            first -= counts[firstFile++];
        }
        int secondFile = 0;
        int second = e.second();
        while (second >= counts[secondFile]) {
            second -= counts[secondFile++];
        }
        long firstLine = readers.get(firstFile).line(first);
        Source file = readers.get(secondFile).source();
        FormatException repeated = file.error(
                readers.get(secondFile).line(second),
                "user '" + Source.shortened(e.user())
                        + (meaning == Meaning.RATING ? "' has rated item '" : "' has item '")
                        + Source.shortened(e.item()) + "' in "
                        + (firstFile == secondFile
                                ? "line " + firstLine
                                : readers.get(firstFile).source().name() + ":" + firstLine)
                        + " already");
        return new FormatException(repeated.getMessage()); // no line is wrong by itself
    }
}
