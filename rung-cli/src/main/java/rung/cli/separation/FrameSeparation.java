package rung.cli.separation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rung.LowRankMatrix;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.Choice;
import rung.cli.terminal.InputException;
import rung.cli.terminal.Interruption;
import rung.cli.terminal.Seconds;
import rung.cli.terminal.Terminal;
import rung.cli.terminal.Words;
import rung.file.numpy.NumpyRowWriter;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.page.FrameImages;
import rung.page.Histogram;
import rung.page.NumberText;
import rung.separation.Separation;
import rung.video.FrameSink;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.GroundTruth;
import rung.video.Score;
import rung.video.SeparatedFrames;
import rung.video.Size;
import rung.video.VideoSeparation;

/** {@code rung separate} of a video or a folder of images. */
final class FrameSeparation {
    /** Of the heap, for the frames; factors, work space and what is written need the rest. */
    private static final double MOST_MEMORY = 0.8;

    /** Images have no rate of their own. */
    private static final double RATE = 25;

    private static final List<String> NAMES = List.of("background", "foreground", "mask");

    private final Separate command;
    private final Terminal terminal;
    private final Interruption interruption;
    private boolean[] looked; // at which pixels; null for all
    private SeparationReport.Video shown; // on the page
    private double drawing;
    private double writing;

    FrameSeparation(Separate command, Terminal terminal, Interruption interruption) {
        this.command = command;
        this.interruption = interruption;
        this.terminal = terminal;
    }

    /** What is written, besides the factors. */
    static List<String> names(Separate command) {
        PartForm form = command.form();
        return NAMES.stream()
                .map(name -> form == PartForm.FRAMES ? name : name + "." + Choice.word(form))
                .toList();
    }

    Separate.Result run(Separation separation, OutputFolder folder, long began) throws IOException {
        Frames.Colour colour = command.color ? Frames.Colour.COLOUR : Frames.Colour.GREY;
        try (FrameSource source = Frames.open(command.input, colour, command.size())) {
            VideoSeparation video = video(separation, source);
            terminal.stage("%s", source.description());
            requireRank(source);
            requireMemory(video, source);
            GroundTruth truth = command.truth == null ? null : GroundTruth.open(command.truth, source);
            VideoSeparation.Summary summary;
            try (Parts parts = parts(folder, source, colour)) {
                summary = video.separate(source, truth, new VideoSeparation.Output() {
                    @Override
                    public void begin(SeparatedFrames window) {
                        terminal.stage(
                                "frames %d to %d separated (%.1f s)",
                                window.first() + 1, window.first() + window.count(), Seconds.since(began));
                        if (command.report != null && shown == null) {
                            long start = System.nanoTime();
                            shown = player(window, source);
                            drawing = Seconds.since(start);
                        }
                    }

                    @Override
                    public void accept(int number, SeparatedFrames.Frame frame) throws IOException {
                        long start = System.nanoTime();
                        parts.write(frame);
                        terminal.pulse("frame %d written", number + 1);
                        interruption.noteProgress();
                        writing += Seconds.since(start);
                    }
                });
                parts.finish();
            }
            source.warning().ifPresent(terminal::note);
            factors(folder, summary, source);
            Map<String, Double> timings = new LinkedHashMap<>();
            double separating = summary.windows().stream()
                    .map(window -> window.path().get(window.path().size() - 1))
                    .mapToDouble(stage -> Seconds.of(stage.elapsed()))
                    .sum();
            timings.put("reading", Seconds.since(began) - separating - drawing - writing);
            timings.put("separating", separating);
            timings.put("this page", drawing);
            timings.put("writing", writing);
            if (command.report != null) {
                report(summary, timings);
            }
            return result(summary, source, began);
        } catch (IllegalArgumentException e) {
            throw new InputException(command.input + ": " + e.getMessage());
        }
    }

    private VideoSeparation video(Separation separation, FrameSource source) throws IOException {
        VideoSeparation video = VideoSeparation.by(separation).withCleaning(!command.rawMask);
        video = command.window == null ? video : video.withWindow(command.window);
        video = command.threshold == null ? video : video.withThreshold(command.threshold);
        if (command.region == null) {
            return video;
        }
        looked = Frames.region(command.region, source);
        return video.withRegion(looked);
    }

    /** How many images there are is known; what a video tells of itself need not be true. */
    private void requireRank(FrameSource source) {
        if (command.rank == null || !Files.isDirectory(command.input)) {
            return;
        }
        int frames = source.count().orElse(Integer.MAX_VALUE);
        int most = Math.min(source.frameLength(), command.window == null ? frames : Math.min(frames, command.window));
        if (command.rank > most) {
            throw command.usage("--rank must be between 1 and " + most + " (" + Words.count(most, "frame") + "), got "
                    + command.rank);
        }
    }

    /** Says before anything is read that it will not fit. */
    private void requireMemory(VideoSeparation video, FrameSource source) {
        long needed = video.memory(source);
        long most = Runtime.getRuntime().maxMemory();
        if (needed > MOST_MEMORY * most) {
            throw new InputException(String.format(
                    Locale.ROOT,
                    "%s: the frames take %.1f GB, the JVM may use %.1f GB; give it more (RUNG_JAVA_OPTIONS=-Xmx%dg),"
                            + " or use --window %d, or a smaller --size",
                    command.input,
                    needed / 1e9,
                    most / 1e9,
                    (long) Math.ceil(needed / MOST_MEMORY / 1e9),
                    Math.max(2, (int) (MOST_MEMORY / 2 * most / source.frameLength()))));
        }
    }

    /** Background, foreground and mask, written frame by frame. */
    private interface Parts extends AutoCloseable {
        void write(SeparatedFrames.Frame frame) throws IOException;

        void finish() throws IOException;

        @Override
        void close() throws IOException;
    }

    private Parts parts(OutputFolder folder, FrameSource source, Frames.Colour colour) throws IOException {
        PartForm form = command.form();
        return form == PartForm.NPY
                ? new NumberArrays(folder, source)
                : new Pictures(folder, source, colour, form == PartForm.FRAMES ? "" : "." + Choice.word(form));
    }

    /** As videos or folders of images. */
    private static final class Pictures implements Parts {
        private final List<FrameSink> sinks = new ArrayList<>();
        private final ExecutorService writers = Executors.newFixedThreadPool(NAMES.size());

        Pictures(OutputFolder folder, FrameSource source, Frames.Colour colour, String ending) throws IOException {
            Size size = new Size(source.width(), source.height());
            for (String name : NAMES) {
                Frames.Colour own = name.equals("mask") ? Frames.Colour.GREY : colour;
                sinks.add(Frames.create(folder.file(name + ending), size, own, rate(source), false));
            }
        }

        @Override
        public void write(SeparatedFrames.Frame frame) throws IOException {
            List<Future<?>> written = List.of(
                    writers.submit(() -> write(0, frame.background())),
                    writers.submit(() -> write(1, frame.foreground())),
                    writers.submit(() -> write(2, frame.maskPixels())));
            for (Future<?> one : written) {
                try {
                    one.get();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while frames were written");
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        throw failure;
                    }
                    throw new IllegalStateException(e.getCause());
                }
            }
        }

        private Void write(int sink, byte[] frame) throws IOException {
            sinks.get(sink).write(frame);
            return null;
        }

        @Override
        public void finish() throws IOException {
            for (FrameSink sink : sinks) {
                sink.finish();
            }
        }

        @Override
        public void close() throws IOException {
            writers.shutdownNow();
            for (FrameSink sink : sinks) {
                sink.close();
            }
        }
    }

    /** As arrays with a row for each frame: L, S with its sign, and the mask. */
    private static final class NumberArrays implements Parts {
        private final List<NumpyRowWriter> files = new ArrayList<>();

        NumberArrays(OutputFolder folder, FrameSource source) throws IOException {
            for (String name : NAMES) {
                int pixels = source.width() * source.height();
                files.add(new NumpyRowWriter(
                        folder.file(name + ".npy"), name.equals("mask") ? pixels : source.frameLength()));
            }
        }

        @Override
        public void write(SeparatedFrames.Frame frame) throws IOException {
            files.get(0).write(frame.low());
            files.get(1).write(frame.sparse());
            boolean[] mask = frame.mask();
            float[] numbers = new float[mask.length];
            for (int i = 0; i < mask.length; i++) {
                numbers[i] = mask[i] ? 1 : 0;
            }
            files.get(2).write(numbers);
        }

        @Override
        public void finish() throws IOException {
            for (NumpyRowWriter file : files) {
                file.finish();
            }
        }

        @Override
        public void close() throws IOException {
            for (NumpyRowWriter file : files) {
                file.close();
            }
        }
    }

    private static double rate(FrameSource source) {
        return Double.isNaN(source.rate()) ? RATE : source.rate();
    }

    /** U of the last window, zero where nothing was looked at, and V of its frames. */
    private void factors(OutputFolder folder, VideoSeparation.Summary summary, FrameSource source) throws IOException {
        List<Separation.Separated> windows = summary.windows();
        LowRankMatrix last = windows.get(windows.size() - 1).low();
        int r = last.rank();
        int pixels = source.width() * source.height();
        int[] rows = new int[source.frameLength()]; // of U, for each row of the frames; −1 where nothing was looked at
        for (int i = 0, row = 0; i < rows.length; i++) {
            rows[i] = looked == null || looked[i % pixels] ? row++ : -1;
        }
        Matrix left = last.left();
        Matrix right = last.right();
        TableFile.write(folder.file("left.npy"), rows.length, r, (i, c) -> rows[i] < 0 ? 0 : left.get(rows[i], c));
        TableFile.write(folder.file("right.npy"), right.rows(), r, right::get);
    }

    private SeparationReport.Video player(SeparatedFrames frames, FrameSource source) {
        FrameImages.Kind kind = command.color ? FrameImages.Kind.COLOR : FrameImages.Kind.GREY;
        Recent recent = new Recent(frames);
        FrameImages.Chosen chosen = new FrameImages(source.width(), source.height(), frames.count())
                .choose(List.of(
                        new FrameImages.Video(
                                "Original",
                                "The frame as it was read",
                                kind,
                                k -> recent.at(k).original()),
                        new FrameImages.Video(
                                "Background",
                                "What is left without the foreground",
                                kind,
                                k -> recent.at(k).background()),
                        new FrameImages.Video(
                                "Foreground",
                                "How much the frame differs from the background",
                                kind,
                                k -> recent.at(k).foreground()),
                        new FrameImages.Video(
                                "Mask",
                                "Which pixels are foreground",
                                FrameImages.Kind.MASK,
                                k -> recent.at(k).maskPixels())));
        return new SeparationReport.Video(
                source.width(),
                source.height(),
                (int) source.number(0).orElse(1),
                frames.count(),
                chosen.player(rate(source), k -> "frame " + source.number(k).orElse(k + 1L)),
                chosen.note(),
                new double[frames.count()]);
    }

    /** Keeps the frame that each thread asked for last, since all parts of it are asked for in turn. */
    private static final class Recent {
        private record Numbered(int k, SeparatedFrames.Frame frame) {}

        private final SeparatedFrames frames;
        private final ThreadLocal<Numbered> last = new ThreadLocal<>();

        Recent(SeparatedFrames frames) {
            this.frames = frames;
        }

        SeparatedFrames.Frame at(int k) {
            Numbered recent = last.get();
            if (recent == null || recent.k != k) {
                recent = new Numbered(k, frames.frame(k));
                last.set(recent);
            }
            return recent.frame;
        }
    }

    private void report(VideoSeparation.Summary summary, Map<String, Double> timings) throws IOException {
        Separation.Separated first = summary.first();
        SeparationReport.Video video = new SeparationReport.Video(
                shown.width(),
                shown.height(),
                shown.first(),
                summary.frames(),
                shown.player(),
                summary.windows().size() == 1 ? shown.note() : ("The first window is shown. " + shown.note()).strip(),
                summary.shares());
        List<SeparationReport.Score> scores = new ArrayList<>();
        if (summary.scores() != null) {
            VideoSeparation.Scores all = summary.scores();
            scores.add(score("at best", all.best().score(), all.best().threshold()));
            scores.add(score("as found", all.plain(), all.plainThreshold()));
            scores.add(score("cleaned", all.cleaned(), all.cleanedThreshold()));
        }
        SeparationReport.write(
                command.page,
                new SeparationReport.Input(
                        command.input.getFileName().toString(),
                        video,
                        new SeparationReport.Result(
                                first.low().rank(),
                                first.delta(),
                                summary.threshold(),
                                Arrays.stream(summary.shares()).average().orElse(0),
                                first.low().singularValues(),
                                histogram(summary.magnitudes())),
                        command.options(),
                        timings,
                        Separate.steps(first.path()),
                        scores,
                        command.provenance()));
    }

    private static SeparationReport.Score score(String range, Score score, double threshold) {
        return new SeparationReport.Score(range, score.f(), score.precision(), score.recall(), threshold);
    }

    /** Four counts in one, up to the last that is not empty. */
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

    private Separate.Result result(VideoSeparation.Summary summary, FrameSource source, long began) {
        Separation.Separated first = summary.first();
        double share = Arrays.stream(summary.shares()).average().orElse(0);
        Map<String, Object> facts = command.facts(first);
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
                + command.sentence(first));
        sentences.add(String.format(
                Locale.ROOT,
                "%.2f %% of the pixels are foreground: |S| above %s%s",
                100 * share,
                NumberText.general(summary.threshold()),
                command.rawMask ? "" : ", cleaned"));
        if (summary.scores() != null) {
            scores(summary.scores(), facts, sentences);
        }
        facts.put("seconds", Seconds.since(began));
        facts.put("output", command.output.toString());
        facts.put("trace", Separate.trace(first.path()));
        sentences.add(String.format(Locale.ROOT, "%s   (%.1f s)", command.output, Seconds.since(began)));
        return new Separate.Result(facts, sentences);
    }

    private static void scores(VideoSeparation.Scores scores, Map<String, Object> facts, List<String> sentences) {
        Score best = scores.best().score();
        facts.put("f", best.f());
        facts.put("precision", best.precision());
        facts.put("recall", best.recall());
        facts.put("bestThreshold", scores.best().threshold());
        facts.put("scoredFrames", scores.frames());
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
                "  %-27s F %.4f  precision %.4f  recall %.4f  (|S| above %s)",
                name,
                score.f(),
                score.precision(),
                score.recall(),
                NumberText.general(threshold));
    }
}
