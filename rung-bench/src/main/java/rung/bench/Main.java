package rung.bench;

/** {@code java -jar rung-bench/target/bench.jar NAME}: one comparison, or all of them. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        String name = args.length == 0 ? "all" : args[0];
        switch (name) {
            case "kernels" -> KernelRatios.run();
            case "start" -> StartTime.run();
            case "threads" -> Threads.run();
            case "planted" -> PlantedFamily.run();
            case "planted-tables" -> PlantedTables.run();
            case "completion" -> CompletionAccuracy.run();
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
            case "separation" -> Separations.run();
            case "spark", "spark-scale" -> SparkJvm.start(name);
            case "spark-here" -> SparkRatings.movieLens();
            case "spark-scale-here" -> SparkRatings.scale();
            case "all" -> {
                CompletionAccuracy.run();
                MovieLens.run();
                Scale.tenMillion();
                Scale.hundredMillion();
                Separations.run();
                KernelRatios.run();
                StartTime.run();
            }
            default -> {
                System.err.println(
                        "the benchmark must be one of all, completion, movielens, 10m, 100m, separation, kernels, start, threads, lists, list-speed, list-training, planted, planted-tables, spark, spark-scale, got '"
                                + name + "'");
                System.exit(2);
            }
        }
    }
}
