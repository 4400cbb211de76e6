package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import rung.file.model.ModelFile;
import rung.serve.http.Routes;

/** A model file that is served. */
public final class RecommenderService implements AutoCloseable {
    private final Path file;
    private final boolean needsToken;
    private volatile Snapshot current;

    /**
     * Reads a model.
     *
     * @param file the model file
     * @param titles the file of titles, if there is one
     * @param needsToken whether clients must know a token
     * @throws IOException if a file cannot be read, or is not what it should be
     */
    public RecommenderService(Path file, Optional<Path> titles, boolean needsToken) throws IOException {
        this.file = file;
        this.needsToken = needsToken;
        this.current = new Snapshot(ModelFile.read(file), titles.isPresent() ? Titles.read(titles.get()) : Titles.NONE);
    }

    /**
     * Adds the addresses of the model.
     *
     * @param routes where they are added
     */
    public void addTo(Routes routes) {
        new RecommenderRoutes(file.getFileName().toString(), needsToken, () -> current).addTo(routes);
    }

    @Override
    public void close() {}
}
