package rung.completion.order;

import static org.assertj.core.api.Assertions.assertThat;
import static rung.Near.near;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import rung.linalg.PositiveDefinite;
import rung.linalg.Side;
import rung.linalg.Workers;

/** The two passes over the lines against the whole precision matrix, inverted. */
class FactorChainTest {
    private static final double[] UNEVEN = {0, 1, 2, 3.5, 4, 9, 10};

    @Test
    void thePosteriorIsThatOfTheWholePrecision() {
        for (int m : new int[] {1, 2, UNEVEN.length}) {
            for (int r : new int[] {1, 3}) {
                check(java.util.Arrays.copyOf(UNEVEN, m), r);
            }
        }
    }

    private static void check(double[] positions, int r) {
        int m = positions.length;
        int size = Packed.size(r);
        SplittableRandom random = new SplittableRandom(10 * m + r);
        FactorChain chain = new FactorChain(Order.of(Side.LEFT, positions), r);
        double[] gamma = new double[r];
        for (int k = 0; k < r; k++) {
            gamma[k] = 0.5 + random.nextDouble();
        }
        chain.setPrecision(gamma);
        double[] p = new double[m * size];
        double[] x = new double[m * r];
        for (int t = 0; t < m; t++) {
            for (int draw = 0; draw < (t == 2 ? 0 : 2); draw++) { // no data at line 2
                double[] v = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
                for (int i = 0; i < r; i++) {
                    for (int j = 0; j <= i; j++) {
                        p[t * size + Packed.at(i, j)] += v[i] * v[j];
                    }
                    x[t * r + i] += v[i] * random.nextGaussian();
                }
            }
        }
        PositiveDefinite covariance = posterior(positions, r, gamma, chain, p);
        double[] expected = new double[m * r];
        for (int a = 0; a < m * r; a++) {
            for (int b = 0; b < m * r; b++) {
                expected[a] += covariance.get(a, b) * x[b];
            }
        }
        assertThat(chain.update(p, x)).isTrue();
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < r; i++) {
                near(x[t * r + i], expected[t * r + i], 1e-9);
                for (int j = 0; j <= i; j++) {
                    near(p[t * size + Packed.at(i, j)], covariance.get(t * r + i, t * r + j), 1e-9);
                }
            }
        }
    }

    /* The inverse of prior precision plus data; the prior's precision is the inverse of its covariance, factor by factor. */
    private static PositiveDefinite posterior(
            double[] positions, int r, double[] gamma, FactorChain chain, double[] p) {
        int m = positions.length;
        double[][] whole = new double[m * r][m * r];
        for (int k = 0; k < r; k++) {
            PositiveDefinite prior = new PositiveDefinite(m);
            for (int s = 0; s < m; s++) {
                double[] row = new double[m];
                for (int t = 0; t <= s; t++) {
                    row[t] = Math.exp(-(positions[s] - positions[t]) / chain.length(k)) / gamma[k];
                }
                prior.setRow(s, row);
            }
            prior.invert(Workers.ONE);
            for (int s = 0; s < m; s++) {
                for (int t = 0; t < m; t++) {
                    whole[s * r + k][t * r + k] = prior.get(s, t);
                }
            }
        }
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j <= i; j++) {
                    whole[t * r + i][t * r + j] += p[t * Packed.size(r) + Packed.at(i, j)];
                }
            }
        }
        PositiveDefinite covariance = new PositiveDefinite(m * r);
        for (int a = 0; a < m * r; a++) {
            covariance.setRow(a, whole[a]);
        }
        covariance.invert(Workers.ONE);
        return covariance;
    }

    /* Factors that are observed with little noise: their lengths are those they were made with, and white ones get none. */
    @Test
    void lengthsAreLearned() {
        int m = 4_000;
        double[] lengths = {20, 3, 1e-9};
        SplittableRandom random = new SplittableRandom(3);
        double[] truth = new double[m * 3];
        for (int k = 0; k < 3; k++) {
            double c = Math.exp(-1 / lengths[k]);
            for (int t = 0; t < m; t++) {
                truth[t * 3 + k] = t == 0
                        ? random.nextGaussian()
                        : c * truth[(t - 1) * 3 + k] + Math.sqrt(1 - c * c) * random.nextGaussian();
            }
        }
        FactorChain chain = new FactorChain(Order.of(Side.LEFT, m), 3);
        for (int round = 0; round < 20; round++) {
            double[] p = new double[m * 6];
            double[] x = new double[m * 3];
            for (int t = 0; t < m; t++) {
                for (int k = 0; k < 3; k++) {
                    p[t * 6 + Packed.at(k, k)] = 100;
                    x[t * 3 + k] = 100 * truth[t * 3 + k];
                }
            }
            chain.update(p, x);
        }
        assertThat(chain.length(0)).isBetween(16.0, 25.0);
        assertThat(chain.length(1)).isBetween(2.6, 3.4);
        assertThat(Math.exp(-1 / chain.length(2))).isLessThan(0.05);
    }
}
