package rung.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Turns Ctrl-C, or another signal to end, into a request: the work is asked to end, and the JVM waits until it has, so that what was
 * found can be kept. It gives up after 60 seconds without progress. Ctrl-C after that ends the JVM at once, unless the results are being
 * written by then.
 */
public final class Interruption implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Consumer<String> onLoss;
    private final Thread hook;
    private final Object asking = new Object();
    private boolean isLossSaid; // by the answer to the request, which a second signal must not say again
    private volatile boolean requested;
    private volatile String how = " (Ctrl-C again: end now)";
    private volatile boolean writing;
    private volatile boolean ending;
    private volatile long progress;
    private volatile Runnable cleanup = () -> {};

    /**
     * From now on Ctrl-C is a request, and so are the signals TERM and HUP.
     *
     * @param onRequest called at the first signal: tells the user, and returns whether there is anything worth waiting for. It is given the
     *     end of the message: how to end at once, or which signal nobody typed
     * @param onLoss called if the work is cut short, because it has not ended in time or Ctrl-C was pressed again: is given the
     *     reason, and tells the user what is lost
     */
    public Interruption(Predicate<String> onRequest, Consumer<String> onLoss) {
        this.onLoss = onLoss;
        sayAtSignal("TERM", ExitStatus.TERMINATED);
        sayAtSignal("HUP", ExitStatus.HUNG_UP);
        hook = new Thread(() -> await(onRequest), "rung-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void await(Predicate<String> onRequest) {
        requested = true;
        endAtSecondSignal();
        try {
            boolean isWaiting;
            synchronized (asking) {
                isWaiting = onRequest.test(how);
                isLossSaid = !isWaiting;
            }
            if (isWaiting && !isDoneInTime()) {
                onLoss.accept("the step takes too long");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    private boolean isDoneInTime() throws InterruptedException {
        long before;
        do {
            before = progress;
            if (done.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
        } while (progress != before);
        return false;
    }

    private synchronized void end() {
        ending = true;
        cleanup.run();
    }

    /**
     * Sets what runs before the JVM ends while the work is still going on: deletes what is half written.
     *
     * @param action what to do
     */
    public void cleanUpBy(Runnable action) {
        cleanup = action;
    }

    /** Tells that the work makes progress: the time that the JVM waits starts anew. */
    public synchronized void noteProgress() {
        progress++;
    }

    /**
     * Whether the JVM is ending without waiting: a failure from now on need not be reported.
     *
     * @return true if it is
     */
    public boolean isEnding() {
        return ending;
    }

    /** The JVM does not tell its hooks which signal it ends by. */
    private void sayAtSignal(String name, int status) {
        Signals.handle(name, () -> {
            how = " (asked to end by SIG" + name + ")";
            System.exit(status);
        });
    }

    /** The JVM itself lets a second signal wait for the hooks, and so it is where signals cannot be handled. */
    private void endAtSecondSignal() {
        Signals.handle("INT", () -> {
            if (!writing) {
                synchronized (asking) {
                    if (!isLossSaid) {
                        onLoss.accept("ended at once");
                    }
                }
                end();
                Runtime.getRuntime().halt(ExitStatus.INTERRUPTED);
            }
        });
    }

    /** From now on Ctrl-C ends the JVM at once: for work that is ending already, but may take a while. */
    public static void endAtNextSignal() {
        Signals.handle("INT", () -> Runtime.getRuntime().halt(ExitStatus.INTERRUPTED));
    }

    /**
     * Whether a signal came, so that the work should end.
     *
     * @return true if one did
     */
    public boolean isRequested() {
        return requested;
    }

    /** Tells that results are being written: a second Ctrl-C does not cut that short. */
    public void beginWriting() {
        writing = true;
    }

    /** Tells that the work is done and everything has been printed: after a request the JVM ends now. */
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
