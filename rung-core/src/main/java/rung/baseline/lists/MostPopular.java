package rung.baseline.lists;

import rung.Execution;
import rung.data.Ratings;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** The same list for all: items by how many users chose them. Costs a pass over the choices. */
public record MostPopular() implements ListMethod {
    @Override
    public String name() {
        return "Most popular";
    }

    @Override
    public String settings() {
        return "";
    }

    @Override
    public Fit fit(Ratings train, Execution execution) {
        Pattern.Lines lines = Choices.of(train).by(Side.RIGHT);
        float[] counts = new float[lines.count()];
        for (int item = 0; item < counts.length; item++) {
            counts[item] = lines.size(item);
        }
        return new Fit(this, () -> (user, scores) -> System.arraycopy(counts, 0, scores, 0, counts.length));
    }
}
