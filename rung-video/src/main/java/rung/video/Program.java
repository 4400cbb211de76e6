package rung.video;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Another program that runs as our child, spoken to through pipes.
 *
 * <p>A thread takes its messages, so that it never waits for us to read them. A program that neither takes nor gives a byte for
 * {@link #PATIENCE} while we wait for it is ended. It runs in a session of its own, where the system has a command for that: Ctrl-C
 * is for us alone, and what we then still want to write gets written. If our process ends, its pipes close, and so it ends as well.
 */
final class Program implements AutoCloseable {
    /** The property with the longest wait for a byte, in seconds. */
    static final String PATIENCE = "rung.ffmpeg.patience";

    private static final int USUAL_PATIENCE = 120;
    private static final int ATTEMPTS = 3;
    private static final int MOST_LOOKS = 100; // where the system does not tell what a process is
    private static final int INTERRUPTED = 130; // the exit status of a process that SIGINT has ended

    private static final Set<Program> RUNNING = ConcurrentHashMap.newKeySet();
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "rung-program-clock");
        thread.setDaemon(true);
        return thread;
    });

    private final String name;
    private final Process process;
    private final Thread messages;
    private final ScheduledFuture<?> ticking;
    private final int patience = Integer.getInteger(PATIENCE, USUAL_PATIENCE);
    private final AtomicInteger secondsLeft = new AtomicInteger(); // of a wait; 0 while there is none
    private volatile boolean silent;

    private Program(String name, Process process, Consumer<String> listener) {
        this.name = name;
        this.process = process;
        this.messages = new Thread(() -> listen(listener), "rung-program-messages");
        messages.setDaemon(true);
        messages.start();
        // A delay, not a rate: the time during which all of us are stopped by Ctrl-Z does not count.
        this.ticking = CLOCK.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        RUNNING.add(this);
    }

    /** Starts a program; the listener gets each line of its standard error, on a thread of its own. */
    static Program start(Path program, List<String> arguments, Consumer<String> listener) throws IOException {
        List<String> session = ownSession();
        List<String> command = new ArrayList<>(session);
        command.add(program.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C"); // the system's messages in English
        return new Program(String.valueOf(program.getFileName()), start(builder, !session.isEmpty()), listener);
    }

    /** Until it has a session of its own, the child gets a Ctrl-C that is meant for us; it is then started again. */
    private static Process start(ProcessBuilder builder, boolean hasSession) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Process process = builder.start();
                if (!hasSession
                        || attempt == ATTEMPTS
                        || !isInterrupted(process, builder.command().get(0))) {
                    return process;
                }
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Waits until the command that makes the session has become the program; tells whether Ctrl-C ended it before. */
    private static boolean isInterrupted(Process process, String first) throws IOException {
        String command = Path.of(first).toRealPath().toString();
        try {
            for (int k = 0; k < MOST_LOOKS; k++) {
                Optional<String> now = process.info().command();
                if (now.isPresent() && !now.get().equals(command)) {
                    return false;
                }
                if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
                    return process.exitValue() == INTERRUPTED;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /** What a command begins with to run in a session or a group of processes of its own; nothing where there is no such thing. */
    private static List<String> ownSession() {
        Path setsid = Ffmpeg.onPath("setsid");
        if (setsid != null) {
            return List.of(setsid.toString());
        }
        Path perl = Ffmpeg.onPath("perl");
        return perl == null || Ffmpeg.isWindows()
                ? List.of()
                : List.of(perl.toString(), "-e", "setpgrp(0, 0); exec { $ARGV[0] } @ARGV or exit 127");
    }

    /** What a program said until its end. */
    record Answer(int status, String text, List<String> messages) {}

    /** Runs a program that needs no input until its end. */
    static Answer ask(Path program, List<String> arguments) throws IOException {
        List<String> messages = new ArrayList<>();
        try (Program running = start(program, arguments, messages::add)) {
            running.closeInput();
            String text = new String(running.waiting(() -> running.output().readAllBytes()), StandardCharsets.UTF_8);
            return new Answer(running.end(), text, messages);
        }
    }

    /** Ends all programs at once: for the moment before the JVM halts. */
    static void endAll() {
        RUNNING.forEach(Program::kill);
    }

    private void listen(Consumer<String> listener) {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                listener.accept(line);
            }
        } catch (IOException e) {
            // the program was ended
        }
    }

    private void tick() {
        int left = secondsLeft.get();
        if (left > 0 && secondsLeft.compareAndSet(left, left - 1) && left == 1) {
            silent = true;
            kill();
        }
    }

    private void kill() {
        process.destroyForcibly();
    }

    /** Something that waits for the program. */
    private interface Exchange<T> {
        T run() throws IOException;
    }

    private <T> T waiting(Exchange<T> exchange) throws IOException {
        secondsLeft.set(patience);
        try {
            return exchange.run();
        } catch (IOException e) {
            if (silent) {
                throw tooSilent();
            }
            throw e;
        } finally {
            secondsLeft.set(0);
        }
    }

    private IOException tooSilent() {
        return new IOException(name + " did nothing for " + patience + " seconds and was ended");
    }

    private InputStream output() {
        return process.getInputStream();
    }

    /** The next byte of its standard output, or −1 at the end. */
    int read() throws IOException {
        return waiting(() -> output().read());
    }

    /** Fills the array from its standard output; returns how many bytes came before the end. */
    int read(byte[] bytes) throws IOException {
        int read = 0;
        while (read < bytes.length) {
            int from = read;
            int count = waiting(() -> output().read(bytes, from, bytes.length - from));
            if (count < 0) {
                break;
            }
            read += count;
        }
        return read;
    }

    /** Writes to its standard input. */
    void write(byte[] bytes, int from, int length) throws IOException {
        waiting(() -> {
            process.getOutputStream().write(bytes, from, length);
            return null;
        });
    }

    private void closeInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Closes its standard input and waits for its end and its last message; returns its exit status. */
    int end() throws IOException {
        int status = waiting(() -> {
            try {
                closeInput();
            } catch (IOException e) {
                int early = awaitEnd();
                if (early == 0) {
                    throw e; // it did not take everything, and does not say why
                }
                return early;
            }
            return awaitEnd();
        });
        if (silent) {
            throw tooSilent();
        }
        return status;
    }

    private int awaitEnd() throws IOException {
        try {
            int status = process.waitFor();
            messages.join(TimeUnit.SECONDS.toMillis(patience)); // a child of the program's may hold the pipe
            return status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while " + name + " was at work");
        }
    }

    /** Ends the program if it still runs. */
    @Override
    public void close() {
        ticking.cancel(false);
        kill();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        RUNNING.remove(this);
    }
}
