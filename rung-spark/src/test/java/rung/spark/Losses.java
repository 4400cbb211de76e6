package rung.spark;

import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * Kills the executors of a cluster during one fit, one by one, each at a given step of the fit. After each, waits until the cluster has started
 * another in its place. Steps are known by what the fit logs. The fit waits while it logs, so it cannot end meanwhile.
 */
final class Losses extends AbstractAppender implements AutoCloseable {
    private final Logger steps = (Logger) LogManager.getLogger(RankConstrained.class.getName());
    private final Cluster cluster;
    private final List<ProcessHandle> executors;
    private final List<String> beginnings;
    private int killed;

    /** The first executor is killed at a step whose line begins with the first of these, and so on. */
    Losses(Cluster cluster, List<String> beginnings) {
        super("losses", null, null, false, Property.EMPTY_ARRAY);
        this.cluster = cluster;
        this.executors = cluster.executors();
        this.beginnings = beginnings;
        start();
        steps.addAppender(this);
    }

    @Override
    public void append(LogEvent event) {
        if (killed < beginnings.size()
                && event.getMessage().getFormattedMessage().startsWith(beginnings.get(killed))) {
            cluster.awaitReplacements();
            cluster.kill(executors.get(killed++));
        }
    }

    /** How many were killed. */
    int count() {
        return killed;
    }

    @Override
    public void close() {
        steps.removeAppender(this);
        stop();
        cluster.awaitReplacements();
    }
}
