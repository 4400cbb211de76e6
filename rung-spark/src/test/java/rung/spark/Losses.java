package rung.spark;

import java.util.List;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.sql.SparkSession;

/** Kills the two executors that a cluster has, one after some jobs and the other once another has taken the place of the first. */
final class Losses extends SparkListener implements AutoCloseable {
    private final SparkSession session;
    private final List<ProcessHandle> executors;
    private final int jobs;
    private int ended;
    private boolean isReplaced;
    private int killed;

    Losses(SparkSession session, Cluster cluster, int jobs) {
        this.session = session;
        this.executors = cluster.executors();
        this.jobs = jobs;
        session.sparkContext().addSparkListener(this);
    }

    @Override
    public synchronized void onJobEnd(SparkListenerJobEnd end) {
        ended++;
        if (killed == 0 && ended >= jobs || killed == 1 && isReplaced) {
            executors.get(killed++).destroyForcibly();
        }
    }

    @Override
    public synchronized void onExecutorAdded(SparkListenerExecutorAdded added) {
        isReplaced |= killed == 1;
    }

    /** How many were killed. */
    synchronized int count() {
        return killed;
    }

    @Override
    public void close() {
        session.sparkContext().removeSparkListener(this);
    }
}
