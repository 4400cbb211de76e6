package rung.baseline.lists;

import java.util.SplittableRandom;
import rung.Execution;
import rung.data.Ratings;
import rung.linalg.LineRandom;

/** Items in random order, drawn for each user: what every method must beat. */
public record RandomOrder() implements ListMethod {
    @Override
    public String name() {
        return "Random";
    }

    @Override
    public String settings() {
        return "";
    }

    @Override
    public Fit fit(Ratings train, Execution execution) {
        int items = train.items().size();
        return new Fit(this, () -> (user, scores) -> {
            SplittableRandom random = LineRandom.of(execution.seed(), user);
            for (int item = 0; item < items; item++) {
                scores[item] = random.nextInt() * 0x1p-31f;
            }
        });
    }
}
