package rung.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while there is something worth keeping: the work is asked to end, and the JVM waits for as long as that takes, within
 * reason.
 */
final class Interruption implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean requested;

    /** From now on a signal to end is a request, which is said by the first and, if it takes too long, given up by the second. */
    Interruption(Runnable onRequest, Runnable onTimeout) {
        hook = new Thread(() -> await(onRequest, onTimeout), "rung-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void await(Runnable onRequest, Runnable onTimeout) {
        requested = true;
        onRequest.run();
        try {
            if (!done.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                onTimeout.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the work should end. */
    boolean isRequested() {
        return requested;
    }

    /** The work is done, and all there is to say has been said: after a request the JVM now ends. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it has been started already
        }
    }
}
