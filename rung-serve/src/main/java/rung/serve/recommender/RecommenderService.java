package rung.serve.recommender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import rung.data.TitleDoubt;
import rung.file.FormatException;
import rung.file.model.ModelFile;
import rung.file.model.TableModelFile;
import rung.page.NumberText;
import rung.ratings.Model;
import rung.serve.http.Metrics;
import rung.serve.http.Routes;
import rung.serve.http.Service;

/** A model file that is served, and what people rate meanwhile. Another file in its place is served from then on, if it can be. */
public final class RecommenderService implements Service {
    /** Larger model files are mapped. Smaller ones are read, so that they may be overwritten while they are served. */
    private static final long MAPPED = 64L << 20;

    private final Path file;
    private final Titles titles;
    private final Consumer<String> messages;
    private final Visitors visitors;
    private final ModelWatch watch;
    private final AtomicInteger reloads = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile Snapshot current;

    /**
     * Reads a model, and the ratings that were kept since it was trained.
     *
     * @param file the model file
     * @param titles the file of titles, if there is one
     * @param log the file that ratings are kept in, if they are
     * @param messages takes sentences for whoever runs the server
     * @throws IOException if a file cannot be read, or is not what it should be
     */
    public RecommenderService(Path file, Optional<Path> titles, Optional<Path> log, Consumer<String> messages)
            throws IOException {
        this.file = file;
        this.messages = messages;
        this.watch = new ModelWatch(file, this::reload);
        this.titles = titles.isPresent() ? Titles.read(titles.get()) : Titles.NONE;
        this.current = new Snapshot(model(), this.titles);
        titles.flatMap(path -> TitleDoubt.of(current.model().items(), this.titles.all())
                        .map(doubt -> path + ": " + doubt))
                .ifPresent(messages);
        this.visitors = new Visitors(log);
        watch.start(() -> current.prepare());
    }

    private Model model() throws IOException {
        try {
            return read();
        } catch (FormatException e) {
            if (isTableModel()) {
                throw new FormatException(file
                        + ": is a model of a table, which shows nothing by itself: fill a table by 'rung"
                        + " complete TABLE --with " + file.getFileName() + " -o filled.csv' and serve filled.csv");
            }
            throw e;
        }
    }

    private boolean isTableModel() throws IOException {
        try {
            return TableModelFile.isTable(file);
        } catch (FormatException e) {
            return false;
        }
    }

    /* Windows does not let a mapped file be replaced. */
    private Model read() throws IOException {
        boolean isWindows = System.getProperty("os.name", "").startsWith("Windows");
        return !isWindows && Files.isRegularFile(file) && Files.size(file) > MAPPED
                ? ModelFile.map(file)
                : ModelFile.read(file);
    }

    private void reload() {
        try {
            Snapshot next = new Snapshot(model(), titles);
            next.prepare();
            current = next;
            reloads.incrementAndGet();
            messages.accept(file + ": a new model is served from now on");
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            refused.incrementAndGet();
            messages.accept("the old model stays in use: " + e.getMessage());
        }
    }

    @Override
    public void addTo(Routes routes, boolean needsToken) {
        new RecommenderRoutes(file.getFileName().toString(), needsToken, () -> current, visitors).addTo(routes);
    }

    @Override
    public void addTo(Metrics metrics) {
        metrics.gauge(
                "rung_model_users",
                "Users of the model.",
                () -> current.model().users().size());
        metrics.gauge(
                "rung_model_items",
                "Items of the model.",
                () -> current.model().items().size());
        metrics.gauge("rung_model_reloads_total", "New model files that were picked up.", reloads::get);
        metrics.gauge("rung_model_refused_total", "New model files that could not be used.", refused::get);
        metrics.gauge("rung_ratings_kept_total", "Ratings in the log.", visitors::count);
    }

    @Override
    public String description() {
        Model model = current.model();
        return "a model of " + NumberText.count(model.users().size()) + " users, "
                + NumberText.count(model.items().size()) + " items and "
                + NumberText.count(model.seen().count())
                + (model.ratings().isPresent() ? " ratings" : " choices");
    }

    @Override
    public void close() throws IOException {
        watch.close();
        visitors.close();
    }
}
