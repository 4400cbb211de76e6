package rung.spark;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** Counts the jobs that run while it is open. */
final class JobCount extends SparkListener implements AutoCloseable {
    private final SparkContext context;
    private final AtomicInteger jobs = new AtomicInteger();

    JobCount(SparkContext context) throws Exception {
        this.context = context;
        waitForEvents();
        context.addSparkListener(this);
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
        jobs.incrementAndGet();
    }

    int jobs() throws Exception {
        waitForEvents();
        return jobs.get();
    }

    private void waitForEvents() throws Exception {
        context.listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(10));
    }

    @Override
    public void close() {
        context.removeSparkListener(this);
    }
}
