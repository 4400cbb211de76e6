package rung.page;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.IndexColorModel;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Makes pictures of the frames of videos for a page, and keeps the page light: large frames are shrunk, and of many frames only
 * every k-th is shown.
 *
 * @param width the width of a frame in pixels
 * @param height the height of a frame in pixels
 * @param frames the number of frames of each video
 * @param budget the most bytes of the page that all pictures take together
 * @param quality the quality of JPEG pictures, above 0 and up to 1; a better one is used if all frames fit nevertheless
 */
public record FrameImages(int width, int height, int frames, long budget, float quality) {
    /** The default budget in bytes: about what a mail or a browser on a phone takes without complaint. */
    static final long BUDGET = 12_000_000;

    /** The default quality, and the one that is used if all frames fit nevertheless. */
    static final float QUALITY = 0.8f;

    private static final float FINE = 0.95f;

    /** The longest side of a picture in pixels. */
    static final int LONGEST = 480;

    /** Pictures are shrunk further, down to a longer side of {@link #SHORTEST}, rather than show fewer frames than this. */
    private static final int FEW = 24;

    private static final int SHORTEST = 64;

    /** The number of frames of each video by which the size of all pictures is estimated. */
    private static final int PROBES = 5;

    /** What the bytes of a frame mean. They lie plane after plane, each of them row after row. */
    public enum Kind {
        /** One plane of grey. */
        GREY(1),
        /** Three planes: red, green, blue. */
        COLOR(3),
        /** One plane, in which anything but zero is foreground. */
        MASK(1);

        final int planes;

        Kind(int planes) {
            this.planes = planes;
        }
    }

    /**
     * A video.
     *
     * @param name its title
     * @param alternative what it shows, for those who do not see it
     * @param kind what the bytes of a frame mean
     * @param frames gives the bytes of a frame, counted from 0. It is called on several threads at once; those of one frame
     *     of all videos are asked for on the same thread.
     */
    public record Video(String name, String alternative, Kind kind, IntFunction<byte[]> frames) {}

    /**
     * The pictures that fit into the budget.
     *
     * @param of what they were chosen from
     * @param every the distance between frames that are shown: 1 if all are
     * @param width the width of the pictures in pixels
     * @param height the height of the pictures in pixels
     * @param strips the pictures of each video
     */
    public record Chosen(FrameImages of, int every, int width, int height, List<Player.Strip> strips) {
        /**
         * Makes a player that runs as long as it would with all frames.
         *
         * @param rate the frames per second of the videos
         * @param label gives the label of a frame, counted from 0 among all frames
         * @param start the frame that is shown first, counted from 0 among all frames; the one nearest to it that is shown
         * @return the player
         */
        public Player player(double rate, IntFunction<String> label, int start) {
            List<String> labels = new ArrayList<>();
            for (int k = 0; k < of.frames; k += every) {
                labels.add(label.apply(k));
            }
            return new Player(width, height, rate / every, labels, strips, Math.min(labels.size() - 1, start / every));
        }

        /**
         * Says in words what is not shown; empty if all is.
         *
         * @return a sentence or two
         */
        public String note() {
            String fewer = every == 1 ? "" : "Only one frame in " + every + " is shown, at the speed of the video.";
            String smaller = width == of.width
                    ? ""
                    : String.format("The pictures are shrunk from %d×%d to %d×%d.", of.width, of.height, width, height);
            return (fewer + " " + smaller).strip();
        }
    }

    /** Checks the sizes and the quality. */
    public FrameImages {
        if (width < 1 || height < 1 || frames < 1) {
            throw new IllegalArgumentException(
                    "there must be at least one frame of one pixel, got " + frames + " of " + width + "×" + height);
        }
        if (!(quality > 0 && quality <= 1)) {
            throw new IllegalArgumentException("quality must be above 0 and at most 1, got " + quality);
        }
    }

    /**
     * Takes the default budget and quality.
     *
     * @param width the width of a frame in pixels
     * @param height the height of a frame in pixels
     * @param frames the number of frames of each video
     */
    public FrameImages(int width, int height, int frames) {
        this(width, height, frames, BUDGET, QUALITY);
    }

    private FrameImages withQuality(float other) {
        return new FrameImages(width, height, frames, budget, other);
    }

    /**
     * Makes pictures of as many frames as fit, evenly spaced and the same ones of all videos.
     *
     * @param videos the videos, all of the same number of frames
     * @return the pictures
     */
    public Chosen choose(List<Video> videos) {
        double scale = Math.min(1, LONGEST / (double) Math.max(width, height));
        if (quality < FINE && withQuality(FINE).probe(videos, scale) * (1 + frames) < 0.9 * budget) {
            return withQuality(FINE).choose(videos);
        }
        double each = probe(videos, scale);
        while (each * (1 + Math.min(FEW, frames)) > budget && scale * Math.max(width, height) > SHORTEST) {
            scale *= 0.75;
            each = probe(videos, scale);
        }
        int every = (int) Math.min(frames, Math.max(1, Math.ceil(frames / Math.max(1, budget / each - 1))));
        while (true) {
            Chosen chosen = encode(videos, every, scale);
            long weight = weight(chosen);
            if (weight <= budget) {
                return chosen;
            }
            if (every >= frames) {
                throw new IllegalArgumentException(
                        "the budget must be at least " + weight + " bytes, for one frame of each, got " + budget);
            }
            every = (int) Math.min(frames, Math.max(every + 1, Math.ceil((double) every * weight / budget)));
        }
    }

    /** The bytes that the pictures take. The first frame of each counts twice: it is also shown where scripts are off. */
    private static long weight(Chosen chosen) {
        return chosen.strips.stream()
                .mapToLong(strip ->
                        strip.frames().stream().mapToLong(String::length).sum()
                                + strip.frames().get(0).length())
                .sum();
    }

    /** Estimates the bytes that one frame of all videos takes. */
    private double probe(List<Video> videos, double scale) {
        int every = Math.max(1, frames / PROBES);
        Chosen few = encode(videos, every, scale);
        return weight(few) / (1.0 + few.strips.get(0).frames().size());
    }

    private Chosen encode(List<Video> videos, int every, double scale) {
        int shownWidth = (int) Math.max(1, Math.round(scale * width));
        int shownHeight = (int) Math.max(1, Math.round(scale * height));
        List<List<String>> pictures = IntStream.range(0, (frames + every - 1) / every)
                .parallel()
                .mapToObj(k -> videos.stream()
                        .map(video -> picture(video, k * every, shownWidth, shownHeight))
                        .toList())
                .toList();
        List<Player.Strip> strips = new ArrayList<>();
        for (int v = 0; v < videos.size(); v++) {
            Video video = videos.get(v);
            int at = v;
            strips.add(new Player.Strip(
                    video.name,
                    video.alternative,
                    video.kind == Kind.MASK,
                    pictures.stream().map(all -> all.get(at)).toList()));
        }
        return new Chosen(this, every, shownWidth, shownHeight, strips);
    }

    private String picture(Video video, int k, int shownWidth, int shownHeight) {
        byte[] frame = video.frames.apply(k);
        if (frame.length != video.kind.planes * width * height) {
            throw new IllegalArgumentException("frame " + k + " of '" + video.name + "' must have " + video.kind.planes
                    + "×" + width + "×" + height + " bytes, got " + frame.length);
        }
        return picture(video.kind, frame, shownWidth, shownHeight);
    }

    private String picture(Kind kind, byte[] frame, int shownWidth, int shownHeight) {
        byte[] planes = frame;
        if (shownWidth != width || shownHeight != height) {
            planes = new byte[kind.planes * shownWidth * shownHeight];
            for (int p = 0; p < kind.planes; p++) {
                shrink(kind, frame, p * width * height, planes, p * shownWidth * shownHeight, shownWidth, shownHeight);
            }
        }
        return kind == Kind.MASK
                ? uri("png", png(mask(planes, shownWidth, shownHeight)))
                : uri("jpeg", jpeg(image(planes, shownWidth, shownHeight, kind.planes), quality));
    }

    /** Shrinks a plane: each pixel becomes the mean of those it stands for or, in a mask, what most of them are. */
    private void shrink(Kind kind, byte[] from, int fromOffset, byte[] to, int toOffset, int toWidth, int toHeight) {
        for (int y = 0; y < toHeight; y++) {
            int top = (int) ((long) y * height / toHeight);
            int bottom = (int) Math.max(top + 1, (y + 1L) * height / toHeight);
            for (int x = 0; x < toWidth; x++) {
                int left = (int) ((long) x * width / toWidth);
                int right = (int) Math.max(left + 1, (x + 1L) * width / toWidth);
                int count = (bottom - top) * (right - left);
                long sum = 0;
                for (int i = top; i < bottom; i++) {
                    for (int j = left; j < right; j++) {
                        int value = from[fromOffset + i * width + j] & 0xff;
                        sum += kind != Kind.MASK ? value : value != 0 ? 1 : 0;
                    }
                }
                to[toOffset + y * toWidth + x] =
                        (byte) (kind == Kind.MASK ? (2 * sum >= count ? 1 : 0) : (sum + count / 2) / count);
            }
        }
    }

    /** Makes an image of one plane of grey, or of three planes: red, green, blue. */
    static BufferedImage image(byte[] planes, int width, int height, int count) {
        BufferedImage image = new BufferedImage(
                width, height, count == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_3BYTE_BGR);
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        int size = width * height;
        for (int p = 0; p < count; p++) {
            for (int k = 0; k < size; k++) {
                pixels[count * k + count - 1 - p] = planes[p * size + k];
            }
        }
        return image;
    }

    /** Makes an image of one bit for each pixel: white where the plane is not zero, else transparent. */
    static BufferedImage mask(byte[] plane, int width, int height) {
        byte[] levels = {0, (byte) 255};
        IndexColorModel colors = new IndexColorModel(1, 2, levels, levels, levels, levels);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_BINARY, colors);
        WritableRaster raster = image.getRaster();
        for (int k = 0; k < width * height; k++) {
            raster.setSample(k % width, k / width, 0, plane[k] != 0 ? 1 : 0);
        }
        return image;
    }

    static byte[] jpeg(BufferedImage image, float quality) {
        return written(image, "jpeg", quality);
    }

    static byte[] png(BufferedImage image) {
        return written(image, "png", 0);
    }

    private static byte[] written(BufferedImage image, String format, float quality) {
        ImageWriter writer = ImageIO.getImageWriters(ImageTypeSpecifier.createFromRenderedImage(image), format)
                .next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam settings = writer.getDefaultWriteParam();
            settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            settings.setCompressionQuality(quality);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Returns a data URI, which holds the picture itself instead of an address. */
    static String uri(String format, byte[] bytes) {
        return "data:image/" + format + ";base64," + Base64.getEncoder().encodeToString(bytes);
    }
}
