package rung.preferences;

import java.util.Locale;
import rung.lists.ListQuality;
import rung.lists.Measured;

/**
 * How good lists are that were made without the held-out entries, measured on these entries while the penalty was chosen. Since they chose
 * it, other entries may be found a little less well.
 *
 * @param ours the lists by preference
 * @param popular the lists of what most users chose, on the same users
 */
public record HeldOutLists(ListQuality ours, ListQuality popular) {
    /**
     * Says how good the lists are, as docs/MODEL-FORMAT.md has it.
     *
     * @return the text of a model's fact
     */
    public String description() {
        return ours.length() + " items for " + ours.users() + " users: "
                + String.join(
                        ", ",
                        measure("nDCG", ours.ndcg(), popular.ndcg()),
                        measure("recall", ours.recall(), popular.recall()),
                        measure("hit rate", ours.hitRate(), popular.hitRate()),
                        measure("coverage", ours.coverage(), popular.coverage()));
    }

    private static String measure(String name, Measured ours, Measured popular) {
        return String.format(Locale.ROOT, "%s %.4f (%.4f by popularity)", name, ours.value(), popular.value());
    }
}
