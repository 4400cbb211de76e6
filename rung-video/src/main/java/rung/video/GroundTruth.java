package rung.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import rung.file.FormatException;

/**
 * What truly moves, by masks as changedetection.net draws them: 0 background, 50 shadow (background too), 85 and 170 not
 * scored, 255 foreground.
 *
 * <p>Masks belong to frames by the numbers in their names, gt000470.png to in000470.jpg and to the 470th frame of a video, or to the
 * 471st if there is a mask number 0. They belong to frames by their order, so that each frame has one, where there are no such
 * numbers, and where as many masks as frames are numbered without a gap, but otherwise than the frames. Masks of frames that were
 * resized are resized to the nearest pixel.
 */
public final class GroundTruth {
    /** The value of pixels that are background. */
    public static final byte BACKGROUND = 0;

    /** The value of pixels that are foreground. */
    public static final byte FOREGROUND = 1;
    /** The value of pixels that are not scored. */
    public static final byte NOT_SCORED = 2;

    private final Size original;
    private final Size size;
    private final Path[] masks; // of each frame; null where there is none
    private final Map<Long, Path> numbered; // used where the number of frames is not known
    private final long before; // how far the numbers of masks are behind those of their frames
    private final FrameSource frames;
    private final String note;

    private GroundTruth(FrameSource frames, Path[] masks, Map<Long, Path> numbered, long before, String note) {
        this.frames = frames;
        this.original = frames.original();
        this.size = new Size(frames.width(), frames.height());
        this.masks = masks;
        this.numbered = numbered;
        this.before = before;
        this.note = note;
    }

    /**
     * Opens the masks of a folder that belong to given frames; there must be at least one.
     *
     * @param folder the folder of masks
     * @param frames the frames
     * @return the masks
     * @throws IOException if the folder cannot be read or no mask belongs to a frame
     */
    public static GroundTruth open(Path folder, FrameSource frames) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new FormatException(folder + (Files.exists(folder) ? ": is not a folder" : ": does not exist")
                    + "; the masks are images in a folder");
        }
        List<Path> masks = ImageNames.in(folder);
        Map<Long, Path> numbered = numbered(masks);
        OptionalInt count = frames.counted();
        boolean isOneEach = count.isPresent() && count.getAsInt() == masks.size();
        if (numbered.isEmpty() || !haveNumbers(frames)) {
            if (!isOneEach) {
                throw new FormatException(
                        folder + ": without distinct numbers in all names there must be a mask for each"
                                + " frame, but there are " + masks.size() + " masks and "
                                + (count.isEmpty() ? "an unknown number of" : count.getAsInt()) + " frames");
            }
            return new GroundTruth(frames, masks.toArray(new Path[0]), Map.of(), 0, null);
        }
        String range = masks.get(0).getFileName() + " to "
                + masks.get(masks.size() - 1).getFileName();
        boolean isFromZero = numbered.containsKey(0L) && frames.name(0).isEmpty();
        if (isOneEach && haveNoGap(numbered) && !isFromZero && !haveSameNumbers(numbered, frames)) {
            String note = "the masks " + range + " are taken in their order, one for each of the " + masks.size()
                    + " frames, which have other numbers";
            return new GroundTruth(frames, masks.toArray(new Path[0]), Map.of(), 0, note);
        }
        long before = isFromZero ? 1 : 0;
        requireMatch(folder, frames, count, range, numbered, before);
        String note = isFromZero ? "the masks " + range + " count frames from 0: the first is that of frame 1" : null;
        return new GroundTruth(frames, null, numbered, before, note);
    }

    private static boolean haveNoGap(Map<Long, Path> numbered) {
        return Collections.max(numbered.keySet()) - Collections.min(numbered.keySet()) == numbered.size() - 1;
    }

    private static boolean haveSameNumbers(Map<Long, Path> numbered, FrameSource frames) {
        return IntStream.range(0, numbered.size())
                .allMatch(k -> numbered.containsKey(frames.number(k).orElse(-1)));
    }

    /** The masks by number; none if some have no number or the same. */
    private static Map<Long, Path> numbered(List<Path> masks) {
        Map<Long, Path> numbered = new HashMap<>();
        for (Path mask : masks) {
            OptionalLong number = ImageNames.number(mask);
            if (number.isEmpty() || numbered.put(number.getAsLong(), mask) != null) {
                return Map.of();
            }
        }
        return numbered;
    }

    private static boolean haveNumbers(FrameSource frames) {
        Map<Long, Integer> seen = new HashMap<>();
        for (int k = 0; k < frames.count().orElse(0); k++) {
            OptionalLong number = frames.number(k);
            if (number.isEmpty() || seen.put(number.getAsLong(), k) != null) {
                return false;
            }
        }
        return true;
    }

    private static void requireMatch(
            Path folder, FrameSource frames, OptionalInt count, String range, Map<Long, Path> numbered, long before)
            throws FormatException {
        if (count.isEmpty()
                || IntStream.range(0, count.getAsInt())
                        .anyMatch(k -> numbered.containsKey(frames.number(k).getAsLong() - before))) {
            return;
        }
        throw new FormatException(folder + ": no mask has the number of a frame: the masks run from " + range
                + ", the frames from " + frames.number(0).getAsLong() + " to "
                + frames.number(count.getAsInt() - 1).getAsLong());
    }

    /**
     * Says how masks were matched to frames, where that may be doubted.
     *
     * @return a sentence; empty if their numbers are the same
     */
    public Optional<String> note() {
        return Optional.ofNullable(note);
    }

    /**
     * How many of the frames have a mask; of a video that does not tell its length, how many masks there are.
     *
     * @return the number
     */
    public int count() {
        if (masks != null) {
            return masks.length;
        }
        int count = 0;
        for (int k = 0; k < frames.count().orElse(0); k++) {
            count += mask(k) == null ? 0 : 1;
        }
        return frames.count().isEmpty() ? numbered.size() : count;
    }

    private Path mask(int frame) {
        if (masks != null) {
            return frame < masks.length ? masks[frame] : null;
        }
        OptionalLong number = frames.number(frame);
        return number.isEmpty() ? null : numbered.get(number.getAsLong() - before);
    }

    /**
     * What each pixel of a frame is, counted from 0; empty if the frame has no mask.
     *
     * @param frame the frame, from 0
     * @return a value for each pixel; empty if the frame has no mask
     * @throws IOException if the mask cannot be read
     */
    public Optional<byte[]> frame(int frame) throws IOException {
        Path mask = mask(frame);
        if (mask == null) {
            return Optional.empty();
        }
        byte[] grey = new byte[original.width() * original.height()];
        Frames.Colour.GREY.planar(StillImage.read(mask, original, () -> "the size of the frames"), grey);
        byte[] truth = new byte[grey.length];
        for (int k = 0; k < grey.length; k++) {
            truth[k] = meaning(grey[k] & 0xff, mask, k);
        }
        return Optional.of(Resizing.nearest(truth, original, size));
    }

    private byte meaning(int grey, Path mask, int pixel) throws FormatException {
        return switch (grey) {
            case 0, 50 -> BACKGROUND;
            case 85, 170 -> NOT_SCORED;
            case 255 -> FOREGROUND;
            default ->
                throw new FormatException(mask + ": the pixel in column " + (pixel % original.width() + 1) + " of row "
                        + (pixel / original.width() + 1) + " must be 0, 50, 85, 170 or 255, is " + grey);
        };
    }
}
