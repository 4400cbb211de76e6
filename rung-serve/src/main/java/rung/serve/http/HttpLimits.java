package rung.serve.http;

import java.time.Duration;

/** How much of anything a client may use. */
public final class HttpLimits {
    /** The most bytes of a request's headers, address included. */
    static final int HEADER_BYTES = 16 * 1024;

    /** The most characters of an address, from its first slash on. */
    static final int ADDRESS_CHARACTERS = 8 * 1024;

    /** The most bytes of a body. */
    static final int BODY_BYTES = 1024 * 1024;

    /** A body that is larger, up to this, is read to its end before it is refused, so that its sender sees the answer. */
    static final int DISCARDED_BYTES = 16 * BODY_BYTES;

    /** The most connections at once; more wait to be accepted. */
    static final int CONNECTIONS = 1024;

    /** The most threads that answer. */
    static final int THREADS = 4 + 2 * Runtime.getRuntime().availableProcessors();

    /** A connection on which nothing happens for this long is closed. */
    static final int IDLE_SECONDS = 30;

    /** A body that comes more slowly is refused, and an answer that is read more slowly is broken off. */
    static final int LEAST_BYTES_PER_SECOND = 64;

    /**
     * How long the server waits.
     *
     * @param headers the headers of a request must have come after this time, however steadily they drip
     * @param looks the time between two looks at that
     * @param end how long requests in flight may take once the server is asked to end
     */
    record Waits(Duration headers, Duration looks, Duration end) {
        /** What a server does. */
        static final Waits USUAL = new Waits(Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofSeconds(60));
    }

    /** The most items or users of a list. */
    public static final int LIST = 1000;

    /** The most ratings or pairs in a request. */
    public static final int ENTRIES = 10_000;

    /** The most characters of an id that is kept. */
    public static final int ID_CHARACTERS = 256;

    private HttpLimits() {}
}
