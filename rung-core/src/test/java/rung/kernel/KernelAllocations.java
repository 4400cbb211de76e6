package rung.kernel;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CyclicBarrier;

/**
 * A program that runs every kernel until it is compiled, then all of them again, and fails if a call still allocates: a
 * compiler that does not see through a vector makes an object of it. {@link KernelAllocationTest} starts it in a JVM of its
 * own. Its arguments are the number of threads, the seed of the order (0 for the order of the list), and the beginning of the
 * names of the calls to make (all without it).
 */
final class KernelAllocations {
    /** A vector that became an object takes at least twice as many bytes, header included. */
    private static final double BYTES_PER_CALL = 16;

    /** A measurement counts only if it has at least this many calls. */
    private static final int CALLS = 100;

    private static final long MEASURED_NANOS = 2_000_000;

    /** How long a call may take to be compiled, on a machine that has other things to do; and once one has failed. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private static final long IMPATIENCE_NANOS = 1_000_000_000L;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<String, Double> failures = new ConcurrentSkipListMap<>();
    private final CyclicBarrier together;
    private final long seed;
    private final String prefix;
    private volatile long patienceNanos = PATIENCE_NANOS;

    private KernelAllocations(int threads, long seed, String prefix) {
        together = new CyclicBarrier(threads);
        this.seed = seed;
        this.prefix = prefix;
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        KernelAllocations program =
                new KernelAllocations(threads, Long.parseLong(args[1]), args.length > 2 ? args[2] : "");
        List<Thread> workers = new ArrayList<>();
        for (int k = 0; k < threads; k++) {
            Thread worker = new Thread(program::runAll);
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        program.failures.forEach((name, bytes) -> System.out.printf("%s: %.0f bytes a call%n", name, bytes));
        System.out.println("vectors of " + VectorFloatKernels.LANES + " floats");
        System.exit(program.failures.isEmpty() ? 0 : 1);
    }

    private void runAll() {
        List<KernelCalls.Call> calls = new ArrayList<>(KernelCalls.of("vector"));
        calls.removeIf(call -> !call.name().startsWith(prefix));
        if (seed != 0) {
            Collections.shuffle(calls, new Random(seed));
        }
        try {
            for (int round = 1; round <= 2; round++) {
                for (KernelCalls.Call call : calls) {
                    together.await();
                    double bytes = settle(call.run());
                    if (bytes >= BYTES_PER_CALL) {
                        failures.put(call.name() + ", round " + round, bytes);
                        patienceNanos = IMPATIENCE_NANOS;
                    }
                }
            }
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(2);
        }
    }

    /** Calls until the calls allocate nothing, or patience ends; returns what the last ones allocated, in bytes a call. */
    private double settle(Runnable call) {
        long began = System.nanoTime();
        while (true) {
            long start = System.nanoTime();
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            int calls = 0;
            long now;
            do {
                call.run();
                calls++;
                now = System.nanoTime();
            } while (calls < CALLS && now - began < patienceNanos || now - start < MEASURED_NANOS);
            double bytes = (double) (THREADS.getThreadAllocatedBytes(
                                    Thread.currentThread().getId())
                            - before)
                    / calls;
            if (bytes < BYTES_PER_CALL || now - began > patienceNanos) {
                return bytes;
            }
        }
    }
}
