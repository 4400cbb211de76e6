package rung.cli.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import rung.Refit;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.completion.Synthetic;

/** Figure 1: how far each method brings the objective down at each rank, the inner problem solved to the end. */
final class TrainError implements Experiment {
    private static final int RANKS = 30;

    @Override
    public String title() {
        return "Train error against rank (Section 3.1)";
    }

    /** The errors of one matrix. */
    private record Errors(double[] softImpute, double[] greedy, double[] localSearch) {}

    @Override
    public Outcome run(Conditions conditions) {
        Outcome outcome = new Outcome()
                .under("matrices", "100×100, " + conditions.seeds(conditions.matrices()))
                .under("SNR", Synthetic.Snr.OF_DEVIATIONS)
                .under("inner problem", "LSQR to convergence");
        int lower = 0;
        int all = 0;
        List<String> gains = new ArrayList<>();
        for (Setting setting : Setting.ALL) {
            List<Errors> errors = conditions.each("train error, " + setting, conditions.matrices(), seed -> {
                Synthetic matrix = setting.matrix(Synthetic.Snr.OF_DEVIATIONS, seed);
                ByRank byRank = new ByRank(matrix.data(), RANKS, matrix::trainError);
                return new Errors(
                        byRank.ofSoftImpute(),
                        byRank.ofPath(FastGreedy.asInPaper(RANKS, Refit.EXACT)),
                        byRank.ofEach(rank -> FastLocalSearch.asInPaper(rank, Refit.EXACT)));
            });
            Sample[] soft =
                    Sample.columns(errors.stream().map(Errors::softImpute).toArray(double[][]::new));
            Sample[] greedy = Sample.columns(errors.stream().map(Errors::greedy).toArray(double[][]::new));
            Sample[] local =
                    Sample.columns(errors.stream().map(Errors::localSearch).toArray(double[][]::new));
            outcome.add(new Outcome.Chart(
                    "figure1-" + setting.letter(),
                    setting.toString(),
                    "rank",
                    "normalized train error",
                    List.of(
                            Outcome.Curve.byRank("SoftImpute", soft),
                            Outcome.Curve.byRank("Fast Greedy", greedy),
                            Outcome.Curve.byRank("Fast Local Search", local)),
                    1,
                    setting == Setting.A || setting == Setting.B ? "" : "Not in the paper."));
            lower += (int) IntStream.range(0, RANKS)
                    .filter(k -> local[k].mean() <= soft[k].mean())
                    .count();
            all += RANKS;
            gains.add(String.format(
                    Locale.ROOT,
                    "%s: Fast Local Search %.4f, Fast Greedy %.4f, SoftImpute %.4f",
                    setting,
                    local[setting.rank() - 1].mean(),
                    greedy[setting.rank() - 1].mean(),
                    soft[setting.rank() - 1].mean()));
        }
        outcome.add(new Outcome.Claim(
                "Fast Greedy and Fast Local Search return more accurate solutions of lower rank than SoftImpute.",
                "Fast Local Search has the lower mean train error at " + lower + " of " + all
                        + " ranks, in all four settings together.",
                lower == all));
        return outcome.note("At the true rank: " + String.join("; ", gains) + ".");
    }
}
