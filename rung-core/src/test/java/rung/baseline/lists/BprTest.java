package rung.baseline.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rung.Execution;
import rung.data.Ratings;

class BprTest {
    private static final double RIDGE = 0.3;

    /** ln σ(s_ui − s_uj) less the penalty, for user 1 and the items 2 and 0. */
    private static double criterion(Factors a) {
        double s = a.biases()[2] - a.biases()[0];
        double squares = a.biases()[2] * a.biases()[2] + a.biases()[0] * a.biases()[0];
        for (int k = 0; k < a.users().columns(); k++) {
            double x = a.users().get(1, k);
            double y = a.items().get(2, k);
            double z = a.items().get(0, k);
            s += x * (y - z);
            squares += x * x + y * y + z * z;
        }
        return Math.log(1 / (1 + Math.exp(-s))) - 0.5 * RIDGE * squares;
    }

    @Test
    void anUpdateFollowsTheGradient() {
        Ratings train = ListInstances.random(4, 3, 0.5, 1);
        double rate = 1e-6;
        Factors before = Factors.random(4, 3, 5, 0.7, 2);
        before.biases()[2] = 0.4;
        before.biases()[0] = -0.2;
        Factors after = Factors.keeping().copy(before);
        double loss = new PairwiseDescent(Choices.of(train), after, rate, RIDGE, 0).update(1, 2, 0);
        assertThat(criterion(before) + loss).isNegative(); // what is left is the penalty
        check(before, before.users().array(), after.users().array(), rate);
        check(before, before.items().array(), after.items().array(), rate);
        check(before, before.biases(), after.biases(), rate);
    }

    private static void check(Factors a, double[] parameters, double[] updated, double rate) {
        double h = 1e-5;
        for (int k = 0; k < parameters.length; k++) {
            double kept = parameters[k];
            parameters[k] = kept + h;
            double above = criterion(a);
            parameters[k] = kept - h;
            double below = criterion(a);
            parameters[k] = kept;
            assertThat((updated[k] - kept) / rate).isCloseTo((above - below) / (2 * h), within(1e-8));
        }
    }

    @Test
    void theLossFalls() {
        List<Double> losses = new ArrayList<>();
        Bpr bpr = Bpr.byDefault().withRank(6).withEpochs(30);
        bpr.fit(
                ListInstances.blocks(100, 40, 4, 3),
                Execution.byDefault()
                        .withListener(progress -> losses.add(progress.step().value())));
        assertThat(losses).hasSize(30);
        assertThat(losses.get(0)).isCloseTo(Math.log(2), within(0.1));
        assertThat(losses.get(29)).isLessThan(0.6 * losses.get(0));
    }

    @Test
    void ownBlocksComeFirst() {
        Ratings train = ListInstances.blocks(300, 40, 4, 3);
        ListMethod.Fit fit = Bpr.byDefault().withRank(6).fit(train, Execution.byDefault());
        assertThat(Planted.precision(fit, train, 4)).isGreaterThan(0.85); // by chance a quarter
    }

    @Test
    void theSeedDecides() {
        Ratings train = ListInstances.random(40, 30, 0.5, 5);
        Bpr bpr = Bpr.byDefault().withRank(4).withEpochs(3);
        float[] zero = ListInstances.scores(bpr.fit(train, Execution.byDefault()), 0, 30);
        assertThat(ListInstances.scores(bpr.fit(train, Execution.byDefault().withSeed(1)), 0, 30))
                .isNotEqualTo(zero);
    }

    @Test
    void aRateTooLargeEndsWithWhatWasFinite() {
        Ratings train = ListInstances.random(40, 30, 0.5, 5);
        ListMethod.Fit fit = new Bpr(4, 1e200, 0.01, 20).fit(train, Execution.byDefault());
        for (float score : ListInstances.scores(fit, 0, 30)) {
            assertThat(score).isFinite();
        }
    }

    @Test
    void refusals() {
        Bpr bpr = Bpr.byDefault();
        assertThatThrownBy(() -> bpr.withRank(0)).hasMessage("rank must be at least 1, got 0");
        assertThatThrownBy(() -> bpr.withRate(0)).hasMessage("rate must be positive and finite, got 0.0");
        assertThatThrownBy(() -> bpr.withRidge(-1)).hasMessage("ridge must be finite and not negative, got -1.0");
        assertThatThrownBy(() -> bpr.withEpochs(0)).hasMessage("epochs must be at least 1, got 0");
    }
}
