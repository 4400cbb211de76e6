package rung.serve.recommender;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import rung.data.Ratings;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.ratings.Columns;
import rung.file.ratings.RatingsFile;
import rung.serve.http.HttpProblem;

/**
 * A file that ratings are appended to, as CSV that {@code rung train} reads. A rating is on the disk before its answer is sent. Ratings that
 * come together are forced to the disk together.
 *
 * <p>No line straddles a page of the file: where one would, line feeds fill the page first, which readers pass over. The system writes whole
 * pages, so a program that is killed within a write leaves whole lines.
 */
final class RatingLog implements AutoCloseable {
    /** A rating that somebody gave. */
    record Entry(String user, String item, double rating) {}

    private static final String HEADER = RatingsFile.LOG_HEADER;
    private static final int PAGE = 4096;
    private static final int MOST_WAITING = 10_000;
    private static final int MOST_TOGETHER = 1_000;

    private record Waiting(Entry entry, CompletableFuture<Void> done) {}

    private static final Waiting END = new Waiting(new Entry("", "", 0), new CompletableFuture<>());

    private final Path file;
    private final FileChannel channel;
    private final Consumer<Entry> kept;
    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Thread writer;
    private long end;

    private RatingLog(Path file, FileChannel channel, Consumer<Entry> kept) throws IOException {
        this.file = file;
        this.channel = channel;
        this.kept = kept;
        this.end = channel.size();
        this.writer = new Thread(this::run, "rung-log");
        writer.setDaemon(true);
    }

    /**
     * Opens a log, or begins one.
     *
     * @param file the file
     * @param kept takes every rating, those in the file first, then each that is appended once it is on the disk
     */
    static RatingLog open(Path file, Consumer<Entry> kept) throws IOException {
        if (!Files.exists(file) || Files.isDirectory(file)) {
            AtomicFile.check(file); // which says what is wrong as for every other output
        }
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(file);
            }
            prepare(file, channel);
            RatingLog log = new RatingLog(file, channel, kept);
            if (log.end > HEADER.length() + 1) {
                replay(file, kept);
            }
            log.writer.start();
            return log;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(file);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FormatException inUse(Path file) {
        return new FormatException(file + ": another server keeps its ratings there; give each a file of its own");
    }

    /* Writes the header, or checks it; cuts off a last line that was never finished, which nobody was told is kept. */
    private static void prepare(Path file, FileChannel channel) throws IOException {
        byte[] header = (HEADER + "\n").getBytes(StandardCharsets.UTF_8);
        ByteBuffer begin = ByteBuffer.allocate(header.length);
        while (begin.hasRemaining() && channel.read(begin, begin.position()) > 0) {
            // until all is read
        }
        byte[] found = Arrays.copyOf(begin.array(), begin.position());
        if (found.length < header.length && Arrays.equals(found, Arrays.copyOf(header, found.length))) {
            write(channel, ByteBuffer.wrap(header), 0);
            channel.force(true);
            forceFolder(file);
        } else if (!Arrays.equals(found, header)) {
            throw new FormatException(
                    file + ": is not a log of 'rung serve', whose first line is '" + HEADER + "'; name a new file");
        }
        long size = channel.size();
        long whole = wholeLines(channel, Math.min(size, header.length));
        if (whole < size) {
            channel.truncate(whole);
            channel.force(true);
        }
    }

    /* Where the last line ends that is finished; what is in quotes may have line ends in it. */
    private static long wholeLines(FileChannel channel, long from) throws IOException {
        ByteBuffer some = ByteBuffer.allocate(1 << 16);
        long whole = from;
        boolean isQuoted = false;
        for (long at = from; channel.read(some.clear(), at) > 0; at += some.position()) {
            for (int k = 0; k < some.position(); k++) {
                isQuoted ^= some.get(k) == '"';
                whole = some.get(k) == '\n' && !isQuoted ? at + k + 1 : whole;
            }
        }
        return whole;
    }

    /* A new file survives a loss of power only once its folder is on the disk too; some systems cannot do that, and need not. */
    private static void forceFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try (FileChannel opened = FileChannel.open(folder, StandardOpenOption.READ)) {
            opened.force(true);
        } catch (IOException e) {
            // a folder cannot be opened here
        }
    }

    private static void replay(Path file, Consumer<Entry> kept) throws IOException {
        Columns columns = Columns.recognized()
                .withUser("user")
                .withItem("item")
                .withRating("rating")
                .keepingEqualRatings();
        Ratings ratings = RatingsFile.read(file, columns);
        for (int e = 0; e < ratings.count(); e++) {
            kept.accept(new Entry(
                    ratings.users().name(ratings.user()[e]),
                    ratings.items().name(ratings.item()[e]),
                    shortest(ratings.value()[e])));
        }
    }

    /* The number that was written: a float such as 3.7 is not the double 3.7. */
    private static double shortest(float value) {
        return Double.parseDouble(Float.toString(value));
    }

    /**
     * Appends a rating.
     *
     * @return done once the rating is on the disk
     */
    CompletionStage<Void> append(Entry entry) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (!writer.isAlive() || !queue.offer(new Waiting(entry, done))) {
            throw new HttpProblem(503, "more ratings come than can be kept; try again later");
        }
        return done;
    }

    private void run() {
        List<Waiting> some = new ArrayList<>();
        boolean isOver = false;
        while (!isOver) {
            some.clear();
            try {
                some.add(queue.take());
            } catch (InterruptedException e) {
                return;
            }
            queue.drainTo(some, MOST_TOGETHER - 1);
            isOver = some.remove(END);
            keep(some);
        }
    }

    private void keep(List<Waiting> some) {
        try {
            ByteBuffer lines = lines(some);
            long next = end + lines.remaining();
            write(channel, lines, end);
            channel.force(false);
            end = next;
        } catch (IOException | RuntimeException e) {
            giveUp(some, e);
            return;
        }
        for (Waiting each : some) {
            kept.accept(each.entry);
            each.done.complete(null);
        }
    }

    private void giveUp(List<Waiting> some, Exception e) {
        try {
            channel.truncate(end);
        } catch (IOException ignored) {
            // the next start cuts it off
        }
        some.forEach(each -> each.done.completeExceptionally(
                new HttpProblem(503, file.getFileName() + ": the rating could not be kept: " + e.getMessage())));
    }

    private ByteBuffer lines(List<Waiting> some) {
        long now = System.currentTimeMillis() / 1000;
        byte[][] lines = new byte[some.size()][];
        int most = 0;
        for (int k = 0; k < lines.length; k++) {
            lines[k] = line(some.get(k).entry, now).getBytes(StandardCharsets.UTF_8);
            most += 2 * lines[k].length;
        }
        ByteBuffer out = ByteBuffer.allocate(most);
        for (byte[] line : lines) {
            int room = (int) (PAGE - (end + out.position()) % PAGE);
            for (int k = 0; k < room && room < line.length; k++) {
                out.put((byte) '\n');
            }
            out.put(line);
        }
        return out.flip();
    }

    /** A rating as a line of the file. */
    static String line(Entry entry, long seconds) {
        double rating = entry.rating;
        String number = rating == Math.rint(rating) && Math.abs(rating) < 1e9
                ? String.valueOf((long) rating)
                : Float.toString((float) rating);
        return quoted(entry.user) + "," + quoted(entry.item) + "," + number + "," + seconds + "\n";
    }

    private static String quoted(String name) {
        boolean isPlain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
        return isPlain ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    /** Keeps what still waits, and closes the file. */
    @Override
    public void close() throws IOException {
        boolean isInterrupted = false;
        try {
            queue.put(END);
            writer.join();
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        channel.close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
