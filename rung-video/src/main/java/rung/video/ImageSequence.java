package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The images of a folder as frames. */
final class ImageSequence implements FrameSource {
    private final Path folder;
    private final List<Path> images;
    private final Frames.Colour colour;
    private final Size size;
    private int next;

    private ImageSequence(Path folder, List<Path> images, Frames.Colour colour) throws IOException {
        this.folder = folder;
        this.images = images;
        this.colour = colour;
        this.size = StillImage.size(images.get(0));
    }

    static FrameSource open(Path folder, Frames.Colour colour) throws IOException {
        return new ImageSequence(folder, ImageNames.in(folder), colour);
    }

    @Override
    public int width() {
        return size.width();
    }

    @Override
    public int height() {
        return size.height();
    }

    @Override
    public int channels() {
        return colour.channels();
    }

    @Override
    public OptionalDouble rate() {
        return OptionalDouble.empty();
    }

    @Override
    public OptionalInt count() {
        return OptionalInt.of(images.size());
    }

    @Override
    public String description() {
        return folder + " is a folder of " + images.size() + (images.size() == 1 ? " image, " : " images, ") + size;
    }

    @Override
    public boolean read(byte[] planar) throws IOException {
        if (next == images.size()) {
            return false;
        }
        Path image = images.get(next);
        colour.planar(
                StillImage.read(
                        image, size, () -> "the size of " + images.get(0).getFileName()),
                planar);
        next++;
        return true;
    }

    @Override
    public OptionalLong number(int frame) {
        return frame < images.size() ? ImageNames.number(images.get(frame)) : OptionalLong.empty();
    }

    @Override
    public Optional<String> name(int frame) {
        return frame < images.size()
                ? Optional.of(images.get(frame).getFileName().toString().replaceFirst("\\.[^.]*$", ""))
                : Optional.empty();
    }

    @Override
    public void close() {}
}
