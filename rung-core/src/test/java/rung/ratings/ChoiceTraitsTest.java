package rung.ratings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rung.LowRankMatrix;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Ids;
import rung.data.Ratings;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.biased.BiasedFactors;
import rung.engine.sampling.biased.FoldIn;
import rung.engine.sampling.block.FloatBlock;
import rung.file.model.ModelFile;
import rung.kernel.FloatKernels;
import rung.preferences.PreferenceTrainer;

/** What people choose tells what they like: people here choose by the same tastes by which they rate, and rate few items. */
class ChoiceTraitsTest {
    private static final int USERS = 400;
    private static final int ITEMS = 200;
    private static final int TASTES = 4;
    private static final int CHOSEN = 24;
    private static final long SEED = 7;

    private static Ratings.Split split;
    private static Model model;

    @TempDir
    Path folder;

    @BeforeAll
    static void train() {
        split = ratings(SEED).split(0.3, 1);
        model = Recommender.byDefault().train(split.train()).model();
    }

    private static Ratings ratings(long seed) {
        Random random = new Random(seed);
        double[][] users = normal(random, USERS);
        double[][] items = normal(random, ITEMS);
        int count = USERS * CHOSEN;
        int[] user = new int[count];
        int[] item = new int[count];
        float[] value = new float[count];
        for (int i = 0; i < USERS; i++) {
            boolean[] isChosen = new boolean[ITEMS];
            for (int k = 0; k < CHOSEN; k++) {
                int j = random.nextInt(ITEMS);
                while (isChosen[j] || random.nextDouble() > 1 / (1 + Math.exp(3 - 3 * product(users[i], items[j])))) {
                    j = random.nextInt(ITEMS);
                }
                isChosen[j] = true;
                int e = i * CHOSEN + k;
                user[e] = i;
                item[e] = j;
                value[e] = (float) (3 + product(users[i], items[j]) + random.nextGaussian());
            }
        }
        return Ratings.of(ids(USERS, "u"), ids(ITEMS, "i"), user, item, value, Duplicates.LAST);
    }

    private static double[][] normal(Random random, int lines) {
        double[][] out = new double[lines][TASTES];
        for (double[] line : out) {
            for (int k = 0; k < TASTES; k++) {
                line[k] = random.nextGaussian();
            }
        }
        return out;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum / Math.sqrt(a.length);
    }

    private static Ids ids(int count, String prefix) {
        Ids.Builder ids = new Ids.Builder();
        for (int k = 0; k < count; k++) {
            ids.add(prefix + k);
        }
        return ids.build();
    }

    /* Whose tastes are known needs fewer ratings: here they are given as they are. */
    @Test
    void traitsThatAreGivenTellWhatToExpect() {
        Ratings train = split.train();
        Sampling problem = Sampling.of(USERS, ITEMS, train.user(), train.item(), train.value());
        Random random = new Random(SEED);
        FloatBlock users = block(normal(random, USERS));
        FloatBlock items = block(normal(random, ITEMS));
        assertThat(error(problem.withTraits(users, items))).isLessThan(0.98 * error(problem));
        assertThatThrownBy(() -> problem.withTraits(items, users))
                .hasMessage("there must be traits of 400 rows and 200 columns, got 200 and 400");
    }

    private static FloatBlock block(double[][] lines) {
        int width = FloatKernels.padded(TASTES);
        float[] values = new float[lines.length * width];
        for (int line = 0; line < lines.length; line++) {
            for (int k = 0; k < TASTES; k++) {
                values[line * width + k] = (float) lines[line][k];
            }
        }
        return new FloatBlock(lines.length, width, values);
    }

    private static double error(Sampling problem) {
        LowRankMatrix a = new FastGreedy(Settings.ofRank(TASTES).withFinishing(30))
                .minimize(problem)
                .iterate()
                .matrix();
        Ratings test = split.heldOut();
        double sum = 0;
        for (int e = 0; e < test.count(); e++) {
            sum += Math.pow(a.get(test.user()[e], test.item()[e]) - test.value()[e], 2);
        }
        return Math.sqrt(sum / test.count());
    }

    @Test
    void aUserFoldedInAgainIsTheSameUser() {
        for (int user = 0; user < 20; user++) {
            FoldIn.Line line = foldedIn(model, user);
            assertThat(line.bias()).isCloseTo(model.factors().rows().bias(user), within(2e-4f));
            for (int k = 0; k < model.factors().rank(); k++) {
                assertThat(line.factor(k)).isCloseTo(model.factors().rows().factor(user, k), within(2e-4f));
            }
        }
    }

    private static FoldIn.Line foldedIn(Model model, int user) {
        return model.foldInUser(lines(split.train().user(), split.train().item(), user), values(user));
    }

    /* The other side's lines at the entries of a line. */
    private static int[] lines(int[] own, int[] other, int line) {
        return IntStream.range(0, own.length)
                .filter(e -> own[e] == line)
                .map(e -> other[e])
                .toArray();
    }

    private static float[] values(int user) {
        Ratings train = split.train();
        float[] values = new float[lines(train.user(), train.item(), user).length];
        int k = 0;
        for (int e = 0; e < train.count(); e++) {
            if (train.user()[e] == user) {
                values[k++] = train.value()[e];
            }
        }
        return values;
    }

    /* The items were not fitted last, so that theirs are near their solutions, not equal. */
    @Test
    void anItemThatIsFoundAgainHasItsFactors() {
        ChoiceTraits traits = new ChoiceTraits(model.preferences().orElseThrow());
        for (int item = 0; item < 20; item++) {
            float[] known = model.preferences().orElseThrow().items().row(item);
            float[] found =
                    traits.ofNewItem(lines(split.train().item(), split.train().user(), item), model.seen());
            double product = 0;
            double square = 0;
            for (int k = 0; k < known.length; k++) {
                product += known[k] * found[k];
                square += known[k] * known[k];
            }
            assertThat(product / square).as("item %d", item).isCloseTo(1, within(0.02));
        }
    }

    /* Items with few ratings are nearer to what training found if it is known who chose them. */
    @Test
    void aNewItemIsExpectedByWhoChoseIt() {
        double linked = 0;
        double unlinked = 0;
        for (int item = 0; item < ITEMS; item++) {
            int[] users = lines(split.train().item(), split.train().user(), item);
            float[] none = new float[0];
            FoldIn.Line known = model.factors()
                    .columnFoldIn()
                    .of(
                            new int[0],
                            none,
                            new ChoiceTraits(model.preferences().orElseThrow()).ofNewItem(users, model.seen()));
            FoldIn.Line unknown = model.factors().withoutLinks().columnFoldIn().of(new int[0], none);
            for (int k = 0; k < model.factors().rank(); k++) {
                float trained = model.factors().columns().factor(item, k);
                linked += Math.pow(known.factor(k) - trained, 2);
                unlinked += Math.pow(unknown.factor(k) - trained, 2);
            }
            float[] three = new float[Math.min(3, users.length)];
            FoldIn.Line folded = model.foldInItem(Arrays.copyOf(users, three.length), three);
            assertThat(folded.factors())
                    .isNotEqualTo(model.factors()
                            .withoutLinks()
                            .columnFoldIn()
                            .of(Arrays.copyOf(users, three.length), three)
                            .factors());
        }
        assertThat(linked).isLessThan(0.8 * unlinked);
    }

    @Test
    void newcomersAreTheSameAfterReading() throws Exception {
        Path file = folder.resolve("model.rung");
        ModelFile.write(file, model);
        assertThat(ModelFile.version(file)).isEqualTo(3);
        Model read = ModelFile.read(file);
        assertThat(foldedIn(read, 3).factors()).isEqualTo(foldedIn(model, 3).factors());
    }

    /* Who stops the climb of ratings has the choices, too, and newcomers can be fitted. */
    @Test
    void whoStopsTheRatingsHasBothParts() {
        Recommender.Trained trained = Recommender.byDefault()
                .withListener(progress -> {
                    if (!progress.task().equals(PreferenceTrainer.TASK)) {
                        progress.stop();
                    }
                })
                .train(split.train());
        assertThat(trained.stopped()).isTrue();
        assertThat(trained.model().ratings()).isPresent();
        assertThat(trained.model().preferences()).isPresent();
        assertThat(foldedIn(trained.model(), 3).factors())
                .hasSize(trained.model().factors().rank());
    }

    @Test
    void linksMustFitTheTastes() {
        float[] links = new float[model.factors().rank() + 1];
        BiasedFactors wrong = new BiasedFactors(
                model.factors().mean(),
                model.factors().noise(),
                model.factors().rows().withLinks(links),
                model.factors().columns(),
                0);
        assertThatThrownBy(() -> new Model(
                        model.users(),
                        model.items(),
                        Optional.of(new RatingModel(wrong, 1, 5)),
                        model.preferences(),
                        model.blend(),
                        model.seen(),
                        model.facts(),
                        model.path()))
                .hasMessage("what to expect of a line must be linked to all "
                        + model.preferences().orElseThrow().rank() + " factors of preference, got links to 1");
    }
}
