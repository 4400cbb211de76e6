package rung.engine.convex;

import java.util.Arrays;
import rung.ConvexFunction;
import rung.Refit;
import rung.engine.LbfgsIterate;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.Side;
import rung.linalg.Svd;

/** The iterate of {@link AnyConvex}: U and V under a function of which only value and gradient are known. */
public final class ConvexIterate extends LbfgsIterate<ConvexIterate> {
    /** A direction of the fixed side that is weaker than this part of the strongest counts as dependent on the others. */
    private static final double DEPENDENT = 1e-10;

    ConvexIterate(ConvexFunction function, long seed, Matrix u, Matrix v) {
        super(function, seed, u, v);
    }

    @Override
    protected ConvexIterate with(Matrix newU, Matrix newV) {
        return new ConvexIterate(function, seed, newU, newV);
    }

    /*
     * The problem is posed in an orthonormal basis of the fixed side, so that its conditioning is that of R: with V = B·C and B
     * orthonormal, U·Vᵀ = X·Bᵀ for X = U·Cᵀ. Many U have the same X; we take the smallest, U = X·(C⁺)ᵀ.
     */
    @Override
    public void refit(Side side, Refit refit) {
        boolean moveLeft = side == Side.LEFT;
        Matrix moving = moveLeft ? u : v;
        Basis fixed = Basis.of(moveLeft ? v : u);
        Matrix start = refit.fromZero()
                ? new Matrix(moving.rows(), fixed.columns.columns())
                : moving.multiplyByTransposed(fixed.coordinates);
        Inner inner = Inner.ofSide(function, side, fixed.columns);
        Matrix moved = minimize(inner, start, refit).multiply(fixed.inverse);
        replace(moveLeft ? moved : u, moveLeft ? v : moved);
    }

    /**
     * A factor F = B·C and the parts of its decomposition.
     *
     * @param columns B, with orthonormal columns
     * @param coordinates C
     * @param inverse (C⁺)ᵀ
     */
    private record Basis(Matrix columns, Matrix coordinates, Matrix inverse) {
        static Basis of(Matrix factor) {
            int r = factor.columns();
            double[] norms = new double[r];
            double[] inverses = new double[r];
            for (int k = 0; k < r; k++) {
                norms[k] = Matrix.norm(factor.column(k));
                inverses[k] = norms[k] > 0 ? 1 / norms[k] : 0;
            }
            Qr qr = Qr.of(factor.scaledColumns(inverses)); // columns of unit length, so that their scales do not matter
            Svd svd = Svd.of(qr.r());
            int independent = 0;
            while (independent < r && svd.sigma(independent) > DEPENDENT * svd.sigma(0)) {
                independent++;
            }
            Svd kept = svd.first(independent);
            double[] reciprocal = Arrays.stream(kept.sigma()).map(s -> 1 / s).toArray();
            return new Basis(
                    qr.q().multiply(kept.u()),
                    kept.v().scaledColumns(kept.sigma()).transposed().scaledColumns(norms),
                    kept.v().scaledColumns(reciprocal).transposed().scaledColumns(inverses));
        }
    }
}
