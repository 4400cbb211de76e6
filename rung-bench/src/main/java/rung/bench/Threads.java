package rung.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import rung.completion.Completion;
import rung.data.Duplicates;
import rung.data.Observations;
import rung.data.Ratings;
import rung.data.Tiles;
import rung.file.ratings.RatingsFile;
import rung.linalg.Matrix;
import rung.ratings.Part;
import rung.ratings.Recommender;
import rung.separation.Separation;

/**
 * What 1, 2, 4, … threads give on this machine: wall time, CPU time, and how often as fast as one thread; beside it what the
 * machine itself gives to threads that share nothing.
 *
 * <p>{@code -Dmillions} says how many ratings are generated (30), {@code -Dthreads=1,4,16} which numbers of threads are tried,
 * {@code -Dwork=machine,read,train,movielens,complete,separate} what is run, {@code -Dratings=FOLDER} where MovieLens is.
 */
final class Threads {
    private static final int RANK = 20;
    private static final int GATHERED = 1 << 20; // rows of 64 bytes
    private static final int ROW = 16;
    private static final int STREAMED = 1 << 24; // floats
    private static final int FLOPS = 2_000_000_000;

    private final int[] counts = counts();
    private final List<String> wanted =
            List.of(System.getProperty("work", "machine,read,train,movielens,complete,separate")
                    .split(","));

    private Threads() {}

    static void run() throws IOException {
        new Threads().all();
    }

    private static int[] counts() {
        String given = System.getProperty("threads");
        if (given != null) {
            return Arrays.stream(given.split(",")).mapToInt(Integer::parseInt).toArray();
        }
        List<Integer> counts = new ArrayList<>();
        int most = Runtime.getRuntime().availableProcessors();
        for (int t = 1; t < most; t *= 2) {
            counts.add(t);
        }
        counts.add(most);
        return counts.stream().mapToInt(Integer::intValue).toArray();
    }

    private void all() throws IOException {
        System.out.printf(
                "JDK %s, %d processors%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors());
        System.out.printf("%-34s %8s %10s %10s %8s %8s%n", "", "threads", "wall s", "CPU s", "faster", "CPU");
        if (wanted.contains("machine")) {
            machine();
        }
        if (wanted.contains("read") || wanted.contains("train")) {
            generated();
        }
        Path movieLens = Path.of(System.getProperty("ratings", "../shared/data"), "ml-1m/ratings.dat");
        if (wanted.contains("movielens") && Files.exists(movieLens)) {
            Ratings ratings = RatingsFile.read(movieLens, Duplicates.LAST);
            measure(
                    "MovieLens 1M, told nothing",
                    3,
                    t -> Recommender.byDefault()
                            .withOnly(Part.RATINGS)
                            .withThreads(t)
                            .train(ratings));
        }
        if (wanted.contains("complete")) {
            Observations table = table(1500, 800, 8, 0.3);
            measure(
                    "complete 1500×800",
                    2,
                    t -> Completion.byDefault().withThreads(t).complete(table));
        }
        if (wanted.contains("separate")) {
            Tiles video = video(320, 240, 1700);
            measure(
                    "separate 76,800×1,700",
                    2,
                    t -> Separation.byDefault().withThreads(t).separate(video));
        }
    }

    private void generated() throws IOException {
        int count = Integer.getInteger("millions", 30) * 1_000_000;
        Path file = Files.createTempFile("rung", ".csv");
        try {
            SplittableRandom random = new SplittableRandom(1);
            Planted.stars(200_000, 20_000, random).write(file, count, random);
            if (wanted.contains("read")) {
                measure("read " + count / 1_000_000 + " M ratings", 2, t -> read(file, t));
            }
            if (wanted.contains("train")) {
                Ratings ratings = read(file, Runtime.getRuntime().availableProcessors());
                warmUp();
                measure("train them, rank " + RANK, 1, t -> train(ratings, t));
            }
        } finally {
            Files.delete(file);
        }
    }

    private static Ratings read(Path file, int threads) {
        try {
            return RatingsFile.read(file, Duplicates.LAST, threads);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void train(Ratings ratings, int threads) {
        Recommender.byDefault()
                .withOnly(Part.RATINGS)
                .withRank(RANK)
                .withThreads(threads)
                .train(ratings);
    }

    /* Compiles what training runs, on fewer ratings. */
    private static void warmUp() {
        SplittableRandom random = new SplittableRandom(2);
        Planted planted = Planted.stars(20_000, 2_000, random);
        Ratings.Builder ratings = Ratings.builder();
        for (int k = 0; k < 1_000_000; k++) {
            int user = planted.user(random);
            int item = planted.item(random);
            ratings.add("" + user, "" + item, planted.draw(user, item, random));
        }
        Ratings few = ratings.build(Duplicates.LAST);
        for (int k = 0; k < 2; k++) {
            train(few, Runtime.getRuntime().availableProcessors());
        }
    }

    /* Runs the work on each number of threads, so often, and prints the fastest run of each. */
    private void measure(String name, int runs, IntConsumer work) {
        double[] first = null;
        if (runs > 1) {
            work.accept(counts[counts.length - 1]); // compiles
        }
        for (int threads : counts) {
            double[] best = {Double.POSITIVE_INFINITY, 0};
            for (int k = 0; k < runs; k++) {
                System.gc();
                Cpu cpu = new Cpu();
                work.accept(threads);
                if (cpu.elapsed() < best[0]) {
                    best = new double[] {cpu.elapsed(), cpu.used()};
                }
            }
            first = first == null ? best : first;
            System.out.printf(
                    "%-34s %8d %10.2f %10.1f %8.2f %8.2f%n",
                    name, threads, best[0], best[1], first[0] / best[0], best[1] / first[1]);
        }
    }

    /** The same amount of work for each thread, on arrays of its own; "faster" then counts the work of all threads. */
    private void machine() {
        shareNothing("arithmetic", () -> {
            IntToDoubleFunction peak = KernelBenchmark.loadPeak();
            return () -> peak.applyAsDouble(FLOPS);
        });
        shareNothing("streaming", () -> {
            float[] x = new float[STREAMED];
            return () -> {
                double sum = 0;
                for (int pass = 0; pass < 20; pass++) {
                    sum += stream(x);
                }
                return sum;
            };
        });
        shareNothing("gathers of 64 bytes", () -> {
            float[] x = new float[GATHERED * ROW];
            int[] at = new SplittableRandom(1).ints(1 << 20, 0, GATHERED).toArray();
            return () -> {
                double sum = 0;
                for (int pass = 0; pass < 20; pass++) {
                    sum += gather(x, at);
                }
                return sum;
            };
        });
    }

    private static float stream(float[] x) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        for (int k = 0; k < x.length; k += 4 * ROW) { // one number of each cache line
            s0 += x[k];
            s1 += x[k + ROW];
            s2 += x[k + 2 * ROW];
            s3 += x[k + 3 * ROW];
        }
        return s0 + s1 + s2 + s3;
    }

    private static float gather(float[] x, int[] at) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        for (int k = 0; k < at.length; k += 4) {
            s0 += x[at[k] * ROW];
            s1 += x[at[k + 1] * ROW];
            s2 += x[at[k + 2] * ROW];
            s3 += x[at[k + 3] * ROW];
        }
        return s0 + s1 + s2 + s3;
    }

    private interface Source<T> {
        T get();
    }

    private void shareNothing(String name, Source<Source<Double>> source) {
        double first = Double.NaN;
        double[] sink = new double[1];
        for (int threads : counts) {
            double best = Double.POSITIVE_INFINITY;
            double used = 0;
            for (int run = 0; run < 3; run++) {
                List<Source<Double>> works = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    works.add(source.get());
                }
                Cpu cpu = new Cpu();
                List<Thread> all = new ArrayList<>();
                for (Source<Double> work : works) {
                    Thread thread = new Thread(() -> {
                        double result = work.get();
                        synchronized (sink) {
                            sink[0] += result;
                        }
                    });
                    thread.start();
                    all.add(thread);
                }
                for (Thread thread : all) {
                    join(thread);
                }
                if (cpu.elapsed() < best) {
                    best = cpu.elapsed();
                    used = cpu.used();
                }
            }
            first = Double.isNaN(first) ? best : first;
            System.out.printf(
                    "%-34s %8d %10.3f %10.2f %8.2f %8s%n", name, threads, best, used, threads * first / best, "");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /* A table of rank r with noise, of whose cells a part is missing. */
    private static Observations table(int rows, int columns, int r, double missing) {
        SplittableRandom random = new SplittableRandom(3);
        Matrix m = Matrix.gaussian(rows, r, random).multiplyByTransposed(Matrix.gaussian(columns, r, random));
        for (int k = 0; k < m.array().length; k++) {
            double value = m.array()[k] + random.nextGaussian();
            m.array()[k] = random.nextDouble() < missing ? Double.NaN : value;
        }
        return Observations.withHoles(m);
    }

    /* Frames of grey levels: a picture whose light changes, noise, and squares that move across it. */
    private static Tiles video(int width, int height, int frames) {
        SplittableRandom random = new SplittableRandom(4);
        byte[] picture = new byte[width * height];
        random.nextBytes(picture);
        Tiles.Builder tiles = Tiles.ofBytes(width * height);
        byte[] frame = new byte[width * height];
        for (int t = 0; t < frames; t++) {
            double light = 0.8 + 0.2 * Math.sin(t / 50.0);
            for (int k = 0; k < frame.length; k++) {
                int x = k % width;
                int y = k / width;
                boolean isCovered = Math.abs((x - 3 * t) % width) < 30 && Math.abs(y - height / 2) < 15;
                int level = isCovered ? 230 : (int) (40 + light * ((picture[k] & 0xff) >> 1)) + random.nextInt(5);
                frame[k] = (byte) level;
            }
            tiles.add(frame);
        }
        return tiles.build();
    }
}
