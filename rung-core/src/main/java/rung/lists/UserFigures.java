package rung.lists;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import rung.linalg.Workers;

/**
 * The lists of all users that are measured, with the figures of each, and what follows from them for all users together: means, and
 * errors of the means by drawing users anew. Lines are the measured users in order, not their numbers.
 */
final class UserFigures {
    /** Figures whose mean over users is taken: recall, nDCG, average precision, and whether there is a hit. */
    private static final int MEANS = 4;

    private static final int COVERAGE = MEANS;
    private static final int NOVELTY = MEANS + 1;

    private final int length;
    private final int users;
    private final ListGain gain;
    private final double[] surprise; // −log₂ of each item's share of users
    private final double[] figures; // MEANS for each line
    private final int[] lists; // length for each line
    private final int[] sizes; // of the list of each line
    private final double[] surprises; // the sum over the list of each line

    UserFigures(int length, int users, Seen training, int items) {
        this.length = length;
        this.users = users;
        this.gain = new ListGain(length);
        int[] counts = training.usersByItem(items);
        long active = 0;
        for (int user = 0; user < training.users(); user++) {
            active += training.count(user) > 0 ? 1 : 0;
        }
        this.surprise = new double[items];
        for (int item = 0; item < items; item++) {
            surprise[item] = Math.log(Math.max(1.0, active) / Math.max(1, counts[item])) / Math.log(2);
        }
        this.figures = new double[Math.multiplyExact(users, MEANS)];
        this.lists = new int[Math.multiplyExact(users, length)];
        this.sizes = new int[users];
        this.surprises = new double[users];
    }

    /**
     * Takes the list of a user out of a heap and measures it.
     *
     * @param relevant has the user's relevant items, ascending, from {@code from} to {@code to}
     */
    void take(int line, Best best, int[] relevant, int from, int to) {
        int at = line * length;
        int size = best.take(lists, at);
        int hits = 0;
        double gains = 0;
        double precisions = 0;
        for (int k = 0; k < size; k++) {
            int item = lists[at + k];
            surprises[line] += surprise[item];
            if (Arrays.binarySearch(relevant, from, to, item) >= 0) {
                hits++;
                gains += ListGain.at(k);
                precisions += (double) hits / (k + 1);
            }
        }
        int most = Math.min(to - from, length);
        sizes[line] = size;
        int own = line * MEANS;
        figures[own] = (double) hits / most;
        figures[own + 1] = gains / gain.ideal(most);
        figures[own + 2] = precisions / most;
        figures[own + 3] = hits > 0 ? 1 : 0;
    }

    /** Sums up: the figures over all users, with standard errors if there are any resamples and more than one user. */
    ListQuality total(int resamples, long seed, Workers workers) {
        double[] all = of(line -> line, new boolean[surprise.length]);
        boolean hasErrors = resamples > 0 && users > 1;
        double[] errors = hasErrors ? errors(resamples, seed, workers) : new double[0];
        Measured[] measured = new Measured[all.length];
        for (int f = 0; f < all.length; f++) {
            measured[f] = new Measured(all[f], hasErrors ? OptionalDouble.of(errors[f]) : OptionalDouble.empty());
        }
        return new ListQuality(
                length,
                users,
                measured[0],
                measured[1],
                measured[2],
                measured[3],
                measured[COVERAGE],
                measured[NOVELTY]);
    }

    /** Gives the line to count at a place. */
    private interface Draw {
        int line(int place);
    }

    /* All figures over as many users as there are, drawn by {@code draw}; {@code isListed} is work space, one for each item. */
    private double[] of(Draw draw, boolean[] isListed) {
        double[] sums = new double[MEANS + 2];
        Arrays.fill(isListed, false);
        int listed = 0;
        long places = 0;
        for (int k = 0; k < users; k++) {
            int line = draw.line(k);
            for (int f = 0; f < MEANS; f++) {
                sums[f] += figures[line * MEANS + f];
            }
            for (int at = line * length; at < line * length + sizes[line]; at++) {
                listed += isListed[lists[at]] ? 0 : 1;
                isListed[lists[at]] = true;
            }
            sums[NOVELTY] += surprises[line];
            places += sizes[line];
        }
        for (int f = 0; f < MEANS; f++) {
            sums[f] /= users;
        }
        sums[COVERAGE] = (double) listed / isListed.length;
        sums[NOVELTY] = places == 0 ? 0 : sums[NOVELTY] / places;
        return sums;
    }

    private double[] errors(int resamples, long seed, Workers workers) {
        double[] errors = new double[MEANS + 2];
        double[][] drawn = new double[resamples][];
        long work = (long) users * (length + MEANS);
        workers.run(resamples, r -> r * work, () -> {
            boolean[] isListed = new boolean[surprise.length];
            return (from, to) -> {
                for (int r = from; r < to; r++) {
                    SplittableRandom random = new SplittableRandom(new SplittableRandom(seed).nextLong() + r);
                    drawn[r] = of(place -> random.nextInt(users), isListed);
                }
            };
        });
        for (int f = 0; f < errors.length; f++) {
            double mean = 0;
            for (double[] each : drawn) {
                mean += each[f];
            }
            mean /= resamples;
            double squares = 0;
            for (double[] each : drawn) {
                squares += (each[f] - mean) * (each[f] - mean);
            }
            errors[f] = Math.sqrt(squares / Math.max(1, resamples - 1));
        }
        return errors;
    }
}
