package rung.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rung.file.FormatException;

/** Folders of images: every kind of pixel, the order, and what is wrong with them. */
class ImageSequenceTest {
    @TempDir
    Path folder;

    /** Luminance by its definition, in floating point. */
    private static int luminance(int rgb) {
        double value = 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) + 0.114 * (rgb & 255);
        return (int) Math.floor(value + 0.5 + 1e-9);
    }

    private void agrees(BufferedImage image) throws IOException {
        List<byte[]> grey = Pictures.readAll(folder, Frames.Colour.GREY);
        List<byte[]> colour = Pictures.readAll(folder, Frames.Colour.COLOUR);
        assertThat(grey).hasSize(1);
        int area = image.getWidth() * image.getHeight();
        for (int k = 0; k < area; k++) {
            int rgb = image.getRGB(k % image.getWidth(), k / image.getWidth());
            assertThat(grey.get(0)[k] & 255).isEqualTo(luminance(rgb));
            for (int channel = 0; channel < 3; channel++) {
                assertThat(colour.get(0)[channel * area + k] & 255).isEqualTo(rgb >> 16 - 8 * channel & 255);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "bmp", "PNG", "Bmp"})
    void colourImagesAreReadToTheLastBit(String ending) throws IOException {
        BufferedImage image = Pictures.image(13, 7, 1);
        Path file = Pictures.write(image, folder.resolve("x." + ending.toLowerCase()));
        Files.move(file, folder.resolve("frame." + ending));
        agrees(image);
    }

    @Test
    void jpegIsReadNearly() throws IOException {
        Path file = Pictures.write(Pictures.plain(16, 16, 0x3c78b4), folder.resolve("a.jpg"));
        Files.move(file, folder.resolve("a.JPeG"));
        byte[] frame = Pictures.readAll(folder, Frames.Colour.COLOUR).get(0);
        int[] expected = {0x3c, 0x78, 0xb4};
        for (int k = 0; k < frame.length; k++) {
            assertThat(frame[k] & 255).isBetween(expected[k / 256] - 3, expected[k / 256] + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "gif"})
    void palettesAreLookedUp(String ending) throws IOException {
        byte[][] colours = {Pictures.noise(16, 1), Pictures.noise(16, 2), Pictures.noise(16, 3)};
        IndexColorModel palette = new IndexColorModel(4, 16, colours[0], colours[1], colours[2]);
        BufferedImage image = new BufferedImage(
                4, 4, ending.equals("png") ? BufferedImage.TYPE_BYTE_BINARY : BufferedImage.TYPE_BYTE_INDEXED, palette);
        for (int k = 0; k < 16; k++) {
            image.getRaster().setSample(k % 4, k / 4, 0, k);
        }
        Pictures.write(image, folder.resolve("a." + ending));
        agrees(image);
    }

    /** Java's own getRGB of a grey image is brighter than what is stored. */
    @Test
    void greyIsTakenAsItIsStored() throws IOException {
        int[] values = {0, 1, 50, 85, 170, 255};
        Pictures.write(Pictures.grey(3, 2, values), folder.resolve("a.png"));
        for (Frames.Colour colour : Frames.Colour.values()) {
            byte[] frame = Pictures.readAll(folder, colour).get(0);
            for (int k = 0; k < frame.length; k++) {
                assertThat(frame[k] & 255).isEqualTo(values[k % 6]);
            }
        }
    }

    @Test
    void blackAndWhite() throws IOException {
        BufferedImage image = new BufferedImage(9, 2, BufferedImage.TYPE_BYTE_BINARY);
        image.setRGB(4, 1, 0xffffff);
        Pictures.write(image, folder.resolve("a.png"));
        agrees(image);
    }

    @Test
    void sixteenBitsAreRounded() throws IOException {
        BufferedImage grey = new BufferedImage(256, 256, BufferedImage.TYPE_USHORT_GRAY);
        for (int k = 0; k < 1 << 16; k++) {
            grey.getRaster().setSample(k % 256, k / 256, 0, k);
        }
        Pictures.write(grey, folder.resolve("a.png"));
        byte[] frame = Pictures.readAll(folder, Frames.Colour.GREY).get(0);
        for (int k = 0; k < 1 << 16; k++) {
            assertThat(frame[k] & 255).isEqualTo((int) Math.round(k / 257.0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {DataBuffer.TYPE_BYTE, DataBuffer.TYPE_USHORT})
    void transparencyIsLeftOut(int type) throws IOException {
        for (int bands : new int[] {2, 4}) {
            ComponentColorModel model = new ComponentColorModel(
                    ColorSpace.getInstance(bands == 2 ? ColorSpace.CS_GRAY : ColorSpace.CS_sRGB),
                    true,
                    false,
                    Transparency.TRANSLUCENT,
                    type);
            WritableRaster raster = model.createCompatibleWritableRaster(5, 3);
            Random random = new Random(bands);
            int scale = type == DataBuffer.TYPE_BYTE ? 1 : 257;
            int[] pixel = new int[bands];
            List<int[]> expected = new ArrayList<>();
            for (int k = 0; k < 15; k++) {
                int[] value = random.ints(bands, 0, 256).toArray();
                Arrays.setAll(pixel, band -> value[band] * scale);
                raster.setPixel(k % 5, k / 5, pixel);
                expected.add(value);
            }
            Pictures.write(new BufferedImage(model, raster, false, null), folder.resolve("a.png"));
            byte[] frame = Pictures.readAll(folder, Frames.Colour.COLOUR).get(0);
            for (int k = 0; k < 45; k++) {
                assertThat(frame[k] & 255).isEqualTo(expected.get(k % 15)[bands == 2 ? 0 : k / 15]);
            }
        }
    }

    @Test
    void namesAreInNaturalOrder() {
        List<String> sorted = List.of(
                "a.png",
                "a1b2.png",
                "a1b10.png",
                "a2.png",
                "A03.png",
                "a3.png",
                "a10.png",
                "a99999999999999999999999.png",
                "b1.png",
                "b1x.png");
        for (int seed = 0; seed < 20; seed++) {
            List<String> names = new ArrayList<>(sorted);
            Collections.shuffle(names, new Random(seed));
            names.sort(ImageNames.NATURAL);
            assertThat(names).as("seed %d", seed).isEqualTo(sorted);
        }
    }

    @Test
    void numbersGoByValueOthersAreLeftOut() throws IOException {
        for (int k : new int[] {10, 2, 1, 33, 9}) {
            Pictures.write(Pictures.grey(2, 1, k, k), folder.resolve("in" + k + ".png"));
        }
        Files.writeString(folder.resolve("notes.txt"), "none");
        Files.writeString(folder.resolve("._in1.png"), "none");
        Files.writeString(folder.resolve("png"), "none");
        Files.createDirectory(folder.resolve("in3.png"));
        try (FrameSource source = Frames.open(folder, Frames.Colour.GREY)) {
            assertThat(source.count()).hasValue(5);
            assertThat(source.rate()).isEmpty();
            assertThat(source.description()).isEqualTo(folder + " is a folder of 5 images, 2×1");
            assertThat(source.number(3)).isEqualTo(OptionalLong.of(10));
            assertThat(Pictures.readAll(source).stream().map(frame -> (int) frame[0]))
                    .containsExactly(1, 2, 9, 10, 33);
            assertThat(source.read(new byte[2])).isFalse();
        }
    }

    private void fails(String sentence) {
        assertThatThrownBy(() -> Pictures.readAll(folder, Frames.Colour.GREY))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void mixedSizes() throws IOException {
        Pictures.write(Pictures.image(4, 3, 1), folder.resolve("a1.png"));
        Path odd = Pictures.write(Pictures.image(3, 4, 1), folder.resolve("a2.png"));
        fails(odd + ": must be 4×3, the size of a1.png, is 3×4");
    }

    @Test
    void noImages() throws IOException {
        fails(folder + ": has no images in it");
        Files.writeString(folder.resolve("notes.txt"), "none");
        fails(folder + ": has no images in it");
    }

    @Test
    void inputsThatAreNoFolder() throws IOException {
        Path image = Pictures.write(Pictures.image(4, 3, 1), folder.resolve("a1.PNG"));
        assertThatThrownBy(() -> Frames.open(image, Frames.Colour.GREY))
                .hasMessage(image + ": is a single image; give the folder of all of them, such as " + folder);
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Frames.open(none, Frames.Colour.GREY)).hasMessage(none + ": does not exist");
    }

    /** Cut anywhere, an image is refused by name, never read in part; flipped anywhere, a PNG is. */
    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "bmp", "gif"})
    void cutImages(String ending) throws IOException {
        Path file = Pictures.write(Pictures.image(20, 10, 5), folder.resolve("a1." + ending));
        byte[] whole = Files.readAllBytes(file);
        int last = ending.equals("gif") ? 2 : ending.equals("jpg") ? 2 : 1; // nothing but the mark of the end
        for (int length = 0; length <= whole.length - last; length += 1 + length / 40) {
            Files.write(file, Arrays.copyOf(whole, length));
            fails(file + ": is ");
        }
    }

    @Test
    void flippedBits() throws IOException {
        Path file = Pictures.write(Pictures.image(9, 5, 5), folder.resolve("a1.png"));
        byte[] whole = Files.readAllBytes(file);
        for (int k = 0; k < whole.length; k++) {
            byte[] flipped = whole.clone();
            flipped[k] ^= 1;
            Files.write(file, flipped);
            fails(file + ": is ");
        }
    }

    @Test
    void highway() throws IOException {
        for (String root : new String[] {"..", "../.."}) {
            Path input = Path.of(root, "shared", "data", "highway", "input");
            if (Files.exists(input)) {
                try (FrameSource source = Frames.open(input, Frames.Colour.GREY)) {
                    assertThat(source.count()).hasValue(300);
                    assertThat(source.number(0)).hasValue(470);
                    assertThat(source.number(299)).hasValue(769);
                    assertThat(source.original()).isEqualTo(new Size(320, 240));
                }
                return;
            }
        }
        assumeTrue(false, "highway/input is absent: it belongs into ../shared/data");
    }
}
