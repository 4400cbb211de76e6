package rung.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import rung.LowRankMatrix;
import rung.algorithm.FastGreedy;
import rung.baseline.PrincipalComponentPursuit;
import rung.data.Tiles;
import rung.engine.convex.AnyConvex;
import rung.engine.robust.Reweighted;
import rung.linalg.Matrix;
import rung.separation.Method;
import rung.separation.Separation;
import rung.video.Clip;
import rung.video.ScoreCurve;
import rung.video.Size;

/**
 * Robust PCA. Highway of changedetection.net, looked for under {@code -Ddata=FOLDER}, by default ../shared/data: F of the best
 * single threshold at 160×120 and 320×240, every method on the same frames; CPU seconds on its first 200 frames at 160×120, warm,
 * the least of some runs; a video of 76,800 pixels and 1,700 frames. And recovery of a 500×500 matrix of rank 25 with gross errors.
 */
final class Separations {
    private static final int RUNS = 6;
    private static final int LONG = 1700;

    private Separations() {}

    static void run() throws IOException {
        recovery();
        Path folder = Path.of(System.getProperty("data", "../shared/data"), "highway");
        if (!Files.isDirectory(folder)) {
            System.out.println(folder + " is not there: skipped (-Ddata=FOLDER says where to look)");
            return;
        }
        Clip small = read(folder, new Size(160, 120));
        speed(small.first(200));
        accuracy(small);
        Clip whole = read(folder, new Size(320, 240));
        accuracy(whole);
        longVideo(whole);
    }

    private static Clip read(Path folder, Size size) throws IOException {
        return Clip.read(folder.resolve("input"), folder.resolve("groundtruth"), size);
    }

    private static Map<String, Function<Tiles, LowRankMatrix>> methods() {
        Map<String, Function<Tiles, LowRankMatrix>> methods = new LinkedHashMap<>();
        methods.put(
                "default, told nothing", m -> Separation.byDefault().separate(m).low());
        methods.put(
                "the same by Huber's loss alone",
                m -> Separation.byDefault().withSharpening(false).separate(m).low());
        methods.put(
                "Fast Local Search",
                m -> Separation.byDefault()
                        .withMethod(Method.FAST_LOCAL_SEARCH)
                        .separate(m)
                        .low());
        for (int delta : new int[] {5, 20}) {
            methods.put(
                    "paper: rank 3, 10 L-BFGS, delta " + delta,
                    m -> FastGreedy.asInPaper(3, 10)
                            .minimize(AnyConvex.of(Reweighted.of(m, delta).function()))
                            .matrix());
        }
        methods.put("median", by(Method.MEDIAN));
        methods.put("PCA, rank 1", by(Method.PCA));
        methods.put("principal component pursuit", by(Method.PCP));
        return methods;
    }

    private static Function<Tiles, LowRankMatrix> by(Method method) {
        return m -> Separation.byDefault().withMethod(method).separate(m).low();
    }

    private static void accuracy(Clip clip) {
        Tiles tiles = clip.tiles(clip.count());
        System.out.printf("%nhighway, %d×%d, best single threshold%n", tiles.rows(), tiles.columns());
        methods().forEach((name, method) -> {
            LowRankMatrix low = method.apply(tiles);
            ScoreCurve.Point best = clip.best(low);
            System.out.printf(
                    "  %-34s rank %3d  F %.4f  precision %.4f  recall %.4f  above %.2f%n",
                    name,
                    low.rank(),
                    best.score().f().orElse(Double.NaN),
                    best.score().precision().orElse(Double.NaN),
                    best.score().recall().orElse(Double.NaN),
                    best.threshold());
        });
    }

    private static void speed(Clip clip) {
        Tiles tiles = clip.tiles(clip.count());
        System.out.printf("%nhighway, %d×%d, CPU seconds, warm%n", tiles.rows(), tiles.columns());
        Map<String, Double> seconds = new LinkedHashMap<>();
        methods().forEach((name, method) -> {
            int runs = name.startsWith("default") ? 5 * RUNS : name.startsWith("principal") ? RUNS / 2 : RUNS;
            double least = Double.POSITIVE_INFINITY;
            double sum = 0;
            for (int k = 0; k < runs; k++) {
                Cpu cpu = new Cpu();
                method.apply(tiles);
                double used = cpu.used();
                least = Math.min(least, used);
                sum += k < runs / 2 ? 0 : used;
            }
            seconds.put(name, sum / (runs - runs / 2));
            System.out.printf("  %-34s least %6.2f  mean of the last half %6.2f%n", name, least, seconds.get(name));
        });
        System.out.printf(
                "  principal component pursuit : default = %.1f%n",
                seconds.get("principal component pursuit") / seconds.get("default, told nothing"));
    }

    private static void longVideo(Clip clip) {
        Tiles tiles = clip.tiles(LONG);
        Cpu cpu = new Cpu();
        Separation.Separated separated = Separation.byDefault().separate(tiles);
        System.out.printf(
                "%n%d×%d: %.1f s, %.1f CPU s, rank %d, heap at most %.1f GB%n",
                tiles.rows(),
                tiles.columns(),
                cpu.elapsed(),
                cpu.used(),
                separated.low().rank(),
                Runtime.getRuntime().maxMemory() / 1e9);
    }

    private static void recovery() {
        int n = 500;
        int r = 25;
        for (double part : new double[] {0.05, 0.1}) {
            SplittableRandom random = new SplittableRandom(7);
            Matrix low = Matrix.gaussian(n, r, random).multiplyByTransposed(Matrix.gaussian(n, r, random));
            Matrix m = low.copy();
            for (int k = 0; k < m.array().length; k++) {
                m.array()[k] += random.nextDouble() < part ? 1000 * random.nextDouble() - 500 : 0;
            }
            System.out.printf("500×500, rank 25, %.0f %% gross errors%n", 100 * part);
            for (int k = 0; k < 2; k++) {
                Cpu cpu = new Cpu();
                LowRankMatrix ours =
                        Separation.byDefault().separate(Tiles.of(m)).low();
                double used = cpu.used();
                Cpu theirs = new Cpu();
                LowRankMatrix pursuit =
                        PrincipalComponentPursuit.byDefault().decompose(m).background();
                System.out.printf(
                        "  default: rank %d, error %.1e, %.2f CPU s    pursuit: rank %d, error %.1e, %.2f CPU s%n",
                        ours.rank(), error(ours, low), used, pursuit.rank(), error(pursuit, low), theirs.used());
            }
        }
    }

    private static double error(LowRankMatrix found, Matrix low) {
        return found.toDense().plus(-1, low).norm() / low.norm();
    }
}
