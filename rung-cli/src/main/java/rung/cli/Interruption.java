package rung.cli;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C while there is something worth keeping: the work is asked to end, and the JVM waits for as long as that takes, within
 * reason. A second Ctrl-C ends it at once, unless the work is being written down by then.
 */
final class Interruption implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean requested;
    private volatile boolean writing;
    private volatile boolean ending;
    private volatile long signs;
    private volatile Runnable cleanup = () -> {};

    /**
     * From now on a signal to end is a request.
     *
     * @param onRequest says so, and whether there is anything to wait for
     * @param onTimeout gives up if it takes too long
     */
    Interruption(BooleanSupplier onRequest, Runnable onTimeout) {
        hook = new Thread(() -> await(onRequest, onTimeout), "rung-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void await(BooleanSupplier onRequest, Runnable onTimeout) {
        requested = true;
        endAtSecondSignal();
        try {
            if (onRequest.getAsBoolean() && !isDoneInTime()) {
                onTimeout.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    private boolean isDoneInTime() throws InterruptedException {
        long before;
        do {
            before = signs;
            if (done.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                return true;
            }
        } while (signs != before);
        return false;
    }

    private synchronized void end() {
        ending = true;
        cleanup.run();
    }

    /** Before the JVM ends while the work goes on. */
    void cleanUpBy(Runnable action) {
        cleanup = action;
    }

    /** The work comes forward, so it is worth to wait on. */
    synchronized void goOn() {
        signs++;
    }

    /** Whether the JVM ends now, and what fails meanwhile need not be said. */
    boolean isEnding() {
        return ending;
    }

    /**
     * The JVM itself lets a second signal wait for the hooks. The class that can change this is in every JDK but of no
     * standard, so it is looked for by name; where it is not, the second signal waits, too.
     */
    private void endAtSecondSignal() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object end =
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                        if (method.getName().equals("handle") && !writing) {
                            end();
                            Runtime.getRuntime().halt(Main.INTERRUPTED);
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), end);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // another JVM: the second signal waits
        }
    }

    /** Whether the work should end. */
    boolean isRequested() {
        return requested;
    }

    /** The work is being written down, which is not to be cut short. */
    void beginWriting() {
        writing = true;
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
