package rung.cli.paper;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables and figures of [AS21] by name, in its order. What several of them need is computed once. */
public final class Reproduction {
    private final Map<String, Experiment> experiments = new LinkedHashMap<>();

    /** All tables and figures; none is computed yet. */
    public Reproduction() {
        TestErrors errors = new TestErrors();
        experiments.put("figure1", new TrainError());
        experiments.put("figure2", new Backgrounds());
        experiments.put("figure3", new TestErrorFigure("figure3", List.of(Setting.A, Setting.B), errors));
        experiments.put("table1", new LowestTestError(errors));
        experiments.put("table2", new RecommenderErrors());
        experiments.put("table3", new RunTimes());
        experiments.put("figure4", new LocalSearchByRank());
        experiments.put("figure5", new TestErrorFigure("figure5", List.of(Setting.C, Setting.D), errors));
        experiments.put("figure6", new InnerIterations());
    }

    /**
     * The names of the tables and figures, in the order of the paper.
     *
     * @return the names
     */
    public List<String> names() {
        return List.copyOf(experiments.keySet());
    }

    /**
     * What a table or figure shows.
     *
     * @param name the name of the table or figure
     * @return the title
     */
    public String title(String name) {
        return experiments.get(name).title();
    }

    /**
     * Runs one again.
     *
     * @param name the name of the table or figure
     * @param conditions data, seeds and threads
     * @return the results
     * @throws java.util.concurrent.CancellationException if the watcher stopped it
     * @throws IOException if the data cannot be read
     */
    public Outcome run(String name, Conditions conditions) throws IOException {
        return experiments.get(name).run(conditions);
    }
}
