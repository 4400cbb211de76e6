package rung.cli.paper;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.completion.Completion;
import rung.completion.Synthetic;

/** The test errors of Section 4.2, which two figures and a table show: computed once for each setting and meaning of SNR. */
final class TestErrors {
    static final int RANKS = 30;

    /** LSQR iterations in this section. */
    static final int ITERATIONS = 3;

    static final String SOFT_IMPUTE = "SoftImpute";
    static final String GREEDY = "Fast Greedy";
    static final String LOCAL_SEARCH = "Fast Local Search";
    static final String BOTH_SIDES = "Fast Local Search, both sides";
    static final String DEFAULT = "Rung, told nothing";

    private record Key(Setting setting, Synthetic.Snr reading, int matrices) {}

    /**
     * What was measured in one setting.
     *
     * @param byRank the errors of each method at ranks 1, 2, 3, …
     * @param chosen the errors of the default, which chooses the rank itself
     * @param ranks those it chose
     */
    record Measured(Map<String, Sample[]> byRank, Sample chosen, Sample ranks) {
        List<Outcome.Curve> curves() {
            List<Outcome.Curve> curves = new ArrayList<>();
            byRank.forEach((name, samples) -> curves.add(Outcome.Curve.byRank(name, samples)));
            curves.add(Outcome.Curve.level(DEFAULT, RANKS, chosen));
            return curves;
        }
    }

    private final Map<Key, Measured> known = new HashMap<>();

    Measured of(Setting setting, Synthetic.Snr reading, Conditions conditions) {
        Key key = new Key(setting, reading, conditions.matrices());
        Measured measured = known.get(key);
        if (measured == null) {
            measured = measure(setting, reading, conditions);
            known.put(key, measured);
        }
        return measured;
    }

    private record Errors(Map<String, double[]> byRank, double chosen, double rank) {}

    private static Measured measure(Setting setting, Synthetic.Snr reading, Conditions conditions) {
        List<Errors> errors = conditions.each(
                "test error, " + setting, conditions.matrices(), seed -> errors(setting.matrix(reading, seed)));
        Map<String, Sample[]> byRank = new LinkedHashMap<>();
        for (String name : errors.get(0).byRank.keySet()) {
            byRank.put(
                    name,
                    Sample.columns(errors.stream().map(e -> e.byRank.get(name)).toArray(double[][]::new)));
        }
        return new Measured(
                byRank,
                new Sample(errors.stream().mapToDouble(Errors::chosen).toArray()),
                new Sample(errors.stream().mapToDouble(Errors::rank).toArray()));
    }

    private static Errors errors(Synthetic matrix) {
        ByRank byRank = new ByRank(matrix.data(), RANKS, matrix::testError);
        Map<String, double[]> errors = new LinkedHashMap<>();
        errors.put(SOFT_IMPUTE, byRank.ofSoftImpute());
        errors.put(GREEDY, byRank.ofPath(FastGreedy.asInPaper(RANKS, ITERATIONS)));
        errors.put(LOCAL_SEARCH, byRank.ofEach(rank -> FastLocalSearch.asInPaper(rank, ITERATIONS)));
        errors.put(
                BOTH_SIDES,
                byRank.ofEach(
                        rank -> FastLocalSearch.asInPaper(rank, ITERATIONS).with(s -> s.withRefits(2))));
        Completion.Completed chosen = Completion.byDefault().withThreads(1).complete(matrix.data());
        return new Errors(errors, matrix.testError(chosen.matrix()), chosen.rank());
    }

    /** The rank of the lowest mean, counted from 1. */
    static int best(Sample[] samples) {
        int best = 0;
        for (int k = 1; k < samples.length; k++) {
            best = samples[k].mean() < samples[best].mean() ? k : best;
        }
        return best + 1;
    }
}
