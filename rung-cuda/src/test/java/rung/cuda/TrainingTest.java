package rung.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rung.Near.near;

import java.util.Random;
import org.junit.jupiter.api.Test;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.linalg.Workers;
import rung.ratings.Model;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** Models that are trained on a device, told nothing, as a user trains them. */
class TrainingTest {
    private static final Ratings RATINGS = ratings();

    /* People and films of two kinds: each mostly sees films of their own kind, and likes them. */
    private static Ratings ratings() {
        Random random = new Random(5);
        Ids.Builder users = new Ids.Builder();
        Ids.Builder items = new Ids.Builder();
        int count = 5000;
        int[] user = new int[count];
        int[] item = new int[count];
        float[] value = new float[count];
        for (int k = 0; k < count; k++) {
            int person = random.nextInt(120);
            int film = (int) (60 * Math.pow(random.nextDouble(), 1.5));
            film = random.nextInt(4) > 0 ? film / 2 * 2 + person % 2 : film;
            user[k] = users.add("u" + person);
            item[k] = items.add("i" + film);
            double rating = 3 + (person % 2 == film % 2 ? 1 : -1) + 0.5 * Math.sin(film) + 0.6 * random.nextGaussian();
            value[k] = (float) Math.max(1, Math.min(5, Math.round(rating)));
        }
        return Ratings.of(users.build(), items.build(), user, item, value, Duplicates.LAST);
    }

    private static double rmse(Model model, Ratings test) {
        double sum = 0;
        for (int k = 0; k < test.count(); k++) {
            double d = model.predictUnclipped(test.user()[k], test.item()[k]) - test.value()[k];
            sum += d * d;
        }
        return Math.sqrt(sum / test.count());
    }

    @Test
    void bothPartsAreAsGoodAsOnTheProcessors() {
        Ratings.Split split = RATINGS.split(0.2, 1, Workers.ONE);
        Recommender recommender = Recommender.byDefault().withMaxRank(4).withRounds(20);
        Recommender.Trained here = recommender.withDevice("plain").train(split.train());
        Recommender.Trained core = recommender.train(split.train());
        near(rmse(here.model(), split.heldOut()), rmse(core.model(), split.heldOut()), 0.03);
        near(here.heldOutNdcg().orElseThrow(), core.heldOutNdcg().orElseThrow(), 0.1);
    }

    @Test
    void eitherPartAlone() {
        Recommender recommender =
                Recommender.byDefault().withMaxRank(2).withRounds(3).withDevice("plain");
        assertThat(recommender
                        .withOnly(Part.PREFERENCES)
                        .train(RATINGS)
                        .model()
                        .users()
                        .size())
                .isEqualTo(120);
        assertThat(recommender.withOnly(Part.RATINGS).train(RATINGS).heldOutError())
                .isPresent();
    }

    @Test
    void aDeviceThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> Recommender.byDefault().withDevice("abacus").train(RATINGS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing to call it with");
    }
}
