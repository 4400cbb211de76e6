package rung.engine.bayes;

import java.util.SplittableRandom;

/** Draws counts of a given mean: Poisson's, or more dispersed ones, whose rate is drawn from a gamma distribution first. */
final class CountDraw {
    /** Beyond this a count is as good as normal. */
    private static final double MANY = 1_000;

    /** A dispersion below this is Poisson's. */
    private static final double SLIGHT = 1e-3;

    private CountDraw() {}

    /** Draws a count whose variance is its mean times the dispersion, which is at least 1. */
    static double of(double mean, double dispersion, SplittableRandom random) {
        if (mean > MANY) {
            return Math.max(0, Math.rint(mean + Math.sqrt(mean * dispersion) * random.nextGaussian()));
        }
        double excess = dispersion - 1;
        return poisson(excess < SLIGHT ? mean : excess * gamma(mean / excess, random), random);
    }

    /* Counts events until their time is up; e^−rate is not zero for any rate that gets here but the rarest. */
    private static double poisson(double rate, SplittableRandom random) {
        double time = 0;
        int count = -1;
        while (time <= rate) {
            time -= Math.log(1 - random.nextDouble());
            count++;
        }
        return count;
    }

    /* A gamma number of scale 1: the cube of a normal number is nearly one, and some are rejected [MT00]. */
    private static double gamma(double shape, SplittableRandom random) {
        if (shape < 1) {
            double power = Math.log(1 - random.nextDouble()) / shape;
            return gamma(shape + 1, random) * Math.exp(power);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double z = random.nextGaussian();
            double v = (1 + c * z) * (1 + c * z) * (1 + c * z);
            if (v > 0 && Math.log(1 - random.nextDouble()) < 0.5 * z * z + d * (1 - v + Math.log(v))) {
                return d * v;
            }
        }
    }
}
