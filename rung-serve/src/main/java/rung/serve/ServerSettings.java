package rung.serve;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a {@link Server} serves, and to whom. Immutable: each {@code with…} returns a changed copy.
 *
 * @param source a model file, a folder that a separation was written to, or a completed table
 * @param titles a file of items and their titles, if there is one
 * @param log the file that ratings are kept in, if they are
 * @param errors the file of {@code rung complete --errors} about the table, if a table is served and there is one
 * @param host the address to listen at
 * @param port the port; 0 takes a free one
 * @param token what clients must know; empty if anybody who can reach the server may ask
 * @param origins the origins of other pages that may ask, such as {@code https://example.org}
 * @param messages takes sentences for whoever runs the server
 */
public record ServerSettings(
        Path source,
        Optional<Path> titles,
        Optional<Path> log,
        Optional<Path> errors,
        String host,
        int port,
        Optional<String> token,
        Set<String> origins,
        Consumer<String> messages) {
    /** The address that only this machine can reach. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The usual port. */
    public static final int PORT = 8080;

    /** Copies the origins. */
    public ServerSettings {
        origins = Set.copyOf(origins);
    }

    /**
     * Serves to this machine alone, on a free port, and keeps nothing.
     *
     * @param source a model file, a folder that a separation was written to, or a completed table
     * @return the settings
     */
    public static ServerSettings of(Path source) {
        return new ServerSettings(
                source,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                LOOPBACK,
                0,
                Optional.empty(),
                Set.of(),
                message -> {});
    }

    /**
     * Tells what is served, by the name of the source and by whether there is a file of errors.
     *
     * @return what it is
     */
    public ServedKind kind() {
        return ServedKind.of(this);
    }

    /**
     * Returns a copy with titles.
     *
     * @param file a file of items and their titles
     * @return a changed copy
     */
    public ServerSettings withTitles(Path file) {
        return new ServerSettings(source, Optional.of(file), log, errors, host, port, token, origins, messages);
    }

    /**
     * Returns a copy that keeps ratings.
     *
     * @param file the file that ratings are appended to
     * @return a changed copy
     */
    public ServerSettings withLog(Path file) {
        return new ServerSettings(source, titles, Optional.of(file), errors, host, port, token, origins, messages);
    }

    /**
     * Returns a copy that serves a completed table, and how sure its filled cells are.
     *
     * @param file the file that {@code rung complete --errors} wrote
     * @return a changed copy
     */
    public ServerSettings withErrors(Path file) {
        return new ServerSettings(source, titles, log, Optional.of(file), host, port, token, origins, messages);
    }

    /**
     * Returns a copy that listens elsewhere.
     *
     * @param otherHost the address to listen at
     * @param otherPort the port; 0 takes a free one
     * @return a changed copy
     */
    public ServerSettings at(String otherHost, int otherPort) {
        return new ServerSettings(source, titles, log, errors, otherHost, otherPort, token, origins, messages);
    }

    /**
     * Returns a copy that answers only those who know a token.
     *
     * @param secret the token
     * @return a changed copy
     */
    public ServerSettings withToken(String secret) {
        return new ServerSettings(source, titles, log, errors, host, port, Optional.of(secret), origins, messages);
    }

    /**
     * Returns a copy that pages of other origins may ask.
     *
     * @param some the origins, such as {@code https://example.org}
     * @return a changed copy
     */
    public ServerSettings withOrigins(Set<String> some) {
        return new ServerSettings(source, titles, log, errors, host, port, token, some, messages);
    }

    /**
     * Returns a copy that tells what happens.
     *
     * @param consumer takes sentences for whoever runs the server, on any thread
     * @return a changed copy
     */
    public ServerSettings withMessages(Consumer<String> consumer) {
        return new ServerSettings(source, titles, log, errors, host, port, token, origins, consumer);
    }
}
