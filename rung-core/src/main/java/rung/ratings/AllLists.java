package rung.ratings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import rung.linalg.Workers;
import rung.lists.Scored;
import rung.preferences.PreferenceModel;

/** The lists of all users of a model, found block by block, so that memory does not grow with users times items. */
final class AllLists {
    /** The most blocks of users for each thread whose lists are in memory at once. */
    private static final int BLOCKS_PER_THREAD = 16;

    /** The most places in lists that are in memory at once, unless a block for each thread has more. */
    private static final long MOST_AT_ONCE = 4_000_000;

    private final Model model;
    private final ListOptions options;
    private final Workers workers;
    private final Ranking ranking;

    AllLists(Model model, ListOptions options, Workers workers) {
        this.model = model;
        this.options = options;
        this.workers = workers;
        this.ranking = new Ranking(model, options);
    }

    /** Gives the list of each user, in order, on the calling thread. */
    void forEach(Model.Recommendations consumer) {
        int users = model.users().size();
        int atOnce = Ranking.BLOCK * blocksAtOnce();
        for (int first = 0; first < users; first += atOnce) {
            int count = Math.min(atOnce, users - first);
            List<List<List<Scored>>> found = blocks(first, count);
            for (int k = 0; k < count; k++) {
                consumer.accept(first + k, found.get(k / Ranking.BLOCK).get(k % Ranking.BLOCK));
            }
        }
    }

    /* The number of blocks of users whose lists are in memory at once: enough for all threads, and no more than long lists allow. */
    private int blocksAtOnce() {
        int threads = workers.threads();
        long inBlock = (long) Ranking.BLOCK
                * Math.max(1, Math.min(options.length(), model.items().size()));
        return (int) Math.max(threads, Math.min(BLOCKS_PER_THREAD * (long) threads, MOST_AT_ONCE / inBlock));
    }

    /* The lists of {@code count} users, a list of lists for each block. */
    private List<List<List<Scored>>> blocks(int first, int count) {
        long work = (long) Ranking.BLOCK
                * model.items().size()
                * (model.ratings().map(part -> part.factors().rank()).orElse(0)
                        + model.preferences().map(PreferenceModel::rank).orElse(0));
        int blocks = (count + Ranking.BLOCK - 1) / Ranking.BLOCK;
        List<List<List<Scored>>> found = new ArrayList<>(Collections.nCopies(blocks, null));
        workers.run(blocks, block -> block * work, (from, to) -> {
            for (int block = from; block < to; block++) {
                int begin = first + block * Ranking.BLOCK;
                int end = Math.min(first + count, begin + Ranking.BLOCK);
                found.set(
                        block,
                        ranking.best(IntStream.range(begin, end)
                                .mapToObj(model::person)
                                .toList()));
            }
        });
        return found;
    }
}
