package rung.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import rung.Settings;
import rung.algorithm.FastGreedy;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.engine.sampling.Sampling;
import rung.file.ratings.RatingsFile;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;
import rung.ratings.Part;
import rung.ratings.Recommender;

/** Ratings by the million, generated: a matrix of low rank with noise, seen at random places. */
final class Scale {
    private static final double NOISE = 0.1;

    private Scale() {}

    /** A matrix of rank r whose entries have variance 1, and noise. */
    private record Source(int rows, int columns, int rank, float[] u, float[] v) {
        static Source of(int rows, int columns, int rank, SplittableRandom random) {
            return new Source(rows, columns, rank, gaussian(rows * rank, random), gaussian(columns * rank, random));
        }

        private static float[] gaussian(int n, SplittableRandom random) {
            float[] x = new float[n];
            for (int k = 0; k < n; k++) {
                x[k] = (float) random.nextGaussian();
            }
            return x;
        }

        float draw(int i, int j, SplittableRandom random) {
            float sum = 0;
            for (int k = 0; k < rank; k++) {
                sum += u[i * rank + k] * v[j * rank + k];
            }
            return (float) (sum / Math.sqrt(rank) + NOISE * random.nextGaussian());
        }
    }

    /**
     * 10 M entries of a 50,000×10,000 matrix of rank 10, as text: read, trained at rank 10, tested on a million others.
     * By the usual count of unknowns the error to expect is about √(1 + r·(m + n)/N) times the noise, here 0.1030; and nobody has
     * a smaller expected error than {@link #best}, who knows V.
     */
    static void tenMillion() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        Source source = Source.of(50_000, 10_000, 10, random);
        Path train = Files.createTempFile("rung", ".tsv");
        Path test = Files.createTempFile("rung", ".tsv");
        try {
            write(train, source, 10_000_000, random);
            write(test, source, 1_000_000, random);
            Ratings heldOut = RatingsFile.read(test, Duplicates.LAST);
            System.out.printf(
                    "nobody can do better than %.5f, which takes knowing V%n",
                    best(source, RatingsFile.read(train, Duplicates.LAST), heldOut));
            Libmf libmf = Libmf.given("-k", "10", "-t", "12", "-s", "2", "-l", "0.005", "-r", "0.1");
            System.out.printf(
                    "%-10s %10s %12s %10s %10s%n", "10 million", "read CPU s", "M ratings/s", "train CPU s", "RMSE");
            for (int repetition = 0; repetition < 4; repetition++) {
                Cpu cpu = new Cpu();
                Ratings ratings = RatingsFile.read(train, Duplicates.LAST);
                double readCpu = cpu.used();
                double readWall = cpu.elapsed();
                for (int rounds = 2; rounds > 0; rounds--) {
                    cpu = new Cpu();
                    Recommender.Trained trained = Recommender.byDefault()
                            .withOnly(Part.RATINGS)
                            .withRank(10)
                            .withRounds(rounds)
                            .train(ratings);
                    System.out.printf(
                            "%-10s %10.2f %12.1f %10.2f %10.5f%n",
                            "rounds " + rounds,
                            readCpu,
                            ratings.count() / readWall / 1e6,
                            cpu.used(),
                            trained.model().evaluate(heldOut, true).rmse());
                }
                if (libmf != null) {
                    Libmf.Result theirs = libmf.run(train, test);
                    System.out.printf(
                            "%-10s %10.2f %12s %10.2f %10.5f%n",
                            "LIBMF", theirs.cpuOfFirst(), "", theirs.training(), theirs.rmse());
                }
            }
        } finally {
            Files.delete(train);
            Files.delete(test);
        }
    }

    /* The error of each row's posterior mean, the true V, the noise and the prior given: the least that can be expected. */
    private static double best(Source source, Ratings train, Ratings heldOut) {
        int r = source.rank;
        Matrix[] normal = new Matrix[source.rows];
        double[][] right = new double[source.rows][r];
        for (int e = 0; e < train.count(); e++) {
            int i = Integer.parseInt(train.users().name(train.user()[e]));
            int j = Integer.parseInt(train.items().name(train.item()[e]));
            if (normal[i] == null) {
                normal[i] = Matrix.identity(r);
                for (int k = 0; k < r; k++) {
                    normal[i].set(k, k, NOISE * NOISE);
                }
            }
            for (int k = 0; k < r; k++) {
                double x = source.v[j * r + k] / Math.sqrt(r);
                right[i][k] += x * train.value()[e];
                for (int l = 0; l < r; l++) {
                    normal[i].set(k, l, normal[i].get(k, l) + x * source.v[j * r + l] / Math.sqrt(r));
                }
            }
        }
        for (int i = 0; i < source.rows; i++) {
            if (normal[i] != null) {
                SymmetricEigen eigen = SymmetricEigen.of(normal[i]);
                Matrix rotated = eigen.vectors().multiplyTransposed(Matrix.column(right[i]));
                for (int k = 0; k < r; k++) {
                    rotated.set(k, 0, rotated.get(k, 0) / eigen.value(k));
                }
                right[i] = eigen.vectors().multiply(rotated).column(0);
            }
        }
        double sum = 0;
        for (int e = 0; e < heldOut.count(); e++) {
            int i = Integer.parseInt(heldOut.users().name(heldOut.user()[e]));
            int j = Integer.parseInt(heldOut.items().name(heldOut.item()[e]));
            double error = heldOut.value()[e];
            for (int k = 0; k < r; k++) {
                error -= right[i][k] * source.v[j * r + k] / Math.sqrt(r);
            }
            sum += error * error;
        }
        return Math.sqrt(sum / heldOut.count());
    }

    private static void write(Path file, Source source, int count, SplittableRandom random) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int k = 0; k < count; k++) {
                int i = random.nextInt(source.rows);
                int j = random.nextInt(source.columns);
                float value = Math.round(source.draw(i, j, random) * 10_000) / 10_000f;
                out.write(i + "\t" + j + "\t" + value + "\n");
            }
        }
    }

    /** Entries of a 480,000×18,000 matrix at rank 30: seconds of each rank, for 25, 50 and 100 million entries. */
    static void hundredMillion() {
        for (int millions : new int[] {25, 50, 100}) {
            int count = millions * 1_000_000;
            SplittableRandom random = new SplittableRandom(1);
            Source source = Source.of(480_000, 18_000, 10, random);
            int[] i = new int[count];
            int[] j = new int[count];
            float[] values = new float[count];
            for (int k = 0; k < count; k++) {
                i[k] = random.nextInt(source.rows);
                j[k] = (int) (source.columns * random.nextDouble() * random.nextDouble()); // some are popular
                values[k] = source.draw(i[k], j[k], random);
            }
            Cpu cpu = new Cpu();
            double[] last = new double[1];
            StringBuilder line = new StringBuilder();
            Settings settings = Settings.ofRank(30).withListener(progress -> {
                double now = progress.step().elapsed().toNanos() / 1e9;
                int rank = progress.step().rank();
                if (rank % 5 == 0) {
                    line.append(String.format("  %d: %.1f", rank, now - last[0]));
                }
                last[0] = now;
            });
            new FastGreedy(settings).minimize(Sampling.of(source.rows, source.columns, i, j, values));
            System.out.printf(
                    "%d M entries, seconds of a step at rank%s; all 30 in %.0f s, %.0f CPU s; heap at most %.1f GB%n",
                    millions,
                    line,
                    cpu.elapsed(),
                    cpu.used(),
                    Runtime.getRuntime().maxMemory() / 1e9);
        }
    }
}
