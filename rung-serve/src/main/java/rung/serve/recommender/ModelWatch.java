package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Notices that another file is in the place of a model, and has it read. A file that cannot be used is left, until it changes again; one
 * that is gone for a moment is waited for.
 */
final class ModelWatch implements AutoCloseable {
    /** Reads a file, and serves it from then on. */
    @FunctionalInterface
    interface Reading {
        void read() throws IOException;
    }

    /** What tells one file from another without reading it. */
    private record Mark(Object key, long size, long modified) {
        static Mark of(Path file) throws IOException {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new Mark(
                    found.fileKey(), found.size(), found.lastModifiedTime().toMillis());
        }
    }

    private static final long EVERY_MILLIS = 500;

    private final Path file;
    private final Reading reading;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "rung-watch");
        thread.setDaemon(true);
        return thread;
    });
    private Mark seen;

    /** Notes which file is there now, before it is first read; {@link #start} begins to watch. */
    ModelWatch(Path file, Reading reading) throws IOException {
        this.file = file;
        this.reading = reading;
        this.seen = Files.exists(file) ? Mark.of(file) : new Mark(null, -1, -1); // reading it says that it is missing
    }

    /** Begins to watch, after it did something else once. */
    void start(Runnable once) {
        timer.schedule(once, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        timer.scheduleWithFixedDelay(this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            Mark now = Mark.of(file);
            if (!now.equals(seen)) {
                seen = now;
                reading.read();
            }
        } catch (NoSuchFileException e) {
            // between two files
        } catch (IOException e) {
            // looked at again soon
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
