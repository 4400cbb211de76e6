package rung.ratings;

import java.util.Optional;
import rung.engine.sampling.biased.FoldIn;

/**
 * A user as a model sees them, whether it was trained on them or not.
 *
 * @param line the factors for ratings; empty if the model predicts none
 * @param taste the factors for preferences; empty if the model has none
 * @param chosen the items that the user rated or chose, ascending
 * @param weights how much each of them counts as a preference
 * @param disliked whether the user is known to have rated each of them lower than the model expects of anybody for any item
 */
record Person(Optional<FoldIn.Line> line, Optional<float[]> taste, int[] chosen, float[] weights, boolean[] disliked) {}
