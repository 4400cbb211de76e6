package rung.cli.pipe;

import java.util.List;
import java.util.Map;
import rung.Algorithm;
import rung.ConvexFunction;
import rung.Limits;
import rung.LowRankMatrix;
import rung.Settings;
import rung.Solution;
import rung.Step;
import rung.StopReason;
import rung.algorithm.FastGreedy;
import rung.algorithm.FastLocalSearch;
import rung.algorithm.Greedy;
import rung.algorithm.LocalSearch;
import rung.engine.convex.AnyConvex;
import rung.linalg.Matrix;

/** Answers the calls about a convex function that the caller computes. */
final class ConvexCalls {
    void register(Map<String, Call> calls) {
        calls.put("minimize", ConvexCalls::minimize);
    }

    /** R as the caller computes it: each value and each gradient is a question. */
    private static final class CallersFunction implements ConvexFunction {
        private final int rows;
        private final int columns;
        private final double strongConvexity;
        private final Conversation caller;
        private LowRankMatrix last; // the one that the caller has

        CallersFunction(Fields arguments, Conversation caller) {
            this.rows = arguments.count("rows");
            this.columns = arguments.count("columns");
            this.strongConvexity = arguments.realIfAny("strong_convexity").orElse(0);
            this.caller = caller;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public int columns() {
            return columns;
        }

        @Override
        public double strongConvexity() {
            return strongConvexity;
        }

        private Fields ask(String what, LowRankMatrix a) {
            Fields question = new Fields().put("what", what);
            if (a != last) {
                question.put("left", a.left()).put("right", a.right());
                last = a;
            }
            return caller.ask(question);
        }

        @Override
        public double value(LowRankMatrix a) {
            return ask("value", a).realIfAny("value").orElseThrow();
        }

        @Override
        public Matrix gradient(LowRankMatrix a) {
            Matrix gradient = ask("gradient", a).matrix("gradient");
            if (gradient.rows() != rows || gradient.columns() != columns) {
                throw new IllegalArgumentException("the gradient must be a " + rows + "×" + columns + " matrix, got a "
                        + gradient.rows() + "×" + gradient.columns() + " one");
            }
            return gradient;
        }

        @Override
        public String toString() {
            return "the caller's function";
        }
    }

    private static Algorithm algorithm(Fields arguments) {
        int rank = arguments.count("rank");
        int k = arguments.countIfAny("iterations").orElse(FastGreedy.ITERATIONS);
        boolean isAsInPaper = arguments.isSet("paper");
        return switch (arguments.text("algorithm")) {
            case "greedy" -> isAsInPaper ? Greedy.asInPaper(rank) : Greedy.ofRank(rank);
            case "local-search" ->
                isAsInPaper
                        ? LocalSearch.asInPaper(
                                rank, arguments.countIfAny("steps").orElse(2 * rank))
                        : LocalSearch.ofRank(rank);
            case "fast-greedy" -> isAsInPaper ? FastGreedy.asInPaper(rank, k) : FastGreedy.ofRank(rank);
            case "fast-local-search" -> isAsInPaper ? FastLocalSearch.asInPaper(rank, k) : FastLocalSearch.ofRank(rank);
            default ->
                throw new IllegalArgumentException("algorithm must be one of greedy, local-search, fast-greedy,"
                        + " fast-local-search, got '" + arguments.text("algorithm") + "'");
        };
    }

    private static Settings limited(Settings settings, Fields arguments) {
        Limits limits = settings.limits();
        limits = arguments.has("steps") ? limits.withSteps(arguments.count("steps")) : limits;
        limits = arguments.realIfAny("tolerance").isPresent()
                ? limits.withTolerance(arguments.realIfAny("tolerance").getAsDouble())
                : limits;
        return settings.withLimits(limits);
    }

    private static Fields minimize(Fields arguments, Conversation conversation) {
        CallersFunction function = new CallersFunction(arguments, conversation);
        int least = Math.min(function.rows, function.columns);
        if (arguments.count("rank") < 1 || arguments.count("rank") > least) {
            throw new IllegalArgumentException("rank must be between 1 and " + least
                    + " (the smaller side of the matrix), got " + arguments.count("rank"));
        }
        Solution solution = algorithm(arguments)
                .with(settings -> limited(settings, arguments).withListener(conversation.listener(arguments)))
                .minimize(AnyConvex.of(function).withSeed(arguments.number("seed")));
        List<Step> trace = solution.trace();
        return new Fields()
                .put("left", solution.matrix().left())
                .put("right", solution.matrix().right())
                .put("value", solution.value())
                .put("stop", solution.stop().sentence())
                .put("stopped", solution.stop() == StopReason.STOPPED)
                .put("ranks", trace.stream().mapToInt(Step::rank).toArray())
                .put("values", trace.stream().mapToDouble(Step::value).toArray());
    }
}
