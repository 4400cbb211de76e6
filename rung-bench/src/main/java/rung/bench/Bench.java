package rung.bench;

import java.util.List;
import rung.bench.completion.CompletionBench;
import rung.bench.serve.ServeBench;

/**
 * {@code java -jar rung-bench/target/bench.jar NAME}: one comparison, or all of them. {@code completion} takes the names of sections after
 * its own, {@code serve} a model file.
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] args) throws Exception {
        String name = args.length == 0 ? "" : args[0];
        switch (name) {
            case "kernels" -> KernelRatios.run();
            case "start" -> StartTime.run();
            case "threads" -> Threads.run();
            case "planted" -> PlantedFamily.run();
            case "planted-tables" -> PlantedTables.run();
            case "completion" -> {
                try {
                    CompletionBench.run(List.of(args).subList(1, args.length));
                } catch (IllegalArgumentException e) { // a section or an option that is not there
                    System.err.println(e.getMessage());
                    System.exit(2);
                }
            }
            case "serve" -> {
                try {
                    ServeBench.run(List.of(args).subList(1, args.length));
                } catch (IllegalArgumentException e) { // too many arguments, or another folder
                    System.err.println(e.getMessage());
                    System.exit(2);
                }
            }
            case "movielens" -> MovieLens.run();
            case "10m" -> Scale.tenMillion();
            case "100m" -> Scale.hundredMillion();
            case "lists" -> {
                ListSpeed.run();
                ListTraining.run();
                SparkJvm.start(name);
            }
            case "list-speed" -> ListSpeed.run();
            case "list-training" -> ListTraining.run();
            case "lists-here" -> SparkLists.run();
            case "gpu" -> Gpu.run(List.of(args).subList(1, args.length));
            case "separation" -> Separations.run();
            case "spark", "spark-scale", "spark-planted", "spark-tables", "spark-lines" -> SparkJvm.start(name);
            case "spark-here" -> SparkRatings.movieLens();
            case "spark-scale-here" -> SparkRatings.scale();
            case "spark-planted-here" -> SparkRatings.planted();
            case "spark-tables-here" -> SparkRatings.tables();
            case "spark-lines-here" -> SparkLines.run();
            case "all" -> {
                CompletionBench.run(List.of("paper"));
                MovieLens.run();
                Scale.tenMillion();
                Scale.hundredMillion();
                Separations.run();
                KernelRatios.run();
                StartTime.run();
            }
            default -> {
                System.err.println(
                        "the benchmark must be one of all, completion, movielens, 10m, 100m, separation, kernels, start, threads, gpu, lists, list-speed, list-training, serve, planted, planted-tables, spark, spark-scale, spark-planted, spark-tables, spark-lines, got '"
                                + name + "'");
                System.exit(2);
            }
        }
    }
}
