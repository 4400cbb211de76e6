package rung.cli.separation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rung.cli.output.OutputFolder;
import rung.cli.terminal.Choice;
import rung.file.numpy.NumpyRowWriter;
import rung.video.FrameSink;
import rung.video.FrameSource;
import rung.video.Frames;
import rung.video.SeparatedFrames;
import rung.video.Size;

/** Writes background, foreground and mask of a video, frame by frame. */
abstract class FrameParts implements AutoCloseable {
    /** Frames per second of images, which have no rate of their own. */
    private static final double RATE = 25;

    private static final List<String> NAMES = List.of("background", "foreground", "mask");

    /** The names of what is written in this form. */
    static List<String> names(PartForm form) {
        return NAMES.stream().map(name -> name + ending(form)).toList();
    }

    private static String ending(PartForm form) {
        return form == PartForm.FRAMES ? "" : "." + Choice.word(form);
    }

    /**
     * Begins to write.
     *
     * @param source whose frames are separated, for their size and rate
     * @param colour of background and foreground; the mask is grey
     */
    static FrameParts create(OutputFolder folder, FrameSource source, Frames.Colour colour, PartForm form)
            throws IOException {
        return form == PartForm.NPY
                ? new NumberArrays(folder, source)
                : new Pictures(folder, source, colour, ending(form));
    }

    /** Frames per second. */
    static double rate(FrameSource source) {
        return source.rate().orElse(RATE);
    }

    /**
     * Writes the next frame.
     *
     * @param name the name of the input's frame, if it has one
     */
    abstract void write(SeparatedFrames.Frame frame, Optional<String> name) throws IOException;

    /** Completes what is written, after the last frame. */
    abstract void finish() throws IOException;

    @Override
    public abstract void close() throws IOException;

    /** Videos or folders of images. */
    private static final class Pictures extends FrameParts {
        private final List<FrameSink> sinks = new ArrayList<>();
        private final ExecutorService writers = Executors.newFixedThreadPool(NAMES.size());

        Pictures(OutputFolder folder, FrameSource source, Frames.Colour colour, String ending) throws IOException {
            Size size = new Size(source.width(), source.height());
            for (String name : NAMES) {
                Frames.Colour own = name.equals("mask") ? Frames.Colour.GREY : colour;
                sinks.add(Frames.create(folder.file(name + ending), size, own, rate(source), false));
            }
        }

        @Override
        void write(SeparatedFrames.Frame frame, Optional<String> name) throws IOException {
            List<Future<?>> written = List.of(
                    writers.submit(() -> write(0, frame.background(), name)),
                    writers.submit(() -> write(1, frame.foreground(), name)),
                    writers.submit(() -> write(2, frame.maskPixels(), name)));
            for (Future<?> one : written) {
                try {
                    one.get();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("interrupted while frames were written");
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        throw failure;
                    }
                    throw new IllegalStateException(e.getCause());
                }
            }
        }

        private Void write(int sink, byte[] frame, Optional<String> name) throws IOException {
            if (name.isPresent()) {
                sinks.get(sink).write(frame, name.get());
            } else {
                sinks.get(sink).write(frame);
            }
            return null;
        }

        @Override
        void finish() throws IOException {
            for (FrameSink sink : sinks) {
                sink.finish();
            }
        }

        @Override
        public void close() throws IOException {
            writers.shutdownNow();
            for (FrameSink sink : sinks) {
                sink.close();
            }
        }
    }

    /** NumPy arrays with a row for each frame: L, S with its sign, and the mask. */
    private static final class NumberArrays extends FrameParts {
        private final List<NumpyRowWriter> files = new ArrayList<>();

        NumberArrays(OutputFolder folder, FrameSource source) throws IOException {
            for (String name : NAMES) {
                int pixels = source.width() * source.height();
                files.add(new NumpyRowWriter(
                        folder.file(name + ".npy"), name.equals("mask") ? pixels : source.frameLength()));
            }
        }

        @Override
        void write(SeparatedFrames.Frame frame, Optional<String> name) throws IOException {
            files.get(0).write(frame.low());
            files.get(1).write(frame.sparse());
            boolean[] mask = frame.mask();
            float[] numbers = new float[mask.length];
            for (int i = 0; i < mask.length; i++) {
                numbers[i] = mask[i] ? 1 : 0;
            }
            files.get(2).write(numbers);
        }

        @Override
        void finish() throws IOException {
            for (NumpyRowWriter file : files) {
                file.finish();
            }
        }

        @Override
        public void close() throws IOException {
            for (NumpyRowWriter file : files) {
                file.close();
            }
        }
    }
}
