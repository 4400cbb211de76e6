package rung.bench.completion;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * The options of the benchmark, each given by {@code -Dname=value}.
 *
 * @param given looks an option up by its name
 */
record BenchOptions(Function<String, Optional<String>> given) {
    /** The number of configurations that a tuned method may try, if nothing else is asked for. */
    private static final int TRIALS = 4;

    static BenchOptions ofSystem() {
        return new BenchOptions(name -> Optional.ofNullable(System.getProperty(name)));
    }

    /** The words of an option, separated by commas, each one of those that are known; the usual ones if it is not given. */
    List<String> words(String name, List<String> known, List<String> usual) {
        List<String> words =
                given.apply(name).map(text -> List.of(text.split(","))).orElse(usual);
        for (String word : words) {
            if (!known.contains(word)) {
                throw new IllegalArgumentException(
                        "-D" + name + " must be of " + String.join(",", known) + ", got '" + word + "'");
            }
        }
        return words;
    }

    /** The seeds; the first few if none are given. */
    List<Long> seeds(int usual) {
        String text = given.apply("seeds").orElse("");
        try {
            return text.isEmpty()
                    ? LongStream.range(0, usual).boxed().toList()
                    : Arrays.stream(text.split(",")).map(Long::valueOf).toList();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-Dseeds must be whole numbers separated by commas, got '" + text + "'", e);
        }
    }

    /** The number of configurations that a tuned method may try. */
    int trials() {
        String text = given.apply("trials").orElse(String.valueOf(TRIALS));
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("-Dtrials must be a whole number above 0, got '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
