package rung.preferences;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import rung.lists.ListQuality;

/**
 * How good lists are that were made without the held-out entries, measured on these entries while the penalty was chosen. Since they chose
 * it, other entries may be found a little less well.
 *
 * @param ours the lists by preference
 * @param popular the lists of what most users chose, on the same users
 */
public record HeldOutLists(ListQuality ours, ListQuality popular) {
    private static final List<String> FIGURES = List.of("nDCG", "recall", "hit rate", "coverage");

    /**
     * Says how good the lists are, as docs/MODEL-FORMAT.md has it.
     *
     * @return the text of a model's fact
     */
    public String description() {
        return inWords(ours.length(), ours.users(), figures(ours), figures(popular));
    }

    private static double[] figures(ListQuality lists) {
        return new double[] {
            lists.ndcg().value(),
            lists.recall().value(),
            lists.hitRate().value(),
            lists.coverage().value()
        };
    }

    /**
     * Says how good lists are, given their figures: nDCG, recall, hit rate and coverage, see {@link ListQuality}.
     *
     * @param length the most items of a list
     * @param users the number of users whose lists were measured
     * @param ours the figures of lists by preference
     * @param popular the figures of lists of what most users chose
     * @return the text of a model's fact
     */
    public static String inWords(int length, int users, double[] ours, double[] popular) {
        return length + " items for " + users + " users: "
                + IntStream.range(0, FIGURES.size())
                        .mapToObj(k -> String.format(
                                Locale.ROOT, "%s %.4f (%.4f by popularity)", FIGURES.get(k), ours[k], popular[k]))
                        .collect(Collectors.joining(", "));
    }
}
