package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import rung.Step;
import rung.cli.output.ClimbFigures;
import rung.cli.output.MadeWith;
import rung.cli.terminal.Words;
import rung.page.HeatMap;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Player;
import rung.page.Plot;
import rung.separation.Separation;

/** The web page about a separation: how a matrix was split into a low-rank part L and a sparse part S, and what came out. */
final class SeparationReport {
    /** If the largest value is more than this multiple of the smallest, the axis is logarithmic. */
    private static final double WIDE_SPAN = 100;

    private final Input input;

    /** What was separated. */
    sealed interface Subject permits Video, Table {}

    /**
     * A video, whose background is of low rank and whose foreground is sparse.
     *
     * @param first the number of the first frame
     * @param frames how many were separated; fewer may be shown
     * @param note on the player, may be empty
     * @param shares the part of the pixels that is foreground, for each frame
     */
    record Video(int width, int height, int first, int frames, Player player, String note, double[] shares)
            implements Subject {
        Video {
            if (shares.length != frames) {
                throw new IllegalArgumentException("there must be a share of the foreground for each of " + frames
                        + " frames, got " + shares.length);
            }
        }
    }

    /** Any other matrix. */
    record Table(int rows, int columns, List<HeatMap> maps) implements Subject {}

    /**
     * What came out.
     *
     * @param delta the residual at which Huber's loss turns from squared to absolute; empty if the method has none
     * @param threshold an entry is foreground if |S| is above
     * @param share the part of the entries that is foreground
     * @param sigma singular values of L, descending
     * @param magnitudes how often each |S| occurs
     */
    record Result(
            int rank, OptionalDouble delta, double threshold, double share, double[] sigma, Histogram magnitudes) {}

    /**
     * How well the foreground agrees with the truth.
     *
     * @param range which mask was compared
     * @param threshold the mask is where |S| is above
     */
    record MaskScore(
            String range, OptionalDouble f, OptionalDouble precision, OptionalDouble recall, double threshold) {}

    /**
     * What the page is made of.
     *
     * @param source the name of what was read, usually of a file
     * @param options how the command was called: names and values
     * @param timings the parts of the work and their seconds, in order; together they are the time
     * @param path the climb, with the typical residual as the value of a step
     * @param scores one for each kind of mask, that of the mask which was written first; none if the truth is not known
     */
    record Input(
            String source,
            Subject subject,
            Result result,
            Map<String, String> options,
            Map<String, Double> timings,
            List<Step> path,
            List<MaskScore> scores,
            Map<String, String> provenance) {
        Input {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            timings = Collections.unmodifiableMap(new LinkedHashMap<>(timings));
            provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
            path = List.copyOf(path);
            scores = List.copyOf(scores);
        }
    }

    /** The stages of a separation as the steps of a climb, whose value is the typical residual. */
    static List<Step> steps(List<Separation.Reached> path) {
        List<Step> steps = new ArrayList<>();
        for (Separation.Reached reached : path) {
            steps.add(new Step(
                    steps.size() + 1,
                    reached.step().rank(),
                    reached.scale(),
                    OptionalDouble.empty(),
                    reached.step().elapsed(),
                    OptionalDouble.empty()));
        }
        return steps;
    }

    private SeparationReport(Input input) {
        this.input = input;
    }

    /** Writes the page; if that fails, a file that was there stays. */
    static void write(Path file, Input input) throws IOException {
        page(input).write(file);
    }

    static Page page(Input input) {
        return new SeparationReport(input).page();
    }

    private Page page() {
        Page page = new Page(input.source);
        List<Page.Figure> fit = new ArrayList<>();
        if (input.subject instanceof Video video) {
            page.paragraph("Background of rank " + input.result.rank + " and sparse foreground of "
                            + Words.count(video.frames, "frame") + " of " + video.width + "×" + video.height
                            + " pixels, separated by Rung.")
                    .facts(facts())
                    .heading("Frames")
                    .player("Side by side", video.player, video.note);
            fit.add(shares(video));
        } else if (input.subject instanceof Table table) {
            page.paragraph("A " + table.rows + "×" + table.columns + " matrix M as the sum of L, of rank "
                            + input.result.rank + ", and a sparse S, separated by Rung.")
                    .facts(facts())
                    .heading("Parts")
                    .thirds(table.maps.stream().map(HeatMap::figure).toList());
        }
        fit.addAll(List.of(magnitudes(), residuals(), spectrum()));
        List<Page.Figure> time = new ArrayList<>();
        time.add(Page.durations("Where the time went", input.timings, "", "No times were taken."));
        (isVideo() ? time : fit).add(elapsed()); // so that both fill their rows
        page.heading("Fit").figures(fit);
        if (!input.scores.isEmpty()) {
            page.heading("Against the truth").tables(List.of(scores()));
        }
        page.heading("Time").figures(time);
        page.heading("How it was made")
                .tables(List.of(Page.Table.of("Options", input.options), MadeWith.table(input.provenance)));
        if (!input.path.isEmpty()) {
            page.details(ClimbFigures.path("The climb, step by step", input.path));
        }
        return page;
    }

    private boolean isVideo() {
        return input.subject instanceof Video;
    }

    private List<Page.Fact> facts() {
        Result result = input.result;
        List<Page.Fact> facts = new ArrayList<>();
        facts.add(new Page.Fact("Rank", NumberText.count(result.rank), isVideo() ? "of the background" : "of L"));
        result.delta.ifPresent(
                delta -> facts.add(new Page.Fact("Delta", NumberText.general(delta), "of the Huber loss")));
        facts.add(new Page.Fact("Threshold", NumberText.general(result.threshold), "of |S|"));
        facts.add(new Page.Fact(
                isVideo() ? "Foreground" : "Sparse part",
                NumberText.percent(result.share),
                isVideo() ? "of all pixels" : "of all entries"));
        input.scores.stream().findFirst().ifPresent(score -> {
            facts.add(new Page.Fact("F", NumberText.error(score.f), "of the mask, " + score.range));
            facts.add(new Page.Fact("Precision", NumberText.error(score.precision), ""));
            facts.add(new Page.Fact("Recall", NumberText.error(score.recall), ""));
        });
        double seconds =
                input.timings.values().stream().mapToDouble(Double::doubleValue).sum();
        facts.add(new Page.Fact("Time", input.timings.isEmpty() ? NumberText.NONE : NumberText.duration(seconds), ""));
        return facts;
    }

    private static Page.Figure shares(Video video) {
        double[] numbers = new double[video.frames];
        double[] percent = new double[video.frames];
        for (int k = 0; k < video.frames; k++) {
            numbers[k] = video.first + (double) k;
            percent[k] = 100 * video.shares[k];
        }
        return Page.chart(
                Plot.lines(
                                "Foreground of each frame",
                                "frame",
                                "% of its pixels",
                                List.of(new Plot.Series("foreground", numbers, percent)))
                        .whole(),
                "Which part of the pixels differs from the background by the threshold or more.",
                "There are no frames.");
    }

    /** The histogram of |S| as stairs: bars have no logarithmic axis, and most of S is close to zero. */
    private Page.Figure magnitudes() {
        Histogram magnitudes = input.result.magnitudes;
        int bins = magnitudes.counts().length;
        double[] x = new double[2 * bins];
        double[] y = new double[2 * bins];
        for (int k = 0; k < 2 * bins; k++) {
            x[k] = magnitudes.edges()[(k + 1) / 2];
            y[k] = magnitudes.counts()[k / 2];
        }
        String unit = isVideo() ? "values" : "entries";
        Plot plot = Plot.lines("Sizes in the sparse part", "|S|", unit, List.of(new Plot.Series(unit, x, y)))
                .logarithmic()
                .withMark(input.result.threshold, "threshold " + NumberText.general(input.result.threshold));
        return Page.chart(
                plot,
                "How many " + unit + " of S = M − L have which size, of " + NumberText.count(magnitudes.total())
                        + ". The axis is logarithmic.",
                "S has no entries.");
    }

    private Page.Figure residuals() {
        double[] values = input.path.stream().mapToDouble(Step::value).toArray();
        Plot plot = Plot.lines(
                        "Typical residual against step",
                        "step",
                        "typical residual",
                        List.of(ClimbFigures.curve("typical residual", input.path, Step::step, Step::value)))
                .whole();
        boolean isWide =
                values.length > 1 && values[values.length - 1] > 0 && values[0] > WIDE_SPAN * values[values.length - 1];
        plot = isWide ? plot.logarithmic() : plot;
        Step reached = input.path.stream()
                .filter(step -> step.rank() == input.result.rank)
                .findFirst()
                .orElse(null);
        if (reached != null && reached.step() < input.path.size()) {
            plot = plot.withMark(reached.step(), reached.value(), "rank " + input.result.rank + " reached");
        }
        return Page.chart(
                plot,
                "The median of |S| as a standard deviation, on the rows that choose; the last step is on all of them"
                        + (isWide ? ". The axis is logarithmic." : "."),
                "There is no path: L was not found step by step.");
    }

    private Page.Figure spectrum() {
        return ClimbFigures.spectrum(
                isVideo() ? "Singular values of the background" : "Singular values of L",
                input.result.sigma,
                "Of the part of low rank",
                "The part of low rank is zero.");
    }

    private Page.Figure elapsed() {
        return Page.chart(
                Plot.lines(
                                "Seconds against step",
                                "step",
                                "seconds since the climb began",
                                List.of(ClimbFigures.elapsed("seconds", input.path)))
                        .whole(),
                "",
                "There is no path: L was not found step by step.");
    }

    private Page.Table scores() {
        List<List<String>> rows = new ArrayList<>();
        for (MaskScore score : input.scores) {
            rows.add(List.of(
                    score.range,
                    NumberText.error(score.f),
                    NumberText.error(score.precision),
                    NumberText.error(score.recall),
                    NumberText.general(score.threshold)));
        }
        return new Page.Table(
                isVideo() ? "The foreground and what it should be" : "The sparse part and what it should be",
                1,
                List.of("mask", "F", "precision", "recall", "threshold"),
                rows);
    }
}
