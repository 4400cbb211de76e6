package rung.cli.paper;

import rung.Solution;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.data.Observations;

/** The same method on the transposed matrix, so that the other side is the first to be refitted. */
record Transposed(Baseline method) implements Baseline {
    @Override
    public String name() {
        return method.name() + ", transposed";
    }

    @Override
    public String settings() {
        return method.settings();
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        Solution solution = method.fit(data.transposed(), options);
        return new Solution(
                solution.matrix().transposed(),
                solution.value(),
                solution.trace(),
                solution.stop(),
                solution.certificate(),
                solution.provenance());
    }
}
