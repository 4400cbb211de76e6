package rung.cli.pipe;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import rung.Provenance;
import rung.cli.terminal.Seconds;
import rung.file.FormatException;

/**
 * A process that other programs speak to over its standard input and output, such as the Python package. It ends when its standard input
 * does. Calls are answered side by side, each on a thread of its own; docs/PIPE.md describes the protocol.
 */
public final class Pipe {
    private static final long BEAT_MILLIS = 1_000;

    private final Wire wire;
    private final Map<String, Call> calls = new HashMap<>();
    private final Map<Integer, Conversation> open = new ConcurrentHashMap<>();

    Pipe(Wire wire) {
        this.wire = wire;
        calls.put("echo", (arguments, conversation) -> arguments);
        new CompletionCalls().register(calls);
        new RatingsCalls().register(calls);
        new SeparationCalls().register(calls);
        new ConvexCalls().register(calls);
    }

    /**
     * Answers calls until standard input ends.
     *
     * @param args the version of the protocol that the other side speaks
     */
    public static void main(String[] args) {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // nothing but messages goes to standard output
        System.setProperty("java.awt.headless", "true");
        if (args.length != 1 || !args[0].equals(String.valueOf(Wire.VERSION))) {
            System.err.println("rung: speaks version " + Wire.VERSION + " of the protocol of pipes, not "
                    + String.join(" ", args) + "; the Python package and the jar must be of the same release");
            System.exit(2);
        }
        int status = 0;
        try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
            new Pipe(new Wire(in.getChannel(), out.getChannel())).run();
        } catch (EOFException e) {
            // the other side is gone
        } catch (IOException e) {
            System.err.println("rung: " + e.getMessage());
            status = 1;
        }
        Runtime.getRuntime().halt(status); // whatever still runs, nobody waits for it
    }

    /** Answers calls until there are no more messages. */
    void run() throws IOException {
        Thread beat = new Thread(this::beat, "rung-beat");
        beat.setDaemon(true);
        beat.start();
        wire.write(new Message(
                Kind.HELLO,
                0,
                new Fields()
                        .put("protocol", Wire.VERSION)
                        .put("version", Provenance.libraryVersion())
                        .put("platform", Provenance.platform())));
        while (true) {
            take(wire.read());
        }
    }

    private void take(Message message) {
        Conversation conversation = open.get(message.call());
        switch (message.kind()) {
            case CALL -> {
                Conversation begun = new Conversation(wire, message.call());
                open.put(message.call(), begun);
                Thread thread = new Thread(() -> answer(message, begun), "rung-call-" + message.call());
                thread.setDaemon(true);
                thread.start();
            }
            case STOP -> Optional.ofNullable(conversation).ifPresent(Conversation::stop);
            case REPLY -> Optional.ofNullable(conversation).ifPresent(each -> each.take(message.fields()));
            default -> throw new IllegalStateException("nobody sends " + message.kind() + " here");
        }
    }

    private void answer(Message message, Conversation conversation) {
        Message answer;
        try {
            long began = System.nanoTime();
            String name = message.fields().text("call");
            Call call = calls.get(name);
            if (call == null) {
                throw new IllegalArgumentException("there is no call '" + name + "'");
            }
            Fields result = call.answer(message.fields(), conversation);
            result.put("seconds", Seconds.since(began));
            answer = new Message(Kind.RESULT, message.call(), result);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            answer = new Message(Kind.FAILURE, message.call(), failure(e));
        }
        open.remove(message.call());
        try {
            wire.write(answer);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1); // nobody reads
        }
    }

    /** What went wrong, of a kind that the other side has an exception for. */
    private static Fields failure(Throwable e) {
        String kind = e instanceof OutOfMemoryError
                ? "memory"
                : e instanceof Conversation.CallerFailed
                        ? "caller"
                        : e instanceof NoSuchElementException
                                ? "unknown"
                                : e instanceof IllegalArgumentException
                                                || e instanceof IllegalStateException
                                                || e instanceof FormatException
                                        ? "value"
                                        : "bug";
        String sentence = e.getMessage();
        if (kind.equals("memory")) {
            sentence = String.format(
                    java.util.Locale.ROOT,
                    "there is too little memory (%s); Java may use %d MB, RUNG_JAVA_OPTIONS=-Xmx… raises it",
                    e.getMessage(),
                    Runtime.getRuntime().maxMemory() / 1_000_000);
        } else if (kind.equals("bug")) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            sentence = trace.toString();
        }
        return new Fields().put("kind", kind).put("sentence", sentence == null ? e.toString() : sentence);
    }

    /** Says every second that this process is alive, as long as it has something to do. */
    private void beat() {
        try {
            while (true) {
                Thread.sleep(BEAT_MILLIS);
                if (!open.isEmpty() || wire.isReading()) {
                    wire.write(new Message(Kind.BEAT, 0, new Fields()));
                }
            }
        } catch (InterruptedException | IOException e) {
            // nobody listens any more
        }
    }
}
