package rung.serve.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections on which no whole request came for too long, though bytes drip: they hold no thread, but a place among the
 * connections.
 */
final class SlowClients extends AbstractLifeCycle implements Connection.Listener {
    /** What was known of a connection when it was last looked at. */
    private record Look(long requests, long nanos) {}

    private static final long EVERY_SECONDS = 5;

    private final ServerConnector connector;
    private final Map<Connection, Look> looks = new ConcurrentHashMap<>();
    private volatile Scheduler.Task task = () -> false;

    SlowClients(ServerConnector connector) {
        this.connector = connector;
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

    private void look() {
        long now = System.nanoTime();
        looks.replaceAll((connection, last) -> {
            long requests = connection.getMessagesIn() + connection.getMessagesOut();
            if (requests != last.requests) {
                return new Look(requests, now);
            }
            boolean isReading = connection.getMessagesIn() == connection.getMessagesOut();
            if (isReading && now - last.nanos > TimeUnit.SECONDS.toNanos(Limits.HEADER_SECONDS)) {
                EndPoint end = connection.getEndPoint();
                end.close();
            }
            return last;
        });
        if (isStarting() || isRunning()) {
            task = connector.getScheduler().schedule(this::look, EVERY_SECONDS, TimeUnit.SECONDS);
        }
    }
}
