/**
 * Recommenders: {@link rung.data.Ratings} in, a {@link rung.ratings.Model} out.
 *
 * <p>{@link rung.ratings.Recommender} holds out about a tenth of the entries and trains two parts, one after the other. The same tenth
 * chooses the penalty of the first, the rank of the second, and how both count in lists. From entries that are no ratings, but say how
 * often something was chosen, it trains the first part alone.
 *
 * <p>The first part: {@code rung.preferences.PreferenceTrainer} learns which items users would choose.
 *
 * <p>The second part: {@code RatingTrainer} learns how users would rate items. What they choose tells it what to expect: {@code
 * ChoiceTraits} gives the factors of the first part to the engine as traits of users and items. It has two stages. First {@link
 * rung.ratings.RankChoice} climbs on the ratings that are not held out, until five more ranks have not lowered the error on the others.
 * The rank with the least error is chosen. If that error is hardly below the first one, both that rank and rank 0, a model of biases
 * alone, are tried with many more draws, and rank 0 is chosen unless the other does better. Where users and items have few ratings, it
 * climbs several times, each time with another penalty for the fit of its first columns, and the best climb counts. Then the factors of
 * the chosen rank are taken over to all ratings, and the draws go on at that rank, without further columns; where rank 0 was chosen
 * because nothing better was found, they begin anew. Both stages run {@code rung.algorithm.FastGreedy} on {@code
 * rung.engine.sampling.Sampling}.
 *
 * <p>A list ranks by the preference times a power of what the expected rating says ({@link rung.ratings.Blend}). {@code BlendChoice}
 * makes lists with both parts as they were before they saw the held-out entries, and chooses the power whose lists are best: on all
 * held-out entries, and on those rated above the mean. The power is fixed if the rank was given, if rank 0 was chosen because nothing
 * better was found, or if fewer than 100 entries are held out.
 *
 * <p>The {@link rung.ratings.Model} has both parts, the names, and in {@link rung.lists.Seen} which items each user has rated or chosen.
 * To recommend, {@code Ranking} scores every item for a user, a {@code Person}, and keeps the best that {@link rung.ratings.ListOptions}
 * allow; {@code People} makes persons of known and new users, and says why an item is recommended. A model also predicts single ratings
 * and finds similar items. {@link rung.ratings.PaperRecommender} trains to the letter of the paper, to a given rank, and gives a {@code
 * Model} without preferences, which ranks by expected rating; its mean and biases are 0.
 *
 * <p>Uses {@code rung.preferences}, {@code rung.lists}, {@code rung.data}, {@code rung.algorithm}, {@code rung.engine.sampling} and the
 * packages {@code biased} and {@code block} below it, {@code rung.engine.preference} and {@code rung.kernel} for the traits, {@code
 * rung.engine.entrywise} and {@code rung.loss} for the paper's way, {@code rung.engine.device} to train on a GPU, {@code rung} and
 * {@code rung.linalg}. {@code rung.file.ratings} reads ratings, and {@code rung.file.model} stores models.
 */
package rung.ratings;
