package rung.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import rung.Refit;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.engine.device.Accelerator;
import rung.engine.preference.ChoiceProblem;
import rung.engine.preference.PreferenceClimb;
import rung.engine.preference.Preferences;
import rung.engine.sampling.SampledFactors;
import rung.engine.sampling.Sampling;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.SamplingProblem;
import rung.engine.sampling.biased.BiasedFactors;
import rung.file.ratings.RatingsFile;
import rung.linalg.Side;
import rung.linalg.Workers;
import rung.preferences.PenaltyChoice;
import rung.preferences.TargetScales;
import rung.ratings.Recommender;

/**
 * Ratings at rank 30 and preferences at rank 64 on a GPU, and on the processors beside it: {@code gpu} with generated ones, 480,000 users and 17,770 items, in millions
 * ({@code 100}, by default), or with those of a file, of which a fifth is held out. Add {@code alone} to leave the processors out, and the
 * system property rung.profile=true for the time of each kernel.
 */
final class Gpu {
    private static final int RANK = 30;
    private static final int LIST_RANK = 64;
    private static final double ALPHA = 0.4;
    private static final int TIMES = 8;
    private static final int USERS = 480_000;
    private static final int ITEMS = 17_770;
    private static final int CHUNK = 100_000;

    private Gpu() {}

    private record Entries(int rows, int columns, int[] i, int[] j, float[] values) {
        static Entries of(Ratings ratings) {
            return new Entries(
                    ratings.users().size(), ratings.items().size(), ratings.user(), ratings.item(), ratings.value());
        }

        static Entries generated(Planted planted, int count, long seed) {
            Entries entries = new Entries(USERS, ITEMS, new int[count], new int[count], new float[count]);
            int chunks = (count + CHUNK - 1) / CHUNK;
            Workers.all().run(chunks, chunk -> (long) chunk * CHUNK, (from, to) -> {
                for (int chunk = from; chunk < to; chunk++) {
                    SplittableRandom random = new SplittableRandom(seed + chunk);
                    for (int k = chunk * CHUNK; k < Math.min(count, (chunk + 1) * CHUNK); k++) {
                        entries.i[k] = planted.user(random);
                        entries.j[k] = planted.item(random);
                        entries.values[k] = (float) planted.draw(entries.i[k], entries.j[k], random);
                    }
                }
            });
            return entries;
        }

        double rmse(BiasedFactors model) {
            double sum = 0;
            for (int k = 0; k < values.length; k++) {
                double d = Math.max(1, Math.min(5, model.get(i[k], j[k]))) - values[k];
                sum += d * d;
            }
            return Math.sqrt(sum / values.length);
        }
    }

    static void run(List<String> arguments) throws IOException {
        boolean isAlone = arguments.contains("alone");
        Optional<String> what =
                arguments.stream().filter(word -> !word.equals("alone")).findFirst();
        if (what.isPresent() && !what.get().matches("\\d+")) {
            Ratings all = RatingsFile.read(Path.of(what.get()), Duplicates.LAST);
            for (int seed = 0; seed < 3; seed++) {
                Ratings.Split split = all.split(0.2, seed, Workers.all());
                compare(Entries.of(split.train()), Entries.of(split.heldOut()), isAlone);
            }
            return;
        }
        int millions = what.map(Integer::parseInt).orElse(100);
        Planted planted = Planted.stars(USERS, ITEMS, new SplittableRandom(1));
        Entries train = Entries.generated(planted, millions * 1_000_000, 1_000_000);
        compare(train, Entries.generated(planted, 1_000_000, 2_000_000), isAlone);
    }

    private static void compare(Entries train, Entries test, boolean isAlone) {
        System.out.printf(
                Locale.ROOT, "%d ratings, %d×%d, rank %d%n", train.values.length, train.rows, train.columns, RANK);
        try (Accelerator.Session<?, ?> session = Accelerator.open("gpu")) {
            onDevice(session, train, test);
            choices("gpu", choicesOn(session, train), TIMES);
            printProfile(session);
        }
        if (!isAlone) {
            Sampling problem = Sampling.of(train.rows, train.columns, train.i, train.j, train.values);
            int times = train.values.length > 10_000_000 ? 1 : 4;
            train("processors", problem, times, test::rmse);
            choices(
                    "processors",
                    Preferences.of(train.rows, train.columns, train.i, train.j).withAlpha(ALPHA),
                    times);
        }
    }

    private static <F extends SampledFactors<F>> void onDevice(
            Accelerator.Session<F, ?> session, Entries train, Entries test) {
        System.out.println(session.description());
        SamplingProblem<F> problem = session.sampling(train.rows, train.columns, train.i, train.j, train.values, 0);
        long began = System.nanoTime();
        problem.start().release();
        System.out.printf(
                Locale.ROOT,
                "first start, with kernels compiled or read, entries and traits: %.3f s%n",
                (System.nanoTime() - began) / 1e9);
        for (int k = 0; k < 3; k++) {
            began = System.nanoTime();
            session.sampling(train.rows, train.columns, train.i, train.j, train.values, 0)
                    .prepare();
            double seconds = (System.nanoTime() - began) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "entries taken there and sorted both ways: %.3f s, %.1f GB/s%n",
                    seconds,
                    12e-9 * train.values.length / seconds);
        }
        train("gpu", problem, TIMES, test::rmse);
        printProfile(session);
    }

    private static void printProfile(Accelerator.Session<?, ?> session) {
        String profile = session.profile();
        if (!profile.isEmpty()) {
            System.out.println(profile);
        }
    }

    private static <A extends PreferenceClimb<A>> ChoiceProblem<A> choicesOn(
            Accelerator.Session<?, A> session, Entries train) {
        long began = System.nanoTime();
        ChoiceProblem<A> problem =
                session.preferences(train.rows, train.columns, train.i, train.j, Optional.empty(), ALPHA, 0);
        System.out.printf(
                Locale.ROOT, "choices taken there and sorted both ways: %.3f s%n", (System.nanoTime() - began) / 1e9);
        return problem;
    }

    /* Fits preferences as PreferenceFit does: the top pairs, three rounds, and the users exactly at last. */
    private static <A extends PreferenceClimb<A>> void choices(String name, ChoiceProblem<A> plain, int times) {
        int[] byUser = plain.rowCounts();
        int[] byItem = plain.columnCounts();
        TargetScales scales = new TargetScales(
                byUser.length,
                byItem.length,
                Arrays.stream(byUser).asLongStream().sum());
        float[] ofUsers = new float[byUser.length];
        float[] ofItems = new float[byItem.length];
        for (int user = 0; user < ofUsers.length; user++) {
            ofUsers[user] = scales.ofUser(byUser[user]);
        }
        for (int item = 0; item < ofItems.length; item++) {
            ofItems[item] = scales.ofItem(byItem[item]);
        }
        ChoiceProblem<A> problem = plain.withScales(ofUsers, ofItems);
        double lambda = PenaltyChoice.WITHOUT_CHOICE * scales.unit(ALPHA);
        for (int k = 0; k < times; k++) {
            long began = System.nanoTime();
            A a = problem.start(lambda, TargetScales.NU);
            a.appendTop(LIST_RANK);
            for (int round = 0; round < 3; round++) {
                a.refit(Side.LEFT, Refit.warm(3));
                a.refit(Side.RIGHT, Refit.warm(3));
            }
            double value = a.value();
            a.refit(Side.LEFT, Refit.exact());
            System.out.printf(
                    Locale.ROOT,
                    "%-10s choices at rank %d fitted in %.3f s, R %.6g%n",
                    name,
                    a.rank(),
                    (System.nanoTime() - began) / 1e9,
                    value);
            a.release();
        }
    }

    private static <F extends SampledFactors<F>> void train(
            String name, SamplingProblem<F> problem, int times, ToDoubleFunction<BiasedFactors> error) {
        for (int k = 0; k < times; k++) {
            long began = System.nanoTime();
            SamplingIterate<F> a = new FastGreedy(
                            Settings.ofRank(RANK).withRefits(Recommender.DRAWS).withFinishing(Recommender.ROUNDS))
                    .minimize(problem)
                    .iterate();
            long trained = System.nanoTime();
            BiasedFactors model = a.posteriorModel();
            long made = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "%-10s trained in %.3f s, model in %.3f s, test RMSE %.5f%n",
                    name,
                    (trained - began) / 1e9,
                    (made - trained) / 1e9,
                    error.applyAsDouble(model));
            a.release();
        }
    }
}
