package rung.serve.recommender;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import rung.serve.http.Answer;

/** The lists of users that were asked for last, as they were sent: a model gives the same list every time. Can be shared by threads. */
final class AnswerCache {
    /** What a list depends on. */
    record Key(int user, ListWish wish) {}

    /** The most bytes that are kept. */
    private static final long MOST = 32L << 20;

    /** What an answer takes beside its body, about. */
    private static final int EACH = 300;

    private final Map<Key, Answer> answers = new LinkedHashMap<>(1024, 0.75f, true);
    private long bytes;

    /** Returns the answer for a key, which is made if it is not kept. */
    Answer get(Key key, Supplier<Answer> maker) {
        synchronized (this) {
            Answer kept = answers.get(key);
            if (kept != null) {
                return kept;
            }
        }
        Answer made = maker.get(); // without the lock: two may make the same
        synchronized (this) {
            if (answers.put(key, made) == null) {
                bytes += made.body().remaining() + EACH;
            }
            for (Iterator<Answer> oldest = answers.values().iterator(); bytes > MOST && oldest.hasNext(); ) {
                bytes -= oldest.next().body().remaining() + EACH;
                oldest.remove();
            }
        }
        return made;
    }
}
