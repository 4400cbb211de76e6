package rung.video;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.FileImageOutputStream;
import javax.imageio.stream.ImageOutputStream;

/** Frames and image files for tests. */
final class Pictures {
    private Pictures() {}

    /** A frame of random bytes. */
    static byte[] noise(int length, long seed) {
        byte[] frame = new byte[length];
        new SplittableRandom(seed).nextBytes(frame);
        return frame;
    }

    /** An RGB image of random colours. */
    static BufferedImage image(int width, int height, long seed) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        SplittableRandom random = new SplittableRandom(seed);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        return image;
    }

    /** One colour all over. */
    static BufferedImage plain(int width, int height, int rgb) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, rgb);
            }
        }
        return image;
    }

    /** A grey image of the given values. */
    static BufferedImage grey(int width, int height, int... values) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
        image.getRaster().setSamples(0, 0, width, height, 0, values);
        return image;
    }

    static Path write(BufferedImage image, Path file) throws IOException {
        String name = file.getFileName().toString();
        ImageWriter writer = ImageIO.getImageWritersBySuffix(name.substring(name.lastIndexOf('.') + 1))
                .next();
        ImageWriteParam settings = writer.getDefaultWriteParam();
        if (name.endsWith(".gif")) { // Java loses rows of small interlaced ones when it writes them
            settings.setProgressiveMode(ImageWriteParam.MODE_DISABLED);
        }
        Files.deleteIfExists(file);
        try (ImageOutputStream out = new FileImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), settings);
        } finally {
            writer.dispose();
        }
        return file;
    }

    static List<byte[]> readAll(FrameSource source) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = new byte[source.frameLength()];
        while (source.read(frame)) {
            frames.add(frame.clone());
        }
        return frames;
    }

    static List<byte[]> readAll(Path input, Frames.Colour colour) throws IOException {
        try (FrameSource source = Frames.open(input, colour)) {
            return readAll(source);
        }
    }

    static List<String> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
