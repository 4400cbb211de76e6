package rung.video;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Frames of another source, resized. */
final class Resized implements FrameSource {
    private final FrameSource source;
    private final Size size;
    private final Resizing resizing;
    private final byte[] whole;

    Resized(FrameSource source, Size size) {
        this.source = source;
        this.size = size;
        this.resizing = new Resizing(source.original(), size);
        this.whole = new byte[source.frameLength()];
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
        return source.channels();
    }

    @Override
    public OptionalDouble rate() {
        return source.rate();
    }

    @Override
    public OptionalInt count() {
        return source.count();
    }

    @Override
    public OptionalInt counted() throws IOException {
        return source.counted();
    }

    @Override
    public String description() {
        return source.description() + ", resized to " + size;
    }

    @Override
    public boolean read(byte[] planar) throws IOException {
        if (!source.read(whole)) {
            return false;
        }
        resizing.apply(whole, planar, channels());
        return true;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    @Override
    public Size original() {
        return source.original();
    }

    @Override
    public OptionalLong number(int frame) {
        return source.number(frame);
    }

    @Override
    public Optional<String> name(int frame) {
        return source.name(frame);
    }

    @Override
    public Optional<String> warning() {
        return source.warning();
    }
}
