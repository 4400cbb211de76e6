package rung.bench;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link KernelBenchmark} shortly, about three minutes, and prints how much faster the vector kernels are than the scalar
 * ones, and which part of the speed of the same loops in C they reach. A figure is the best iteration: on a shared machine that
 * is the least disturbed one.
 */
final class KernelRatios {
    private KernelRatios() {}

    static void run() throws RunnerException, IOException, InterruptedException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(KernelBenchmark.class.getName() + "\\.")
                        .warmupIterations(4)
                        .warmupTime(TimeValue.milliseconds(500))
                        .measurementIterations(8)
                        .measurementTime(TimeValue.milliseconds(400))
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        Map<String, Map<String, Double>> micros = new LinkedHashMap<>();
        for (RunResult result : results) {
            String benchmark = result.getParams().getBenchmark();
            micros.computeIfAbsent(benchmark.substring(benchmark.lastIndexOf('.') + 1), name -> new LinkedHashMap<>())
                    .put(
                            result.getParams().getParam("family"),
                            result.getPrimaryResult().getStatistics().getMin());
        }
        Map<String, Double> compiled = CompiledLoops.micros(KernelBenchmark.RANK);
        double peak = KernelBenchmark.flops("peak") / micros.get("peak").get("vector") / 1e3;
        double copy = KernelBenchmark.bytes("copy") / micros.get("copy").get("vector") / 1e3;
        System.out.printf("JDK %s, best iteration%n", Runtime.version());
        System.out.printf(
                "of at most %.0f GFLOP/s in single precision, half in double, and %.1f GB/s for an array copy%n",
                peak, copy);
        System.out.printf(
                "%-28s %12s %12s %8s %12s %8s %10s %10s%n",
                "kernel", "scalar µs", "vector µs", "ratio", "C µs", "of C", "GFLOP/s", "GB/s");
        micros.forEach((benchmark, byFamily) -> {
            double scalar = byFamily.get("scalar");
            double vector = byFamily.get("vector");
            double bytes = KernelBenchmark.bytes(benchmark);
            Double c = compiled.get(benchmark);
            System.out.printf(
                    "%-28s %12.2f %12.2f %8.2f %12s %8s %10.2f %10s%n",
                    benchmark,
                    scalar,
                    vector,
                    scalar / vector,
                    c == null ? "" : String.format("%.2f", c),
                    c == null ? "" : String.format("%.2f", c / vector),
                    KernelBenchmark.flops(benchmark) / vector / 1e3,
                    bytes == 0 ? "" : String.format("%.2f", bytes / vector / 1e3));
        });
    }
}
