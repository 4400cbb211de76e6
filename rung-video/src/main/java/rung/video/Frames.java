package rung.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import rung.file.FormatException;

/** Opens sources of frames, and creates targets for them. */
public final class Frames {
    /** Endings by which an output is a video; any other name is a folder of images. */
    private static final Set<String> VIDEO_ENDINGS =
            Set.of("avi", "mkv", "mp4", "m4v", "mov", "webm", "mpg", "mpeg", "wmv", "flv", "ogv", "ts", "3gp");

    /** The channels of frames. */
    public enum Colour {
        /** One channel: the luminance. */
        GREY(1),
        /** Three channels: red, green and blue. */
        COLOUR(3);

        private final int channels;

        Colour(int channels) {
            this.channels = channels;
        }

        /**
         * The number of channels of a frame.
         *
         * @return 1 or 3
         */
        public int channels() {
            return channels;
        }

        /**
         * Makes a planar frame of pixels given as red, green, blue, red, …; grey is the luminance of Rec. 601.
         *
         * @param pixels three bytes for each pixel
         * @param planar receives the frame, channel after channel
         */
        public void planar(byte[] pixels, byte[] planar) {
            int count = pixels.length / 3;
            if (planar.length != count * channels) {
                throw new IllegalArgumentException(
                        "a frame must have " + count * channels + " bytes, got " + planar.length);
            }
            for (int k = 0, at = 0; k < count; k++, at += 3) {
                int red = pixels[at] & 0xff;
                int green = pixels[at + 1] & 0xff;
                int blue = pixels[at + 2] & 0xff;
                if (this == GREY) {
                    planar[k] = (byte) ((299 * red + 587 * green + 114 * blue + 500) / 1000);
                } else {
                    planar[k] = (byte) red;
                    planar[count + k] = (byte) green;
                    planar[2 * count + k] = (byte) blue;
                }
            }
        }
    }

    private Frames() {}

    /**
     * Opens the frames of a folder of images or of a video, resized.
     *
     * @param input the folder or the file
     * @param colour the channels that frames should have
     * @param size the size to which frames are resized, by {@link Resizing}
     * @return the frames
     * @throws IOException if they cannot be read
     */
    public static FrameSource open(Path input, Colour colour, Size size) throws IOException {
        FrameSource source = open(input, colour);
        return size.equals(source.original()) ? source : new Resized(source, size);
    }

    /**
     * Opens the frames of a folder of images or of a video, in the size that they have.
     *
     * @param input the folder or the file
     * @param colour the channels that frames should have
     * @return the frames
     * @throws IOException if they cannot be read
     */
    public static FrameSource open(Path input, Colour colour) throws IOException {
        if (Files.isDirectory(input)) {
            return ImageSequence.open(input, colour);
        }
        if (!Files.exists(input)) {
            throw new FormatException(input + ": does not exist");
        }
        if (!Files.isRegularFile(input)) {
            throw new FormatException(input + ": is not a regular file, a video or a folder of images is needed");
        }
        if (!Files.isReadable(input)) {
            throw new FormatException(input + ": cannot be read, its permissions forbid it");
        }
        if (StillImage.hasEnding(input) && !StillImage.isAnimated(input)) {
            Path folder = input.toAbsolutePath().getParent();
            throw new FormatException(input + ": is a single image; give the folder of all of them, such as " + folder);
        }
        return VideoReader.open(input, colour);
    }

    /**
     * Where frames go: a video if the name ends as one, such as .mkv, else a folder of images.
     *
     * @param rate frames per second of a video
     * @param replace whether a folder that holds frames already may be replaced
     * @param output the file or the folder
     * @param size the size of the frames
     * @param colour the channels of the frames
     * @return takes the frames
     * @throws IOException if the target cannot be written
     */
    public static FrameSink create(Path output, Size size, Colour colour, double rate, boolean replace)
            throws IOException {
        if (StillImage.hasEnding(output)) {
            throw new FormatException(output + ": is the name of a single image; name a folder for images, or a video"
                    + " such as frames.mkv");
        }
        if (!isVideo(output)) {
            return ImageFolder.create(output, size, colour, replace);
        }
        return VideoWriter.create(output, size, colour, rate);
    }

    /**
     * Which pixels of the frames an image marks: those that are not black.
     *
     * @param image the image
     * @param frames the frames, whose size it gets
     * @return for each pixel whether it is in the region
     * @throws IOException if the image cannot be read
     */
    public static boolean[] region(Path image, FrameSource frames) throws IOException {
        if (!Files.isRegularFile(image)) {
            throw new FormatException(image + ": there is no such file; a region is an image");
        }
        Size original = frames.original();
        byte[] grey = new byte[original.width() * original.height()];
        Colour.GREY.planar(StillImage.read(image, original, () -> "the size of the frames"), grey);
        byte[] resized = Resizing.nearest(grey, original, new Size(frames.width(), frames.height()));
        boolean[] region = new boolean[resized.length];
        for (int i = 0; i < region.length; i++) {
            region[i] = resized[i] != 0;
        }
        return region;
    }

    /**
     * Whether video files can be read and written here: the ffmpeg program does it. Folders of images need nothing.
     *
     * @return true if video files can be read and written
     */
    public static boolean hasVideos() {
        return Ffmpeg.isInstalled();
    }

    /**
     * Checks before any work is done that a video can be written here.
     *
     * @param video the file that is to be written
     * @throws FormatException if the ffmpeg program is missing
     */
    public static void requireWriting(Path video) throws FormatException {
        Ffmpeg.find(video, "writing");
    }

    /**
     * How to have video files read and written here.
     *
     * @return the command that installs what does it on this system
     */
    public static String howToHaveVideos() {
        return Ffmpeg.installation();
    }

    /** Ends all programs that read or write videos for this JVM, before it halts without closing sources and sinks. */
    public static void endPrograms() {
        Program.endAll();
    }

    /**
     * Whether an output of this name is a video.
     *
     * @param output the file or the folder
     * @return true if the name ends as that of a video
     */
    public static boolean isVideo(Path output) {
        return VIDEO_ENDINGS.contains(ending(output));
    }

    /** What follows the last dot of a name, in small letters; nothing if there is no dot. */
    static String ending(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
