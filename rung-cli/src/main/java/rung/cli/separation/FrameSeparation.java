package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import rung.LowRankMatrix;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.UsageException;
import rung.cli.terminal.Words;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.separation.Separation;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.GroundTruth;
import rung.video.Score;
import rung.video.SeparatedFrames;
import rung.video.VideoSeparation;

/**
 * {@code rung separate} of a video or a folder of images: reads the frames, separates them window by window, writes the parts as
 * they are found, then the factors and the page, and sums up.
 */
final class FrameSeparation {
    /** The part of the heap that frames may fill; factors, work space and what is written need the rest. */
    private static final double MOST_MEMORY = 0.8;

    private final SeparationOptions options;
    private final Terminal terminal;
    private final SeparationProgress shown;
    private final Interruption interruption;

    FrameSeparation(SeparationOptions options, Terminal terminal, SeparationProgress shown, Interruption interruption) {
        this.options = options;
        this.interruption = interruption;
        this.terminal = terminal;
        this.shown = shown;
    }

    /** The names of what is written, besides the factors. */
    static List<String> names(SeparationOptions options) {
        return FrameParts.names(options.partForm());
    }

    /**
     * Separates the frames and writes the results.
     *
     * @param page where the page about it goes, if there is one
     * @param began when the command did, by {@link System#nanoTime()}
     */
    SeparationSummary run(Separation separation, OutputFolder folder, Optional<Path> page, long began)
            throws IOException {
        Frames.Colour colour = options.frames().color() ? Frames.Colour.COLOUR : Frames.Colour.GREY;
        try (FrameSource source = options.frames().size().isPresent()
                ? Frames.open(
                        options.input().path(), colour, options.frames().size().get())
                : Frames.open(options.input().path(), colour)) {
            boolean[] region = options.frames().region().isPresent()
                    ? Frames.region(options.frames().region().get().path(), source)
                    : null;
            VideoSeparation video = video(separation, region);
            terminal.state(source.description());
            requireRank(source);
            requireMemory(video, source);
            Optional<GroundTruth> truth = options.frames().truth().isPresent()
                    ? Optional.of(GroundTruth.open(options.frames().truth().get(), source))
                    : Optional.empty();
            truth.flatMap(GroundTruth::note).ifPresent(terminal::note);
            source.count()
                    .ifPresent(count -> shown.begin(new SeparationProgress.Size(
                            source.frameLength(),
                            count,
                            options.frames().window().orElse(count),
                            Optional.of(options.partForm()),
                            page.isPresent())));
            VideoSeparation.Summary summary;
            Writing writing;
            try (FrameParts parts = FrameParts.create(folder, source, colour, options.partForm())) {
                writing = new Writing(parts, source, page.isPresent());
                summary = truth.isPresent()
                        ? video.separate(source, truth.get(), writing)
                        : video.separate(source, writing);
                parts.finish();
            }
            source.warning().ifPresent(terminal::note);
            writeFactors(folder, summary, source, region);
            if (page.isPresent()) {
                report(page.get(), summary, writing.player, timings(summary, writing, Seconds.since(began)));
            }
            return summary(summary, source, began);
        } catch (IllegalArgumentException e) {
            throw new InputException(options.input() + ": " + e.getMessage());
        }
    }

    /** Writes the frames as they are separated; draws the first window for the page. */
    private final class Writing implements VideoSeparation.Output {
        private final FrameParts parts;
        private final FrameSource source;
        private final boolean draws;
        private SeparationReport.Video player; // of the first window; null without a page
        private int first; // the number of the first frame of the window, from 0
        private double drawingSeconds;
        private double writingSeconds;

        Writing(FrameParts parts, FrameSource source, boolean draws) {
            this.parts = parts;
            this.source = source;
            this.draws = draws;
        }

        @Override
        public void begin(SeparatedFrames window) {
            boolean isDrawn = draws && player == null;
            shown.separated(window.first() + 1, window.count(), isDrawn);
            first = window.first();
            if (isDrawn) {
                long start = System.nanoTime();
                player = FramePlayer.of(window, source, options.frames().color());
                drawingSeconds = Seconds.since(start);
            }
        }

        @Override
        public void accept(int number, SeparatedFrames.Frame frame) throws IOException {
            long start = System.nanoTime();
            parts.write(frame, source.name(number));
            shown.written(number + 1, number + 1 - first);
            interruption.noteProgress();
            writingSeconds += Seconds.since(start);
        }
    }

    private static Map<String, Double> timings(VideoSeparation.Summary summary, Writing writing, double seconds) {
        double separating = summary.windows().stream()
                .map(window -> window.path().get(window.path().size() - 1))
                .mapToDouble(stage -> stage.step().seconds())
                .sum();
        Map<String, Double> timings = new LinkedHashMap<>();
        timings.put("reading", seconds - separating - writing.drawingSeconds - writing.writingSeconds);
        timings.put("separating", separating);
        timings.put("this page", writing.drawingSeconds);
        timings.put("writing", writing.writingSeconds);
        return timings;
    }

    /** @param region which pixels are looked at; null for all */
    private VideoSeparation video(Separation separation, boolean[] region) {
        VideoSeparation video =
                VideoSeparation.by(separation).withCleaning(!options.frames().rawMask());
        video = options.frames().window().isPresent()
                ? video.withWindow(options.frames().window().get())
                : video;
        video = options.threshold().isPresent()
                ? video.withThreshold(options.threshold().get())
                : video;
        return region == null ? video : video.withRegion(region);
    }

    /** Checks the rank against the number of images. That of a video is not checked: what it says of itself may be wrong. */
    private void requireRank(FrameSource source) {
        if (options.fit().rank().isEmpty() || !Files.isDirectory(options.input().given())) {
            return;
        }
        int frames = source.count().orElse(Integer.MAX_VALUE);
        int most = Math.min(
                source.frameLength(), Math.min(frames, options.frames().window().orElse(frames)));
        if (options.fit().rank().get() > most) {
            throw new UsageException("--rank must be between 1 and " + most + " (" + Words.count(most, "frame")
                    + "), got " + options.fit().rank().get());
        }
    }

    /** Checks before anything is read that the frames fit into memory. */
    private void requireMemory(VideoSeparation video, FrameSource source) {
        long needed = video.memory(source);
        long most = Runtime.getRuntime().maxMemory();
        if (needed > MOST_MEMORY * most) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "%s: the frames take %.1f GB, the JVM may use %.1f GB; give it more (RUNG_JAVA_OPTIONS=-Xmx%dg),"
                            + " or use --window %d, or a smaller --size",
                    options.input(),
                    needed / 1e9,
                    most / 1e9,
                    (long) Math.ceil(needed / MOST_MEMORY / 1e9),
                    Math.max(2, (int) (MOST_MEMORY / 2 * most / source.frameLength()))));
        }
    }

    /**
     * Writes U of the last window, zero where the pixels were not looked at, and V of its frames.
     *
     * @param region which pixels are looked at; null for all
     */
    private static void writeFactors(
            OutputFolder folder, VideoSeparation.Summary summary, FrameSource source, boolean[] region)
            throws IOException {
        List<Separation.Separated> windows = summary.windows();
        LowRankMatrix last = windows.get(windows.size() - 1).low();
        int r = last.rank();
        int pixels = source.width() * source.height();
        int[] rows = new int[source.frameLength()]; // of U, for each row of the frames; −1 outside of the region
        for (int i = 0, row = 0; i < rows.length; i++) {
            rows[i] = region == null || region[i % pixels] ? row++ : -1;
        }
        Matrix left = last.left();
        Matrix right = last.right();
        TableFile.write(folder.file("left.npy"), rows.length, r, (i, c) -> rows[i] < 0 ? 0 : left.get(rows[i], c));
        TableFile.write(folder.file("right.npy"), right.rows(), r, right::get);
    }

    private void report(
            Path page, VideoSeparation.Summary summary, SeparationReport.Video shown, Map<String, Double> timings)
            throws IOException {
        Separation.Separated first = summary.first();
        SeparationReport.Video video = new SeparationReport.Video(
                shown.width(),
                shown.height(),
                shown.first(),
                summary.frames(),
                shown.player(),
                summary.windows().size() == 1 ? shown.note() : ("The first window is shown. " + shown.note()).strip(),
                summary.shares());
        List<SeparationReport.MaskScore> scores = new ArrayList<>();
        if (summary.scores().isPresent()) {
            VideoSeparation.Scores all = summary.scores().get();
            SeparationReport.MaskScore plain = score("as found", all.plain(), all.plainThreshold());
            SeparationReport.MaskScore cleaned = score("cleaned", all.cleaned(), all.cleanedThreshold());
            scores.addAll(
                    options.frames().rawMask()
                            ? List.of(plain, cleaned)
                            : List.of(cleaned, plain)); // as written, first
            scores.add(score(
                    "best single threshold", all.best().score(), all.best().threshold()));
        }
        SeparationReport.write(
                page,
                new SeparationReport.Input(
                        options.input().name(),
                        video,
                        new SeparationReport.Result(
                                first.low().rank(),
                                first.delta(),
                                summary.threshold(),
                                Arrays.stream(summary.shares()).average().orElse(0),
                                first.low().singularValues(),
                                histogram(summary.magnitudes())),
                        options.given(),
                        timings,
                        SeparationReport.steps(first.path()),
                        scores,
                        options.provenance()));
    }

    private static SeparationReport.MaskScore score(String range, Score score, double threshold) {
        return new SeparationReport.MaskScore(range, score.f(), score.precision(), score.recall(), threshold);
    }

    /** Joins every four counts of magnitudes into one, up to the last that is not 0. */
    private static Histogram histogram(long[] magnitudes) {
        long[] counts = new long[magnitudes.length / 4];
        int used = 1;
        for (int k = 0; k < magnitudes.length; k++) {
            counts[k / 4] += magnitudes[k];
            used = magnitudes[k] > 0 ? k / 4 + 1 : used;
        }
        double[] edges = new double[used + 1];
        Arrays.setAll(edges, k -> k);
        return new Histogram(edges, Arrays.copyOf(counts, used));
    }

    private SeparationSummary summary(VideoSeparation.Summary summary, FrameSource source, long began) {
        Separation.Separated first = summary.first();
        double share = Arrays.stream(summary.shares()).average().orElse(0);
        Map<String, Object> facts = SeparationSummary.facts(options, first);
        facts.put("stopped", summary.stopped());
        facts.put("frames", summary.frames());
        facts.put("width", source.width());
        facts.put("height", source.height());
        facts.put("channels", source.channels());
        facts.put("windows", summary.windows().size());
        facts.put("threshold", summary.threshold());
        facts.put("share", share);
        List<String> sentences = new ArrayList<>();
        sentences.add(Words.count(summary.frames(), "frame") + " of " + source.width() + "×" + source.height() + ", "
                + SeparationSummary.sentence(options, first));
        sentences.add(String.format(
                Locale.ROOT,
                "%.2f %% of the pixels are foreground: |S| above %s%s",
                100 * share,
                NumberText.general(summary.threshold()),
                options.frames().rawMask() ? "" : ", cleaned"));
        summary.scores().ifPresent(all -> scores(all, facts, sentences));
        facts.put("seconds", Seconds.since(began));
        facts.put("output", options.output().toString());
        facts.put("trace", SeparationSummary.trace(first.path()));
        sentences.addAll(SeparationSummary.lastLines(options, Seconds.since(began)));
        return new SeparationSummary(facts, sentences);
    }

    private void scores(VideoSeparation.Scores scores, Map<String, Object> facts, List<String> sentences) {
        Score written = options.frames().rawMask() ? scores.plain() : scores.cleaned();
        facts.put("f", written.f());
        facts.put("precision", written.precision());
        facts.put("recall", written.recall());
        facts.put("scoredFrames", scores.frames());
        facts.put("best", score(scores.best().score(), scores.best().threshold()));
        facts.put("mask", score(scores.plain(), scores.plainThreshold()));
        facts.put("cleanedMask", score(scores.cleaned(), scores.cleanedThreshold()));
        sentences.add("against the truth of " + Words.count(scores.frames(), "frame") + ":");
        sentences.add(line(
                "best single threshold", scores.best().score(), scores.best().threshold()));
        sentences.add(line("threshold found, as it is", scores.plain(), scores.plainThreshold()));
        sentences.add(line("threshold found, cleaned", scores.cleaned(), scores.cleanedThreshold()));
    }

    private static Map<String, Object> score(Score score, double threshold) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("f", score.f());
        facts.put("precision", score.precision());
        facts.put("recall", score.recall());
        facts.put("threshold", threshold);
        return facts;
    }

    private static String line(String name, Score score, double threshold) {
        return String.format(
                Locale.ROOT,
                "  %-27s F %s  precision %s  recall %s  (|S| above %s)",
                name,
                NumberText.error(score.f()),
                NumberText.error(score.precision()),
                NumberText.error(score.recall()),
                NumberText.general(threshold));
    }
}
