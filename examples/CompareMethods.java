import java.util.List;
import rung.comparison.Compared;
import rung.comparison.Comparison;
import rung.comparison.Standing;
import rung.completion.Synthetic;

/** Compares methods on one's own data: the same splits for all, each tuned inside of the training part. */
public final class CompareMethods {
    private static final List<String> METHODS = List.of("mean", "als", "rung");

    private CompareMethods() {}

    public static void main(String[] args) {
        Comparison all = Comparison.ofTable(new Synthetic(60, 40, 3, 0.5, 5, 1).data());

        Compared compared = all.withContestants(all.contestants().stream()
                        .filter(method -> METHODS.contains(method.key()))
                        .toList())
                .withSplits(2)
                .withTrials(3)
                .withMaxRank(6)
                .compare();

        for (Standing standing : compared.ranked()) {
            standing.error().ifPresent(error -> System.out.printf("%-16s %.4f%n", standing.name(), error.mean()));
        }
    }
}
