package rung.video;

import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.FileImageOutputStream;
import javax.imageio.stream.ImageOutputStream;
import rung.file.FormatException;

/** A folder of PNG images, 000001.png and so on or by names that are given, that is written beside its place and moved there once it is whole. */
public final class ImageFolder implements FrameSink {
    private static final Pattern FRAME = Pattern.compile("\\d{6,}\\.png");

    /** A name that was given: with a digit in it, as the names of images in a folder have. */
    private static final Pattern NAMED = Pattern.compile("[^.].*\\d.*\\.png");

    /** An empty file in a folder whose images have names that were given: so that it is known that they may be replaced. */
    private static final String MARKER = ".rung-frames";

    private final Path target;
    private final Path place;
    private final Path beside;
    private final boolean replace;
    private final int length;
    private final BufferedImage image;
    private final int[] samples;
    private final ImageWriter writer;
    private int written;

    private ImageFolder(Path target, Path place, Path beside, Size size, Frames.Colour colour, boolean replace) {
        this.target = target;
        this.place = place;
        this.beside = beside;
        this.replace = replace;
        this.length = size.width() * size.height() * colour.channels();
        this.image = new BufferedImage(
                size.width(),
                size.height(),
                colour == Frames.Colour.GREY ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_3BYTE_BGR);
        this.samples = new int[size.width()];
        this.writer = ImageIO.getImageWritersByFormatName("png").next();
    }

    /**
     * Begins a folder. An existing one must be empty, or hold nothing but frames and be meant to be replaced.
     *
     * @param target the folder
     * @param size the size of the frames
     * @param colour the channels of the frames
     * @param replace whether existing frames are replaced
     * @return takes the frames
     * @throws IOException if the folder cannot be written
     */
    public static FrameSink create(Path target, Size size, Frames.Colour colour, boolean replace) throws IOException {
        check(target, replace);
        Path place = Files.exists(target)
                ? target.toRealPath()
                : target.toAbsolutePath().normalize();
        Path beside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
        Files.createDirectory(beside);
        beside.toFile().deleteOnExit(); // after the images in it, where the process is ended meanwhile
        return new ImageFolder(target, place, beside, size, colour, replace);
    }

    /**
     * Checks a target before any work is done for it.
     *
     * @param target the folder
     * @param replace whether existing frames are replaced
     * @throws IOException if the folder cannot be written; the message says why
     */
    public static void check(Path target, boolean replace) throws IOException {
        Path place = Files.exists(target)
                ? target.toRealPath()
                : target.toAbsolutePath().normalize();
        if (Files.exists(place) && !Files.isDirectory(place)) {
            throw new FormatException(target + ": is a file, the images need a folder");
        }
        if (Files.exists(place)) {
            requireReplaceable(target, replace);
        }
        Path parent = place.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new FormatException(target + ": the folder " + parent + " does not exist");
        }
        if (!Files.isWritable(parent)) {
            throw new FormatException(target + ": the folder " + parent + " cannot be written to");
        }
    }

    private static void requireReplaceable(Path target, boolean replace) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(target)) {
            for (Path file : files) {
                if (!replace) {
                    throw new FormatException(
                            target + ": is a folder that is not empty; name another, or one to be made");
                }
                String name = file.getFileName().toString();
                boolean isOurs = FRAME.matcher(name).matches()
                        || Files.exists(target.resolve(MARKER))
                                && (name.equals(MARKER) || NAMED.matcher(name).matches());
                if (!isOurs) {
                    throw new FormatException(target + ": holds more than frames (" + file.getFileName()
                            + ") and will not be replaced; name another folder");
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    @Override
    public void write(byte[] planar) throws IOException {
        write(planar, String.format(Locale.ROOT, "%06d", written + 1));
    }

    /** Writes the next frame; a name without a digit, or one that is taken, gets its number. */
    @Override
    public void write(byte[] planar, String name) throws IOException {
        if (planar.length != length) {
            throw new IllegalArgumentException("a frame must have " + length + " bytes, got " + planar.length);
        }
        WritableRaster raster = image.getRaster();
        int at = 0;
        for (int channel = 0; channel < raster.getNumBands(); channel++) {
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < samples.length; x++) {
                    samples[x] = planar[at++] & 0xff;
                }
                raster.setSamples(0, y, samples.length, 1, channel, samples);
            }
        }
        Path file = beside.resolve(name + ".png");
        if (!NAMED.matcher(file.getFileName().toString()).matches() || Files.exists(file)) {
            file = beside.resolve(String.format(Locale.ROOT, "%s-%06d.png", name, written + 1));
        }
        if (!FRAME.matcher(file.getFileName().toString()).matches() && !Files.exists(beside.resolve(MARKER))) {
            Files.createFile(beside.resolve(MARKER)).toFile().deleteOnExit();
        }
        file.toFile().deleteOnExit();
        try (ImageOutputStream out = new FileImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(image);
        } catch (IOException e) {
            throw new IOException(target + ": cannot be written: " + e.getMessage(), e);
        } finally {
            writer.setOutput(null);
        }
        written++;
    }

    @Override
    public void finish() throws IOException {
        if (written == 0) {
            throw new IllegalStateException(target + ": no frame was written");
        }
        Path old = null;
        if (Files.exists(place)) {
            requireReplaceable(place, replace);
            old = place.resolveSibling(beside.getFileName() + ".old");
            Files.move(place, old);
        }
        try {
            Files.move(beside, place);
        } catch (IOException e) {
            if (old != null) {
                Files.move(old, place);
            }
            throw e;
        }
        if (old != null) {
            delete(old);
        }
    }

    @Override
    public void close() throws IOException {
        writer.dispose();
        delete(beside);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
