package rung.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import rung.Step;
import rung.page.NumberText;
import rung.page.Page;
import rung.page.Plot;
import rung.page.Spectrum;
import rung.page.TrainingCharts;

/** The parts that the report pages of all climbs share: singular values, time against step, and a table of the steps. */
public final class ClimbFigures {
    private ClimbFigures() {}

    /**
     * Draws singular values as bars, or as a line over a logarithmic axis if they differ much.
     *
     * @param sigma the singular values, descending
     * @param note what to say below the chart, without a full stop
     * @param ifEmpty what to say if there are no singular values
     * @param title the title
     * @return the figure
     */
    public static Page.Figure spectrum(String title, double[] sigma, String note, String ifEmpty) {
        Plot plot = Spectrum.plot(title, sigma);
        return Page.chart(plot, note + (plot.isLogarithmic() ? ". The axis is logarithmic." : "."), ifEmpty);
    }

    /**
     * The curve of the seconds since the climb began against the number of the step.
     *
     * @param name the name in the legend
     * @param steps the steps
     * @return the line
     */
    public static Plot.Series elapsed(String name, List<Step> steps) {
        return curve(name, steps, Step::step, Step::seconds);
    }

    /**
     * The curve of two numbers of each step.
     *
     * @param name the name in the legend
     * @param steps the steps
     * @param x gives the place of a step along the axis
     * @param y gives its height
     * @return the line
     */
    public static Plot.Series curve(String name, List<Step> steps, ToDoubleFunction<Step> x, ToDoubleFunction<Step> y) {
        return new Plot.Series(
                name,
                steps.stream().mapToDouble(x).toArray(),
                steps.stream().mapToDouble(y).toArray());
    }

    /**
     * The curve of the held-out error, for the steps that have one.
     *
     * @param name the name in the legend
     * @param steps the steps
     * @param x gives the place of a step along the axis
     * @param y gives the height that belongs to an error
     * @return the line
     */
    public static Plot.Series heldOut(String name, List<Step> steps, ToDoubleFunction<Step> x, DoubleUnaryOperator y) {
        List<Step> measured =
                steps.stream().filter(step -> step.heldOut().isPresent()).toList();
        return curve(name, measured, x, step -> y.applyAsDouble(step.heldOut().getAsDouble()));
    }

    /**
     * Makes a table of a climb, a row for each step.
     *
     * @param caption the title
     * @param steps the steps
     * @return the table
     */
    public static Page.Table path(String caption, List<Step> steps) {
        return path(caption, steps, OptionalLong.empty());
    }

    /**
     * Makes a table of a climb with its training error, a row for each step.
     *
     * @param caption the title
     * @param steps the steps
     * @param count on how many entries the climb was
     * @return the table
     */
    public static Page.Table path(String caption, List<Step> steps, long count) {
        return path(caption, steps, OptionalLong.of(count));
    }

    private static Page.Table path(String caption, List<Step> steps, OptionalLong count) {
        boolean hasHeldOut = steps.stream().anyMatch(step -> step.heldOut().isPresent());
        List<String> head = new ArrayList<>(List.of("step", "rank", "objective"));
        if (count.isPresent()) {
            head.add("RMSE");
        }
        if (hasHeldOut) {
            head.add("held-out RMSE");
        }
        head.add("seconds");
        List<List<String>> rows = new ArrayList<>();
        for (Step step : steps) {
            List<String> row = new ArrayList<>(List.of(
                    String.valueOf(step.step()), String.valueOf(step.rank()), NumberText.precise(step.value())));
            if (count.isPresent()) {
                row.add(NumberText.error(TrainingCharts.rmse(step, count.getAsLong())));
            }
            if (hasHeldOut) {
                row.add(NumberText.error(step.heldOut()));
            }
            row.add(String.format(Locale.ROOT, "%.3f", step.seconds()));
            rows.add(row);
        }
        return new Page.Table(caption, 0, head, rows);
    }
}
