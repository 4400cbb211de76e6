package rung.serve.http;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no whole request came for too long, though bytes drip: they hold no thread, but a place among the
 * connections. Once the server is asked to end, it closes all that have no request in flight, so that these are waited for alone.
 */
final class SlowClients extends AbstractLifeCycle implements Connection.Listener, Graceful {
    /** What was known of a connection when it was last looked at. */
    private record Look(long requests, long nanos) {}

    private static final long ENDING_MILLIS = 50;

    private final ServerConnector connector;
    private final HttpLimits.Waits waits;
    private final Map<Connection, Look> looks = new ConcurrentHashMap<>();
    private volatile Scheduler.Task task = () -> false;
    private volatile boolean isEnding;

    SlowClients(ServerConnector connector, HttpLimits.Waits waits) {
        this.connector = connector;
        this.waits = waits;
        connector.addBean(this);
    }

    @Override
    public void onOpened(Connection connection) {
        looks.put(connection, new Look(-1, System.nanoTime()));
    }

    @Override
    public void onClosed(Connection connection) {
        looks.remove(connection);
    }

    @Override
    protected void doStart() {
        look();
    }

    @Override
    protected void doStop() {
        task.cancel();
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        isEnding = true;
        task.cancel();
        look();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean isShutdown() {
        return isEnding;
    }

    private void look() {
        long now = System.nanoTime();
        looks.replaceAll((connection, last) -> {
            long requests = connection.getMessagesIn() + connection.getMessagesOut();
            boolean isReading = connection.getMessagesIn() == connection.getMessagesOut();
            boolean isLate = requests == last.requests
                    && now - last.nanos > waits.headers().toNanos();
            if (isReading && (isEnding || isLate)) {
                connection.getEndPoint().close();
            }
            return requests == last.requests ? last : new Look(requests, now);
        });
        if (isStarting() || isRunning()) {
            long millis = isEnding ? ENDING_MILLIS : waits.looks().toMillis();
            task = connector.getScheduler().schedule(this::look, millis, TimeUnit.MILLISECONDS);
        }
    }
}
