package rung.bench.serve;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks a server as fast as it answers: some connections that stay open, on each the next request as soon as the last one is answered. One
 * thread does all of it, so that the server has the other processors to itself.
 */
final class HttpLoad {
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)\r\n");
    private static final int BUFFER = 1 << 16;

    private final InetSocketAddress address;
    private final int connections;
    private final Supplier<byte[]> requests;

    private long[] nanos = new long[1 << 16];
    private int answered;
    private int failed;
    private IOException problem;

    private HttpLoad(InetSocketAddress address, int connections, Supplier<byte[]> requests) {
        this.address = address;
        this.connections = connections;
        this.requests = requests;
    }

    /**
     * What was measured.
     *
     * @param seconds how long it took
     * @param nanos how long each answer took, ascending
     * @param failed how many answers were not of status 200
     */
    record Result(double seconds, long[] nanos, int failed) {
        double perSecond() {
            return nanos.length / seconds;
        }

        /** The time in milliseconds within which this share of the requests was answered. */
        double milliseconds(double share) {
            return nanos.length == 0
                    ? 0
                    : nanos[Math.min(nanos.length - 1, (int) Math.ceil(share * nanos.length))] / 1e6;
        }
    }

    /** Asks for some time, and until there are as many answers as connections. */
    static Result run(InetSocketAddress address, int connections, Duration time, Supplier<byte[]> requests)
            throws IOException {
        return new HttpLoad(address, connections, requests).run(time);
    }

    private Result run(Duration time) throws IOException {
        List<SocketChannel> channels = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int k = 0; k < connections; k++) {
                SocketChannel channel = SocketChannel.open(address);
                channels.add(channel);
                channel.configureBlocking(false);
                Exchange exchange = new Exchange(channel);
                channel.register(selector, SelectionKey.OP_READ, exchange);
                exchange.ask();
            }
            long began = System.nanoTime();
            long end = began + time.toNanos();
            while (System.nanoTime() < end || answered < connections) {
                selector.select(key -> read((Exchange) key.attachment()), 100);
                if (problem != null) {
                    throw problem;
                }
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            long[] sorted = Arrays.copyOf(nanos, answered);
            Arrays.sort(sorted);
            return new Result(seconds, sorted, failed);
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    private void read(Exchange exchange) {
        try {
            if (exchange.isAnswered()) {
                exchange.ask();
            }
        } catch (IOException e) {
            problem = e;
        }
    }

    private void note(long took, boolean isGood) {
        if (answered == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * answered);
        }
        nanos[answered++] = took;
        failed += isGood ? 0 : 1;
    }

    /** A connection, and the answer that it is reading. */
    private final class Exchange {
        private final SocketChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        private int head; // bytes up to the body; 0 while they are not known
        private long whole;
        private long seen;
        private boolean isGood;
        private long began;

        Exchange(SocketChannel channel) {
            this.channel = channel;
        }

        void ask() throws IOException {
            ByteBuffer request = ByteBuffer.wrap(requests.get());
            buffer.clear();
            head = 0;
            seen = 0;
            began = System.nanoTime();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        /** Reads what is there. */
        boolean isAnswered() throws IOException {
            if (!buffer.hasRemaining()) {
                buffer.clear(); // of a long body; the head was read before
            }
            int count = channel.read(buffer);
            if (count < 0) {
                throw new EOFException("the server closed a connection");
            }
            seen += count;
            if (head == 0) {
                readHead();
            }
            boolean isDone = head > 0 && seen >= whole;
            if (isDone) {
                note(System.nanoTime() - began, isGood);
            }
            return isDone;
        }

        private void readHead() throws IOException {
            String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end >= 0) {
                Matcher length = LENGTH.matcher(text.substring(0, end + 2).toLowerCase(Locale.ROOT));
                if (!length.find()) {
                    throw new IOException("an answer has no Content-Length: " + text.substring(0, end));
                }
                head = end + 4;
                whole = head + Long.parseLong(length.group(1));
                isGood = text.startsWith("HTTP/1.1 200 ");
            } else if (!buffer.hasRemaining()) {
                throw new IOException("the head of an answer is longer than " + BUFFER + " bytes");
            }
        }
    }
}
