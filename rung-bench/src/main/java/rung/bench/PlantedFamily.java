package rung.bench;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import rung.Limits;
import rung.LowRankMatrix;
import rung.baseline.AlternatingMinimization;
import rung.baseline.Biases;
import rung.baseline.FitOptions;
import rung.data.Observations;
import rung.data.Ratings;
import rung.ratings.Part;
import rung.ratings.Recommender;

/**
 * What the recommender, told nothing, finds of what was planted: its error on a tenth held out, beside that of alternating least
 * squares and of {@link Libmf} (random start, 50 iterations, the best of five penalties by a tenth of the training part, both told the
 * rank), of biases, and of one who knows everything but the noise. {@code -Dmost} says how many ratings a case may have (2,000,000),
 * {@code -Dals=false} leaves alternating least squares out, {@code -Dcases=3,7} all cases but these.
 */
final class PlantedFamily {
    private static final List<Double> PENALTIES =
            List.of(0.01, 0.03, 0.1, 0.2, 0.4); // of the ratings' standard deviation
    private static final List<Double> PENALTIES_OF_LIBMF = List.of(0.01, 0.03, 0.05, 0.1, 0.2);
    private static final int ITERATIONS = 50;

    /** The variance of the product of two numbers that are uniform in [−1, 1]. */
    private static final double VARIANCE = 1.0 / 9;

    private PlantedFamily() {}

    /**
     * A problem.
     *
     * @param decay each direction's strength, as a part of the next stronger one's; 1 if all are alike
     * @param noise its standard deviation, in units of that of the planted matrix
     */
    record Case(int users, int items, int count, int rank, double decay, double skew, double noise, boolean biases) {
        Planted planted(SplittableRandom random) {
            double[] strengths = new double[rank];
            double variance = 0;
            for (int k = 0; k < rank; k++) {
                strengths[k] = Math.pow(decay, k);
                variance += strengths[k] * strengths[k] * VARIANCE;
            }
            for (int k = 0; k < rank; k++) {
                strengths[k] /= Math.sqrt(variance);
            }
            return Planted.of(users, items, strengths, skew, biases ? 1 : 0, noise, false, random);
        }
    }

    private static final List<Case> CASES = List.of(
            new Case(5_000, 2_000, 100_000, 1, 1, 0, 1, true),
            new Case(5_000, 2_000, 100_000, 2, 1, 1, 0.1, false),
            new Case(20_000, 20_000, 100_000, 1, 1, 0, 0.1, true), // five a line
            new Case(20_000, 20_000, 100_000, 1, 1, 1, 0.5, false),
            new Case(1_000, 1_000, 200_000, 10, 1, 0, 2, true), // 200 a line
            new Case(1_000, 1_000, 200_000, 30, 1, 0, 0.5, false),
            new Case(10_000, 3_000, 1_000_000, 8, 1, 0, 0.1, false),
            new Case(10_000, 3_000, 1_000_000, 8, 1, 1, 0.1, false),
            new Case(10_000, 3_000, 1_000_000, 8, 1, 1, 1, true),
            new Case(10_000, 3_000, 1_000_000, 8, 0.7, 1, 1, true),
            new Case(10_000, 3_000, 1_000_000, 20, 0.8, 0, 0.5, true),
            new Case(50_000, 5_000, 1_000_000, 2, 1, 1, 2, true), // 20 a user
            new Case(50_000, 5_000, 1_000_000, 4, 1, 1, 0.5, true),
            new Case(20_000, 5_000, 2_000_000, 30, 1, 0, 0.5, true),
            new Case(20_000, 5_000, 2_000_000, 30, 0.9, 1, 0.5, true),
            new Case(200_000, 20_000, 10_000_000, 8, 1, 1, 0.75, true),
            new Case(200_000, 20_000, 10_000_000, 20, 0.9, 1, 0.5, true),
            new Case(20_000, 20_000, 100_000, 1, 1, 0, 0.5, true), // five to fifteen a line
            new Case(20_000, 20_000, 100_000, 1, 1, 0, 1, false),
            new Case(20_000, 20_000, 100_000, 2, 1, 0, 0.1, false),
            new Case(20_000, 20_000, 100_000, 1, 1, 1, 0.1, true),
            new Case(10_000, 10_000, 100_000, 2, 1, 0, 0.1, true),
            new Case(10_000, 10_000, 100_000, 3, 1, 1, 0.5, true),
            new Case(10_000, 10_000, 100_000, 2, 1, 0, 1, true),
            new Case(40_000, 5_000, 300_000, 3, 1, 0, 0.5, true),
            new Case(20_000, 20_000, 100_000, 1, 1, 0, 2, true),
            new Case(5_000, 5_000, 100_000, 4, 1, 1, 0.5, true), // twenty to forty
            new Case(5_000, 5_000, 100_000, 2, 0.5, 1, 2, false),
            new Case(10_000, 10_000, 300_000, 5, 1, 0, 1, true),
            new Case(10_000, 10_000, 400_000, 8, 1, 1, 0.5, true));

    static void run() {
        System.out.printf(
                "%4s %8s %8s %10s %5s %6s %5s %6s %7s | %8s %8s %8s %8s | %8s %5s %8s %8s%n",
                "case", "users", "items", "ratings", "rank", "decay", "skew", "noise", "biases", "least", "biases",
                "ALS", "LIBMF", "default", "rank", "CPU s", "of best");
        stars(0, 30_000, 4_000, 1_430_000);
        stars(1, 200_000, 20_000, 10_000_000);
        for (int k = 0; k < CASES.size(); k++) {
            Case c = CASES.get(k);
            SplittableRandom random = new SplittableRandom(c.hashCode());
            run(k + 2, c.planted(random), c.count, c.decay, random);
        }
    }

    private static void stars(int number, int users, int items, int count) {
        SplittableRandom random = new SplittableRandom(users);
        run(number, Planted.stars(users, items, random), count, 1, random);
    }

    /** Whether {@code -Dmost} and {@code -Dcases} ask for a case. */
    static boolean isWanted(int number, int count) {
        String cases = System.getProperty("cases");
        return count <= Integer.getInteger("most", 2_000_000)
                && (cases == null || List.of(cases.split(",")).contains(String.valueOf(number)));
    }

    private static void run(int number, Planted planted, int count, double decay, SplittableRandom random) {
        if (!isWanted(number, count)) {
            return;
        }
        Ratings.Split split = planted.ratings(count, random).split(0.1, 1);
        Cpu cpu = new Cpu();
        Recommender.Trained trained =
                Recommender.byDefault().withOnly(Part.RATINGS).train(split.train());
        double seconds = cpu.used();
        double ours = trained.model().evaluate(split.heldOut(), true).rmse();
        double biases = biases(split);
        int rank = planted.rank() + (planted.bias() > 0 ? 2 : 0);
        double alternating = Boolean.parseBoolean(System.getProperty("als", "true"))
                ? tuned(split, PENALTIES, (penalty, part) -> alternating(part, rank, penalty))
                : Double.NaN;
        double libmf = Libmf.isGiven()
                ? tuned(split, PENALTIES_OF_LIBMF, (penalty, part) -> libmf(part, rank, penalty))
                : Double.NaN;
        double best = DoubleStream.of(biases, alternating, libmf)
                .filter(error -> !Double.isNaN(error))
                .min()
                .orElseThrow();
        System.out.printf(
                "%4d %8d %8d %10d %5d %6.1f %5.0f %6.2f %7s | %8.4f %8.4f %8.4f %8.4f | %8.4f %5d %8.1f %8.3f%s%n",
                number,
                planted.users(),
                planted.items(),
                count,
                planted.rank(),
                decay,
                planted.skew(),
                planted.noise(),
                planted.bias() > 0,
                planted.leastError(split.heldOut()),
                biases,
                alternating,
                libmf,
                ours,
                trained.model().factors().rank(),
                seconds,
                ours / best,
                ours > 1.02 * best ? "  MISSED" : "");
    }

    private static double biases(Ratings.Split split) {
        LowRankMatrix matrix = Biases.byDefault()
                .fit(split.train().observations(), FitOptions.byDefault())
                .matrix();
        return split.heldOut()
                .observations()
                .rmse(matrix, split.train().lowest(), split.train().highest());
    }

    /** The error on what is held out, after training with a penalty on the rest. */
    private interface Method {
        double error(double penalty, Ratings.Split split);
    }

    /* The best penalty by a tenth of the training part; then on all of it. */
    private static double tuned(Ratings.Split split, List<Double> penalties, Method method) {
        Ratings.Split inner = split.train().split(0.1, 2);
        double best = Double.POSITIVE_INFINITY;
        double chosen = penalties.get(0);
        for (double penalty : penalties) {
            double error = method.error(penalty, inner);
            if (error < best) {
                best = error;
                chosen = penalty;
            }
        }
        return method.error(chosen, split);
    }

    private static double alternating(Ratings.Split split, int rank, double penalty) {
        Centred centred = Centred.of(split.train());
        return centred.rmse(centred.fit(rank, penalty), split.heldOut());
    }

    private static double libmf(Ratings.Split split, int rank, double penalty) {
        int threads = Runtime.getRuntime().availableProcessors();
        return Libmf.given("-k", "" + rank, "-l2", "" + penalty, "-t", "" + ITERATIONS, "-s", "" + threads)
                .error(split.train(), split.heldOut());
    }

    /** Ratings less their mean. */
    private record Centred(Observations data, double mean, double deviation, double low, double high) {
        static Centred of(Ratings ratings) {
            double sum = 0;
            double squares = 0;
            for (float value : ratings.value()) {
                sum += value;
                squares += (double) value * value;
            }
            double mean = sum / ratings.count();
            return new Centred(
                    less(ratings, mean),
                    mean,
                    Math.sqrt(squares / ratings.count() - mean * mean),
                    ratings.lowest(),
                    ratings.highest());
        }

        private static Observations less(Ratings ratings, double mean) {
            Observations.Builder data =
                    Observations.builder(ratings.users().size(), ratings.items().size());
            for (int e = 0; e < ratings.count(); e++) {
                data.add(ratings.user()[e], ratings.item()[e], ratings.value()[e] - mean);
            }
            return data.build();
        }

        LowRankMatrix fit(int rank, double penalty) {
            return new AlternatingMinimization(rank, penalty * deviation, 1)
                    .fit(data, FitOptions.byDefault().withLimits(Limits.NONE.withSteps(ITERATIONS)))
                    .matrix();
        }

        double rmse(LowRankMatrix found, Ratings heldOut) {
            return less(heldOut, mean).rmse(found, low - mean, high - mean);
        }
    }
}
