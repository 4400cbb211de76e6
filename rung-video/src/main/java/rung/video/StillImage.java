package rung.video;

import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadWarningListener;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import rung.file.FormatException;

/**
 * An image file, as red, green, blue, red, … bytes.
 *
 * <p>Values are taken as they are stored: deeper ones rounded to eight bits, profiles of colour and transparency left out. Java's
 * own conversion of grey images to RGB would brighten them, for it takes them as linear in light.
 */
final class StillImage {
    private static final Set<String> ENDINGS = Arrays.stream(ImageIO.getReaderFileSuffixes())
            .map(ending -> ending.toLowerCase(Locale.ROOT))
            .filter(ending -> !ending.isEmpty())
            .collect(Collectors.toUnmodifiableSet());

    /** What is done with an image that was opened but not decoded. */
    @FunctionalInterface
    private interface Reading<T> {
        T read(ImageReader reader) throws IOException;
    }

    private StillImage() {}

    /** The endings of images in words: ".bmp, .gif or .png". */
    static String endings() {
        List<String> endings = ENDINGS.stream().sorted().map(each -> "." + each).toList();
        int last = endings.size() - 1;
        return String.join(", ", endings.subList(0, last)) + " or " + endings.get(last);
    }

    static boolean hasEnding(Path file) {
        return ENDINGS.contains(Frames.ending(file));
    }

    /** Whether this is an image of more than one frame: a video in fact. */
    static boolean isAnimated(Path file) throws IOException {
        return Frames.ending(file).equals("gif") && with(file, reader -> reader.getNumImages(true) > 1);
    }

    static Size size(Path file) throws IOException {
        return with(file, reader -> size(file, reader));
    }

    private static Size size(Path file, ImageReader reader) throws IOException {
        try {
            return new Size(reader.getWidth(0), reader.getHeight(0));
        } catch (IllegalArgumentException e) {
            throw new FormatException(file + ": " + e.getMessage(), e);
        }
    }

    /** The pixels of an image that must be of the given size, which is explained: "the size of in1.png". */
    static byte[] read(Path file, Size size, Supplier<String> explanation) throws IOException {
        return with(file, reader -> {
            Size found = size(file, reader);
            if (!found.equals(size)) {
                throw new FormatException(file + ": must be " + size + ", " + explanation.get() + ", is " + found);
            }
            reader.addIIOReadWarningListener(new Complaints());
            return pixels(reader.read(0));
        });
    }

    private static <T> T with(Path file, Reading<T> reading) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ImageReader reader = null;
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new FormatException(file + (bytes.length == 0 ? ": is empty" : ": is not an image"));
            }
            reader = readers.next();
            if (reader.getFormatName().equalsIgnoreCase("png")) {
                PngChecksums.check(bytes);
            }
            reader.setInput(in);
            return reading.read(reader);
        } catch (FormatException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // damaged images make the readers throw all kinds
            throw new FormatException(file + ": is damaged or of an unusual kind: " + reason(e), e);
        } finally {
            if (reader != null) {
                reader.dispose();
            }
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Readers of JPEG say of missing data only in a warning; bytes too many are no damage. */
    private static final class Complaints implements IIOReadWarningListener {
        @Override
        public void warningOccurred(ImageReader source, String warning) {
            String words = warning.toLowerCase(Locale.ROOT);
            if (words.contains("premature") || words.contains("corrupt") && !words.contains("extraneous")) {
                throw new IllegalStateException(warning);
            }
        }
    }

    static byte[] pixels(BufferedImage image) {
        ColorModel model = image.getColorModel();
        if (model instanceof IndexColorModel palette) {
            return ofPalette(image.getRaster(), palette);
        }
        if (model.getNumColorComponents() != 1 && model.getNumColorComponents() != 3) {
            throw new IllegalArgumentException(
                    "must have 1 or 3 channels of colour, has " + model.getNumColorComponents());
        }
        if (model instanceof ComponentColorModel && model.getTransferType() == DataBuffer.TYPE_BYTE) {
            return ofBytes(image.getRaster(), model.getNumColorComponents());
        }
        return ofAny(image.getRaster(), model);
    }

    private static byte[] ofPalette(Raster raster, IndexColorModel palette) {
        int width = raster.getWidth();
        byte[] pixels = new byte[3 * width * raster.getHeight()];
        int[] row = new int[width];
        int at = 0;
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getSamples(0, y, width, 1, 0, row);
            for (int index : row) {
                pixels[at++] = (byte) palette.getRed(index);
                pixels[at++] = (byte) palette.getGreen(index);
                pixels[at++] = (byte) palette.getBlue(index);
            }
        }
        return pixels;
    }

    private static byte[] ofBytes(Raster raster, int colours) {
        int width = raster.getWidth();
        int bands = raster.getNumBands();
        byte[] pixels = new byte[3 * width * raster.getHeight()];
        byte[] row = new byte[bands * width];
        int at = 0;
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getDataElements(0, y, width, 1, row);
            for (int x = 0; x < width; x++) {
                for (int channel = 0; channel < 3; channel++) {
                    pixels[at++] = row[bands * x + (colours == 1 ? 0 : channel)];
                }
            }
        }
        return pixels;
    }

    private static byte[] ofAny(Raster raster, ColorModel model) {
        int width = raster.getWidth();
        byte[] pixels = new byte[3 * width * raster.getHeight()];
        int[] row = new int[width];
        for (int channel = 0; channel < 3; channel++) {
            int band = model.getNumColorComponents() == 1 ? 0 : channel;
            long most = (1L << model.getComponentSize(band)) - 1;
            for (int y = 0; y < raster.getHeight(); y++) {
                raster.getSamples(0, y, width, 1, band, row);
                for (int x = 0; x < width; x++) {
                    pixels[3 * (y * width + x) + channel] = (byte) ((2 * 255L * row[x] + most) / (2 * most));
                }
            }
        }
        return pixels;
    }
}
