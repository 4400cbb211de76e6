package rung.cli.paper;

import java.util.List;
import java.util.Locale;
import rung.Refit;
import rung.algorithm.FastGreedy;
import rung.completion.Synthetic;

/** Figure 6: the inner problem solved to the end, or by three LSQR iterations. */
final class InnerIterations implements Experiment {
    private static final int RANKS = 30;

    @Override
    public String title() {
        return "The inner problem solved to the end against 3 LSQR iterations (appendix)";
    }

    private record Errors(double[] trainFull, double[] trainFew, double[] testFull, double[] testFew) {}

    @Override
    public Outcome run(Conditions conditions) {
        Setting setting = Setting.A;
        List<Errors> errors = conditions.each("inner iterations", conditions.matrices(), seed -> {
            Synthetic matrix = setting.matrix(Synthetic.Snr.OF_DEVIATIONS, seed);
            FastGreedy full = FastGreedy.asInPaper(RANKS, Refit.EXACT);
            FastGreedy few = FastGreedy.asInPaper(RANKS, TestErrors.ITERATIONS);
            ByRank train = new ByRank(matrix.data(), RANKS, matrix::trainError);
            ByRank test = new ByRank(matrix.data(), RANKS, matrix::testError);
            return new Errors(train.ofPath(full), train.ofPath(few), test.ofPath(full), test.ofPath(few));
        });
        Sample[] testFull = Sample.columns(errors.stream().map(Errors::testFull).toArray(double[][]::new));
        Sample[] testFew = Sample.columns(errors.stream().map(Errors::testFew).toArray(double[][]::new));
        Sample[] trainFull =
                Sample.columns(errors.stream().map(Errors::trainFull).toArray(double[][]::new));
        Sample[] trainFew = Sample.columns(errors.stream().map(Errors::trainFew).toArray(double[][]::new));
        int full = TestErrors.best(testFull);
        int few = TestErrors.best(testFew);
        return new Outcome()
                .under("matrices", "100×100, " + conditions.seeds(conditions.matrices()))
                .under("setting", setting + "; " + Synthetic.Snr.OF_DEVIATIONS)
                .add(chart("train", trainFull, trainFew))
                .add(chart("test", testFull, testFew))
                .add(new Outcome.Claim(
                        "Without regularization the train error falls faster and the test error does not.",
                        String.format(
                                Locale.ROOT,
                                "Train error at rank %d: %.4f to the end, %.4f with 3 iterations. Lowest test error: %.4f at rank"
                                        + " %d to the end, %.4f at rank %d with 3 iterations.",
                                RANKS,
                                trainFull[RANKS - 1].mean(),
                                trainFew[RANKS - 1].mean(),
                                testFull[full - 1].mean(),
                                full,
                                testFew[few - 1].mean(),
                                few),
                        trainFull[RANKS - 1].mean() <= trainFew[RANKS - 1].mean()
                                && testFew[few - 1].mean() <= testFull[full - 1].mean()));
    }

    private static Outcome.Chart chart(String part, Sample[] full, Sample[] few) {
        return new Outcome.Chart(
                "figure6-" + part,
                "Fast Greedy, " + part + " error",
                "rank",
                "normalized " + part + " error",
                List.of(Outcome.Curve.byRank("to the end", full), Outcome.Curve.byRank("3 LSQR iterations", few)),
                part.equals("test") ? 2 : 1,
                "Bands: one standard error.");
    }
}
