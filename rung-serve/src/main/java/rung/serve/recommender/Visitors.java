package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import rung.serve.http.HttpLimits;
import rung.serve.http.HttpProblem;

/** What people rated since the model was trained: kept in a {@link RatingLog}, and known from then on, also after a restart. */
final class Visitors implements AutoCloseable {
    private final Map<String, Map<String, Double>> ratings = new ConcurrentHashMap<>();
    private final LongAdder count = new LongAdder();
    private final Optional<RatingLog> log;

    Visitors(Optional<Path> file) throws IOException {
        this.log = file.isPresent() ? Optional.of(RatingLog.open(file.get(), this::note)) : Optional.empty();
    }

    private void note(RatingLog.Entry entry) {
        count.increment();
        ratings.merge(entry.user(), Map.of(entry.item(), entry.rating()), (old, one) -> {
            Map<String, Double> all = new LinkedHashMap<>(old);
            all.putAll(one);
            return Collections.unmodifiableMap(all);
        });
    }

    boolean isKept() {
        return log.isPresent();
    }

    /** How many ratings the log has, those that later ones replaced included. */
    double count() {
        return count.sum();
    }

    /** What a user rated since the model was trained, by item. */
    Map<String, Double> ratings(String user) {
        return ratings.getOrDefault(user, Map.of());
    }

    Map<String, Map<String, Double>> all() {
        return ratings;
    }

    /** Keeps a rating. Done once it is on the disk. */
    CompletionStage<Void> rate(String user, String item, double rating) {
        RatingLog kept = log.orElseThrow(() -> new HttpProblem(
                409, "ratings are not kept here: start the server with --log FILE to keep them in that file"));
        checkName("user", user);
        checkName("item", item);
        Map<String, Double> before = ratings(user);
        if (before.size() >= HttpLimits.ENTRIES && !before.containsKey(item)) {
            throw new HttpProblem(409, "a user may rate at most " + HttpLimits.ENTRIES + " items here");
        }
        return kept.append(new RatingLog.Entry(user, item, rating));
    }

    private static void checkName(String what, String name) {
        boolean isGood = !name.isBlank()
                && name.length() <= HttpLimits.ID_CHARACTERS
                && name.strip().equals(name)
                && name.chars()
                        .noneMatch(c -> Character.isISOControl(c) && "\n\r\t".indexOf(c) < 0
                                || c == 0xFEFF
                                || c == 0x2028
                                || c == 0x2029);
        if (!isGood) {
            throw new HttpProblem(
                    400,
                    what + " must be a name of 1 to " + HttpLimits.ID_CHARACTERS
                            + " characters without control characters, except line breaks and tabs, and without blanks at its ends");
        }
    }

    @Override
    public void close() throws IOException {
        if (log.isPresent()) {
            log.get().close();
        }
    }
}
