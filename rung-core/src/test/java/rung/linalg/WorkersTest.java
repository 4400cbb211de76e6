package rung.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private static final int[] THREADS = {1, 2, 3, 4, 7, 64};

    /** Enough that a loop is shared out. */
    private static final long WORK = 10_000_000;

    @Test
    void everyLineIsHandledOnce() {
        for (int threads : THREADS) {
            for (int lines : new int[] {0, 1, 2, 3, 15, 16, 17, 1000}) {
                AtomicIntegerArray handled = new AtomicIntegerArray(lines);
                new Workers(threads).run(lines, line -> line * WORK, (from, to) -> {
                    for (int line = from; line < to; line++) {
                        handled.incrementAndGet(line);
                    }
                });
                for (int line = 0; line < lines; line++) {
                    assertThat(handled.get(line))
                            .as("%d threads, line %d of %d", threads, line, lines)
                            .isOne();
                }
            }
        }
    }

    /* One line is nearly all of the work, and others are none. */
    @Test
    void skewedWorkIsHandledOnceToo() {
        for (int heavy : new int[] {0, 13, 99}) {
            AtomicIntegerArray handled = new AtomicIntegerArray(100);
            new Workers(4).run(100, line -> line > heavy ? WORK : 0, (from, to) -> {
                for (int line = from; line < to; line++) {
                    handled.incrementAndGet(line);
                }
            });
            for (int line = 0; line < 100; line++) {
                assertThat(handled.get(line)).isOne();
            }
        }
    }

    @Test
    void thereAreNeverMoreThreadsThanProcessors() {
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(new Workers(10_000).threads()).isEqualTo(processors);
        assertThat(Workers.all().threads()).isEqualTo(processors);
        assertThat(Workers.ONE.threads()).isOne();
    }

    @Test
    void loopsInsideOfLoopsEnd() {
        Workers workers = Workers.all();
        AtomicIntegerArray handled = new AtomicIntegerArray(40 * 40);
        workers.run(40, line -> line * WORK, (from, to) -> {
            for (int outer = from; outer < to; outer++) {
                int row = outer;
                workers.run(40, line -> line * WORK, (first, end) -> {
                    for (int inner = first; inner < end; inner++) {
                        handled.incrementAndGet(row * 40 + inner);
                    }
                });
            }
        });
        for (int k = 0; k < handled.length(); k++) {
            assertThat(handled.get(k)).isOne();
        }
    }

    @Test
    void manyCallersAtOnceDoNotWaitForEachOther() throws InterruptedException {
        List<Thread> callers = new ArrayList<>();
        AtomicIntegerArray handled = new AtomicIntegerArray(8 * 500);
        for (int c = 0; c < 8; c++) {
            int caller = c;
            Thread thread = new Thread(() -> {
                for (int loop = 0; loop < 50; loop++) {
                    new Workers(8).run(500, line -> line * WORK, (from, to) -> {
                        for (int line = from; line < to; line++) {
                            handled.incrementAndGet(caller * 500 + line);
                        }
                    });
                }
            });
            thread.start();
            callers.add(thread);
        }
        for (Thread thread : callers) {
            thread.join();
        }
        for (int k = 0; k < handled.length(); k++) {
            assertThat(handled.get(k)).isEqualTo(50);
        }
    }

    @Test
    void whatIsThrownReachesTheCallerAndTheNextLoopWorks() {
        for (int threads : THREADS) {
            Workers workers = new Workers(threads);
            for (int broken : new int[] {0, 57, 99}) {
                assertThatThrownBy(() -> workers.run(100, line -> line * WORK, (from, to) -> {
                            if (from <= broken && broken < to) {
                                throw new IllegalStateException("line " + broken);
                            }
                        }))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("line " + broken);
                assertThatThrownBy(() -> workers.run(100, line -> line * WORK, () -> {
                            throw new OutOfMemoryError("no work space");
                        }))
                        .isInstanceOf(OutOfMemoryError.class);
            }
            everyLineIsHandledOnce();
        }
    }

    @Test
    void anInterruptionIsKeptUntilTheLoopIsDone() {
        AtomicIntegerArray handled = new AtomicIntegerArray(100);
        Thread.currentThread().interrupt();
        new Workers(4).run(100, line -> line * WORK, (from, to) -> {
            for (int line = from; line < to; line++) {
                handled.incrementAndGet(line);
            }
        });
        assertThat(Thread.interrupted()).isTrue();
        for (int line = 0; line < 100; line++) {
            assertThat(handled.get(line)).isOne();
        }
    }

    /* Numbers of all sizes, so that another order of additions would show. */
    @Test
    void sumsHaveTheSameBitsOnAnyNumberOfThreads() {
        SplittableRandom random = new SplittableRandom(1);
        for (int lines : new int[] {0, 1, 1023, 1024, 1025, 100_000}) {
            double[] x = random.doubles(lines, -1, 1).map(y -> Math.exp(40 * y)).toArray();
            double[] alone = sum(x, Workers.ONE);
            double exact = 0;
            for (double y : x) {
                exact += y;
            }
            assertThat(alone[0]).isCloseTo(exact, org.assertj.core.data.Offset.offset(1e-12 * Math.abs(exact)));
            assertThat(alone[1]).isEqualTo(lines);
            for (int threads : THREADS) {
                assertThat(sum(x, new Workers(threads))).isEqualTo(alone);
            }
        }
    }

    private static double[] sum(double[] x, Workers workers) {
        return workers.sum(x.length, WORK, (from, to) -> {
            double sum = 0;
            for (int k = from; k < to; k++) {
                sum += x[k];
            }
            return new double[] {sum, to - from};
        });
    }
}
