package rung.cli.completion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import rung.Listener;
import rung.LowRankMatrix;
import rung.Stage;
import rung.Step;

/**
 * What happened when, in one run of {@code rung complete}: the table's shape, and each step with its time. The first line of its file has
 * the shape, the last one the time when all was written, each other line a step; fields are separated by tabs.
 *
 * @param time the shape
 * @param isOrdered whether the table looks ordered
 * @param events the steps
 * @param end when all was written, in seconds since the command began
 */
record CompletionRecord(CompletionTime time, boolean isOrdered, List<Event> events, double end) {
    /** Lines of progress are drawn at most this often. */
    private static final double REDRAW_SECONDS = 0.05;

    /** A step, and when it was done. */
    record Event(double seconds, Stage stage, String task, Step step, OptionalInt steps) implements Listener.Progress {
        @Override
        public LowRankMatrix matrix() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {
            throw new UnsupportedOperationException();
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%.3f\t%s\t%s\t%d\t%d\t%d\t%.6g",
                    seconds,
                    stage.name(),
                    task,
                    step.step(),
                    step.rank(),
                    steps.orElse(0),
                    step.heldOut().orElse(Double.NaN));
        }
    }

    /**
     * An estimate that was shown.
     *
     * @param event after which step
     * @param left the seconds that were said to be left
     * @param right the seconds that were left
     */
    record Shown(Event event, double left, double right) {
        /** Whether it is wrong by more than a factor of two; half a second more or less is no error, because whole seconds are shown. */
        boolean isOff() {
            return left > 2 * right + 0.5 || right > 2 * left + 0.5;
        }
    }

    static CompletionRecord read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            String[] shape = lines.get(0).split("\t");
            CompletionTime time = new CompletionTime(
                    Double.parseDouble(shape[0]),
                    Double.parseDouble(shape[1]),
                    Double.parseDouble(shape[2]),
                    Double.parseDouble(shape[3]),
                    Boolean.parseBoolean(shape[4]),
                    Boolean.parseBoolean(shape[5]));
            List<Event> events = new ArrayList<>();
            for (String line : lines.subList(1, lines.size() - 1)) {
                String[] f = line.split("\t", -1);
                double error = Double.parseDouble(f[6]);
                OptionalDouble heldOut = Double.isNaN(error) ? OptionalDouble.empty() : OptionalDouble.of(error);
                int steps = Integer.parseInt(f[5]);
                Step step = new Step(
                        Integer.parseInt(f[3]),
                        Integer.parseInt(f[4]),
                        0,
                        OptionalDouble.empty(),
                        Duration.ZERO,
                        heldOut);
                events.add(new Event(
                        Double.parseDouble(f[0]),
                        Stage.valueOf(f[1]),
                        f[2],
                        step,
                        steps > 0 ? OptionalInt.of(steps) : OptionalInt.empty()));
            }
            double end = Double.parseDouble(lines.get(lines.size() - 1).split("\t")[0]);
            return new CompletionRecord(time, Boolean.parseBoolean(shape[6]), events, end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%s",
                time.rows(),
                time.columns(),
                time.known(),
                time.encoded(),
                time.hasKinds(),
                time.isSkewed(),
                isOrdered));
        events.forEach(event -> lines.add(event.line()));
        lines.add(String.format(Locale.ROOT, "%.3f\tend", end));
        Files.write(file, lines);
    }

    /**
     * What is shown from a tenth of the run on, on a machine whose clock is another function of this one.
     *
     * @param clock the time there, by the time here
     */
    List<Shown> play(DoubleUnaryOperator clock) {
        CompletionForecast forecast = new CompletionForecast(time, isOrdered);
        double whole = clock.applyAsDouble(end);
        double last = Double.NEGATIVE_INFINITY;
        List<Shown> shown = new ArrayList<>();
        for (Event event : events) {
            double now = clock.applyAsDouble(event.seconds());
            OptionalDouble left = forecast.secondsLeft(event, now);
            if (left.isPresent() && now >= whole / 10 && now - last > REDRAW_SECONDS) {
                shown.add(new Shown(event, left.getAsDouble(), whole - now));
                last = now;
            }
        }
        return shown;
    }

    /** Prints how far off estimates are in the records of some files. */
    public static void main(String[] files) {
        double slower = Double.parseDouble(System.getProperty("slower", "1"));
        for (String file : files) {
            List<Shown> shown = read(Path.of(file)).play(seconds -> slower * seconds);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d of %d off%n",
                    file,
                    shown.stream().filter(Shown::isOff).count(),
                    shown.size());
            if (files.length == 1) {
                shown.forEach(each -> System.out.printf(
                        Locale.ROOT,
                        "%s %6.2f for %6.2f  %s%n",
                        each.isOff() ? "OFF" : "   ",
                        each.left(),
                        each.right(),
                        each.event().line()));
            }
        }
    }
}
