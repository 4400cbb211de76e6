package rung.serve.http;

import java.io.IOException;

/** What is served. */
public interface Service extends AutoCloseable {
    /**
     * Adds its addresses.
     *
     * @param routes where they are added
     * @param needsToken whether clients must know a token
     */
    void addTo(Routes routes, boolean needsToken);

    /**
     * Adds its own numbers, if it has any.
     *
     * @param metrics where they are added
     */
    default void addTo(Metrics metrics) {}

    /**
     * Says what is served, for whoever runs the server.
     *
     * @return the kind of thing and its size in words, such as "a table of 20×3"
     */
    String description();

    @Override
    default void close() throws IOException {}
}
