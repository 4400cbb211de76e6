package rung.video;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rung.LowRankMatrix;
import rung.data.Tiles;

/** A window of consecutive frames that were separated at once. */
public final class SeparatedFrames {
    private final int width;
    private final int height;
    private final int channels;
    private final Tiles tiles;
    private final int[] rows; // which elements of a frame the rows of the tiles are; null for all
    private final double[] left;
    private final double[] right;
    private final int rank;
    private final int first;
    private final double threshold;
    private final boolean cleaned;

    SeparatedFrames(
            FrameSource source,
            Tiles tiles,
            LowRankMatrix low,
            int[] rows,
            int first,
            double threshold,
            boolean cleaned) {
        this.width = source.width();
        this.height = source.height();
        this.channels = source.channels();
        this.tiles = tiles;
        this.rows = rows;
        this.left = low.left().array();
        this.right = low.right().array();
        this.rank = low.rank();
        this.first = first;
        this.threshold = threshold;
        this.cleaned = cleaned;
    }

    /**
     * The number of the first frame among all.
     *
     * @return the number, from 0
     */
    public int first() {
        return first;
    }

    /**
     * The number of frames.
     *
     * @return the number
     */
    public int count() {
        return tiles.columns();
    }

    /**
     * A separated frame.
     *
     * @param k the frame, from 0 within this window
     * @return its parts
     */
    public Frame frame(int k) {
        float[] entries = new float[tiles.rows()];
        tiles.column(k, entries);
        byte[] original = new byte[width * height * channels];
        float[] low = new float[original.length];
        float[] sparse = new float[original.length];
        for (int i = 0; i < entries.length; i++) {
            double level = 0;
            for (int c = 0; c < rank; c++) {
                level += left[i * rank + c] * right[k * rank + c];
            }
            int at = rows == null ? i : rows[i];
            original[at] = (byte) entries[i];
            low[at] = (float) level;
            sparse[at] = (float) (entries[i] - level);
        }
        return new Frame(original, low, sparse);
    }

    /** Is given the frames. */
    @FunctionalInterface
    interface Visitor {
        void visit(int k, Frame frame) throws IOException;
    }

    /** Visits all frames in order, while the next ones are made on other threads. */
    void forEach(int threads, Visitor visitor) throws IOException {
        ExecutorService makers = Executors.newFixedThreadPool(threads);
        try {
            Deque<Future<Frame>> ahead = new ArrayDeque<>();
            for (int next = 0, k = 0; k < count(); k++) {
                for (; next < count() && next < k + 2 * threads; next++) {
                    int number = next;
                    ahead.add(makers.submit(() -> {
                        Frame frame = frame(number);
                        frame.mask();
                        return frame;
                    }));
                }
                visitor.visit(k, ahead.remove().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while frames were made");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            makers.shutdownNow();
        }
    }

    private static byte[] rounded(float[] levels) {
        byte[] bytes = new byte[levels.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.min(255, Math.max(0, Math.round(levels[i])));
        }
        return bytes;
    }

    /** One frame. Arrays are not copied. */
    public final class Frame {
        private final byte[] original;
        private final float[] low;
        private final float[] sparse;
        private final float[] magnitudes;
        private boolean[] mask;

        private Frame(byte[] original, float[] low, float[] sparse) {
            this.original = original;
            this.low = low;
            this.sparse = sparse;
            this.magnitudes = new float[width * height];
            for (int from = 0; from < sparse.length; from += magnitudes.length) {
                for (int i = 0; i < magnitudes.length; i++) {
                    magnitudes[i] = Math.max(magnitudes[i], Math.abs(sparse[from + i]));
                }
            }
        }

        /**
         * The frame as it was read; black where nothing was looked at.
         *
         * @return a byte for each pixel and channel, planar
         */
        public byte[] original() {
            return original;
        }

        /**
         * The background L.
         *
         * @return a level for each pixel and channel, planar
         */
        public float[] low() {
            return low;
        }

        /**
         * The rest S = M − L.
         *
         * @return a level for each pixel and channel, planar
         */
        public float[] sparse() {
            return sparse;
        }

        /**
         * The background L, rounded.
         *
         * @return a byte for each pixel and channel, planar
         */
        public byte[] background() {
            return rounded(low);
        }

        /**
         * The absolute rest |S|, rounded.
         *
         * @return a byte for each pixel and channel, planar
         */
        public byte[] foreground() {
            byte[] bytes = new byte[sparse.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Math.min(255, Math.round(Math.abs(sparse[i])));
            }
            return bytes;
        }

        /**
         * The largest |S| of each pixel over its channels.
         *
         * @return a level for each pixel
         */
        public float[] magnitudes() {
            return magnitudes;
        }

        /**
         * The pixels that are foreground.
         *
         * @return true for foreground
         */
        public boolean[] mask() {
            if (mask == null) {
                mask = cleaned ? cleaned(threshold) : above(threshold);
            }
            return mask;
        }

        /**
         * The mask as a grey frame.
         *
         * @return 255 for foreground, else 0
         */
        public byte[] maskPixels() {
            byte[] pixels = new byte[magnitudes.length];
            boolean[] isForeground = mask();
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = (byte) (isForeground[i] ? 255 : 0);
            }
            return pixels;
        }

        /**
         * The part of the frame that is foreground.
         *
         * @return the part, from 0 to 1
         */
        public double share() {
            int count = 0;
            for (boolean isForeground : mask()) {
                count += isForeground ? 1 : 0;
            }
            return (double) count / magnitudes.length;
        }

        boolean[] above(double level) {
            boolean[] above = new boolean[magnitudes.length];
            for (int i = 0; i < above.length; i++) {
                above[i] = magnitudes[i] > level;
            }
            return above;
        }

        boolean[] cleaned(double level) {
            int window = 2 * (int) (Math.sqrt(Math.min(width, height)) / 4) + 1; // 5 of 120 pixels, 7 of 240
            boolean[] clean = MaskCleaning.majority(above(level), width, height, window);
            return MaskCleaning.filled(MaskCleaning.withoutSmall(clean, width, height, window * window), width, height);
        }
    }
}
