package rung.comparison;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Provenance;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.baseline.Baseline;
import rung.baseline.FitOptions;
import rung.data.Observations;

/** A baseline whose steps are written down: what it answers after each, given the data. */
record Scripted(String name, Function<Observations, List<LowRankMatrix>> steps) implements Baseline {
    /** Always the same answer, in one step. */
    static Scripted of(String name, LowRankMatrix answer) {
        return new Scripted(name, data -> List.of(answer));
    }

    @Override
    public String settings() {
        return name;
    }

    @Override
    public Solution fit(Observations data, FitOptions options) {
        List<LowRankMatrix> answers = steps.apply(data);
        List<Step> trace = new ArrayList<>();
        boolean[] stopped = new boolean[1];
        LowRankMatrix last = null;
        for (int k = 0; k < answers.size() && k < options.limits().steps() && !stopped[0]; k++) {
            last = answers.get(k);
            LowRankMatrix now = last;
            Step step = new Step(
                    k + 1,
                    last.rank(),
                    0,
                    OptionalDouble.empty(),
                    Duration.ofMillis(k),
                    options.heldOut()
                            .map(kept -> OptionalDouble.of(kept.error().applyAsDouble(now)))
                            .orElse(OptionalDouble.empty()));
            trace.add(step);
            options.listener().onStep(new Listener.Progress() {
                @Override
                public Step step() {
                    return step;
                }

                @Override
                public LowRankMatrix matrix() {
                    return now;
                }

                @Override
                public void stop() {
                    stopped[0] = true;
                }
            });
        }
        return new Solution(
                last,
                0,
                trace,
                stopped[0] ? StopReason.STOPPED : StopReason.CONVERGED,
                Optional.empty(),
                Provenance.of(name, name, data.toString(), options.seed(), options.threads()));
    }

    /** As a contestant that tries these, as far as the budget goes. */
    static Contestant contestant(String key, Scaling scaling, Baseline... configurations) {
        return new Entrant(key, scaling, List.of(configurations));
    }

    private record Entrant(String key, Scaling scaling, List<Baseline> all) implements Contestant.Tuned {
        @Override
        public String name() {
            return key;
        }

        @Override
        public List<Baseline> configurations(Observations data, Budget budget) {
            return all.subList(0, Math.min(all.size(), budget.trials()));
        }
    }
}
