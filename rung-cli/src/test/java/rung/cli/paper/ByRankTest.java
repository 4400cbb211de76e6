package rung.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import rung.Refit;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.completion.Synthetic;
import rung.engine.entrywise.Entrywise;
import rung.loss.Loss;

/** Errors at every rank. */
class ByRankTest {
    private final Synthetic matrix = Setting.A.matrix(Synthetic.Snr.OF_DEVIATIONS, 3);

    /** A greedy climb to rank 8 passes through the solutions of ranks 1 to 7. */
    @Test
    void aPathIsARunForEachRank() {
        ByRank byRank = new ByRank(matrix.data(), 8, matrix::testError);
        double[] path = byRank.ofPath(FastGreedy.asInPaper(8, 3));
        assertThat(path).containsExactly(byRank.ofEach(rank -> FastGreedy.asInPaper(rank, 3)));
    }

    @Test
    void theTrainErrorIsTheObjectiveOverThatOfZero() {
        FastGreedy algorithm = FastGreedy.asInPaper(4, 3);
        Entrywise problem = Entrywise.of(matrix.data(), Loss.squared());
        double[] errors = new ByRank(matrix.data(), 4, matrix::trainError).ofPath(algorithm);
        assertThat(errors[3])
                .isCloseTo(algorithm.minimize(problem).value() / problem.start().value(), within(1e-12));
    }

    /** SoftImpute's path at rank r, and anything exact at rank r: the train error falls along both, and ours is the lower. */
    @Test
    void moreRankFitsBetter() {
        ByRank byRank = new ByRank(matrix.data(), 12, matrix::trainError);
        double[] soft = byRank.ofSoftImpute();
        double[] local = byRank.ofEach(rank -> FastLocalSearch.asInPaper(rank, Refit.EXACT));
        for (int k = 0; k < soft.length; k++) {
            assertThat(soft[k]).isBetween(0.0, k == 0 ? 1 : soft[k - 1] + 1e-6);
            assertThat(local[k]).as("rank %d", k + 1).isLessThan(soft[k]);
        }
    }

    /** Of 40,000 entries: their noise is as each meaning of SNR says. */
    @Test
    void bothMeaningsOfTheRatio() {
        for (Synthetic.Snr reading : Synthetic.Snr.values()) {
            Synthetic all = new Synthetic(200, 200, 4, 1, 2, reading, 5);
            Synthetic clean = new Synthetic(200, 200, 4, 1, 1e9, reading, 5);
            double noise = 0;
            double signal = 0;
            for (int k = 0; k < all.data().count(); k++) {
                double difference = all.data().values()[k] - clean.data().values()[k];
                noise += difference * difference / all.data().count();
                signal += clean.data().values()[k]
                        * clean.data().values()[k]
                        / all.data().count();
            }
            double expected = reading == Synthetic.Snr.OF_DEVIATIONS ? Math.sqrt(signal) / 2 : 0.5;
            assertThat(Math.sqrt(noise)).as(reading.name()).isCloseTo(expected, within(0.02 * expected));
        }
    }
}
