package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rung.LowRankMatrix;
import rung.data.Tiles;

/** Grey frames in memory, and what truly moves in each, for comparing methods. */
public final class Clip {
    private final Size size;
    private final List<byte[]> frames;
    private final List<byte[]> truth;

    private Clip(Size size, List<byte[]> frames, List<byte[]> truth) {
        this.size = size;
        this.frames = List.copyOf(frames);
        this.truth = List.copyOf(truth);
    }

    /**
     * Reads frames and masks; every frame must have a mask.
     *
     * @param input the frames: a video or a folder of images
     * @param masks the folder of masks
     * @param size the size to which frames and masks are resized
     * @return the clip
     * @throws IOException if reading fails
     */
    public static Clip read(Path input, Path masks, Size size) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        List<byte[]> truth = new ArrayList<>();
        try (FrameSource source = Frames.open(input, Frames.Colour.GREY, size)) {
            GroundTruth found = GroundTruth.open(masks, source);
            byte[] frame = new byte[source.frameLength()];
            while (source.read(frame)) {
                truth.add(found.frame(frames.size()).orElseThrow());
                frames.add(frame.clone());
            }
        }
        return new Clip(size, frames, truth);
    }

    /**
     * The size of a frame.
     *
     * @return the size
     */
    public Size size() {
        return size;
    }

    /**
     * The number of frames.
     *
     * @return the number
     */
    public int count() {
        return frames.size();
    }

    /**
     * One of the frames.
     *
     * @param frame its number, from 0
     * @return a copy, one byte for each pixel
     */
    public byte[] frame(int frame) {
        return frames.get(frame).clone();
    }

    /**
     * What truly moves in a frame, as {@link GroundTruth} gives it.
     *
     * @param frame its number, from 0
     * @return a copy, one byte for each pixel
     */
    public byte[] truth(int frame) {
        return truth.get(frame).clone();
    }

    /**
     * The first frames alone.
     *
     * @param count the number of frames
     * @return a shorter clip
     */
    public Clip first(int count) {
        return new Clip(size, frames.subList(0, count), truth.subList(0, count));
    }

    /**
     * The frames as the columns of a matrix. If more are asked for than there are, it begins again with the first.
     *
     * @param count the number of columns
     * @return the matrix, with a row for each pixel
     */
    public Tiles tiles(int count) {
        Tiles.Builder builder = Tiles.ofBytes(frames.get(0).length).expecting(count);
        for (int j = 0; j < count; j++) {
            builder.add(frames.get(j % frames.size()));
        }
        return builder.build();
    }

    /**
     * The distance of each pixel of a frame from a background.
     *
     * @param background the background, a column for each frame
     * @param frame the frame, from 0
     * @return the distances, in grey levels
     */
    public float[] magnitudes(LowRankMatrix background, int frame) {
        double[] column = background.column(frame);
        float[] magnitudes = new float[column.length];
        for (int i = 0; i < magnitudes.length; i++) {
            magnitudes[i] = (float) Math.abs((frames.get(frame)[i] & 0xff) - column[i]);
        }
        return magnitudes;
    }

    /**
     * Finds the threshold that separates best what moves from a background, in all frames.
     *
     * @param background the background, a column for each frame
     * @return the threshold and its score
     */
    public ScoreCurve.Point best(LowRankMatrix background) {
        ScoreCurve curve = new ScoreCurve();
        for (int j = 0; j < frames.size(); j++) {
            curve.add(magnitudes(background, j), truth.get(j));
        }
        return curve.best();
    }
}
