package rung.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;
import rung.ratings.ListOptions;
import rung.ratings.PaperRecommender;
import rung.ratings.Part;
import rung.ratings.Recommender;

/**
 * The recommender on MovieLens 100K and 1M, which are looked for under {@code -Dratings=FOLDER}, by default ../shared/data: test
 * error on random 80/20 splits, seeds 0 to 4, told nothing; CPU time of the default, of a rank given, and of the whole path to
 * rank 30 as in the paper, warm; the ten best items of every user. And {@link Libmf} at the settings that were found best for it
 * on test parts of 1M, where it is to be had.
 */
final class MovieLens {
    private static final int SPLITS = 5;

    /** A rank and rounds for an error on 1M clearly below LIBMF's at its tuned settings, 0.8430. */
    private static final int GIVEN_RANK = 14;

    private static final int GIVEN_ROUNDS = 3;

    private static final String[] LIBMF = {"-k", "100", "-t", "16", "-s", "2", "-l", "0.05", "-r", "0.05"};

    private MovieLens() {}

    static void run() throws IOException {
        Path folder = Path.of(System.getProperty("ratings", "../shared/data"));
        for (String name : new String[] {"ml-100k/u.data", "ml-1m/ratings.dat"}) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                run(name, RatingsFile.read(file, Duplicates.LAST));
            } else {
                System.out.println(file + " is not there: skipped (-Dratings=FOLDER says where to look)");
            }
        }
    }

    private static void run(String name, Ratings all) {
        System.out.printf(
                "%-18s %6s %8s %8s %8s | %8s %8s | %8s %8s | %8s %8s %8s%n",
                name,
                "rank",
                "RMSE",
                "CPU s",
                "wall s",
                "given",
                "CPU s",
                "paper",
                "wall s",
                "LIBMF",
                "CPU s",
                "training");
        double[] sums = new double[4];
        Libmf libmf = Libmf.given(LIBMF);
        for (int seed = 0; seed < SPLITS; seed++) {
            Ratings.Split split = all.split(0.2, seed);
            Cpu cpu = new Cpu();
            Recommender.Trained told = Recommender.byDefault().train(split.train()); // told nothing
            double nothingCpu = cpu.used();
            double nothingWall = cpu.elapsed();
            cpu = new Cpu();
            Recommender.Trained given = Recommender.byDefault()
                    .withOnly(Part.RATINGS)
                    .withRank(GIVEN_RANK)
                    .withRounds(GIVEN_ROUNDS)
                    .train(split.train());
            double givenCpu = cpu.used();
            cpu = new Cpu();
            Recommender.Trained paper = PaperRecommender.train(
                    split.train(),
                    FastGreedy.asInPaper(PaperRecommender.RANK, PaperRecommender.ITERATIONS),
                    0,
                    Runtime.getRuntime().availableProcessors());
            double paperWall = cpu.elapsed();
            Libmf.Result theirs = libmf == null
                    ? new Libmf.Result(Double.NaN, Double.NaN, Double.NaN)
                    : libmf.run(split.train(), split.heldOut());
            double[] errors = {error(told, split), error(given, split), error(paper, split), theirs.rmse()};
            for (int k = 0; k < errors.length; k++) {
                sums[k] += errors[k] / SPLITS;
            }
            System.out.printf(
                    "seed %-13d %6d %8.4f %8.2f %8.2f | %8.4f %8.2f | %8.4f %8.2f | %8.4f %8.2f %8.2f%n",
                    seed,
                    told.model().factors().rank(),
                    errors[0],
                    nothingCpu,
                    nothingWall,
                    errors[1],
                    givenCpu,
                    errors[2],
                    paperWall,
                    errors[3],
                    theirs.cpu(),
                    theirs.training());
        }
        System.out.printf(
                "%-25s %8.4f %17s | %8.4f %8s | %8.4f %8s | %8.4f%n",
                "mean", sums[0], "", sums[1], "", sums[2], "", sums[3]);
        topTen(all);
    }

    private static double error(Recommender.Trained trained, Ratings.Split split) {
        return trained.model().evaluate(split.heldOut(), true).rmse();
    }

    private static void topTen(Ratings all) {
        Recommender.Trained trained = Recommender.byDefault()
                .withRank(GIVEN_RANK)
                .withRounds(GIVEN_ROUNDS)
                .train(all);
        Cpu cpu = new Cpu();
        long[] count = new long[1];
        trained.model()
                .recommendAll(
                        ListOptions.of(10),
                        Runtime.getRuntime().availableProcessors(),
                        (user, best) -> count[0] += best.size());
        System.out.printf(
                "the ten best for each of %d users: %d in %.2f s%n", all.users().size(), count[0], cpu.elapsed());
    }
}
