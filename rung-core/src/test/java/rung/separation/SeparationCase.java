package rung.separation;

import static rung.Near.minus;

import java.util.SplittableRandom;
import rung.Instances;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.separation.Separation.Separated;

/** What the tests of separation share: mixtures of a matrix of low rank, gross errors and noise. */
abstract class SeparationCase {
    /** What was mixed. */
    record Mixture(Matrix low, boolean[] isSpoilt, Matrix sum) {
        static Mixture of(int m, int n, int rank, double spoilt, double noise, double missing, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            Matrix low = Instances.lowRank(m, n, rank, random);
            double typical = low.norm() / Math.sqrt((double) m * n);
            Matrix sum = low.copy();
            boolean[] isSpoilt = new boolean[m * n];
            for (int k = 0; k < isSpoilt.length; k++) {
                isSpoilt[k] = random.nextDouble() < spoilt;
                double error = (random.nextBoolean() ? 1 : -1) * typical * (2 + 8 * random.nextDouble());
                sum.array()[k] += noise * typical * random.nextGaussian() + (isSpoilt[k] ? error : 0);
                sum.array()[k] = random.nextDouble() < missing ? Double.NaN : sum.array()[k];
            }
            return new Mixture(low, isSpoilt, sum);
        }

        Tiles tiles() {
            return Tiles.of(sum);
        }

        double error(Separated separated) {
            return minus(separated.low().toDense(), low).norm() / low.norm();
        }

        /** How many entries a threshold on |S| puts on the wrong side. */
        int wrong(Separated separated) {
            double level = low.norm() / Math.sqrt(isSpoilt.length);
            int wrong = 0;
            for (int k = 0; k < isSpoilt.length; k++) {
                double rest = sum.array()[k] - separated.low().get(k / low.columns(), k % low.columns());
                wrong += Math.abs(rest) > level == isSpoilt[k] ? 0 : 1;
            }
            return wrong;
        }
    }

    static Separated separated(Mixture mixture) {
        return Separation.byDefault().separate(mixture.tiles());
    }
}
