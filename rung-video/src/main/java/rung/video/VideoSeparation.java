package rung.video;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.file.FormatException;
import rung.separation.Separation;

/**
 * Separates the frames of a video into background and foreground: M = L + S with a row for each pixel and channel and a column
 * for each frame, where L is of low rank, and the foreground is where |S| exceeds a threshold.
 *
 * <p>Frames are kept as bytes. A video longer than memory is separated in windows of frames; what is known of the background is
 * carried along. Immutable: each {@code with…} returns a changed copy.
 */
public final class VideoSeparation {
    /**
     * The threshold as a multiple of the typical residual. Compression, leaves and flicker reach far beyond noise: on highway
     * the best one is 14.2 times the typical residual at 160×120 and 13.9 times at 320×240.
     */
    public static final double THRESHOLD = 15;

    /** The threshold for masks that are cleaned, which removes what is scattered; on highway the best ones are 8.8 and 8.7. */
    public static final double CLEANED_THRESHOLD = 9;

    /** In grey levels: where frames are exactly of low rank, rounding must not become foreground. */
    private static final double LEAST_THRESHOLD = 1;

    private final Separation separation;
    private final int window;
    private final OptionalDouble threshold; // empty if it is to be found
    private final boolean cleaned;
    private final boolean[] region; // null for all pixels

    private VideoSeparation(
            Separation separation, int window, OptionalDouble threshold, boolean cleaned, boolean[] region) {
        if (window < 2) {
            throw new IllegalArgumentException("window must be at least 2 frames, got " + window);
        }
        this.separation = separation;
        this.window = window;
        this.threshold = threshold;
        this.cleaned = cleaned;
        this.region = region;
    }

    /**
     * Separates all frames at once, with a cleaned mask whose threshold is found.
     *
     * @param separation how the matrix of frames is separated
     * @return the separation of videos
     */
    public static VideoSeparation by(Separation separation) {
        return new VideoSeparation(separation, Integer.MAX_VALUE, OptionalDouble.empty(), true, null);
    }

    /**
     * Sets how many frames are separated at once.
     *
     * @param frames the number of frames, at least 2
     * @return a changed copy
     */
    public VideoSeparation withWindow(int frames) {
        return new VideoSeparation(separation, frames, threshold, cleaned, region);
    }

    /**
     * Sets the threshold: foreground is where |S| is above it.
     *
     * @param level the threshold, in grey levels
     * @return a changed copy
     */
    public VideoSeparation withThreshold(double level) {
        if (!(level >= 0)) {
            throw new IllegalArgumentException("threshold must not be negative, got " + level);
        }
        return new VideoSeparation(separation, window, OptionalDouble.of(level), cleaned, region);
    }

    /**
     * Sets whether masks are cleaned: the majority of a neighborhood decides, specks are removed, holes are filled.
     *
     * @param isCleaned whether they are
     * @return a changed copy
     */
    public VideoSeparation withCleaning(boolean isCleaned) {
        return new VideoSeparation(separation, window, threshold, isCleaned, region);
    }

    /**
     * Looks at some pixels only; the others are zero in both parts.
     *
     * @param pixels for each pixel whether it is looked at; copied
     * @return a changed copy
     */
    public VideoSeparation withRegion(boolean[] pixels) {
        return new VideoSeparation(separation, window, threshold, cleaned, pixels.clone());
    }

    /** Takes the separated frames, in order. */
    public interface Output {
        /**
         * Is called when a window has been separated; its frames follow.
         *
         * @param window the window
         * @throws IOException if its frames cannot be taken
         */
        default void begin(SeparatedFrames window) throws IOException {}

        /**
         * Takes a frame.
         *
         * @param number the number of the frame among all, from 0
         * @param frame the separated frame
         * @throws IOException if it cannot be taken
         */
        void accept(int number, SeparatedFrames.Frame frame) throws IOException;
    }

    /**
     * How the foreground compares with the truth.
     *
     * @param frames the number of frames that were compared
     * @param best the best single threshold on |S|, and its score
     * @param plainThreshold the threshold that was found for masks that are not cleaned
     * @param plain the score of these masks
     * @param cleanedThreshold the threshold that was found for cleaned masks
     * @param cleaned the score of these masks
     */
    public record Scores(
            int frames,
            ScoreCurve.Point best,
            double plainThreshold,
            Score plain,
            double cleanedThreshold,
            Score cleaned) {}

    /**
     * The result of a separation.
     *
     * @param frames the number of frames
     * @param windows the result of each window; L is kept of the first and the last only
     * @param threshold the threshold on |S| of the masks as they are written, in grey levels
     * @param shares the part of each frame that is foreground
     * @param magnitudes the number of entries of S in each step of {@link ScoreCurve#STEP} of |S|, the last for all above
     * @param scores how the foreground compares with the truth; empty if the truth is not known
     */
    public record Summary(
            int frames,
            List<Separation.Separated> windows,
            double threshold,
            double[] shares,
            long[] magnitudes,
            Optional<Scores> scores) {
        /** Copies the lists and arrays. */
        public Summary {
            windows = List.copyOf(windows);
            shares = shares.clone();
            magnitudes = magnitudes.clone();
        }

        /**
         * The part of each frame that is foreground.
         *
         * @return a copy
         */
        @Override
        public double[] shares() {
            return shares.clone();
        }

        /**
         * The number of entries of S in each step of {@link ScoreCurve#STEP} of |S|, the last for all above.
         *
         * @return a copy
         */
        @Override
        public long[] magnitudes() {
            return magnitudes.clone();
        }

        /**
         * The result of the first window, whose rank and δ the others share.
         *
         * @return the result
         */
        public Separation.Separated first() {
            return windows.get(0);
        }

        /**
         * Whether the separation was stopped before its end.
         *
         * @return true if it was
         */
        public boolean stopped() {
            return windows.stream().anyMatch(Separation.Separated::stopped);
        }
    }

    /**
     * Separates the frames of a source.
     *
     * @param source the frames
     * @param output takes the separated frames
     * @return the result, without scores
     * @throws IOException if frames cannot be read or taken
     */
    public Summary separate(FrameSource source, Output output) throws IOException {
        return new Run(source, Optional.empty(), output).separate();
    }

    /**
     * Separates the frames of a source, and compares the foreground with the truth.
     *
     * @param source the frames
     * @param truth what truly moves
     * @param output takes the separated frames
     * @return the result
     * @throws IOException if frames cannot be read or taken
     */
    public Summary separate(FrameSource source, GroundTruth truth, Output output) throws IOException {
        return new Run(source, Optional.of(truth), output).separate();
    }

    /**
     * The memory that the frames of a window take at once.
     *
     * @param source the frames
     * @return the memory in bytes; 0 if the number of frames is not known
     */
    public long memory(FrameSource source) {
        int frames = Math.min(window, source.count().orElse(0));
        return Tiles.memory(source.frameLength(), frames, true);
    }

    /** The work on one source. */
    private final class Run {
        private final FrameSource source;
        private final Optional<GroundTruth> truth;
        private final Output output;
        private final int[] rows; // of the pixels that are looked at; null for all
        private final List<Separation.Separated> windows = new ArrayList<>();
        private final ScoreCurve curve = new ScoreCurve();
        private final long[] magnitudes = new long[(int) (256 / ScoreCurve.STEP)];
        private double[] shares = new double[0];
        private double plainLevel;
        private double cleanLevel;
        private Score plain = Score.NONE;
        private Score clean = Score.NONE;
        private int scored;
        private int frames;

        Run(FrameSource source, Optional<GroundTruth> truth, Output output) {
            this.source = source;
            this.truth = truth;
            this.output = output;
            this.rows = region == null ? null : rows();
        }

        Summary separate() throws IOException {
            byte[] frame = new byte[source.frameLength()];
            boolean isMore = source.read(frame);
            if (!isMore) {
                throw new FormatException(source.description() + ": there is no frame in it");
            }
            while (isMore
                    && (windows.isEmpty() || !windows.get(windows.size() - 1).stopped())) {
                Tiles.Builder builder = Tiles.ofBytes(rows == null ? frame.length : rows.length);
                source.count().ifPresent(count -> builder.expecting(Math.max(1, Math.min(window, count - frames))));
                do {
                    builder.add(chosen(frame));
                    isMore = source.read(frame);
                } while (isMore && builder.columns() < window);
                one(builder.build());
            }
            return new Summary(
                    frames,
                    List.copyOf(windows),
                    level(),
                    shares,
                    magnitudes,
                    truth.map(known -> new Scores(scored, curve.best(), plainLevel, plain, cleanLevel, clean)));
        }

        /** Separates a window. */
        private void one(Tiles tiles) throws IOException {
            Separation.Separated separated = windows.isEmpty()
                    ? separation.separate(tiles)
                    : separation.separate(tiles, windows.get(windows.size() - 1));
            int last = windows.size() - 1;
            if (last >= 0) {
                windows.set(
                        last, last == 0 ? without(windows.get(0), windows.get(0).low()) : dropped(windows.get(last)));
            }
            windows.add(separated);
            if (windows.size() == 1) {
                plainLevel = threshold.orElse(Math.max(LEAST_THRESHOLD, THRESHOLD * separated.scale()));
                cleanLevel = threshold.orElse(Math.max(LEAST_THRESHOLD, CLEANED_THRESHOLD * separated.scale()));
            }
            SeparatedFrames window =
                    new SeparatedFrames(source, tiles, separated.low(), rows, frames, level(), cleaned);
            shares = Arrays.copyOf(shares, frames + window.count());
            output.begin(window);
            window.forEach(separation.threads(), (k, frame) -> {
                shares[frames + k] = frame.share();
                count(frame.magnitudes());
                score(frames + k, frame);
                output.accept(frames + k, frame);
            });
            frames += window.count();
        }

        /** Without what only the next window needs. */
        private static Separation.Separated without(Separation.Separated window, LowRankMatrix low) {
            return new Separation.Separated(
                    low, window.delta(), window.scale(), window.path(), window.stopped(), Optional.empty());
        }

        /** Without L as well: memory must not grow with the number of windows. */
        private static Separation.Separated dropped(Separation.Separated window) {
            return without(window, LowRankMatrix.zero(1, 1));
        }

        private double level() {
            return cleaned ? cleanLevel : plainLevel;
        }

        private void count(float[] frame) {
            for (float magnitude : frame) {
                magnitudes[Math.min(magnitudes.length - 1, (int) (magnitude / ScoreCurve.STEP))]++;
            }
        }

        private void score(int index, SeparatedFrames.Frame frame) throws IOException {
            Optional<byte[]> known = truth.isPresent() ? truth.get().frame(index) : Optional.empty();
            if (known.isPresent()) {
                byte[] truths = known.get();
                if (region != null) {
                    for (int i = 0; i < truths.length; i++) {
                        truths[i] = region[i] ? truths[i] : GroundTruth.NOT_SCORED;
                    }
                }
                scored++;
                curve.add(frame.magnitudes(), truths);
                plain = plain.plus(Score.of(frame.above(plainLevel), truths));
                clean = clean.plus(Score.of(frame.cleaned(cleanLevel), truths));
            }
        }

        private byte[] chosen(byte[] frame) {
            if (rows == null) {
                return frame;
            }
            byte[] chosen = new byte[rows.length];
            for (int k = 0; k < rows.length; k++) {
                chosen[k] = frame[rows[k]];
            }
            return chosen;
        }

        private int[] rows() {
            int pixels = source.width() * source.height();
            if (region.length != pixels) {
                throw new IllegalArgumentException(
                        "the region must have " + pixels + " pixels like the frames, got " + region.length);
            }
            int[] all = new int[source.frameLength()];
            int count = 0;
            for (int i = 0; i < all.length; i++) {
                if (region[i % pixels]) {
                    all[count++] = i;
                }
            }
            if (count == 0) {
                throw new IllegalArgumentException("the region must have at least one pixel, got none");
            }
            return Arrays.copyOf(all, count);
        }
    }
}
