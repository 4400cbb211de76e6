import java.util.SplittableRandom;
import rung.LowRankMatrix;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.separation.Separation;

/** Separates a matrix into a part of low rank and a sparse one: finds what does not belong. */
public final class SeparateMatrix {
    private SeparateMatrix() {}

    public static void main(String[] args) {
        SplittableRandom random = new SplittableRandom(1);
        Matrix m = Matrix.gaussian(60, 2, random).multiplyByTransposed(Matrix.gaussian(40, 2, random));
        m.set(10, 20, m.get(10, 20) + 50); // an outlier

        Separation.Separated parts = Separation.byDefault().separate(Tiles.of(m));

        LowRankMatrix low = parts.low();
        System.out.printf("rank %d, outlier %.1f%n", low.rank(), m.get(10, 20) - low.get(10, 20)); // rank 2, 50
    }
}
