package rung.spark;

import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/**
 * Kills all executors of a cluster in the midst of one fit, each at a step that is told, and once another has taken the place of the one before. The
 * steps are those that the fit logs; while they are logged it waits, so that it cannot end before.
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
